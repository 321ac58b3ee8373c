"""Run a save under strace: list its system calls, and make one of them fail or kill."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.patience import PATIENCE_S

ROOT = Path(__file__).resolve().parents[2]
_CALL = re.compile(r"^(?:\d+ +)?(\w+)\((.*)")


class Call(NamedTuple):
    """The ``number``-th system call of its name, from 1."""

    name: str
    number: int
    text: str


class Outcome(NamedTuple):
    """How a save ended: the signal that killed it or 0, what it said, whether the injection came."""

    signal: int
    text: str
    injected: bool


class Saves:
    """A server of saves, and strace beside it."""

    def __init__(self, folder: Path) -> None:
        self._log = folder / "strace.log"
        steady = {"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}
        environment = {**os.environ, **steady}
        self._server = subprocess.Popen(
            [sys.executable, "-m", "tests.trust.save_server"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env=environment,
        )

    def _ask(self, order: Any) -> Any:
        assert self._server.stdin
        assert self._server.stdout
        self._server.stdin.write(json.dumps(order) + "\n")
        self._server.stdin.flush()
        line = self._server.stdout.readline()
        assert line, "the server of saves has died"
        return json.loads(line)

    def close(self) -> None:
        """End the server."""
        assert self._server.stdin
        assert self._server.stdout
        self._server.stdin.close()
        self._server.stdout.close()
        self._server.wait(PATIENCE_S)

    def run(self, order: dict[str, Any], options: list[str]) -> Outcome:
        """One save under strace with options of its own."""
        pid = self._ask(order)
        command = ["strace", "-f", "-y", "-o", str(self._log), *options, "-p", str(pid)]
        tracer = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        assert tracer.stderr is not None
        said = tracer.stderr.readline()
        if "attached" not in said:
            tracer.kill()
            tracer.wait()
            tracer.stderr.close()
            pytest.skip(f"strace may not attach here: {said.strip()}")
        answer = self._ask("go")
        tracer.wait(PATIENCE_S)
        tracer.stderr.close()
        log = self._log.read_text(errors="replace")
        return Outcome(answer["signal"], answer["text"], "(INJECTED)" in log or answer["signal"] != 0)

    def calls(self, order: dict[str, Any]) -> list[Call]:
        """The system calls of a save, between the two marks."""
        assert self.run(order, []).text.startswith("saved")
        counts: Counter[str] = Counter()
        found: list[Call] = []
        marks = 0
        for line in self._log.read_text(errors="replace").splitlines():
            match = _CALL.match(line)
            if not match:
                continue
            name, text = match.groups()
            counts[name] += 1
            if name == "getppid":
                marks += 1
            elif marks == 1:
                found.append(Call(name, counts[name], text))
        assert marks == 2, "the trace has no marks"
        return found

    def inject(self, order: dict[str, Any], call: Call, what: str) -> Outcome:
        """A save in which a call fails (``error=EIO``) or kills (``signal=KILL``)."""
        rule = f"inject={call.name}:{what}:when={call.number}"
        return self.run(order, ["-e", f"trace={call.name}", "-e", rule])


@contextmanager
def saves(folder: Path) -> Iterator[Saves]:
    """A server of saves for a test; without strace the test is skipped."""
    if not sys.platform.startswith("linux") or not shutil.which("strace"):
        pytest.skip("strace is not installed: system calls cannot be made to fail")
    server = Saves(folder)
    try:
        yield server
    finally:
        server.close()


MEMORY_AND_TIME = frozenset(
    """brk mmap munmap mremap madvise mprotect futex rt_sigaction rt_sigprocmask rt_sigtimedwait
    clock_gettime clock_nanosleep getpid gettid sched_yield exit_group""".split()  # noqa: SIM905
)
"""Calls that are about no file: they may kill, but no disk makes them fail."""

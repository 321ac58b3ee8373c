"""Style, types and contracts with the tests: a pytest plugin, ``pytest -p tests.checks``.

The checks run in other processes while the tests run, so that no processor waits for the slowest of them.
A check that fails prints its output before the summary and fails the run.
"""

import subprocess
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[1]
CHECKS = (
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "."),
    ("lint-imports", "--no-logo"),
    ("mypy",),
)


class Outcome(NamedTuple):
    """The end of a check."""

    command: str
    failed: bool
    output: str


def run(check: tuple[str, ...]) -> Outcome:
    """Run a check of the project in its folder."""
    program, *arguments = check
    done = subprocess.run(
        [Path(sys.executable).parent / program, *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    return Outcome(" ".join(check), bool(done.returncode), done.stdout.rstrip())


class Checks:
    """The checks of one run, one after the other in a thread."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1)
        self._running: list[Future[Outcome]] = []

    def pytest_sessionstart(self) -> None:
        """Begin the checks."""
        self._running = [self._pool.submit(run, check) for check in CHECKS]

    def outcomes(self) -> list[Outcome]:
        """Wait for the checks; their outcomes."""
        return [running.result() for running in self._running]

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Fail a run whose tests passed but of which a check failed."""
        if any(outcome.failed for outcome in self.outcomes()) and not session.exitstatus:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print which checks passed, and the output of those that failed."""
        terminalreporter.section("style, contracts, types")
        for outcome in self.outcomes():
            if outcome.failed:
                terminalreporter.line(outcome.output)
            terminalreporter.line(f"{outcome.command}: {'FAILED' if outcome.failed else 'passed'}")


def pytest_configure(config: pytest.Config) -> None:
    """Check once, not in each worker."""
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Checks(), "checks")

"""A process that saves a project on command, each time in a fork of itself that a tracer may attach to.

Orders come as lines of JSON on standard input: ``{"path": ..., "other": ...}`` forks a child, which waits;
``"go"`` wakes it, and its outcome is printed. What the child saves was made before the fork, so that all
children make the same system calls.
"""

import ctypes
import json
import os
import signal
import sys
from pathlib import Path

from msgspec.structs import replace

from fatdesk.core.errors import FatdeskError
from fatdesk.project.files.saver import SaveError, save_all
from fatdesk.project.files.storing import load_project, save_project
from tests.project.samples import rich_project

_PR_SET_PTRACER = 0x59616D61
NEW = replace(rich_project(), name="new")
EXPORTS = {f"file-{n}.txt": b"new " * 1000 for n in range(3)}


def child(order: dict[str, str], outcome: int) -> None:
    """Wait to be woken, save between two harmless calls that mark the trace, and tell."""
    path = Path(order["path"])
    stamp = load_project(path).stamp if not order.get("exports") and path.exists() else None
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})
    os.write(outcome, b"ready\n")
    signal.sigwait({signal.SIGUSR1})
    os.getppid()
    try:
        if order.get("exports"):
            save_all(path, EXPORTS)
            text = "saved"
        else:
            text = f"saved {save_project(NEW, path, stamp).warning}"
    except SaveError as error:
        text = f"SaveError {error}"
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001
        text = f"{type(error).__name__} {error}"
    os.getppid()
    if order.get("other") and not text.startswith("saved"):
        try:
            save_project(NEW, Path(order["other"]))
        except (FatdeskError, OSError) as error:
            text += f"; save as failed: {error}"
    os.write(outcome, text.encode())


def main() -> None:
    """Follow orders until there are no more."""
    libc = ctypes.CDLL(None, use_errno=True)
    order: dict[str, str] = {}
    pid = 0
    reading = -1
    for line in sys.stdin:
        order = json.loads(line)
        if order != "go":
            reading, writing = os.pipe()
            pid = os.fork()
            if not pid:
                libc.prctl(_PR_SET_PTRACER, ctypes.c_ulong(-1), 0, 0, 0)
                os.close(reading)
                child(order, writing)
                os._exit(0)
            os.close(writing)
            assert os.read(reading, 6) == b"ready\n"
            print(json.dumps(pid), flush=True)
            continue
        os.kill(pid, signal.SIGUSR1)
        text = b""
        while piece := os.read(reading, 65536):
            text += piece
        os.close(reading)
        _, status = os.waitpid(pid, 0)
        print(json.dumps({"signal": os.WTERMSIG(status), "text": text.decode()}), flush=True)


if __name__ == "__main__":
    main()

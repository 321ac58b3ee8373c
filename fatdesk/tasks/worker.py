"""The worker side of a background task: a process that runs one function and reports its progress."""

import os
import signal
import threading
import traceback
from contextlib import suppress
from enum import Enum
from time import monotonic
from typing import TYPE_CHECKING, Any

from fatdesk.core.errors import Cancelled, FatdeskError

if TYPE_CHECKING:  # imported with the first worker, to open the window sooner
    from multiprocessing.connection import Connection


class Kind(bytes, Enum):
    """Kind of a message; the last four are final."""

    STEP = b"p"
    SHOWN = b"s"
    DONE = b"d"
    REFUSED = b"r"
    BROKEN = b"b"
    CANCELLED = b"c"


LAST = frozenset({Kind.DONE, Kind.REFUSED, Kind.BROKEN, Kind.CANCELLED})


def packed_message(kind: Kind, value: object) -> bytes:
    """Return a message as bytes; raise the error of a value that cannot be pickled."""
    from multiprocessing.reduction import ForkingPickler

    return kind.value + bytes(ForkingPickler.dumps(value))


def kind_of(message: bytes) -> Kind:
    """Return the kind of a message, without unpickling its value."""
    return Kind(message[:1])


def value_of(message: bytes) -> Any:
    """Return the value of a message from a worker."""
    from multiprocessing.reduction import ForkingPickler

    return ForkingPickler.loads(memoryview(message)[1:])


STEP_S = 0.03
"""Minimum interval between reported steps in seconds."""
NICE = 3
"""Nice value of workers, to keep the window responsive."""


class WorkerProgress:
    """Progress of a worker: sends steps and intermediate results to the window."""

    def __init__(self, connection: "Connection") -> None:
        self._connection = connection
        self._last = -STEP_S

    def step(self, done: int, total: int, text: str) -> None:
        """Report that ``done`` of ``total`` items are done."""
        if monotonic() - self._last >= STEP_S:
            self._last = monotonic()
            self._connection.send_bytes(packed_message(Kind.STEP, (done, total, text)))

    def show(self, value: object) -> None:
        """Send an intermediate result."""
        self._connection.send_bytes(packed_message(Kind.SHOWN, value))


def main(connection: "Connection") -> None:
    """Run the received function, and send its result or error."""
    _settle()
    with suppress(BrokenPipeError):  # the window has exited
        connection.send_bytes(_answer(connection))
    connection.close()


def _answer(connection: "Connection") -> bytes:
    try:
        work, args = value_of(connection.recv_bytes())
        return packed_message(Kind.DONE, work(*args, progress=WorkerProgress(connection)))
    except Cancelled:
        return packed_message(Kind.CANCELLED, "")
    except FatdeskError as error:
        return packed_message(Kind.REFUSED, str(error))
    except BrokenPipeError:
        raise
    except Exception as error:  # noqa: BLE001  (reported by the window)
        short = "".join(traceback.format_exception_only(error)).strip()
        return packed_message(Kind.BROKEN, (short, traceback.format_exc()))


def _settle() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C in a terminal is handled by the window
    if hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(NICE)
    threading.Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    from multiprocessing import parent_process

    desk = parent_process()
    if desk is not None:
        desk.join()
        os._exit(1)

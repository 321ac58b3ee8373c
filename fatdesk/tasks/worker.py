"""The worker side of a background task: a process that runs one function and reports its progress."""

import os
import signal
import threading
import traceback
from contextlib import suppress
from enum import Enum
from multiprocessing import parent_process
from multiprocessing.connection import Connection
from multiprocessing.reduction import ForkingPickler
from time import monotonic
from typing import Any

from fatdesk.core.errors import Cancelled, FatdeskError


class Kind(bytes, Enum):
    """What a message is; the last four end the work."""

    STEP = b"p"
    SHOWN = b"s"
    DONE = b"d"
    REFUSED = b"r"
    BROKEN = b"b"
    CANCELLED = b"c"


LAST = frozenset({Kind.DONE, Kind.REFUSED, Kind.BROKEN, Kind.CANCELLED})


def packed(kind: Kind, value: object) -> bytes:
    """A message as bytes; raises whatever the value raises when it cannot be sent."""
    return kind.value + bytes(ForkingPickler.dumps(value))


def kind_of(message: bytes) -> Kind:
    """What a message is, without looking at its value."""
    return Kind(message[:1])


def value_of(message: bytes) -> Any:
    """The value of a message of our own worker."""
    return ForkingPickler.loads(memoryview(message)[1:])


STEP_S = 0.03
"""Steps that follow each other sooner are not told; nobody could read them."""
NICE = 3
"""The window comes first when processors are few."""


class Telling:
    """The progress of a worker: steps and intermediate results go to the desk."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._last = -STEP_S

    def step(self, done: int, total: int, text: str) -> None:
        """Tell that ``done`` of ``total`` are done."""
        if monotonic() - self._last >= STEP_S:
            self._last = monotonic()
            self._connection.send_bytes(packed(Kind.STEP, (done, total, text)))

    def show(self, value: object) -> None:
        """Send an intermediate result."""
        self._connection.send_bytes(packed(Kind.SHOWN, value))


def main(connection: Connection) -> None:
    """Run the function that the desk sends, and answer with its result or with what went wrong."""
    _settle()
    with suppress(BrokenPipeError):  # the desk is gone: nobody is left to be told
        connection.send_bytes(_answer(connection))
    connection.close()


def _answer(connection: Connection) -> bytes:
    try:
        work, args = value_of(connection.recv_bytes())
        return packed(Kind.DONE, work(*args, progress=Telling(connection)))
    except Cancelled:
        return packed(Kind.CANCELLED, "")
    except FatdeskError as error:
        return packed(Kind.REFUSED, str(error))
    except BrokenPipeError:
        raise
    except Exception as error:  # noqa: BLE001  (whatever it is, the desk tells it)
        short = "".join(traceback.format_exception_only(error)).strip()
        return packed(Kind.BROKEN, (short, traceback.format_exc()))


def _settle() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C in a terminal is for the desk
    if hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(NICE)
    threading.Thread(target=_end_with_the_desk, daemon=True).start()


def _end_with_the_desk() -> None:
    desk = parent_process()
    if desk is not None:
        desk.join()
        os._exit(1)

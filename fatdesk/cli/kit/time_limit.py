"""The time that a user allows a search: progress that ends it, and an end that does not wait for a step."""

import _thread
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from fatdesk.core.errors import OutOfTime
from fatdesk.core.progress import Progress, Timed

SEARCH_SHARE = 0.5
"""Part of the time that the search of `design` may take, so that some is left to place what it found."""


def timed(progress: Progress, seconds: float | None) -> Progress:
    """Return progress that ends work once some seconds from now are over; None: never."""
    return progress if seconds is None else Timed(progress, seconds)


@contextmanager
def ends_after(seconds: float | None) -> Iterator[None]:
    """Raise OutOfTime in the main thread once the time is over, even in work that reports no steps.

    It interrupts as Ctrl+C does, on every system; Ctrl+C itself works as before.
    """
    if seconds is None or threading.current_thread() is not threading.main_thread():
        yield
        return
    over, left = threading.Event(), threading.Event()
    before = signal.getsignal(signal.SIGINT)

    def interrupted(number: int, frame: FrameType | None) -> None:
        if over.is_set():
            over.clear()
            if not left.is_set():
                raise OutOfTime
        elif callable(before):
            before(number, frame)

    def end() -> None:
        over.set()
        _thread.interrupt_main()

    signal.signal(signal.SIGINT, interrupted)
    timer = threading.Timer(seconds, end)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        left.set()
        timer.cancel()
        timer.join()
        signal.signal(signal.SIGINT, before)

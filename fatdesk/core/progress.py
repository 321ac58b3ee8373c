"""Progress of long work, and how it learns that it should stop."""

import time
from collections.abc import Callable
from typing import Protocol

from fatdesk.core.errors import OutOfTime


class Progress(Protocol):
    """Interface of the ``progress`` argument of long functions."""

    def step(self, done: int, total: int, text: str) -> None:
        """Report that ``done`` of ``total`` are done; raises Cancelled when asked to stop."""


class Showing(Progress, Protocol):
    """Progress that takes intermediate results."""

    def show(self, value: object) -> None:
        """Take one."""


class Silent:
    """A progress that nobody watches."""

    def step(self, done: int, total: int, text: str) -> None:
        """Do nothing."""

    def show(self, value: object) -> None:
        """Do nothing."""


class Timed:
    """A progress whose steps end the work once some seconds from now are over.

    Parameters
    ----------
    inner
        Where steps are reported.
    """

    def __init__(self, inner: Progress, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._inner, self._clock, self._end = inner, clock, clock() + seconds

    def step(self, done: int, total: int, text: str) -> None:
        """Report a step; raises OutOfTime when time is up."""
        self._inner.step(done, total, text)
        if self._clock() >= self._end:
            raise OutOfTime


SILENT = Silent()

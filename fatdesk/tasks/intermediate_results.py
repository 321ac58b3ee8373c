"""Intermediate results of a job: shown as they arrive, not too often."""

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Protocol

from fatdesk.core.progress import Progress

SHOW_S = 0.15
"""What arrives sooner after each other is shown together."""
PARTS = 1000
"""Units of progress of a point or row."""


class Showing(Progress, Protocol):
    """Progress that takes intermediate results."""

    def show(self, value: object) -> None:
        """Take one."""


@dataclass
class Shown:
    """What has arrived so far goes on.

    Attributes
    ----------
    told
        All that there is so far.
    fresh
        Whether something of it was not shown yet.
    """

    progress: Showing
    told: Callable[[], object]
    last: float = 0.0
    fresh: bool = True

    def show(self) -> None:
        """Show it where there is something new."""
        if self.fresh and monotonic() - self.last >= SHOW_S:
            self.fresh, self.last = False, monotonic()
            self.progress.show(self.told())

"""Progress of long work, and how it learns that it should stop."""

from typing import Protocol


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


SILENT = Silent()

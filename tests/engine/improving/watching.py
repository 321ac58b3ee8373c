"""A progress that remembers what it is told."""

from fatdesk.core.errors import Cancelled
from fatdesk.engine.improving.improve import Improved


class Watcher:
    """Keeps what is shown; cancels after so many steps told."""

    def __init__(self, most: int | None = None) -> None:
        self.shown: list[Improved] = []
        self.stated: list[tuple[int, int, str]] = []
        self._most = most

    def step(self, done: int, total: int, text: str) -> None:
        """Remember; raise Cancelled when it is enough."""
        self.stated.append((done, total, text))
        if self._most is not None and len(self.stated) > self._most:
            raise Cancelled

    def show(self, value: object) -> None:
        """Remember."""
        assert isinstance(value, Improved)
        self.shown.append(value)

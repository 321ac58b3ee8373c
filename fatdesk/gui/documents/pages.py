"""The pages of a document, listed little by little so that the window never waits for a long one."""

from collections.abc import Iterator
from time import monotonic

from PySide6.QtCore import QObject, QTimer, Signal

from fatdesk.engine.drawing.leaf import Leaf

SLICE_S = 0.012
"""How long listing may take at once."""


class Leaves(QObject):
    """``grew`` tells that pages were added, the last time when all are there."""

    grew = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.found: list[Leaf] = []
        self._source: Iterator[Leaf] | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._more)

    @property
    def complete(self) -> bool:
        """Whether all pages are there."""
        return self._source is None

    def list(self, source: Iterator[Leaf]) -> None:
        """List other pages; the first ones are there at once."""
        self.found, self._source = [], source
        self._timer.start()
        self._more()

    def stop(self) -> None:
        """List nothing any more."""
        self._timer.stop()
        self.found, self._source = [], None

    def finish(self) -> None:
        """List the rest now."""
        if self._source is not None:
            self.found.extend(self._source)
            self._end()

    def _end(self) -> None:
        self._source = None
        self._timer.stop()
        self.grew.emit()

    def _more(self) -> None:
        if self._source is None:
            return
        end = monotonic() + SLICE_S
        while monotonic() < end:
            leaf = next(self._source, None)
            if leaf is None:
                self._end()
                return
            self.found.append(leaf)
        self.grew.emit()

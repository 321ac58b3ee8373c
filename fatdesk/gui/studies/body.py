"""Shared body of study views: selected networks, their table, and the page without a study."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Literal, Protocol

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QPushButton, QWidget

from fatdesk.gui.charts.chart_view import ChartView
from fatdesk.gui.desk import Desk
from fatdesk.gui.tables import Table
from fatdesk.gui.widgets.empty_page import EmptyPage


class NetworkTable(Table):
    """``again`` states that a selected row was clicked again, ``removed`` the key Delete."""

    again = Signal()
    removed = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete asks to remove; the rest as in every table."""
        if event.key() == Qt.Key.Key_Delete and not event.modifiers():
            self.removed.emit()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """See whether the row is selected before Qt selects it."""
        line = self.indexAt(event.position().toPoint()).row()
        same = self.chosen_lines() == [line] and not event.modifiers()
        super().mousePressEvent(event)
        if same and event.button() == Qt.MouseButton.LeftButton:
            self.again.emit()


class NoStudy(EmptyPage):
    """Page without a study: its purpose, and the buttons ``new_asked``, ``ready_asked``."""

    new_asked = Signal()
    ready_asked = Signal()

    def __init__(
        self, desk: Desk, title: str, words: str, widest: int, picture: QWidget | None = None
    ) -> None:
        self.new, self.ready = QPushButton("New study"), QPushButton("Ready-made studies…")
        self.new.setObjectName("new-study")
        self.ready.setObjectName("ready-made")
        super().__init__(desk.theme, title, words, (self.new, self.ready), widest=widest, picture=picture)
        self.new.clicked.connect(lambda _=False: self.new_asked.emit())
        self.ready.clicked.connect(lambda _=False: self.ready_asked.emit())


State = Literal["waiting", "running", "done", "partial", "stale", "failed"]
MARKS = {
    "running": "running",
    "waiting": "waiting",
    "stale": "stale",
    "done": "good",
    "partial": "note",
    "failed": "error",
}


class Measured(Protocol):
    """A network of a study with the state of its results."""

    @property
    def state(self) -> State:
        """The state of the results."""


class StudyBody(QWidget):
    """Selects networks of a study; ``chosen`` carries the numbers of those that the user selected."""

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.selected: frozenset[int] = frozenset()
        self.setObjectName("study-body")
        self.alone = False
        self.curves: Sequence[Measured] = ()

    @property
    @abstractmethod
    def drawn(self) -> Sequence[ChartView]:
        """The plots of the study."""

    def belong_to(self, subject: object) -> None:
        """Name the study that is shown from now on; the zoom into another is given up."""
        for plot in self.drawn:
            plot.belong_to(subject)

    @abstractmethod
    def say_empty(self, words: str) -> None:
        """Show a message instead of the curves; an empty one shows the curves."""

    @abstractmethod
    def _mark(self, *, reveal: bool) -> None:
        """Show what is selected in all parts; bring its row into view where asked."""

    def show_selected(self, numbers: frozenset[int]) -> None:
        """Select networks without emitting a signal."""
        if numbers != self.selected:
            self.alone = False
        self.selected = numbers
        self._mark(reveal=True)

    def toggle_alone(self) -> None:
        """Dim what is not selected, or show it again."""
        self.alone = bool(self.selected) and not self.alone
        self._mark(reveal=False)

    def _picked(self, number: int, more: bool) -> None:
        if number >= 0 and not more and self.selected == {number}:
            self.toggle_alone()
            return
        own = frozenset({number} if number >= 0 else ())
        self._tell(self.selected ^ own if more else own)

    def _tell(self, numbers: frozenset[int]) -> None:
        self.show_selected(numbers)
        self.chosen.emit(sorted(numbers))

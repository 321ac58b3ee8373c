"""What the bodies of views of studies share: networks that are selected, together or alone."""

from abc import abstractmethod
from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from fatdesk.gui.charts.chart_view import ChartView


class StudyBody(QWidget):
    """Selects networks of a study; ``chosen`` carries the numbers of those that the user selected."""

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.selected: frozenset[int] = frozenset()
        self.alone = False

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
        """What stands in the place of curves; nothing: they are drawn."""

    @abstractmethod
    def _mark(self, *, reveal: bool) -> None:
        """Show what is selected in all parts; bring its row into view where asked."""

    def show_selected(self, numbers: frozenset[int]) -> None:
        """Select networks, without telling."""
        if numbers != self.selected:
            self.alone = False
        self.selected = numbers
        self._mark(reveal=True)

    def toggle_alone(self) -> None:
        """What is not selected steps back, or comes to the front again."""
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

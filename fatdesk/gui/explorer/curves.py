"""The curves of the paper's figures: one for each number of ports and of hosts on a switch."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from fatdesk.engine.charts import Chart
from fatdesk.engine.drawing.charts.candidate_points import (
    Mask,
    Measure,
    Points,
    candidate_curves,
    candidate_text,
    curves_chart,
)
from fatdesk.gui.charts.curves_view import ChartKey, CurvesView
from fatdesk.gui.desk import Desk

NAME = "Curves of candidates"
MOST_LINES = 200
SHOWN_HEIGHT = 60
"""Height of the legend in pixels; it scrolls."""


@dataclass(frozen=True)
class Curve:
    """A curve; its points are the numbers of candidates, from left to right."""

    number: int
    name: str
    points: tuple[int, ...]
    state: str = ""
    share: float | None = None


class CandidateCurvesPlot(CurvesView[Curve]):
    """The curves of two quantities; ``pin_asked`` carries the number of a candidate."""

    pin_asked = Signal(int)
    selects = False

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        self._points: Points | None = None
        self._measures: tuple[Measure, Measure] | None = None
        self._among: Mask | None = None
        self._by_switches = False
        super().__init__(desk, NAME, parent)

    def show_points(
        self,
        points: Points | None,
        measures: tuple[Measure, Measure],
        among: Mask | None,
        *,
        by_switches: bool,
        log: bool,
    ) -> None:
        """Show the curves of some candidates; ``log``: a logarithmic axis for the cost."""
        if log:
            x, y = (one._replace(axis=replace(one.axis, log=one.name == "cost")) for one in measures)
            measures = x, y
        self._points, self._measures, self._among = points, measures, among
        self._by_switches = by_switches
        curves: tuple[Curve, ...] = ()
        if points is not None and among is not None:
            found = candidate_curves(points, *measures, among, by_switches=by_switches)
            curves = tuple(Curve(n, one.name, tuple(one.numbers.tolist())) for n, one in enumerate(found))
        self.belong_to((points, measures[0].name, measures[1].name, log))
        self.show_selected(frozenset(), alone=True)
        self.show_curves(curves)
        self.title = self.chart.title

    def chart_of(self, curves: Sequence[Curve]) -> Chart:
        """Return the chart of the present quantities."""
        if self._points is None or self._measures is None or self._among is None:
            return Chart(NAME, self.across, self.upward)
        return curves_chart(self._points, *self._measures, by_switches=self._by_switches, among=self._among)

    def words_of(self, curve: Curve, point: int) -> str:
        """Return the name of the curve, and the description of the candidate."""
        points = self._points
        if points is None:
            return curve.name
        one = points.candidates[curve.points[point]]
        return f"{curve.name}\n{candidate_text(one, points.currency, points.hosts)}"

    @property
    def current(self) -> int | None:
        """The candidate that was clicked last, or that has the keyboard cursor."""
        return None if self.at is None else self.curves[self.at[0]].points[self.at[1]]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pin the current candidate with P."""
        if event.key() == Qt.Key.Key_P and not event.modifiers() and self.current is not None:
            self.pin_asked.emit(self.current)
        else:
            super().keyPressEvent(event)


class CandidateCurves(QWidget):
    """The plot with its legend below; ``chosen`` carries the numbers of candidates."""

    chosen = Signal(object)

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.plot, self.key = CandidateCurvesPlot(desk), ChartKey(desk)
        self.plot.setObjectName("candidate-curves")
        self.key.setObjectName("candidate-curves-key")
        self.key.most_lines = MOST_LINES
        self.area = QScrollArea()  # there may be dozens of curves
        self.area.setAccessibleName("Legend of the curves")
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setWidget(self.key)
        column.addWidget(self.plot, 1)
        column.addWidget(self.area)
        self.plot.chosen.connect(self._choose_point)
        self.key.chosen.connect(self._choose)

    def show_points(
        self,
        points: Points | None,
        measures: tuple[Measure, Measure],
        among: Mask | None,
        *,
        by_switches: bool,
        log: bool,
    ) -> None:
        """Show the curves of some candidates."""
        self.plot.show_points(points, measures, among, by_switches=by_switches, log=log)
        self.key.show_curves(self.plot.curves)
        self._fit_key()
        self.key.show_selected(frozenset(), alone=True)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let the legend have the height of its lines, three at most."""
        super().resizeEvent(event)
        self._fit_key()

    def _fit_key(self) -> None:
        self.area.setFixedHeight(
            min(self.key.minimumHeight(), self.key.sizeHint().height(), self._most()) + 1
        )

    def _most(self) -> int:
        return self.plot.theme.px(SHOWN_HEIGHT)

    def _choose_point(self, number: int, more: bool) -> None:
        """Choose the candidate that was clicked, and highlight its curve."""
        if more or self.plot.current is None:
            self._choose(number, more)
        else:
            self._highlight(frozenset({number}))
            self.chosen.emit([self.plot.current])

    def _choose(self, number: int, more: bool) -> None:
        """Highlight a curve or several, and choose all of their candidates; -1: none."""
        numbers = (self.plot.selected ^ {number} if more else frozenset({number})) - {-1}
        self._highlight(numbers)
        self.chosen.emit([point for one in sorted(numbers) for point in self.plot.curves[one].points])

    def _highlight(self, numbers: frozenset[int]) -> None:
        for view in (self.plot, self.key):
            view.show_selected(numbers, alone=True)

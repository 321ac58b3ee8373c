"""Plot of the cost of the best network over the number of hosts, with its lower bound."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from fatdesk.core.number_text import counted
from fatdesk.engine.charts import Axis, Chart
from fatdesk.engine.design.curve import CurvePoint, median_gap
from fatdesk.engine.drawing.charts.cost_charts import BOUND, COST, DUE, MOST_MARKERS, TITLE, cost_chart
from fatdesk.gui.charts.chart_view import ChartView
from fatdesk.gui.charts.series import draw_markers, line_item, marker_item, series_colour
from fatdesk.gui.desk import Desk
from fatdesk.gui.widgets.numbers import WholeNumberField, priced
from fatdesk.gui.widgets.plain_text import label, tip

MOST = 1_000_000
DUE_SERIES, DUE_MARKER = 2, 4.6
"""The series of numbers of hosts from which switches are due, and the radius of its markers."""
WIDE = 100
"""Half-width of the suggested range in hosts."""


class CurveBar(QWidget):
    """Range of hosts for the cost curve; ``requested`` carries both limits."""

    requested = Signal(int, int)
    edited = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        px = desk.theme.px
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(px(8))
        self.low, self.high = (WholeNumberField(name, 1, MOST) for name in ("Hosts from", "Hosts to"))
        self.low.setObjectName("curve-from")
        self.high.setObjectName("curve-to")
        for edit in (self.low, self.high):
            edit.setFixedWidth(px(80))
            edit.returnPressed.connect(self._ask)
        self.draw = QPushButton("Draw")
        self.draw.setObjectName("draw-curve")
        self.draw.setToolTip(
            tip(
                "Search the best design for each number of hosts in the range: over many parts of the "
                "catalog this takes minutes. Name switches in the requirements, or choose a shorter range"
            )
        )
        self.draw.clicked.connect(lambda _=False: self._ask())
        for edit in (self.low, self.high):
            edit.textChanged.connect(lambda _: self.edited.emit())
        row.addWidget(label("Hosts from", "text2"))
        for widget in (self.low, label("to", "text2"), self.high, self.draw):
            row.addWidget(widget)

    def suggest(self, hosts: int) -> None:
        """Suggest a range around a number of hosts."""
        self.low.setText(str(max(1, hosts - WIDE)))
        self.high.setText(str(hosts + WIDE))

    @property
    def searches(self) -> int | None:
        """Number of searches that the range takes; None: a field has no number."""
        low, high = self.low.value, self.high.value
        return None if low is None or high is None else abs(high - low) + 1

    def _ask(self) -> None:
        low, high = self.low.value, self.high.value
        if low is not None and high is not None:
            self.requested.emit(min(low, high), max(low, high))


def point_text(point: CurvePoint) -> str:
    """Return the tooltip of a point."""
    if point.cost is None:
        return f"{counted(point.hosts, 'host')}\nno design"
    cost = priced(point.cost.amount, point.cost.at_least, point.cost.currency)
    lines = [
        f"{counted(point.hosts, 'host')}: {cost}",
        f"{point.family}, {point.E:,} edge and {point.C:,} core switches",
        f"{point.cost.currency} {float(point.cost.amount) / point.hosts:,.0f} per host",
    ]
    if point.lower_bound is not None:
        over = float(point.cost.amount) / float(point.lower_bound) - 1
        lines.append(f"lower bound {float(point.lower_bound):,.0f}, {100 * over:.1f} % below the cost")
    lines.append(f"up to {counted(point.hosts_possible, 'host')} without another core switch")
    if point.due:
        lines.append(f"Due from here on: {point.due}")
    return "\n".join(lines)


class CurvePlot(ChartView):
    """The cost curve as a line, the bound as a dashed line."""

    selects = False

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, TITLE, parent)
        self.points: list[CurvePoint] = []
        self.title = TITLE
        self.current: int | None = None
        self.chart = cost_chart(())
        self.gap: float | None = None
        """Median gap between cost and bound, as a part of the bound."""
        self.hosts = self.cost = self._bound = np.empty(0)

    def show_curve(self, points: Sequence[CurvePoint]) -> None:
        """Show a curve."""
        self.points, self.current = list(points), None
        self.chart, self.gap = cost_chart(points), median_gap(points)
        self.hosts = np.array([point.hosts for point in points], float)
        self.cost, self._bound = (
            next(
                (series.y for series in self.chart.series if series.name == name),
                np.full(len(points), np.nan),
            )
            for name in (COST, BOUND)
        )
        self.setAccessibleDescription(
            "; ".join(point_text(point).replace("\n", ", ") for point in points[:: max(1, len(points) // 20)])
        )
        self.show_axes(self._whole)
        self.refill()

    def _whole(self) -> tuple[Axis, Axis]:
        return self._logged(self.chart.across, 0), self._logged(self.chart.up, 1)

    def nearest(self, at: QPointF) -> int | None:
        """Return the number of the point above or below a pixel."""
        if not len(self.hosts):
            return None
        x, _ = self.places(self.hosts, self.cost)
        found = int(np.abs(x - at.x()).argmin())
        return found if abs(x[found] - at.x()) <= self.theme.px(12) else None

    def hovered(self, at: QPointF) -> None:
        """Highlight the point above or below the pointer."""
        found = self.nearest(at)
        if found != self.current:
            self.current = found
            self.viewport().update()

    def words_at(self, at: QPointF) -> str:
        """Return the tooltip at a pixel."""
        found = self.nearest(at)
        return "" if found is None else point_text(self.points[found])

    def pressed(self, at: QPointF, more: bool) -> bool:
        """Ignore clicks: nothing can be selected."""
        return True

    def fill(self, add: Callable[[Any], None]) -> None:
        """Add both lines, with markers if there are few points."""
        theme = self.theme
        for values, number, dashed in ((self._bound, 1, True), (self.cost, 0, False)):
            x, y = self.laid(self.hosts, values)
            colour = series_colour(theme, number)
            pen = QPen(colour, 2, Qt.PenStyle.CustomDashLine if dashed else Qt.PenStyle.SolidLine)
            if dashed:
                pen.setDashPattern([4, 3])
            if np.isfinite(y).any():
                add(line_item(x, y, pen, gaps=True))
                if len(self.points) <= MOST_MARKERS and not dashed:
                    add(marker_item(x, y, number, colour, 3.2, theme.colour("base")))
        due = np.array([bool(point.due) for point in self.points], bool)
        if due.any():
            x, y = self.laid(self.hosts[due], self.cost[due])
            colour = series_colour(theme, DUE_SERIES)
            add(marker_item(x, y, DUE_SERIES, colour, DUE_MARKER, theme.colour("base")))

    def values(self) -> Chart | None:
        """Return the chart of curve and bound."""
        return replace(self.chart, across=self.across, up=self.upward)

    def draw_over(self, painter: QPainter) -> None:
        """Highlight the point above or below the pointer."""
        if self.current is not None and np.isfinite(self.cost[self.current]):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            x, y = self.places(self.hosts, self.cost)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self.theme.colour("accent"), 1.5))
            painter.drawEllipse(QPointF(x[self.current], y[self.current]), 8.0, 8.0)

    def key_height(self) -> int:
        """Return the height of the lines of the legend in pixels."""
        return self.theme.px(26) * (1 + self._key()[-1][3])

    def _key(self) -> list[tuple[int, str, float, int]]:
        """The entries of the legend: series, name, x from its left end, and line from 0."""
        px, letters = self.theme.px, QFontMetricsF(self.theme.font(12))
        bound = BOUND
        if not np.isfinite(self._bound).any():
            bound += ": unknown without prices of switches and cables"
        elif self.gap is not None:
            bound += f", median gap {100 * self.gap:.1f} %"
        named = [(0, COST), (1, bound)] + [(DUE_SERIES, DUE)] * any(point.due for point in self.points)
        found: list[tuple[int, str, float, int]] = []
        x, line, room = 0.0, 0, self.viewport().width() - px(90)
        for number, words in named:
            wide = px(30) + letters.horizontalAdvance(words)
            if found and x + wide > room:
                x, line = 0.0, line + 1
            found.append((number, words, x, line))
            x += wide + px(22)
        return found

    def draw_key(self, painter: QPainter, space: QRectF) -> None:
        """Draw the legend."""
        px, theme = self.theme.px, self.theme
        painter.setFont(theme.font(12))
        for number, words, at, line in self._key():
            x, y = space.left() + at, space.top() + px(13) + px(26) * line
            colour = series_colour(theme, number)
            pen = QPen(colour, 2)
            if number == 1:
                pen.setDashPattern([4, 3])
            painter.setPen(pen)
            if number == DUE_SERIES:
                middle = np.array([x + px(12)]), np.array([y])
                draw_markers(painter, *middle, number, colour, DUE_MARKER, theme.colour("base"))
            else:
                painter.drawLine(QPointF(x, y), QPointF(x + px(24), y))
            painter.setPen(theme.colour("text2"))
            painter.drawText(QPointF(x + px(30), y + px(4)), words)

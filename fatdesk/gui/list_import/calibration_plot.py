"""Measured lengths over the way through the room: each cable a point, rules as lines."""

from collections.abc import Callable
from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter

from fatdesk.engine.charts.axis import Axis, Reals
from fatdesk.engine.charts.chart import Chart, Series
from fatdesk.engine.list_import.calibrating import Calibration
from fatdesk.gui.charts.chart_view import ChartView
from fatdesk.gui.charts.series import draw_markers, line_item, marker_item, series_colour, series_pen
from fatdesk.gui.desk import Desk

RADIUS, NEAR = 3.6, 9.0
FIT, NOW, SUGGESTED, ASIDE = range(4)
NAMES = ("fitted", "rules now", "suggested", "set aside")


class CalibrationPlot(ChartView):
    """What cables are longer than their way; ``picked`` carries the number of a point that was clicked."""

    picked = Signal(int)

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, "What was measured beyond the way through the room")
        self.title = "Measured beyond the way through the room"
        self.found: Calibration | None = None
        self.chosen: frozenset[int] = frozenset()
        self._way = self._over = np.empty(0)
        self._aside = np.empty(0, np.bool_)

    def show_fit(self, found: Calibration) -> None:
        """Show points and lines."""
        self.found = found
        self._way = np.array([point.way_m for point in found.points])
        self._over = np.array([point.measured_m - point.way_m for point in found.points])
        self._aside = np.array([point.aside for point in found.points], np.bool_)
        told = "; ".join(
            f"{name}: slack {slack:.2f} m, tolerance {100 * tolerance:.1f} %"
            for name, (slack, tolerance) in zip(NAMES, self._rules(found), strict=False)
        )
        self.setAccessibleDescription(f"{len(found.points)} points. {told}. The table has the same.")
        self.show_axes(self._whole)
        self.refill()

    def show_chosen(self, numbers: frozenset[int]) -> None:
        """Ring some points."""
        self.chosen = numbers
        self.viewport().update()

    def _rules(self, found: Calibration) -> tuple[tuple[float, float], ...]:
        return (
            (found.slack_m, found.tolerance),
            (found.rules_slack_m, found.rules_tolerance),
            (found.suggested_slack_m, found.suggested_tolerance),
        )

    def _whole(self) -> tuple[Axis, Axis]:
        across = Axis("Way: in trays, up and down, and to the side, m").over(np.append(self._way, 0.0))
        lines = [self._line(across, number)[1] for number in range(3)] if self.found else []
        return across, Axis("Measured less the way, m").over(np.concatenate([self._over, [0.0], *lines]))

    def _line(self, across: Axis, number: int) -> tuple[Reals, Reals]:
        assert self.found is not None
        slack, tolerance = self._rules(self.found)[number]
        x = np.array([max(across.low, 0.0), across.high])
        return x, slack + tolerance * x

    # Painting

    def key_height(self) -> int:
        """One line."""
        return self.theme.px(24)

    def fill(self, add: Callable[[Any], None]) -> None:
        """Points, and lines over them."""
        chart = self.values()
        if chart is None:
            return
        theme = self.theme
        for one in chart.series:
            colour = series_colour(theme, one.number)
            x, y = self.laid(one.x, one.y)
            if one.line:
                add(line_item(x, y, series_pen(one.number, colour)))
            else:
                add(marker_item(x, y, one.number, colour, RADIUS, theme.colour("base")))

    def values(self) -> Chart | None:
        """Measured points, and the rules as lines."""
        if self.found is None:
            return None
        series = [
            Series(number, name, self._way[some], self._over[some], line=False)
            for number, name, some in (
                (FIT, "measured", ~self._aside),
                (ASIDE, NAMES[ASIDE], self._aside),
            )
            if some.any()
        ]
        series += [
            Series(number, NAMES[number], *self._line(self.across, number), markers=False)
            for number in (NOW, SUGGESTED, FIT)
        ]
        return Chart(self.title, self.across, self.upward, tuple(series))

    def draw_over(self, painter: QPainter) -> None:
        """Rings around the points that were chosen."""
        if self.found is None:
            return
        x, y = self.places(self._way, self._over)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(self.theme.colour("accent"))
        for number in sorted(self.chosen):
            painter.drawEllipse(QPointF(x[number], y[number]), 2 * RADIUS, 2 * RADIUS)

    def draw_key(self, painter: QPainter, space: QRectF) -> None:
        """A line and a name each; markers for what is set aside."""
        px, left = self.theme.px, space.left()
        painter.setFont(self.theme.font(12))
        letters = QFontMetricsF(painter.font())
        middle = space.center().y()
        aside = bool(self._aside.any())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for number, name in enumerate(NAMES if aside else NAMES[:ASIDE]):
            colour = series_colour(self.theme, number)
            if number == ASIDE:
                spot = np.array([left + px(12)]), np.array([middle])
                draw_markers(painter, *spot, number, colour, RADIUS)
            else:
                painter.setPen(series_pen(number, colour))
                painter.drawLine(QPointF(left, middle), QPointF(left + px(24), middle))
            painter.setPen(self.theme.colour("text2"))
            painter.drawText(QPointF(left + px(30), middle + letters.ascent() / 2 - 1), name)
            left += px(30) + letters.horizontalAdvance(name) + px(20)

    # Pointing

    def point_at(self, at: QPointF) -> int:
        """The nearest point to a pixel; -1: none is near."""
        if not len(self._way):
            return -1
        x, y = self.places(self._way, self._over)
        far = np.hypot(x - at.x(), y - at.y())
        nearest = int(far.argmin())
        return nearest if far[nearest] <= NEAR else -1

    def words_at(self, at: QPointF) -> str:
        """The cable and its figures."""
        number = self.point_at(at)
        if number < 0 or self.found is None:
            return ""
        point = self.found.points[number]
        aside = ", set aside" if point.aside else ""
        return f"{point.cable}\nway {point.way_m:.2f} m, measured {point.measured_m:.2f} m{aside}"

    def pressed(self, at: QPointF, more: bool) -> bool:
        """Pick the point."""
        number = self.point_at(at)
        if number >= 0:
            self.picked.emit(number)
        return number >= 0

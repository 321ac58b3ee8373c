"""Scatter plot of candidates: Pareto front, selection, pins, keyboard navigation."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QWidget

from fatdesk.engine.charts import Axis, Chart
from fatdesk.engine.drawing.charts.candidate_points import (
    Mask,
    Measure,
    PlottedPoints,
    points_chart,
    title_of,
)
from fatdesk.gui.charts.chart_view import ChartView
from fatdesk.gui.charts.series import draw_markers, line_item, marker_item, series_colour
from fatdesk.gui.desk import Desk

NEAR = 9.0
"""Radius around the pointer in which a point is hit, in pixels."""
SMALL, LARGE, DOT = 3.2, 5.5, 1.6
KEY = 26
LEGEND_END = 14
"""Pixels between the legend and the edges of the plot."""
KEYS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
Numbers = NDArray[np.int64]
COSTS = ("cost", "routed")
"""Quantities whose axes may be logarithmic."""


MANY = 20_000
"""Faint points above this number are drawn once where several lie on each other."""
CELLS = 4000
"""Number of distinct places along each axis then; it exceeds the pixels of a screen."""


def _apart(mask: Mask, x: NDArray[np.float64], y: NDArray[np.float64], series: Numbers) -> Mask:
    """Return a mask of the points to draw: of many, one of each series at a place."""
    numbers = np.flatnonzero(mask & np.isfinite(x) & np.isfinite(y))
    if len(numbers) <= MANY:
        return mask
    code = series[numbers]
    for values in (x[numbers], y[numbers]):
        step = (values.max() - values.min()) / CELLS or 1.0
        code = code * (CELLS + 1) + ((values - values.min()) / step).astype(np.int64)
    drawn = np.zeros(len(mask), np.bool_)
    drawn[numbers[np.unique(code, return_index=True)[1]]] = True
    return drawn


class Scatter(ChartView):
    """Scatter plot of candidates.

    ``chosen`` carries the numbers of selected points and whether they extend the selection; ``pin_asked`` and
    ``make_asked`` carry the number of a point.
    """

    chosen = Signal(object, bool)
    pin_asked = Signal(int)
    make_asked = Signal(int)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, "Scatter plot of candidates", parent)
        self.points: PlottedPoints | None = None
        self.shown: Mask = np.empty(0, np.bool_)
        """Mask of the points that match the filters; others are not drawn."""
        self.strong: Mask = np.empty(0, np.bool_)
        """Mask of emphasised points; others are drawn faintly."""
        self.over: Mask = np.empty(0, np.bool_)
        """Mask of points that break a requirement: a dot in their middle."""
        self.over_texts = ("Blocks more than required", "Blocks more")
        """Meaning of the dot, and a shorter text."""
        self.dot = DOT
        """Radius of that dot."""
        self.line: Numbers = np.empty(0, np.int64)
        self.selected: Numbers = np.empty(0, np.int64)
        self.pins: Mapping[int, str] = {}
        self.grey = False
        """Whether faint points are grey."""
        self.current: int | None = None
        """Point with the keyboard cursor."""
        self._hover: int | None = None
        self._measures: tuple[Measure, Measure] | None = None
        self._log_cost = False

    # Contents

    def show_points(self, points: PlottedPoints | None, x: Measure, y: Measure, *, log: bool) -> None:
        """Show points by two quantities, zoomed to all."""
        self.points, self._measures, self._log_cost = points, (x, y), log
        self.current = self._hover = None
        if points is None:
            self.shown = self.strong = np.empty(0, np.bool_)
            self.line = self.selected = np.empty(0, np.int64)
        self.title = title_of(x, y)
        self.show_axes(self._whole)
        self.refill()

    def show_look(self, shown: Mask, strong: Mask, line: Numbers) -> None:
        """Set the drawn points, the emphasised ones, and those on the line of the front."""
        is_other = not np.array_equal(shown, self.shown)
        self.shown, self.strong, self.line = shown, strong, line
        if is_other and not self.is_moved:
            self.fit()
        if self.current is not None and not shown[self.current]:
            self.current = None
        if self.points is not None:
            words = (
                f"{int(shown.sum()):,} points, {len(line)} on the Pareto front. Listed in the table below."
            )
            self.setAccessibleDescription(words)
        self.refill()

    def show_selected(self, numbers: Numbers) -> None:
        """Highlight the selected points."""
        self.selected = numbers
        if len(numbers) == 1:
            self.current = int(numbers[0])
        self.viewport().update()

    def show_pins(self, pins: Mapping[int, str]) -> None:
        """Show the letters of pinned points."""
        self.pins = pins
        self.viewport().update()

    def _whole(self) -> tuple[Axis, Axis]:
        points = self.points
        if points is None or self._measures is None:
            return self.across, self.upward
        x, y = self._measures
        among = self.shown if len(self.shown) == len(points) and self.shown.any() else points.fits | True
        return (
            self._logged(self._axis(x).over(points.figures[x.name][among]), 0),
            self._logged(self._axis(y).over(points.figures[y.name][among]), 1),
        )

    def _axis(self, measure: Measure) -> Axis:
        if self._log_cost and measure.name in COSTS:
            return Axis(measure.axis.title, unit=measure.axis.unit, scaled=True, log=True)
        return measure.axis

    # Positions

    def spots(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the positions of all points in pixels."""
        assert self.points is not None and self._measures is not None  # noqa: PT018
        x, y = self._measures
        return self.places(self.points.figures[x.name], self.points.figures[y.name])

    def spot(self, number: int) -> QPointF:
        """Return the position of a point in pixels."""
        x, y = self.spots()
        return QPointF(float(x[number]), float(y[number]))

    def point_at(self, at: QPointF) -> int | None:
        """Return the nearest drawn point, preferring the front."""
        if self.points is None or not self.shown.any():
            return None
        x, y = self.spots()
        far = np.hypot(x - at.x(), y - at.y())
        far = np.where(self.shown & np.isfinite(far), far, np.inf)
        far = far - np.where(self.strong, 1.0, 0.0)
        found = int(far.argmin())
        return found if far[found] <= self.theme.px(NEAR) else None

    def in_band(self, band: QRectF) -> Numbers:
        """Return the drawn points inside a rectangle."""
        if self.points is None:
            return np.empty(0, np.int64)
        x, y = self.spots()
        inside = (x >= band.left()) & (x <= band.right()) & (y >= band.top()) & (y <= band.bottom())
        return np.flatnonzero(inside & self.shown)

    # Mouse and keyboard

    def pressed(self, at: QPointF, more: bool) -> bool:
        """Select the clicked point, or none."""
        found = self.point_at(at)
        if found is None:
            if not more:
                self.chosen.emit(np.empty(0, np.int64), False)
            return False
        self.chosen.emit(np.array([found]), more)
        return True

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Create a project from a point, or zoom to all."""
        found = self.point_at(event.position())
        if found is None:
            super().mouseDoubleClickEvent(event)
        elif event.button() == Qt.MouseButton.LeftButton:
            self.make_asked.emit(found)

    def hovered(self, at: QPointF) -> None:
        """Highlight the point under the pointer."""
        found = self.point_at(at)
        if found != self._hover:
            self._hover = found
            self.viewport().update()

    def words_at(self, at: QPointF) -> str:
        """Return the tooltip of the point under the pointer."""
        found = self.point_at(at)
        if found is None or self.points is None:
            return ""
        points = self.points
        words = points.text(found)
        x, y = self.spots()
        same = int(((np.hypot(x - x[found], y - y[found]) < 1) & self.shown).sum()) - 1
        return words + (f"\n{same} more at this position" if same else "")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move between points with the arrow keys, select with Enter, pin with P."""
        key = event.key()
        if self.points is None or not self.shown.any():
            super().keyPressEvent(event)
        elif key in KEYS:
            self.walk(KEYS[Qt.Key(key)])
        elif key in ENTER and self.current is not None:
            more = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            self.chosen.emit(np.array([self.current]), more)
        elif key == Qt.Key.Key_P and not event.modifiers() and self.current is not None:
            self.pin_asked.emit(self.current)
        else:
            super().keyPressEvent(event)

    def walk(self, step: int) -> None:
        """Move the cursor to the next point by x, then y; start at the leftmost visible one."""
        assert self.points is not None
        x, y = self.spots()
        order = np.lexsort((-y, x))
        order = order[self.shown[order] & np.isfinite(x[order]) & np.isfinite(y[order])]
        if not len(order):
            return
        places: list[int] = order.tolist()
        if self.current in places:
            self.current = places[(places.index(self.current) + step) % len(places)]
        else:
            self.current = places[0 if step > 0 else -1]
        spot, area = self.spot(self.current), self.area
        if not area.contains(spot):
            self.move_by(area.center() - spot)
        self.setAccessibleDescription(self.points.text(self.current))
        self.viewport().update()

    # Painting

    def fill(self, add: Callable[[Any], None]) -> None:
        """Add faint points, the line of the front, and emphasised points."""
        points = self.points
        if points is None or self._measures is None or len(self.shown) != len(points):
            return
        figures = (points.figures[measure.name] for measure in self._measures)
        x, y = self.laid(*figures)
        theme, ground = self.theme, self.theme.colour("base")
        back = _apart(self.shown & ~self.strong, x, y, points.series)
        for number in range(len(points.names)):
            mine = back & (points.series == number)
            colour = theme.colour("line2") if self.grey else series_colour(theme, number, back=True)
            if mine.any():
                add(marker_item(x[mine], y[mine], number, colour, theme.px(SMALL), ground))
        if len(self.line) > 1:
            pen = QPen(theme.colour("text2"), 1.4, Qt.PenStyle.CustomDashLine)
            pen.setDashPattern([4, 3])
            add(line_item(x[self.line], y[self.line], pen))
        on_line = np.zeros(len(points), np.bool_)
        on_line[self.line] = True
        for number in range(len(points.names)):
            mine = self.shown & self.strong & (points.series == number)
            colour = series_colour(theme, number)
            for some, radius in ((mine & ~on_line, SMALL), (mine & on_line, LARGE)):
                if some.any():
                    add(marker_item(x[some], y[some], number, colour, radius, ground))
        broken = _apart(self._broken, x, y, points.series)
        if broken.any():
            add(marker_item(x[broken], y[broken], 0, theme.colour("warn_fill"), theme.px(self.dot), ground))

    @property
    def _broken(self) -> Mask:
        """Mask of the drawn points that break a requirement."""
        none = np.zeros(len(self.shown), np.bool_)
        return self.shown & self.over if len(self.over) == len(self.shown) else none

    def values(self) -> Chart | None:
        """Return the chart of the drawn points."""
        points = self.points
        if points is None or self._measures is None or len(self.shown) != len(points):
            return None
        return points_chart(points, *self._measures, self.shown, (self.across, self.upward))

    def draw_over(self, painter: QPainter) -> None:
        """Draw rings of the selection and cursor, and the labels of pins."""
        if self.points is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        x, y = self.spots()
        area, colour = self.area, self.theme.colour
        base, radius = colour("base"), float(self.theme.px(9))
        for number in self.selected.tolist() if len(self.selected) <= 500 else ():
            at = QPointF(float(x[number]), float(y[number]))
            if self.shown[number] and area.contains(at):
                painter.setPen(QPen(base, 5))
                painter.drawEllipse(at, radius, radius)
                painter.setPen(QPen(colour("accent"), 2.5))
                painter.drawEllipse(at, radius, radius)
        for number, tone in ((self._hover, "accent"), (self.current if self.hasFocus() else None, "text")):
            if number is not None and number < len(x) and self.shown[number]:
                style = Qt.PenStyle.SolidLine if tone == "accent" else Qt.PenStyle.DotLine
                painter.setPen(QPen(colour(tone), 1.5, style))
                painter.drawEllipse(QPointF(float(x[number]), float(y[number])), radius + 3, radius + 3)
        self._draw_plates(painter, x, y)

    def _draw_plates(self, painter: QPainter, x: NDArray[np.float64], y: NDArray[np.float64]) -> None:
        """Draw letter and parameters next to each pinned point if there is room."""
        assert self.points is not None
        theme, px, area = self.theme, self.theme.px, self.area
        taken: list[QRectF] = []
        for number, letter in self.pins.items():
            at = QPointF(float(x[number]), float(y[number]))
            if not self.shown[number] or not area.contains(at):
                continue
            painter.setFont(theme.strong(12))
            words = f"{letter}  {self.points.label(number)}"
            plate = self._free_place(at, words, painter, taken)
            if plate is None:
                words = letter
                plate = self._free_place(at, words, painter, taken) or QRectF(at.x(), at.y(), px(24), px(22))
            taken.append(plate)
            painter.setPen(QPen(theme.colour("accent"), 1))
            painter.setBrush(theme.colour("raised"))
            painter.drawRoundedRect(plate, px(4), px(4))
            painter.setPen(theme.colour("text"))
            painter.drawText(plate, int(Qt.AlignmentFlag.AlignCenter), words)

    def _free_place(self, at: QPointF, words: str, painter: QPainter, taken: list[QRectF]) -> QRectF | None:
        """Return a free rectangle next to a point for a label, or None."""
        px, area = self.theme.px, self.area
        wide = QFontMetricsF(painter.font()).horizontalAdvance(words) + px(16)
        high = float(px(22))
        for rise in (0, 1, 2, 3):
            for left in (at.x() + px(14), at.x() - px(14) - wide):
                for top in (at.y() + px(8) + rise * px(26), at.y() - px(8) - high - rise * px(26)):
                    spot = QRectF(left, top, wide, high)
                    if area.contains(spot) and not any(map(spot.intersects, taken)):
                        return spot
        return None

    def key_height(self) -> int:
        """Return the height of one line in pixels."""
        return self.theme.px(KEY)

    def draw_key(self, painter: QPainter, space: QRectF) -> None:
        """Draw the legend: markers of the series, line of the front."""
        points, theme, px = self.points, self.theme, self.theme.px
        if points is None:
            return
        painter.setFont(theme.font(12))
        letters = QFontMetricsF(painter.font())
        present = set(points.series[self.shown].tolist()) if len(self.shown) else set()
        front = f"Pareto front, {len(self.line)} of {int(self.shown.sum()):,}"
        names = [name for number, name in enumerate(points.names) if number in present]
        need = sum(px(34) + letters.horizontalAdvance(name) for name in names)
        text, short = self.over_texts
        need += px(28 + LEGEND_END) + (px(36) + letters.horizontalAdvance(short)) * bool(self._broken.any())
        if need + letters.horizontalAdvance(front) > self.viewport().width():
            front = "Pareto front"  # the table below has the counts
        need += letters.horizontalAdvance(front)
        x, y = space.left() + px(6), space.center().y()
        x = max(px(LEGEND_END), min(x, self.viewport().width() - need))  # over all where room is scarce
        for number, name in enumerate(points.names):
            if number not in present:
                continue
            spot = np.array([x]), np.array([y])
            draw_markers(painter, *spot, number, series_colour(theme, number), px(4))
            painter.setPen(theme.colour("text2"))
            painter.drawText(QPointF(x + px(12), y + px(4)), name)
            x += px(34) + letters.horizontalAdvance(name)
        pen = QPen(theme.colour("text2"), 1.4, Qt.PenStyle.CustomDashLine)
        pen.setDashPattern([4, 3])
        painter.setPen(pen)
        painter.drawLine(QPointF(x, y), QPointF(x + px(22), y))
        painter.setPen(theme.colour("text2"))
        painter.drawText(QPointF(x + px(28), y + px(4)), front)
        x += px(28) + letters.horizontalAdvance(front) + px(22)
        room = self.viewport().width() - x - px(14)
        text = text if letters.horizontalAdvance(text) <= room else short
        if self._broken.any() and letters.horizontalAdvance(text) <= room:
            spot = np.array([x]), np.array([y])
            draw_markers(painter, *spot, 0, theme.colour("warn_fill"), px(DOT) + 1)
            painter.drawText(QPointF(x + px(10), y + px(4)), text)

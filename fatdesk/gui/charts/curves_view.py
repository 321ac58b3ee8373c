"""Charts of curves that grow as points arrive, and their legend; shared by the plots of studies."""

from collections.abc import Callable, Sequence
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
import pyqtgraph as pg  # imported with the first chart, not at start
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from fatdesk.core.arrays import Floats
from fatdesk.engine.charts import Axis, Chart, Guide, Series
from fatdesk.gui.charts.chart_view import ChartView
from fatdesk.gui.charts.series import (
    CAP,
    LEAST_BAR,
    MARKER,
    at_least_item,
    draw_markers,
    interval_items,
    line_item,
    marker_item,
    series_colour,
    series_pen,
)
from fatdesk.gui.desk import Desk
from fatdesk.gui.widgets.numbers import percent, to_read
from fatdesk.gui.widgets.plain_text import tip

NEAR = 9.0
"""Radius around the pointer in which a curve is hit, in pixels."""
STEP = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class CurveLike(Protocol):
    """A curve: series number, name, points and state."""

    @property
    def number(self) -> int:
        """Series number, which sets colour and marker."""

    @property
    def name(self) -> str:
        """Name in the legend."""

    @property
    def points(self) -> Sequence[Any]:
        """Points from left to right."""

    @property
    def state(self) -> str:
        """``running`` while points arrive, ``stale`` if outdated."""

    @property
    def share(self) -> float | None:
        """Completed fraction of a running curve, or None."""


Curve = TypeVar("Curve", bound=CurveLike)


class CurvesView(ChartView, Generic[Curve]):
    """Chart of curves; ``chosen`` carries the number of a curve or -1, and whether it extends the selection.

    The up and down keys move between curves, left and right along a curve, Enter selects it.
    """

    chosen = Signal(int, bool)

    selects = False

    def __init__(self, desk: Desk, name: str, parent: QWidget | None = None) -> None:
        super().__init__(desk, name, parent)
        self.title = name
        self.curves: Sequence[Curve] = ()
        self.chart = Chart(name, self.across, self.upward)
        self.selected: frozenset[int] = frozenset()
        self.alone = False
        """Whether unselected curves are drawn faintly."""
        self.at: tuple[int, int] | None = None
        """Curve and point with the keyboard cursor."""
        self._full = self._whole

    # Overridden by subclasses

    def chart_of(self, curves: Sequence[Curve]) -> Chart:
        """Return the chart of some curves."""
        raise NotImplementedError

    def values(self) -> Chart | None:
        """Return the chart of all curves."""
        return self.chart

    def words_of(self, curve: Curve, point: int) -> str:
        """Return the tooltip of a point."""
        raise NotImplementedError

    def summary(self, curve: Curve) -> str:
        """Return a description of a curve for screen readers, after its number of points."""
        return ""

    # Contents

    def _picture(self) -> QPixmap:
        """Return the view with the names of its curves below it, as in the window."""
        view = super()._picture()
        if self.key_height() or not self.curves:
            return view
        key = ChartKey(self.desk)
        key.most_lines = len(self.curves)
        key.setFixedWidth(self.width())
        key.show_curves(self.curves)
        key.show_selected(self.selected, alone=self.alone)
        legend = key.grab()
        key.deleteLater()
        made = QPixmap(view.width(), view.height() + legend.height())
        made.setDevicePixelRatio(view.devicePixelRatio())
        painter = QPainter(made)
        painter.drawPixmap(QPointF(0, 0), view)
        painter.drawPixmap(QPointF(0, view.deviceIndependentSize().height()), legend)
        painter.end()
        return made

    def _description(self) -> str:
        lines = [f"{curve.name}: {len(curve.points)} points{self.summary(curve)}" for curve in self.curves]
        return "; ".join(lines) + ". Listed in the table." if lines else ""

    def show_curves(self, curves: Sequence[Curve]) -> None:
        """Show curves, or more points of the same ones."""
        before, self.curves, self.chart = self.chart, curves, self.chart_of(curves)
        if _units(self.chart) != _units(before):
            self.is_moved = False  # a zoom in other units shows nothing
        if self.at is not None and not (
            self.at[0] < len(curves) and self.at[1] < len(curves[self.at[0]].points)
        ):
            self.at = None
        self.setAccessibleDescription(self._description())
        if not self.is_moved:
            self.fit()
        self.refill()

    def _whole(self) -> tuple[Axis, Axis]:
        """Return the axes over all curves, with the scales chosen by the user."""
        return self._logged(self.chart.across, 0), self._logged(self.chart.up, 1)

    def show_selected(self, numbers: frozenset[int], *, alone: bool) -> None:
        """Highlight curves; with ``alone`` draw the others faintly."""
        self.selected, self.alone = numbers, alone and bool(numbers)
        self.refill()

    # Positions

    def series_of(self, curve: Curve) -> Series:
        """Return the series of a curve."""
        return next(one for one in self.chart.series if one.number == curve.number)

    def spots(self, curve: Curve) -> tuple[Floats, Floats]:
        """Return the points of a curve in pixels."""
        series = self.series_of(curve)
        return self.places(series.x, series.y)

    def curve_at(self, at: QPointF) -> tuple[int, int] | None:
        """Return the nearest curve and its point next to a pixel, or None."""
        best: tuple[float, int, int] | None = None
        for curve in self.curves:
            x, y = self.spots(curve)
            known = np.flatnonzero(np.isfinite(x) & np.isfinite(y))
            if not len(known):
                continue
            x, y = x[known], y[known]
            far = np.hypot(x - at.x(), y - at.y())
            nearest = int(far.argmin())
            distance = min(float(far[nearest]) - 1, _to_lines(x, y, at))
            if best is None or distance < best[0]:
                best = (distance, curve.number, int(known[nearest]))
        return None if best is None or best[0] > self.theme.px(NEAR) else (best[1], best[2])

    # Mouse and keyboard

    def pressed(self, at: QPointF, more: bool) -> bool:
        """Select the clicked curve, or none."""
        found = self.curve_at(at) if self.area.contains(at) else None
        self.at = found
        self.chosen.emit(-1 if found is None else found[0], more)
        return True

    def words_at(self, at: QPointF) -> str:
        """Return the tooltip of the point next to the pointer."""
        found = self.curve_at(at)
        return "" if found is None else self._read_out(*found)

    def _read_out(self, number: int, point: int) -> str:
        """Return the words of a point in the number language; digits in the name of its curve remain."""
        curve = self.curves[number]
        text = self.words_of(curve, point)
        rest = text.removeprefix(curve.name)
        return text[: len(text) - len(rest)] + to_read(rest)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move between curves and points with the arrow keys, select with Enter."""
        key = event.key()
        if key in STEP and any(curve.points for curve in self.curves):
            self.walk(along=key in (Qt.Key.Key_Left, Qt.Key.Key_Right), step=STEP[Qt.Key(key)])
        elif key in ENTER and self.at is not None:
            self.chosen.emit(self.at[0], bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
        else:
            super().keyPressEvent(event)

    def walk(self, *, along: bool, step: int) -> None:
        """Move to the next point (``along``) or the next curve."""
        with_points = [curve.number for curve in self.curves if curve.points]
        if self.at is None:
            self.at = (with_points[0], 0)
        elif along:
            count = len(self.curves[self.at[0]].points)
            self.at = (self.at[0], (self.at[1] + step) % count)
        else:
            place = with_points.index(self.at[0]) if self.at[0] in with_points else 0
            number = with_points[(place + step) % len(with_points)]
            self.at = (number, min(self.at[1], len(self.curves[number].points) - 1))
        self.setAccessibleDescription(self._read_out(*self.at))
        self.viewport().update()

    # Painting

    def _back(self, curve: Curve) -> bool:
        return curve.state == "stale" or (self.alone and curve.number not in self.selected)

    def fill(self, add: Callable[[Any], None]) -> None:
        """Add guides, faint series, other series, and selected ones on top."""
        for guide in self.chart.guides:
            add(self._guide_item(guide))
        back = {curve.number: self._back(curve) for curve in self.curves}
        order = sorted(self.chart.series, key=lambda one: (not back[one.number], one.number in self.selected))
        for series in order:
            self._fill_series(add, series, back=back[series.number])

    def _guide_item(self, guide: Guide) -> Any:
        theme = self.theme
        back = guide.number is not None and any(
            curve.number == guide.number and self._back(curve) for curve in self.curves
        )
        own = guide.number
        pen = QPen(theme.colour("text3") if own is None else series_colour(theme, own, back=back), 1.2)
        if guide.dash != "solid":
            pen.setDashPattern([1, 3] if guide.dash == "dot" else [5, 4])
        (x1, y1), (x2, y2) = guide.start, guide.stop
        x, y = self.laid(np.array([x1, x2]), np.array([y1, y2]))
        far = [end for pair in zip(x.tolist(), y.tolist(), strict=True) for end in pair]
        if np.isfinite(far).all():
            return line_item(x, y, pen)
        upright = not np.isfinite(y).all()
        pen.setCosmetic(True)
        return pg.InfiniteLine(pos=x[0] if upright else y[0], angle=90 if upright else 0, pen=pen)

    def _fill_series(self, add: Callable[[Any], None], series: Series, *, back: bool) -> None:
        theme, chosen = self.theme, series.number in self.selected
        x, y = self.laid(series.x, series.y)
        if not (np.isfinite(x) & np.isfinite(y)).any():
            return
        colour = series_colour(theme, series.number, back=back)
        if series.line:
            if chosen:
                add(line_item(x, y, QPen(theme.colour("base"), 6)))
            add(line_item(x, y, series_pen(series.number, colour, 3.0 if chosen else 2.0)))
        if series.low is not None and series.high is not None:
            _, top = self.places(series.x, series.high)
            _, bottom = self.places(series.x, series.low)
            with np.errstate(invalid="ignore"):
                tall = bottom - top > 2 * LEAST_BAR
            _, low = self.laid(series.x, np.where(tall, series.low, np.nan))
            _, high = self.laid(series.x, np.where(tall, series.high, np.nan))
            for item in interval_items(x, low, high, colour, theme.px(CAP)):
                add(item)
        if series.at_least is not None and series.at_least.any():
            add(at_least_item(x, y, series.at_least, colour, theme.px(MARKER)))
        if series.markers:
            size = theme.px(MARKER) + int(chosen)
            add(marker_item(x, y, series.number, colour, size, theme.colour("base")))

    def draw_over(self, painter: QPainter) -> None:
        """Mark running curves and the keyboard cursor."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        self._write_guides(painter)
        self._mark_edge(painter)
        for curve in self.curves:
            if curve.number in self.selected:  # a ring at its end shows the selection without colour
                self._ring_end(painter, curve)
            if curve.state == "running" and curve.points:
                self._mark_end(painter, curve)
        if self.at is not None and self.hasFocus():
            x, y = self.spots(self.curves[self.at[0]])
            spot = QPointF(float(x[self.at[1]]), float(y[self.at[1]]))
            if self.area.contains(spot):
                painter.setPen(QPen(self.theme.colour("text"), 1.5, Qt.PenStyle.DotLine))
                painter.drawEllipse(spot, 11.0, 11.0)

    def _mark_edge(self, painter: QPainter) -> None:
        """Draw marks of published values at the right edge."""
        area, theme = self.area, self.theme
        for one in self.chart.edge_marks:
            y = float(self.places(np.array([self.across.high]), np.array([one.y]))[1][0])
            if area.top() <= y <= area.bottom():
                colour = series_colour(theme, one.number)
                painter.setPen(QPen(colour, 1.5))
                painter.drawLine(QPointF(area.right(), y), QPointF(area.right() + theme.px(6), y))
                at = np.array([area.right() + theme.px(11)]), np.array([y])
                draw_markers(painter, *at, one.number, colour, theme.px(MARKER), theme.colour("base"))

    def _ring_end(self, painter: QPainter, curve: Curve) -> None:
        x, y = self.spots(curve)
        known = np.flatnonzero(np.isfinite(x) & np.isfinite(y))
        if not len(known):
            return
        spot = QPointF(float(x[known[-1]]), float(y[known[-1]]))
        if self.area.adjusted(-8, -8, 8, 8).contains(spot):
            painter.setPen(QPen(self.theme.colour("accent"), 2))
            painter.drawEllipse(spot, self.theme.px(MARKER) + 5.0, self.theme.px(MARKER) + 5.0)

    def _write_guides(self, painter: QPainter) -> None:
        """Write the labels of vertical guides above them if there is room, those of others along them."""
        px, area, theme = self.theme.px, self.area, self.theme
        painter.setFont(theme.strong(11))
        letters = QFontMetricsF(painter.font())
        title = QFontMetricsF(theme.strong(13)).horizontalAdvance(self.title)
        taken = [QRectF(px(14), px(8), title, px(20))]  # labels stay out of the title
        back = {curve.number: self._back(curve) for curve in self.curves}
        for guide in sorted(self.chart.guides, key=lambda one: one.start[0]):
            if guide.number is None:
                self._write_along(painter, guide)
                continue
            x = float(self.places(np.array([guide.start[0]]), np.zeros(1))[0][0])
            if not area.left() <= x <= area.right():
                continue
            text = to_read(guide.text)
            spot = free_spot(x, letters.horizontalAdvance(text), area, px, taken)
            if spot is not None:
                taken.append(spot)
                own = series_colour(theme, guide.number)
                painter.setPen(theme.colour("text3") if back[guide.number] else own)
                painter.drawText(spot, int(Qt.AlignmentFlag.AlignCenter), text)

    def _write_along(self, painter: QPainter, guide: Guide) -> None:
        """Write a label along a guide."""
        ends = np.array([guide.start, guide.stop])
        x, y = self.places(ends[:, 0], ends[:, 1])
        if not (np.isfinite(x).all() and np.isfinite(y).all()):
            return
        painter.save()
        painter.setFont(self.theme.font(11))
        wide = QFontMetricsF(painter.font()).horizontalAdvance(guide.text)
        length = float(np.hypot(x[1] - x[0], y[1] - y[0]))
        if length > wide + self.theme.px(80) and self.area.height() > self.theme.px(160):
            painter.setClipRect(self.area)
            painter.translate(QPointF(x[1], y[1]))
            painter.rotate(float(np.degrees(np.arctan2(y[1] - y[0], x[1] - x[0]))))
            painter.setPen(self.theme.colour("text2"))
            painter.drawText(QPointF(-wide - self.theme.px(24), -self.theme.px(11)), guide.text)
        painter.restore()

    def _mark_end(self, painter: QPainter, curve: Curve) -> None:
        px, area = self.theme.px, self.area
        x, y = self.spots(curve)
        known = np.flatnonzero(np.isfinite(x) & np.isfinite(y))
        if not len(known):
            return
        words = f"running, {percent(curve.share)}" if curve.share is not None else "running"
        painter.setFont(self.theme.strong(11))
        wide = QFontMetricsF(painter.font()).horizontalAdvance(words) + px(6)
        at = QPointF(float(x[known[-1]]), float(y[known[-1]]))
        left = min(max(at.x() - wide - px(6), area.left()), area.right() - wide)
        top = min(max(at.y() - px(26), area.top()), area.bottom() - px(18))
        plate = QRectF(left, top, wide, px(16))
        painter.fillRect(plate, self.theme.colour("base"))
        painter.setPen(series_colour(self.theme, curve.number))
        painter.drawText(plate, int(Qt.AlignmentFlag.AlignCenter), words)


def _units(chart: Chart) -> tuple[str, str]:
    return chart.across.words, chart.up.words


def _to_lines(x: Floats, y: Floats, at: QPointF) -> float:
    """Return the distance of a pixel from the polyline through points."""
    if len(x) < 2:
        return float("inf")
    dx, dy = np.diff(x), np.diff(y)
    square = np.maximum(dx * dx + dy * dy, 1e-9)
    share = np.clip(((at.x() - x[:-1]) * dx + (at.y() - y[:-1]) * dy) / square, 0.0, 1.0)
    return float(np.hypot(x[:-1] + share * dx - at.x(), y[:-1] + share * dy - at.y()).min())


def free_spot(
    x: float, wide: float, area: QRectF, px: Callable[[float], float], taken: Sequence[QRectF]
) -> QRectF | None:
    """Return a free position for a text above a vertical line, or None."""
    for row in (0, 1):
        for shift in (-wide / 2, px(3), -wide - px(3)):
            left = min(max(x + shift, area.left()), area.right() + px(14) - wide)
            spot = QRectF(left, area.top() - px(17) - row * px(14), wide, px(14))
            if not any(spot.adjusted(-4, 0, 4, 0).intersects(other) for other in taken):
                return spot
    return None


LINE, SWATCH, GAP, SIDE = 26, 30, 22, 40
MOST_LINES = 3
LONGEST = 170


class ChartKey(QWidget):
    """Legend; ``chosen`` carries the number of a clicked curve and whether it extends the selection."""

    chosen = Signal(int, bool)

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._theme = desk.theme
        self._curves: tuple[CurveLike, ...] = ()
        self._selected: frozenset[int] = frozenset()
        self._alone = False
        self._places: list[tuple[float, int, float]] = []
        self.most_lines = MOST_LINES
        """Lines that are shown; more are left out."""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Legend")
        desk.theme.changed.connect(self._lay)
        self._lay()

    def show_curves(self, curves: Sequence[CurveLike]) -> None:
        """Show the names of curves."""
        self._curves = tuple(curves)
        self.setAccessibleDescription(", ".join(curve.name for curve in curves))
        self._lay()

    def show_selected(self, numbers: frozenset[int], *, alone: bool) -> None:
        """Highlight the names of curves; with ``alone`` draw the others faintly."""
        self._selected, self._alone = numbers, alone and bool(numbers)
        self._lay()

    def sizeHint(self) -> QSize:
        """Return the height of all lines."""
        return QSize(self._theme.px(200), self.minimumHeight())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out the names again."""
        super().resizeEvent(event)
        self._lay()

    def _lay(self) -> None:
        """Compute x, line and width of each name."""
        px = self._theme.px
        letters = QFontMetricsF(self._theme.strong(12))
        x, line, self._places = float(px(SIDE)), 0, []
        for curve in self._curves:
            name = min(letters.horizontalAdvance(curve.name), float(px(LONGEST)))
            wide = px(SWATCH + 8) + name
            if x + wide > self.width() - px(8) and x > px(SIDE):
                x, line = float(px(SIDE)), line + 1
            self._places.append((x, line, wide))
            x += wide + px(GAP)
        lines = min(line + 1, self.most_lines) if self._curves else 0
        self.setFixedHeight(px(LINE) * lines + (px(4) if lines else 0))
        self.update()

    def _at(self, at: QPointF) -> int | None:
        line = int(at.y() // self._theme.px(LINE))
        for number, (x, own, wide) in enumerate(self._places):
            if own == line and x - 4 <= at.x() <= x + wide + 4:
                return number
        return None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Select a curve by its name."""
        found = self._at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and found is not None:
            more = event.modifiers() & (
                Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
            )
            self.chosen.emit(self._curves[found].number, bool(more))

    def event(self, event: QEvent) -> bool:
        """Show a cut name in full as a tooltip."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            found = self._at(QPointF(event.pos()))
            if found is not None:
                QToolTip.showText(event.globalPos(), tip(self._curves[found].name), self)
                return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint line, marker and name of each curve."""
        theme, px = self._theme, self._theme.px
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.colour("base"))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for curve, (x, line, wide) in zip(self._curves, self._places, strict=True):
            if line >= self.most_lines:
                break
            chosen = curve.number in self._selected
            back = curve.state == "stale" or (self._alone and not chosen)
            y = px(LINE) * line + px(LINE) / 2
            colour = series_colour(theme, curve.number, back=back)
            painter.setPen(series_pen(curve.number, colour))
            painter.drawLine(QPointF(x, y), QPointF(x + px(SWATCH), y))
            middle = np.array([x + px(SWATCH) / 2])
            draw_markers(painter, middle, np.array([y]), curve.number, colour, px(4), theme.colour("base"))
            painter.setFont(theme.strong(12) if chosen else theme.font(12))
            painter.setPen(theme.colour("text3" if back else "text"))
            letters = QFontMetricsF(painter.font())
            name = letters.elidedText(curve.name, Qt.TextElideMode.ElideRight, wide - px(SWATCH + 8) + 1)
            painter.drawText(QPointF(x + px(SWATCH + 8), y + px(4)), name)
        painter.end()

"""Curves over their points, growing as points arrive: what all plots of studies have in common."""

from collections.abc import Sequence
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from fatdesk.engine.drawing.axis import Axis, Reals
from fatdesk.gui.desk import Desk
from fatdesk.gui.plot.plot import Plot
from fatdesk.gui.plot.series import draw_markers, series_colour, series_pen
from fatdesk.gui.widgets.number_text import percent

NEAR = 9.0
"""Pixels around the pointer in which a curve is meant."""
MARKER, BAR, CAP = 4.2, 3.0, 6.0
"""Radius of markers; from which half height on an interval is drawn, and the width of its ends."""
LEAVE = 8
STEP = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class Shown(Protocol):
    """A curve: the series that it is drawn as, its name, its points, and how far it is."""

    @property
    def number(self) -> int:
        """The series."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def points(self) -> Sequence[Any]:
        """From the left."""

    @property
    def state(self) -> str:
        """``running`` while points arrive, ``stale`` when they are of something else."""

    @property
    def share(self) -> float | None:
        """Of a running curve, how much is done."""


Curve = TypeVar("Curve", bound=Shown)


class CurvesPlot(Plot, Generic[Curve]):
    """Curves over their points; ``chosen`` carries the number of one, -1 for none, and whether it adds.

    The arrows up and down go from curve to curve, left and right along one, Enter selects it.
    """

    chosen = Signal(int, bool)

    def __init__(self, desk: Desk, name: str, parent: QWidget | None = None) -> None:
        super().__init__(desk, name, parent)
        self.title = name
        self.curves: Sequence[Curve] = ()
        self.selected: frozenset[int] = frozenset()
        self.alone = False
        """Whether what is not selected steps back."""
        self.at: tuple[int, int] | None = None
        """Curve and point where the keys are."""
        self._full = self._whole

    # What subclasses tell

    def _whole(self) -> tuple[Axis, Axis]:
        """The axes over all curves; each plot has its own."""
        raise NotImplementedError

    def values_of(self, curve: Curve) -> tuple[Reals, Reals, Reals]:
        """What a curve is across and up, and half the height of its intervals."""
        raise NotImplementedError

    def words_of(self, curve: Curve, point: int) -> str:
        """The figures of a point."""
        raise NotImplementedError

    def summary(self, curve: Curve) -> str:
        """What is said of a curve to those who do not see it, after the number of its points."""
        return ""

    # What is shown

    def _told(self) -> str:
        lines = [f"{curve.name}: {len(curve.points)} points{self.summary(curve)}" for curve in self.curves]
        return "; ".join(lines) + ". The table has the same." if lines else ""

    def show_curves(self, curves: Sequence[Curve]) -> None:
        """Show other curves, or more points of the same."""
        self.curves = curves
        if self.at is not None and not (
            self.at[0] < len(curves) and self.at[1] < len(curves[self.at[0]].points)
        ):
            self.at = None
        self.setAccessibleDescription(self._told())
        if self.is_moved:
            self.viewport().update()
        else:
            self.fit()

    def show_selected(self, numbers: frozenset[int], *, alone: bool) -> None:
        """Draw some curves stronger; the others step back where they shall."""
        self.selected, self.alone = numbers, alone and bool(numbers)
        self.viewport().update()

    # Where curves are

    def spots(self, curve: Curve) -> tuple[Reals, Reals]:
        """Its points in pixels."""
        x, y, _ = self.values_of(curve)
        return self.places(x, y)

    def curve_at(self, at: QPointF) -> tuple[int, int] | None:
        """The nearest curve, and its point next to a pixel."""
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

    # Hands

    def pressed(self, at: QPointF, more: bool) -> bool:
        """Select the curve; a click beside all selects none. No band is drawn."""
        found = self.curve_at(at) if self.area.contains(at) else None
        self.at = found
        self.chosen.emit(-1 if found is None else found[0], more)
        return True

    def words_at(self, at: QPointF) -> str:
        """The figures of the point next to the pointer."""
        found = self.curve_at(at)
        return "" if found is None else self.words_of(self.curves[found[0]], found[1])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows go over curves and points, Enter selects."""
        key = event.key()
        if key in STEP and any(curve.points for curve in self.curves):
            self.walk(along=key in (Qt.Key.Key_Left, Qt.Key.Key_Right), step=STEP[Qt.Key(key)])
        elif key in ENTER and self.at is not None:
            self.chosen.emit(self.at[0], bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
        else:
            super().keyPressEvent(event)

    def walk(self, *, along: bool, step: int) -> None:
        """To the next point of a curve, or to the next curve."""
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
        self.setAccessibleDescription(self.words_of(self.curves[self.at[0]], self.at[1]))
        self.viewport().update()

    # Painting

    def _back(self, curve: Curve) -> bool:
        return curve.state == "stale" or (self.alone and curve.number not in self.selected)

    def draw(self, painter: QPainter) -> None:
        """Lines that step back, then the others, those that are selected last."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        order = sorted(self.curves, key=lambda curve: (not self._back(curve), curve.number in self.selected))
        for curve in order:
            self._draw_curve(painter, curve)

    def _draw_curve(self, painter: QPainter, curve: Curve) -> None:
        theme, chosen = self.theme, curve.number in self.selected
        x, y = self.spots(curve)
        known = np.isfinite(x) & np.isfinite(y)
        if not known.any():
            return
        colour = series_colour(theme, curve.number, back=self._back(curve))
        _, value, half = self.values_of(curve)
        x, y, value, half = x[known], y[known], value[known], half[known]
        line = QPolygonF([QPointF(a, b) for a, b in zip(x.tolist(), y.tolist(), strict=True)])
        if chosen:
            painter.setPen(QPen(theme.colour("base"), 6))
            painter.drawPolyline(line)
        painter.setPen(series_pen(curve.number, colour, 3.0 if chosen else 2.0))
        painter.drawPolyline(line)
        painter.setPen(QPen(colour, 1))
        _, top = self.places(value, value + half)
        cap = theme.px(CAP) / 2
        for a, b, high in zip(x.tolist(), y.tolist(), (y - top).tolist(), strict=True):
            if high > BAR:
                painter.drawLine(QPointF(a, b - high), QPointF(a, b + high))
                for end in (b - high, b + high):
                    painter.drawLine(QPointF(a - cap, end), QPointF(a + cap, end))
        size = theme.px(MARKER)
        draw_markers(painter, x, y, curve.number, colour, size + int(chosen), theme.colour("base"))
        if chosen:  # a ring where it ends, so that the selection is told without colour
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.colour("accent"), 2))
            painter.drawEllipse(QPointF(float(x[-1]), float(y[-1])), size + 5.0, size + 5.0)

    def draw_over(self, painter: QPainter) -> None:
        """Where a curve is running still, and where the keys are."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for curve in self.curves:
            if curve.state == "running" and curve.points:
                self._mark_end(painter, curve)
        if self.at is not None and self.hasFocus():
            x, y = self.spots(self.curves[self.at[0]])
            spot = QPointF(float(x[self.at[1]]), float(y[self.at[1]]))
            if self.area.contains(spot):
                painter.setPen(QPen(self.theme.colour("text"), 1.5, Qt.PenStyle.DotLine))
                painter.drawEllipse(spot, 11.0, 11.0)

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


def _to_lines(x: Reals, y: Reals, at: QPointF) -> float:
    """How far a pixel is from the lines between points."""
    if len(x) < 2:
        return float("inf")
    dx, dy = np.diff(x), np.diff(y)
    square = np.maximum(dx * dx + dy * dy, 1e-9)
    share = np.clip(((at.x() - x[:-1]) * dx + (at.y() - y[:-1]) * dy) / square, 0.0, 1.0)
    return float(np.hypot(x[:-1] + share * dx - at.x(), y[:-1] + share * dy - at.y()).min())

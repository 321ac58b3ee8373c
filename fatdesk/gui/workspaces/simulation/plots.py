"""Both plots: latency against accepted traffic, accepted against offered; curves grow as points arrive."""

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from fatdesk.engine.drawing.axis import Axis
from fatdesk.gui.desk import Desk
from fatdesk.gui.plot.plot import Plot
from fatdesk.gui.plot.series import draw_markers, series_colour, series_pen
from fatdesk.gui.words import percent
from fatdesk.gui.workspaces.simulation.curves import Curve, Look, Reals, latency_range
from fatdesk.gui.workspaces.simulation.telling import point_words

NEAR = 9.0
"""Pixels around the pointer in which a curve is meant."""
MARKER, BAR, CAP = 4.2, 3.0, 6.0
"""Radius of markers; from which half height on an interval is drawn, and the width of its ends."""
LEAVE = 8
STEP = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class CurvesPlot(Plot):
    """Curves over their points; ``chosen`` carries the number of one, -1 for none, and whether it adds.

    The arrows up and down go from curve to curve, left and right along one, Enter selects it.
    """

    chosen = Signal(int, bool)

    def __init__(self, desk: Desk, name: str, parent: QWidget | None = None) -> None:
        super().__init__(desk, name, parent)
        self.title = name
        self.curves: Sequence[Curve] = ()
        self.look = Look()
        self.selected: frozenset[int] = frozenset()
        self.alone = False
        """Whether what is not selected steps back."""
        self.at: tuple[int, int] | None = None
        """Curve and point where the keys are."""
        self._full = self._whole
        self._moved = False
        """Whether somebody has zoomed, so that new points do not change the view."""

    # What subclasses tell

    def _whole(self) -> tuple[Axis, Axis]:
        """The axes over all curves; each plot has its own."""
        raise NotImplementedError

    def values_of(self, curve: Curve) -> tuple[Reals, Reals, Reals]:
        """What a curve is across and up, and half the height of its intervals."""
        raise NotImplementedError

    # What is shown

    def show_curves(self, curves: Sequence[Curve], look: Look) -> None:
        """Show other curves, or more points of the same."""
        self.curves, self.look = curves, look
        if self.at is not None and not (
            self.at[0] < len(curves) and self.at[1] < len(curves[self.at[0]].points)
        ):
            self.at = None
        self.setAccessibleDescription(_told(curves))
        if self._moved:
            self.viewport().update()
        else:
            self.fit()

    def show_selected(self, numbers: frozenset[int], *, alone: bool) -> None:
        """Draw some curves stronger; the others step back where they shall."""
        self.selected, self.alone = numbers, alone and bool(numbers)
        self.viewport().update()

    def fit(self) -> None:
        """Show everything, and go on to do so as points arrive."""
        super().fit()
        self._moved = False

    def zoom(self, factor: float, at: QPointF | None = None) -> None:
        """Larger or smaller; from now on the view stays as it is."""
        super().zoom(factor, at)
        self._moved = True

    def move_by(self, step: QPointF) -> None:
        """Move the view; from now on it stays as it is."""
        super().move_by(step)
        self._moved = True

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
        return "" if found is None else point_words(self.curves[found[0]], found[1])

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
        self.setAccessibleDescription(point_words(self.curves[self.at[0]], self.at[1]))
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


class LatencyPlot(CurvesPlot):
    """Latency against accepted traffic, with the throughput of each network as a dotted line."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, "Latency against accepted traffic", parent)

    def head_height(self) -> int:
        """The title, and below it the numbers of throughputs."""
        return self.theme.px(52)

    def values_of(self, curve: Curve) -> tuple[Reals, Reals, Reals]:
        """Accepted traffic, latency."""
        return curve.accepted, curve.latency(self.look), curve.latency_ci(self.look)

    def _whole(self) -> tuple[Axis, Axis]:
        accepted = [curve.accepted for curve in self.curves if curve.points]
        across = Axis("Accepted traffic, flits a cycle and host")
        across = across.over(np.concatenate([*accepted, [0.0]])) if accepted else across
        return across, Axis(self.look.words, high=100.0).over(latency_range(self.curves, self.look))

    def draw(self, painter: QPainter) -> None:
        """Throughputs, and the curves over them."""
        area = self.area
        for curve in self.curves:
            x = self._throughput(curve)
            if x is not None:
                pen = QPen(series_colour(self.theme, curve.number, back=self._back(curve)), 1.2)
                pen.setDashPattern([1, 3])
                painter.setPen(pen)
                painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
        super().draw(painter)

    def draw_over(self, painter: QPainter) -> None:
        """The numbers over the dotted lines, each where there is room for it."""
        super().draw_over(painter)
        px, area = self.theme.px, self.area
        painter.setFont(self.theme.strong(11))
        letters = QFontMetricsF(painter.font())
        taken: list[QRectF] = []
        shown = [(x, curve) for curve in self.curves if (x := self._throughput(curve)) is not None]
        for x, curve in sorted(shown, key=lambda pair: pair[0]):
            assert curve.top is not None
            words = f"{curve.top.accepted:.2f}"
            wide = letters.horizontalAdvance(words)
            for row in (0, 1):
                for shift in (-wide / 2, px(3), -wide - px(3)):
                    left = min(max(x + shift, area.left()), area.right() + px(14) - wide)
                    spot = QRectF(left, area.top() - px(17) - row * px(14), wide, px(14))
                    if not any(spot.adjusted(-4, 0, 4, 0).intersects(other) for other in taken):
                        break
                else:
                    continue
                taken.append(spot)
                own = series_colour(self.theme, curve.number)
                painter.setPen(self.theme.colour("text3") if self._back(curve) else own)
                painter.drawText(spot, int(Qt.AlignmentFlag.AlignCenter), words)
                break

    def _throughput(self, curve: Curve) -> float | None:
        """Where its dotted line stands, in pixels; None: out of view, or not known yet."""
        if curve.top is None or curve.at_least or curve.state == "running":
            return None
        x, _ = self.places(np.array([curve.top.accepted]), np.zeros(1))
        place = float(x[0])
        return place if self.area.left() <= place <= self.area.right() else None


class AcceptedPlot(CurvesPlot):
    """Accepted against offered traffic, with the line on which everything is accepted."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, "Accepted against offered", parent)

    def head_height(self) -> int:
        """As beside it."""
        return self.theme.px(52)

    def values_of(self, curve: Curve) -> tuple[Reals, Reals, Reals]:
        """Offered and accepted traffic."""
        return curve.offered, curve.accepted, curve.accepted_ci

    def _whole(self) -> tuple[Axis, Axis]:
        offered = [curve.offered for curve in self.curves if curve.points]
        accepted = [curve.accepted for curve in self.curves if curve.points]
        across, up = Axis("Offered, flits a cycle and host"), Axis("Accepted")
        if not offered:
            return across, up
        return (
            across.over(np.concatenate([*offered, [0.0]])),
            up.over(np.concatenate([*accepted, [0.0]])),
        )

    def draw(self, painter: QPainter) -> None:
        """The diagonal below the curves."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ends = np.array(
            [min(self.across.low, self.upward.low), max(self.across.high, self.upward.high)], np.float64
        )
        x, y = self.places(ends, ends)
        painter.setPen(QPen(self.theme.colour("text3"), 1, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(x[0], y[0]), QPointF(x[1], y[1]))
        super().draw(painter)
        self._name_diagonal(painter)

    def _name_diagonal(self, painter: QPainter) -> None:
        """What the diagonal is, along it, above its upper part."""
        area = self.area
        high = min(self.across.high, self.upward.high)
        if high <= max(self.across.low, self.upward.low):
            return
        x, y = self.places(np.array([0.0, high]), np.array([0.0, high]))
        turn = float(np.degrees(np.arctan2(y[1] - y[0], x[1] - x[0])))
        words = "accepted = offered"
        painter.save()
        painter.setFont(self.theme.font(11))
        wide = QFontMetricsF(painter.font()).horizontalAdvance(words)
        length = float(np.hypot(x[1] - x[0], y[1] - y[0]))
        if length > wide + self.theme.px(80) and area.height() > self.theme.px(160):
            painter.translate(QPointF(x[1], y[1]))
            painter.rotate(turn)
            painter.setPen(self.theme.colour("text2"))
            painter.drawText(QPointF(-wide - self.theme.px(24), -self.theme.px(11)), words)
        painter.restore()


def _to_lines(x: Reals, y: Reals, at: QPointF) -> float:
    """How far a pixel is from the lines between points."""
    if len(x) < 2:
        return float("inf")
    dx, dy = np.diff(x), np.diff(y)
    square = np.maximum(dx * dx + dy * dy, 1e-9)
    share = np.clip(((at.x() - x[:-1]) * dx + (at.y() - y[:-1]) * dy) / square, 0.0, 1.0)
    return float(np.hypot(x[:-1] + share * dx - at.x(), y[:-1] + share * dy - at.y()).min())


def _told(curves: Sequence[Curve]) -> str:
    """The curves in words, for those who do not see them."""
    lines = [
        f"{curve.name}: {len(curve.points)} points"
        + ("" if curve.top is None else f", at most {curve.top.accepted:.3f} accepted")
        for curve in curves
    ]
    return "; ".join(lines) + ". The table has the same." if lines else ""

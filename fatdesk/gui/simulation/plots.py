"""Both plots: latency against accepted traffic, accepted against offered; curves grow as points arrive."""

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QWidget

from fatdesk.engine.drawing.axis import Axis
from fatdesk.gui.desk import Desk
from fatdesk.gui.plot.curves_plot import CurvesPlot
from fatdesk.gui.plot.series import series_colour
from fatdesk.gui.simulation.curves import Curve, Look, Reals, latency_range
from fatdesk.gui.simulation.text import point_words


class NetworkPlot(CurvesPlot[Curve]):
    """Curves of networks under traffic, with the latency that is looked at."""

    def __init__(self, desk: Desk, name: str, parent: QWidget | None = None) -> None:
        self.look = Look()
        super().__init__(desk, name, parent)

    def look_at(self, curves: Sequence[Curve], look: Look) -> None:
        """Show other curves, or another latency of the same."""
        if look != self.look:
            self.is_moved = False
        self.look = look
        self.show_curves(curves)

    def words_of(self, curve: Curve, point: int) -> str:
        """Traffic and latencies."""
        return point_words(curve, point)

    def summary(self, curve: Curve) -> str:
        """The most that is accepted."""
        return "" if curve.top is None else f", at most {curve.top.accepted:.3f} accepted"


class LatencyPlot(NetworkPlot):
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


class AcceptedPlot(NetworkPlot):
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

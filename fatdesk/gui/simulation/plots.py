"""Both charts: latency against accepted traffic, accepted against offered; curves grow as points arrive."""

from collections.abc import Sequence
from typing import Literal

from PySide6.QtWidgets import QWidget

from fatdesk.engine.charts.chart import Chart
from fatdesk.engine.drawing.study_charts import accepted_chart, latency_chart
from fatdesk.gui.charts.curves_view import CurvesView
from fatdesk.gui.desk import Desk
from fatdesk.gui.simulation.curves import Curve, Look
from fatdesk.gui.simulation.text import point_words


class NetworkChart(CurvesView[Curve]):
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

    def head_height(self) -> int:
        """The title, and below it the numbers of throughputs."""
        return self.theme.px(52)

    def words_of(self, curve: Curve, point: int) -> str:
        """Traffic and latencies."""
        return point_words(curve, point)

    def summary(self, curve: Curve) -> str:
        """The most that is accepted."""
        return "" if curve.top is None else f", at most {curve.top.accepted:.3f} accepted"


class LatencyChart(NetworkChart):
    """Latency against accepted traffic, with the throughput of each network as a dotted line."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, "Latency against accepted traffic", parent)

    def chart_of(self, curves: Sequence[Curve]) -> Chart:
        """Latencies of the kind that is looked at."""
        figure: Literal["mean", "p99"] = "p99" if self.look.figure == "p99" else "mean"
        return latency_chart(curves, figure, source=self.look.source)


class AcceptedChart(NetworkChart):
    """Accepted against offered traffic, with the line on which everything is accepted."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, "Accepted against offered", parent)

    def chart_of(self, curves: Sequence[Curve]) -> Chart:
        """Accepted over offered traffic, with what was published at the right edge."""
        return accepted_chart(curves, [curve.paper for curve in curves if curve.paper is not None])

"""A chart value with its legend, for dialogs that show figures as curves and as a table."""

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtWidgets import QVBoxLayout, QWidget

from fatdesk.engine.charts import Chart
from fatdesk.gui.charts.curves_view import ChartKey, CurvesView
from fatdesk.gui.desk import Desk


class DrawnSeries(NamedTuple):
    """A series of the chart as a curve, with the values that its points are described by."""

    number: int
    name: str
    points: Sequence[tuple[float, float]]
    state: str = "done"
    share: float | None = None


class DrawnCurves(CurvesView[DrawnSeries]):
    """The curves of a chart value."""

    def show_chart(self, chart: Chart, empty: str) -> None:
        """Show a chart; ``empty`` is the message of one without series."""
        self._drawn = chart
        self.empty = "" if chart.series else empty
        self.show_curves(
            [
                DrawnSeries(one.number, one.name, list(zip(one.x.tolist(), one.y.tolist(), strict=True)))
                for one in chart.series
            ]
        )

    def chart_of(self, curves: Sequence[DrawnSeries]) -> Chart:
        """Return the chart that was shown last."""
        return self._drawn

    def words_of(self, curve: DrawnSeries, point: int) -> str:
        """Return both values of a point, and its notes."""
        x, y = curve.points[point]
        across, up, series = self._drawn.across, self._drawn.up, self.series_of(curve)
        decimals = 0 if up.whole or (up.scaled and abs(y) >= 1000) else 1 if abs(y) >= 10 else 2
        at_least = "≥ " if series.at_least is not None and series.at_least[point] else ""
        unit = f", {up.unit}" if up.unit else ""
        lines = [curve.name, f"{across.title}: {x:,.10g}", f"{up.title}{unit}: {at_least}{y:,.{decimals}f}"]
        return "\n".join(lines + ([series.notes[point]] if series.notes and series.notes[point] else []))


class DrawnChart(QWidget):
    """The curves of a chart value above their legend."""

    def __init__(self, desk: Desk, name: str) -> None:
        super().__init__()
        self.curves = DrawnCurves(desk, name)
        self.key = ChartKey(desk)
        below = QVBoxLayout(self)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(0)
        below.addWidget(self.curves, 1)
        below.addWidget(self.key)

    def show_chart(self, chart: Chart, empty: str) -> None:
        """Show a chart; ``empty`` is the message of one without series."""
        self.curves.show_chart(chart, empty)
        self.key.show_curves(self.curves.curves)

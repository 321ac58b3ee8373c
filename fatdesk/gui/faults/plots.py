"""The chart of a fault study: one figure of all networks over the number of failures."""

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from fatdesk.engine.charts.chart import Chart
from fatdesk.engine.drawing.fault_charts import fault_chart
from fatdesk.gui.charts.curves_view import CurvesView
from fatdesk.gui.desk import Desk
from fatdesk.gui.faults.curves import FaultCurve, Figure
from fatdesk.gui.faults.text import point_words


class FaultChart(CurvesView[FaultCurve]):
    """One figure of all networks of a study."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        self.figure: Figure = "tolerated"
        self.things = "links"
        super().__init__(desk, "Curves over faults", parent)

    def look_at(self, curves: tuple[FaultCurve, ...], figure: Figure, things: str, title: str) -> None:
        """Show other curves, or another figure of the same; ``things`` are what fails."""
        if figure != self.figure:
            self.is_moved = False
        self.figure, self.things, self.title = figure, things, title
        self.show_curves(curves)

    def chart_of(self, curves: Sequence[FaultCurve]) -> Chart:
        """The figure over the number of failures."""
        return fault_chart(curves, self.figure, self.things)

    def words_of(self, curve: FaultCurve, point: int) -> str:
        """Faults, the figure, its interval."""
        return point_words(curve, point)

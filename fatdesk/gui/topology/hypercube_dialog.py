"""Dialog with cost performance relative to the hypercube, over k and n: curves and a table."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.charts import Chart
from fatdesk.engine.drawing.charts.cost_charts import HYPERCUBE_TITLE, hypercube_charts, line_name
from fatdesk.gui.charts.curves_view import ChartKey, CurvesView
from fatdesk.gui.desk import Desk
from fatdesk.gui.tables import Column, RowsModel, Table
from fatdesk.gui.tables.column import figure
from fatdesk.gui.views.results_dialog import ResultsDialog
from fatdesk.gui.widgets.combo import Combo
from fatdesk.gui.widgets.numbers import WholeNumberField, in_sentence, parse_whole
from fatdesk.gui.widgets.plain_text import ElidedLabel, label, set_tone, tip
from fatdesk.networks.topologies.hypercube_curve import COSTS, KS, NS, HypercubePoint, hypercube_curve

MEANING = (
    "1 / (cost x average distance), where the hypercube with as many hosts has 1: more is better. The cost "
    "is counted per host, in one-way links or in switch ports."
)
MOST_CURVES = 12
"""Largest number of curves; more values of k are refused."""
HIGHEST_N = 20


@dataclass(frozen=True)
class _Line:
    """The curve of a topology and a k."""

    number: int
    name: str
    points: Sequence[HypercubePoint]
    state: str = ""
    share: float | None = None


class HypercubePlot(CurvesView[_Line]):
    """Cost performance over n, a curve for each topology and k."""

    selects = False

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, HYPERCUBE_TITLE)
        self.cost = 0

    def chart_of(self, curves: Sequence[_Line]) -> Chart:
        """Return the chart for the chosen cost."""
        return hypercube_charts([point for curve in curves for point in curve.points])[self.cost]

    def words_of(self, curve: _Line, point: int) -> str:
        """Return the tooltip of a point."""
        at = curve.points[point]
        ratios = "\n".join(f"by {cost}: {at.performance[cost]:.4f}" for cost in COSTS if at.performance)
        return f"{curve.name}, n = {at.n}: {at.hosts:,} hosts\n{ratios}"


def _performance(cost: str) -> Column[HypercubePoint]:
    return Column(
        f"By {cost}",
        118,
        lambda row: f"{row.performance[cost]:.4f}" if row.performance else "–",
        key=lambda row: row.performance.get(cost, 0.0),
        number=True,
    )


def _to_clos(title: str, key: str) -> Column[HypercubePoint]:
    return figure(title, 112, lambda row: float(row.to_clos[key]), ".4f")


COLUMNS: tuple[Column[HypercubePoint], ...] = (
    Column("Topology", 150, lambda row: row.title, key=lambda row: row.title),
    figure("k", 40, lambda row: row.k),
    figure("n", 40, lambda row: row.n),
    figure("Hosts", 72, lambda row: row.hosts),
    figure("Switches", 76, lambda row: row.switches),
    figure("Links", 78, lambda row: row.links),
    figure("Average distance", 124, lambda row: float(row.average_distance), ".4f"),
    *map(_performance, COSTS),
    _to_clos("Links / Clos", "links"),
    _to_clos("Switches / Clos", "switches"),
)


class HypercubeDialog(ResultsDialog):
    """Fields for k and n, the curves for one of two costs, and all points as a table."""

    def __init__(self, desk: Desk, parent: QWidget) -> None:
        heading = f"{HYPERCUBE_TITLE}: k-ary n-tree, Clos network and MiKANT"
        super().__init__(desk, "Comparison with the hypercube", heading, MEANING, parent)
        px, column = desk.theme.px, self.column
        self.setObjectName("hypercube")
        self.resize(px(1120), px(640))
        column.addLayout(self._fields(desk))
        self.plot = HypercubePlot(desk)
        self.plot.setObjectName("hypercube-plot")
        self.plot.setMinimumHeight(px(300))
        column.addWidget(self.plot, 3)
        self.key = ChartKey(desk)
        column.addWidget(self.key)
        self.model: RowsModel[HypercubePoint] = RowsModel(COLUMNS, self)
        self.table = Table(desk, self.model, "Cost performance relative to the hypercube")
        self.table.setObjectName("table-hypercube")
        self.table.make_sortable()
        column.addWidget(self.table, 1)
        self.add_foot(self.table)
        self.cost.currentIndexChanged.connect(lambda _: self.show_points())
        self.show_points()

    def _fields(self, desk: Desk) -> QHBoxLayout:
        """Make the line with k, n and the cost."""
        theme, px = desk.theme, desk.theme.px
        self.k = QLineEdit(", ".join(map(str, KS)))
        self.k.setObjectName("hypercube-k")
        self.k.setAccessibleName("Values of k")
        self.k.setToolTip(tip("Downlinks, and uplinks, per switch: up to four numbers separated by commas"))
        self.low = WholeNumberField("Lowest n", 1, HIGHEST_N, str(NS[0]))
        self.high = WholeNumberField("Highest n", 1, HIGHEST_N, str(NS[-1]))
        self.low.setObjectName("hypercube-n-from")
        self.high.setObjectName("hypercube-n-to")
        self.cost = Combo(theme)
        self.cost.setObjectName("hypercube-cost")
        self.cost.setAccessibleName("What is counted as cost")
        self.cost.setMinimumWidth(px(150))
        for cost in COSTS:
            self.cost.addItem(cost[0].upper() + cost[1:])
        self.state = ElidedLabel("", "text2")
        self.state.setObjectName("hypercube-state")
        row = QHBoxLayout()
        row.setSpacing(px(8))
        for words, field, width in (("k", self.k, 120), ("n from", self.low, 56), ("to", self.high, 56)):
            field.setFixedWidth(px(width))
            field.textChanged.connect(lambda _: self.show_points())
            row.addWidget(label(words, "text2"))
            row.addWidget(field)
        row.addWidget(label("Cost", "text2"))
        row.addWidget(self.cost)
        row.addWidget(self.state, 1)
        return row

    def show_points(self) -> None:
        """Show the points of the fields, or why there are none."""
        try:
            points = self._points()
        except FatdeskError as error:
            self.state.setText(in_sentence(str(error)))
            set_tone(self.state, "error")
            return
        self.state.setText("")
        lines: dict[str, list[HypercubePoint]] = {}
        for point in points:
            lines.setdefault(line_name(point), []).append(point)
        curves = [_Line(number, name, own) for number, (name, own) in enumerate(lines.items())]
        self.plot.cost = self.cost.currentIndex()
        self.plot.show_curves(curves)
        self.key.show_curves(curves)
        self.model.show(list(points))

    def _points(self) -> tuple[HypercubePoint, ...]:
        ks = sorted({parse_whole(text) for text in self.k.text().split(",")})
        low, high = self.low.value, self.high.value
        if low is None or high is None or low > high:
            raise FatdeskError(f"n: give a range from 1 to {HIGHEST_N}, the lower number first")
        if 3 * len(ks) > MOST_CURVES:
            raise FatdeskError(f"at most {MOST_CURVES // 3} numbers of k")
        return hypercube_curve(ks, range(low, high + 1))

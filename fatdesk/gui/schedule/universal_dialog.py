"""Dialog that runs the networks of the project on the universal fat-trees of their volume (Theorem 10)."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QSplitter, QVBoxLayout, QWidget

from fatdesk.engine.charts import Chart
from fatdesk.engine.drawing.charts.universality_chart import TITLE, universality_chart
from fatdesk.gui.charts.curves_view import ChartKey, CurvesView
from fatdesk.gui.desk import Desk
from fatdesk.gui.tables import Column, RowsModel, Table
from fatdesk.gui.views.results_dialog import ResultsDialog
from fatdesk.gui.widgets.combo import Combo
from fatdesk.gui.widgets.numbers import WholeNumberField, counted, in_sentence
from fatdesk.gui.widgets.plain_text import ElidedLabel, label, menu_text, tip
from fatdesk.networks.traffic import PATTERNS
from fatdesk.project.studies.universality import Experiment, Outcome, outcomes

MEANING = (
    "A universal fat-tree of the same volume delivers the messages of any network with a slow-down of "
    "O(lg\N{SUPERSCRIPT THREE} n). All networks and reference networks of the project are compared, and "
    "other topologies that you name."
)
MOST_EACH, MOST_BITS, MOST_SEED = 10_000, 1_000_000, 2_000_000_000


def _column(title: str, key: str, width: int, form: str = ",.0f", about: str = "") -> Column[Outcome]:
    def text(row: Outcome) -> str:
        value = row.figures.get(key)
        return "" if value is None else format(value, form)

    return Column(title, width, text, key=lambda row: row.figures.get(key) or 0.0, number=True, about=about)


COLUMNS: tuple[Column[Outcome], ...] = (
    Column("Network", 150, lambda row: row.name, about="Network whose messages are run"),
    _column("Hosts", "hosts", 64, about="Hosts of the network, and leaves of the fat-tree"),
    _column(
        "Volume",
        "volume",
        78,
        about="Of the cube, or the room, through whose surfaces all links pass",
    ),
    _column("Root capacity", "root_capacity", 100, about="Wires of the root's channel of the fat-tree"),
    _column("Time", "time", 60, about="Rounds in which one message passes each channel of the network"),
    _column("Load factor", "load_factor", 88, ",.2f", "Messages over wires of the fullest channel"),
    _column("Cycles", "cycles_with_partial_concentrators", 64, about="Of a schedule that loses no message"),
    _column(
        "Online cycles",
        "online_cycles",
        98,
        about="Delivery cycles of messages that are sent without a schedule",
    ),
    _column("Online bound", "online_bound", 104, ",.1f", "Load factor + lg n lg lg n"),
    _column("Bit times", "bit_times", 78, about="Of all cycles of the fat-tree"),
    _column("Slow-down", "slow_down", 84, ",.1f", "Bit times of the fat-tree over those of the network"),
    _column("lg\N{SUPERSCRIPT THREE} n", "promise", 64, about="Theorem 10 without its constant"),
    _column("Bound", "bound", 78, about="Theorem 10 with the constants of this network"),
    Column(
        "Remark", 220, lambda row: in_sentence(row.why) if row.why else "", about="Why a network is left out"
    ),
)


class _Curve(NamedTuple):
    """A line of the chart, with the texts of its points."""

    number: int
    name: str
    points: Sequence[tuple[float, float]]
    state: str = "done"
    share: float | None = None


class SlowDownView(CurvesView[_Curve]):
    """The chart of slow-down and bounds over the number of hosts."""

    def show_outcomes(self, found: Sequence[Outcome]) -> None:
        """Show what was measured."""
        families: dict[str, list[dict[str, Any]]] = {}
        for one in found:
            if one.figures:
                families.setdefault(one.family, []).append(one.figures)
        self._drawn = universality_chart(families)
        self.empty = "" if self._drawn.series else "Press Run to compare the networks."
        curves = [
            _Curve(one.number, one.name, list(zip(one.x.tolist(), one.y.tolist(), strict=True)))
            for one in self._drawn.series
        ]
        self.show_curves(curves)

    def chart_of(self, curves: Sequence[_Curve]) -> Chart:
        """Return the chart of what was measured last."""
        return self._drawn

    def words_of(self, curve: _Curve, point: int) -> str:
        """Return hosts and value of a point."""
        hosts, value = curve.points[point]
        return f"{curve.name}, {hosts:,.0f} hosts: {value:,.1f}"


class UniversalDialog(ResultsDialog):
    """Compares all networks of the project, and others by SPEC, in the background."""

    def __init__(self, desk: Desk, parent: QWidget) -> None:
        heading = "Networks on universal fat-trees of the same volume"
        super().__init__(desk, "Universal fat-trees", heading, MEANING, parent)
        px, column = desk.theme.px, self.column
        self.setObjectName("universal-fat-trees")
        self.resize(px(1180), px(720))
        column.addLayout(self._form())
        column.addWidget(self.state)
        self.model: RowsModel[Outcome] = RowsModel(COLUMNS, self)
        self.table = Table(desk, self.model, "Universal fat-trees")
        self.table.setObjectName("table-universal")
        self.table.empty = "Press Run to compare the networks of the project."
        self.table.make_sortable()
        self.chart = SlowDownView(desk, TITLE)
        self.chart.setObjectName("slow-down")
        self.key = ChartKey(desk)
        drawn = QWidget()
        below = QVBoxLayout(drawn)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(0)
        below.addWidget(self.chart, 1)
        below.addWidget(self.key)
        split = QSplitter(Qt.Orientation.Vertical)
        split.setChildrenCollapsible(False)
        split.addWidget(self.table)
        split.addWidget(drawn)
        split.setSizes([px(200), px(400)])
        column.addWidget(split, 1)
        self.add_foot(self.table)
        self._show([])

    def _form(self) -> QHBoxLayout:
        theme, px = self._desk.theme, self._desk.theme.px
        row = QHBoxLayout()
        row.setSpacing(px(8))
        self.traffic = Combo(theme)
        self.traffic.setObjectName("universal-traffic")
        self.traffic.setAccessibleName("Traffic")
        for some in PATTERNS:
            self.traffic.addItem(menu_text(some.NAME.replace("-", " ").capitalize()), some.NAME)
        self.traffic.setCurrentIndex([some.NAME for some in PATTERNS].index("uniform"))
        row.addWidget(label("Traffic", "text2"))
        row.addWidget(self.traffic)
        self.each = self._number(row, "Messages per host", 1, MOST_EACH)
        self.each.setObjectName("universal-messages")
        self.bits = self._number(row, "Data bits", 1, MOST_BITS)
        self.bits.setObjectName("universal-bits")
        self.seed = self._number(row, "Seed", 0, MOST_SEED)
        self.seed.setObjectName("universal-seed")
        self.others = QLineEdit()
        self.others.setObjectName("universal-specs")
        self.others.setAccessibleName("Other networks")
        self.others.setPlaceholderText("Other networks: kary-tree:k=4,n=3 kary-tree:k=4,n=4")
        self.others.setToolTip(
            tip("Further topologies by SPEC, separated by blanks; sizes of one family become a curve")
        )
        self.others.returnPressed.connect(self.run)
        row.addWidget(self.others, 1)
        self.begin = QPushButton("Run")
        self.begin.setObjectName("universal-run")
        self.begin.setProperty("kind", "primary")
        self.begin.clicked.connect(self.run)
        row.addWidget(self.begin)
        self.state = ElidedLabel("", "text2")
        self.state.setObjectName("universal-state")
        return row

    def _number(self, row: QHBoxLayout, name: str, least: int, most: int) -> WholeNumberField:
        field = WholeNumberField(name, least, most, "1")
        field.setFixedWidth(self._desk.theme.px(72))
        field.returnPressed.connect(self.run)
        row.addWidget(label(name, "text2"))
        row.addWidget(field)
        return field

    def run(self) -> None:
        """Compare the networks with the chosen traffic."""
        each, bits, seed = self.each.value, self.bits.value, self.seed.value
        if each is None or bits is None or seed is None or not self._desk.session.is_open:
            return
        experiment = Experiment(self.traffic.currentData(), each, seed, bits)
        given = self._desk.session.project, self.others.text().split(), experiment
        self.start(
            "Measuring\N{HORIZONTAL ELLIPSIS}", "Universal fat-trees", outcomes, *given, done=self._take
        )

    def _take(self, found: list[Outcome]) -> None:
        self._show(found)
        left_out = [f"{one.name}: {one.why}" for one in found if one.why]
        words = counted(len(found) - len(left_out), "network")
        self.state.setText(f"{words}, {len(left_out)} left out: {'; '.join(left_out)}" if left_out else words)

    def _show(self, found: list[Outcome]) -> None:
        self.model.show(found)
        self.chart.show_outcomes(found)
        self.key.show_curves(self.chart.curves)

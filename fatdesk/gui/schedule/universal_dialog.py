"""Dialogs of universal fat-trees: networks of the project on those of their volume; sizes over the hosts."""

from typing import Any

from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QWidget

from fatdesk.core.number_text import counted
from fatdesk.engine.drawing.charts.universality_chart import (
    SIZE_TITLE,
    TITLE,
    sizes_chart,
    universality_chart,
)
from fatdesk.engine.listing.schedule_columns import SIZES
from fatdesk.gui.charts.drawn_chart import DrawnChart
from fatdesk.gui.desk import Desk
from fatdesk.gui.tables import Column, RowsModel, Table
from fatdesk.gui.tables.column import listed
from fatdesk.gui.tables.columns import ColumnsButton
from fatdesk.gui.views.results_dialog import ResultsDialog
from fatdesk.gui.widgets.combo import Combo
from fatdesk.gui.widgets.numbers import AmountField, WholeNumberField, in_sentence
from fatdesk.gui.widgets.plain_text import ElidedLabel, label, menu_text, tip
from fatdesk.networks.schedules.universal_trees.hardware_growth import MOST, HardwareSize, hardware_sizes
from fatdesk.networks.schedules.universal_trees.hardware_growth import SIZES as AT_FIRST
from fatdesk.networks.traffic import PATTERNS
from fatdesk.project.studies.universality import Experiment, Outcome, outcomes

SIZES_MEANING = (
    "Theorem 4 gives volume and components of a universal fat-tree without constants. Here are those that "
    "are built, over the formulas, for the powers of eight: the ratios stay below a constant. The limit of "
    "the components follows from the parts of a node with many wires."
)
EMPTY = "Press Calculate to build the nodes."


def _itself(row: HardwareSize) -> HardwareSize:
    return row


WIDTHS = (64, 64, 102, 118, 118, 128, 148, 140, 156, 100)
ABOUT = {
    "hosts": "Processors at the leaves of the fat-tree, n",
    "root": "Capacity of the root as a power of n",
    "root_capacity": "Wires at the root",
}
"""Explanations of columns whose titles do not explain themselves."""
SIZE_COLUMNS: tuple[Column[HardwareSize], ...] = tuple(
    listed(column, _itself, width, about=ABOUT.get(column.name, column.title))
    for column, width in zip(SIZES, WIDTHS, strict=True)
)


class SizesDialog(ResultsDialog):
    """Builds universal fat-trees of several sizes in the background."""

    def __init__(self, desk: Desk, parent: QWidget) -> None:
        super().__init__(desk, "Volume and components", SIZE_TITLE, SIZES_MEANING, parent)
        px, column = desk.theme.px, self.column
        self.setObjectName("universal-sizes-dialog")
        self.resize(px(1190), px(640))
        row = QHBoxLayout()
        row.setSpacing(px(8))
        self.low = WholeNumberField("Lowest number of hosts", 1, MOST, str(AT_FIRST[0]))
        self.high = WholeNumberField("Highest number of hosts", 1, MOST, str(AT_FIRST[1]))
        for words, name, field in (("Hosts from", "from", self.low), ("to", "to", self.high)):
            field.setObjectName(f"sizes-{name}")
            field.setFixedWidth(px(84))
            field.returnPressed.connect(self.run)
            row.addWidget(label(words, "text2"))
            row.addWidget(field)
        self.begin = QPushButton("Calculate")
        self.begin.setObjectName("sizes-run")
        self.begin.setProperty("kind", "primary")
        self.begin.clicked.connect(self.run)
        row.addWidget(self.begin)
        self.state = ElidedLabel("", "text2")
        self.state.setObjectName("sizes-state")
        row.addWidget(self.state, 1)
        column.addLayout(row)
        self.model: RowsModel[HardwareSize] = RowsModel(SIZE_COLUMNS, self)
        self.table = Table(desk, self.model, "Volume and components of universal fat-trees")
        self.table.setObjectName("table-sizes")
        self.table.empty = EMPTY
        self.table.make_sortable()
        self.chart = DrawnChart(desk, SIZE_TITLE)
        self.chart.curves.setObjectName("sizes-chart")
        self.add_halves(self.table, self.chart, (220, 380))
        self.add_foot(self.table)
        self._show([])

    def run(self) -> None:
        """Build the fat-trees in the range."""
        low, high = self.low.value, self.high.value
        if low is None or high is None:
            return
        self.start(
            "Building\N{HORIZONTAL ELLIPSIS}", "Universal fat-trees by size", hardware_sizes, low, high,
            done=self._take,
        )  # fmt: skip

    def _take(self, found: list[HardwareSize]) -> None:
        self.state.setText("")
        self._show(found)

    def _show(self, found: list[HardwareSize]) -> None:
        self.model.show(found)
        self.chart.show_chart(sizes_chart(found), EMPTY)


MEANING = (
    "A universal fat-tree of the same volume delivers the messages of any network with a slow-down of "
    "O(lg\N{SUPERSCRIPT THREE} n). All networks and reference networks of the project are compared, and "
    "other topologies that you name."
)
MOST_EACH, MOST_BITS, MOST_SEED = 10_000, 1_000_000, 2_000_000_000
MOST_VOLUME = 1_000_000_000_000


def _column(
    title: str,
    key: str,
    width: int,
    form: str = ",.0f",
    about: str = "",
    part: str = "",
    *,
    hidden: bool = False,
    secondary: bool = False,
) -> Column[Outcome]:
    """A figure of the result by its key, or by the key of a part of it; empty where there is none."""

    def value(row: Outcome) -> float | None:
        found: dict[str, Any] | None = row.figures.get(part) if part else row.figures
        return None if not found else found.get(key)

    def text(row: Outcome) -> str:
        figure = value(row)
        return "" if figure is None else format(figure, form)

    return Column(
        title,
        width,
        text,
        key=lambda row: value(row) or 0.0,
        number=True,
        about=about,
        hidden=hidden,
        secondary=secondary,
    )


def _fixed(
    title: str, key: str, width: int, form: str = ",.0f", about: str = "", *, hidden: bool = False
) -> Column[Outcome]:
    """A figure of one step of the network as direct connections between processors (section VI)."""
    return _column(title, key, width, form, about, "fixed_connections", hidden=hidden, secondary=True)


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
        secondary=True,
    ),
    _column("Online bound", "online_bound", 104, ",.1f", "Load factor + lg n lg lg n", secondary=True),
    _column("Bit times", "bit_times", 78, about="Of all cycles of the fat-tree"),
    _column("Slow-down", "slow_down", 84, ",.1f", "Bit times of the fat-tree over those of the network"),
    _column("lg\N{SUPERSCRIPT THREE} n", "promise", 64, about="Theorem 10 without its constant"),
    _column("Bound", "bound", 78, about="Theorem 10 with the constants of this network"),
    _column(
        "Corollary 9",
        "factor",
        84,
        ",.2f",
        "Bandwidth out of balanced parts over that of the parts by planes: at most 4 a / (a - 1) = 10.81",
        "corollary_9",
        secondary=True,
    ),
    _fixed(
        "Step, lg n",
        "bit_times_per_lg_n",
        76,
        ",.1f",
        "Bit times over lg n of one step of the network as fixed connections: one message each way over each "
        "link, on a fat-tree of slightly more volume (section VI)",
    ),
    _fixed("Step, bit times", "bit_times", 104, about="Of one step of the network as fixed connections"),
    _fixed("Step, cycles", "cycles", 88, about="Delivery cycles of one step", hidden=True),
    _fixed("Step, load factor", "load_factor", 116, ",.2f", "Of one step of the network", hidden=True),
    _fixed("Processors", "processors", 80, about="Of the network as fixed connections", hidden=True),
    _fixed("Degree", "degree", 62, about="Most connections of a processor", hidden=True),
    _column("At least", "time_at_least", 70, ",.2f", "Lower bound of the time on the network", hidden=True),
    _column("Ideal cycles", "cycles", 88, about="Of a schedule for ideal concentrators", hidden=True),
    _column("Cycles at most", "cycles_bound", 104, about="Bound of the schedule", hidden=True),
    _column("Lost", "lost_in_concentrators", 60, about="Messages, by the ideal schedule", hidden=True),
    _column(
        "lg(n/v^(2/3)) lg\N{SUPERSCRIPT TWO} n", "order", 120, ",.1f", "Slow-down by the proof", hidden=True
    ),
    Column(
        "Remark",
        180,
        lambda row: in_sentence(row.why) if row.why else "",
        stretch=True,
        about="Why a network is left out",
    ),
)


class UniversalDialog(ResultsDialog):
    """Compares all networks of the project, and others by SPEC, in the background."""

    def __init__(self, desk: Desk, parent: QWidget) -> None:
        heading = "Networks on universal fat-trees of the same volume"
        super().__init__(desk, "Universal fat-trees", heading, MEANING, parent)
        px, column = desk.theme.px, self.column
        self.setObjectName("universal-fat-trees")
        self.resize(px(1240), px(640))
        column.addLayout(self._form())
        column.addWidget(self.state)
        self.model: RowsModel[Outcome] = RowsModel(COLUMNS, self)
        self.table = Table(desk, self.model, "Universal fat-trees")
        self.table.setObjectName("table-universal")
        self.table.empty = "Press Run to compare the networks of the project."
        self.table.make_sortable()
        self.chart = DrawnChart(desk, TITLE)
        self.chart.curves.setObjectName("slow-down")
        self.add_halves(self.table, self.chart, (200, 400))
        sizes = QPushButton("Volume and components…")
        sizes.setObjectName("universal-sizes")
        sizes.setToolTip(tip("Volume and components of universal fat-trees over Theorem 4"))
        sizes.clicked.connect(lambda _=False: SizesDialog(desk, self).show())
        columns = ColumnsButton(desk, self.table)
        columns.setObjectName("universal-columns")
        self.add_foot(self.table, columns, sizes)
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
        self.traffic.setMinimumWidth(self._desk.theme.px(124))
        row.addWidget(label("Traffic", "text2"))
        row.addWidget(self.traffic)
        self.each = self._number(row, "Messages per host", 1, MOST_EACH)
        self.each.setObjectName("universal-messages")
        self.bits = self._number(row, "Data bits", 1, MOST_BITS)
        self.bits.setObjectName("universal-bits")
        self.seed = self._number(row, "Seed", 0, MOST_SEED)
        self.seed.setObjectName("universal-seed")
        self.volume = AmountField("Volume", MOST_VOLUME, "as needed")
        self.volume.setObjectName("universal-volume")
        self._place(row, "Volume", self.volume, 92)
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
        self._place(row, name, field, 60)
        return field

    def _place(self, row: QHBoxLayout, name: str, field: QLineEdit, width: int) -> None:
        field.setFixedWidth(self._desk.theme.px(width))
        field.returnPressed.connect(self.run)
        row.addWidget(label(name, "text2"))
        row.addWidget(field)

    def run(self) -> None:
        """Compare the networks with the chosen traffic."""
        each, bits, seed = self.each.value, self.bits.value, self.seed.value
        if each is None or bits is None or seed is None or self.volume.is_wrong:
            return
        if not self._desk.session.is_open:
            return
        experiment = Experiment(self.traffic.currentData(), each, seed, bits, self.volume.amount)
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
        families: dict[str, list[dict[str, Any]]] = {}
        for one in found:
            if one.figures:
                families.setdefault(one.family, []).append(one.figures)
        self.chart.show_chart(universality_chart(families), "Press Run to compare the networks.")

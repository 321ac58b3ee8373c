"""Dialog with volume and components of universal fat-trees over the number of hosts (Theorem 4)."""

from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from fatdesk.engine.drawing.charts.universality_chart import SIZE_TITLE, sizes_chart
from fatdesk.engine.listing.universal_columns import SIZES
from fatdesk.gui.charts.drawn_chart import DrawnChart
from fatdesk.gui.desk import Desk
from fatdesk.gui.tables import Column, RowsModel, Table
from fatdesk.gui.tables.column import listed
from fatdesk.gui.views.results_dialog import ResultsDialog
from fatdesk.gui.widgets.numbers import WholeNumberField
from fatdesk.gui.widgets.plain_text import ElidedLabel, label
from fatdesk.networks.schedules.hardware_growth import MOST, HardwareSize, hardware_sizes
from fatdesk.networks.schedules.hardware_growth import SIZES as AT_FIRST

MEANING = (
    "Theorem 4 gives volume and components of a universal fat-tree without constants. Here are those that "
    "are built, over the formulas, for the powers of eight: the ratios stay below a constant. The limit of "
    "the components follows from the parts of a node with many wires."
)
EMPTY = "Press Calculate to build the nodes."


def _itself(row: HardwareSize) -> HardwareSize:
    return row


WIDTHS = (64, 64, 102, 118, 118, 128, 148, 140, 156, 100)
COLUMNS: tuple[Column[HardwareSize], ...] = tuple(
    listed(column, _itself, width, about=column.title) for column, width in zip(SIZES, WIDTHS, strict=True)
)


class SizesDialog(ResultsDialog):
    """Builds universal fat-trees of several sizes in the background."""

    def __init__(self, desk: Desk, parent: QWidget) -> None:
        super().__init__(desk, "Volume and components", SIZE_TITLE, MEANING, parent)
        px, column = desk.theme.px, self.column
        self.setObjectName("universal-sizes-dialog")
        self.resize(px(1190), px(690))
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
        self.model: RowsModel[HardwareSize] = RowsModel(COLUMNS, self)
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

"""Networks of a schedule study above, the tables of the one on view below."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QStackedWidget, QVBoxLayout

from fatdesk.gui.charts.chart_view import ChartView
from fatdesk.gui.desk import Desk
from fatdesk.gui.schedule.networks import NETWORKS, NetworkRow
from fatdesk.gui.schedule.result import ResultTables
from fatdesk.gui.studies.body import NetworkTable, StudyBody
from fatdesk.gui.tables import RowsModel
from fatdesk.gui.widgets.plain_text import label


class Body(StudyBody):
    """Views of a schedule study."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        px = desk.theme.px
        self._theme = desk.theme
        self.curves: tuple[NetworkRow, ...] = ()
        self.on_view = 0
        """The number of the network whose tables are shown."""
        self.model: RowsModel[NetworkRow] = RowsModel(NETWORKS, self)
        self.table = NetworkTable(desk, self.model, "Networks of the schedule study")
        self.table.setObjectName("table-networks")
        self.table.make_sortable()
        self.result = ResultTables(desk)
        self.words = label("", "text2")
        self.words.setObjectName("empty-words")
        self.words.setWordWrap(True)
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.pages = QStackedWidget()
        for page in (self.words, self.result):
            self.pages.addWidget(page)
        levels = QSplitter(Qt.Orientation.Vertical)
        levels.addWidget(self.table)
        levels.addWidget(self.pages)
        levels.setStretchFactor(1, 1)
        levels.setSizes([px(126), px(614)])
        levels.setHandleWidth(px(1))
        levels.setChildrenCollapsible(False)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(levels)
        self.table.chosen.connect(self._chosen_rows)
        self.table.again.connect(self._chosen_rows)
        desk.theme.changed.connect(self._fonts)
        self._fonts()

    def _fonts(self) -> None:
        self.words.setFont(self._theme.font(14))

    @property
    def drawn(self) -> Sequence[ChartView]:
        """Nothing is plotted."""
        return ()

    @property
    def row(self) -> NetworkRow | None:
        """The network whose tables are shown."""
        return self.curves[self.on_view] if self.on_view < len(self.curves) else None

    def show_networks(self, rows: tuple[NetworkRow, ...]) -> None:
        """Show other networks, or more results of the same."""
        self.curves = rows
        self.model.follow(list(rows))
        if self.on_view >= len(rows):
            self.on_view = 0
        self._mark(reveal=False)

    def say_empty(self, words: str) -> None:
        """Show a message instead of the tables; an empty one shows the tables."""
        row = self.row
        if not words and (row is None or row.shown is None):
            words = "" if row is None else _missing(row)
        self.words.setText(words)
        self.pages.setCurrentIndex(int(not words))

    def _mark(self, *, reveal: bool) -> None:
        """Mark the selected networks, and without any the one whose tables are shown."""
        if self.selected:
            self.on_view = min(self.selected)
        marked = self.selected or frozenset({self.on_view})
        self.table.mark_rows(lambda row: row.number in marked, reveal)

    def _chosen_rows(self) -> None:
        self._tell(frozenset(row.number for row in self.table.chosen_rows()))


def _missing(row: NetworkRow) -> str:
    """Return why a network has no tables."""
    if row.state == "failed":
        return row.note[:1].upper() + row.note[1:]
    if row.state == "stale":
        return f"{row.name} has changed since it was measured. Run measures it again."
    return f"{row.name} was not measured yet."

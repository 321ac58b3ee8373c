"""Dialog with the levels of a cut room: bandwidth out of its parts, widths, balanced parts, their bound."""

from PySide6.QtWidgets import QWidget

from fatdesk.engine.drawing.charts.universality_chart import LEVEL_TITLE, levels_chart
from fatdesk.engine.listing.universal_columns import LEVELS, LevelRow, level_rows
from fatdesk.gui.charts.drawn_chart import DrawnChart
from fatdesk.gui.desk import Desk
from fatdesk.gui.tables import Column, RowsModel, Table
from fatdesk.gui.tables.column import listed
from fatdesk.gui.views.results_dialog import ResultsDialog
from fatdesk.networks.schedules.room_figures import RoomFigures

MEANING = (
    "Planes cut the room in two, each half in two, and so on (Theorem 5). Out: bandwidth of the links that "
    "leave the part with most of them. Width: the same, where parts that are cut no further count on all "
    "levels below. Balanced: out of parts with equal numbers of hosts (Lemmas 6 and 7), which is at most the "
    "bound, four times the sum of the widths from that level on (Theorem 8)."
)
HIDDEN = frozenset({"parts", "surface_m2", "fewest_hosts"})


def _itself(row: LevelRow) -> LevelRow:
    return row


WIDTHS = (70, 80, 100, 118, 122, 118, 122, 136, 122, 134, 134)
COLUMNS: tuple[Column[LevelRow], ...] = tuple(
    listed(column, _itself, width, about=column.title, hidden=column.name in HIDDEN)
    for column, width in zip(LEVELS, WIDTHS, strict=True)
)


class LevelsDialog(ResultsDialog):
    """The decomposition of the room of a network by level, as a table and as curves."""

    def __init__(self, desk: Desk, name: str, room: RoomFigures, parent: QWidget) -> None:
        super().__init__(desk, "Levels of the room", f"Levels of the room of {name}", MEANING, parent)
        px = desk.theme.px
        self.setObjectName("room-levels")
        self.resize(px(980), px(690))
        self.model: RowsModel[LevelRow] = RowsModel(COLUMNS, self)
        self.table = Table(desk, self.model, "Levels of the room")
        self.table.setObjectName("table-levels")
        self.table.make_sortable()
        self.model.show(level_rows(room))
        self.chart = DrawnChart(desk, LEVEL_TITLE)
        self.chart.curves.setObjectName("levels-chart")
        self.chart.show_chart(levels_chart(room), "No links leave any part.")
        self.add_halves(self.table, self.chart, (280, 320))
        self.add_foot(self.table)

"""Both plots with their key over the table of networks; what is selected in one is selected in all."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from fatdesk.gui.charts.chart_view import ChartView
from fatdesk.gui.charts.key import ChartKey
from fatdesk.gui.desk import Desk
from fatdesk.gui.simulation.columns import (
    CONFLICTS,
    DIFFERENCE,
    FAIR,
    FOUND,
    NETWORKS,
    P99,
    PAPER,
    Row,
)
from fatdesk.gui.simulation.curves import Curve, Look, loads_in, telling_load
from fatdesk.gui.simulation.foot import Foot
from fatdesk.gui.simulation.plots import AcceptedChart, LatencyChart
from fatdesk.gui.simulation.text import load_word
from fatdesk.gui.studies.body import StudyBody
from fatdesk.gui.studies.network_table import NetworkTable
from fatdesk.gui.tables import RowsModel


class Body(StudyBody):
    """Curves of a study."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        px = desk.theme.px
        self.curves: tuple[Curve, ...] = ()
        self.look = Look()
        self.load: float | None = None
        """The load that was chosen; None: the highest that all accept."""
        self._published: bool | None = None
        """Whether the table has columns of what was published."""
        self.latency, self.accepted, self.key = LatencyChart(desk), AcceptedChart(desk), ChartKey(desk)
        self.model: RowsModel[Row] = RowsModel(NETWORKS, self)
        self.table = NetworkTable(desk, self.model, "Networks of the study")
        self.table.make_sortable()
        self.foot = Foot(desk, self.table)
        self.plots = QSplitter(Qt.Orientation.Horizontal)
        for number, plot in enumerate((self.latency, self.accepted)):
            self.plots.addWidget(plot)
            self.plots.setStretchFactor(number, 3 - number)
        self.plots.setSizes([px(600), px(400)])
        above, below = QWidget(), QWidget()
        for place, parts in ((above, (self.plots, self.key)), (below, (self.table, self.foot))):
            column = QVBoxLayout(place)
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(0)
            for number, part in enumerate(parts):
                column.addWidget(part, 1 - number)
        levels = QSplitter(Qt.Orientation.Vertical)
        levels.addWidget(above)
        levels.addWidget(below)
        levels.setStretchFactor(0, 1)
        levels.setSizes([px(590), px(230)])
        for split in (self.plots, levels):
            split.setHandleWidth(px(1))
            split.setChildrenCollapsible(False)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(levels)
        self._connect()

    def _connect(self) -> None:
        for source in (self.latency, self.accepted, self.key):
            source.chosen.connect(self._picked)
        self.table.chosen.connect(self._chosen_rows)
        self.table.again.connect(self.toggle_alone)
        self.table.opened.connect(lambda _: self.toggle_alone())
        self.foot.load_chosen.connect(self._take_load)

    # What is shown

    def show_curves(self, curves: Sequence[Curve]) -> None:
        """Show other curves, or more points of the same."""
        self.curves = tuple(curves)
        for plot in (self.latency, self.accepted):
            plot.look_at(self.curves, self.look)
        self.key.show_curves(self.curves)
        self._show_table()

    def take_look(self, look: Look) -> None:
        """Look at another latency."""
        self.look = look
        self.show_curves(self.curves)

    @property
    def drawn(self) -> Sequence[ChartView]:
        """Latency, and accepted traffic."""
        return self.latency, self.accepted

    def say_empty(self, words: str) -> None:
        """What stands in the place of curves; nothing: they are drawn."""
        self.latency.empty, self.accepted.empty = words, " " if words else ""
        self.key.setVisible(not words)
        for plot in (self.latency, self.accepted):
            plot.viewport().update()

    @property
    def load_now(self) -> float | None:
        """The load that is looked at."""
        loads = loads_in(self.curves)
        return self.load if self.load in loads else telling_load(self.curves)

    def _take_load(self, load: float | None) -> None:
        self.load = load
        self._show_table()

    def _show_table(self) -> None:
        load, loads = self.load_now, loads_in(self.curves)
        self.foot.offer(loads, self.load if self.load in loads else None, telling_load(self.curves))
        at = "" if load is None else f" at {load_word(load)}"
        self._call_columns({P99: f"p99{at}"})
        published = any(curve.paper is not None for curve in self.curves)
        if published != self._published:  # else what was chosen stays
            self._published = published
            for number, column in enumerate(NETWORKS):
                if column.id in (PAPER, DIFFERENCE):
                    self.table.show_column(number, published)
                elif column.id in (FOUND, FAIR, CONFLICTS):  # there is no room for all of them
                    self.table.show_column(number, not published)
        self.model.follow([Row(curve, self.look, load) for curve in self.curves])
        self.foot.links.setEnabled(load is not None)
        self._mark(reveal=False)

    def show_found(self) -> None:
        """Show the column of saturation loads."""
        self.table.show_column([column.id for column in NETWORKS].index(FOUND), True)

    def _call_columns(self, titles: dict[str, str]) -> None:
        if titles != self.model.titles:
            self.model.titles = titles
            self.model.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(NETWORKS) - 1)

    # Selecting

    def _mark(self, *, reveal: bool) -> None:
        for part in (self.latency, self.accepted, self.key):
            part.show_selected(self.selected, alone=self.alone)
        self.table.mark_rows(lambda row: row.curve.number in self.selected, reveal)

    def _chosen_rows(self) -> None:
        self._tell(frozenset(row.curve.number for row in self.table.chosen_rows()))

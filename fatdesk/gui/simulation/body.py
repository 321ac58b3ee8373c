"""Charts with their key, and the table of networks below; one selection in all of them."""

from collections.abc import Sequence
from typing import Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSplitter, QVBoxLayout, QWidget

from fatdesk.engine.charts import Chart
from fatdesk.engine.drawing.charts.simulation_charts import (
    FLITS,
    GBPS,
    Measured,
    Units,
    accepted_chart,
    in_gbps,
    latency_chart,
)
from fatdesk.gui.charts.chart_view import ChartView
from fatdesk.gui.charts.curves_view import ChartKey, CurvesView
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
    in_traffic,
    load_text,
    point_text,
)
from fatdesk.gui.simulation.curves import Curve, Look, accepted_by_all, comparison_load, loads_in
from fatdesk.gui.studies.body import NetworkTable, StudyBody
from fatdesk.gui.tables import RowsModel, Table
from fatdesk.gui.tables.columns import ColumnsButton
from fatdesk.gui.widgets.combo import Combo
from fatdesk.gui.widgets.numbers import to_read
from fatdesk.gui.widgets.plain_text import ElidedLabel, label, tip


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
        """The title, and below it two rows of throughputs."""
        return self.theme.px(60)

    def words_of(self, curve: Curve, point: int) -> str:
        """Traffic and latencies."""
        return point_text(curve, point)

    def summary(self, curve: Curve) -> str:
        """The most that is accepted."""
        return "" if curve.top is None else f", at most {in_traffic(curve.top.accepted, curve.rate)} accepted"


class LatencyChart(NetworkChart):
    """Latency against accepted traffic, with the throughput of each network as a dotted line."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, "Latency against accepted traffic", parent)

    def chart_of(self, curves: Sequence[Curve]) -> Chart:
        """Latencies of the kind that is looked at."""
        figure: Literal["mean", "p99"] = "p99" if self.look.figure == "p99" else "mean"
        networks, units = shown_in(curves)
        return latency_chart(networks, figure, source=self.look.source, units=units)


class AcceptedChart(NetworkChart):
    """Accepted against offered traffic, with the line on which everything is accepted."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, "Accepted against offered", parent)

    def chart_of(self, curves: Sequence[Curve]) -> Chart:
        """Accepted over offered traffic, with what was published at the right edge."""
        networks, units = shown_in(curves)
        papers = [curve.paper for curve in curves if curve.paper is not None]
        return accepted_chart(networks, papers if units is FLITS else (), units=units)


def shown_in(curves: Sequence[Curve]) -> tuple[Sequence[Measured], Units]:
    """Return the curves in Gb/s and µs where the rate of all that have points is known, else as they are."""
    measured = [curve for curve in curves if curve.points]
    if not measured or any(curve.rate is None for curve in measured):
        return curves, FLITS
    return [curve if curve.rate is None else in_gbps(curve, curve.rate) for curve in curves], GBPS


class Foot(QWidget):
    """Line below the table; ``load_chosen`` carries a load, or None for the highest that all accept."""

    load_chosen = Signal(object)
    links_asked = Signal()
    saturation_asked = Signal()

    def __init__(self, desk: Desk, table: Table) -> None:
        super().__init__()
        px = desk.theme.px
        self.setProperty("role", "foot")
        self.setFixedHeight(px(36))
        row = QHBoxLayout(self)
        row.setContentsMargins(px(12), 0, px(8), 0)
        row.setSpacing(px(8))
        self.load = Combo(desk.theme)
        self.load.setObjectName("load")
        self.load.setAccessibleName("Selected load")
        self.load.setToolTip(tip("The load of p99, fairness, conflicts, and of links in the drawing"))
        self.load.setMinimumWidth(px(90))
        self.load.setSizeAdjustPolicy(Combo.SizeAdjustPolicy.AdjustToContents)
        self.load.activated.connect(lambda number: self.load_chosen.emit(self.load.itemData(number)))
        named = label("At load", "text2")
        named.setBuddy(self.load)
        self.links = QPushButton("Links in Topology")
        self.links.setObjectName("links-in-topology")
        self.links.setToolTip(tip("Colour the links of the selected network by what they carry at this load"))
        self.links.clicked.connect(lambda _=False: self.links_asked.emit())
        self.saturation = QPushButton("Find saturation")
        self.saturation.setObjectName("find-saturation")
        self.saturation.setToolTip(
            tip("Find the saturation load of the selected networks, or of all, to within 1 %")
        )
        self.saturation.clicked.connect(lambda _=False: self.saturation_asked.emit())
        self.note = ElidedLabel("", "text2")
        self.columns = ColumnsButton(desk, table)
        for widget in (named, self.load, self.links, self.saturation):
            row.addWidget(widget)
        row.addWidget(self.note, 1)
        row.addWidget(self.columns)

    def offer(self, curves: Sequence[Curve], taken: float | None) -> None:
        """The loads that were measured; ``taken`` was chosen."""
        loads, comparing = loads_in(curves), comparison_load(curves)
        self.load.blockSignals(True)
        self.load.clear()
        if comparing is not None:
            which = "accepted by all" if accepted_by_all(curves, comparing) else "the lowest"
            self.load.addItem(to_read(f"{load_text(comparing)}, {which}"), None)
        for load in loads:
            self.load.addItem(to_read(load_text(load)), load)
        at = self.load.findData(taken) if taken is not None else 0
        self.load.setCurrentIndex(max(0, at) if loads else -1)
        self.load.setEnabled(bool(loads))
        self.load.blockSignals(False)


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
        self.latency.setObjectName("latency-chart")
        self.accepted.setObjectName("accepted-chart")
        self.model: RowsModel[Row] = RowsModel(NETWORKS, self)
        self.table = NetworkTable(desk, self.model, "Networks of the study")
        self.table.setObjectName("table-networks")
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
        """Show a message instead of the curves; an empty one shows the curves."""
        self.latency.empty, self.accepted.empty = words, " " if words else ""
        self.key.setVisible(not words)
        for plot in (self.latency, self.accepted):
            plot.viewport().update()

    @property
    def load_now(self) -> float | None:
        """The load that is looked at."""
        loads = loads_in(self.curves)
        return self.load if self.load in loads else comparison_load(self.curves)

    def _take_load(self, load: float | None) -> None:
        self.load = load
        self._show_table()

    def _show_table(self) -> None:
        load = self.load_now
        self.foot.offer(self.curves, self.load if self.load in loads_in(self.curves) else None)
        at = "" if load is None else f" at {to_read(load_text(load))}"
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

"""Figures of a result with their units, each with a sentence that explains it; levels of a cut room."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from fatdesk.core.number_text import counted
from fatdesk.engine.drawing.charts.universality_chart import LEVEL_TITLE, levels_chart
from fatdesk.engine.listing.schedule_columns import LEVELS, LevelRow, level_rows
from fatdesk.gui.analysis.cuts import STANDS
from fatdesk.gui.charts.drawn_chart import DrawnChart
from fatdesk.gui.desk import Desk
from fatdesk.gui.schedule.tables import amount, words_of
from fatdesk.gui.tables import Column, RowsModel, Table
from fatdesk.gui.tables.column import listed
from fatdesk.gui.views.property_page import Page, hairline
from fatdesk.gui.views.results_dialog import ResultsDialog
from fatdesk.gui.widgets.plain_text import label
from fatdesk.networks.schedules.output import worst_channel
from fatdesk.networks.schedules.room_figures import RoomFigures
from fatdesk.networks.schedules.universal_trees.cutting import densest
from fatdesk.networks.simulation.link_rate import figure_text
from fatdesk.project.studies.schedule import ScheduleResult

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
        self.resize(px(980), px(640))
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


LEVELS_BUTTON = "Levels of the room…"


class FiguresPanel(QWidget):
    """Panel of the figures of the network on view."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        px = desk.theme.px
        self.setProperty("role", "side")
        self.setObjectName("figures")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setMinimumWidth(px(304))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(px(1), 0, 0, 0)
        outer.setSpacing(0)
        head = label("Figures", "text2")
        head.setFont(desk.theme.strong(12))
        head.setContentsMargins(px(16), 0, 0, 0)
        head.setFixedHeight(px(32))
        outer.addWidget(head)
        outer.addWidget(hairline())
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setAccessibleName("Figures of the traffic")
        outer.addWidget(self._scroll, 1)
        self.shown: dict[str, str] = {}
        """Every figure that is shown, by its name."""
        self._found: ScheduleResult | None = None
        self._is_outdated = False
        """Whether the theme has changed while the figures were hidden."""
        desk.theme.changed.connect(self._follow_theme)

    def _follow_theme(self) -> None:
        """Show the figures in another theme; hidden ones when they are shown."""
        self._is_outdated = not self.isVisible()
        if not self._is_outdated:
            self._show(self._found)

    def showEvent(self, event: QShowEvent) -> None:
        """Follow a theme that has changed while the figures were hidden."""
        super().showEvent(event)
        if self._is_outdated:
            self._follow_theme()

    def show_result(self, found: ScheduleResult | None) -> None:
        """Show the figures of a result; None: nothing is known yet."""
        if found is self._found and self._scroll.widget() is not None:
            return
        self._show(found)

    def _show(self, found: ScheduleResult | None) -> None:
        self._found, self.shown = found, {}
        page = Page(self._desk, lambda: None)
        if found is None:
            page.hint("Run a study to see load factor, cycles and bounds here.")
        else:
            page.title(found.study.description, f"on {found.requested.name}")
            self._load(page, found)
            self._delivery(page, found)
            self._room(page, found)
            self._beside(page, found)
        page.end()
        old = self._scroll.takeWidget()
        self._scroll.setWidget(page)
        if old is not None:
            old.deleteLater()

    def _tell(
        self, page: Page, name: str, value: str, meaning: str, unit: str = "", *, strong: bool = False
    ) -> None:
        self.shown[name] = f"{value} {unit}".strip()
        page.value(page.rows(), name, value, unit, strong)
        if meaning:
            page.note(meaning, "text3")

    def _load(self, page: Page, found: ScheduleResult) -> None:
        about, net = found.traffic, found.network
        page.section("Load", f"{amount(about.messages)} messages")
        meaning = "Messages divided by links of the fullest channel: a lower bound on cycles."
        if about.tree is None:
            meaning = "Messages over the fullest link."
        self._tell(page, "Load factor", f"{about.factor:.3f}", meaning, strong=True)
        worst = worst_channel(about, net, found.names)
        if worst is not None:
            words = words_of(worst)
            links = counted(worst["links"], "link")
            self.shown["Fullest channel"] = words
            page.note(f"Fullest channel: {words}, {amount(worst['load'])} messages over {links}.", "text")
        if about.tree is not None and about.tree.unequal:
            page.note(
                "Bundles are unequal: a switch can be full before all links of its subtree are in use.",
                "warn",
            )

    def _delivery(self, page: Page, found: ScheduleResult) -> None:
        about, made = found.traffic, found.traffic.made
        if made is None or about.online is None:
            page.section("No schedule")
            page.note(
                f"The network is not a tree: {about.no_tree}. Delivery cycles exist for trees only; shown is "
                f"the load of each link under the routing algorithm {found.found.on.scheme}, "
                "with an equal share on each path that a packet may take."
            )
            return
        page.section("Delivery")
        self._tell(
            page,
            "Cycles",
            f"{made.cycles:,}",
            "Of the schedule: in each cycle no channel carries more messages than it has links.",
            strong=True,
        )
        if found.rate is not None:
            rate = found.rate
            self._tell(
                page,
                "Time",
                figure_text(rate.us_of(made.cycles)),
                f"Of the schedule: a cycle is the time of a message of {rate.flit_bytes:,} B on a link of "
                f"{figure_text(rate.gbps)} Gb/s, {figure_text(rate.us_of(1))} µs.",
                "µs",
            )
        self._tell(
            page,
            "Lower bound",
            f"{made.lower_bound:,}",
            "No schedule has fewer cycles: the load factor, rounded up.",
        )
        self._tell(page, "Proved bound", f"{made.bound:,}", "Upper bound of the method at this load factor.")
        self._tell(
            page,
            "Without schedule",
            f"{about.online.cycles:,}",
            "Channels that are full let random messages pass, and the others try again in the next cycle.",
            "cycles",
        )

    def _room(self, page: Page, found: ScheduleResult) -> None:
        room = found.found.room
        if not found.requested.placed:
            return
        page.section("Room")
        if room is None:
            waiting = counted(found.found.waiting, "device")
            page.note(f"{waiting} are in no rack. Cuts of the room are calculated once all are placed.")
            return
        low, high = room.box_m
        sides = " × ".join(f"{b - a:.2f}" for a, b in zip(low, high, strict=True))
        self._tell(page, "Box", sides, "Around all racks and trays.", "m")
        worst = densest(list(room.planes))
        if worst is not None and worst.gbps_per_m2 is not None:
            self._tell(
                page,
                "Densest cut",
                f"{worst.gbps_per_m2:,.0f}",
                f"Of the planes that halve the room: level {worst.level}, {STANDS[worst.axis]}, "
                f"{counted(worst.links, 'link')} with {worst.gbps:,.0f} Gb/s through {worst.area_m2:.2f} m².",
                "Gb/s/m²",
            )
        middle = room.balanced[1].out_gbps if len(room.balanced) > 1 else 0.0
        self._tell(
            page,
            "Bandwidth out of a half",
            f"{middle:,.0f}",
            "Bandwidth out of one half of the hosts, as the first cut of the room divides them.",
            "Gb/s",
        )
        page.button(LEVELS_BUTTON, lambda: self._open_levels(found.requested.name, room))

    def _open_levels(self, name: str, room: RoomFigures) -> None:
        LevelsDialog(self._desk, name, room, self).show()

    def _beside(self, page: Page, found: ScheduleResult) -> None:
        beside = None if found.found.room is None else found.found.room.universal
        if beside is None:
            return
        page.section("Universal fat-tree", "of the same volume")
        page.note(
            "The best network that could fill the room of this one, by theory: a fabric with as few cycles "
            "cannot be beaten by much in this room.",
            "text3",
        )
        self._tell(page, "Root capacity", f"{beside.root_capacity:,}", "Links at its root.", "links")
        if beside.load_factor is not None and beside.cycles is not None:
            self._tell(page, "Its load factor", f"{beside.load_factor:.3f}", "The same messages on it.")
            self._tell(page, "Its cycles", f"{beside.cycles:,}", "")
        page.note(
            f"The unit of volume is a cube that one link passes: {beside.links_per_m2:,.1f} links per square "
            "metre, the most that any part of the room needs.",
            "text3",
        )

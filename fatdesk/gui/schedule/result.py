"""Tables of a schedule: load by class of channel, channels, delivery cycles, messages; their cables."""

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QVBoxLayout, QWidget

from fatdesk.core.arrays import Longs
from fatdesk.core.number_text import counted
from fatdesk.engine.topology.link_colours import link_figures
from fatdesk.gui.analysis.related import MOST_CABLES, cables_of_links
from fatdesk.gui.desk import Desk
from fatdesk.gui.schedule.tables import (
    CHANNELS,
    CLASSES,
    CYCLES,
    MESSAGES,
    MOST_MESSAGES,
    ChannelRow,
    ClassRow,
    CycleRow,
    HeatKey,
    MessagesAt,
    channel_rows,
    class_rows,
    cycle_rows,
    message_rows,
)
from fatdesk.gui.session.session import Session
from fatdesk.gui.tables import RowsModel, Table
from fatdesk.gui.widgets.plain_text import label
from fatdesk.networks.schedules.traffic_result import links_of, row_of_link
from fatdesk.project.document.ref import CABLE, DEVICE, Ref
from fatdesk.project.studies.schedule import ScheduleResult


def _number(session: Session, name: str) -> int:
    return [fabric.name for fabric in session.derived.fabrics].index(name)


def things_of(session: Session, found: ScheduleResult, channels: list[int]) -> list[Ref]:
    """The cables of some channels; of traces of backplanes, which have none, the devices at their ends."""
    if not channels or found.links is None:
        return []
    net = found.network
    of_network = np.unique(np.concatenate([links_of(found.traffic, net, one) for one in channels]))
    links = found.links[of_network].astype(np.int64)
    return cables_of_links(session, _number(session, found.key), links)


def hosts_of(session: Session, found: ScheduleResult, hosts: list[int]) -> list[Ref]:
    """The devices that some hosts are."""
    fabric = session.derived.fabrics[_number(session, found.key)]
    return [DEVICE(fabric.ids[host]) for host in dict.fromkeys(hosts)]


class Chosen:
    """Selected parts of a network: hosts, and channels of selected cables."""

    def __init__(self, session: Session, found: ScheduleResult) -> None:
        self.hosts: frozenset[int] = frozenset()
        self.channels: frozenset[int] = frozenset()
        devices, cables = session.ids(DEVICE), session.ids(CABLE)
        if not devices and not cables:
            return
        number = _number(session, found.key)
        nodes = session.derived.positions.nodes[number]
        net = found.network
        picked = np.array([nodes[some] for some in devices if some in nodes], np.int64)
        self.hosts = frozenset(picked[picked < net.hosts].tolist())
        links = np.isin(net.ends, picked).any(axis=1)
        if cables:
            known = session.derived.link_ids[number]
            cable = link_figures(session.derived.cabling.fabrics[number]).cable
            heads = [link for link, some in enumerate(known) if some in cables]
            chosen = np.unique(cable[heads]) if heads else np.zeros(0, np.int64)
            links |= np.isin(cable[found.links], chosen[chosen >= 0])
        self.channels = frozenset(self._channels(found, np.flatnonzero(links)))

    def _channels(self, found: ScheduleResult, links: Longs) -> list[int]:
        net, tree = found.network, found.traffic.tree
        if not len(links):
            return []
        if tree is None:
            here = links if net.one_way else np.concatenate([2 * links, 2 * links + 1])
            return [int(one) for one in here]
        rows = row_of_link(tree, net)[links]
        return [int(row) for row in np.unique(rows[rows >= 0])]


STALE = "Belongs to an earlier state of the project: "


class ResultTables(QWidget):
    """The tables of one network; what is chosen in them is selected in all views."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk, self.theme, self.session = desk, desk.theme, desk.session
        self._found: ScheduleResult | None = None
        self._cycle: int | None = None
        self._choosing = False
        self._make_tables()
        self._arrange()
        self._connect()

    def _make_tables(self) -> None:
        self.classes: RowsModel[ClassRow] = RowsModel(CLASSES, self)
        self.channels: RowsModel[ChannelRow] = RowsModel(CHANNELS, self)
        self.cycles: RowsModel[CycleRow] = RowsModel(CYCLES, self)
        self.messages: RowsModel[MessagesAt] = RowsModel(MESSAGES, self)
        self.class_table = Table(self.desk, self.classes, "Load factor by class of channel")
        self.class_table.setObjectName("table-classes")
        self.channel_table = Table(self.desk, self.channels, "Channels of a class")
        self.channel_table.setObjectName("table-channels")
        self.cycle_table = Table(self.desk, self.cycles, "Delivery cycles")
        self.cycle_table.setObjectName("table-cycles")
        self.message_table = Table(self.desk, self.messages, "Messages of a cycle")
        self.message_table.setObjectName("table-messages")
        self.message_table.empty = "Choose a cycle to see its messages."
        for table in (self.class_table, self.channel_table, self.cycle_table, self.message_table):
            table.make_sortable()
        for table in (self.class_table, self.cycle_table):
            table.setSelectionMode(Table.SelectionMode.SingleSelection)
        self.heat_key = HeatKey(self.desk)

    def _arrange(self) -> None:
        px = self.theme.px
        self.heads = {name: label("", "text2") for name in ("classes", "channels", "cycles", "messages")}
        for name, head in self.heads.items():
            head.setObjectName(f"head-{name}")
        left, middle = QSplitter(Qt.Orientation.Vertical), QSplitter(Qt.Orientation.Vertical)
        left.addWidget(self._pane("Load by class of channel", "classes", self.class_table, self.heat_key))
        left.addWidget(self._pane("Channels", "channels", self.channel_table))
        middle.addWidget(self._pane("Cycles", "cycles", self.cycle_table))
        middle.addWidget(self._pane("Messages", "messages", self.message_table))
        sides = QSplitter(Qt.Orientation.Horizontal)
        sides.addWidget(left)
        sides.addWidget(middle)
        for split, sizes in ((left, (400, 300)), (middle, (380, 320)), (sides, (500, 500))):
            split.setHandleWidth(px(1))
            split.setChildrenCollapsible(False)
            split.setSizes([px(size) for size in sizes])
        outer = QHBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(sides)

    def _pane(self, title: str, name: str, *parts: QWidget) -> QWidget:
        px = self.theme.px
        pane = QWidget()
        column = QVBoxLayout(pane)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        head = QWidget()
        head.setProperty("role", "toolbar")
        head.setFixedHeight(px(33))
        line = QHBoxLayout(head)
        line.setContentsMargins(px(12), 0, px(12), 0)
        named = label(title)
        named.setFont(self.theme.strong(12))
        line.addWidget(named)
        line.addStretch(1)
        line.addWidget(self.heads[name])
        column.addWidget(head)
        for part in parts:
            column.addWidget(part, int(isinstance(part, Table)))
        return pane

    def _connect(self) -> None:
        self.class_table.chosen.connect(self._choose_class)
        self.class_table.clicked.connect(lambda _: self._choose_class())  # it may be marked already
        self.class_table.opened.connect(lambda _: self._choose_class())
        self.channel_table.chosen.connect(self._choose_channels)
        self.cycle_table.chosen.connect(self._choose_cycle)
        self.message_table.chosen.connect(self._choose_messages)

    # What is shown

    @property
    def found(self) -> ScheduleResult | None:
        """The result on view."""
        return self._found

    @property
    def cycle(self) -> int | None:
        """The cycle that is looked at, from 0; None: all messages."""
        return None if self._found is None else self.session.loads.cycle.get(self._found.key)

    def show_result(self, found: ScheduleResult | None) -> None:
        """Show the result of a network; None: there is none."""
        if found is self._found and self.cycle == self._cycle:
            return
        self._found = found
        self.cycles.show([] if found is None else cycle_rows(found))
        is_tree = found is None or found.traffic.made is not None
        self.cycle_table.empty = "" if is_tree else "There is no schedule: the network is not a tree."
        self.message_table.empty = "Choose a cycle to see its messages." if is_tree else ""
        self._show_cycle()

    def _show_cycle(self) -> None:
        """Load and messages of the cycle that is looked at."""
        found, cycle = self._found, self.cycle
        self._cycle = cycle
        rows = [] if found is None else class_rows(found, cycle)
        self.classes.show(rows)
        self.heat_key.show_top(rows[0].top if rows else 1.0)
        self.cycle_table.mark_rows(lambda r: r.cycle == (-1 if cycle is None else cycle), reveal=True)
        self._show_channels(max(rows, key=lambda r: r.one.worst, default=None))
        messages = [] if found is None or cycle is None else message_rows(found, cycle)
        self.messages.show(messages)
        self._show_heads(len(messages))
        if self.session.is_open:
            self.follow()

    def _show_channels(self, row: ClassRow | None) -> None:
        found = self._found
        self._class = row
        self.channels.show([] if row is None or found is None else channel_rows(found, row, self.cycle))
        self.heads["channels"].setText("" if row is None else f"{row.between}, {row.way}, the fullest first")
        self.class_table.mark_rows(lambda some: some is row, reveal=False)

    def _show_heads(self, listed: int) -> None:
        found, cycle = self._found, self.cycle
        if found is None:
            for head in self.heads.values():
                head.setText("")
            return
        of = (
            found.study.description
            if cycle is None
            else f"cycle {cycle + 1:,} of {len(self.cycles.rows) - 1:,}"
        )
        self.heads["classes"].setText(of)
        made = found.traffic.made
        self.heads["cycles"].setText("" if made is None else counted(made.cycles, "cycle"))
        words = ""
        if cycle is not None:
            words = f"cycle {cycle + 1:,}"
            if listed == MOST_MESSAGES:
                words += f", the first {listed:,} rows; the exported file has all"
        self.heads["messages"].setText(words)

    # Selecting

    def _choose_cycle(self) -> None:
        rows = self.cycle_table.chosen_rows()
        if rows and self._found is not None:
            cycle = None if rows[0].cycle < 0 else rows[0].cycle
            if cycle != self.cycle:
                self.session.loads.cycle[self._found.key] = cycle
                self.session.simulations.looked_at = None
                self._show_cycle()
                self.session.loaded.emit()

    def _choose_class(self) -> None:
        rows = self.class_table.chosen_rows()
        if rows:
            self._show_channels(rows[0])
            self._select_channels([rows[0].one.channel])

    def _choose_channels(self) -> None:
        self._select_channels([row.channel for row in self.channel_table.chosen_rows()])

    def _select_channels(self, channels: list[int]) -> None:
        if self._found is None or self._found.links is None or not self._holds():
            return
        elements = things_of(self.session, self._found, channels)
        if channels and not elements:
            self.session.said.emit(f"More than {MOST_CABLES:,} cables are not selected at once.")
        self._select(elements)

    def _choose_messages(self) -> None:
        if self._found is not None and self._found.links is not None and self._holds():
            rows = self.message_table.chosen_rows()
            self._select(hosts_of(self.session, self._found, [n for r in rows for n in r[:2]]))

    def _select(self, elements: list[Ref]) -> None:
        self._choosing = True
        self.session.select(elements)
        self._choosing = False
        self.follow()

    def _holds(self) -> bool:
        """Whether the result is of the present network; if not, that is said."""
        if self._found is not None and self.session.loads.network_holds(self._found.key):
            return True
        self.session.said.emit(f"{STALE}nothing can be selected. Run again.")
        return False

    def follow(self) -> None:
        """Mark channels and messages of what is selected."""
        found = self._found
        if found is None or found.links is None or not self.session.loads.network_holds(found.key):
            return
        chosen = Chosen(self.session, found)
        reveal = not self._choosing
        self.channel_table.mark_rows(lambda r: r.channel in chosen.channels, reveal)
        if not (self._choosing and self.message_table.hasFocus()):
            hosts = chosen.hosts
            self.message_table.mark_rows(lambda r: r.source in hosts or r.destination in hosts, reveal)

    @property
    def tables(self) -> tuple[Table, ...]:
        """All tables."""
        return self.class_table, self.channel_table, self.message_table, self.cycle_table

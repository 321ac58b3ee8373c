"""The Schedule workspace: traffic form, load by class of channel, delivery cycles, messages, figures."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from fatdesk.gui.desk import Desk
from fatdesk.gui.schedule.figures import FiguresPanel
from fatdesk.gui.schedule.form import NARROW, TrafficForm
from fatdesk.gui.schedule.related import MOST_CHOSEN, Chosen, hosts_of, things_of
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
from fatdesk.gui.session.background_tasks import BackgroundTask
from fatdesk.gui.studies.strips import Banner, TaskStrip
from fatdesk.gui.tables import RowsModel, Table
from fatdesk.gui.views.workspace import Workspace
from fatdesk.gui.widgets.numbers import counted, in_sentence
from fatdesk.gui.widgets.plain_text import label, tip
from fatdesk.project.document.ref import Ref
from fatdesk.project.studies.schedule import Measured, measure, schedule_as_csv

if TYPE_CHECKING:
    from fatdesk.gui.session.document import Document

AT_ONCE = 20_000
"""Messages of a schedule whose file is made at once."""
STALE = "Belongs to an earlier state of the project: "
NO_NETWORK = "There is no network yet: design one, or change its requirements."


class ScheduleView(Workspace):
    """Traffic on a network of the project; ``saving`` carries a name for a file and its bytes."""

    inspected = False
    saving = Signal(str, object)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.task: BackgroundTask | None = None
        self._found: Measured | None = None
        self._choosing = False
        self.asking = TrafficForm(desk)
        self.asking.setObjectName("traffic-form")
        self.run, self.export = QPushButton("Run"), QPushButton("Export…")
        self.universal = QPushButton("Universal fat-trees…")
        self.universal.setObjectName("universal")
        self.universal.setToolTip(tip("Compare networks with universal fat-trees of the same volume"))
        self.run.setObjectName("run")
        self.export.setObjectName("export")
        self.run.setProperty("kind", "primary")
        self.run.setToolTip(tip("Calculate load and delivery cycles of this traffic"))
        self.export.setToolTip(tip("The schedule as CSV: cycle, from, to, messages"))
        self.export.setAccessibleName("Export the schedule as CSV")
        self.bar.addWidget(self.asking)
        self.bar.addWidget(self.run)
        self.bar.addStretch(1)
        self.bar.addWidget(self.universal)
        self.bar.addWidget(self.export)
        self.strip = TaskStrip(desk)
        self.strip.setObjectName("run-strip")
        self.stale, self.wrong = Banner(desk), Banner(desk)
        self.stale.setObjectName("stale-banner")
        self.wrong.setObjectName("wrong-banner")
        self._kept = ""
        """Remark on an outdated result that is kept."""
        for widget in (self.stale, self.wrong):
            self.column.addWidget(widget)
        self._make_tables()
        self._arrange()
        self._connect()
        self.focus_first = self.asking.traffic

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
        for split, sizes in ((left, (300, 400)), (middle, (380, 320)), (sides, (500, 500))):
            split.setHandleWidth(px(1))
            split.setChildrenCollapsible(False)
            split.setSizes([px(size) for size in sizes])
        self.figures = FiguresPanel(self.desk)
        shown = QWidget()
        row = QHBoxLayout(shown)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(sides, 1)
        row.addWidget(self.figures)
        self.pages = QStackedWidget()
        self.pages.addWidget(self._empty())
        self.pages.addWidget(shown)
        self.column.addWidget(self.pages, 1)
        self.column.addWidget(self.strip)  # below: nothing moves when it comes and goes

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

    def _empty(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        self.empty_title, self.empty_words = label("Nothing calculated yet"), label("", "text2")
        self.empty_title.setObjectName("empty-title")
        self.empty_words.setObjectName("empty-words")
        self.empty_title.setFont(self.theme.strong(20))
        self.empty_words.setFont(self.theme.font(14))
        column.addStretch(2)
        for made in (self.empty_title, self.empty_words):
            made.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            made.setWordWrap(True)
            column.addWidget(made)
        column.addStretch(3)
        return page

    def _connect(self) -> None:
        self.asking.changed.connect(self._asked_else)
        self.asking.entered.connect(self.start)
        self.run.clicked.connect(self.start)
        self.export.clicked.connect(self.save)
        self.universal.clicked.connect(self.compare)
        self.strip.cancelled.connect(self.stop)
        self.stale.again.connect(self.start)
        self.stale.kept.connect(self._keep)
        self.wrong.again.connect(self.start)
        self.wrong.kept.connect(lambda: self.wrong.say(""))
        self.desk.tasks.moved.connect(self._moved)
        self.desk.tasks.ended.connect(self._ended)
        self.session.loaded.connect(self._measured)
        self.class_table.chosen.connect(self._choose_class)
        self.class_table.clicked.connect(lambda _: self._choose_class())  # it may be marked already
        self.class_table.opened.connect(lambda _: self._choose_class())
        self.channel_table.chosen.connect(self._choose_channels)
        self.cycle_table.chosen.connect(self._choose_cycle)
        self.message_table.chosen.connect(self._choose_messages)

    # Measuring

    def start(self) -> None:
        """Calculate the traffic in the form, in a process of its own."""
        requested = self.asking.requested
        if requested is None or self.task is not None or not self.session.is_open:
            return
        self.wrong.say("")
        self.task = self.desk.tasks.start(
            f"Traffic on {requested.fabric}",
            measure,
            self.session.project,
            requested,
            done=partial(self._take, self.session.document),
            failed=lambda why: self.wrong.say(in_sentence(why), "Start again", failed=True),
            whenever=True,
        )
        self.strip.follow(self.task)
        self._look()

    def stop(self) -> None:
        """Stop measuring; what was measured before stays."""
        if self.task is not None:
            self.task.cancel()

    def _take(self, document: "Document", found: Measured) -> None:
        if self.session.is_open and self.session.document is document:
            self.session.loads.put(found)
            self.session.simulations.looked_at = None  # drawings show what was asked for last
            self.session.loaded.emit()

    def _moved(self, task: BackgroundTask) -> None:
        if task is self.task:
            self.strip.follow(task)

    def _ended(self, task: BackgroundTask) -> None:
        if task is self.task:
            self.task = None
            self._look()

    def outdate(self, *sections: object) -> None:
        """Another project: nothing goes on for the one before."""
        if not sections:
            self.stop()
            self.wrong.say("")
        super().outdate(*sections)

    # What is shown

    def refresh(self) -> None:
        """Show what is known of the network that is chosen."""
        self.asking.offer([fabric.name for fabric in self.session.derived.fabrics])
        self._show()

    def _asked_else(self) -> None:
        self.wrong.say("")
        self._show()

    def _measured(self) -> None:
        if self.isVisible():
            self._show()
        else:
            self._stale = True

    @property
    def cycle(self) -> int | None:
        """The cycle that is looked at, from 0; None: all messages."""
        return self.session.loads.cycle.get(self.asking.name)

    def _show(self) -> None:
        loads = self.session.loads
        found = loads.of(self.asking.name)
        if found is not self._found:
            self._found = found
            self.cycles.show([] if found is None else cycle_rows(found))
            self.figures.show_result(found)
            self.cycle_table.empty = "" if found is None else "There is no schedule: the network is no tree."
            self._show_cycle()
        self._look()

    def _show_cycle(self) -> None:
        """Load and messages of the cycle that is looked at."""
        found, cycle = self._found, self.cycle
        rows = [] if found is None else class_rows(found, cycle)
        self.classes.show(rows)
        self.heat_key.show_top(rows[0].top if rows else 1.0)
        self.cycle_table.mark_rows(lambda r: r.cycle == (-1 if cycle is None else cycle), reveal=True)
        self._show_channels(max(rows, key=lambda r: r.one.worst, default=None))
        messages = [] if found is None or cycle is None else message_rows(found, cycle)
        self.messages.show(messages)
        self._show_heads(len(messages))
        if self.session.is_open:
            self.follow(self.session.selection)

    def _show_channels(self, row: ClassRow | None) -> None:
        found = self._found
        self._class = row
        self.channels.show([] if row is None or found is None else channel_rows(found, row, self.cycle))
        self.heads["channels"].setText("" if row is None else f"{row.between}, {row.way}, the fullest first")
        self.class_table.mark_rows(lambda some: some is row, reveal=False)

    def _show_heads(self, listed: int) -> None:
        found, cycle = self._found, self.cycle
        if found is None:
            return
        of = (
            found.requested.description
            if cycle is None
            else f"cycle {cycle + 1:,} of {len(self.cycles.rows) - 1:,}"
        )
        self.heads["classes"].setText(of)
        made = found.study.made
        self.heads["cycles"].setText("" if made is None else counted(made.cycles, "cycle"))
        words = ""
        if cycle is not None:
            words = f"cycle {cycle + 1:,}"
            if listed == MOST_MESSAGES:
                words += f", the first {listed:,} rows; the exported file has all"
        self.heads["messages"].setText(words)

    def _look(self) -> None:
        """Enable the possible actions, and show remarks on the result."""
        name, is_open = self.asking.name, self.session.is_open
        found = self._found
        known = found is not None and is_open and self.session.loads.network_holds(name)
        self.asking.show_effects(is_tree=found.study.tree is not None if found and known else None)
        self.run.setEnabled(is_open and self.task is None and self.asking.requested is not None)
        self.strip.setVisible(self.task is not None)
        self.export.setEnabled(found is not None and found.study.made is not None)
        self.pages.setCurrentIndex(int(found is not None))
        self.empty_words.setText(
            "Choose a traffic pattern and press Run to see the load of each channel, the delivery cycles in "
            "which all messages arrive, and their lower bound."
            if name or not is_open
            else NO_NETWORK
        )
        words = ""
        if found is not None and is_open:
            loads = self.session.loads
            if not loads.network_holds(name):
                words = f"{STALE}the network has changed since. Run again measures the present one."
            elif not loads.room_holds(name):
                words = (
                    f"{STALE}racks or devices have been moved since. Load and cycles hold; cuts and the "
                    "universal fat-tree are those of the earlier room. Run again measures the present room."
                )
        if words != self._kept:
            self._kept = ""
        self.stale.say("" if words == self._kept else words, "Run again")

    def _keep(self) -> None:
        """Keep an outdated result and hide the banner."""
        self._kept = self.stale.words.text()
        self.stale.say("")

    # Selecting

    def _choose_cycle(self) -> None:
        rows = self.cycle_table.chosen_rows()
        if rows and self._found is not None:
            cycle = None if rows[0].cycle < 0 else rows[0].cycle
            if cycle != self.cycle:
                self.session.loads.cycle[self.asking.name] = cycle
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
        if self._found is None or not self._holds():
            return
        elements = things_of(self.session, self._found, channels)
        if channels and not elements:
            self.session.said.emit(f"More than {MOST_CHOSEN:,} cables are not selected at once.")
        self._select(elements)

    def _choose_messages(self) -> None:
        if self._found is not None and self._holds():
            rows = self.message_table.chosen_rows()
            self._select(hosts_of(self.session, self._found, [n for r in rows for n in r[:2]]))

    def _select(self, elements: list[Ref]) -> None:
        self._choosing = True
        self.session.select(elements)
        self._choosing = False
        self.follow(self.session.selection)

    def _holds(self) -> bool:
        """Whether the result is of the present network; if not, that is said."""
        if self.session.loads.network_holds(self.asking.name):
            return True
        self.session.said.emit(f"{STALE}nothing can be selected. Run again.")
        return False

    def follow(self, elements: tuple[Ref, ...]) -> None:
        """Mark channels and messages of what is selected."""
        found = self._found
        if found is None or not self.session.loads.network_holds(self.asking.name):
            return
        chosen = Chosen(self.session, found)
        reveal = not self._choosing
        self.channel_table.mark_rows(lambda r: r.channel in chosen.channels, reveal)
        if not (self._choosing and self.message_table.hasFocus()):
            hosts = chosen.hosts
            self.message_table.mark_rows(lambda r: r.source in hosts or r.destination in hosts, reveal)

    def compare(self) -> None:
        """Open the dialog with the universal fat-trees of the networks' volumes."""
        from fatdesk.gui.schedule.universal_dialog import UniversalDialog  # loads pyqtgraph

        UniversalDialog(self.desk, self).show()

    # Files

    def save(self) -> None:
        """Make the schedule as a file, and ask where it goes."""
        found = self._found
        if found is None or found.study.made is None:
            return
        name = f"{found.requested.fabric}-schedule.csv"
        if found.study.messages <= AT_ONCE:
            self.saving.emit(name, schedule_as_csv(found))
            return
        self.desk.tasks.start(
            "Schedule as CSV",
            schedule_as_csv,
            found,
            done=lambda data: self.saving.emit(name, data),
            whenever=True,
        )

    def copy(self) -> None:
        """Copy the rows of the table that has the keys; without one, the cycles."""
        tables = (self.class_table, self.channel_table, self.message_table, self.cycle_table)
        table = next((some for some in tables if some.hasFocus()), self.cycle_table)
        table.copy()
        count = len(table.chosen_lines()) or table.rows.rowCount()
        self.session.said.emit(f"Copied {counted(count, 'row')} with titles.")

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the bar as short as need be."""
        super().resizeEvent(event)
        self.asking.say_less(self.width() < self.theme.px(NARROW))

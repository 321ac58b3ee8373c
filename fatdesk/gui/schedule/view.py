"""The Schedule workspace: studies, their networks above the tables of the one on view, figures, export."""

import re
from collections.abc import Callable, Sequence

import msgspec
import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from fatdesk.gui.analysis.related import cables_of_links
from fatdesk.gui.analysis.study_kinds import SCHEDULE_STUDIES
from fatdesk.gui.charts.chart_view import ChartView
from fatdesk.gui.desk import Desk
from fatdesk.gui.schedule.figures import FiguresPanel
from fatdesk.gui.schedule.networks import NETWORKS, NetworkRow, network_rows
from fatdesk.gui.schedule.result import ResultTables
from fatdesk.gui.simulation.links import put_under_study
from fatdesk.gui.studies.bar import Kinds, StudyTools
from fatdesk.gui.studies.body import NetworkTable, NoStudy, StudyBody
from fatdesk.gui.studies.out_of_date import OutOfDate
from fatdesk.gui.studies.view import StudyPanel, StudyView
from fatdesk.gui.tables import RowsModel, Table
from fatdesk.gui.views.workspace import Handler
from fatdesk.gui.widgets.plain_text import label, tip
from fatdesk.networks.schedules.study import READY_MADE_SCHEDULES, ScheduleStudy
from fatdesk.networks.schedules.verdict import NOT_MEASURED
from fatdesk.networks.study import StudyNetwork
from fatdesk.networks.verdict import Verdict
from fatdesk.project.studies.schedule import ScheduleResult, schedule_as_csv


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
        self.table.clicked.connect(lambda _: self._chosen_rows())  # it may be marked without being selected
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


AT_ONCE = 20_000
"""Messages of a schedule whose file is made at once."""
PICTURES = frozenset({"picture-png", "picture-svg"})
"""Actions of plots, which there are none of."""
FILES: Kinds = (
    ("csv", "Schedule as CSV…", True),
    ("json", "Settings as JSON…", False),
)
NOTHING = "No schedule study yet"
FOR = (
    "The load of each channel under given traffic, the delivery cycles in which all messages arrive, and "
    "their lower bound; of placed fabrics also how much bandwidth crosses each part of the room. "
    "Several networks can be compared under the same traffic."
)
SHORT_PAPER = "universal fat-trees"
"""The paper of the ready-made studies, as menus name it."""
WIDEST = 560
EARLIER_ROOM = "Load and cycles hold; cuts and the universal fat-tree are those of the earlier room."


class Tools(StudyTools):
    """The tool bar."""

    def __init__(self, desk: Desk, bar: QHBoxLayout, names: Callable[[], Sequence[str]]) -> None:
        ready = tuple(
            (f"{one.study.name} ({SHORT_PAPER})", f"{one.source}. {one.remark}")
            for one in READY_MADE_SCHEDULES
        )
        super().__init__(desk, names, ready, "results", FILES, "Export schedule or settings")
        for widget in (self.run, self.cancel, self._divider(), self.study, self.add):
            bar.addWidget(widget)
        bar.addStretch(1)
        self.universal = QPushButton("Universal fat-trees…")
        self.universal.setObjectName("universal")
        self.universal.setToolTip(tip("Compare networks with universal fat-trees of the same volume"))
        bar.addWidget(self.universal)
        bar.addWidget(self.units)
        bar.addWidget(self.export)

    def allow(self, study: ScheduleStudy | None, *, schedule: bool, running: bool) -> None:
        """Enable the possible actions."""
        networks = study is not None and bool(study.networks)
        self._allow(study=study is not None, networks=networks, points=schedule, running=running)


class ScheduleView(StudyView[ScheduleStudy]):
    """Schedule studies of the project."""

    offers = StudyView.offers - PICTURES
    kind = SCHEDULE_STUDIES
    not_run = (
        "Run measures every network: the load of each channel, the delivery cycles in which all messages "
        "arrive, and their lower bound."
    )
    not_judged = NOT_MEASURED
    body: Body
    tools: Tools

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.body, self.panel = Body(desk), StudyPanel(desk, SCHEDULE_STUDIES)
        self.figures = FiguresPanel(desk)
        self.empty = NoStudy(desk, NOTHING, FOR, WIDEST)
        self.empty.setObjectName("no-study")
        self.pages = QStackedWidget()
        for page in (self.empty, self._sides()):
            self.pages.addWidget(page)
        self.column.addWidget(self.pages, 1)
        self.focus_first = self.after_card = self.body.table
        self.tools = Tools(desk, self.bar, self._names)
        self._connect()

    def _right(self) -> QWidget:
        """Return the fields of the study, and the figures of the network on view below them."""
        px, levels = self.theme.px, QSplitter(Qt.Orientation.Vertical)
        for number, part in enumerate((self.panel, self.figures)):
            levels.addWidget(part)
            levels.setStretchFactor(number, number)
        levels.setHandleWidth(px(1))
        levels.setChildrenCollapsible(False)
        levels.setSizes([px(334), px(406)])
        return levels

    def _connect(self) -> None:
        super()._connect()
        self.empty.new_asked.connect(self.new_study)
        self.empty.ready_asked.connect(lambda: self._offer_ready(self.empty.ready))
        self.body.table.removed.connect(lambda: self.perform("delete"))
        self.tools.universal.clicked.connect(lambda _=False: self.compare())

    # Which study

    def _plan(self, networks: tuple[StudyNetwork, ...]) -> ScheduleStudy:
        return ScheduleStudy(name="Uniform", networks=networks)

    def _ready(self, number: int) -> ScheduleStudy:
        return READY_MADE_SCHEDULES[number].study

    def offered(self) -> dict[str, Handler]:
        """As with every study, but for pictures of plots."""
        return {name: handler for name, handler in super().offered().items() if name not in PICTURES}

    # What is shown

    @property
    def found(self) -> ScheduleResult | None:
        """The result of the network on view."""
        return None if self.body.row is None else self.body.row.shown

    def _name_study(self, study: ScheduleStudy | None) -> None:
        self.pages.setCurrentIndex(int(study is not None))
        self.tools.study.show_study(self.name)

    def _show_curves(self, study: ScheduleStudy | None) -> int:
        rows = self._rows(study)
        self.body.show_networks(rows)
        return len(rows)

    def _rows(self, study: ScheduleStudy | None) -> tuple[NetworkRow, ...]:
        """Return what is known of each network of a study."""
        if study is None:
            return ()
        return network_rows(study, self.session.schedules, self.runner, self.rate_of)

    def _allow(self, study: ScheduleStudy | None) -> None:
        found = self.found
        made = found is not None and found.traffic.made is not None
        self.tools.allow(study, schedule=made, running=self.runner.is_running)

    @property
    def _has_points(self) -> bool:
        return any(row.found is not None for row in self.body.curves)

    @property
    def has_drawing(self) -> bool:
        """Tables are no drawing."""
        return False

    def _remark(self, stale: OutOfDate) -> str:
        """State what holds after devices or racks have been moved, where nothing else has changed."""
        rows = [self.body.curves[number] for number in stale.numbers]
        alike = all(
            row.found is not None
            and row.network.placed
            and self.session.schedules.fabric_state(row.network.placed) == row.found.on.network
            for row in rows
        )
        return EARLIER_ROOM if alike and stale.design else ""

    def _arrived(self) -> None:
        if self.runner.is_running:
            self.session.simulations.looked_at = None  # drawings show what was run last
        super()._arrived()
        if not self.isVisible():
            row = next((row for row in self._rows(self.study) if row.number == self.body.on_view), None)
            self._publish(None if row is None else row.shown)

    def _follow_chosen(self) -> None:
        super()._follow_chosen()
        self._show_result()

    def _show_result(self) -> None:
        """Show the network on view in the tables, the figures and the drawings."""
        found = self.found
        self._publish(found)
        if not self.body.pages.isHidden():
            self.body.say_empty("" if self._has_points else self.body.words.text())
        self.body.result.show_result(found)
        self.body.result.follow()
        self.figures.show_result(found)
        self._allow(self.study)

    def _publish(self, found: ScheduleResult | None) -> None:
        """Let the drawings show the loads of a result."""
        loads = self.session.loads
        if found is not None and loads.of(found.key) is not found:
            loads.put(found)
            self.session.loaded.emit()

    def _verdict(self, study: ScheduleStudy) -> tuple[Verdict, bool]:
        """The verdict on the network whose tables are shown."""
        row = self.body.row
        if row is None:
            return Verdict("unknown", NOT_MEASURED), False
        if awaited := self._awaited(row.name, row.number):
            return Verdict("unknown", awaited), False
        if row.shown is None or row.state == "stale":
            name = f"{row.name} has changed since it was measured. " if row.state == "stale" else ""
            return Verdict("unknown", f"{name}{NOT_MEASURED}"), False
        verdict = row.shown.verdict
        return verdict, bool(verdict.channels)

    def show_verdict(self) -> None:
        """Draw the network in Topology, coloured by load, with the links that limit selected."""
        found = self.found
        if found is None:
            return
        network = StudyNetwork(
            name=found.requested.name, fabric=found.requested.fabric, spec=found.requested.spec
        )
        if network.spec and not put_under_study(self.session, network):
            return
        loads = self.session.loads
        loads.put(found)
        loads.looked_at, self.session.simulations.looked_at = network, None
        self.session.loaded.emit()
        self.asked_for.emit("topology")
        if found.links is not None:
            channels = np.array(found.verdict.channels, np.int64)
            links = found.links[np.unique(channels if found.network.one_way else channels // 2)]
            number = self.session.derived.number_of(found.key)
            self.session.select(cables_of_links(self.session, number, links.astype(np.int64)))

    def compare(self) -> None:
        """Open the dialog with the universal fat-trees of the networks' volumes."""
        from fatdesk.gui.schedule.universal_dialog import UniversalDialog  # loads pyqtgraph

        UniversalDialog(self.desk, self).show()

    # Tables and files

    def export_as(self, kind: str) -> None:
        """Make a file, and ask where it goes; that of many messages is made in the background."""
        found = self.found
        if kind != "csv" or found is None or (found.traffic.messages <= AT_ONCE):
            super().export_as(kind)
            return
        self.desk.tasks.start(
            "Schedule as CSV",
            schedule_as_csv,
            found,
            done=lambda data: self.saving.emit(_file_name(found), data),
            whenever=True,
        )

    def _written(self, kind: str, study: ScheduleStudy) -> tuple[str, bytes]:
        found = self.found
        if kind == "csv" and found is not None:
            return _file_name(found), schedule_as_csv(found)
        data = msgspec.json.format(msgspec.json.encode(study), indent=2) + b"\n"
        return f"{_stem(study.name)}.json", data

    @property
    def _table(self) -> Table:
        """The table with the keys; without one, the cycles."""
        tables = (self.body.table, *self.body.result.tables)
        return next((some for some in tables if some.hasFocus()), tables[-1])

    def find_in_view(self) -> None:
        """The keys go to the table of networks, where typing searches."""
        self.body.table.setFocus()


def _stem(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "study"


def _file_name(found: ScheduleResult) -> str:
    return f"{_stem(found.requested.name)}-schedule.csv"

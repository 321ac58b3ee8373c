"""Base class of the study workspaces: the shown study, its fields, runs and selection."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Sequence
from functools import cached_property, partial
from typing import Any, Generic

from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLineEdit, QSplitter, QVBoxLayout, QWidget

from fatdesk.core.memo import Memo
from fatdesk.core.number_text import counted
from fatdesk.gui.analysis.study_kinds import StudyKind
from fatdesk.gui.desk import Desk
from fatdesk.gui.inspector import Inspector
from fatdesk.gui.session.study_results import AnyStudy
from fatdesk.gui.studies.add_network import SimulatedCard, free_name, networks_of, with_network
from fatdesk.gui.studies.bar import StudyTools
from fatdesk.gui.studies.body import State, StudyBody
from fatdesk.gui.studies.out_of_date import OutOfDate, StaleBanner, out_of_date
from fatdesk.gui.studies.running import Restorer, StudyRunner
from fatdesk.gui.studies.strips import HIGH, TaskStrip, VerdictBar
from fatdesk.gui.tables import Table
from fatdesk.gui.views.workspace import Handler, Workspace, when
from fatdesk.gui.widgets.numbers import in_sentence
from fatdesk.gui.widgets.plain_text import label
from fatdesk.networks.simulation.link_rate import LinkRate
from fatdesk.networks.study import StudyNetwork
from fatdesk.networks.verdict import Verdict
from fatdesk.project.document.ref import OF_STUDIES, Ref
from fatdesk.project.studies.verdicts import link_rate, rate_gbps


class StudyPanel(Inspector):
    """Shows the study on view, or the one network of it that is selected."""

    def __init__(self, desk: Desk, kind: StudyKind[Any]) -> None:
        self.study = ""
        self._kind = kind
        super().__init__(desk)
        self.setObjectName("study-panel")

    def elements(self) -> tuple[Ref, ...]:
        """The selected network, else the study; without a study what is selected, but for other studies."""
        chosen = self._kind.curve.ids(self.session.selection)
        if len(chosen) == 1 and chosen[0].study == self.study:
            return (self._kind.curve(chosen[0]),)
        if self.study:
            return (self._kind.study(self.study),)
        return tuple(one for one in self.session.selection if one.kind not in OF_STUDIES)

    def show_study(self, name: str) -> None:
        """Show a study as it is now; what is being typed into one of its fields is not lost."""
        typing = any(isinstance(one, QLineEdit) and one.isModified() for one in self.fields.values())
        if name != self.study or not typing:
            self.study = name
            self.refresh()


PANEL = 304
"""Width of the panel at the right in pixels, as that of the inspector."""
NO_NETWORKS = "This study has no networks yet. Add network puts a fabric or a network of a paper into it."


PHYSICAL = "studies-in-gbps"
"""The setting that shows Gb/s and µs."""
READING = "Results of earlier runs are being read."
"""The message while results are read from disk."""
MEASURING = "The study is being measured; the verdict follows."
"""The message in place of a verdict until the first results arrive."""
NOT_RUNNING = "Nothing is running."
"""The refusal to cancel."""


def state_text(states: Sequence[State]) -> str:
    """Return how many networks of a study were measured.

    >>> state_text(["done", "done", "waiting"]), state_text(["done", "stale"]), state_text(["waiting"])
    ('2 of 3 networks measured', '1 of 2 networks measured, 1 out of date', 'Not measured yet')
    """
    counts: Counter[str] = Counter(states)
    if not states or counts["waiting"] == len(states):
        return "Not measured yet" if states else ""
    text = f"{counts['done']:,} of {counted(len(states), 'network')} measured"
    more = (("partial", "in part"), ("stale", "out of date"), ("failed", "failed"))
    return ", ".join([text, *(f"{counts[state]:,} {words}" for state, words in more if counts[state])])


class StudyView(Workspace, Generic[AnyStudy]):
    """Studies of one kind; ``saving`` carries a name for a file and its bytes.

    Attributes
    ----------
    not_run
        Message instead of the curves before the first run.
    not_judged
        Sentence instead of the verdict before the first run.
    after_card
        What takes the keys when the card of a network is left.
    """

    offers = Workspace.offers | {"delete", "picture-png", "picture-svg", "simulate", "simulate-stop"}
    inspected = False
    saving = Signal(str, object)
    kind: StudyKind[AnyStudy]
    not_run: str
    not_judged: str
    body: StudyBody
    panel: StudyPanel
    tools: StudyTools
    after_card: QWidget

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.name = ""
        """The study on view."""
        self._rates = Memo[StudyNetwork](most=64)
        self._parts = QSplitter(Qt.Orientation.Horizontal)
        self._bring_beside()
        self.runner = StudyRunner[AnyStudy](desk, self.kind, self)
        self.restorer = Restorer[AnyStudy](desk, self.kind, self)
        self.strip, self.banner = TaskStrip(desk), StaleBanner(desk)
        self.strip.setObjectName("run-strip")
        self.banner.setObjectName("study-banner")
        self.strip.cancel.hide()  # the tool bar has it
        self.state_line, self.over_plots = label("", "text2"), QWidget()
        """Text on what was measured, and the line over the plots, which progress and messages share."""
        self.verdict = VerdictBar(desk, self.state_line)

    # What is of one kind of studies alone

    @abstractmethod
    def _plan(self, networks: tuple[StudyNetwork, ...]) -> AnyStudy:
        """A new study of networks."""

    @abstractmethod
    def _ready(self, number: int) -> AnyStudy:
        """A ready-made study."""

    @abstractmethod
    def _written(self, kind: str, study: AnyStudy) -> tuple[str, bytes]:
        """The study as a file: its name and its bytes."""

    @abstractmethod
    def _name_study(self, study: AnyStudy | None) -> None:
        """Show the name of the study, before its fields are shown."""

    @abstractmethod
    def _show_curves(self, study: AnyStudy | None) -> int:
        """Show what was measured of a study; the number of its curves."""

    @abstractmethod
    def _allow(self, study: AnyStudy | None) -> None:
        """Offer what can be done now."""

    @abstractmethod
    def _verdict(self, study: AnyStudy) -> tuple[Verdict, bool]:
        """The verdict on what was measured of a study, and whether Topology can show what it names."""

    @abstractmethod
    def show_verdict(self) -> None:
        """Show in Topology what the verdict names."""

    @property
    @abstractmethod
    def _has_points(self) -> bool:
        """Whether anything was measured of the study on view."""

    @property
    @abstractmethod
    def _table(self) -> Table:
        """Return the table to copy where no table is in view."""

    # Making

    def _bring_beside(self) -> None:
        """Put the tool bar over the content alone, so that the panel begins where the inspector does."""
        outer, bar, left = self.column, self.bar.parentWidget(), QWidget()
        assert bar is not None
        self.column = QVBoxLayout(left)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(0)
        self.column.addWidget(bar)
        self._parts.addWidget(left)
        self._parts.setHandleWidth(self.theme.px(1))
        self._parts.setChildrenCollapsible(False)
        self._parts.splitterMoved.connect(lambda *_: self._fit_bar())
        outer.addWidget(self._parts)

    def _sides(self) -> QWidget:
        """Return the body, and add the panel at its side; progress and messages have a line of their own."""
        px, left = self.theme.px, QWidget()
        place, column = QVBoxLayout(self.over_plots), QVBoxLayout(left)
        self.over_plots.setProperty("role", "toolbar")
        self.over_plots.setMinimumHeight(px(HIGH))
        self.state_line.setObjectName("study-state")
        self.over_plots.setObjectName("over-plots")
        self.state_line.setFont(self.theme.font(12))
        for widget in (self.strip, self.banner, self.verdict):
            place.addWidget(widget)
        column.addWidget(self.over_plots)
        column.addWidget(self.body, 1)
        for box in (place, column):
            box.setContentsMargins(0, 0, 0, 0)
            box.setSpacing(0)
        self._parts.addWidget(self._right())
        for number in range(2):
            self._parts.setStretchFactor(number, 1 - number)
        self._parts.setSizes([px(900), px(PANEL)])
        return left

    @property
    def side_panels(self) -> tuple[QWidget, ...]:
        """The fields of the study."""
        return (self.panel,)

    def _right(self) -> QWidget:
        """Return the side with the fields of the study."""
        return self.panel

    def _remark(self, _stale: OutOfDate) -> str:
        """Return a remark on what still holds of outdated results; empty: there is none."""
        return ""

    @cached_property
    def card(self) -> SimulatedCard:
        """Card for the choice of a topology, made on first use."""
        made = SimulatedCard(self.desk, self, self._taken, self.add_network)
        made.left.connect(self.after_card.setFocus)
        return made

    def _connect(self) -> None:
        tools = self.tools
        tools.run.clicked.connect(lambda _=False: self.start())
        tools.cancel.clicked.connect(lambda _=False: self.runner.stop())
        tools.study.chosen.connect(self.show_study)
        tools.study.new_asked.connect(self.new_study)
        tools.study.ready_asked.connect(self.take_ready)
        tools.study.remove_asked.connect(self.remove_study)
        tools.add.wanted.connect(self.add_network)
        tools.add.typing_asked.connect(self.type_network)
        tools.export.requested.connect(self.export_as)
        self.body.chosen.connect(self._choose)
        self.verdict.topology_asked.connect(self.show_verdict)
        tools.units.clicked.connect(self.take_units)
        self.banner.again.connect(self._again)
        self.banner.kept.connect(self.say_state)
        self.runner.moved.connect(self._moved)
        self.runner.failed.connect(self._failed)
        self.restorer.found_nothing.connect(self._arrived)
        self.kind.arrived(self.session).connect(self._arrived)

    # Units

    @property
    def physical(self) -> bool:
        """Whether Gb/s and µs are shown where the rate of links is known; one choice for all studies."""
        return self.desk.settings.get(PHYSICAL, bool, False)

    def take_units(self, on: bool) -> None:
        """Show Gb/s and µs, or flits and cycles, in all studies."""
        self.desk.settings.put(PHYSICAL, on)
        self._show(fields=False)

    def _has_rates(self, study: AnyStudy) -> bool:
        """Whether the rate of the links of any network of a study is known."""
        derived = self.session.derived
        return any(
            self._rates.keep(one, (derived.project,), partial(rate_gbps, derived, one)) is not None
            for one in study.networks
        )

    def rate_of(self, network: StudyNetwork, flit_bytes: int) -> LinkRate | None:
        """The rate of the links of a network, to show Gb/s and µs; None: flits and cycles are shown."""
        return link_rate(self.session.derived, network, flit_bytes) if self.physical else None

    def showEvent(self, event: object) -> None:
        """Follow the choice of units in another workspace."""
        super().showEvent(event)
        if self.tools.units.isChecked() != self.physical and self.session.is_open:
            self._show(fields=False)

    # Which study

    @property
    def studies(self) -> tuple[AnyStudy, ...]:
        """All such studies of the project."""
        return self.kind.held(self.session) if self.session.is_open else ()

    @property
    def study(self) -> AnyStudy | None:
        """The one on view."""
        return self.kind.of(self.session, self.name) if self.session.is_open else None

    def _names(self) -> list[str]:
        return [study.name for study in self.studies]

    def show_study(self, name: str) -> None:
        """Look at another study."""
        self.banner.wrong = ""
        self.name = name
        self._show()  # before anything follows the selection: that needs the curves of this study
        self.session.select([self.kind.study(name)])

    def new_study(self) -> None:
        """Plan a study of the fabrics of the project."""
        self.add_study(self._plan(tuple(one for _, one in networks_of(self.session) if one.fabric)))

    def take_ready(self, number: int) -> None:
        """Take a ready-made study into the project."""
        self.add_study(self._ready(number))

    def add_study(self, study: AnyStudy) -> None:
        """Put a study into the project, under a name that is free, and look at it."""
        named = replace(study, name=free_name(study.name, self._names()))
        if self.session.do(self.kind.add(named)):
            self.show_study(named.name)

    def remove_study(self) -> None:
        """Take the study on view out of the project."""
        if self.study is not None:
            self.session.do(self.kind.remove(self.name))

    def _offer_ready(self, button: QWidget) -> None:
        self.tools.study.ready_menu.popup(button.mapToGlobal(QPoint(0, button.height())))

    # Its networks

    def _taken(self) -> set[str]:
        study = self.study
        return set() if study is None else {network.name for network in study.networks}

    def add_network(self, network: StudyNetwork) -> bool:
        """Put a network into the study; whether that was done."""
        study = self.study
        return study is not None and self.session.do(self.kind.change(with_network(study, network)))

    def type_network(self) -> None:
        """Choose a family, and type its parameters."""
        if self.study is not None:
            self.card.begin()
            self.card.fit(self.body.width())
            self.card.adjustSize()
            self.card.move((self.body.width() - self.card.width()) // 2, self.theme.px(64))

    def _leave_card(self) -> None:
        if "card" in vars(self):
            self.card.hide()

    def offered(self) -> dict[str, Handler]:
        """Run and cancel; remove the selected networks; pictures of what was measured."""
        ready = when(self.tools.run.isEnabled, "Choose a study with networks; one run at a time.")
        measured = when(lambda: self._has_points, "Run the study first.")
        chosen = when(lambda: self.study is not None and bool(self.body.selected), "Select a network.")
        return (
            super().offered()
            | self.pictures(measured)
            | {
                "simulate": Handler(self.start, ready),
                "simulate-stop": Handler(self.stop, when(lambda: self.runner.is_running, NOT_RUNNING)),
                "delete": Handler(self._remove_selected, chosen),
            }
        )

    def _remove_selected(self) -> None:
        study = self.study
        if study is not None:
            names = [study.networks[number].name for number in sorted(self.body.selected)]
            self.kind.remove_networks(self.session, study, names)

    # Running

    def start(self) -> None:
        """Measure what is missing."""
        study = self.study
        if study is not None:
            self._run(study, range(len(study.networks)))

    def _run(self, study: AnyStudy, numbers: Sequence[int]) -> None:
        self.banner.wrong = ""
        if not self.runner.start(study, numbers) and not self.runner.is_running:
            self.session.said.emit("Everything in this study has been measured already.")
        self._show()

    def stop(self) -> None:
        """Stop what is under way; what has arrived stays."""
        self.runner.stop()

    def _again(self) -> None:
        study, numbers = self.study, self.banner.numbers
        if study is not None:
            self._run(study, range(len(study.networks)) if numbers is None else numbers)

    def _failed(self, why: str) -> None:
        self.banner.wrong = in_sentence(why)
        self._show()

    def _moved(self) -> None:
        task = self.runner.task
        if task is not None:
            self.banner.say("")  # progress has its line at once
        self.strip.setVisible(task is not None)
        if task is not None:
            self.strip.follow(task)
        self.say_state()
        if (task is None) == self.tools.cancel.isEnabled():
            self._show(fields=task is None)

    def say_state(self) -> None:
        """State what was measured where neither progress nor a message is shown."""
        self.over_plots.setVisible(self.study is not None)
        self.verdict.setVisible(self.strip.isHidden() and self.banner.isHidden())
        reading = self.is_reading and not self._knows_any
        states = [curve.state for curve in self.body.curves]
        self.state_line.setText("Reading results" if reading else state_text(states))

    def _arrived(self) -> None:
        if self.isVisible():
            self._show(fields=not self.runner.is_running)  # nobody's typing is lost while figures arrive
        else:
            self._stale = True

    def outdate(self, *sections: object) -> None:
        """Another project: nothing goes on for the one before."""
        if not sections:
            self.stop()
            self.banner.forget()
            self.name = ""
        super().outdate(*sections)

    # What is shown

    def refresh(self) -> None:
        """Show the present project; the fields follow it by themselves."""
        self._show(fields=False)

    def _show(self, *, fields: bool = True) -> None:
        """Show the study; its fields too, or what was measured only."""
        if not self.session.is_open:
            return
        names: list[str] = self._names()
        if self.name not in names:
            offered = (*self.kind.selected(self.session.selection), *names)
            self.name = next((name for name in offered if name in names), "")
        study, known = self.study, self.kind.known(self.session)
        self.tools.units.setChecked(self.physical)
        self.tools.offer_units(known=study is not None and self._has_rates(study))
        self._name_study(study)
        if study is None or self.panel.study != self.name:
            self._leave_card()  # nothing is typed for a study that is not on view
        if fields or self.panel.study != self.name:
            self.panel.show_study(self.name)
        if study is not None:
            self.restorer.look(study)
        self.body.belong_to((self.session.document, self.name))
        curves = self._show_curves(study)
        words = NO_NETWORKS if not curves else READING if self.is_reading else self.not_run
        self.body.say_empty("" if self._has_points else words)
        stale = None if study is None else out_of_date(study, study.networks, known)
        remark = "" if stale is None else self._remark(stale)
        self.banner.look(self.name, curves, stale, running=self.runner.is_running, remark=remark)
        self.say_state()
        self._allow(study)
        self._follow_chosen()
        if self.shows_table_view:
            self.twin.refresh()

    # Selecting

    def _choose(self, numbers: list[int]) -> None:
        study = self.study
        if study is not None:
            elements = [self.kind.network(study.name, study.networks[number].name) for number in numbers]
            self.session.select(elements or [self.kind.study(study.name)])

    def follow(self, elements: tuple[Ref, ...]) -> None:
        """Show what is selected; a study that is selected comes on view."""
        requested = self.kind.selected(elements)
        if requested and requested[0] != self.name and self.kind.of(self.session, requested[0]) is not None:
            self.name = requested[0]
            self._show()
        else:
            self._follow_chosen()

    def _chosen(self, study: AnyStudy) -> frozenset[int]:
        """Numbers of the networks that are selected."""
        chosen = set(self.session.selection)
        return frozenset(
            number
            for number, network in enumerate(study.networks)
            if self.kind.network(study.name, network.name) in chosen
        )

    def _follow_chosen(self) -> None:
        study = self.study
        self.body.show_selected(frozenset() if study is None else self._chosen(study))
        self._say_verdict()

    def _say_verdict(self) -> None:
        """Show the verdict on the selected network, else on all of them."""
        study = self.study
        verdict, can_show = Verdict("unknown", ""), False
        if study is not None and study.networks:
            if self._knows_any:
                verdict, can_show = self._verdict(study)
            else:
                measuring = self.runner.is_running and self.runner.study == self.name
                words = MEASURING if measuring else READING if self.is_reading else self.not_judged
                verdict = Verdict("unknown", words)
        has_spec = study is not None and any(network.spec for network in study.networks)
        numbered = has_spec and verdict.names_nodes
        self.verdict.show_verdict(verdict, can_show=can_show, numbered=numbered)

    @property
    def is_reading(self) -> bool:
        """Whether results of earlier runs are being read."""
        return self.restorer.task is not None

    @property
    def _knows_any(self) -> bool:
        """Whether anything is known of a network of the study."""
        return any(curve.state != "waiting" for curve in self.body.curves)

    def _awaited(self, name: str, number: int) -> str:
        """Return the message on a network whose results are measured or read now; empty: neither."""
        state, runner = self.body.curves[number].state, self.runner
        requested = runner.is_running and runner.study == self.name and number in runner.requested
        if state == "running" or (state == "waiting" and requested):
            return f"{name} is being measured; the verdict follows."
        if state == "waiting" and self.is_reading:
            return f"Results of {name} are being read; the verdict follows."
        return ""

    # Files

    def export_as(self, kind: str) -> None:
        """Make a file, and ask where it goes."""
        study = self.study
        if study is not None:
            self.saving.emit(*self._written(kind, study))

    def picture(self, kind: str) -> tuple[str, bytes]:
        """The plots as a file: its name and its bytes."""
        study = self.study
        assert study is not None  # asked for only where there are points
        return self._written(kind, study)

    # The window

    @property
    def has_drawing(self) -> bool:
        """Whether a plot is on view."""
        return self._has_points and not self.shows_table_view

    def copy(self) -> None:
        """Copy what is selected of a table, or all of it."""
        table = self.twin.table if self.shows_table_view else self._table
        table.copy()
        count = len(table.chosen_lines()) or table.rows.rowCount()
        self.session.said.emit(f"Copied {counted(count, 'row')} with titles.")

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the bar as short as need be."""
        super().resizeEvent(event)
        self._fit_bar()

    def _fit_bar(self) -> None:
        """Leave words out of the bar where they have no room."""
        bar = self.bar.parentWidget()
        assert bar is not None
        self.tools.say_less(False)
        self.tools.say_less(self.overflow.whole > bar.width())

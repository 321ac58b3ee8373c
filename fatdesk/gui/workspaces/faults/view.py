"""The workspace: fault studies with their curves, a fatal combination, and what is lost with each thing."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget

from fatdesk.engine.core.errors import FatdeskError
from fatdesk.engine.faults.asked import FaultsAsked, FaultStudy
from fatdesk.engine.sim.study import Simulated
from fatdesk.gui.desk import Desk
from fatdesk.gui.faults import FAULT_CURVE, FAULTS, fault_thing
from fatdesk.gui.inspector.faults import change_faults, fault_study_of, remove_fault_networks
from fatdesk.gui.losses import loss_thing
from fatdesk.gui.plot.plot import STEP
from fatdesk.gui.session import Session, Thing
from fatdesk.gui.study_results import split_curve
from fatdesk.gui.twin import TwinTable
from fatdesk.gui.words import counted, in_sentence
from fatdesk.gui.workspaces.faults.bar import Tools
from fatdesk.gui.workspaces.faults.body import Body
from fatdesk.gui.workspaces.faults.columns import LOSSES, ROWS, FaultRow, LossRow
from fatdesk.gui.workspaces.faults.exporting import written
from fatdesk.gui.workspaces.faults.known import fault_curves
from fatdesk.gui.workspaces.faults.panel import FaultPanel
from fatdesk.gui.workspaces.faults.ready import ready_study, told_of
from fatdesk.gui.workspaces.faults.running import FaultRunner
from fatdesk.gui.workspaces.faults.seeing import Seeing
from fatdesk.gui.workspaces.schedule.strip import JobStrip
from fatdesk.gui.workspaces.simulation.adding import SimulatedCard, free_name, networks_of, with_network
from fatdesk.gui.workspaces.simulation.known import out_of_date
from fatdesk.gui.workspaces.simulation.stale import StaleBanner
from fatdesk.gui.workspaces.studying.restoring import Restorer
from fatdesk.gui.workspaces.workspace import Workspace
from fatdesk.project.commands.faults import AddFaultStudy, ChangeFaultStudy, RemoveFaultStudy

NARROW = 1080
"""A narrower tool bar says less."""
NO_NETWORKS = "This study has no networks yet. Add network puts a fabric or a network of a paper into it."
NOT_RUN = "Run measures every network.\nCurves grow here as rows arrive."


class FaultsView(Workspace):
    """Fault studies of the project; ``saving`` carries a name for a file and its bytes."""

    inspected = False
    saving = Signal(str, object)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.runner, self.restorer = FaultRunner(desk, self), Restorer(desk, self)
        self.name = ""
        """The study on view."""
        self._make_body()
        names = lambda: [study.name for study in self.studies]  # noqa: E731  # asked for again and again
        self.tools = Tools(desk, self.bar, names, self.let_fail, self._take_look)
        self.seeing = Seeing(self.session, self.body.fatal)
        self._connect()

    # Making

    def _make_body(self) -> None:
        px = self.theme.px
        self.strip, self.banner = JobStrip(self.desk), StaleBanner(self.desk)
        self.strip.cancel.hide()  # it stands in the tool bar
        self.body, self.panel = Body(self.desk), FaultPanel(self.desk)
        sides = QSplitter(Qt.Orientation.Horizontal)
        for number, part in enumerate((self.body, self.panel)):
            sides.addWidget(part)
            sides.setStretchFactor(number, 1 - number)
        sides.setHandleWidth(px(1))
        sides.setChildrenCollapsible(False)
        sides.setSizes([px(900), px(304)])
        for widget in (self.strip, self.banner):
            self.column.addWidget(widget)
        self.column.addWidget(sides, 1)
        self.focus_first = self.body.losses.table

    @cached_property
    def card(self) -> SimulatedCard:
        """Where a family is chosen, made when it is first asked for."""
        made = SimulatedCard(self.desk, self, self._taken, self.add_network)
        made.left.connect(self.body.plot.setFocus)
        return made

    def _connect(self) -> None:
        tools, body = self.tools, self.body
        tools.run.clicked.connect(lambda _=False: self.start())
        tools.cancel.clicked.connect(lambda _=False: self.runner.stop())
        tools.study.chosen.connect(self.show_study)
        tools.study.new_asked.connect(self.new_study)
        tools.study.ready_asked.connect(self.take_ready)
        tools.study.remove_asked.connect(self.remove_study)
        tools.add.wanted.connect(self.add_network)
        tools.add.typing_asked.connect(self.type_network)
        tools.export.asked.connect(self.export_as)
        body.empty.new_asked.connect(self.new_study)
        body.empty.ready_asked.connect(self._offer_ready)
        body.chosen.connect(self._choose)
        body.table.removed.connect(lambda: self.do("delete"))
        body.losses.chosen.connect(self.session.select)
        body.fatal.topology_asked.connect(self.show_in_topology)
        self.banner.again.connect(self._again)
        self.runner.moved.connect(self._moved)
        self.runner.failed.connect(self._failed)
        self.session.faulted.connect(self._arrived)

    # Which study

    @property
    def studies(self) -> tuple[FaultStudy, ...]:
        """All fault studies of the project."""
        return self.session.project.faults if self.session.is_open else ()

    @property
    def study(self) -> FaultStudy | None:
        """The one on view."""
        return fault_study_of(self.session, self.name) if self.session.is_open else None

    def show_study(self, name: str) -> None:
        """Look at another study."""
        self.banner.wrong = ""
        self.name = name
        self.session.select([Thing(FAULTS, name)])
        self._show()

    def new_study(self) -> None:
        """Plan a study of the fabrics of the project."""
        taken = [study.name for study in self.studies]
        networks = tuple(one for _, one in networks_of(self.session) if one.fabric)
        self.add_study(FaultStudy(name=free_name("Faults", taken), networks=networks))

    def take_ready(self, number: int) -> None:
        """Take a ready-made study into the project."""
        made = ready_study(number)
        self.add_study(replace(made, name=free_name(made.name, [study.name for study in self.studies])))

    def add_study(self, study: FaultStudy) -> None:
        """Put a study into the project and look at it."""
        if self.session.do(AddFaultStudy(study=study)):
            self.show_study(study.name)

    def remove_study(self) -> None:
        """Take the study on view out of the project."""
        if self.study is not None:
            self.session.do(RemoveFaultStudy(name=self.name))

    def let_fail(self, faults: FaultsAsked) -> None:
        """Let other things fail in the study on view."""
        study = self.study
        if study is not None:
            answer = change_faults(self.session, lambda: replace(study, faults=faults))
            if isinstance(answer, str):
                self.session.said.emit(answer)
        self._show()

    def _offer_ready(self) -> None:
        button = self.body.empty.ready
        self.tools.study.ready_menu.popup(button.mapToGlobal(QPoint(0, button.height())))

    def _take_look(self, number: int) -> None:
        self.body.take_look(number)
        self._show(fields=False)

    # Its networks

    def _taken(self) -> set[str]:
        study = self.study
        return set() if study is None else {network.name for network in study.networks}

    def add_network(self, network: Simulated) -> bool:
        """Put a network into the study; whether that was done."""
        study = self.study
        if study is None:
            return False
        return self.session.do(ChangeFaultStudy(study=with_network(study, network)))

    def type_network(self) -> None:
        """Choose a family, and type its parameters."""
        if self.study is not None:
            self.card.begin()
            self.card.adjustSize()
            self.card.move((self.body.width() - self.card.width()) // 2, self.theme.px(64))

    def can(self, what: str) -> bool:
        """Run and cancel; remove the selected networks; pictures of what was measured; mend."""
        if what == "simulate":
            return self.tools.run.isEnabled()
        if what == "simulate-stop":
            return self.runner.is_running or self.body.losses.job is not None
        if what == "delete":
            return bool(self.study is not None and self.body.selected)
        if what == "mend":
            return self.session.broken.what_if.anything
        return what in ("picture-svg", "picture-png") and self._has_points

    def do(self, what: str) -> None:
        """Do it."""
        study = self.study
        if what == "simulate":
            self.start()
        elif what == "simulate-stop":
            self.runner.stop()
            self.body.losses.stop()
        elif what == "mend":
            self.session.broken.mend()
        elif what == "delete" and study is not None and self.can(what):
            names = [study.networks[number].name for number in sorted(self.body.selected)]
            remove_fault_networks(self.session, study, names)

    # Running

    def start(self) -> None:
        """Measure what is missing."""
        study = self.study
        if study is not None:
            self._run(study, range(len(study.networks)))

    def _run(self, study: FaultStudy, numbers: Sequence[int]) -> None:
        self.banner.wrong = ""
        if not self.runner.start(study, numbers) and not self.runner.is_running:
            self.session.said.emit("Everything that is asked was measured already.")
        self._show()

    def _again(self) -> None:
        study, numbers = self.study, self.banner.numbers
        if study is not None:
            self._run(study, range(len(study.networks)) if numbers is None else numbers)

    def _failed(self, why: str) -> None:
        self.banner.wrong = in_sentence(why)
        self._show()

    def _moved(self) -> None:
        job = self.runner.job
        self.strip.setVisible(job is not None)
        if job is not None:
            self.strip.follow(job)
        if (job is None) == self.tools.cancel.isEnabled():
            self._show(fields=job is None)

    def _arrived(self) -> None:
        if self.isVisible():
            if not self.runner.is_running:
                self.panel.refresh()
            self._show(fields=not self.runner.is_running)  # nobody's typing is lost while rows arrive
        else:
            self._stale = True

    def outdate(self, *sections: object) -> None:
        """Another project: nothing goes on for the one before."""
        if not sections:
            self.runner.stop()
            self.body.losses.stop()
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
        names = [study.name for study in self.studies]
        if self.name not in names:
            asked = [split_curve(t.id)[0] for t in self.session.selection if t.kind in (FAULTS, FAULT_CURVE)]
            self.name = next((name for name in (*asked, *names) if name in names), "")
        study, known = self.study, self.session.faults
        self.tools.show_study(study)
        if fields or self.panel.study != self.name:
            self.panel.show_study(self.name)
        if "card" in vars(self) and study is None:
            self.card.hide()
        if study is not None:
            from fatdesk.work.faults import fault_states

            self.restorer.look(study, known, fault_states, self.session.faulted)
        curves = () if study is None else fault_curves(study, known, self.runner)
        self.body.show_curves(study, curves, "" if study is None else told_of(study))
        self.body.say_empty("" if self._has_points else NOT_RUN if curves else NO_NETWORKS)
        stale = None if study is None else out_of_date(study, study.networks, known)
        self.banner.look(self.name, len(curves), stale, running=self.runner.is_running)
        self.tools.allow(study, points=self._has_points, running=self.runner.is_running)
        self.body.losses.refresh()
        self._follow_chosen()
        if self.shows_twin:
            self.twin.refresh()

    @property
    def _has_points(self) -> bool:
        return any(curve.found is not None and not curve.found.nothing for curve in self.body.curves)

    # Selecting

    def _choose(self, numbers: list[int]) -> None:
        study = self.study
        if study is not None:
            things = [fault_thing(study.name, study.networks[number].name) for number in numbers]
            self.session.select(things or [Thing(FAULTS, study.name)])

    def follow(self, things: tuple[Thing, ...]) -> None:
        """Show what is selected; a study that is selected comes on view."""
        asked = [split_curve(thing.id)[0] for thing in things if thing.kind in (FAULTS, FAULT_CURVE)]
        if asked and asked[0] != self.name and fault_study_of(self.session, asked[0]) is not None:
            self.name = asked[0]
            self._show()
        else:
            self._follow_chosen()

    def _follow_chosen(self) -> None:
        study, chosen = self.study, set(self.session.selection)
        numbers: frozenset[int] = frozenset()
        if study is not None:
            numbers = frozenset(
                number
                for number, network in enumerate(study.networks)
                if fault_thing(study.name, network.name) in chosen
            )
        self.body.show_selected(numbers)
        self.body.losses.follow()
        self.seeing.look(study, self.body.curves, self.body.selected)

    def show_in_topology(self) -> None:
        """Let the combination that is drawn fail in Topology."""
        try:
            thing = self.seeing.let_fail()
        except FatdeskError as error:
            self.session.said.emit(in_sentence(str(error)))
            return
        if thing is not None:
            self.asked_for.emit("topology")
            self.session.select([thing] if thing.kind == "study" else [])

    # Tables and files

    def twin_tables(self) -> tuple[TwinTable[Any], ...]:
        """All rows, and all losses."""
        return (
            TwinTable(
                "Rows", ROWS, self._rows, lambda r: fault_thing(r.study, r.curve.name), "Run measures rows."
            ),
            TwinTable(
                "Losses",
                LOSSES,
                self._losses,
                lambda r: loss_thing(r.fabric, r.loss.elements[0].key),
                "Losses were not worked out yet.",
            ),
        )

    def _rows(self, _: Session) -> list[FaultRow]:
        return [FaultRow(self.name, curve, point) for curve in self.body.curves for point in curve.points]

    def _losses(self, _: Session) -> Sequence[LossRow]:
        return self.body.losses.model.rows

    def export_as(self, kind: str) -> None:
        """Make a file, and ask where it goes."""
        study = self.study
        if study is not None:
            self.saving.emit(*written(kind, study, self.body.curves))

    def picture(self, kind: str) -> tuple[str, bytes]:
        """The plots as a file: its name and its bytes."""
        study = self.study
        assert study is not None  # asked for only where there are points
        return written(kind, study, self.body.curves)

    # The window

    def can_look(self, what: str) -> bool:
        """The plot and the drawing can be fitted and zoomed."""
        return what in ("fit", "fit-all", "larger", "smaller") and self._has_points and not self.shows_twin

    def look(self, what: str) -> None:
        """Fit both, or change the size of the one with the keys."""
        canvas, plot = self.body.fatal.canvas, self.body.plot
        if what in ("larger", "smaller"):
            (canvas if canvas.hasFocus() else plot).zoom(STEP if what == "larger" else 1 / STEP)
        else:
            plot.fit()
            canvas.fit()

    def find_in_view(self) -> None:
        """The keys go to the losses, where typing searches."""
        self.body.losses.table.setFocus()

    def copy(self) -> None:
        """Copy what is selected of the table with the keys, or all of it."""
        table = self.body.table if self.body.table.hasFocus() else self.body.losses.table
        if self.shows_twin:
            table = self.twin.table
        table.copy()
        count = len(table.chosen_lines()) or table.rows.rowCount()
        self.session.said.emit(f"Copied {counted(count, 'row')} with titles.")

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the bar as short as need be."""
        super().resizeEvent(event)
        self.tools.say_less(self.width() < self.theme.px(NARROW))

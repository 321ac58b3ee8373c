"""The workspace: a study of networks under traffic, its curves and figures, and the runs that make them."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QStackedWidget, QWidget

from fatdesk.engine.sim.study import Simulated, SimulationStudy
from fatdesk.gui.desk import Desk
from fatdesk.gui.inspector.simulations import remove_networks, study_of
from fatdesk.gui.plot.plot import STEP
from fatdesk.gui.session import Session, Thing
from fatdesk.gui.simulations import CURVE, SIMULATION, curve_thing
from fatdesk.gui.study_results import split_curve
from fatdesk.gui.twin import TwinTable
from fatdesk.gui.words import counted, in_sentence
from fatdesk.gui.workspaces.schedule.strip import JobStrip
from fatdesk.gui.workspaces.simulation.adding import SimulatedCard, free_name, networks_of, with_network
from fatdesk.gui.workspaces.simulation.bar import Tools
from fatdesk.gui.workspaces.simulation.body import Body
from fatdesk.gui.workspaces.simulation.columns import POINTS, PointRow
from fatdesk.gui.workspaces.simulation.empty import EmptyPage
from fatdesk.gui.workspaces.simulation.exporting import written
from fatdesk.gui.workspaces.simulation.known import curves_of, out_of_date
from fatdesk.gui.workspaces.simulation.links import look_at
from fatdesk.gui.workspaces.simulation.panel import StudyPanel
from fatdesk.gui.workspaces.simulation.ready import papers_of, ready_study
from fatdesk.gui.workspaces.simulation.running import Runner
from fatdesk.gui.workspaces.simulation.stale import StaleBanner
from fatdesk.gui.workspaces.studying.restoring import Restorer
from fatdesk.gui.workspaces.workspace import Workspace
from fatdesk.project.commands.simulations import AddSimulation, ChangeSimulation, RemoveSimulation

NARROW = 1080
"""A narrower tool bar says less."""
NO_NETWORKS = "This study has no networks yet. Add network puts a fabric or a network of a paper into it."
NOT_RUN = "Run measures every network at every load.\nCurves grow here as points arrive."


class SimulationView(Workspace):
    """Studies of the project; ``saving`` carries a name for a file and its bytes."""

    inspected = False
    saving = Signal(str, object)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.runner = Runner(desk, self)
        self.name = ""
        """The study on view."""
        self.restorer = Restorer(desk, self)
        self._make_body()
        self.tools = Tools(
            desk, self.bar, lambda: [study.name for study in self.studies], self.body.take_look
        )
        self._connect()

    # Making

    def _make_body(self) -> None:
        px = self.theme.px
        self.strip, self.banner = JobStrip(self.desk), StaleBanner(self.desk)
        self.strip.cancel.hide()  # it stands in the tool bar
        self.body, self.empty = Body(self.desk), EmptyPage(self.desk)
        self.panel = StudyPanel(self.desk)
        sides = QSplitter(Qt.Orientation.Horizontal)
        for number, part in enumerate((self.body, self.panel)):
            sides.addWidget(part)
            sides.setStretchFactor(number, 1 - number)
        sides.setHandleWidth(px(1))
        sides.setChildrenCollapsible(False)
        sides.setSizes([px(900), px(304)])
        self.pages = QStackedWidget()
        for page in (self.empty, sides):
            self.pages.addWidget(page)
        for widget in (self.strip, self.banner):
            self.column.addWidget(widget)
        self.column.addWidget(self.pages, 1)
        self.focus_first = self.body.table

    @cached_property
    def card(self) -> SimulatedCard:
        """Where a family is chosen, made when it is first asked for."""
        made = SimulatedCard(self.desk, self, self._taken, self.add_network)
        made.left.connect(self.body.table.setFocus)
        return made

    def _connect(self) -> None:
        self.tools.run.clicked.connect(lambda _=False: self.start())
        self.tools.cancel.clicked.connect(lambda _=False: self.stop())
        self.tools.double.clicked.connect(lambda _=False: self.duplicate())
        self.tools.study.chosen.connect(self.show_study)
        self.tools.study.new_asked.connect(self.new_study)
        self.tools.study.ready_asked.connect(self.take_ready)
        self.tools.study.remove_asked.connect(self.remove_study)
        self.empty.new_asked.connect(self.new_study)
        self.empty.ready_asked.connect(self._offer_ready)
        self.tools.add.wanted.connect(self.add_network)
        self.tools.add.typing_asked.connect(self.type_network)
        self.tools.export.asked.connect(self.export_as)
        self.banner.again.connect(self._again)
        self.body.chosen.connect(self._choose)
        self.body.table.removed.connect(lambda: self.do("delete"))
        self.body.foot.links_asked.connect(self.show_links)
        self.body.foot.saturation_asked.connect(self.find_saturation)
        self.runner.moved.connect(self._moved)
        self.runner.failed.connect(self._failed)
        self.session.simulated.connect(self._arrived)

    # Which study

    @property
    def studies(self) -> tuple[SimulationStudy, ...]:
        """All studies of the project."""
        return self.session.project.simulations if self.session.is_open else ()

    @property
    def study(self) -> SimulationStudy | None:
        """The one on view."""
        return study_of(self.session, self.name) if self.session.is_open else None

    def show_study(self, name: str) -> None:
        """Look at another study."""
        self.banner.wrong = ""
        self.name = name
        self.body.load = None
        self.session.select([Thing(SIMULATION, name)])
        self._show()

    def new_study(self) -> None:
        """Plan a study of the fabrics of the project."""
        taken = [study.name for study in self.studies]
        networks = tuple(one for _, one in networks_of(self.session) if one.fabric)
        self.add_study(SimulationStudy(name=free_name("Uniform", taken), networks=networks))

    def take_ready(self, number: int) -> None:
        """Take a ready-made study into the project."""
        made = ready_study(number)
        self.add_study(replace(made, name=free_name(made.name, [study.name for study in self.studies])))

    def duplicate(self) -> None:
        """Make another study of the one on view."""
        study = self.study
        if study is not None:
            name = free_name(study.name, [some.name for some in self.studies])
            self.add_study(replace(study, name=name))

    def add_study(self, study: SimulationStudy) -> None:
        """Put a study into the project and look at it."""
        if self.session.do(AddSimulation(simulation=study)):
            self.show_study(study.name)

    def remove_study(self) -> None:
        """Take the study on view out of the project."""
        if self.study is not None:
            self.session.do(RemoveSimulation(name=self.name))

    def _offer_ready(self) -> None:
        self.tools.study.ready_menu.popup(self.empty.ready.mapToGlobal(QPoint(0, self.empty.ready.height())))

    # Its networks

    def _taken(self) -> set[str]:
        study = self.study
        return set() if study is None else {network.name for network in study.networks}

    def add_network(self, network: Simulated) -> bool:
        """Put a network into the study; whether that was done."""
        study = self.study
        if study is None:
            return False
        return self.session.do(ChangeSimulation(simulation=with_network(study, network)))

    def type_network(self) -> None:
        """Choose a family, and type its parameters."""
        if self.study is not None:
            self.card.begin()
            self._place_card()

    def _leave_card(self) -> None:
        """Nothing is typed for a study that is not on view."""
        if "card" in vars(self):
            self.card.hide()

    def _place_card(self) -> None:
        self.card.adjustSize()
        self.card.move((self.body.width() - self.card.width()) // 2, self.theme.px(64))

    def can(self, what: str) -> bool:
        """Run and cancel; remove the selected networks; pictures of what was measured."""
        if what in ("simulate", "simulate-saturation"):
            return self.tools.run.isEnabled()
        if what == "simulate-stop":
            return self.runner.is_running
        if what == "delete":
            return bool(self.study is not None and self.body.selected)
        return what in ("picture-svg", "picture-png") and self._has_points

    def do(self, what: str) -> None:
        """Do it."""
        study = self.study
        if what == "simulate":
            self.start()
        elif what == "simulate-saturation":
            self.find_saturation()
        elif what == "simulate-stop":
            self.stop()
        elif what == "delete" and study is not None and self.can(what):
            remove_networks(self.session, study, [study.networks[n].name for n in sorted(self.body.selected)])

    # Running

    def start(self) -> None:
        """Measure what is missing."""
        study = self.study
        if study is not None:
            self._run(study, range(len(study.networks)))

    def _run(self, study: SimulationStudy, numbers: Sequence[int]) -> None:
        self.banner.wrong = ""
        if not self.runner.start(study, numbers) and not self.runner.is_running:
            self.session.said.emit("Everything that is asked was measured already.")
        self._show()

    def find_saturation(self) -> None:
        """Find where the selected networks saturate, or all."""
        study = self.study
        if study is not None and study.networks:
            self.banner.wrong = ""
            self.runner.find_saturation(study, sorted(self.body.selected) or range(len(study.networks)))
            self.body.show_found()
            self._show()

    def stop(self) -> None:
        """Stop the run; points that have arrived stay."""
        self.runner.stop()

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
            self._show(fields=not self.runner.is_running)  # nobody's typing is lost while points arrive
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
        names = [study.name for study in self.studies]
        if self.name not in names:
            asked = [split_curve(t.id)[0] for t in self.session.selection if t.kind in (SIMULATION, CURVE)]
            self.name = next((name for name in (*asked, *names) if name in names), "")
        study = self.study
        self.pages.setCurrentIndex(int(study is not None))
        self.tools.study.show_study(self.name)
        if study is None or self.panel.study != self.name:
            self._leave_card()
        if fields or self.panel.study != self.name:
            self.panel.show_study(self.name)
        curves = []
        if study is not None:
            from fatdesk.work.simulating import states

            self.restorer.look(study, self.session.simulations, states, self.session.simulated)
            curves = curves_of(study, self.session.simulations, self.runner, papers_of(study))
        self.body.show_curves(curves)
        self.body.say_empty("" if self._has_points else NOT_RUN if curves else NO_NETWORKS)
        stale = None if study is None else out_of_date(study, study.networks, self.session.simulations)
        self.banner.look(self.name, len(curves), stale, running=self.runner.is_running)
        self.tools.allow(
            study=study is not None,
            networks=bool(curves),
            points=self._has_points,
            running=self.runner.is_running,
        )
        self.body.foot.saturation.setEnabled(self.tools.run.isEnabled())
        self._follow_chosen()
        if self.shows_twin:
            self.twin.refresh()

    @property
    def _has_points(self) -> bool:
        return any(curve.points for curve in self.body.curves)

    # Selecting

    def _choose(self, numbers: list[int]) -> None:
        study = self.study
        if study is not None:
            things = [curve_thing(study.name, study.networks[number].name) for number in numbers]
            self.session.select(things or [Thing(SIMULATION, study.name)])

    def follow(self, things: tuple[Thing, ...]) -> None:
        """Show what is selected; a study that is selected comes on view."""
        asked = [split_curve(thing.id)[0] for thing in things if thing.kind in (SIMULATION, CURVE)]
        if asked and asked[0] != self.name and study_of(self.session, asked[0]) is not None:
            self.name = asked[0]
            self._show()
        else:
            self._follow_chosen()

    def _follow_chosen(self) -> None:
        study = self.study
        chosen = set(self.session.selection)
        numbers: frozenset[int] = frozenset()
        if study is not None:
            specs = {
                some.spec for some in self.session.project.studies if Thing("study", some.name) in chosen
            }
            numbers = frozenset(
                number
                for number, network in enumerate(study.networks)
                if curve_thing(study.name, network.name) in chosen or network.spec in specs
            )
        self.body.show_selected(numbers)

    def show_links(self) -> None:
        """Colour the links of the selected network, in the drawing, by what they carried."""
        study, load = self.study, self.body.load_now
        if study is None or load is None:
            return
        with_point = [curve for curve in self.body.curves if curve.at(load) is not None]
        chosen = [curve for curve in with_point if curve.number in self.body.selected]
        problem = look_at(self.session, study, (chosen or with_point)[0].number, load)
        if problem:
            self.session.said.emit(problem)
        else:
            self.session.loaded.emit()
            self.asked_for.emit("topology")

    # Tables and files

    def twin_tables(self) -> tuple[TwinTable[Any], ...]:
        """All points."""
        return (TwinTable("Points", POINTS, self._points, _curve_of, "Run measures points."),)

    def _points(self, _: Session) -> list[PointRow]:
        return [PointRow(self.name, curve, point) for curve in self.body.curves for point in curve.points]

    def export_as(self, kind: str) -> None:
        """Make a file, and ask where it goes."""
        study = self.study
        if study is not None:
            self.saving.emit(*written(kind, study, self.session.simulations))

    def picture(self, kind: str) -> tuple[str, bytes]:
        """The plots as a file: its name and its bytes."""
        study = self.study
        assert study is not None  # asked for only where there are points
        return written(kind, study, self.session.simulations)

    # The window

    def can_look(self, what: str) -> bool:
        """Plots can be fitted and zoomed."""
        return what in ("fit", "fit-all", "larger", "smaller") and self._has_points and not self.shows_twin

    def look(self, what: str) -> None:
        """Fit both plots, or change the size of the one with the keys."""
        plots = (self.body.latency, self.body.accepted)
        if what in ("larger", "smaller"):
            plot = next((some for some in plots if some.hasFocus()), plots[0])
            plot.zoom(STEP if what == "larger" else 1 / STEP)
        else:
            for plot in plots:
                plot.fit()

    def find_in_view(self) -> None:
        """The keys go to the table, where typing searches."""
        self.body.table.setFocus()

    def copy(self) -> None:
        """Copy the networks that are selected, or all; of the table of points, its rows."""
        table = self.twin.table if self.shows_twin else self.body.table
        table.copy()
        count = len(table.chosen_lines()) or table.rows.rowCount()
        self.session.said.emit(f"Copied {counted(count, 'row')} with titles.")

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the bar as short as need be."""
        super().resizeEvent(event)
        self.tools.say_less(self.width() < self.theme.px(NARROW))


def _curve_of(row: PointRow) -> Thing:
    return curve_thing(row.study, row.curve.name)

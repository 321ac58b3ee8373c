"""The workspace: a study of networks under traffic, its curves and figures, and the runs that make them."""

from typing import Any

from PySide6.QtWidgets import QStackedWidget, QWidget

from fatdesk.gui.analysis.study_kinds import SIMULATIONS
from fatdesk.gui.charts.chart_view import STEP
from fatdesk.gui.desk import Desk
from fatdesk.gui.ref import Ref
from fatdesk.gui.results.simulations import curve_thing
from fatdesk.gui.session.session import Session
from fatdesk.gui.simulation.bar import Tools
from fatdesk.gui.simulation.body import Body
from fatdesk.gui.simulation.columns import POINTS, PointRow
from fatdesk.gui.simulation.exporting import written
from fatdesk.gui.simulation.known import curves_of
from fatdesk.gui.simulation.links import look_at
from fatdesk.gui.simulation.ready import papers_of, ready_study
from fatdesk.gui.simulation.running import Runner
from fatdesk.gui.simulation.sketch import Sketch
from fatdesk.gui.studies.empty import NoStudy
from fatdesk.gui.studies.panel import StudyPanel
from fatdesk.gui.studies.view import StudyView
from fatdesk.gui.tables import Table
from fatdesk.gui.tables.table_view import TwinTable
from fatdesk.networks.simulation.study import Simulated, SimulationStudy

NOTHING = "Nothing simulated yet"
FOR = (
    "Packets over a network: how long they take at each load, and how much the network accepts at most. "
    "A study puts networks side by side under the same traffic."
)
WIDEST = 560


class SimulationView(StudyView[SimulationStudy]):
    """Simulation studies of the project."""

    kind = SIMULATIONS
    not_run = "Run measures every network at every load.\nCurves grow here as points arrive."
    runner: Runner
    body: Body
    tools: Tools

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.runner = Runner(desk, self)
        self.body, self.panel = Body(desk), StudyPanel(desk, SIMULATIONS)
        self.empty = NoStudy(desk, NOTHING, FOR, WIDEST, Sketch(desk))
        self.pages = QStackedWidget()
        for page in (self.empty, self._sides()):
            self.pages.addWidget(page)
        self.column.addWidget(self.pages, 1)
        self.focus_first = self.after_card = self.body.table
        self.tools = Tools(desk, self.bar, self._names, self.body.take_look)
        self._connect()

    def _connect(self) -> None:
        super()._connect()
        self.tools.double.clicked.connect(lambda _=False: self.duplicate())
        self.empty.new_asked.connect(self.new_study)
        self.empty.ready_asked.connect(lambda: self._offer_ready(self.empty.ready))
        self.body.table.removed.connect(lambda: self.do("delete"))
        self.body.foot.links_asked.connect(self.show_links)
        self.body.foot.saturation_asked.connect(self.find_saturation)
        self.session.simulated.connect(self._arrived)

    # Which study

    def _plan(self, networks: tuple[Simulated, ...]) -> SimulationStudy:
        return SimulationStudy(name="Uniform", networks=networks)

    def _ready(self, number: int) -> SimulationStudy:
        return ready_study(number)

    def show_study(self, name: str) -> None:
        """Look at another study, at the load that tells most of it."""
        self.body.load = None
        super().show_study(name)

    def duplicate(self) -> None:
        """Make another study of the one on view."""
        if self.study is not None:
            self.add_study(self.study)

    # What can be done

    def can(self, what: str) -> bool:
        """As with every study; also find where networks saturate."""
        return super().can("simulate" if what == "simulate-saturation" else what)

    def do(self, what: str) -> None:
        """Do it."""
        if what == "simulate-saturation":
            self.find_saturation()
        else:
            super().do(what)

    def find_saturation(self) -> None:
        """Find where the selected networks saturate, or all."""
        study = self.study
        if study is not None and study.networks:
            self.banner.wrong = ""
            self.runner.find_saturation(study, sorted(self.body.selected) or range(len(study.networks)))
            self.body.show_found()
            self._show()

    # What is shown

    def _name_study(self, study: SimulationStudy | None) -> None:
        self.pages.setCurrentIndex(int(study is not None))
        self.tools.study.show_study(self.name)

    def _look_for_results(self, study: SimulationStudy) -> None:
        from fatdesk.tasks.simulating import states

        self.restorer.look(study, self.session.simulations, states, self.session.simulated)

    def _show_curves(self, study: SimulationStudy | None) -> int:
        curves = []
        if study is not None:
            curves = curves_of(study, self.session.simulations, self.runner, papers_of(study))
        self.body.show_curves(curves)
        return len(curves)

    def _allow(self, study: SimulationStudy | None) -> None:
        self.tools.allow(
            study=study is not None,
            networks=bool(self.body.curves),
            points=self._has_points,
            running=self.runner.is_running,
        )
        self.body.foot.saturation.setEnabled(self.tools.run.isEnabled())

    @property
    def _has_points(self) -> bool:
        return any(curve.points for curve in self.body.curves)

    # Selecting

    def _chosen(self, study: SimulationStudy) -> frozenset[int]:
        """Networks that are selected, here or as networks under study."""
        chosen = set(self.session.selection)
        specs = {some.spec for some in self.session.project.studies if Ref("study", some.name) in chosen}
        under_study = {number for number, network in enumerate(study.networks) if network.spec in specs}
        return super()._chosen(study) | under_study

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

    def _written(self, kind: str, study: SimulationStudy) -> tuple[str, bytes]:
        return written(kind, study, self.session.simulations)

    # The window

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

    @property
    def _table(self) -> Table:
        return self.body.table


def _curve_of(row: PointRow) -> Ref:
    return curve_thing(row.study, row.curve.name)

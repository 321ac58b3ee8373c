"""The Simulation workspace: networks under traffic, their curves and figures, runs, export."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import msgspec
import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QToolButton, QWidget

from fatdesk.core.memo import Memo
from fatdesk.engine.drawing.charts.simulation_charts import study_page
from fatdesk.engine.drawing.svg import svg
from fatdesk.engine.fabric.fabric import as_network
from fatdesk.engine.listing.study_columns import studies_csv
from fatdesk.gui.analysis.related import cables_of_links
from fatdesk.gui.analysis.study_kinds import SIMULATIONS
from fatdesk.gui.desk import Desk
from fatdesk.gui.session.session import Session
from fatdesk.gui.session.study_results import Known, Simulations
from fatdesk.gui.simulation.body import Body
from fatdesk.gui.simulation.columns import POINTS, PointRow, point_rows
from fatdesk.gui.simulation.curves import Curve, Look, curves_of, papers_of
from fatdesk.gui.simulation.links import look_at
from fatdesk.gui.studies.bar import StudyTools, ready_titles
from fatdesk.gui.studies.body import NoStudy
from fatdesk.gui.studies.view import StudyPanel, StudyView
from fatdesk.gui.tables import Table
from fatdesk.gui.tables.table_view import ViewTable
from fatdesk.gui.theme.icons import icon
from fatdesk.gui.views.workspace import Handler
from fatdesk.gui.widgets.menu_button import ChoiceButton
from fatdesk.gui.widgets.plain_text import tip
from fatdesk.networks.simulation.reference_studies import READY_MADE, published_of
from fatdesk.networks.simulation.results import MeasuredCurve, StudyResult
from fatdesk.networks.simulation.study import SimulationStudy, Switching
from fatdesk.networks.simulation.verdict import compared_verdict
from fatdesk.networks.study import StudyNetwork
from fatdesk.networks.verdict import Verdict
from fatdesk.paper.painter import png
from fatdesk.project.document.ref import CURVE, STUDY, NetworkOf, Ref
from fatdesk.project.studies.verdicts import simulated_verdict

LOOKS = (
    ("Mean latency", Look("mean", source=True)),
    ("Mean, network only", Look("mean", source=False)),
    ("p99 latency", Look("p99", source=True)),
    ("p99, network only", Look("p99", source=False)),
)
"""Latencies that can be shown: with the queue at the source, or of the network only."""


class Tools(StudyTools):
    """The parts of the bar; ``take_look`` is given the latency that shall be drawn."""

    def __init__(
        self,
        desk: Desk,
        bar: QHBoxLayout,
        names: Callable[[], Sequence[str]],
        take_look: Callable[[Look], object],
    ) -> None:
        super().__init__(desk, names, ready_titles(READY_MADE), "points")
        self.double = QToolButton()
        self.double.setObjectName("duplicate")
        self.double.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.double.setText("Duplicate")
        self.double.setIcon(icon(desk.theme, "copy", desk.theme.px(16)))
        self.double.setFixedHeight(desk.theme.px(28))
        self.double.setToolTip(tip("Copy this study"))
        self.double.setAccessibleName("Duplicate the study")
        self.looks = ChoiceButton(
            desk.theme,
            "simulation",
            "Latency shown",
            [title for title, _ in LOOKS],
            lambda number: take_look(LOOKS[number][1]),
        )
        self.looks.setObjectName("looks")
        for widget in (self.run, self.cancel, self._divider(), self.study, self.add, self.double):
            bar.addWidget(widget)
        bar.addWidget(self._divider())
        bar.addWidget(self.looks)
        bar.addStretch(1)
        bar.addWidget(self.units)
        bar.addWidget(self.export)

    def allow(self, *, study: bool, networks: bool, points: bool, running: bool) -> None:
        """Enable the possible actions."""
        self._allow(study=study, networks=networks, points=points, running=running)
        for tool in (self.double, self.looks):
            tool.setEnabled(study)

    def say_less(self, less: bool) -> None:
        """Leave words out where there is no room for them."""
        super().say_less(less)
        style = Qt.ToolButtonStyle
        self.double.setToolButtonStyle(style.ToolButtonIconOnly if less else style.ToolButtonTextBesideIcon)


WIDE, HIGH = 300, 150
KNEES = (0.42, 0.55, 0.82)
"""Loads at which the curves of the picture rise, as shares of its width."""


class Sketch(QWidget):
    """Axes and some curves, quietly."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._theme = desk.theme
        self.setFixedSize(desk.theme.px(WIDE), desk.theme.px(HIGH))
        desk.theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The drawing."""
        theme, px = self._theme, self._theme.px
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(px(10), px(8), self.width() - px(20), self.height() - px(18))
        painter.setPen(QPen(theme.colour("line2"), 1.5))
        painter.drawLine(area.bottomLeft(), area.bottomRight())
        painter.drawLine(area.bottomLeft(), area.topLeft())
        for knee in KNEES:
            path = QPainterPath(QPointF(area.left(), area.bottom() - 0.12 * area.height()))
            x = area.left() + knee * area.width()
            path.cubicTo(
                QPointF(x - 10, area.bottom() - 0.12 * area.height()),
                QPointF(x, area.bottom() - 0.3 * area.height()),
                QPointF(x + 6, area.top()),
            )
            painter.setPen(QPen(theme.colour("text3"), 1.5))
            painter.drawPath(path)
        painter.end()


def result_of(study: SimulationStudy, known: Simulations) -> StudyResult:
    """A study with what was measured of its networks as they are now."""
    return StudyResult(study, tuple(_curve(known.of(study, network)) for network in study.networks))


def _curve(found: Known[MeasuredCurve] | None) -> MeasuredCurve | None:
    if found is None or not found.holds or found.result.found is None or found.result.found.nothing:
        return None
    return found.result.found


def written(kind: str, study: SimulationStudy, known: Simulations, verdict: str = "") -> tuple[str, bytes]:
    """A name for a file, and its bytes; ``verdict`` is a sentence under the plots."""
    stem = re.sub(r"[^a-z0-9]+", "-", study.name.lower()).strip("-") or "study"
    if kind == "json":
        return f"{stem}.json", msgspec.json.format(msgspec.json.encode(study), indent=2) + b"\n"
    result = result_of(study, known)
    if kind == "csv":
        return f"{stem}.csv", studies_csv([result])
    page = study_page(replace(result, verdict=verdict), published_of(study))
    return f"{stem}.{kind}", svg(page) if kind == "svg" else png(page)


NOTHING = "Nothing simulated yet"
FOR = (
    "Latency of packets at each load, and the highest traffic that a network accepts. "
    "A study compares networks under the same traffic."
)
WIDEST = 560


class SimulationView(StudyView[SimulationStudy]):
    """Simulation studies of the project."""

    offers = StudyView.offers | {"simulate-saturation"}
    kind = SIMULATIONS
    not_run = "Run measures every network at every load.\nCurves grow here as points arrive."
    not_judged = "Nothing is measured yet. Run the study to see where the networks saturate."
    body: Body
    tools: Tools

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self._verdicts = Memo[tuple[StudyNetwork, Switching]](most=64)
        self.body, self.panel = Body(desk), StudyPanel(desk, SIMULATIONS)
        self.empty = NoStudy(desk, NOTHING, FOR, WIDEST, Sketch(desk))
        self.empty.setObjectName("no-study")
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
        self.body.table.removed.connect(lambda: self.perform("delete"))
        self.body.foot.links_asked.connect(self.show_links)
        self.body.foot.saturation_asked.connect(self.find_saturation)

    # Which study

    def _plan(self, networks: tuple[StudyNetwork, ...]) -> SimulationStudy:
        return SimulationStudy(name="Uniform", networks=networks)

    def _ready(self, number: int) -> SimulationStudy:
        return READY_MADE[number].study

    def show_study(self, name: str) -> None:
        """Show another study, at the load that shows most of it."""
        self.body.load = None
        super().show_study(name)

    def duplicate(self) -> None:
        """Make another study of the one on view."""
        if self.study is not None:
            self.add_study(self.study)

    # What can be done

    def offered(self) -> dict[str, Handler]:
        """As with every study; also find where networks saturate."""
        offered = super().offered()
        found = Handler(self.find_saturation, offered["simulate"].refusal)
        return offered | {"simulate-saturation": found}

    def find_saturation(self) -> None:
        """Find where the selected networks saturate, or all."""
        study = self.study
        if study is not None and study.networks:
            self.banner.wrong = ""
            numbers = sorted(self.body.selected) or range(len(study.networks))
            self.runner.work_out("Saturation of", study, numbers)
            self.body.show_found()
            self._show()

    # What is shown

    def _name_study(self, study: SimulationStudy | None) -> None:
        self.pages.setCurrentIndex(int(study is not None))
        self.tools.study.show_study(self.name)

    def _show_curves(self, study: SimulationStudy | None) -> int:
        curves = []
        if study is not None:
            curves = curves_of(study, self.session.simulations, self.runner, papers_of(study), self.rate_of)
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
        """Networks that are selected, here or as reference networks."""
        chosen = set(self.session.selection)
        specs = {some.spec for some in self.session.project.studies if STUDY(some.name) in chosen}
        under_study = {number for number, network in enumerate(study.networks) if network.spec in specs}
        return super()._chosen(study) | under_study

    def _verdict(self, study: SimulationStudy) -> tuple[Verdict, bool]:
        """The verdict on the selected network, else on the one that saturates first."""
        found = [self._verdict_on(study, curve.number) for curve in self._judged]
        names = [curve.name for curve in self._judged]
        points = [curve.points for curve in self._judged]
        verdict = compared_verdict(list(zip(names, points, found, strict=True)))
        return verdict, self._limiting(verdict, found) is not None

    @property
    def _judged(self) -> Sequence[Curve]:
        """The networks that the verdict is about."""
        curves = self.body.curves
        chosen = [curve for curve in curves if curve.number in self.body.selected]
        return chosen or curves

    def _verdict_on(self, study: SimulationStudy, number: int) -> Verdict:
        network = study.networks[number]
        known = self.session.simulations.of(study, network)
        if awaited := self._awaited(network.name, number):
            return Verdict("unknown", awaited)
        if known is not None and not known.holds:
            return Verdict(
                "unknown",
                f"{network.name} has changed since it was measured. Run the study again to see where it "
                "saturates.",
            )
        found = None if known is None else known.result.found
        highest = None if known is None else known.result.highest
        derived = self.session.derived
        return self._verdicts.keep(
            (network, study.switching),
            (found, derived.project),
            lambda: simulated_verdict(derived, network, study.switching, found, highest),
        )

    def _limiting(self, verdict: Verdict, found: Sequence[Verdict]) -> tuple[int, float] | None:
        """The number of the network that a verdict names, and the load at which its links can be shown."""
        for curve, one in zip(self._judged, found, strict=True):
            if one.channels and one.channels == verdict.channels and verdict.text.startswith(one.text):
                point = next((point for point in curve.points if point.saturated), curve.points[-1])
                return curve.number, point.offered
        return None

    def show_verdict(self) -> None:
        """Draw the network that limits in Topology, its links coloured by what they carry past saturation."""
        study = self.study
        if study is None:
            return
        verdict = self.verdict.verdict
        found = self._limiting(verdict, [self._verdict_on(study, curve.number) for curve in self._judged])
        if found is None:
            return
        number, load = found
        if self._show_load(study, number, load) and study.networks[number].fabric:
            derived = self.session.derived
            fabric = derived.number_of(study.networks[number].fabric)
            _, links = as_network(derived.fabrics[fabric])
            chosen = links[np.unique(np.array(verdict.channels, np.int64) // 2)]
            self.session.select(cables_of_links(self.session, fabric, chosen.astype(np.int64)))

    def show_links(self) -> None:
        """Colour the links of the selected network, in the drawing, by what they carried."""
        study, load = self.study, self.body.load_now
        if study is None or load is None:
            return
        with_point = [curve for curve in self.body.curves if curve.at(load) is not None]
        chosen = [curve for curve in with_point if curve.number in self.body.selected]
        self._show_load(study, (chosen or with_point)[0].number, load)

    def _show_load(self, study: SimulationStudy, number: int, load: float) -> bool:
        """Show in Topology what links carried at a load; whether that was possible."""
        problem = look_at(self.session, study, number, load)
        if problem:
            self.session.said.emit(problem)
            return False
        self.session.loaded.emit()
        self.asked_for.emit("topology")
        return True

    # Tables and files

    def view_tables(self) -> tuple[ViewTable[Any], ...]:
        """All points."""
        return (ViewTable("Points", POINTS, self._points, _curve_of, "Run measures points."),)

    def _points(self, _: Session) -> list[PointRow]:
        study = self.study
        return [] if study is None else point_rows(study, self.body.curves)

    def _written(self, kind: str, study: SimulationStudy) -> tuple[str, bytes]:
        measured = [curve for curve in self.body.curves if curve.points and curve.state != "stale"]
        found = [(one.name, one.points, self._verdict_on(study, one.number)) for one in measured]
        verdict = compared_verdict(found).text if found else ""
        return written(kind, study, self.session.simulations, verdict)

    # The window

    def fit_all(self) -> None:
        """Fit both plots."""
        for plot in (self.body.latency, self.body.accepted):
            plot.fit()

    fit_selection = fit_all

    def zoom(self, factor: float) -> None:
        """Change the size of the plot with the keys."""
        plots = (self.body.latency, self.body.accepted)
        next((some for some in plots if some.hasFocus()), plots[0]).zoom(factor)

    def find_in_view(self) -> None:
        """The keys go to the table, where typing searches."""
        self.body.table.setFocus()

    @property
    def _table(self) -> Table:
        return self.body.table


def _curve_of(row: PointRow) -> Ref:
    return CURVE(NetworkOf(row.row.study.name, row.curve.name))

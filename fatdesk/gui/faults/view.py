"""The Faults workspace: studies with their curves, a fatal combination, impacts, export."""

import re
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace
from PySide6.QtWidgets import QWidget

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.drawing.charts.fault_charts import fault_page
from fatdesk.engine.drawing.svg import svg
from fatdesk.engine.listing.fault_columns import faults_csv
from fatdesk.gui.analysis.study_kinds import FAULT_STUDIES, said
from fatdesk.gui.desk import Desk
from fatdesk.gui.faults.bar import Tools
from fatdesk.gui.faults.body import Body
from fatdesk.gui.faults.columns import LOSSES, ROWS, FaultRow, LossRow, fault_rows
from fatdesk.gui.faults.curves import FaultCurve, description_of, fault_curves
from fatdesk.gui.faults.fatal import Seeing
from fatdesk.gui.faults.impact_table import NO_FABRIC
from fatdesk.gui.session.session import Session
from fatdesk.gui.studies.view import NOT_RUNNING, StudyPanel, StudyView
from fatdesk.gui.tables import Table
from fatdesk.gui.tables.table_view import ViewTable
from fatdesk.gui.views.strips import restore_all_handler
from fatdesk.gui.views.workspace import Handler, when
from fatdesk.gui.widgets.numbers import in_sentence
from fatdesk.networks.fault_tolerance.reference_studies import READY_MADE_FAULTS, published_always
from fatdesk.networks.fault_tolerance.results import FaultStudyResult, MeasuredFaults
from fatdesk.networks.fault_tolerance.study import FaultParameters, FaultStudy
from fatdesk.networks.fault_tolerance.verdict import compared_verdict
from fatdesk.networks.study import StudyNetwork
from fatdesk.networks.verdict import Verdict
from fatdesk.paper.painter import png
from fatdesk.project.document.ref import FAULT_CURVE, LOSS, RELIABILITY, STUDY, ElementOf, NetworkOf, Ref
from fatdesk.project.studies.verdicts import failed_verdict


class FaultPanel(StudyPanel):
    """Shows what is selected in this workspace."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, FAULT_STUDIES)
        desk.tasks.ended.connect(self._ended)

    def _ended(self, _: object) -> None:
        """A job has ended, perhaps that of what is shown."""
        if any(element.kind == RELIABILITY for element in self.elements()):
            self.refresh()

    def elements(self) -> tuple[Ref, ...]:
        """Losses or the reliability of a fabric, else a network of the study, else the study."""
        losses = tuple(element for element in self.session.selection if element.kind in (LOSS, RELIABILITY))
        return losses or super().elements()


def written(
    kind: str, study: FaultStudy, curves: Sequence[FaultCurve], verdict: str = ""
) -> tuple[str, bytes]:
    """A name for a file, and its bytes; outdated results are left out; ``verdict`` is under the plots."""
    stem = re.sub(r"[^a-z0-9]+", "-", study.name.lower()).strip("-") or "study"
    if kind == "json":
        return f"{stem}.json", msgspec.json.format(msgspec.json.encode(study), indent=2) + b"\n"
    found = tuple(None if curve.state == "stale" else curve.found for curve in curves)
    result = FaultStudyResult(study, found, verdict=verdict)
    if kind == "csv":
        return f"{stem}.csv", faults_csv([result])
    rates = {curve.number: curve.rate for curve in curves if curve.rate is not None}
    page = fault_page(result, published_always(study), rates=rates)
    return f"{stem}.{kind}", svg(page) if kind == "svg" else png(page)


class FaultsView(StudyView[FaultStudy]):
    """Fault studies of the project."""

    offers = StudyView.offers | {"mend"}
    kind = FAULT_STUDIES
    not_run = "Run measures every network.\nCurves grow here as rows arrive."
    not_judged = "Nothing is measured yet. Run the study to see how many failures the networks survive."
    body: Body
    tools: Tools

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.body, self.panel = Body(desk), FaultPanel(desk)
        self.column.addWidget(self._sides(), 1)
        self.focus_first, self.after_card = self.body.losses.table, self.body.plot
        self.no_fabric = self.next_step(self.body.losses.table, "design")
        self.tools = Tools(desk, self.bar, self._names, self.let_fail, self._take_look)
        self.seeing = Seeing(self.session, self.body.fatal)
        self._connect()

    def _connect(self) -> None:
        super()._connect()
        body = self.body
        body.empty.new_asked.connect(self.new_study)
        body.empty.ready_asked.connect(lambda: self._offer_ready(body.empty.ready))
        body.table.removed.connect(lambda: self.perform("delete"))
        body.losses.chosen.connect(self.session.select)

    # Which study

    def _plan(self, networks: tuple[StudyNetwork, ...]) -> FaultStudy:
        """A study of the networks that have links between switches; where none has, of their hosts' links."""
        alone = [one.name for one in networks if not self._has_inner_links(one.fabric)]
        if len(alone) == len(networks):
            return FaultStudy(name="Faults", networks=networks, faults=FaultParameters(among="ends"))
        if alone:
            self.session.said.emit(f"Left out: {', '.join(alone)} (no links between switches).")
        return FaultStudy(name="Faults", networks=tuple(one for one in networks if one.name not in alone))

    def _has_inner_links(self, fabric: str) -> bool:
        try:
            network, _ = self.session.derived.bare_network(fabric)
        except FatdeskError:
            return False
        return bool((network.ends >= network.hosts).all(axis=1).any())

    def _ready(self, number: int) -> FaultStudy:
        return READY_MADE_FAULTS[number].study

    def let_fail(self, faults: FaultParameters) -> None:
        """Change which elements fail in the study on view."""
        study = self.study
        if study is not None:
            said(self.session, self.kind.decide(self.session, lambda: replace(study, faults=faults)))
        self._show()

    def _take_look(self, number: int) -> None:
        self.body.take_look(number)
        self._show(fields=False)

    # What can be done

    def offered(self) -> dict[str, Handler]:
        """As with every study; also mend, and stop when losses are worked out."""
        offered = super().offered()
        running = when(lambda: self.runner.is_running or self.body.losses.task is not None, NOT_RUNNING)
        return offered | {
            "mend": restore_all_handler(self.session),
            "simulate-stop": Handler(self.stop, running),
        }

    def stop(self) -> None:
        """Stop the run and the losses; what has arrived stays."""
        super().stop()
        self.body.losses.stop()

    def _arrived(self) -> None:
        if self.isVisible() and not self.runner.is_running:
            self.panel.refresh()
        super()._arrived()

    # What is shown

    def _name_study(self, study: FaultStudy | None) -> None:
        self.tools.show_study(study)

    def _show_curves(self, study: FaultStudy | None) -> int:
        curves = () if study is None else fault_curves(study, self.session.faults, self.runner, self.rate_of)
        self.body.show_curves(study, curves, "" if study is None else description_of(study))
        return len(curves)

    def _allow(self, study: FaultStudy | None) -> None:
        self.tools.allow(study, points=self._has_points, running=self.runner.is_running)
        self.body.losses.refresh()
        self.no_fabric.show_words("" if self.body.losses.fabric else NO_FABRIC)

    @property
    def _has_points(self) -> bool:
        return any(curve.found is not None and not curve.found.nothing for curve in self.body.curves)

    # Selecting

    def _follow_chosen(self) -> None:
        super()._follow_chosen()
        self.body.losses.follow()
        self.seeing.look(self.study, self.body.curves, self.body.selected)
        self._say_verdict()  # the drawing has the combination now

    def _verdict(self, study: FaultStudy) -> tuple[Verdict, bool]:
        """The verdict on the selected network, else on the one that survives least."""
        chosen = [curve for curve in self.body.curves if curve.number in self.body.selected]
        rows = [self._verdict_on(study, curve) for curve in chosen or self.body.curves]
        return compared_verdict(rows), self.body.fatal.has_fatal

    def _verdict_on(self, study: FaultStudy, curve: FaultCurve) -> tuple[str, MeasuredFaults | None, Verdict]:
        """The name of a network, what holds of its results, and the verdict."""
        network, name = study.networks[curve.number], curve.name
        found = None if curve.state == "stale" else curve.found
        text = {
            "stale": f"{name} has changed since it was measured. Run the study again for a verdict.",
            "failed": f"{name} {curve.note.removesuffix('.')}.",
        }.get(curve.state, self._awaited(name, curve.number))
        if text:
            return name, found, Verdict("unknown", text)
        return name, found, failed_verdict(self.session.derived, network, found)

    def show_verdict(self) -> None:
        """Let the combination that is drawn fail in Topology."""
        self.show_in_topology()

    def show_in_topology(self) -> None:
        """Let the combination that is drawn fail in Topology."""
        try:
            element = self.seeing.let_fail()
        except FatdeskError as error:
            self.session.said.emit(in_sentence(str(error)))
            return
        if element is not None:
            self.asked_for.emit("topology")
            self.session.select([element] if element.kind == STUDY else [])

    # Tables and files

    def view_tables(self) -> tuple[ViewTable[Any], ...]:
        """All rows, and all losses."""
        return (
            ViewTable(
                "Rows",
                ROWS,
                self._rows,
                lambda r: FAULT_CURVE(NetworkOf(r.row.study.name, r.curve.name)),
                "Run measures rows.",
            ),
            ViewTable(
                "Losses",
                LOSSES,
                self._losses,
                lambda r: LOSS(ElementOf(r.fabric, r.loss.elements[0].key)),
                "Losses were not calculated yet.",
            ),
        )

    def _rows(self, _: Session) -> list[FaultRow]:
        study = self.study
        return [] if study is None else fault_rows(study, self.body.curves)

    def _losses(self, _: Session) -> Sequence[LossRow]:
        return self.body.losses.model.rows

    def _written(self, kind: str, study: FaultStudy) -> tuple[str, bytes]:
        measured = [curve for curve in self.body.curves if curve.state != "stale" and curve.points]
        rows = [self._verdict_on(study, curve) for curve in measured]
        verdict = compared_verdict(rows).text if rows else ""
        return written(kind, study, self.body.curves, verdict)

    # The window

    def fit_all(self) -> None:
        """Fit the plot and the network."""
        self.body.plot.fit()
        self.body.fatal.canvas.fit()

    fit_selection = fit_all

    def zoom(self, factor: float) -> None:
        """Change the size of the one with the keys."""
        canvas, plot = self.body.fatal.canvas, self.body.plot
        (canvas if canvas.hasFocus() else plot).zoom(factor)

    def find_in_view(self) -> None:
        """The keys go to the losses, where typing searches."""
        self.body.losses.table.setFocus()

    @property
    def _table(self) -> Table:
        """The table with the keys."""
        return self.body.table if self.body.table.hasFocus() else self.body.losses.table

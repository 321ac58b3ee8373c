"""Networks of the stages of a step in studies of Simulation and Faults, next to the network of today."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu

from fatdesk.gui.analysis.study_kinds import FAULT_STUDIES, SIMULATIONS, StudyKind
from fatdesk.gui.desk import Desk
from fatdesk.gui.growth.tables import PolicyRow
from fatdesk.gui.session.session import Session
from fatdesk.gui.widgets.menu_button import MenuButton
from fatdesk.gui.widgets.plain_text import menu_text
from fatdesk.networks.fault_tolerance.study import FaultStudy
from fatdesk.networks.simulation.study import SimulationStudy
from fatdesk.networks.study import StudyNetwork

KINDS: dict[str, tuple[str, StudyKind[Any], type[SimulationStudy] | type[FaultStudy]]] = {
    "simulation": ("Simulate", SIMULATIONS, SimulationStudy),
    "faults": ("Faults", FAULT_STUDIES, FaultStudy),
}
"""By workspace: the title of its menu, its kind of studies, and a study."""
NOT_COMPARED = "Compare policies first: the stages of the step are not known."
NO_STAGES = "The step has no stages: see the note below its policies."


def networks_at(row: PolicyRow, stage: str, worked_on: str, session: Session) -> list[StudyNetwork]:
    """Return the network that is worked on in a stage, with that of today before it; "": all networks."""
    known = [fabric.name for fabric in session.derived.fabrics]
    fabrics = [name for name in known if worked_on in ("", name)]
    title = stage.partition(":")[2].replace("after-", "after stage ")
    title = title if title.startswith("after") else f"stage {title}"
    found = []
    for fabric in fabrics:
        of = f"{fabric}, " if len(known) > 1 else ""
        found.append(StudyNetwork(name=f"{of}today"[:60], fabric=fabric))
        found.append(StudyNetwork(name=f"{of}step {row.at + 1} {title}"[:60], fabric=fabric, stage=stage))
    return found


def put_into_study(session: Session, workspace: str, step: int, networks: Sequence[StudyNetwork]) -> bool:
    """Add networks to the study of a step as one undo step, and select the last; whether that was done."""
    _, kind, study_type = KINDS[workspace]
    name = f"Growth step {step}"
    there = kind.of(session, name)
    study = study_type(name=name) if there is None else there
    held = {(one.fabric, one.stage): one for one in study.networks}
    taken = {one.name for one in study.networks}
    new = []
    for one in networks:
        if (one.fabric, one.stage) not in held:
            called = one.name if one.name not in taken else f"{one.name[:54]} {len(taken) + 1}"
            taken.add(called)
            held[one.fabric, one.stage] = replace(one, name=called)
            new.append(held[one.fabric, one.stage])
    if new:
        changed = replace(study, networks=(*study.networks, *new))
        if not session.do(kind.add(changed) if there is None else kind.change(changed)):
            return False
    last = networks[-1]
    session.select([kind.network(name, held[last.fabric, last.stage].name)])
    return True


class StagesButton(MenuButton):
    """Study a stage: a menu of its stages for each workspace; ``studied`` carries that workspace."""

    studied = Signal(str)

    def __init__(self, desk: Desk) -> None:
        super().__init__(
            desk.theme,
            "study",
            "Study a stage",
            "Add the network of a stage to a study of Simulation or Faults",
        )
        self.setObjectName("study-stage")
        self._session = desk.session
        self._row: PolicyRow | None = None
        menu = QMenu(self)
        self.menus: dict[str, QMenu] = {}
        for workspace, (title, _, _) in KINDS.items():
            self.menus[workspace] = menu.addMenu(title)
        self.setMenu(menu)

    def show_row(self, row: PolicyRow | None) -> None:
        """Offer the stages of a step by its own policy."""
        self._row = row
        for workspace, menu in self.menus.items():
            menu.clear()
            for title, stage, fabric in self.stages:
                entry = menu.addAction(menu_text(title))
                entry.triggered.connect(lambda _=False, given=(workspace, stage, fabric): self.study(*given))
        self.setEnabled(not self.why_not())

    def why_not(self) -> str:
        """Why no stage can be studied; empty: some can."""
        if self._row is None or self._row.step is None:
            return NOT_COMPARED
        return "" if self._row.step.stage_fabrics else NO_STAGES

    @property
    def stages(self) -> list[tuple[str, str, str]]:
        """Titles of the networks of the stages, their names, and the network that is worked on in each."""
        row = self._row
        if row is None or row.step is None:
            return []
        fabrics, step = row.step.stage_fabrics, row.at + 1
        several = len(set(fabrics)) > 1
        found = []
        if row.figures.policy != "rebuild":
            for number, fabric in enumerate(fabrics, start=1):
                of = f", {fabric}" if several and fabric else ""
                found.append((f"Stage {number}{of}", f"{step}:{number}", fabric))
        if fabrics:
            found.append(("After the last stage", f"{step}:after-{len(fabrics)}", ""))
        return found

    def study(self, workspace: str, stage: str, fabric: str) -> None:
        """Add the network of a stage to the study of its step."""
        row = self._row
        if row is None:
            return
        networks = networks_at(row, stage, fabric, self._session)
        if networks and put_into_study(self._session, workspace, row.at + 1, networks):
            self.studied.emit(workspace)

    def pop_up(self, workspace: str) -> None:
        """Open the menu of a workspace below the button."""
        self.menus[workspace].popup(self.mapToGlobal(self.rect().bottomLeft()))

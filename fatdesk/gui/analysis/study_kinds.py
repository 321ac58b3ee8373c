"""The two kinds of studies of a project: simulations, and studies of faults."""

from fatdesk.gui.analysis.study_kind import StudyKind
from fatdesk.networks.fault_tolerance.study import FaultStudy
from fatdesk.networks.simulation.study import SimulationStudy
from fatdesk.project.commands.studies import (
    AddFaultStudy,
    AddSimulation,
    ChangeFaultStudy,
    ChangeSimulation,
    RemoveFaultStudy,
    RemoveSimulation,
    RenameFaultStudy,
    RenameSimulation,
)
from fatdesk.project.document.ref import CURVE, FAULT_CURVE, FAULT_STUDY, SIMULATION

SIMULATIONS = StudyKind[SimulationStudy](
    SIMULATION,
    CURVE,
    held=lambda session: session.project.simulations,
    known=lambda session: session.simulations,
    add=lambda study: AddSimulation(simulation=study),
    change=lambda study: ChangeSimulation(simulation=study),
    renaming=lambda name, to: RenameSimulation(name=name, to=to),
    remove=lambda name: RemoveSimulation(name=name),
)

FAULT_STUDIES = StudyKind[FaultStudy](
    FAULT_STUDY,
    FAULT_CURVE,
    held=lambda session: session.project.faults,
    known=lambda session: session.faults,
    add=lambda study: AddFaultStudy(study=study),
    change=lambda study: ChangeFaultStudy(study=study),
    renaming=lambda name, to: RenameFaultStudy(name=name, to=to),
    remove=lambda name: RemoveFaultStudy(name=name),
)

"""The two kinds of studies of a project: simulations, and studies of faults."""

from fatdesk.gui.analysis.study_kind import StudyKind
from fatdesk.gui.results.faults import FAULT_CURVE, FAULTS, fault_thing
from fatdesk.gui.results.simulations import CURVE, SIMULATION, curve_thing
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

SIMULATIONS = StudyKind[SimulationStudy](
    SIMULATION,
    CURVE,
    network=curve_thing,
    held=lambda session: session.project.simulations,
    known=lambda session: session.simulations,
    add=lambda study: AddSimulation(simulation=study),
    change=lambda study: ChangeSimulation(simulation=study),
    renaming=lambda name, to: RenameSimulation(name=name, to=to),
    remove=lambda name: RemoveSimulation(name=name),
)

FAULT_STUDIES = StudyKind[FaultStudy](
    FAULTS,
    FAULT_CURVE,
    network=fault_thing,
    held=lambda session: session.project.faults,
    known=lambda session: session.faults,
    add=lambda study: AddFaultStudy(study=study),
    change=lambda study: ChangeFaultStudy(study=study),
    renaming=lambda name, to: RenameFaultStudy(name=name, to=to),
    remove=lambda name: RemoveFaultStudy(name=name),
)

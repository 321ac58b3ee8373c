"""Commands on reference networks, simulation studies, fault studies and schedule studies."""

from typing import TypeVar

from msgspec.structs import replace

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.families.design import Name as PlainName
from fatdesk.networks.fault_tolerance.study import FaultStudy
from fatdesk.networks.schedules.study import ScheduleStudy
from fatdesk.networks.simulation.study import SimulationStudy
from fatdesk.networks.study import Study, sound
from fatdesk.networks.topologies import canonical
from fatdesk.project.commands.command import (
    AddRecord,
    ChangeRecord,
    NamedSection,
    RefusedError,
    RemoveRecord,
    RenameRecord,
)
from fatdesk.project.document.project import NetworkUnderStudy, Project

AnyStudy = TypeVar("AnyStudy", bound=Study)


def _sound_network(
    _project: Project, network: NetworkUnderStudy, _before: NetworkUnderStudy | None
) -> NetworkUnderStudy:
    """The network with its spec in the one way in which it is written."""
    try:
        return replace(network, spec=canonical(network.spec))
    except FatdeskError as error:
        raise RefusedError(str(error)) from None


def _sound_study(project: Project, study: AnyStudy, before: AnyStudy | None) -> AnyStudy:
    """The study with specs as they are written; a fabric that is gone may stay, but cannot be added.

    Raises
    ------
    RefusedError
        When there is no such fabric, family or routing algorithm.
    """
    fabrics = {fabric.requirement.name for fabric in project.fabrics}
    fabrics |= {network.fabric for network in before.networks} if before else set()
    for network in study.networks:
        if network.fabric and network.fabric not in fabrics:
            raise RefusedError(
                f"the project has no fabric {network.fabric}: choose another, or add it with set-fabric first"
            )
    try:
        networks = tuple(map(sound, study.networks))
    except FatdeskError as error:
        raise RefusedError(str(error)) from None
    return study if networks == study.networks else replace(study, networks=networks)


NETWORKS = NamedSection[NetworkUnderStudy]("studies", "network to study", "network", _sound_network)
SIMULATIONS = NamedSection[SimulationStudy]("simulations", "simulation", "simulation", _sound_study)
FAULTS = NamedSection[FaultStudy]("faults", "fault study", "fault study", _sound_study)
SCHEDULES = NamedSection[ScheduleStudy]("schedules", "schedule study", "schedule study", _sound_study)


class AddStudy(AddRecord, frozen=True, kw_only=True, tag="add-study"):
    """Put a network next to the fabrics."""

    section = NETWORKS
    study: NetworkUnderStudy


class RenameStudy(RenameRecord, frozen=True, kw_only=True, tag="rename-study"):
    """Give a reference network another name."""

    section = NETWORKS
    name: PlainName
    to: PlainName


class ChangeStudy(ChangeRecord, frozen=True, kw_only=True, tag="change-study"):
    """Give a reference network another family or other parameters."""

    section = NETWORKS
    study: NetworkUnderStudy


class RemoveStudy(RemoveRecord, frozen=True, kw_only=True, tag="remove-study"):
    """Remove a reference network."""

    section = NETWORKS
    name: PlainName


class AddSimulation(AddRecord, frozen=True, kw_only=True, tag="add-simulation"):
    """Plan a simulation study."""

    section = SIMULATIONS
    simulation: SimulationStudy


class RenameSimulation(RenameRecord, frozen=True, kw_only=True, tag="rename-simulation"):
    """Give a simulation study another name."""

    section = SIMULATIONS


class ChangeSimulation(ChangeRecord, frozen=True, kw_only=True, tag="change-simulation"):
    """Replace all of a simulation study but its name."""

    section = SIMULATIONS
    simulation: SimulationStudy


class RemoveSimulation(RemoveRecord, frozen=True, kw_only=True, tag="remove-simulation"):
    """Remove a simulation study."""

    section = SIMULATIONS


class AddFaultStudy(AddRecord, frozen=True, kw_only=True, tag="add-fault-study"):
    """Plan a fault study."""

    section = FAULTS
    study: FaultStudy


class RenameFaultStudy(RenameRecord, frozen=True, kw_only=True, tag="rename-fault-study"):
    """Give a fault study another name."""

    section = FAULTS


class ChangeFaultStudy(ChangeRecord, frozen=True, kw_only=True, tag="change-fault-study"):
    """Replace all of a fault study but its name."""

    section = FAULTS
    study: FaultStudy


class RemoveFaultStudy(RemoveRecord, frozen=True, kw_only=True, tag="remove-fault-study"):
    """Remove a fault study."""

    section = FAULTS


class AddScheduleStudy(AddRecord, frozen=True, kw_only=True, tag="add-schedule-study"):
    """Plan a schedule study."""

    section = SCHEDULES
    study: ScheduleStudy


class RenameScheduleStudy(RenameRecord, frozen=True, kw_only=True, tag="rename-schedule-study"):
    """Give a schedule study another name."""

    section = SCHEDULES


class ChangeScheduleStudy(ChangeRecord, frozen=True, kw_only=True, tag="change-schedule-study"):
    """Replace all of a schedule study but its name."""

    section = SCHEDULES
    study: ScheduleStudy


class RemoveScheduleStudy(RemoveRecord, frozen=True, kw_only=True, tag="remove-schedule-study"):
    """Remove a schedule study."""

    section = SCHEDULES

"""What commands on studies of networks share: their networks are as they are written, and there."""

from typing import TypeVar

from msgspec.structs import replace

from fatdesk.core.errors import FatdeskError
from fatdesk.networks.fault_tolerance.study import FaultStudy
from fatdesk.networks.simulation.study import Simulated, SimulationStudy, sound
from fatdesk.project.commands.command import RefusedError
from fatdesk.project.document.project import Project

WithNetworks = TypeVar("WithNetworks", bound=SimulationStudy | FaultStudy)


def with_sound_networks(project: Project, study: WithNetworks, before: WithNetworks | None) -> WithNetworks:
    """The same with its networks as they are written; a fabric that is gone may stay, but not come.

    Raises
    ------
    RefusedError
        When there is no such fabric, family or routing algorithm.
    """
    fabrics = {fabric.requirement.name for fabric in project.fabrics}
    fabrics |= {network.fabric for network in before.networks} if before else set()
    for network in study.networks:
        if network.fabric and network.fabric not in fabrics:
            raise RefusedError(f"there is no fabric {network.fabric}: name another, or set-fabric it first")
    try:
        networks: tuple[Simulated, ...] = tuple(map(sound, study.networks))
    except FatdeskError as error:
        raise RefusedError(str(error)) from None
    return study if networks == study.networks else replace(study, networks=networks)

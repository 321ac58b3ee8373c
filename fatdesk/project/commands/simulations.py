"""Commands on simulation studies: networks under traffic, over loads."""

from msgspec.structs import replace

from fatdesk.engine.core.errors import FatdeskError
from fatdesk.engine.sim.study import Name, SimulationStudy, sound
from fatdesk.project.commands.command import Command, RefusedError
from fatdesk.project.project import Project


class AddSimulation(Command, frozen=True, kw_only=True, tag="add-simulation"):
    """Plan a simulation study."""

    simulation: SimulationStudy

    @property
    def label(self) -> str:
        """What the menu says."""
        return f"Add simulation {self.simulation.name}"

    def apply(self, project: Project) -> Project:
        """The project with one simulation more."""
        _check_free(project, self.simulation.name)
        added = _sound(project, self.simulation)
        return replace(project, simulations=(*project.simulations, added))


class RenameSimulation(Command, frozen=True, kw_only=True, tag="rename-simulation"):
    """Give a simulation study another name."""

    name: Name
    to: Name

    @property
    def label(self) -> str:
        """What the menu says."""
        return f"Call simulation {self.name} {self.to}"

    def apply(self, project: Project) -> Project:
        """The project with that name instead."""
        study = _named(project, self.name)
        if self.to != self.name:
            _check_free(project, self.to)
        return _with(project, self.name, (replace(study, name=self.to),))


class ChangeSimulation(Command, frozen=True, kw_only=True, tag="change-simulation"):
    """Decide a simulation study anew, all of it but its name."""

    simulation: SimulationStudy

    @property
    def label(self) -> str:
        """What the menu says."""
        return f"Change simulation {self.simulation.name}"

    def apply(self, project: Project) -> Project:
        """The project with that simulation instead of the one of its name."""
        before = _named(project, self.simulation.name)
        return _with(project, before.name, (_sound(project, self.simulation, before),))


class RemoveSimulation(Command, frozen=True, kw_only=True, tag="remove-simulation"):
    """Plan a simulation study no longer."""

    name: Name

    @property
    def label(self) -> str:
        """What the menu says."""
        return f"Remove simulation {self.name}"

    def apply(self, project: Project) -> Project:
        """The project without that simulation."""
        _named(project, self.name)
        return _with(project, self.name, ())


def _named(project: Project, name: str) -> SimulationStudy:
    for study in project.simulations:
        if study.name == name:
            return study
    raise RefusedError(f"there is no simulation called {name}")


def _check_free(project: Project, name: str) -> None:
    if any(study.name == name for study in project.simulations):
        raise RefusedError(f"there is a simulation called {name} already: take another name")


def _sound(
    project: Project, study: SimulationStudy, before: SimulationStudy | None = None
) -> SimulationStudy:
    """The same with its networks as they are written; a fabric that is gone may stay, but not come."""
    fabrics = {fabric.requirement.name for fabric in project.fabrics}
    fabrics |= {network.fabric for network in before.networks} if before else set()
    for network in study.networks:
        if network.fabric and network.fabric not in fabrics:
            raise RefusedError(f"there is no fabric {network.fabric}: name another, or set-fabric it first")
    try:
        networks = tuple(map(sound, study.networks))
    except FatdeskError as error:
        raise RefusedError(str(error)) from None
    return study if networks == study.networks else replace(study, networks=networks)


def _with(project: Project, name: str, instead: tuple[SimulationStudy, ...]) -> Project:
    """The project with something else in the place of a simulation."""
    at = [study.name for study in project.simulations].index(name)
    simulations = (*project.simulations[:at], *instead, *project.simulations[at + 1 :])
    return replace(project, simulations=simulations)

"""Commands on simulation studies: networks under traffic, over loads."""

from fatdesk.networks.simulation.study import Name, SimulationStudy
from fatdesk.project.commands.command import Command
from fatdesk.project.commands.named_sections import NamedSection
from fatdesk.project.commands.study_sections import with_sound_networks
from fatdesk.project.document.project import Project

SIMULATIONS = NamedSection[SimulationStudy]("simulations", "simulation", with_sound_networks)


class AddSimulation(Command, frozen=True, kw_only=True, tag="add-simulation"):
    """Plan a simulation study."""

    simulation: SimulationStudy

    @property
    def label(self) -> str:
        """What the menu says."""
        return f"Add simulation {self.simulation.name}"

    def apply(self, project: Project) -> Project:
        """The project with one simulation more."""
        return SIMULATIONS.added(project, self.simulation)


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
        return SIMULATIONS.renamed(project, self.name, self.to)


class ChangeSimulation(Command, frozen=True, kw_only=True, tag="change-simulation"):
    """Decide a simulation study again, all of it but its name."""

    simulation: SimulationStudy

    @property
    def label(self) -> str:
        """What the menu says."""
        return f"Change simulation {self.simulation.name}"

    def apply(self, project: Project) -> Project:
        """The project with that simulation instead of the one of its name."""
        return SIMULATIONS.changed(project, self.simulation)


class RemoveSimulation(Command, frozen=True, kw_only=True, tag="remove-simulation"):
    """Plan a simulation study no longer."""

    name: Name

    @property
    def label(self) -> str:
        """What the menu says."""
        return f"Remove simulation {self.name}"

    def apply(self, project: Project) -> Project:
        """The project without that simulation."""
        return SIMULATIONS.without(project, self.name)

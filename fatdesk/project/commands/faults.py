"""Commands on fault studies: networks that lose more and more."""

from fatdesk.networks.fault_tolerance.study import FaultStudy
from fatdesk.networks.simulation.study import Name
from fatdesk.project.commands.command import Command
from fatdesk.project.commands.named_sections import NamedSection
from fatdesk.project.commands.study_sections import with_sound_networks
from fatdesk.project.document.project import Project

FAULTS = NamedSection[FaultStudy]("faults", "fault study", with_sound_networks)


class AddFaultStudy(Command, frozen=True, kw_only=True, tag="add-fault-study"):
    """Plan a fault study."""

    study: FaultStudy

    @property
    def label(self) -> str:
        """What the menu says."""
        return f"Add fault study {self.study.name}"

    def apply(self, project: Project) -> Project:
        """The project with one fault study more."""
        return FAULTS.added(project, self.study)


class RenameFaultStudy(Command, frozen=True, kw_only=True, tag="rename-fault-study"):
    """Give a fault study another name."""

    name: Name
    to: Name

    @property
    def label(self) -> str:
        """What the menu says."""
        return f"Call fault study {self.name} {self.to}"

    def apply(self, project: Project) -> Project:
        """The project with that name instead."""
        return FAULTS.renamed(project, self.name, self.to)


class ChangeFaultStudy(Command, frozen=True, kw_only=True, tag="change-fault-study"):
    """Decide a fault study again, all of it but its name."""

    study: FaultStudy

    @property
    def label(self) -> str:
        """What the menu says."""
        return f"Change fault study {self.study.name}"

    def apply(self, project: Project) -> Project:
        """The project with that fault study instead of the one of its name."""
        return FAULTS.changed(project, self.study)


class RemoveFaultStudy(Command, frozen=True, kw_only=True, tag="remove-fault-study"):
    """Plan a fault study no longer."""

    name: Name

    @property
    def label(self) -> str:
        """What the menu says."""
        return f"Remove fault study {self.name}"

    def apply(self, project: Project) -> Project:
        """The project without that fault study."""
        return FAULTS.without(project, self.name)

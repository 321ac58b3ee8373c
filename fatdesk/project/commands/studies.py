"""Commands on networks that are studied next to the fabrics."""

from msgspec.structs import replace

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.families.design import Name
from fatdesk.networks.topologies import canonical
from fatdesk.project.commands.command import Command, RefusedError
from fatdesk.project.commands.named_sections import NamedSection
from fatdesk.project.document.project import Project, Study


def _sound(_project: Project, study: Study, _before: Study | None) -> Study:
    """The same with its network as it is written."""
    try:
        spec = canonical(study.spec)
    except FatdeskError as error:
        raise RefusedError(str(error)) from None
    return replace(study, spec=spec)


STUDIES = NamedSection[Study]("studies", "network to study", _sound)


class AddStudy(Command, frozen=True, kw_only=True, tag="add-study"):
    """Put a network next to the fabrics."""

    study: Study

    @property
    def label(self) -> str:
        """What the menu says."""
        return f"Add network {self.study.name}"

    def apply(self, project: Project) -> Project:
        """The project with one study more."""
        return STUDIES.added(project, self.study)


class RenameStudy(Command, frozen=True, kw_only=True, tag="rename-study"):
    """Give a study another name."""

    name: Name
    to: Name

    @property
    def label(self) -> str:
        """What the menu says."""
        return f"Call network {self.name} {self.to}"

    def apply(self, project: Project) -> Project:
        """The project with that name instead."""
        return STUDIES.renamed(project, self.name, self.to)


class ChangeStudy(Command, frozen=True, kw_only=True, tag="change-study"):
    """Give a study another family or other parameters."""

    study: Study

    @property
    def label(self) -> str:
        """What the menu says."""
        return f"Change network {self.study.name}"

    def apply(self, project: Project) -> Project:
        """The project with that study instead of the one of its name."""
        return STUDIES.changed(project, self.study)


class RemoveStudy(Command, frozen=True, kw_only=True, tag="remove-study"):
    """Study a network no longer."""

    name: Name

    @property
    def label(self) -> str:
        """What the menu says."""
        return f"Remove network {self.name}"

    def apply(self, project: Project) -> Project:
        """The project without that study."""
        return STUDIES.without(project, self.name)

"""Commands on the project itself."""

from msgspec.structs import replace

from fatdesk.core.struct import Text
from fatdesk.project.commands.command import Command
from fatdesk.project.document.project import Project


class Rename(Command, frozen=True, kw_only=True, tag="rename"):
    """Give the project a name."""

    name: Text

    @property
    def label(self) -> str:
        """What the menu says."""
        return f"Rename to {self.name}"

    def apply(self, project: Project) -> Project:
        """The project of that name."""
        return replace(project, name=self.name)

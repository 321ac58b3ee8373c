"""Commands on the project itself: its title, and the templates of names."""

from msgspec import UNSET, UnsetType, field
from msgspec.structs import replace

from fatdesk.core.errors import FatdeskError
from fatdesk.core.struct import Text
from fatdesk.engine.fabric.names import LABEL_FIELDS, NAME_FIELDS, Naming, check_template
from fatdesk.project.commands.command import Command, RefusedError
from fatdesk.project.document.project import Project


class SetNaming(Command, frozen=True, kw_only=True, tag="set-naming"):
    """Change templates of names; what is not named stays."""

    host: Text | UnsetType = UNSET
    edge: Text | UnsetType = UNSET
    middle: Text | UnsetType = UNSET
    core: Text | UnsetType = UNSET
    enclosure: Text | UnsetType = UNSET
    cable_label: Text | UnsetType = field(default=UNSET, name="label")

    @property
    def label(self) -> str:
        """Name of the step in the undo menu."""
        return "Change names"

    def apply(self, project: Project) -> Project:
        """The project with those templates."""
        given = {
            "host": self.host,
            "edge": self.edge,
            "middle": self.middle,
            "core": self.core,
            "enclosure": self.enclosure,
            "label": self.cable_label,
        }
        templates = {name: text for name, text in given.items() if isinstance(text, str)}
        naming: Naming = replace(project.naming, **templates)
        for name, text in templates.items():
            try:
                check_template(text, LABEL_FIELDS if name == "label" else NAME_FIELDS)
            except FatdeskError as error:
                raise RefusedError(f"{name}: {error}") from None
        return replace(project, naming=naming)


class Rename(Command, frozen=True, kw_only=True, tag="rename"):
    """Give the project a name."""

    name: Text

    @property
    def label(self) -> str:
        """Name of the step in the undo menu."""
        return f"Rename to {self.name}"

    def apply(self, project: Project) -> Project:
        """The project of that name."""
        return replace(project, name=self.name)

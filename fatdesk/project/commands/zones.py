"""Commands on failure zones of the room."""

from msgspec.structs import replace

from fatdesk.engine.floor.floor import Given, Zone
from fatdesk.project.commands.command import Command
from fatdesk.project.commands.floor_edits import renamed, with_one, without
from fatdesk.project.document.project import Project

WORD = "zone"


class SetZone(Command, frozen=True, kw_only=True, tag="set-zone"):
    """Decide on a zone, new or of a known name: its place and size."""

    zone: Zone

    @property
    def label(self) -> str:
        """Name of the step in the undo menu."""
        return f"Set zone {self.zone.name}"

    def apply(self, project: Project) -> Project:
        """The project with that zone."""
        return _with(project, with_one(project.floor.zones, self.zone))


class RenameZone(Command, frozen=True, kw_only=True, tag="rename-zone"):
    """Give a zone another name."""

    name: Given
    to: Given

    @property
    def label(self) -> str:
        """Name of the step in the undo menu."""
        return f"Call zone {self.name} {self.to}"

    def apply(self, project: Project) -> Project:
        """The project with that name instead."""
        return _with(project, renamed(project.floor.zones, self.name, self.to, WORD))


class RemoveZone(Command, frozen=True, kw_only=True, tag="remove-zone"):
    """Remove a zone."""

    name: Given

    @property
    def label(self) -> str:
        """Name of the step in the undo menu."""
        return f"Remove zone {self.name}"

    def apply(self, project: Project) -> Project:
        """The project without that zone."""
        return _with(project, without(project.floor.zones, self.name, WORD))


def _with(project: Project, zones: tuple[Zone, ...]) -> Project:
    return replace(project, floor=replace(project.floor, zones=zones))

"""Commands on cable trays."""

from msgspec.structs import replace

from fatdesk.core.struct import Id
from fatdesk.engine.floor.floor import Tray
from fatdesk.project.commands.command import Command, RefusedError
from fatdesk.project.document.project import Project


class AddTray(Command, frozen=True, kw_only=True, tag="add-tray"):
    """Hang up a tray."""

    tray: Tray

    @property
    def label(self) -> str:
        """Name of the step in the undo menu."""
        return f"Add tray {self.tray.id}"

    def apply(self, project: Project) -> Project:
        """The project with one tray more."""
        if any(old.id == self.tray.id for old in project.floor.trays):
            raise RefusedError(f"there is a tray {self.tray.id} already: change-tray it, or take another id")
        return _with_trays(project, (*project.floor.trays, self.tray))


class ChangeTray(Command, frozen=True, kw_only=True, tag="change-tray"):
    """Give a tray another path, elevation or size."""

    tray: Tray

    @property
    def label(self) -> str:
        """Name of the step in the undo menu."""
        return f"Change tray {self.tray.id}"

    def apply(self, project: Project) -> Project:
        """The project with that tray instead of the one of its id."""
        _check(project, self.tray.id)
        trays = tuple(self.tray if old.id == self.tray.id else old for old in project.floor.trays)
        return _with_trays(project, trays)


class RemoveTray(Command, frozen=True, kw_only=True, tag="remove-tray"):
    """Take a tray down."""

    id: Id

    @property
    def label(self) -> str:
        """Name of the step in the undo menu."""
        return f"Remove tray {self.id}"

    def apply(self, project: Project) -> Project:
        """The project without that tray."""
        _check(project, self.id)
        return _with_trays(project, tuple(old for old in project.floor.trays if old.id != self.id))


def _check(project: Project, tray_id: str) -> None:
    if not any(tray.id == tray_id for tray in project.floor.trays):
        raise RefusedError(f"there is no tray {tray_id}")


def _with_trays(project: Project, trays: tuple[Tray, ...]) -> Project:
    in_order = tuple(sorted(trays, key=lambda tray: tray.id))
    return replace(project, floor=replace(project.floor, trays=in_order))

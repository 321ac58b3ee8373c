"""Commands on what the search was asked besides the fabrics."""

from msgspec import UNSET, UnsetType

from fatdesk.engine.design.requirements import Limits, Objective
from fatdesk.engine.floor.room import RoomRequirement
from fatdesk.project.commands.command import Command
from fatdesk.project.commands.sections import with_changes
from fatdesk.project.document.project import Project


class SetWishes(Command, frozen=True, kw_only=True, tag="set-wishes"):
    """Change the objective, the limits or the room that is wished; what is not named stays."""

    objective: Objective | UnsetType = UNSET
    limits: Limits | UnsetType = UNSET
    room: RoomRequirement | UnsetType | None = UNSET

    @property
    def label(self) -> str:
        """What the menu says."""
        return "Change wishes"

    def apply(self, project: Project) -> Project:
        """The project with those wishes."""
        return with_changes(project, "wishes", self)

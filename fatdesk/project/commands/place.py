"""The command that takes over a placement."""

from msgspec.structs import replace

from fatdesk.engine.floor.floor import Floor
from fatdesk.project.clearances import why_not_floor
from fatdesk.project.commands.command import Command, RefusedError
from fatdesk.project.commands.floor_edits import parts_of
from fatdesk.project.project import Project
from fatdesk.project.record_kinds import in_order
from fatdesk.project.references import dangling


class Place(Command, frozen=True, kw_only=True, tag="place"):
    """Replace the floor with all that stands on it."""

    floor: Floor

    @property
    def label(self) -> str:
        """What the menu says."""
        return "Place everything"

    def apply(self, project: Project) -> Project:
        """The project with that floor."""
        result = in_order(replace(project, floor=self.floor))
        for problem in dangling(result):
            if problem.kind == "racks":
                raise RefusedError(f"rack {problem.key}: {problem.field}: {problem.what}")
        crowded = why_not_floor(result.floor, parts_of(project))
        if crowded:
            raise RefusedError(crowded)
        return result

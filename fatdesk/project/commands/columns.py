"""Commands on columns and other places where no rack may stand."""

from msgspec.structs import replace

from fatdesk.engine.catalog.parts import Natural
from fatdesk.engine.floor.room import Area
from fatdesk.project.clearances import why_not_column
from fatdesk.project.commands.command import Command, RefusedError
from fatdesk.project.commands.floor_edits import parts_of
from fatdesk.project.project import Project


class AddColumn(Command, frozen=True, kw_only=True, tag="add-column"):
    """Mark a place where no rack may stand."""

    column: Area

    @property
    def label(self) -> str:
        """What the menu says."""
        return "Add column"

    def apply(self, project: Project) -> Project:
        """The project with one column more."""
        problem = why_not_column(self.column, project.floor.racks, parts_of(project))
        if problem:
            raise RefusedError(problem)
        columns = (*project.floor.columns, self.column)
        return replace(project, floor=replace(project.floor, columns=columns))


class RemoveColumn(Command, frozen=True, kw_only=True, tag="remove-column"):
    """Remove a column by its place in the list, from 0."""

    index: Natural

    @property
    def label(self) -> str:
        """What the menu says."""
        return "Remove column"

    def apply(self, project: Project) -> Project:
        """The project without that column."""
        columns = project.floor.columns
        if self.index >= len(columns):
            raise RefusedError(f"there is no column {self.index}, there are {len(columns)} from 0")
        kept = columns[: self.index] + columns[self.index + 1 :]
        return replace(project, floor=replace(project.floor, columns=kept))

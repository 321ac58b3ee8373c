"""Commands on obstacles and keep-out areas."""

from msgspec.structs import replace

from fatdesk.core.struct import Natural
from fatdesk.engine.floor.room import Area, AreaKind
from fatdesk.project.commands.command import Command, RefusedError
from fatdesk.project.commands.floor_edits import parts_of
from fatdesk.project.document.clearances import why_not_column
from fatdesk.project.document.project import Project


class AddColumn(Command, frozen=True, kw_only=True, tag="add-column"):
    """Mark a place where no rack may be placed."""

    column: Area

    @property
    def label(self) -> str:
        """Name of the step in the undo menu."""
        return f"Add {_WORDS[self.column.kind]}"

    def apply(self, project: Project) -> Project:
        """The project with one column more."""
        _check(project, self.column)
        columns = (*project.floor.columns, self.column)
        return replace(project, floor=replace(project.floor, columns=columns))


class ChangeColumn(Command, frozen=True, kw_only=True, tag="change-column"):
    """Give a column, by its place in the list from 0, another place, size, name or kind."""

    index: Natural
    column: Area

    @property
    def label(self) -> str:
        """Name of the step in the undo menu."""
        return f"Change {_WORDS[self.column.kind]}"

    def apply(self, project: Project) -> Project:
        """The project with that column instead of the one that was there."""
        columns = _columns_with(project, self.index)
        _check(project, self.column)
        changed = (*columns[: self.index], self.column, *columns[self.index + 1 :])
        return replace(project, floor=replace(project.floor, columns=changed))


class RemoveColumn(Command, frozen=True, kw_only=True, tag="remove-column"):
    """Remove a column by its place in the list, from 0."""

    index: Natural

    @property
    def label(self) -> str:
        """Name of the step in the undo menu."""
        return "Remove column"

    def apply(self, project: Project) -> Project:
        """The project without that column."""
        columns = _columns_with(project, self.index)
        kept = columns[: self.index] + columns[self.index + 1 :]
        return replace(project, floor=replace(project.floor, columns=kept))


_WORDS: dict[AreaKind, str] = {"column": "column", "wall": "wall", "keep-out": "keep-out area"}


def _columns_with(project: Project, index: int) -> tuple[Area, ...]:
    columns = project.floor.columns
    if index >= len(columns):
        raise RefusedError(f"there is no column {index}, there are {len(columns)} from 0")
    return columns


def _check(project: Project, column: Area) -> None:
    problem = why_not_column(column, project.floor.racks, parts_of(project))
    if problem:
        raise RefusedError(problem)

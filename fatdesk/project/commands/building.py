"""Commands on the building of a room: walls, doors, north, and the drawing below the plan."""

from typing import TypeVar

from msgspec.structs import replace

from fatdesk.core.struct import Natural
from fatdesk.engine.floor.building import Door, PlanSettings, Wall
from fatdesk.project.commands.command import Command, RefusedError, SetFields
from fatdesk.project.commands.floor_edits import parts_of
from fatdesk.project.document.clearances import why_not_wall
from fatdesk.project.document.project import Project

Element = TypeVar("Element", Wall, Door)


class AddWall(Command, frozen=True, kw_only=True, tag="add-wall"):
    """Build a wall along a line."""

    wall: Wall

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return "Add wall"

    def apply(self, project: Project) -> Project:
        """The project with one wall more."""
        _check(project, self.wall)
        return _with_walls(project, (*project.floor.walls, self.wall))


class ChangeWall(Command, frozen=True, kw_only=True, tag="change-wall"):
    """Give a wall, by its place in the list from 0, another line, thickness or name."""

    index: Natural
    wall: Wall

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return "Change wall"

    def apply(self, project: Project) -> Project:
        """The project with that wall instead of the one that was there."""
        before, after = _around(project.floor.walls, self.index, "wall")
        _check(project, self.wall)
        return _with_walls(project, (*before, self.wall, *after))


class RemoveWall(Command, frozen=True, kw_only=True, tag="remove-wall"):
    """Remove a wall by its place in the list, from 0."""

    index: Natural

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return "Remove wall"

    def apply(self, project: Project) -> Project:
        """The project without that wall."""
        before, after = _around(project.floor.walls, self.index, "wall")
        return _with_walls(project, (*before, *after))


class AddDoor(Command, frozen=True, kw_only=True, tag="add-door"):
    """Draw a door."""

    door: Door

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return "Add door"

    def apply(self, project: Project) -> Project:
        """The project with one door more."""
        return _with_doors(project, (*project.floor.doors, self.door))


class ChangeDoor(Command, frozen=True, kw_only=True, tag="change-door"):
    """Give a door, by its place in the list from 0, another place, side, name or number of leaves."""

    index: Natural
    door: Door

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return "Change door"

    def apply(self, project: Project) -> Project:
        """The project with that door instead of the one that was there."""
        before, after = _around(project.floor.doors, self.index, "door")
        return _with_doors(project, (*before, self.door, *after))


class RemoveDoor(Command, frozen=True, kw_only=True, tag="remove-door"):
    """Remove a door by its place in the list, from 0."""

    index: Natural

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return "Remove door"

    def apply(self, project: Project) -> Project:
        """The project without that door."""
        before, after = _around(project.floor.doors, self.index, "door")
        return _with_doors(project, (*before, *after))


class SetPlan(SetFields, PlanSettings, frozen=True, kw_only=True, tag="set-plan"):
    """Decide on north, the drawing below the plan and the grid of the room; null removes each."""

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        if "grid" in self.given:
            return "Remove grid of the room" if self.grid is None else "Set grid of the room"
        if "underlay" not in self.given:
            return "Set north"
        return "Remove building plan" if self.underlay is None else "Set building plan"

    def apply(self, project: Project) -> Project:
        """The project with those settings."""
        plan = replace(project.floor.plan, **self.given)
        return replace(project, floor=replace(project.floor, plan=plan))


def _around(
    elements: tuple[Element, ...], index: int, word: str
) -> tuple[tuple[Element, ...], tuple[Element, ...]]:
    """The elements before and after one of a list."""
    if index >= len(elements):
        raise RefusedError(f"there is no {word} {index}, there are {len(elements)} from 0")
    return elements[:index], elements[index + 1 :]


def _check(project: Project, wall: Wall) -> None:
    problem = why_not_wall(wall, project.floor.racks, parts_of(project))
    if problem:
        raise RefusedError(problem)


def _with_walls(project: Project, walls: tuple[Wall, ...]) -> Project:
    return replace(project, floor=replace(project.floor, walls=walls))


def _with_doors(project: Project, doors: tuple[Door, ...]) -> Project:
    return replace(project, floor=replace(project.floor, doors=doors))

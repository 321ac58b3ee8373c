"""Commands on racks and their reserved units."""

from typing import Annotated

from msgspec import Meta, field
from msgspec.structs import replace

from fatdesk.core import ranges
from fatdesk.core.struct import Count, Id, Natural, Struct, Text
from fatdesk.engine.catalog.parts import RackPart
from fatdesk.engine.floor.floor import Floor, Rack, Reserved, rack_label
from fatdesk.project.commands.command import Command, RefusedError, part_of
from fatdesk.project.commands.floor_edits import parts_of, rack_of, with_rack, without_rack
from fatdesk.project.document.clearances import corner_of, why_not_rack, why_not_units
from fatdesk.project.document.project import Project


class Reserve(Command, frozen=True, kw_only=True, tag="reserve"):
    """Keep units of a rack free."""

    rack: Count
    u: ranges.Units
    height_u: ranges.Units
    note: Text = ""

    @property
    def label(self) -> str:
        """Name of the step in the undo menu."""
        return f"Reserve units in rack {self.rack}"

    def apply(self, project: Project) -> Project:
        """The project with those units kept free."""
        rack = rack_of(project.floor, self.rack)
        problem = why_not_units(rack, parts_of(project), self.u, self.height_u)
        if problem:
            raise RefusedError(problem)
        kept = Reserved(u=self.u, height_u=self.height_u, note=self.note)
        reserved = tuple(sorted([*rack.reserved, kept], key=lambda r: r.u))
        return replace(project, floor=with_rack(project.floor, replace(rack, reserved=reserved)))


class Free(Command, frozen=True, kw_only=True, tag="free"):
    """Give reserved units back: all of the reservation that holds unit ``u``."""

    rack: Count
    u: ranges.Units

    @property
    def label(self) -> str:
        """Name of the step in the undo menu."""
        return f"Free units in rack {self.rack}"

    def apply(self, project: Project) -> Project:
        """The project with those units in use again."""
        rack = rack_of(project.floor, self.rack)
        kept = tuple(r for r in rack.reserved if not r.u <= self.u < r.u + r.height_u)
        if len(kept) == len(rack.reserved):
            raise RefusedError(f"rack {rack_label(rack)}: unit {self.u} is not reserved")
        return replace(project, floor=with_rack(project.floor, replace(rack, reserved=kept)))


_LARGEST_NUMBER = 1_000_000


class AddRack(Command, frozen=True, kw_only=True, tag="add-rack"):
    """Put up an empty rack at a row and position, or at x and y; no number: the next one."""

    part: Id
    row: Natural
    position: Natural
    x_mm: ranges.PlaceMm | None = None
    y_mm: ranges.PlaceMm | None = None
    number: Count | None = None
    rack_label: Text = field(default="", name="label")

    @property
    def label(self) -> str:
        """Name of the step in the undo menu."""
        return "Add rack"

    def apply(self, project: Project) -> Project:
        """The project with one rack more."""
        number = self.number or max((rack.number for rack in project.floor.racks), default=0) + 1
        if number > _LARGEST_NUMBER:
            raise RefusedError(f"racks are numbered up to {_LARGEST_NUMBER}: give a number that is free")
        part_of(project, self.part, RackPart, "a rack")
        for old in project.floor.racks:
            if old.number == number:
                raise RefusedError(f"there is a rack of number {number} already ({rack_label(old)})")
        x, y = _corner(project, self.part, self.row, self.position, project.floor)
        rack = Rack(
            number=number,
            part=self.part,
            row=self.row,
            position=self.position,
            x_mm=x if self.x_mm is None else self.x_mm,
            y_mm=y if self.y_mm is None else self.y_mm,
            label=self.rack_label,
        )
        _check(project, rack)
        racks = sorted([*project.floor.racks, rack], key=lambda r: r.number)
        return replace(project, floor=replace(project.floor, racks=tuple(racks)))


class MoveRack(Command, frozen=True, kw_only=True, tag="move-rack"):
    """Move a rack with all that is in it to a row and position, to x and y, or both."""

    rack: Count
    row: Natural | None = None
    position: Natural | None = None
    x_mm: ranges.PlaceMm | None = None
    y_mm: ranges.PlaceMm | None = None

    @property
    def label(self) -> str:
        """Name of the step in the undo menu."""
        return f"Move rack {self.rack}"

    def apply(self, project: Project) -> Project:
        """The project with the rack there."""
        old = rack_of(project.floor, self.rack)
        others = tuple(rack for rack in project.floor.racks if rack.number != old.number)
        new = _moved(project, old, self, replace(project.floor, racks=others))
        _check(project, new)
        return replace(project, floor=with_rack(project.floor, new))


class RackMove(Struct, frozen=True, kw_only=True):
    """New position of one of several racks, as in ``MoveRack``."""

    rack: Count
    row: Natural | None = None
    position: Natural | None = None
    x_mm: ranges.PlaceMm | None = None
    y_mm: ranges.PlaceMm | None = None


class MoveRacks(Command, frozen=True, kw_only=True, tag="move-racks"):
    """Move several racks at once: they may take each other's places."""

    moves: Annotated[tuple[RackMove, ...], Meta(min_length=1)]

    @property
    def label(self) -> str:
        """Name of the step in the undo menu."""
        return f"Move rack {self.moves[0].rack}" if len(self.moves) == 1 else f"Move {len(self.moves)} racks"

    def apply(self, project: Project) -> Project:
        """The project with all of them where they go; rows and positions lie where they lay before."""
        numbers = [move.rack for move in self.moves]
        if len(set(numbers)) < len(numbers):
            twice = next(number for number in numbers if numbers.count(number) > 1)
            raise RefusedError(f"rack {twice} cannot go to two places: name it once")
        floor = project.floor
        moved = {move.rack: _moved(project, rack_of(floor, move.rack), move, floor) for move in self.moves}
        racks = tuple(moved.get(rack.number, rack) for rack in floor.racks)
        after = replace(project, floor=replace(floor, racks=racks))
        for rack in moved.values():
            _check(after, rack, rack_label(rack_of(floor, rack.number)))
        return after


class RemoveRack(Command, frozen=True, kw_only=True, tag="remove-rack"):
    """Remove a rack without devices; feeds no longer name it."""

    rack: Count

    @property
    def label(self) -> str:
        """Name of the step in the undo menu."""
        return f"Remove rack {self.rack}"

    def apply(self, project: Project) -> Project:
        """The project without that rack."""
        old = rack_of(project.floor, self.rack)
        if old.devices:
            holds = "1 device" if len(old.devices) == 1 else f"{len(old.devices)} devices"
            raise RefusedError(
                f"rack {rack_label(old)} holds {holds} ({old.devices[0].id} for one): move them first"
            )
        kept = tuple(rack for rack in project.floor.racks if rack.number != old.number)
        feeds = without_rack(project.floor.feeds, old.number)
        return replace(project, floor=replace(project.floor, racks=kept, feeds=feeds))


class RenameRack(Command, frozen=True, kw_only=True, tag="rename-rack"):
    """Give a rack a label of its own; an empty one: row letter and place again."""

    rack: Count
    rack_label: Text = field(name="label")

    @property
    def label(self) -> str:
        """Name of the step in the undo menu."""
        return f"Rename rack {self.rack}"

    def apply(self, project: Project) -> Project:
        """The project with the rack so called."""
        new = replace(rack_of(project.floor, self.rack), label=self.rack_label)
        for other in project.floor.racks:
            if other.number != new.number and rack_label(other) == rack_label(new):
                raise RefusedError(f"rack {other.number} is called {rack_label(new)} already")
        return replace(project, floor=with_rack(project.floor, new))


def _moved(project: Project, old: Rack, move: "MoveRack | RackMove", seen_from: Floor) -> Rack:
    """A rack where it goes; where a row and position lie is seen from the racks of a floor."""
    if (move.row is None) != (move.position is None):
        raise RefusedError("a place has a row and a position: give both, or neither")
    if move.row is None and move.x_mm is None and move.y_mm is None:
        raise RefusedError(f"where shall rack {rack_label(old)} go: give row and position, or x_mm and y_mm")
    x, y = old.x_mm, old.y_mm
    row, position = old.row, old.position
    if move.row is not None and move.position is not None:
        row, position = move.row, move.position
        x, y = _corner(project, old.part, row, position, seen_from)
    return replace(
        old,
        row=row,
        position=position,
        x_mm=x if move.x_mm is None else move.x_mm,
        y_mm=y if move.y_mm is None else move.y_mm,
    )


def _corner(project: Project, part_id: str, row: int, position: int, floor: Floor) -> tuple[float, float]:
    parts = parts_of(project)
    part = parts[part_id]
    assert isinstance(part, RackPart)  # as every rack on the floor
    return corner_of(floor, parts, project.wishes.room, row, position, part)


def _check(project: Project, rack: Rack, called: str = "") -> None:
    others = [other for other in project.floor.racks if other.number != rack.number]
    problem = why_not_rack(rack, others, project.floor.columns, parts_of(project), called)
    if problem:
        raise RefusedError(problem)

"""Commands on racks and their reserved units."""

from collections.abc import Mapping, Set
from functools import cached_property
from typing import Annotated

from msgspec import Meta, field
from msgspec.structs import replace

from fatdesk.core import ranges
from fatdesk.core.struct import Count, Id, Natural, Struct, Text
from fatdesk.engine.catalog.parts import RackPart
from fatdesk.engine.floor.feeds import PowerFeeds
from fatdesk.engine.floor.floor import (
    Floor,
    Front,
    Rack,
    Reserved,
    footprint_mm,
    fronts_of_rows,
    rack_label,
    turned,
)
from fatdesk.project.commands.command import Command, RefusedError, part_of
from fatdesk.project.commands.floor_edits import (
    check_reach,
    other_racks,
    parts_of,
    rack_of,
    with_rack,
    without_rack,
)
from fatdesk.project.document.clearances import Places, why_not_rack, why_not_units
from fatdesk.project.document.project import Project


class Reserve(Command, frozen=True, kw_only=True, tag="reserve"):
    """Keep units of a rack free."""

    rack: Count
    u: ranges.Units
    height_u: ranges.Units
    note: Text = ""

    @property
    def step(self) -> str:
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
    def step(self) -> str:
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
    front: Front | None = None
    """None: as the other racks of the row."""

    @property
    def step(self) -> str:
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
                raise RefusedError(
                    f"there is a rack of number {number} already ({rack_label(old)}), choose another number"
                )
        room = _Room(project, project.floor, frozenset())
        front = self.front or room.fronts.get(self.row) or "down"
        rack = Rack(number=number, part=self.part, row=self.row, position=self.position, x_mm=0.0, y_mm=0.0)
        rack = room.at(replace(rack, label=self.rack_label, front=front), self.row, self.position)
        rack = replace(
            rack,
            x_mm=rack.x_mm if self.x_mm is None else self.x_mm,
            y_mm=rack.y_mm if self.y_mm is None else self.y_mm,
        )
        _check(project, rack)
        racks = sorted([*project.floor.racks, rack], key=lambda r: r.number)
        return replace(project, floor=replace(project.floor, racks=tuple(racks)))


class MoveRack(Command, frozen=True, kw_only=True, tag="move-rack"):
    """Move a rack with all that is in it to a row and position, to x and y, or both.

    A rack that faces as its row does, faces as the other row does when it is moved to one.
    """

    rack: Count
    row: Natural | None = None
    position: Natural | None = None
    x_mm: ranges.PlaceMm | None = None
    y_mm: ranges.PlaceMm | None = None

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return f"Move rack {self.rack}"

    def apply(self, project: Project) -> Project:
        """The project with the rack there."""
        old = rack_of(project.floor, self.rack)
        others = other_racks(project.floor, old.number)
        room = _Room(project, replace(project.floor, racks=others), {old.number})
        new = _moved(old, self, room)
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
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return f"Move rack {self.moves[0].rack}" if len(self.moves) == 1 else f"Move {len(self.moves)} racks"

    def apply(self, project: Project) -> Project:
        """The project with all of them where they go; rows and positions lie where they lay before."""
        numbers = [move.rack for move in self.moves]
        if len(set(numbers)) < len(numbers):
            twice = next(number for number in numbers if numbers.count(number) > 1)
            raise RefusedError(f"rack {twice} cannot go to two places: name it once")
        floor = project.floor
        room = _Room(project, floor, set(numbers))
        moved = {move.rack: _moved(rack_of(floor, move.rack), move, room) for move in self.moves}
        return _checked(project, moved)


class RemoveRack(Command, frozen=True, kw_only=True, tag="remove-rack"):
    """Remove a rack without devices; feeds no longer name it."""

    rack: Count

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return f"Remove rack {self.rack}"

    def apply(self, project: Project) -> Project:
        """The project without that rack."""
        old = rack_of(project.floor, self.rack)
        if old.devices:
            holds = "1 device" if len(old.devices) == 1 else f"{len(old.devices)} devices"
            raise RefusedError(f"rack {rack_label(old)} holds {holds}: move them first")
        kept = tuple(rack for rack in project.floor.racks if rack.number != old.number)
        feeds = without_rack(project.floor.feeds, old.number)
        return replace(project, floor=replace(project.floor, racks=kept, feeds=feeds))


class TurnRacks(Command, frozen=True, kw_only=True, tag="turn-racks"):
    """Turn racks around their centres until their fronts face a side of the plan; labels stay.

    Lengths of cables stay, too, unless another tray passes over a rack that now takes other floor.
    """

    racks: Annotated[tuple[Count, ...], Meta(min_length=1, max_length=100_000)]
    front: Front

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return f"Turn rack {self.racks[0]}" if len(self.racks) == 1 else f"Turn {len(self.racks)} racks"

    def apply(self, project: Project) -> Project:
        """The project with their fronts to that side."""
        parts = parts_of(project)
        after: dict[int, Rack] = {}
        for number in self.racks:
            rack = rack_of(project.floor, number)
            part = parts[rack.part]
            assert isinstance(part, RackPart)  # as every rack on the floor
            after[number] = turned(rack, part, self.front)
        return _checked(project, after)


class RenameRack(Command, frozen=True, kw_only=True, tag="rename-rack"):
    """Give a rack a label of its own; an empty one: row letter and place again."""

    rack: Count
    rack_label: Text = field(name="label")

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return f"Rename rack {self.rack}"

    def apply(self, project: Project) -> Project:
        """The project with the rack so called."""
        new = replace(rack_of(project.floor, self.rack), label=self.rack_label)
        for other in project.floor.racks:
            if other.number != new.number and rack_label(other) == rack_label(new):
                raise RefusedError(
                    f"rack {other.number} is called {rack_label(new)} already, choose another place"
                )
        return replace(project, floor=with_rack(project.floor, new))


class SetRackPower(Command, frozen=True, kw_only=True, tag="set-rack-power"):
    """Give racks power feeds of their own; without ``power``: those of the room again."""

    racks: Annotated[tuple[Count, ...], Meta(min_length=1, max_length=100_000)]
    power: PowerFeeds | None = None

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        if len(self.racks) == 1:
            return f"Set power of rack {self.racks[0]}"
        return f"Set power of {len(self.racks)} racks"

    def apply(self, project: Project) -> Project:
        """The project with those feeds of the racks."""
        for number in self.racks:
            rack_of(project.floor, number)
        chosen = set(self.racks)
        racks = tuple(
            replace(rack, power=self.power) if rack.number in chosen else rack for rack in project.floor.racks
        )
        return replace(project, floor=replace(project.floor, racks=racks))


class _Room:
    """The places of a room and where its rows face, worked out on first use: few moves name a row."""

    def __init__(self, project: Project, seen_from: Floor, moved: Set[int]) -> None:
        self._project, self._floor, self._moved = project, seen_from, moved
        self.parts = parts_of(project)

    @cached_property
    def places(self) -> Places:
        """Places as seen from the racks of a floor."""
        return Places(self._floor.racks, self.parts, self._project.wishes.room)

    @cached_property
    def fronts(self) -> dict[int, Front | None]:
        """The side that the fronts of each row face, of the racks that stay where there are any."""
        racks = self._project.floor.racks
        staying = fronts_of_rows(rack for rack in racks if rack.number not in self._moved)
        return fronts_of_rows(racks) | staying

    def front_at(self, rack: Rack, row: int) -> Front:
        """Return where a rack faces in a row: as the row does, unless it differs from its own row."""
        if row == rack.row or self.fronts.get(rack.row) != rack.front:
            return rack.front
        return self.fronts.get(row) or rack.front

    def at(self, rack: Rack, row: int, position: int) -> Rack:
        """The rack at a place of a row."""
        new = replace(rack, row=row, position=position, front=self.front_at(rack, row))
        part = self.parts[rack.part]
        assert isinstance(part, RackPart)  # as every rack on the floor
        x, y = self.places.corner(row, position, footprint_mm(new, part))
        return replace(new, x_mm=x, y_mm=y)


def _moved(old: Rack, move: "MoveRack | RackMove", room: _Room) -> Rack:
    """A rack where it goes."""
    if (move.row is None) != (move.position is None):
        raise RefusedError("a place has a row and a position: give both, or neither")
    if move.row is None and move.x_mm is None and move.y_mm is None:
        raise RefusedError(f"where shall rack {rack_label(old)} go: give row and position, or x_mm and y_mm")
    new = old if move.row is None or move.position is None else room.at(old, move.row, move.position)
    return replace(
        new,
        x_mm=new.x_mm if move.x_mm is None else move.x_mm,
        y_mm=new.y_mm if move.y_mm is None else move.y_mm,
    )


def _checked(project: Project, changed: Mapping[int, Rack]) -> Project:
    """The project with some racks changed, if there is room for all of them."""
    floor = project.floor
    racks = tuple(changed.get(rack.number, rack) for rack in floor.racks)
    after = replace(project, floor=replace(floor, racks=racks))
    for rack in changed.values():
        _check(after, rack, rack_label(rack_of(floor, rack.number)))
    return after


def _check(project: Project, rack: Rack, called: str = "") -> None:
    check_reach(f"rack {called or rack_label(rack)}", rack.x_mm, rack.y_mm)
    others = other_racks(project.floor, rack.number)
    problem = why_not_rack(rack, others, project.floor, parts_of(project), called)
    if problem:
        raise RefusedError(problem)

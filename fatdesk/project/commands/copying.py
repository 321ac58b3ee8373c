"""Copies of what is in a room: a clip of elements, pasting it, and repeating elements at even distances.

Devices are the nodes of networks, of which there is one each: copies of racks are empty, with their reserved
units.
"""

from collections.abc import Iterator, Sequence
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from fatdesk.core import ranges
from fatdesk.core.struct import Count, Id, Natural, Struct
from fatdesk.engine.catalog.parts import AnyPart, RackPart
from fatdesk.engine.floor.building import Door, Footprint, Wall, bounds_of, door_leaves, wall_quads
from fatdesk.engine.floor.floor import Floor, Rack, Reserved, Tray, footprint_mm, rack_footprint, rack_label
from fatdesk.engine.floor.room import Area
from fatdesk.project.commands.bill import SetPart
from fatdesk.project.commands.building import AddDoor, AddWall
from fatdesk.project.commands.command import Command, RefusedError
from fatdesk.project.commands.floor_edits import check_reach, parts_of, rack_of
from fatdesk.project.commands.racks import AddRack, Reserve
from fatdesk.project.commands.room import AddColumn, AddTray
from fatdesk.project.document.clearances import Places
from fatdesk.project.document.project import Project

MOST_COPIES = 10_000
FARTHEST = 60
"""Places that are tried for a clip next to where it was."""


class ReservedIn(Struct, frozen=True, kw_only=True):
    """Reserved units of a rack, by the number of the rack and their lowest unit."""

    rack: Count
    u: ranges.Units


class Chosen(Struct, frozen=True, kw_only=True):
    """Elements of a room: numbers of racks, ids of trays, places of the others in their lists from 0."""

    racks: tuple[Count, ...] = ()
    trays: tuple[Id, ...] = ()
    columns: tuple[Natural, ...] = ()
    walls: tuple[Natural, ...] = ()
    doors: tuple[Natural, ...] = ()
    reservations: tuple[ReservedIn, ...] = ()


class Clip(Struct, frozen=True, kw_only=True):
    """Copied elements, with the parts of their racks: they can be pasted into another project."""

    racks: tuple[Rack, ...] = ()
    trays: tuple[Tray, ...] = ()
    columns: tuple[Area, ...] = ()
    walls: tuple[Wall, ...] = ()
    doors: tuple[Door, ...] = ()
    reserved: tuple[Reserved, ...] = ()
    parts: tuple[AnyPart, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether nothing was copied."""
        return self == Clip()

    @property
    def is_on_floor(self) -> bool:
        """Whether it holds elements of the floor, not only reserved units."""
        return bool(self.racks or self.trays or self.columns or self.walls or self.doors)

    @property
    def bounds(self) -> Footprint | None:
        """The rectangle around the elements of the floor."""
        sizes = {part.id: part for part in self.parts if isinstance(part, RackPart)}
        boxes = [rack_footprint(rack, sizes[rack.part]) for rack in self.racks]
        for area in self.columns:
            x, y = area.x_m * 1000, area.y_m * 1000
            boxes.append((x, y, x + area.width_m * 1000, y + area.depth_m * 1000))
        figures = [[(left, near), (right, far)] for left, near, right, far in boxes]
        figures += [[*tray.points_mm] for tray in self.trays]
        figures += [[*quad] for wall in self.walls for quad in wall_quads(wall)]
        figures += [[*leaf.sector] for door in self.doors for leaf in door_leaves(door)]
        return bounds_of(figures)

    @property
    def name(self) -> str:
        """Its contents in words: ``2 racks, 1 tray``."""
        words = ("rack", "tray", "obstacle", "wall", "door", "reservation")
        held = (self.racks, self.trays, self.columns, self.walls, self.doors, self.reserved)
        return ", ".join(
            f"{len(some):,} {word}{'' if len(some) == 1 else 's'}"
            for word, some in zip(words, held, strict=True)
            if some
        )


def clip_of(project: Project, chosen: Chosen) -> Clip:
    """Copy elements of a project.

    Raises
    ------
    RefusedError
        When one of them is not there.
    """
    floor = project.floor
    racks = tuple(replace(rack_of(floor, number), devices=()) for number in chosen.racks)
    known = {tray.id: tray for tray in floor.trays}
    for tray in chosen.trays:
        if tray not in known:
            raise RefusedError(f"there is no tray {tray}, name one of the floor")
    for word, numbers, elements in (
        ("column", chosen.columns, floor.columns),
        ("wall", chosen.walls, floor.walls),
        ("door", chosen.doors, floor.doors),
    ):
        for number in numbers:
            if number >= len(elements):
                raise RefusedError(f"there is no {word} {number}, there are {len(elements)} from 0")
    parts = parts_of(project)
    return Clip(
        racks=racks,
        trays=tuple(known[tray] for tray in chosen.trays),
        columns=tuple(floor.columns[number] for number in chosen.columns),
        walls=tuple(floor.walls[number] for number in chosen.walls),
        doors=tuple(floor.doors[number] for number in chosen.doors),
        reserved=tuple(_reserved(floor, some)[1] for some in chosen.reservations),
        parts=tuple(parts[part] for part in dict.fromkeys(rack.part for rack in racks)),
    )


def _reserved(floor: Floor, some: ReservedIn) -> tuple[Rack, Reserved]:
    rack = rack_of(floor, some.rack)
    for kept in rack.reserved:
        if kept.u == some.u:
            return rack, kept
    raise RefusedError(f"rack {rack_label(rack)}: unit {some.u} is not reserved")


def pasted(project: Project, clip: Clip, dx_mm: float, dy_mm: float) -> tuple[Command, ...]:
    """Return the commands that add a clip, shifted by a distance; reserved units alone go into racks.

    A rack gets the name of its nearest free place in the nearest row. A rack may still be refused where the
    commands are applied.

    Raises
    ------
    RefusedError
        When a point would be farther from the origin than a project file may state.
    """
    commands: list[Command] = []
    known = parts_of(project)
    for part in clip.parts:
        if part.id not in known:
            commands.append(SetPart(part=part))
            project = commands[-1].apply(project)
    return (*commands, *_copies(project, clip, dx_mm, dy_mm))


def beside(project: Project, clip: Clip) -> tuple[Command, ...]:
    """Return the commands that add a clip at the nearest free distance to the right of where it was.

    Elements that may overlap are not put where the same is already: nobody would see that there are two.

    Raises
    ------
    RefusedError
        When nothing is free there.
    """
    dx, _ = steps_of(project, clip)
    reason = ""
    for step in range(FARTHEST):
        try:
            commands = pasted(project, clip, step * dx, 0.0)
            if _covers(project.floor, commands):
                continue
            after = project
            for command in commands:
                after = command.apply(after)
        except RefusedError as error:
            reason = reason or error.why
        else:
            return commands
    raise RefusedError(f"there is no free place to the right: {reason or 'copies are there already'}")


def at_or_beside(project: Project, clip: Clip, dx: float, dy: float) -> tuple[Command, ...]:
    """Return the commands that add a clip at a distance; where it is refused, to the right of where it was.

    Raises
    ------
    RefusedError
        When nothing is free there either, with what is in the way at the distance.
    """
    try:
        commands = pasted(project, clip, dx, dy)
        after = project
        for command in commands:
            after = command.apply(after)
    except RefusedError as refused:
        try:
            return beside(project, clip)
        except RefusedError:
            raise refused from None
    return commands


def _covers(floor: Floor, commands: Sequence[Command]) -> bool:
    """Whether a command adds an element exactly where one of its kind is."""
    kinds: tuple[Sequence[Tray | Area | Wall | Door], ...] = (
        floor.trays,
        floor.columns,
        floor.walls,
        floor.doors,
    )
    there = {_place_of(element) for some in kinds for element in some}
    return any(_added_at(command) in there for command in commands)


def _added_at(command: Command) -> tuple[object, ...] | None:
    """The place at which a command adds an element that may overlap others."""
    match command:
        case AddTray():
            return _place_of(command.tray)
        case AddColumn():
            return _place_of(command.column)
        case AddWall():
            return _place_of(command.wall)
        case AddDoor():
            return _place_of(command.door)
        case _:
            return None


def _place_of(element: Tray | Area | Wall | Door) -> tuple[object, ...]:
    match element:
        case Area():
            corner = (round(element.x_m, 6), round(element.y_m, 6))
            return ("area", *corner, element.width_m, element.depth_m)
        case Door():
            return ("door", *_shifted((element.hinge_mm, element.latch_mm), 0, 0))
        case _:
            return ("wall" if isinstance(element, Wall) else "tray", *_shifted(element.points_mm, 0, 0))


def reserved_in(clip: Clip, racks: Sequence[int]) -> tuple[Command, ...]:
    """Return the commands that reserve the copied units in some racks."""
    return tuple(
        Reserve(rack=rack, u=kept.u, height_u=kept.height_u, note=kept.note)
        for rack in racks
        for kept in clip.reserved
    )


def _copies(project: Project, clip: Clip, dx: float, dy: float) -> Iterator[Command]:
    """The commands for one copy at a distance."""
    taken = {(rack.row, rack.position) for rack in project.floor.racks}
    number = max((rack.number for rack in project.floor.racks), default=0)
    for rack in clip.racks:
        number += 1
        x, y = round(rack.x_mm + dx, 3), round(rack.y_mm + dy, 3)
        check_reach("a copy", x, y)
        row, position = _place(project, rack, x, y, taken)
        taken.add((row, position))
        add = AddRack(
            part=rack.part, row=row, position=position, x_mm=x, y_mm=y, number=number, front=rack.front
        )
        yield add
        project = add.apply(project)
        for kept in rack.reserved:
            yield Reserve(rack=number, u=kept.u, height_u=kept.height_u, note=kept.note)
    ids = {tray.id for tray in project.floor.trays}
    for tray in clip.trays:
        name = next(name for n in range(1, len(ids) + 2) if (name := f"tray-{n}") not in ids)
        ids.add(name)
        yield AddTray(tray=replace(tray, id=name, points_mm=_shifted(tray.points_mm, dx, dy)))
    for area in clip.columns:
        x_m, y_m = round(area.x_m + dx / 1000, 6), round(area.y_m + dy / 1000, 6)
        check_reach("a copy", x_m * 1000, y_m * 1000)
        yield AddColumn(column=replace(area, x_m=x_m, y_m=y_m))
    for wall in clip.walls:
        yield AddWall(wall=replace(wall, points_mm=_shifted(wall.points_mm, dx, dy)))
    for door in clip.doors:
        hinge, latch = _shifted((door.hinge_mm, door.latch_mm), dx, dy)
        yield AddDoor(door=replace(door, hinge_mm=hinge, latch_mm=latch))


def _shifted(points: Sequence[tuple[float, float]], dx: float, dy: float) -> tuple[tuple[float, float], ...]:
    found = tuple((round(x + dx, 3), round(y + dy, 3)) for x, y in points)
    for point in found:
        check_reach("a copy", *point)
    return found


def _place(project: Project, rack: Rack, x: float, y: float, taken: set[tuple[int, int]]) -> tuple[int, int]:
    """The nearest row, a new one included, and in it the free position nearest to a corner."""
    parts = parts_of(project)
    part = parts[rack.part]
    assert isinstance(part, RackPart)  # as of every rack on a floor
    places, size = Places(project.floor.racks, parts, project.wishes.room), footprint_mm(rack, part)
    rows = range(max((some.row for some in project.floor.racks), default=-1) + 2)
    row = min(rows, key=lambda one: abs(places.corner(one, 0, size)[1] - y))
    first = places.corner(row, 0, size)[0]
    wanted = max(0, round((x - first) / (places.corner(row, 1, size)[0] - first)))
    near = sorted(range(len(taken) + wanted + 1), key=lambda position: abs(position - wanted))
    return row, next(position for position in near if (row, position) not in taken)


class Repeat(Command, frozen=True, kw_only=True, tag="repeat"):
    """Repeat elements at even distances to the right and down; devices are not copied.

    Reserved units are repeated in the next racks to the right, in the same row.
    """

    chosen: Chosen
    right: Annotated[int, Meta(ge=0, le=MOST_COPIES)] = 1
    down: Annotated[int, Meta(ge=0, le=MOST_COPIES)] = 0
    dx_mm: ranges.PlaceMm | None = None
    dy_mm: ranges.PlaceMm | None = None
    """Distances from copy to copy; None: ``steps_of``."""

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        count = (self.right + 1) * (self.down + 1) - 1
        return f"Repeat {count:,} time{'' if count == 1 else 's'}"

    def apply(self, project: Project) -> Project:
        """The project with the copies."""
        clip = clip_of(project, self.chosen)
        if clip.is_empty:
            raise RefusedError(
                "nothing is selected: name racks, trays, obstacles, walls, doors, reserved units"
            )
        if self.down and self.chosen.reservations:
            raise RefusedError(
                "reserved units are repeated to the right only: state 0 rows below, or leave them out"
            )
        count = (self.right + 1) * (self.down + 1) - 1
        if not count or count > MOST_COPIES:
            raise RefusedError(f"there are {count:,} copies: state from 1 to {MOST_COPIES:,}")
        dx, dy = steps_of(project, clip)
        dx, dy = dx if self.dx_mm is None else self.dx_mm, dy if self.dy_mm is None else self.dy_mm
        floor = project.floor
        for down in range(self.down + 1):
            for right in range(self.right + 1):
                if (right or down) and clip.is_on_floor:
                    for command in pasted(project, replace(clip, reserved=()), right * dx, down * dy):
                        project = command.apply(project)
        for some in self.chosen.reservations:
            rack, kept = _reserved(floor, some)
            for step in range(1, self.right + 1):
                where = _next(floor, rack, step)
                again = Reserve(rack=where.number, u=kept.u, height_u=kept.height_u, note=kept.note)
                project = again.apply(project)
        return project


def _next(floor: Floor, rack: Rack, step: int) -> Rack:
    """The rack some places further on in the same row."""
    for other in floor.racks:
        if (other.row, other.position) == (rack.row, rack.position + step):
            return other
    raise RefusedError(f"there is no rack {step} to the right of {rack_label(rack)}: repeat less often")


GAP_MM = 600.0
"""Distance between copies of what is no rack."""


def steps_of(project: Project, clip: Clip) -> tuple[float, float]:
    """Return the usual distances of copies, to the right and down, in millimetres.

    Racks follow next to each other, and row after row as those of the room do; others leave a gap.
    """
    bounds = clip.bounds
    if bounds is None:
        return (0.0, 0.0)
    wide, deep = bounds[2] - bounds[0], bounds[3] - bounds[1]
    if not clip.racks:
        return (round(wide + GAP_MM, 3), round(deep + GAP_MM, 3))
    parts = {**{part.id: part for part in clip.parts}, **parts_of(project)}
    rack = clip.racks[0]
    part = parts[rack.part]
    assert isinstance(part, RackPart)  # as of every rack on a floor
    size = footprint_mm(rack, part)
    places = Places(project.floor.racks, parts, project.wishes.room)
    positions = 1 + max(some.position for some in clip.racks) - min(some.position for some in clip.racks)
    rows = 1 + max(some.row for some in clip.racks) - min(some.row for some in clip.racks)
    here = [places.corner(rack.row + row, position, size) for row, position in ((0, 0), (0, 1), (rows, 0))]
    (x0, y0), (x1, _), (_, y2) = here
    return (round(max(wide, (x1 - x0) * positions), 3), round(y2 - y0, 3))

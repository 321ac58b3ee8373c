"""Handles of racks, rows, aisles, trays and areas: where they may be dragged, and the commands for it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF

from fatdesk.engine.floor.building import LEAST_DOOR_MM, Door, Wall, door_leaves, line_mm
from fatdesk.engine.floor.floor import Aisle, Rack, Tray, letters, rack_label
from fatdesk.engine.floor.room import Area
from fatdesk.gui.floor.scene import Guides, Point, Scene, area_box, snapped
from fatdesk.gui.views.tool import CTRL, SHIFT, Ghost, Handle, Keys, P
from fatdesk.gui.widgets.numbers import length_text, sides_text, signed_length
from fatdesk.project.commands import Batch, Command
from fatdesk.project.commands.aisles import move_row, set_aisle
from fatdesk.project.commands.building import ChangeDoor, ChangeWall
from fatdesk.project.commands.racks import MoveRacks, RackMove
from fatdesk.project.commands.room import ChangeColumn, ChangeTray

FREE_MM = 10.0
"""Step of moves without snapping, in millimetres."""
LEAST_AREA_MM = 50.0
ANYWHERE = "Hold Ctrl to place it anywhere"


@dataclass(frozen=True)
class Position:
    """A position in a row, both counted from 0."""

    row: int
    position: int


@dataclass(frozen=True)
class Spot:
    """A point of the floor, in millimetres."""

    x_mm: float
    y_mm: float


class Shift(NamedTuple):
    """A distance along both axes, in millimetres."""

    dx_mm: float
    dy_mm: float


class FloorHandle(Handle[P]):
    """A handle on the floor: snaps unless Ctrl is held, and moves along one axis with Shift."""

    def __init__(self, snap: bool) -> None:
        self.snap = snap

    def snaps(self, keys: Keys) -> bool:
        """Whether places snap with these modifier keys."""
        return self.snap and not keys & CTRL

    def along_axis(self, at: QPointF, keys: Keys) -> QPointF:
        """A point, with Shift on one of the axes through the anchor."""
        start = self.anchor()
        if not keys & SHIFT:
            return at
        far = abs(at.x() - start.x()) >= abs(at.y() - start.y())
        return QPointF(at.x(), start.y()) if far else QPointF(start.x(), at.y())


def rounded(value: float, step: float) -> float:
    """A coordinate on a step, without the noise of floats."""
    return round(round(value / step) * step, 3)


def _free(value: float, before: float) -> float:
    """A coordinate on a whole centimetre; where it was, unless it is moved by half of one."""
    return before if abs(value - before) < FREE_MM / 2 else rounded(value, FREE_MM)


class RacksHandle(FloorHandle[Position | Spot]):
    """One rack or several: to places of rows, or freely."""

    def __init__(self, scene: Scene, rack: Rack, others: Sequence[Rack], *, snap: bool) -> None:
        super().__init__(snap)
        self.scene, self.rack = scene, rack
        self.racks = [rack, *others]
        self.lifted = frozenset(some.number for some in self.racks)

    def before(self) -> QRectF | None:
        """The box of the grabbed rack."""
        return self.scene.boxes[self.rack.number]

    def anchor(self) -> QPointF:
        """The corner of the grabbed rack."""
        return QPointF(self.rack.x_mm, self.rack.y_mm)

    def place(self, at: QPointF, keys: Keys, radius: float) -> Position | Spot:
        """A row and position; or millimetres."""
        spot = self.along_axis(at, keys)
        if self.snaps(keys):
            return Position(*self.scene.place_near(self.scene.size_of(self.rack), spot.x(), spot.y()))
        return Spot(_free(spot.x(), self.rack.x_mm), _free(spot.y(), self.rack.y_mm))

    def step(self, dx: int, dy: int) -> Position | Spot | None:
        """Along the row and across rows; without snapping by centimetres."""
        if self.snap:
            row, position = self.rack.row + dy, self.rack.position + dx
            return Position(row, position) if row >= 0 and position >= 0 else None
        return Spot(round(self.rack.x_mm + dx * FREE_MM, 3), round(self.rack.y_mm + dy * FREE_MM, 3))

    def command(self, place: Position | Spot) -> Command | None:
        """Move all by the same distance; empty racks there swap into the places that become free."""
        if isinstance(place, Spot):
            dx, dy = place.x_mm - self.rack.x_mm, place.y_mm - self.rack.y_mm
            if not (dx or dy):
                return None
            moves = [
                RackMove(rack=rack.number, x_mm=round(rack.x_mm + dx, 3), y_mm=round(rack.y_mm + dy, 3))
                for rack in self.racks
            ]
        else:
            down, right = place.row - self.rack.row, place.position - self.rack.position
            if not (down or right):
                return None
            shift = (
                min((rack.row + down for rack in self.racks), default=0),
                min((rack.position + right for rack in self.racks), default=0),
            )
            down, right = down - min(shift[0], 0), right - min(shift[1], 0)
            goals = {rack.number: (rack.row + down, rack.position + right) for rack in self.racks}
            goals |= self._displaced(goals)
            moves = [RackMove(rack=number, row=row, position=at) for number, (row, at) in goals.items()]
        command = MoveRacks(moves=tuple(moves))
        return Batch(name=self._name(), commands=(command,))

    def _name(self) -> str:
        return (
            f"Move rack {rack_label(self.rack)}" if len(self.racks) == 1 else f"Move {len(self.racks)} racks"
        )

    def _displaced(self, goals: dict[int, tuple[int, int]]) -> dict[int, tuple[int, int]]:
        """Empty racks at the goals of others, with the places that those leave."""
        taken = set(goals.values())
        empty = [
            rack
            for rack in self.scene.racks.values()
            if rack.number not in goals
            and (rack.row, rack.position) in taken
            and not (rack.devices or rack.reserved)
        ]
        left = sorted({(rack.row, rack.position) for rack in self.racks} - taken)
        return {rack.number: place for rack, place in zip(empty, left, strict=False)}

    def _corner_at(self, place: Position | Spot) -> Point:
        if isinstance(place, Spot):
            return place.x_mm, place.y_mm
        return self.scene.places.corner(place.row, place.position, self.scene.size_of(self.rack))

    def ghost(self, place: Position | Spot) -> Ghost:
        """All of them."""
        x, y = self._corner_at(place)
        dx, dy = x - self.rack.x_mm, y - self.rack.y_mm
        return Ghost(
            [(self.scene.boxes[r.number].translated(dx, dy), self._label_at(r, place)) for r in self.racks]
        )

    def _label_at(self, rack: Rack, place: Position | Spot) -> str:
        """The label of one of the racks there: one without a label of its own is named after its place."""
        if isinstance(place, Spot):
            return rack_label(rack)
        down, right = place.row - self.rack.row, place.position - self.rack.position
        return rack_label(replace(rack, row=max(0, rack.row + down), position=max(0, rack.position + right)))

    def title(self, place: Position | Spot) -> str:
        """To which place."""
        what = f"Rack {rack_label(self.rack)}" if len(self.racks) == 1 else f"{len(self.racks)} racks"
        if isinstance(place, Spot):
            return f"{what} to x {place.x_mm / 1000:.3f} m, y {place.y_mm / 1000:.3f} m"
        if place == Position(self.rack.row, self.rack.position):
            its = "its" if len(self.racks) == 1 else "their"
            return f"{what}: nearest to {its} present position. {self.hint(place)}"
        where = f"{what} to row {letters(place.row)}, position {place.position + 1}"
        before, after = rack_label(self.rack), self._label_at(self.rack, place)
        if before == after:
            return where
        return f"{where}: {before} becomes {after}" + (" and so on" if len(self.racks) > 1 else "")

    def hint(self, place: Position | Spot) -> str:
        """The key that places them off the positions of the rows."""
        if isinstance(place, Spot):
            return ""
        return ANYWHERE if len(self.racks) == 1 else "Hold Ctrl to place them anywhere"

    def advice(self, place: Position | Spot) -> str:
        """The nearest place that is free."""
        if isinstance(place, Spot) or len(self.racks) > 1:
            return ""
        taken = {(r.row, r.position) for r in self.scene.racks.values() if r.devices or r.reserved}
        free = (
            (abs(row - place.row) * 4 + abs(at - place.position), row, at)
            for row in range(max(row for row, _ in taken) + 2)
            for at in range(max(at for _, at in taken) + 2)
            if (row, at) not in taken
        )
        _, row, at = min(free)
        return f"The nearest free place is row {letters(row)}, position {at + 1}."


class RowHandle(FloorHandle[Shift]):
    """A whole row with the trays over it."""

    def __init__(self, scene: Scene, row: int, tile_mm: float, *, snap: bool) -> None:
        super().__init__(snap)
        self.scene, self.row, self.tile_mm = scene, row, tile_mm
        self.span = scene.picture.rows[row].span
        self.lifted = frozenset(number for number, rack in scene.racks.items() if rack.row == row)

    def before(self) -> QRectF | None:
        """The first rack of the row."""
        return self.scene.boxes[min(self.lifted)]

    def anchor(self) -> QPointF:
        """The corner of the row."""
        return QPointF(self.span.left, self.span.near)

    def place(self, at: QPointF, keys: Keys, radius: float) -> Shift:
        """By how much; whole tiles when it snaps."""
        moved = self.along_axis(at, keys) - self.anchor()
        step = self.tile_mm if self.snaps(keys) else FREE_MM
        return Shift(rounded(moved.x(), step), rounded(moved.y(), step))

    def step(self, dx: int, dy: int) -> Shift | None:
        """Whole tiles, or centimetres."""
        step = self.tile_mm if self.snap else FREE_MM
        return Shift(round(dx * step, 3), round(dy * step, 3))

    def command(self, place: Shift) -> Command | None:
        """Move the racks, and the trays over them."""
        return move_row(self.scene.floor, self.scene.parts, self.row, letters(self.row), *place)

    def ghost(self, place: Shift) -> Ghost:
        """The racks of the row."""
        racks = ((number, self.scene.racks[number]) for number in sorted(self.lifted))
        return Ghost([(self.scene.boxes[n].translated(*place), rack_label(rack)) for n, rack in racks])

    def title(self, place: Shift) -> str:
        """By how much."""
        return f"Row {letters(self.row)} by {_by(place)}"

    def advice(self, place: Shift) -> str:
        """A shorter distance, or free floor."""
        return "Move it a shorter distance, or clear the floor first."


class AisleHandle(FloorHandle[float]):
    """The width of an aisle: everything beyond it moves."""

    def __init__(self, scene: Scene, aisle: Aisle, tile_mm: float, *, snap: bool) -> None:
        super().__init__(snap)
        self.scene, self.aisle, self.tile_mm = scene, aisle, tile_mm
        beyond = {row for row, (span, _) in scene.picture.rows.items() if span.near >= aisle.far}
        self.lifted = frozenset(number for number, rack in scene.racks.items() if rack.row in beyond)

    def before(self) -> QRectF | None:
        """The first rack beyond."""
        return self.scene.boxes[min(self.lifted)]

    def anchor(self) -> QPointF:
        """The edge of the row behind it."""
        return QPointF(self.aisle.left, self.aisle.far)

    def place(self, at: QPointF, keys: Keys, radius: float) -> float:
        """The width in millimetres, snapped to whole tiles."""
        width = at.y() - self.aisle.near
        tiles = max(1, round(width / self.tile_mm)) * self.tile_mm
        if self.snaps(keys) and abs(tiles - width) <= radius:
            return round(tiles, 3)
        return max(0.0, rounded(width, FREE_MM))

    def step(self, dx: int, dy: int) -> float | None:
        """By whole tiles, or centimetres."""
        step = self.tile_mm if self.snap else FREE_MM
        return max(0.0, round(self.aisle.width_mm + (dy or dx) * step, 3))

    def command(self, place: float) -> Command | None:
        """The rows beyond, and the trays over them."""
        return set_aisle(self.scene.floor, self.scene.parts, self.aisle, place)

    def ghost(self, place: float) -> Ghost:
        """The racks beyond."""
        down = place - self.aisle.width_mm
        racks = ((number, self.scene.racks[number]) for number in sorted(self.lifted))
        return Ghost([(self.scene.boxes[n].translated(0, down), rack_label(rack)) for n, rack in racks])

    def title(self, place: float) -> str:
        """The new width."""
        rows = f"{letters(self.aisle.before)} – {letters(self.aisle.after)}"
        return f"Aisle {rows} {place / 1000:.3f} m wide"

    def advice(self, place: float) -> str:
        """A shorter distance, or free floor."""
        return "Move it a shorter distance, or clear the floor first."


class LineHandle(FloorHandle[Shift]):
    """A corner of a line, a piece of it, or all of it: ``moved`` are the numbers of its points."""

    def __init__(self, points: Sequence[Point], moved: Sequence[int], guides: Guides, *, snap: bool) -> None:
        super().__init__(snap)
        self.points, self.moved, self.guides = tuple(points), list(moved), guides
        self.at = self.points[self.moved[0]]
        inner = len(self.points) > 2 and len(self.moved) == 2
        (x1, y1), (x2, y2) = self.points[self.moved[0]], self.points[self.moved[-1]]
        self.across = None if not inner else "y" if abs(x2 - x1) >= abs(y2 - y1) else "x"
        """A piece between others moves across itself, so that right angles stay."""

    @property
    def is_whole(self) -> bool:
        """Whether all of it moves."""
        return len(self.moved) == len(self.points)

    def anchor(self) -> QPointF:
        """The first of its points that move."""
        return QPointF(*self.at)

    def place(self, at: QPointF, keys: Keys, radius: float) -> Shift:
        """By how much."""
        moved = self.along_axis(at, keys) - self.anchor()
        dx = 0.0 if self.across == "y" else moved.x()
        dy = 0.0 if self.across == "x" else moved.y()
        if not self.snaps(keys):
            return Shift(rounded(dx, FREE_MM), rounded(dy, FREE_MM))
        best = min(
            (self._snap_of(number, dx, dy, radius) for number in self.moved),
            key=lambda found: found[0],
        )
        _, dx, dy = best
        return Shift(0.0 if self.across == "y" else round(dx, 3), 0.0 if self.across == "x" else round(dy, 3))

    def _snap_of(self, number: int, dx: float, dy: float, radius: float) -> tuple[float, float, float]:
        """The distance by which a point snaps, and its shift with that."""
        x, y = self.points[number]
        beside = next((i for i in (number - 1, number + 1) if 0 <= i < len(self.points)), None)
        last = None if beside is None or beside in self.moved else self.points[beside]
        found = snapped((x + dx, y + dy), self.guides, radius, last)
        if not found.what:
            return (float("inf"), rounded(dx, FREE_MM), rounded(dy, FREE_MM))
        return (abs(found.x - x - dx) + abs(found.y - y - dy), found.x - x, found.y - y)

    def step(self, dx: int, dy: int) -> Shift | None:
        """Tiles, or centimetres."""
        step = self.guides.tile_mm if self.snap and self.guides.tile_mm else FREE_MM
        return Shift(round(dx * step, 3), round(dy * step, 3))

    def points_at(self, place: Shift) -> tuple[Point, ...]:
        """The points after a shift of those that move."""
        dx, dy = place
        return tuple(
            (round(x + dx, 3), round(y + dy, 3)) if number in self.moved else (x, y)
            for number, (x, y) in enumerate(self.points)
        )

    def command(self, place: Shift) -> Command | None:
        """The command with the new corners; two corners in one place become one."""
        if not any(place):
            return None
        points = self.points_at(place)
        kept = tuple(p for p, before in zip(points, (None, *points), strict=False) if p != before)
        return None if len(kept) < 2 else self.changed(kept)

    def changed(self, points: tuple[Point, ...]) -> Command:
        """The command that gives it other points."""
        raise NotImplementedError

    @property
    def length_text(self) -> str:
        """Its name and what else begins the card."""
        raise NotImplementedError

    def title(self, place: Shift) -> str:
        """The new length, and the shift."""
        length = line_mm(self.points_at(place)) / 1000
        return f"{self.length_text}, {length:.2f} m, by {_by(place)}"


class TrayHandle(LineHandle):
    """A corner of a tray, a piece of it, or all of it."""

    def __init__(self, tray: Tray, moved: Sequence[int], guides: Guides, *, snap: bool) -> None:
        super().__init__(tray.points_mm, moved, guides, snap=snap)
        self.tray = tray

    def changed(self, points: tuple[Point, ...]) -> Command:
        """Move the tray, or change its route."""
        name = f"Move tray {self.tray.id}" if self.is_whole else f"Change the route of tray {self.tray.id}"
        return Batch(name=name, commands=(ChangeTray(tray=replace(self.tray, points_mm=points)),))

    def ghost(self, place: Shift) -> Ghost:
        """The tray with its new corners."""
        return Ghost(trays=[replace(self.tray, points_mm=self.points_at(place))])

    @property
    def length_text(self) -> str:
        """The name of the tray."""
        return self.tray.id


class WallHandle(LineHandle):
    """A corner of a wall, a piece of it, or all of it."""

    def __init__(self, wall: Wall, index: int, moved: Sequence[int], guides: Guides, *, snap: bool) -> None:
        super().__init__(wall.points_mm, moved, guides, snap=snap)
        self.wall, self.index = wall, index

    def changed(self, points: tuple[Point, ...]) -> Command:
        """Move the wall, or change its line."""
        word = "Move" if self.is_whole else "Change the line of"
        command = ChangeWall(index=self.index, wall=replace(self.wall, points_mm=points))
        return Batch(name=f"{word} {wall_text(self.wall)}", commands=(command,))

    def ghost(self, place: Shift) -> Ghost:
        """The wall with its new corners."""
        return Ghost(lines=[(self.points_at(place), self.wall.thickness_mm)])

    @property
    def length_text(self) -> str:
        """The name of the wall."""
        return wall_text(self.wall).capitalize() if not self.wall.name else wall_text(self.wall)

    def advice(self, place: Shift) -> str:
        """Walls keep clear of racks."""
        return "Keep clear of racks, or move the rack first."


class DoorHandle(LineHandle):
    """Hinge or latch of a door, or all of it."""

    def __init__(self, door: Door, index: int, moved: Sequence[int], guides: Guides, *, snap: bool) -> None:
        super().__init__((door.hinge_mm, door.latch_mm), moved, guides, snap=snap)
        self.door, self.index = door, index

    def command(self, place: Shift) -> Command | None:
        """Move the door or one of its sides; None: it would be too narrow."""
        hinge, latch = self.points_at(place)
        return None if math.dist(hinge, latch) < LEAST_DOOR_MM else super().command(place)

    def changed(self, points: tuple[Point, ...]) -> Command:
        """Move the door, or make it wider or narrower."""
        door = replace(self.door, hinge_mm=points[0], latch_mm=points[-1])
        word = "Move" if self.is_whole else "Resize"
        return Batch(name=f"{word} {door_text(door)}", commands=(ChangeDoor(index=self.index, door=door),))

    def ghost(self, place: Shift) -> Ghost:
        """The closed door and its leaves, open."""
        hinge, latch = self.points_at(place)
        if math.dist(hinge, latch) < LEAST_DOOR_MM:
            return Ghost(lines=[((hinge, latch), 0.0)])
        return door_ghost(replace(self.door, hinge_mm=hinge, latch_mm=latch))

    @property
    def length_text(self) -> str:
        """The name of the door."""
        return door_text(self.door).capitalize() if not self.door.name else door_text(self.door)


def door_ghost(door: Door) -> Ghost:
    """A door as lines: closed, and its leaves open with the way between."""
    lines: list[tuple[Sequence[Point], float]] = [((door.hinge_mm, door.latch_mm), 0.0)]
    lines += [((*leaf.arc, leaf.hinge), 0.0) for leaf in door_leaves(door)]
    return Ghost(lines=lines)


def wall_text(wall: Wall) -> str:
    """A wall in the name of a step."""
    return f"wall {wall.name}" if wall.name else "wall"


def door_text(door: Door) -> str:
    """A door in the name of a step."""
    return f"door {door.name}" if door.name else "door"


class AreaHandle(FloorHandle[Shift]):
    """A column, wall or keep-out area: all of it, or one of its sides or corners.

    ``sides`` are -1, 0 or 1 along x and y; (0, 0) moves it.
    """

    def __init__(
        self, area: Area, number: int, sides: tuple[int, int], guides: Guides, *, snap: bool
    ) -> None:
        super().__init__(snap)
        self.area, self.number, self.sides, self.guides = area, number, sides, guides
        self.box = area_box(area)

    def before(self) -> QRectF | None:
        """The area, when all of it moves."""
        return self.box if self.sides == (0, 0) else None

    def anchor(self) -> QPointF:
        """The corner that follows the pointer."""
        x, y = self.sides
        return QPointF(
            self.box.right() if x > 0 else self.box.left(),
            self.box.bottom() if y > 0 else self.box.top(),
        )

    def place(self, at: QPointF, keys: Keys, radius: float) -> Shift:
        """By how much."""
        there, start = self.along_axis(at, keys) if self.sides == (0, 0) else at, self.anchor()
        if self.snaps(keys):
            found = snapped((there.x(), there.y()), self.guides, radius)
            if found.what:
                return Shift(round(found.x - start.x(), 3), round(found.y - start.y(), 3))
        return Shift(rounded(there.x() - start.x(), FREE_MM), rounded(there.y() - start.y(), FREE_MM))

    def step(self, dx: int, dy: int) -> Shift | None:
        """Tenths of a tile, or centimetres."""
        step = self.guides.tile_mm / 10 if self.snap and self.guides.tile_mm else FREE_MM
        return Shift(round(dx * step, 3), round(dy * step, 3))

    def _box_at(self, place: Shift) -> QRectF:
        dx, dy = place
        x, y = self.sides
        if (x, y) == (0, 0):
            return self.box.translated(dx, dy)
        box = QRectF(self.box)
        if x < 0:
            box.setLeft(min(box.left() + dx, box.right() - LEAST_AREA_MM))
        elif x > 0:
            box.setRight(max(box.right() + dx, box.left() + LEAST_AREA_MM))
        if y < 0:
            box.setTop(min(box.top() + dy, box.bottom() - LEAST_AREA_MM))
        elif y > 0:
            box.setBottom(max(box.bottom() + dy, box.top() + LEAST_AREA_MM))
        return box

    def command(self, place: Shift) -> Command | None:
        """The area of another place or size."""
        area = area_of(self._box_at(place), self.area)
        if area == self.area:
            return None
        word = "Move" if self.sides == (0, 0) else "Resize"
        return Batch(
            name=f"{word} {area_text(area)}", commands=(ChangeColumn(index=self.number, column=area),)
        )

    def ghost(self, place: Shift) -> Ghost:
        """The box."""
        return Ghost([(self._box_at(place), self.area.name)])

    def title(self, place: Shift) -> str:
        """The new size and position."""
        box = self._box_at(place)
        size = sides_text(box.width() / 1000, box.height() / 1000)
        at = f"x {length_text(box.left() / 1000)}, y {length_text(box.top() / 1000)}"
        return f"{area_text(self.area).capitalize()} {size} at {at}"

    def advice(self, place: Shift) -> str:
        """Areas keep clear of racks."""
        return "Keep clear of racks, or move the rack first."


def area_of(box: QRectF, like: Area) -> Area:
    """An area with the place and size of a box."""
    return replace(
        like,
        x_m=round(box.left() / 1000, 6),
        y_m=round(box.top() / 1000, 6),
        width_m=round(box.width() / 1000, 6),
        depth_m=round(box.height() / 1000, 6),
    )


def area_text(area: Area) -> str:
    """The kind of an area in words."""
    return "keep-out area" if area.kind == "keep-out" else area.kind


def tray_length_m(tray: Tray) -> float:
    """Length of a tray in metres."""
    return line_mm(tray.points_mm) / 1000


def _by(place: Shift) -> str:
    dx, dy = place
    return f"{signed_length(dx / 1000, 3)}, {signed_length(dy / 1000, 3)}"


def handle_points(box: QRectF) -> dict[tuple[int, int], QPointF]:
    """The corners and middles of sides of a box, by side."""
    middle = box.center()
    xs, ys = {-1: box.left(), 0: middle.x(), 1: box.right()}, {-1: box.top(), 0: middle.y(), 1: box.bottom()}
    return {(x, y): QPointF(xs[x], ys[y]) for x in xs for y in ys if (x, y) != (0, 0)}

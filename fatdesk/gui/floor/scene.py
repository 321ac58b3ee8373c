"""The floor as Qt shapes in millimetres: elements at a point, guides to snap to, settings of the view."""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPolygonF

from fatdesk.engine.catalog.parts import RackPart
from fatdesk.engine.drawing.display import Bounds
from fatdesk.engine.drawing.floor_picture import FloorPicture, TrayBand, floor_picture, rack_box
from fatdesk.engine.floor.building import Door, Wall, bounds_of, door_leaves, wall_quads
from fatdesk.engine.floor.floor import Aisle, Floor, Rack, Tray, footprint_mm
from fatdesk.engine.floor.room import Area, RoomRequirement
from fatdesk.engine.floor.room_grid import RoomGrid
from fatdesk.gui.session.session import Session
from fatdesk.project.commands.floor_edits import parts_of
from fatdesk.project.document.clearances import Parts, Places
from fatdesk.project.document.ref import AISLE, COLUMN, DOOR, RACK, TRAY, WALL, Between, Ref

Point = tuple[float, float]


class Snap(NamedTuple):
    """A point, and the kind of guide it is on: ``rack``, ``tray``, ``angle``, ``tile``, or empty."""

    x: float
    y: float
    what: str = ""

    @property
    def point(self) -> Point:
        """The point alone."""
        return (self.x, self.y)


class Guides(NamedTuple):
    """Guides to snap to: points, straight lines, and corners of tiles (no size: none), one of them given."""

    points: tuple[Snap, ...] = ()
    lines: tuple[tuple[Point, Point], ...] = ()
    tile_mm: float = 0.0
    tile_at: Point = (0.0, 0.0)


def snapped(at: Point, guides: Guides, radius: float, last: Point | None = None) -> Snap:
    """The best candidate within a radius, or the point itself.

    Points come first, then crossings of a right angle (seen from the point before) with lines and points,
    then the nearest point of a line, then the right angle alone, then corners and edges of tiles.
    """
    x, y = at
    for rank in _ranks(at, guides, last):
        # thousands of corners of racks at every step of the pointer: nearly all are far away
        near = [found for found in rank if abs(found[0] - x) <= radius and abs(found[1] - y) <= radius]
        best = min(((_far(at, found.point), found) for found in near), default=None)
        if best is not None and best[0] <= radius * radius:
            return best[1]
    return Snap(*at)


def candidates(at: Point, guides: Guides, last: Point | None = None) -> list[Snap]:
    """Every point that one could snap to."""
    return [found for rank in _ranks(at, guides, last) for found in rank]


def _ranks(at: Point, guides: Guides, last: Point | None) -> Iterator[Sequence[Snap]]:
    yield guides.points
    if last is not None:
        yield list(_angles(guides, last))
    yield [Snap(*nearest(line, at), "tray") for line in guides.lines]
    if last is not None:
        yield [Snap(at[0], last[1], "angle"), Snap(last[0], at[1], "angle")]
    if guides.tile_mm > 0:
        tile, (left, top) = guides.tile_mm, guides.tile_at
        x, y = left + round((at[0] - left) / tile) * tile, top + round((at[1] - top) / tile) * tile
        yield [Snap(x, y, "tile")]
        yield [Snap(x, at[1], "tile"), Snap(at[0], y, "tile")]


def _angles(guides: Guides, last: Point) -> Iterator[Snap]:
    """Points where lines along x and y through a point meet lines, or are level with points."""
    for line in guides.lines:
        (x1, y1), (x2, y2) = line
        for start, stop, there, across in ((y1, y2, last[1], True), (x1, x2, last[0], False)):
            if start != stop and min(start, stop) <= there <= max(start, stop):
                t = (there - start) / (stop - start)
                yield (
                    Snap(x1 + t * (x2 - x1), there, "tray")
                    if across
                    else Snap(there, y1 + t * (y2 - y1), "tray")
                )
    for x in {found.x for found in guides.points}:
        yield Snap(x, last[1], "angle")
    for y in {found.y for found in guides.points}:
        yield Snap(last[0], y, "angle")


def nearest(line: tuple[Point, Point], at: Point) -> Point:
    """The point of a straight line that is nearest to another.

    >>> nearest(((0.0, 0.0), (10.0, 0.0)), (4.0, 3.0))
    (4.0, 0.0)
    """
    (x1, y1), (x2, y2) = line
    dx, dy = x2 - x1, y2 - y1
    square = dx * dx + dy * dy
    t = 0.0 if not square else max(0.0, min(1.0, ((at[0] - x1) * dx + (at[1] - y1) * dy) / square))
    return (x1 + t * dx, y1 + t * dy)


def next_along(value: float, stops: Iterable[float], steps: int, otherwise: float) -> float:
    """The coordinate some stops further on; beyond the last stop by a fixed distance for each.

    >>> next_along(1.0, [0.0, 4.0, 9.0], 1, 5.0), next_along(9.0, [0.0, 4.0, 9.0], 2, 5.0)
    (4.0, 19.0)
    """
    found = sorted(set(stops))
    for _ in range(abs(steps)):
        number = bisect_right(found, value + 0.5) if steps > 0 else bisect_left(found, value - 0.5) - 1
        if 0 <= number < len(found):
            value = found[number]
        else:
            value += otherwise if steps > 0 else -otherwise
    return value


def _far(a: Point, b: Point) -> float:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


TILES_MM: tuple[tuple[float, str], ...] = ((609.6, "0.610 m"), (600.0, "0.600 m"), (500.0, "0.500 m"))
LAYERS: tuple[tuple[str, str], ...] = (
    ("grid", "Grid and rulers"),
    ("dimensions", "Dimensions"),
    ("trays", "Trays"),
    ("trunks", "Trunks between panels"),
    ("names", "Names"),
    ("findings", "Findings"),
    ("underlay", "Building plan"),
    ("cuts", "Cuts of the room"),
)
AT_FIRST = frozenset(name for name, _ in LAYERS) - {"cuts"}
"""Layers that are on at the start."""


@dataclass
class Options:
    """Settings of the floor view; of the project is only the grid of its room."""

    chosen_tile_mm: float = TILES_MM[0][0]
    grid: RoomGrid | None = None
    snap: bool = True
    colour: str = "trays"
    layers: set[str] = field(default_factory=lambda: set(AT_FIRST))
    rack_part: str = ""
    """The part that the rack tool places."""

    @property
    def tile_mm(self) -> float:
        """Side of a tile: a cell of the room, where that has a grid, else as chosen."""
        return self.chosen_tile_mm if self.grid is None else self.grid.pitch_mm


AROUND_MM = 600.0
"""Margin of floor that is shown around its elements, in millimetres."""


class Scene:
    """Racks, trays and areas of one project, and what is where."""

    def __init__(self) -> None:
        self.floor = Floor()
        self.parts: Parts = {}
        self.places = Places((), {}, None)
        self.room: RoomRequirement | None = None
        self.racks: dict[int, Rack] = {}
        self.boxes: dict[int, QRectF] = {}
        self.widest_mm = 0.0
        """Width of the widest box."""
        self.picture = FloorPicture({}, (), (), {}, ())

    def take(self, session: Session) -> None:
        """Show the floor of the present project."""
        project = session.project
        self.floor, self.room, self.parts = project.floor, project.wishes.room, parts_of(project)
        self.places = Places(self.floor.racks, self.parts, self.room)
        self.racks = {rack.number: rack for rack in self.floor.racks}
        self.picture = floor_picture(self.floor, self.parts.get)
        self.boxes = {number: rect(rack.bounds) for number, rack in self.picture.racks.items()}
        self.widest_mm = max((box.width() for box in self.boxes.values()), default=0.0)

    @property
    def tile_at(self) -> Point:
        """A corner of tiles, from which the others follow."""
        grid = self.floor.plan.grid
        return (0.0, 0.0) if grid is None else (grid.line_mm("x", 0), grid.line_mm("y", 0))

    def part(self, part_id: str) -> RackPart:
        """A rack among the parts of the project."""
        part = self.parts[part_id]
        assert isinstance(part, RackPart)  # as every rack on the floor
        return part

    def box_of(self, rack: Rack) -> QRectF:
        """The footprint of a rack, also of one that is not where the project has it."""
        return rect(rack_box(rack, self.parts.get).bounds)

    def tray(self, tray_id: str | None) -> Tray | None:
        """The tray of an id."""
        return next((tray for tray in self.floor.trays if tray.id == tray_id), None)

    def area(self, number: int | None) -> Area | None:
        """The column, wall or keep-out area of a place in the list."""
        known = number is not None and number < len(self.floor.columns)
        return self.floor.columns[number] if known and number is not None else None

    def wall(self, number: int | None) -> Wall | None:
        """The wall of a place in the list."""
        walls = self.floor.walls
        return walls[number] if number is not None and number < len(walls) else None

    def door(self, number: int | None) -> Door | None:
        """The door of a place in the list."""
        doors = self.floor.doors
        return doors[number] if number is not None and number < len(doors) else None

    def points_of(self, element: Ref) -> Sequence[Point] | None:
        """The corners of a tray, wall or door; None: it is something else."""
        if (tray := self.tray(TRAY.id_of(element))) is not None:
            return tray.points_mm
        if (wall := self.wall(WALL.id_of(element))) is not None:
            return wall.points_mm
        if (door := self.door(DOOR.id_of(element))) is not None:
            return (door.hinge_mm, door.latch_mm)
        return None

    def extent(self) -> QRectF:
        """All racks, trays and areas, with the floor around them."""
        found = self.picture.extent
        if found is None:
            return QRectF(0, 0, 6000, 4000)
        return rect(found).adjusted(-AROUND_MM, -AROUND_MM, AROUND_MM, AROUND_MM)

    def elements_at(self, x: float, y: float, reach_mm: float) -> list[Ref]:
        """Elements at a point: racks, then trays over it or within ``reach_mm``, doors, walls, areas."""
        spot = QPointF(x, y)
        found = [RACK(number) for number, box in self.boxes.items() if box.contains(spot)]
        for tray in self.floor.trays:
            reach = max(tray.width_mm / 2, reach_mm)
            if any(_distance(piece, (x, y)) <= reach for piece in pairwise(tray.points_mm)):
                found.append(TRAY(tray.id))
        for number, door in enumerate(self.floor.doors):
            sectors = [QPolygonF([QPointF(*p) for p in leaf.sector]) for leaf in door_leaves(door)]
            closed = _distance((door.hinge_mm, door.latch_mm), (x, y)) <= reach_mm
            if closed or any(some.containsPoint(spot, Qt.FillRule.OddEvenFill) for some in sectors):
                found.append(DOOR(number))
        for number, wall in enumerate(self.floor.walls):
            reach = max(wall.thickness_mm / 2, reach_mm)
            if any(_distance(piece, (x, y)) <= reach for piece in pairwise(wall.points_mm)):
                found.append(WALL(number))
        for number, area in enumerate(self.floor.columns):
            if area_box(area).contains(spot):
                found.append(COLUMN(number))
        return found

    def rect_of(self, element: Ref) -> QRectF | None:
        """The rectangle of an element, if it is drawn."""
        if (number := RACK.id_of(element)) is not None:
            return self.boxes.get(number)
        if (tray := self.tray(TRAY.id_of(element))) is not None:
            return tray_rect(tray)
        if (area := self.area(COLUMN.id_of(element))) is not None:
            return area_box(area)
        if (wall := self.wall(WALL.id_of(element))) is not None:
            around = bounds_of(wall_quads(wall))
            return None if around is None else rect(around)
        if (door := self.door(DOOR.id_of(element))) is not None:
            around = bounds_of(leaf.sector for leaf in door_leaves(door))
            return None if around is None else rect(around)
        if (aisle := self.aisle(AISLE.id_of(element))) is not None:
            return QRectF(QPointF(aisle.left, aisle.near), QPointF(aisle.right, aisle.far))
        return None

    def aisle(self, rows: Between | None) -> Aisle | None:
        """The aisle between two rows."""
        return next((some for some in self.picture.aisles if (some.before, some.after) == rows), None)

    def elements_in(self, rect: QRectF) -> list[Ref]:
        """Racks that a rectangle touches; where it touches none, the trays and areas inside it."""
        racks = [RACK(number) for number, box in self.boxes.items() if rect.intersects(box)]
        if racks:
            return racks
        elements = (element for element in self.in_order() if element.kind != AISLE)
        return [element for element in elements if rect.contains(self.rect_of(element) or QRectF())]

    def in_order(self) -> list[Ref]:
        """Racks row by row, then trays, areas, walls, doors and aisles."""
        racks = sorted(self.racks.values(), key=lambda rack: (rack.row, rack.position))
        return [
            *(RACK(rack.number) for rack in racks),
            *(TRAY(tray.id) for tray in self.floor.trays),
            *(COLUMN(number) for number in range(len(self.floor.columns))),
            *(WALL(number) for number in range(len(self.floor.walls))),
            *(DOOR(number) for number in range(len(self.floor.doors))),
            *(AISLE(Between(aisle.before, aisle.after)) for aisle in self.picture.aisles),
        ]

    def size_of(self, rack: Rack) -> tuple[float, float]:
        """The extent of a rack along x and y, in millimetres."""
        return footprint_mm(rack, self.part(rack.part))

    def place_near(self, size: tuple[float, float], x: float, y: float) -> tuple[int, int]:
        """The row (those there are, and a new one) and position nearest to the corner of a footprint."""
        rows = range(max((rack.row for rack in self.racks.values()), default=-1) + 2)
        row = min(rows, key=lambda r: abs(self.places.corner(r, 0, size)[1] - y))
        first = self.places.corner(row, 0, size)[0]
        pitch = self.places.corner(row, 1, size)[0] - first
        return row, max(0, round((x - first) / pitch))

    def tray_guides(self, tile_mm: float, without: Collection[str] = ()) -> Guides:
        """Guides for trays: centres of racks, ends and corners of other trays, other trays, tiles."""
        others = [tray for tray in self.floor.trays if tray.id not in without]
        points = [Snap(box.center().x(), box.center().y(), "rack") for box in self.boxes.values()]
        points += [Snap(*point, "tray") for tray in others for point in tray.points_mm]
        lines = [piece for tray in others for piece in pairwise(tray.points_mm)]
        return Guides(tuple(points), tuple(lines), tile_mm, self.tile_at)

    def edge_guides(self, tile_mm: float) -> Guides:
        """Guides for areas and measures: corners and centres of racks and areas, tiles."""
        boxes = [*self.boxes.values(), *map(area_box, self.floor.columns)]
        points = [
            Snap(corner.x(), corner.y(), "corner")
            for box in boxes
            for corner in (box.topLeft(), box.topRight(), box.bottomLeft(), box.bottomRight(), box.center())
        ]
        points += [Snap(*point, "corner") for wall in self.floor.walls for point in wall.points_mm]
        return Guides(tuple(points), (), tile_mm, self.tile_at)

    def wall_guides(self, tile_mm: float, without: Collection[int] = ()) -> Guides:
        """Guides for walls and doors: corners of walls, along walls, corners of areas, tiles."""
        walls = [wall for number, wall in enumerate(self.floor.walls) if number not in without]
        corners = [Snap(*point, "corner") for wall in walls for point in wall.points_mm]
        edges = [
            Snap(*corner, "corner") for area in self.floor.columns for corner in _corners(area_box(area))
        ]
        lines = [piece for wall in walls for piece in pairwise(wall.points_mm)]
        return Guides((*corners, *edges), tuple(lines), tile_mm, self.tile_at)


def _corners(box: QRectF) -> list[Point]:
    xs, ys = (box.left(), box.right()), (box.top(), box.bottom())
    return [(x, y) for x in xs for y in ys]


def rect(bounds: Bounds) -> QRectF:
    """Return the rectangle of some bounds."""
    return QRectF(QPointF(*bounds[:2]), QPointF(*bounds[2:]))


def area_box(area: Area) -> QRectF:
    """An area in millimetres."""
    return QRectF(area.x_m * 1000, area.y_m * 1000, area.width_m * 1000, area.depth_m * 1000)


def tray_rect(tray: Tray) -> QRectF:
    """A rectangle around a tray."""
    return rect(TrayBand(tray.id, tray.points_mm, tray.width_mm).bounds)


def piece_at(points: Sequence[Point], x: float, y: float) -> int:
    """The straight piece of a line that is nearest to a point."""
    pieces = list(pairwise(points))
    return min(range(len(pieces)), key=lambda number: _distance(pieces[number], (x, y)))


def _distance(piece: tuple[tuple[float, float], tuple[float, float]], at: tuple[float, float]) -> float:
    there = nearest(piece, at)
    return float(((there[0] - at[0]) ** 2 + (there[1] - at[1]) ** 2) ** 0.5)

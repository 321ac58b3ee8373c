"""The building of a room: walls, doors and the floor that they need, north, and the drawing below."""

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta

from fatdesk.core import ranges
from fatdesk.core.errors import UnsoundError
from fatdesk.core.schema import about, check_ranges
from fatdesk.core.struct import Struct, Text
from fatdesk.engine.floor.room_grid import RoomGrid

PointMm = tuple[ranges.PlaceMm, ranges.PlaceMm]
Footprint = tuple[float, float, float, float]
"""Least x and y, greatest x and y."""
Polygon = Sequence[tuple[float, float]]
"""Corners of a convex figure, in order."""

STEPS = 12
"""Straight pieces of a quarter circle."""
TOUCH_MM = 0.01
"""Figures that share an edge do not overlap; rounding may shift it."""
LEAST_DOOR_MM = 100.0


def line_mm(points: Iterable[tuple[float, float]]) -> float:
    """Return the length of a line along points.

    >>> line_mm([(0, 0), (3, 4), (3, 10)])
    11.0
    """
    return sum((math.dist(a, b) for a, b in pairwise(points)), 0.0)


class Wall(Struct, frozen=True, kw_only=True):
    """A wall along a line of points (x, y), which runs through its middle."""

    points_mm: Annotated[tuple[PointMm, ...], Meta(min_length=2, max_length=10_000)]
    thickness_mm: Annotated[
        Annotated[float, Meta(ge=1, le=5000)],
        about("Thickness", "From side to side", unit="mm", metres=True),
    ] = 100.0
    name: Annotated[Text, about("Name", "Name on drawings", empty="none")] = ""

    def __post_init__(self) -> None:
        check_ranges(self)


class Door(Struct, frozen=True, kw_only=True):
    """A door in a wall: from its hinge to the other side of the opening.

    A door with two leaves has a hinge at either end.
    """

    hinge_mm: PointMm
    latch_mm: PointMm
    opens: Annotated[
        Literal["left", "right"],
        about(
            "Opens to the",
            "Side to which it swings, as seen from the hinge along the closed door",
            choices={"left": "Left", "right": "Right"},
        ),
    ] = "left"
    leaves: Annotated[
        Annotated[int, Meta(ge=1, le=2)], about("Leaves", "1, or 2 with a hinge at either end")
    ] = 1
    name: Annotated[Text, about("Name", "Name on drawings", empty="none")] = ""

    def __post_init__(self) -> None:
        check_ranges(self)
        if self.width_mm < LEAST_DOOR_MM:
            raise UnsoundError(f"latch_mm: the door is {self.width_mm:g} mm wide, at least {LEAST_DOOR_MM:g}")

    @property
    def width_mm(self) -> float:
        """Width of the opening."""
        return math.dist(self.hinge_mm, self.latch_mm)


class Underlay(Struct, frozen=True, kw_only=True):
    """A drawing of the building below the plan: a file, and where its own coordinates are in the room.

    A point (u, v) of the drawing, with v downwards, is at ``(x_mm, y_mm)`` + scale * (u, v), turned
    clockwise by ``rotation_deg``. Units are those of the file: pixels of a picture, units of a CAD
    drawing, points (1/72 in) of a page of a PDF file.
    """

    file: Annotated[str, Meta(min_length=1, max_length=4096)]
    """Path, relative to the folder of the project where it was saved there."""
    sha256: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]
    """Digest of the file that was placed."""
    mm_per_unit: Annotated[
        Annotated[float, Meta(ge=1e-6, le=1e7)],
        about(
            "Scale",
            "Millimetres for each pixel of a picture, unit of a drawing or point of a PDF page",
            unit="mm",
        ),
    ]
    x_mm: Annotated[ranges.PlaceMm, about("x", "Its origin in the room", unit="mm", metres=True)] = 0.0
    y_mm: Annotated[ranges.PlaceMm, about("y", "Its origin in the room", unit="mm", metres=True)] = 0.0
    rotation_deg: Annotated[
        Annotated[float, Meta(ge=-360, le=360)], about("Rotation", "Clockwise, around its origin", unit="°")
    ] = 0.0
    page: Annotated[Annotated[int, Meta(ge=1, le=10_000)], about("Page", "Page of a PDF file, from 1")] = 1

    def __post_init__(self) -> None:
        check_ranges(self)

    @property
    def turn(self) -> tuple[float, float]:
        """Cosine and sine of its rotation, times its scale."""
        turn = math.radians(self.rotation_deg)
        return math.cos(turn) * self.mm_per_unit, math.sin(turn) * self.mm_per_unit


class PlanSettings(Struct, frozen=True, kw_only=True):
    """Settings of drawings of the floor: north, the drawing of the building below, the grid of the room."""

    north_deg: Annotated[
        Annotated[float, Meta(ge=-360, le=360)] | None,
        about("North", "Clockwise from the top of the plan", unit="°", empty="not shown"),
    ] = None
    underlay: Underlay | None = None
    grid: RoomGrid | None = None

    def __post_init__(self) -> None:
        check_ranges(self)


def wall_quads(wall: Wall) -> list[Polygon]:
    """Return each straight piece of a wall as a rectangle; corners are closed by half the thickness."""
    half = wall.thickness_mm / 2
    found: list[Polygon] = []
    for (x1, y1), (x2, y2) in pairwise(wall.points_mm):
        length = math.dist((x1, y1), (x2, y2))
        if not length:
            continue
        ux, uy = (x2 - x1) / length * half, (y2 - y1) / length * half
        a, b = (x1 - ux, y1 - uy), (x2 + ux, y2 + uy)
        side = (-uy, ux)
        found.append([_plus(a, side), _plus(b, side), _plus(b, side, -1), _plus(a, side, -1)])
    return found


def _plus(point: tuple[float, float], by: tuple[float, float], times: int = 1) -> tuple[float, float]:
    return (point[0] + times * by[0], point[1] + times * by[1])


class Leaf(NamedTuple):
    """A leaf of a door: its hinge, its end when open, and the way of the end from closed to open."""

    hinge: tuple[float, float]
    open_end: tuple[float, float]
    arc: tuple[tuple[float, float], ...]

    @property
    def sector(self) -> Polygon:
        """The floor that it needs to open."""
        return [self.hinge, *self.arc]


def door_leaves(door: Door) -> list[Leaf]:
    """Return the leaves of a door.

    >>> leaf, = door_leaves(Door(hinge_mm=(0, 0), latch_mm=(1000, 0)))
    >>> leaf.open_end
    (0.0, -1000.0)
    """
    hinge, latch = door.hinge_mm, door.latch_mm
    if door.leaves == 1:
        return [_leaf(hinge, latch, left=door.opens == "left")]
    middle = ((hinge[0] + latch[0]) / 2, (hinge[1] + latch[1]) / 2)
    return [
        _leaf(hinge, middle, left=door.opens == "left"),
        _leaf(latch, middle, left=door.opens != "left"),
    ]


def _leaf(hinge: tuple[float, float], end: tuple[float, float], *, left: bool) -> Leaf:
    dx, dy = end[0] - hinge[0], end[1] - hinge[1]
    sign = -1 if left else 1
    arc = []
    for step in range(STEPS + 1):
        turn = sign * math.pi / 2 * step / STEPS
        cos, sin = math.cos(turn), math.sin(turn)
        arc.append((round(hinge[0] + cos * dx - sin * dy, 3), round(hinge[1] + sin * dx + cos * dy, 3)))
    return Leaf(hinge, arc[-1], tuple(arc))


Piece = tuple[tuple[float, float], tuple[float, float]]


def wall_pieces(wall: Wall, doors: Iterable[Door]) -> list[Piece]:
    """Return the straight pieces of a wall that are left between the openings of its doors.

    >>> wall = Wall(points_mm=((0, 0), (5000, 0)))
    >>> wall_pieces(wall, [Door(hinge_mm=(2000, 10), latch_mm=(1000, 0))])
    [((0.0, 0.0), (1000.0, 0.0)), ((2000.0, 0.0), (5000.0, 0.0))]
    """
    found: list[Piece] = []
    openings = list(doors)
    for (x1, y1), (x2, y2) in pairwise(wall.points_mm):
        length = math.dist((x1, y1), (x2, y2))
        if not length:
            continue
        ux, uy = (x2 - x1) / length, (y2 - y1) / length
        cuts = []
        for door in openings:
            ends = [(p[0] - x1, p[1] - y1) for p in (door.hinge_mm, door.latch_mm)]
            if all(abs(px * uy - py * ux) <= wall.thickness_mm / 2 + 1 for px, py in ends):
                along = sorted(px * ux + py * uy for px, py in ends)
                cuts.append((max(0.0, along[0]), min(length, along[1])))
        at = 0.0
        for start, stop in sorted(cuts):
            if stop <= start:
                continue
            if start > at:
                found.append(_between(x1, y1, ux, uy, at, start))
            at = max(at, stop)
        if at < length:
            found.append(_between(x1, y1, ux, uy, at, length))
    return found


def joined_pieces(pieces: Sequence[Piece]) -> tuple[tuple[tuple[float, float], ...], ...]:
    """Return pieces that follow each other as lines with corners, which drawings join without a notch.

    >>> joined_pieces([((0, 0), (1, 0)), ((1, 0), (1, 1)), ((5, 5), (6, 5))])
    (((0, 0), (1, 0), (1, 1)), ((5, 5), (6, 5)))
    """
    lines: list[list[tuple[float, float]]] = []
    for start, stop in pieces:
        if lines and lines[-1][-1] == start:
            lines[-1].append(stop)
        else:
            lines.append([start, stop])
    return tuple(map(tuple, lines))


def square_lines(wall: Wall, doors: Iterable[Door]) -> tuple[tuple[tuple[float, float], ...], ...]:
    """Return the lines of a wall for a pen whose ends are square: openings of doors keep their width.

    >>> wall = Wall(points_mm=((0, 0), (5000, 0)), thickness_mm=200)
    >>> square_lines(wall, [Door(hinge_mm=(2000, 0), latch_mm=(1000, 0))])
    (((0.0, 0.0), (900.0, 0.0)), ((2100.0, 0.0), (5000.0, 0.0)))
    """
    ends = {wall.points_mm[0], wall.points_mm[-1]}
    found = []
    for line in joined_pieces(wall_pieces(wall, doors)):
        points = [*line]
        for at, inner in ((0, 1), (-1, -2)):
            if points[at] not in ends:
                points[at] = _nearer(points[at], points[inner], wall.thickness_mm / 2)
        found.append(tuple(points))
    return tuple(found)


def _nearer(point: tuple[float, float], to: tuple[float, float], by: float) -> tuple[float, float]:
    """Move a point towards another, at most half of the way."""
    length = math.dist(point, to)
    share = min(0.5, by / length) if length else 0.0
    return (
        round(point[0] + (to[0] - point[0]) * share, 3),
        round(point[1] + (to[1] - point[1]) * share, 3),
    )


def _between(x: float, y: float, ux: float, uy: float, start: float, stop: float) -> Piece:
    return (
        (round(x + ux * start, 3), round(y + uy * start, 3)),
        (round(x + ux * stop, 3), round(y + uy * stop, 3)),
    )


def overlaps(figure: Polygon, box: Footprint) -> bool:
    """Return whether a convex figure and a rectangle overlap; a shared edge is no overlap.

    >>> overlaps([(0, 0), (10, 0), (0, 10)], (6, 6, 9, 9)), overlaps([(0, 0), (10, 0), (0, 10)], (4, 4, 9, 9))
    (False, True)
    """
    left, near, right, far = box
    corners = [(left, near), (right, near), (right, far), (left, far)]
    axes = [(1.0, 0.0), (0.0, 1.0)]
    for (x1, y1), (x2, y2) in pairwise([*figure, figure[0]]):
        length = math.dist((x1, y1), (x2, y2))
        if length:
            axes.append(((y2 - y1) / length, (x1 - x2) / length))
    for ax, ay in axes:
        one = [x * ax + y * ay for x, y in figure]
        other = [x * ax + y * ay for x, y in corners]
        if max(one) <= min(other) + TOUCH_MM or max(other) <= min(one) + TOUCH_MM:
            return False
    return True


def bounds_of(figures: Iterable[Polygon]) -> Footprint | None:
    """Return the rectangle around some figures; None where there are none."""
    points = [point for figure in figures for point in figure]
    if not points:
        return None
    xs, ys = zip(*points, strict=True)
    return (min(xs), min(ys), max(xs), max(ys))


def wall_name(wall: Wall) -> str:
    """Return a wall in words."""
    x, y = wall.points_mm[0]
    return f"the wall {wall.name}" if wall.name else f"the wall from {x / 1000:g} m, {y / 1000:g} m"


def door_name(door: Door) -> str:
    """Return a door in words."""
    x, y = door.hinge_mm
    return f"the door {door.name}" if door.name else f"the door at {x / 1000:g} m, {y / 1000:g} m"

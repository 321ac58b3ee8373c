"""Geometry and labels of the floor in millimetres of the room, for the screen and for paper.

Geometry, labels, roles, figures and the entries of legends come from here. Painters decide about line widths,
fonts and the places of texts, which depend on their medium.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Literal, NamedTuple

import numpy as np

from fatdesk.engine.cabling.filling import cell_lines_mm, cells_of
from fatdesk.engine.catalog.parts import RackPart
from fatdesk.engine.drawing.display import Bounds, Point
from fatdesk.engine.drawing.palette import Palette, RoleColours
from fatdesk.engine.drawing.plan import RackFigures
from fatdesk.engine.floor.building import (
    Leaf,
    Polygon,
    bounds_of,
    door_leaves,
    square_lines,
    wall_quads,
)
from fatdesk.engine.floor.floor import (
    Aisle,
    Floor,
    Front,
    PartOf,
    Rack,
    RowSpan,
    aisles_between,
    fronts_of_rows,
    letters,
    rack_footprint,
    rack_label,
    spans_of,
)
from fatdesk.engine.floor.room import Area
from fatdesk.engine.floor.room_grid import RoomGrid
from fatdesk.engine.structured.structured import Structured

BINS = 5
"""Bins of a figure up to its limit; what exceeds the limit is one bin more."""

RACK_ROLES = ("hosts only", "edge switch inside", "core switch inside")
"""Roles of racks, by the highest switch inside."""

AreaRole = Literal["solid", "keep-out"]


class Detail(NamedTuple):
    """From which width of a rack in pixels each element is drawn on a screen.

    ``rounded``: a frame with round corners instead of a plain rectangle; ``label_inside``: the name inside
    the rack, below that width under its front.
    """

    rounded: float = 24
    label: float = 24
    bar: float = 30
    label_inside: float = 62
    used: float = 92


DETAIL = Detail()


class RackBox(NamedTuple):
    """A rack: its footprint, name and front; ``occupied``: it holds devices or reserved units."""

    number: int
    row: int
    bounds: Bounds
    label: str
    occupied: bool
    front: Front = "down"


class RackMark(NamedTuple):
    """Contents of a rack: its role (index into ``RACK_ROLES``), and the units in use as share and as text."""

    role: int
    share: float
    text: str


class AreaBox(NamedTuple):
    """A column, wall or keep-out area."""

    bounds: Bounds
    label: str
    role: AreaRole
    kind: str = "column"


class WallMark(NamedTuple):
    """A wall: the lines between its doors, its thickness and all of it as rectangles."""

    lines: tuple[tuple[Point, ...], ...]
    thickness: float
    label: str
    quads: tuple[Polygon, ...]
    """Of the whole wall, doors included."""


class DoorMark(NamedTuple):
    """A door with its leaves open."""

    hinge: Point
    latch: Point
    leaves: tuple[Leaf, ...]
    label: str

    @property
    def bounds(self) -> Bounds:
        """The rectangle around the floor that it needs."""
        found = bounds_of(leaf.sector for leaf in self.leaves)
        assert found is not None  # a door has a leaf
        return found


class TrayBand(NamedTuple):
    """A tray as the line along its middle, and its width."""

    id: str
    points: tuple[Point, ...]
    width: float

    @property
    def bounds(self) -> Bounds:
        """The rectangle around the tray."""
        xs, ys = zip(*self.points, strict=True)
        half = self.width / 2
        return (min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half)


class RowLabel(NamedTuple):
    """The name of a row and the footprint of its racks."""

    span: RowSpan
    label: str


@dataclass(frozen=True)
class FloorPicture:
    """All elements on a floor, in drawing order of each kind.

    Attributes
    ----------
    racks
        By number, in the order of the project.
    rows
        By number of the row, in their order across the floor.
    """

    racks: Mapping[int, RackBox]
    areas: tuple[AreaBox, ...]
    trays: tuple[TrayBand, ...]
    rows: Mapping[int, RowLabel]
    aisles: tuple[Aisle, ...]
    walls: tuple[WallMark, ...] = ()
    doors: tuple[DoorMark, ...] = ()
    north_deg: float | None = None
    grid: RoomGrid | None = None

    @property
    def extent(self) -> Bounds | None:
        """The rectangle around racks, trays, areas, walls and doors; None where the floor is empty."""
        spans = [box.bounds for box in self.racks.values()]
        spans += [tray.bounds for tray in self.trays]
        spans += [area.bounds for area in self.areas]
        spans += [found for wall in self.walls if (found := bounds_of(wall.quads)) is not None]
        spans += [door.bounds for door in self.doors]
        if not spans:
            return None
        lefts, uppers, rights, lowers = zip(*spans, strict=True)
        return (min(lefts), min(uppers), max(rights), max(lowers))

    @property
    def empty_racks(self) -> int:
        """The number of racks without devices and reserved units."""
        return sum(not box.occupied for box in self.racks.values())


def floor_picture(floor: Floor, part_of: PartOf) -> FloorPicture:
    """Return the picture of a floor; ``part_of`` finds the parts of its racks."""
    racks = {rack.number: rack_box(rack, part_of) for rack in floor.racks}
    rows = spans_of((box.row, box.bounds) for box in racks.values())
    return FloorPicture(
        racks=racks,
        areas=tuple(_area_box(area) for area in floor.columns),
        trays=tuple(TrayBand(tray.id, tray.points_mm, tray.width_mm) for tray in floor.trays),
        rows={row: RowLabel(span, f"Row {letters(row)}") for row, span in rows.items()},
        aisles=tuple(aisles_between(rows, fronts_of_rows(floor.racks))),
        walls=tuple(
            WallMark(square_lines(wall, floor.doors), wall.thickness_mm, wall.name, tuple(wall_quads(wall)))
            for wall in floor.walls
        ),
        doors=tuple(
            DoorMark(door.hinge_mm, door.latch_mm, tuple(door_leaves(door)), door.name)
            for door in floor.doors
        ),
        north_deg=floor.plan.north_deg,
        grid=floor.plan.grid,
    )


def rack_mark(figures: RackFigures) -> RackMark:
    """Return what a rack's bar and text show of its contents."""
    share = min(1.0, figures.used_u / figures.total_u)
    return RackMark(figures.level.role, share, f"{figures.used_u}/{figures.total_u} U")


def front_bar(
    box: Bounds, front: Front, beside: float, away: float, thick: float, share: float = 1.0
) -> Bounds:
    """Return the bar along the front of a rack, of which a share is filled from its left end.

    Parameters
    ----------
    box
        The rack, in any unit.
    beside, away
        Distance from the sides of the rack, and from its front.
    share
        Part of the whole length, from the left or upper end on.

    >>> front_bar((0, 0, 6, 10), "down", 1, 1, 2), front_bar((0, 0, 6, 10), "up", 1, 1, 2, 0.5)
    ((1, 7, 5.0, 9), (1, 1, 3.0, 3))
    >>> front_bar((0, 0, 10, 6), "left", 1, 1, 2), front_bar((0, 0, 10, 6), "right", 1, 1, 2)
    ((1, 1, 3, 5.0), (7, 1, 9, 5.0))
    """
    left, upper, right, lower = box
    if front in ("down", "up"):
        end = left + beside + (right - left - 2 * beside) * share
        at = lower - away - thick if front == "down" else upper + away
        return (left + beside, at, end, at + thick)
    end = upper + beside + (lower - upper - 2 * beside) * share
    at = right - away - thick if front == "right" else left + away
    return (at, upper + beside, at + thick, end)


AISLE_NAMES = {"cold": "Cold aisle", "hot": "Hot aisle"}
"""Names of the kinds of aisles; one of neither kind has none."""


def rack_colours(palette: Palette, role: int) -> RoleColours:
    """Return the colours of racks of a role."""
    return (palette.host, palette.edge, palette.core)[role]


def metres(length_mm: float) -> str:
    """Return a dimension in metres, to the millimetre.

    >>> metres(1200.0), metres(1234.5678), metres(3000)
    ('1.2 m', '1.235 m', '3 m')
    """
    return f"{f'{length_mm / 1000:.3f}'.rstrip('0').rstrip('.')} m"


def fill_figure(fill: float, at_least: bool) -> str:
    """Return the fill of a tray in per cent, as a lower bound where it holds a cable of unknown diameter.

    >>> fill_figure(0.456, False), fill_figure(0.2, True)
    ('46', '≥ 20')
    """
    return f"{'≥ ' if at_least else ''}{fill * 100:.0f}"


def fill_edges(limit: float) -> list[str]:
    """Return the ends of the bins of tray fill in per cent; the last is the limit.

    >>> fill_edges(0.5)
    ['0', '10', '20', '30', '40', '50']
    >>> fill_edges(0.03)
    ['0', '0.6', '1.2', '1.8', '2.4', '3']
    """
    return [f"{round(limit * 100 * step / BINS, 1):g}" for step in range(BINS + 1)]


def rack_box(rack: Rack, part_of: PartOf) -> RackBox:
    """Return the box of one rack."""
    part = part_of(rack.part)
    assert isinstance(part, RackPart)  # as every rack of a floor
    bounds, occupied = rack_footprint(rack, part), bool(rack.devices or rack.reserved)
    return RackBox(rack.number, rack.row, bounds, rack_label(rack), occupied, rack.front)


def _area_box(area: Area) -> AreaBox:
    x, y = area.x_m * 1000, area.y_m * 1000
    bounds = (x, y, x + area.width_m * 1000, y + area.depth_m * 1000)
    return AreaBox(bounds, area.name, "keep-out" if area.kind == "keep-out" else "solid", area.kind)


class TrunkStretch(NamedTuple):
    """A straight part of a tray with the same trunks all along: their numbers, and their fibres together."""

    start: Point
    stop: Point
    fibres: int
    trunks: tuple[int, ...]


def trunk_stretches(structured: Structured) -> list[TrunkStretch]:
    """Return where trunks run, tray after tray; neighbours in one line with the same trunks are one."""
    cabling = structured.cabling
    runs, net, cells = cabling.runs, cabling.graph.net, cells_of(cabling.graph)
    of_pair: dict[int, list[int]] = {}
    for number, trunk in enumerate(structured.trunks):
        of_pair.setdefault(trunk.pair, []).append(number)
    of_cell: dict[int, list[int]] = {}
    for pair, numbers in sorted(of_pair.items()):
        here = slice(int(runs.start[pair]), int(runs.start[pair + 1]))
        piece, begin, end = runs.piece[here], runs.begin_um[here], runs.end_um[here]
        first, behind = cells.at(piece, np.minimum(begin, end)), cells.until(piece, np.maximum(begin, end))
        for low, high in zip(first.tolist(), behind.tolist(), strict=True):
            for cell in range(low, high):
                of_cell.setdefault(cell, []).extend(numbers)
    hung, lines = cell_lines_mm(cells, net)
    found: list[TrunkStretch] = []
    for cell, (x1, y1, x2, y2) in zip(hung.tolist(), lines.tolist(), strict=True):
        if cell not in of_cell:
            continue
        trunks = tuple(sorted(of_cell[cell]))
        fibres = sum(structured.trunks[number].part.fibres or 0 for number in trunks)
        one = TrunkStretch((x1, y1), (x2, y2), fibres, trunks)
        last = found[-1] if found else None
        if last is not None and last.trunks == trunks and last.stop == one.start and _in_line(last, one):
            found[-1] = last._replace(stop=one.stop)
        else:
            found.append(one)
    return found


def _in_line(one: TrunkStretch, other: TrunkStretch) -> bool:
    """Whether both run along the same axis; slanting ones are left apart."""
    (x1, y1), (x2, y2), (x3, y3) = one.start, one.stop, other.stop
    return x1 == x2 == x3 or y1 == y2 == y3


def trunk_width(fibres: int, stretches: Sequence[TrunkStretch], thinnest: float, thickest: float) -> float:
    """Return the width of a line for some fibres, as the root of their share in the most of a stretch.

    >>> some = [TrunkStretch((0, 0), (1, 0), 400, (0, 1))]
    >>> trunk_width(400, some, 1.0, 9.0), trunk_width(100, some, 1.0, 9.0)
    (9.0, 5.0)
    """
    most = max((one.fibres for one in stretches), default=0)
    return thinnest + (thickest - thinnest) * sqrt(fibres / most) if most else thinnest


def trunks_key(stretches: Sequence[TrunkStretch]) -> str:
    """Return the entry of legends: what the width of the lines is.

    >>> trunks_key([TrunkStretch((0, 0), (1, 0), 1440, ())])
    'Trunks: width by fibres, up to 1,440'
    """
    return f"Trunks: width by fibres, up to {max((one.fibres for one in stretches), default=0):,}"

"""Floor: racks with their devices, rows, aisles, cells of the grid, trays, and the racks of a zone."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta
from msgspec.structs import replace

from fatdesk.core import ranges
from fatdesk.core.errors import UnsoundError
from fatdesk.core.finding import Finding, Severity
from fatdesk.core.schema import about, check_ranges
from fatdesk.core.struct import Count, Given, Id, Natural, Struct, Text
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import AnyPart, RackPart
from fatdesk.engine.catalog.tray_loads import NEMA_CHOICES, NemaClass, TrayLoad, read_loads, write_loads
from fatdesk.engine.floor.building import Door, Footprint, PlanSettings, Wall
from fatdesk.engine.floor.feeds import PowerFeeds
from fatdesk.engine.floor.room import Area
from fatdesk.engine.floor.room_grid import RackCorner, RoomGrid
from fatdesk.engine.floor.route_rules import RouteRule


class Device(Struct, frozen=True, kw_only=True):
    """A part in a rack.

    ``id`` is the key of a node of a fabric (``nodes/17``, ``compute/edge/3``), or of an enclosure
    (``compute/enclosure/2``, ``nodes/chassis/2``), whose blades and switch, or nodes, are ``inside`` in the
    order of their slots.
    ``u`` is the lowest unit it takes, 1 at the bottom.
    """

    id: Text
    part: Id
    u: ranges.Units
    cards: Natural = 0
    card: Text = ""
    inside: tuple["Device", ...] = ()


class Reserved(Struct, frozen=True, kw_only=True):
    """Units kept free."""

    u: ranges.Units
    height_u: ranges.Units
    note: Annotated[Text, about("Note", "What the units are reserved for", empty="none")] = ""


Front = Literal["down", "up", "left", "right"]
"""The side of the plan, whose y grows downwards, that the front of a rack faces."""


class Rack(Struct, frozen=True, kw_only=True):
    """A rack on the floor.

    ``number`` counts from 1 in serpentine order; ``row`` and ``position`` count from 0 and name the
    place; x (along the row) and y (across the rows) are of its corner nearest the origin, however it is
    turned.
    """

    number: Count
    part: Id
    row: Natural
    position: Natural
    x_mm: ranges.PlaceMm
    y_mm: ranges.PlaceMm
    label: Text = ""
    """Given by hand; empty: row letter and place, ``A04``."""
    devices: tuple[Device, ...] = ()
    reserved: tuple[Reserved, ...] = ()
    front: Annotated[
        Front,
        about(
            "Front faces",
            "The side of the plan that the front of the rack faces",
            choices={"down": "Down", "up": "Up", "left": "Left", "right": "Right"},
        ),
    ] = "down"
    power: PowerFeeds | None = None
    """Power feeds that differ from those of the room; None: as the room."""


def footprint_mm(rack: Rack, part: RackPart) -> tuple[float, float]:
    """Return the extent of a rack along x and y: width and depth, exchanged where its front faces a side.

    >>> part = RackPart(id="r", height_u=42, width_mm=600.0, depth_mm=1200.0)
    >>> [footprint_mm(Rack(number=1, part="r", row=0, position=0, x_mm=0, y_mm=0, front=front), part)
    ...  for front in ("up", "left")]
    [(600.0, 1200.0), (1200.0, 600.0)]
    """
    if rack.front in ("left", "right"):
        return part.depth_mm, part.width_mm
    return part.width_mm, part.depth_mm


def middle_unit(height_u: int) -> int:
    """Return the unit that devices without height state, which are mounted at the sides of a rack.

    >>> middle_unit(42), middle_unit(47)
    (21, 24)
    """
    return (height_u + 1) // 2


Carries = Literal["all", "copper", "fibre"]


class Tray(Struct, frozen=True, kw_only=True):
    """A cable tray along a line of points (x, y); trays join where they touch."""

    id: Annotated[Id, about("Id", "Letters, digits and . _ + -, such as tray-7")]
    points_mm: Annotated[tuple[tuple[ranges.PlaceMm, ranges.PlaceMm], ...], Meta(min_length=2)]
    elevation_mm: Annotated[
        ranges.Elevation,
        about("Elevation", "Height of its floor above that of the room", unit="mm", metres=True),
    ]
    width_mm: Annotated[ranges.TrayWidth, about("Width", "Inner width", unit="mm", metres=True)]
    depth_mm: Annotated[ranges.TrayDepth, about("Depth", "Inner height of its sides", unit="mm", metres=True)]
    carries: Annotated[
        Carries,
        about(
            "Media",
            "Cables that may run in it",
            choices={"all": "All cables", "copper": "Copper alone", "fibre": "Fibre alone"},
        ),
    ] = "all"
    support_mm: Annotated[
        ranges.SpanMm | None,
        about("Support distance", "From one support to the next", unit="mm", metres=True, empty="unknown"),
    ] = None
    mesh_mm: Annotated[
        ranges.SpanMm | None,
        about("Mesh", "Distance of the wires across a mesh tray", unit="mm", metres=True, empty="none"),
    ] = None
    nema: Annotated[
        NemaClass | None,
        about(
            "NEMA class",
            "Load class of NEMA VE 1; empty: that of the part of its size",
            choices=NEMA_CHOICES,
            empty="by part",
        ),
    ] = None
    loads: Annotated[
        tuple[TrayLoad, ...],
        about(
            "Safe working loads",
            "In N/m by distance of supports in m; empty: those of the part of its size",
            empty="by part",
            read=read_loads,
            write=write_loads,
        ),
    ] = ()
    corner_mm: Annotated[
        ranges.BendRadius | None,
        about(
            "Corner radius", "Inner radius of its corners and tees", unit="mm", metres=True, empty="unknown"
        ),
    ] = None
    drop_mm: Annotated[
        ranges.BendRadius | None,
        about(
            "Drop radius",
            "Radius over which cables drop from it to a rack",
            unit="mm",
            metres=True,
            empty="unknown",
        ),
    ] = None

    def __post_init__(self) -> None:
        check_ranges(self)


class Feed(Struct, frozen=True, kw_only=True):
    """A power feed and the racks, by number, that it supplies.

    A rack with several feeds lives while one of them does; whether its devices have as many power supplies
    is not looked at.
    """

    name: Given
    racks: Annotated[tuple[Count, ...], Meta(max_length=100_000)] = ()

    def __post_init__(self) -> None:
        if len(set(self.racks)) < len(self.racks):
            twice = next(number for number in self.racks if self.racks.count(number) > 1)
            raise UnsoundError(f"racks: {twice} is listed twice, name each rack once")


class Zone(Struct, frozen=True, kw_only=True):
    """A part of the room that is lost as a whole, as by water or fire, from the room's origin."""

    name: Annotated[Given, about("Name", "Name of the zone")]
    x_m: Annotated[ranges.Place, about("x", "Left edge, from the origin of the room", unit="m", metres=True)]
    y_m: Annotated[ranges.Place, about("y", "Front edge, from the origin of the room", unit="m", metres=True)]
    width_m: Annotated[ranges.Extent, about("Width", "Extent along x", unit="m", metres=True)]
    depth_m: Annotated[ranges.Extent, about("Depth", "Extent along y", unit="m", metres=True)]

    def __post_init__(self) -> None:
        check_ranges(self)


class Floor(Struct, frozen=True, kw_only=True):
    """A room with its racks and trays."""

    racks: tuple[Rack, ...] = ()
    trays: tuple[Tray, ...] = ()
    columns: tuple[Area, ...] = ()
    feeds: tuple[Feed, ...] = ()
    zones: tuple[Zone, ...] = ()
    walls: tuple[Wall, ...] = ()
    doors: tuple[Door, ...] = ()
    plan: PlanSettings = PlanSettings()
    routes: tuple[RouteRule, ...] = ()
    """In the order in which their stops are passed."""


def fronts_of_rows(racks: Iterable[Rack]) -> dict[int, Front | None]:
    """Return where all fronts of each row face; None where they differ."""
    found: dict[int, Front | None] = {}
    for rack in racks:
        if found.setdefault(rack.row, rack.front) != rack.front:
            found[rack.row] = None
    return found


def letters(number: int) -> str:
    """Row letters of a number from 0, going on after Z.

    >>> letters(0), letters(25), letters(26)
    ('A', 'Z', 'AA')
    """
    text = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        text = chr(65 + rest) + text
    return text


def row_of(word: str) -> int:
    """Return the number, from 0, of the row with these letters.

    >>> row_of("A"), row_of("Z"), row_of("AA")
    (0, 25, 26)
    """
    number = 0
    for letter in word:
        number = number * 26 + ord(letter) - 64
    return number - 1


def number_in_rows(row: int, position: int, in_row: int) -> int:
    """Return the number of a rack in serpentine order, where every place of the rows has a rack.

    >>> number_in_rows(0, 6, 7), number_in_rows(1, 6, 7), number_in_rows(1, 0, 7)
    (7, 8, 14)
    """
    return row * in_row + (position if row % 2 == 0 else in_row - 1 - position) + 1


def rack_label(rack: Rack) -> str:
    """The label of a rack: its own, or row letter and place.

    >>> rack_label(Rack(number=4, part="rack-42u", row=0, position=3, x_mm=0.0, y_mm=0.0))
    'A04'
    """
    return rack.label or f"{letters(rack.row)}{rack.position + 1:02d}"


MM_PER_M = 1000


def racks_in_zone(floor: Floor, zone: Zone, catalog: Catalog) -> tuple[Rack, ...]:
    """Return the racks of a floor whose centre is inside a zone.

    Racks are side by side, so a zone that reaches a little into the next rack does not hold that one. A
    centre on the left or near edge counts, one on the right or far edge does not, so that
    adjacent zones share no rack.
    """
    left, near = zone.x_m * MM_PER_M, zone.y_m * MM_PER_M
    right, far = left + zone.width_m * MM_PER_M, near + zone.depth_m * MM_PER_M
    return tuple(
        rack
        for rack, (x, y) in ((rack, rack_centre_mm(rack, catalog)) for rack in floor.racks)
        if left <= x < right and near <= y < far
    )


def rack_centre_mm(rack: Rack, catalog: Catalog) -> tuple[float, float]:
    """Return the centre (x, y) of the floor that a rack takes."""
    wide, deep = footprint_mm(rack, catalog.rack(rack.part))
    return rack.x_mm + wide / 2, rack.y_mm + deep / 2


def zone_around(name: str, racks: tuple[Rack, ...], catalog: Catalog) -> Zone:
    """Return the smallest zone that covers the floor of some racks, without a margin."""
    sizes = [footprint_mm(rack, catalog.rack(rack.part)) for rack in racks]
    left, near = min(rack.x_mm for rack in racks), min(rack.y_mm for rack in racks)
    right = max(rack.x_mm + wide for rack, (wide, _) in zip(racks, sizes, strict=True))
    far = max(rack.y_mm + deep for rack, (_, deep) in zip(racks, sizes, strict=True))
    return Zone(
        name=name,
        x_m=round(left / MM_PER_M, 6),
        y_m=round(near / MM_PER_M, 6),
        width_m=round((right - left) / MM_PER_M, 6),
        depth_m=round((far - near) / MM_PER_M, 6),
    )


def rack_footprint(rack: Rack, part: RackPart) -> Footprint:
    """Return the floor that a rack takes, in millimetres of the room."""
    wide, deep = footprint_mm(rack, part)
    return (rack.x_mm, rack.y_mm, rack.x_mm + wide, rack.y_mm + deep)


def turned(rack: Rack, part: RackPart, front: Front) -> Rack:
    """Return a rack that was turned around its centre until its front faces a side of the plan."""
    wide, deep = footprint_mm(rack, part)
    new = replace(rack, front=front)
    now_wide, now_deep = footprint_mm(new, part)
    if (wide, deep) == (now_wide, now_deep):
        return new
    return replace(
        new,
        x_mm=round(rack.x_mm + (wide - now_wide) / 2, 3),
        y_mm=round(rack.y_mm + (deep - now_deep) / 2, 3),
    )


QUARTERS: tuple[Front, ...] = ("down", "left", "up", "right")
"""Each a quarter turn clockwise, as seen from above, after the one before."""


def after_quarters(front: Front, quarters: int) -> Front:
    """Return where a front faces after some quarter turns clockwise, as seen from above.

    >>> after_quarters("down", 1), after_quarters("down", 2), after_quarters("up", -1)
    ('left', 'up', 'left')
    """
    return QUARTERS[(QUARTERS.index(front) + quarters) % 4]


PartOf = Callable[[str], AnyPart | None]
"""The part of an id; None where it is not known."""


class RowSpan(NamedTuple):
    """The footprint of all racks of a row."""

    left: float
    near: float
    right: float
    far: float


AisleKind = Literal["cold", "hot", ""]
"""Cold: fronts on both sides; hot: rears on both sides; empty: neither, or sides are mixed."""


class Aisle(NamedTuple):
    """The path between two rows that follow each other on the floor."""

    before: int
    after: int
    left: float
    near: float
    right: float
    far: float
    kind: AisleKind = ""

    @property
    def width_mm(self) -> float:
        """Distance from one row to the next."""
        return round(self.far - self.near, 3)


def row_spans(floor: Floor, part_of: PartOf) -> dict[int, RowSpan]:
    """Return the footprint of each row, in the order of the rows across the floor."""
    return spans_of(
        (rack.row, rack_footprint(rack, part))
        for rack in floor.racks
        if isinstance(part := part_of(rack.part), RackPart)
    )


def spans_of(boxes: Iterable[tuple[int, Footprint]]) -> dict[int, RowSpan]:
    """Return the footprint of each row, by the rows and footprints of its racks."""
    rows: dict[int, list[Footprint]] = {}
    for row, box in boxes:
        rows.setdefault(row, []).append(box)
    found = {}
    for row, racks in rows.items():
        lefts, nears, rights, fars = zip(*racks, strict=True)
        found[row] = RowSpan(min(lefts), min(nears), max(rights), max(fars))
    return dict(sorted(found.items(), key=lambda pair: (pair[1].near, pair[0])))


def aisle_kind(before: Front | None, after: Front | None) -> AisleKind:
    """Return the kind of the aisle between two rows, by where all fronts of each face.

    >>> aisle_kind("down", "up"), aisle_kind("up", "down"), aisle_kind("down", "down"), aisle_kind(None, "up")
    ('cold', 'hot', '', '')
    """
    if (before, after) == ("down", "up"):
        return "cold"
    return "hot" if (before, after) == ("up", "down") else ""


def aisles_between(rows: dict[int, RowSpan], fronts: Mapping[int, Front | None]) -> list[Aisle]:
    """Return the aisles between rows that lie apart; ``fronts``: where all fronts of each row face."""
    return [
        Aisle(
            before,
            after,
            min(first.left, second.left),
            first.far,
            max(first.right, second.right),
            second.near,
            aisle_kind(fronts.get(before), fronts.get(after)),
        )
        for (before, first), (after, second) in pairwise(rows.items())
        if second.near > first.far
    ]


INSIDE_MM = 1.0
"""Distance of the deciding point from the sides of its rack, which may be along lines of the grid."""
_TOWARDS: Mapping[Front, tuple[int, int]] = {"down": (0, 1), "up": (0, -1), "left": (-1, 0), "right": (1, 0)}
"""Direction of the plan that a front faces."""


def rack_cell(rack: Rack, part: RackPart, grid: RoomGrid) -> str:
    """Return the cell of a rack; empty: outside the grid."""
    return grid.cell_at(*_point(rack, part, grid.rack_corner))


def _point(rack: Rack, part: RackPart, corner: RackCorner) -> tuple[float, float]:
    """The point of a rack that decides, left and right as seen by a person in front of it."""
    left, upper, right, lower = rack_footprint(rack, part)
    middle = ((left + right) / 2, (upper + lower) / 2)
    if corner == "centre":
        return middle
    depth, side = corner.split("-")
    to = _TOWARDS[rack.front]
    ahead = 1 if depth == "front" else -1
    aside = 1 if side == "left" else -1
    # left of a person in front of the rack: the direction of the front, turned by a quarter
    signs = (ahead * to[0] - aside * to[1], ahead * to[1] + aside * to[0])
    halves = ((right - left) / 2 - INSIDE_MM, (lower - upper) / 2 - INSIDE_MM)
    return (middle[0] + signs[0] * halves[0], middle[1] + signs[1] * halves[1])


def rack_cells(floor: Floor, part_of: PartOf) -> dict[int, str]:
    """Return the cell of each rack of a floor by its number; of none without a grid."""
    grid = floor.plan.grid
    if grid is None:
        return {}
    return {
        rack.number: rack_cell(rack, part, grid)
        for rack in floor.racks
        if isinstance(part := part_of(rack.part), RackPart)
    }


def cell_findings(floor: Floor, part_of: PartOf) -> Iterator[Finding]:
    """Racks in one cell, and racks outside the grid."""
    cells = rack_cells(floor, part_of)
    labels = {rack.number: rack_label(rack) for rack in floor.racks}
    racks: dict[str, list[str]] = {}
    for number, cell in cells.items():
        racks.setdefault(cell, []).append(labels[number])
    for cell, some in racks.items():
        if not cell:
            text = f"{_few(some)} outside the grid of the room, without a cell"
            fix = "move the first cell of the grid, or the racks"
            yield Finding(Severity.WARNING, "cell-none", some[0], text, fix)
        elif len(some) > 1:
            text = f"racks {', '.join(some[:3])}{', ...' if len(some) > 3 else ''} are in the cell {cell}"
            fix = "move one, or choose another corner of racks or a smaller pitch"
            yield Finding(Severity.WARNING, "cell-twice", some[0], text, fix)


def _few(labels: list[str]) -> str:
    return f"rack {labels[0]} is" if len(labels) == 1 else f"{len(labels)} racks ({labels[0]}, ...) are"

"""Positions of racks by row, and clearances on the floor: free units, racks, obstacles."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from fatdesk.engine.catalog.parts import AnyPart, RackPart
from fatdesk.engine.floor.building import Wall, overlaps, wall_name, wall_quads
from fatdesk.engine.floor.floor import Floor, Rack, footprint_mm, rack_label
from fatdesk.engine.floor.placement.blocks import UNKNOWN_HEIGHT_U
from fatdesk.engine.floor.room import Area, RoomRequirement

Parts = dict[str, AnyPart]
_SLACK_MM = 0.01
"""Racks side by side share an edge, which rounding may shift."""


class Span(NamedTuple):
    """Units of a rack that something takes."""

    low: int
    high: int
    what: str

    def __str__(self) -> str:
        return f"unit {self.low}" if self.low == self.high else f"units {self.low} to {self.high}"


def height_of(parts: Parts, part_id: str) -> int:
    """Units that a part takes."""
    part = parts.get(part_id)
    return UNKNOWN_HEIGHT_U if part is None or part.height_u is None else part.height_u


def spans(rack: Rack, parts: Parts) -> Iterator[Span]:
    """Return the occupied units of a rack; a device without height occupies none."""
    for device in rack.devices:
        height = height_of(parts, device.part)
        if height:
            yield Span(device.u, device.u + height - 1, f"taken by {device.id}")
    for kept in rack.reserved:
        note = f" ({kept.note})" if kept.note else ""
        yield Span(kept.u, kept.u + kept.height_u - 1, f"reserved{note}")


def why_not_units(rack: Rack, parts: Parts, u: int, height_u: int) -> str:
    """Why something cannot take units of a rack; empty when it can."""
    if not height_u:
        return ""
    wanted = Span(u, u + height_u - 1, "")
    part = parts.get(rack.part)
    if isinstance(part, RackPart) and wanted.high > part.height_u:
        return f"rack {rack_label(rack)} has {part.height_u} units: {wanted} would be above its top"
    for span in spans(rack, parts):
        low, high = max(span.low, wanted.low), min(span.high, wanted.high)
        if low <= high:
            verb = "is" if low == high else "are"
            return f"rack {rack_label(rack)}: {Span(low, high, '')} {verb} {span.what}"
    return ""


class _Box(NamedTuple):
    """A place on the floor in millimetres."""

    left: float
    near: float
    right: float
    far: float

    def overlaps(self, other: "_Box") -> bool:
        return (
            self.left + _SLACK_MM < other.right
            and other.left + _SLACK_MM < self.right
            and self.near + _SLACK_MM < other.far
            and other.near + _SLACK_MM < self.far
        )


def _rack_box(rack: Rack, parts: Parts) -> _Box:
    part = parts.get(rack.part)
    width, depth = footprint_mm(rack, part) if isinstance(part, RackPart) else (0.0, 0.0)
    return _Box(rack.x_mm, rack.y_mm, rack.x_mm + width, rack.y_mm + depth)


def _column_box(area: Area) -> _Box:
    x, y = area.x_m * 1000, area.y_m * 1000
    return _Box(x, y, x + area.width_m * 1000, y + area.depth_m * 1000)


def why_not_rack(rack: Rack, others: Iterable[Rack], floor: Floor, parts: Parts, called: str = "") -> str:
    """Why a rack cannot be placed there; empty when it can.

    Parameters
    ----------
    floor
        Of whose obstacles and walls it keeps clear.
    called
        What it is called now.
    """
    box, label = _rack_box(rack, parts), rack_label(rack)
    called = called or label
    row, position, own = rack.row, rack.position, bool(rack.label)
    sides = (max(part.width_mm, part.depth_mm) for part in parts.values() if isinstance(part, RackPart))
    longest = max(sides, default=0.0)
    left, right, near, far = box.left - longest, box.right, box.near - longest, box.far
    for other in others:  # a drag comes by here for every place, with all racks
        if left < other.x_mm < right and near < other.y_mm < far and box.overlaps(_rack_box(other, parts)):
            return f"rack {called} would overlap rack {rack_label(other)}"
        alike = own or other.label or (other.position == position and other.row == row)
        if alike and rack_label(other) == label:
            return f"there is a rack {label} already (number {other.number})"
    for area in floor.columns:
        if box.overlaps(_column_box(area)):
            return f"rack {called} would overlap {column_name(area)}"
    for wall in floor.walls:
        if any(overlaps(quad, box) for quad in wall_quads(wall)):
            return f"rack {called} would overlap {wall_name(wall)}"
    return ""


def why_not_wall(wall: Wall, racks: Iterable[Rack], parts: Parts) -> str:
    """Why a wall cannot be where it says; empty when it can."""
    quads = wall_quads(wall)
    for rack in racks:
        box = _rack_box(rack, parts)
        if any(overlaps(quad, box) for quad in quads):
            return f"{wall_name(wall)} would overlap rack {rack_label(rack)}"
    return ""


def why_not_column(area: Area, racks: Iterable[Rack], parts: Parts) -> str:
    """Why a column cannot be where it says; empty when it can."""
    for rack in racks:
        if _column_box(area).overlaps(_rack_box(rack, parts)):
            return f"{column_name(area)} would overlap rack {rack_label(rack)}"
    return ""


def column_name(area: Area) -> str:
    """A column, wall or keep-out in words."""
    kind = "keep-out area" if area.kind == "keep-out" else area.kind
    return f"the {kind} {area.name}" if area.name else f"the {kind} at {area.x_m:g} m, {area.y_m:g} m"


def why_not_floor(floor: Floor, parts: Parts) -> str:
    """The first element on a floor that is in the way of another; empty when nothing is."""
    labels: dict[str, Rack] = {}
    numbers: set[int] = set()
    for rack in floor.racks:
        label = rack_label(rack)
        if rack.number in numbers:
            return f"there are two racks of number {rack.number}"
        if label in labels:
            return f"racks {labels[label].number} and {rack.number} are both called {label}"
        numbers.add(rack.number)
        labels[label] = rack
        problem = _crowding(rack, parts) or why_not_rack(rack, (), floor, parts)
        if problem:
            return problem
    ids = [tray.id for tray in floor.trays]
    if len(set(ids)) < len(ids):
        return f"there are two trays {next(tray for tray in ids if ids.count(tray) > 1)}"
    for word, names in (
        ("power feeds", [feed.name for feed in floor.feeds]),
        ("zones", [zone.name for zone in floor.zones]),
        ("route rules", [rule.name for rule in floor.routes]),
    ):
        if len(set(names)) < len(names):
            return f"there are two {word} called {next(name for name in names if names.count(name) > 1)}"
    return _standing_in_another(floor, parts)


def _crowding(rack: Rack, parts: Parts) -> str:
    """Two elements in one unit of a rack, or one above its top."""
    part = parts.get(rack.part)
    top = part.height_u if isinstance(part, RackPart) else 100
    last: Span | None = None
    for span in sorted(spans(rack, parts)):
        if span.high > top:
            return f"rack {rack_label(rack)} has {top} units: {span} would be above its top, {span.what}"
        if last is not None and span.low <= last.high:
            return f"rack {rack_label(rack)}: unit {span.low} is {last.what} and {span.what}"
        last = span
    return ""


def _standing_in_another(floor: Floor, parts: Parts) -> str:
    """Two racks in one place, found by going along x with those still open."""
    boxes = sorted(((_rack_box(rack, parts), rack) for rack in floor.racks), key=lambda pair: pair[0])
    still: list[tuple[_Box, Rack]] = []
    for box, rack in boxes:
        still = [pair for pair in still if pair[0].right > box.left + _SLACK_MM]
        for other, other_rack in still:
            if box.overlaps(other):
                return f"rack {rack_label(rack)} would overlap rack {rack_label(other_rack)}"
        still.append((box, rack))
    return ""


class Places:
    """The places of a room, prepared for many look-ups.

    A rack is in the middle of its place; places are as wide as the widest rack (as seen from its front,
    unless all are turned to a side). A row continues the racks in it, and a new row keeps the distance of
    the others, or else the requested aisle.
    """

    def __init__(self, racks: Iterable[Rack], parts: Parts, room: RoomRequirement | None) -> None:
        self._rows: dict[int, list[tuple[Rack, tuple[float, float]]]] = {}
        y_of_row: dict[int, float] = {}
        along: list[tuple[float, float]] = []
        aside: list[tuple[float, float]] = []
        for rack in racks:
            y_of_row[rack.row] = rack.y_mm
            part = parts.get(rack.part)
            if isinstance(part, RackPart):
                size = footprint_mm(rack, part)
                self._rows.setdefault(rack.row, []).append((rack, size))
                (along if rack.front in ("down", "up") else aside).append(size)
        sizes = along or aside
        self._width = max((wide for wide, _ in sizes), default=0.0)
        self._depth = max((deep for _, deep in sizes), default=0.0)
        rows, self._aisle = sorted(y_of_row), _aisle_mm(room)
        self._distance = (
            None if len(rows) < 2 else (y_of_row[rows[-1]] - y_of_row[rows[0]]) / (rows[-1] - rows[0])
        )

    def corner(self, row: int, position: int, size: tuple[float, float]) -> tuple[float, float]:
        """The corner (x, y) in millimetres of a rack with a footprint of some size at a row and position."""
        wide, deep = size
        widest, deepest = max(self._width, wide), max(self._depth, deep)
        if not self._rows:
            x, y = position * widest + (widest - wide) / 2, row * (deepest + self._aisle)
            return round(x, 3), round(y, 3)
        near = min(abs(some - row) for some in self._rows)
        peers = [*self._rows.get(row - near, ()), *(self._rows.get(row + near, ()) if near else ())]
        peer, (peer_wide, _) = min(peers, key=lambda pair: (abs(pair[0].position - position), pair[0].number))
        centre = peer.x_mm + peer_wide / 2 + (position - peer.position) * widest
        distance = deepest + self._aisle if self._distance is None else self._distance
        return round(centre - wide / 2, 3), round(peer.y_mm + (row - peer.row) * distance, 3)


def _aisle_mm(room: RoomRequirement | None) -> float:
    aisle = (room or RoomRequirement()).aisle_m
    metres = aisle if not isinstance(aisle, tuple) else aisle[-1] if aisle else RoomRequirement().aisle_m
    return float(metres) * 1000 if not isinstance(metres, tuple) else 0.0

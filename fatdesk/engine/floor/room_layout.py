"""Layout of an empty room: racks in rows, trays above them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from fatdesk.core.errors import FatdeskError
from fatdesk.core.units import ceil_div
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import RackPart
from fatdesk.engine.floor.building import PlanSettings, Wall, overlaps, wall_quads
from fatdesk.engine.floor.floor import Floor, Front, Rack, Tray
from fatdesk.engine.floor.room import Area, RoomRequirement, TraySize

MM_PER_M = 1000


def rows_for(racks: int, rack: RackPart, aisle_m: float) -> int:
    """Rows that make a room of a number of racks about square (spec 8).

    >>> rows_for(14, RackPart(id="r", height_u=42), 1.2192)
    2
    """
    return max(1, round(math.sqrt(racks * rack.width_mm / (rack.depth_mm + aisle_m * MM_PER_M))))


def rack_parts(room: RoomRequirement, catalog: Catalog, places: int) -> list[RackPart]:
    """The rack of each place in serpentine order.

    Raises
    ------
    FatdeskError
        When more racks are listed than the rows have places.
    """
    if isinstance(room.rack, str):
        return [catalog.rack(room.rack)] * places
    parts = [catalog.rack(some.part) for some in room.rack for _ in range(some.count)]
    if len(parts) > places:
        raise FatdeskError(
            f"room.rack lists {len(parts)} racks, the rows have {places} places: add rows or places"
        )
    return parts


def lay_out(
    room: RoomRequirement,
    catalog: Catalog,
    tray: TraySize,
    racks: int | None = None,
    walls: Sequence[Wall] = (),
) -> Floor:
    """The room with empty racks and its trays.

    Parameters
    ----------
    racks
        How many racks are wanted where the room has no size of its own; rows are then chosen so that the
        room is about square.
    walls
        Places whose rack would overlap one stay empty.

    Notes
    -----
    One tray runs over the middle of each row, cross trays run over places 0, G, 2G, ... to the first at
    or past the last place, and row trays reach them (spec 2). Trays end at the last place where no cable
    would be longer by that. Places whose rack would overlap an obstacle
    stay empty; numbers count racks only.
    """
    aisles = room.aisle_m if isinstance(room.aisle_m, tuple) else None
    aisle = room.aisle_m if not isinstance(room.aisle_m, tuple) else room.aisle_m[0] if room.aisle_m else 0.0
    place = _largest(room, catalog)
    wanted = racks if racks is not None else 1
    rows = room.rows
    if rows is None:
        rows = ceil_div(wanted, room.racks_per_row) if room.racks_per_row else rows_for(wanted, place, aisle)
    per_row = room.racks_per_row or ceil_div(wanted, rows)
    if aisles is not None and len(aisles) < rows - 1:
        raise FatdeskError(
            f"room.aisle_m has {len(aisles)} widths, {rows} rows have {rows - 1} aisles: give one for each"
        )
    gaps = list(aisles) if aisles is not None else [aisle] * max(0, rows - 1)
    y_of_row = [0.0]
    for gap in gaps[: rows - 1]:
        y_of_row.append(y_of_row[-1] + place.depth_mm + gap * MM_PER_M)
    parts = rack_parts(room, catalog, rows * per_row)
    grid = _Grid(y_of_row, per_row, place)
    tallest = max((part.height_mm for part in parts), default=place.height_mm)
    return Floor(
        racks=_racks(parts, grid, room, walls),
        trays=_trays(grid, room.cross_tray_every, tallest, tray),
        columns=room.columns,
        plan=PlanSettings(grid=room.grid),
    )


def places(room: RoomRequirement) -> int | None:
    """Number of racks a room of given size holds; None where it is made as large as needed."""
    if not isinstance(room.rack, str):
        return sum(some.count for some in room.rack)
    if room.rows is not None and room.racks_per_row is not None:
        return room.rows * room.racks_per_row
    return None


def _largest(room: RoomRequirement, catalog: Catalog) -> RackPart:
    """A rack as wide as the widest and as deep as the deepest, which are not always the same."""
    if isinstance(room.rack, str):
        return catalog.rack(room.rack)
    parts = [catalog.rack(some.part) for some in room.rack]
    return msgspec.structs.replace(
        parts[0],
        width_mm=max(part.width_mm for part in parts),
        depth_mm=max(part.depth_mm for part in parts),
    )


@dataclass(frozen=True)
class _Grid:
    """Rows of places, each as wide and deep as any rack."""

    y_of_row: Sequence[float]
    per_row: int
    largest: RackPart

    @property
    def rows(self) -> int:
        return len(self.y_of_row)

    def centre(self, row: int, position: int) -> tuple[float, float]:
        """The middle of a place, where its tray runs."""
        return (
            round((position + 0.5) * self.largest.width_mm, 3),
            round(self.y_of_row[row] + self.largest.depth_mm / 2, 3),
        )


def front_of(room: RoomRequirement, row: int) -> Front:
    """Return where the fronts of a row, counted from 0, face: rows face each other in pairs, or all down."""
    return "up" if room.rows_face == "each-other" and row % 2 else "down"


def _racks(
    parts: Sequence[RackPart], grid: _Grid, room: RoomRequirement, walls: Sequence[Wall]
) -> tuple[Rack, ...]:
    """Racks in serpentine order, each in the middle of its place."""
    racks: list[Rack] = []
    quads = [quad for wall in walls for quad in wall_quads(wall)]
    for place, part in zip(range(grid.rows * grid.per_row), parts, strict=False):
        row, step = divmod(place, grid.per_row)
        position = step if row % 2 == 0 else grid.per_row - 1 - step
        x = position * grid.largest.width_mm + (grid.largest.width_mm - part.width_mm) / 2
        y = grid.y_of_row[row]
        if any(_overlaps(x, y, part, area) for area in room.columns):
            continue
        if any(overlaps(quad, (x, y, x + part.width_mm, y + part.depth_mm)) for quad in quads):
            continue
        racks.append(
            Rack(
                number=len(racks) + 1,
                part=part.id,
                row=row,
                position=position,
                x_mm=round(x, 3),
                y_mm=round(y, 3),
                front=front_of(room, row),
            )
        )
    return tuple(racks)


def _overlaps(x: float, y: float, part: RackPart, area: Area) -> bool:
    return (
        x < (area.x_m + area.width_m) * MM_PER_M
        and area.x_m * MM_PER_M < x + part.width_mm
        and y < (area.y_m + area.depth_m) * MM_PER_M
        and area.y_m * MM_PER_M < y + part.depth_mm
    )


def _trays(grid: _Grid, every: int, tallest_mm: float, size: TraySize) -> tuple[Tray, ...]:
    last = end = ceil_div(grid.per_row - 1, every) * every
    beyond = (grid.per_row - 1) % every
    # past the last place a cross tray shortens only ways between places more than half its distance on
    if beyond and (grid.rows == 1 or 2 * beyond <= every):
        last, end = last - every, grid.per_row - 1
    lines = []
    if end:
        lines += [(grid.centre(row, 0), grid.centre(row, end)) for row in range(grid.rows)]
    if grid.rows > 1:
        lines += [(grid.centre(0, k), grid.centre(grid.rows - 1, k)) for k in range(0, last + 1, every)]
    return tuple(
        tray_along(f"tray-{number}", line, tallest_mm, size) for number, line in enumerate(lines, start=1)
    )


def tray_along(name: str, line: tuple[tuple[float, float], ...], tallest_mm: float, size: TraySize) -> Tray:
    """Return a tray along a line, above the tallest rack."""
    return Tray(
        id=name,
        points_mm=line,
        elevation_mm=round(tallest_mm + size.above_rack_m * MM_PER_M, 3),
        width_mm=round(size.width_m * MM_PER_M, 3),
        depth_mm=round(size.depth_m * MM_PER_M, 3),
    )

"""The room as a regular grid, with a closed form for cable lengths."""

import math
from dataclasses import dataclass

from fatdesk.core.compiled import compiled
from fatdesk.core.errors import FatdeskError
from fatdesk.core.units import HALF_U_UM, UM_PER_M, ceil_div, um_from_m, um_from_mm
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.floor.room import RoomRequirement


@dataclass(frozen=True, slots=True)
class Grid:
    """Equal racks in equal rows under trays, lengths in micrometres.

    Racks are numbered from 0 in serpentine order. ``drop_um`` is from the top of a rack's highest unit up to
    the trays, ``pitch_um`` from row to row, ``every`` racks from cross tray to cross tray. ``depth_um`` is
    from ports at the rear to the middle of the rack, twice: what depth adds to a cable between racks.
    """

    units: int
    width_um: int
    pitch_um: int
    drop_um: int
    every: int
    depth_um: int = 0
    slack_um: int = 0
    tolerance_um_per_m: int = 0
    rows: int | None = None
    per_row: int | None = None

    @property
    def most_racks(self) -> int | None:
        """Places of a room that has a size."""
        return None if self.rows is None or self.per_row is None else self.rows * self.per_row


def grid_of(room: RoomRequirement | None, rules: CablingRules, catalog: Catalog) -> Grid:
    """The grid that a requirements file asks for; ``reserve``, ``columns`` and ``core_at`` are ignored.

    Raises
    ------
    FatdeskError
        When racks or aisles differ: the formula needs them alike.
    """
    room = room or RoomRequirement()
    if not isinstance(room.rack, str):
        raise FatdeskError("room.rack lists several racks, explore needs one kind: name one part")
    if isinstance(room.aisle_m, tuple):
        raise FatdeskError("room.aisle_m lists several widths, explore needs one: give one number")
    rack = catalog.rack(room.rack)
    units_um = 2 * HALF_U_UM * rack.height_u
    first = rack.first_u_mm
    depth = um_from_mm(rack.depth_mm)
    over = 0 if first is None else um_from_mm(rack.height_mm) - um_from_mm(first) - units_um
    return Grid(
        units=rack.height_u,
        width_um=um_from_mm(rack.width_mm),
        pitch_um=um_from_mm(rack.depth_mm) + um_from_m(room.aisle_m),
        drop_um=um_from_m(rules.tray_above_rack_m) + over,
        every=room.cross_tray_every,
        depth_um=2 * (depth - depth // 2) if rules.depth else 0,
        slack_um=um_from_m(rules.slack_m),
        tolerance_um_per_m=um_from_m(rules.tolerance),
        rows=room.rows,
        per_row=room.racks_per_row,
    )


def size_for(grid: Grid, racks: int) -> tuple[int, int]:
    """Rows and racks a row of a room with a number of racks: its own size, or about square (spec 8)."""
    rows = grid.rows
    if rows is None:
        square = max(1, round(math.sqrt(racks * grid.width_um / grid.pitch_um)))
        rows = ceil_div(racks, grid.per_row) if grid.per_row else square
    return rows, grid.per_row or max(1, ceil_div(racks, rows))


Figures = tuple[int, int, int, int, int, int, int, int]
"""per_row, every, width_um, pitch_um, drop_um, depth_um, slack_um, tolerance in micrometres a metre."""


def figures(grid: Grid, per_row: int) -> Figures:
    """Return the arguments of :func:`length` for a grid."""
    return (
        per_row,
        grid.every,
        grid.width_um,
        grid.pitch_um,
        grid.drop_um,
        grid.depth_um,
        grid.slack_um,
        grid.tolerance_um_per_m,
    )


@compiled
def length(rack_a: int, z_a: int, rack_b: int, z_b: int, room: Figures) -> int:
    """Micrometres of a cable (Algorithm 4, Mudigonda et al., USENIX ATC 2011), with tolerance and slack.

    z is from the top of a rack's highest unit down to the middle of the device.
    """
    per_row, every, width, pitch, drop, depth, slack, tolerance = room
    total = 2 * (width // 2)
    if rack_a == rack_b:
        total += abs(z_a - z_b)
    else:
        row_a, a = rack_a // per_row, rack_a % per_row
        row_b, b = rack_b // per_row, rack_b % per_row
        if row_a % 2 == 1:
            a = per_row - 1 - a
        if row_b % 2 == 1:
            b = per_row - 1 - b
        total += z_a + z_b + 2 * drop + abs(row_a - row_b) * pitch + depth
        if row_a != row_b and a % every > 0 and b % every > 0 and a // every == b // every:
            along = a % every + b % every
            total += width * min(along, 2 * every - along)
        else:
            total += width * abs(a - b)
    return total + (2 * total * tolerance + UM_PER_M) // (2 * UM_PER_M) + slack

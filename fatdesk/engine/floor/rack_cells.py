"""Cells of racks in the grid of the room, and racks that share one."""

from collections.abc import Iterator, Mapping

from fatdesk.core.finding import Finding, Severity
from fatdesk.engine.catalog.parts import RackPart
from fatdesk.engine.floor.floor import Floor, Front, PartOf, Rack, rack_footprint, rack_label
from fatdesk.engine.floor.room_grid import RackCorner, RoomGrid

INSIDE_MM = 1.0
"""Distance of the deciding point from the sides of its rack, which may be along lines of the grid."""
_TOWARDS: Mapping[Front, tuple[int, int]] = {"down": (0, 1), "up": (0, -1), "left": (-1, 0), "right": (1, 0)}
"""Direction of the plan that a front faces."""


def rack_cell(rack: Rack, part: RackPart, grid: RoomGrid) -> str:
    """Return the cell of a rack; empty: outside of the grid."""
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
    """Racks in one cell, and racks outside of the grid."""
    cells = rack_cells(floor, part_of)
    labels = {rack.number: rack_label(rack) for rack in floor.racks}
    racks: dict[str, list[str]] = {}
    for number, cell in cells.items():
        racks.setdefault(cell, []).append(labels[number])
    for cell, some in racks.items():
        if not cell:
            text = f"{_few(some)} outside of the grid of the room, without a cell"
            fix = "move the first cell of the grid, or the racks"
            yield Finding(Severity.WARNING, "cell-none", some[0], text, fix)
        elif len(some) > 1:
            text = f"racks {', '.join(some[:3])}{', ...' if len(some) > 3 else ''} are in the cell {cell}"
            fix = "move one, or choose another corner of racks or a smaller pitch"
            yield Finding(Severity.WARNING, "cell-twice", some[0], text, fix)


def _few(labels: list[str]) -> str:
    return f"rack {labels[0]} is" if len(labels) == 1 else f"{len(labels)} racks ({labels[0]}, ...) are"

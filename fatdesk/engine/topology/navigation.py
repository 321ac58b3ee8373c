"""Navigate a drawing by keyboard: position of a node, its neighbours, the nodes above and below."""

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.topology.drawing import Drawing
from fatdesk.engine.topology.frame import LEAST_BOX, LEAST_HOST
from fatdesk.engine.topology.layout import CELL_HIGH, CELL_WIDE, Kind
from fatdesk.engine.topology.shapes import HOST_HIGH, HOST_WIDE

STANDING = (int(Kind.SWITCH), int(Kind.HOST))
"""Boxes of nodes, each node once."""
Place = tuple[float, float, float, float]
"""Left, top, width and height in units of the layout."""


def row_of(drawing: Drawing, node: int) -> int:
    """The row of a switch; of a host that of its edge switch."""
    layout = drawing.layout
    slot = int(layout.slot_of_node[node])
    return 0 if slot < 0 else int(drawing.wiring.row_of_box[layout.slot_box[slot]])


def place_of(drawing: Drawing, node: int) -> Place | None:
    """Return the position of a drawn node; None for nodes outside."""
    layout = drawing.layout
    slot = int(layout.slot_of_node[node])
    if slot >= 0:
        wide, high = float(layout.slot_wide[slot]), float(layout.slot_high[slot])
        x, y = float(layout.slot_x[slot]), float(layout.row_y[row_of(drawing, node)])
        return x - wide / 2, y - high / 2, wide, high
    if drawing.fabric.kind[node] != NodeKind.HOST:
        return None
    column = int(layout.columns.of_node[node])
    some = layout.hosts[layout.host_start[column] : layout.host_start[column + 1]]
    down, across = divmod(int(np.flatnonzero(some == node)[0]), layout.cells)
    x = float(layout.column_x[column]) + (across - (layout.cells - 1) / 2) * CELL_WIDE
    return x - HOST_WIDE / 2, layout.host_y + down * CELL_HIGH, HOST_WIDE, HOST_HIGH


def least_scale(drawing: Drawing, node: int) -> float:
    """The scale from which on a node is drawn by itself, and not as one of a group."""
    tier = drawing.wiring.tiers[row_of(drawing, node)][0]
    widest = max(tier.width, tier.room) if tier.count > 1 else tier.width
    least = 1.02 * LEAST_BOX / max(1.0, widest)
    host = drawing.fabric.kind[node] == NodeKind.HOST
    return max(least, 1.05 * LEAST_HOST / CELL_WIDE) if host else least


def in_order(drawing: Drawing, most: int) -> Longs:
    """Switches row by row from the top, then hosts; of more than ``most`` nodes the first switches alone."""
    layout = drawing.layout
    slots = np.concatenate(layout.rows[::-1])
    nodes = layout.slot_node[slots[np.isin(layout.slot_kind[slots], STANDING)]]
    if len(nodes) + len(layout.hosts) <= most:
        nodes = np.concatenate([nodes, layout.hosts])
    found: Longs = nodes[:most]
    return found


def neighbour(drawing: Drawing, node: int, steps: int) -> int | None:
    """Node a number of places to the right in the same row, or the last of the row."""
    layout = drawing.layout
    some = layout.hosts
    if layout.slot_of_node[node] >= 0:
        slots = layout.rows[row_of(drawing, node)]
        some = layout.slot_node[slots[np.isin(layout.slot_kind[slots], STANDING)]]
    at = np.flatnonzero(some == node)
    return int(some[max(0, min(len(some) - 1, int(at[0]) + steps))]) if len(at) else None


def linked(drawing: Drawing, node: int, *, up: bool) -> int | None:
    """The first node above a node, or below it."""
    fabric = drawing.fabric
    here = (fabric.ends == node).any(axis=1)
    others = fabric.ends[here].sum(axis=1) - node
    level = np.where(fabric.kind == NodeKind.SWITCH, fabric.level, 0)
    others = others[fabric.kind[others] != NodeKind.EXTERNAL]
    wanted = others[level[others] > level[node]] if up else others[level[others] < level[node]]
    return int(wanted.min()) if len(wanted) else None

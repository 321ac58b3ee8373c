"""Lay a lattice of switches out as a grid: two dimensions as rows and columns, further ones side by side."""

from collections.abc import Sequence

import numpy as np

from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.engine.topology.bare import Slots, bare_layout
from fatdesk.engine.topology.columns import NONE
from fatdesk.engine.topology.layout import BOX_HIGH, NARROW, Kind, Layout

ACROSS, DOWN, APART = 60.0, 96.0, 130.0
"""Between columns, between rows, and between grids."""


def lay_on_grid(fabric: Fabric, hosts: int, S: Sequence[int], T: int) -> Layout:
    """Lay out ``S[0]`` x ``S[1]`` x ... switches, the last dimension from left to right, with T hosts each.

    Hosts are not drawn by themselves: their switch tells how many hang on it, and stands for them.
    """
    across, down = S[-1], S[-2] if len(S) > 1 else 1
    switches = np.flatnonzero(fabric.kind == NodeKind.SWITCH).astype(np.int64)
    number = np.arange(len(switches))
    column, line, sheet = number % across, number // across % down, number // (across * down)
    sheets = len(switches) // (across * down)
    order = np.lexsort((column, sheet, -line))
    pitch = NARROW + ACROSS * _more(down)
    wide = across * pitch + (APART if sheets > 1 else 0.0)
    slot = np.zeros(len(switches), np.int64)
    slot[order] = number
    of_node = np.concatenate([slot[np.arange(hosts) // T], slot])
    gap = DOWN * _more(across) + (DOWN if sheets > 1 else 0.0)
    y = np.arange(down)[::-1] * (BOX_HIGH + gap)
    slots = Slots(
        node=switches[order],
        kind=np.full(len(switches), int(Kind.SWITCH)),
        x=(sheet * wide + (column + 0.5) * pitch)[order],
        wide=np.full(len(switches), NARROW),
        high=np.full(len(switches), BOX_HIGH),
        row=down - 1 - line[order],
        of_node=of_node,
    )
    ends = of_node[fabric.ends]
    ends[(fabric.ends < hosts).any(axis=1)] = NONE
    words = [f"{value}" for value in range(down - 1, -1, -1)] if down > 1 else [""]
    return bare_layout(
        fabric,
        slots,
        y.astype(np.float64),
        ends.astype(np.int64),
        words,
        [1] * down,
        hosts=np.full(len(switches), T),
        grid=wide,
    )


def _more(count: int) -> float:
    """How much wider the room for arcs is where more boxes are joined."""
    return 1.0 + 0.14 * max(0, min(count, 16) - 3)

"""A layout of slots whose places are known, without columns of hosts beneath."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Floats, Longs
from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.engine.topology.columns import NONE, Columns
from fatdesk.engine.topology.layout import Layout


class Slots(NamedTuple):
    """Slots in order of rows, each from the left, as a layout has them; ``row`` of each from the lowest."""

    node: Longs
    kind: Longs
    x: Floats
    wide: Floats
    high: Floats
    row: Longs
    of_node: Longs


def bare_layout(
    fabric: Fabric,
    slots: Slots,
    row_y: Floats,
    link_slot: Longs,
    words: Sequence[str],
    levels: Sequence[int],
    *,
    lane: NDArray[np.int8] | None = None,
    hosts: Longs | None = None,
    grid: float = 0.0,
) -> Layout:
    """The layout; parameters as the attributes of :class:`Layout`."""
    count = len(slots.node)
    none, flat = np.zeros(0, np.int64), np.zeros(0)
    top = int(fabric.level[fabric.kind == NodeKind.SWITCH].max(initial=1))
    unplaced = np.full(fabric.node_count, NONE, np.int64)
    y = row_y[slots.row]
    return Layout(
        columns=Columns(0, top, unplaced, (), unplaced),
        rows=tuple(np.flatnonzero(slots.row == row) for row in range(len(row_y))),
        row_y=row_y,
        slot_node=slots.node.astype(np.int64),
        slot_kind=slots.kind.astype(np.int64),
        slot_x=slots.x,
        slot_wide=slots.wide,
        slot_high=slots.high,
        slot_column=np.full(count, NONE, np.int64),
        slot_of_node=slots.of_node,
        slot_box=np.arange(count),
        box_slot=np.arange(count),
        box_kind=slots.kind.astype(np.int64),
        box_chip=np.zeros(count, np.int64),
        box_x=slots.x,
        box_y=y,
        box_wide=slots.wide,
        box_high=slots.high,
        link_box=link_slot,
        inner=np.zeros((0, 3), np.int64),
        hosts=none,
        host_column=none,
        host_place=none,
        host_start=np.zeros(1, np.int64),
        cells=1,
        cell_rows=0,
        column_x=flat,
        column_wide=flat,
        host_y=float(row_y[0] + slots.high[slots.row == 0].max(initial=0.0) / 2),
        opened=frozenset(),
        row_words=tuple(words),
        row_levels=tuple(levels),
        slot_hosts=hosts,
        link_lane=lane,
        grid=grid,
    )

"""A layout: positions of boxes in rows over blocks of hosts, in pixels at 100 %, and tiers of detail.

Blocks of hosts with their edge switches, and pods of them, are its columns from left to right.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from math import ceil, inf, log

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Floats, Longs, connected_parts
from fatdesk.engine.fabric.fabric import Fabric, NodeKind

NONE = -1


@dataclass(frozen=True, eq=False)
class Columns:
    """A column is a block: hosts, and above them the edge switches that serve them.

    Attributes
    ----------
    count, levels
        How many columns and levels of switches there are.
    of_node : (n,) int64
        Column of each host and edge switch, from the left; NONE for all others.
    pods
        For each level from 2 to the last but one, the pod of each column: a component that is connected
        without the levels above. Pods are numbered from the left and their columns are neighbours. Where
        switches of the highest level are linked with each other, it counts too: its groups are connected
        without these links.
    pod_of_node : (n,) int64
        The pod of a switch between edge and core, among those of its level; NONE for all others.
    pod_word
        What a pod is called: ``Pod``, or ``Group`` where the highest level is in groups.
    """

    count: int
    levels: int
    of_node: Longs
    pods: tuple[Longs, ...]
    pod_of_node: Longs
    pod_word: str = "Pod"


def columns_of(fabric: Fabric) -> Columns:
    """Put the blocks of a network in order: pods together, within them as they are numbered."""
    switches = fabric.nodes(NodeKind.SWITCH)
    levels = int(fabric.level[switches].max(initial=1))
    keys = _keys(fabric)
    here = keys >= 0
    found, number = np.unique(keys[here], return_inverse=True)
    of_node = np.full(fabric.node_count, NONE, np.int64)
    of_node[here] = number
    pods, of_switch = [], []
    grouped = levels > 1 and _linked_within(fabric, levels)
    for level in range(2, levels + grouped):
        columns, nodes = _pods(fabric, of_node, len(found), level)
        pods.append(columns)
        of_switch.append(nodes)
    rank = np.arange(len(found))
    if pods:
        rank[np.lexsort((rank.copy(), *pods))] = np.arange(len(found))
    placed = np.argsort(rank)
    of_node[here] = rank[number]
    pod_of_node = np.full(fabric.node_count, NONE, np.int64)
    ordered = []
    for level, (columns, nodes) in enumerate(zip(pods, of_switch, strict=True), start=2):
        ordered.append(columns[placed])
        middle = (fabric.kind == NodeKind.SWITCH) & (fabric.level == level)
        pod_of_node[middle] = nodes[middle]
    word = "Group" if grouped else "Pod"
    return Columns(len(found), levels, of_node, tuple(ordered), pod_of_node, word)


def _linked_within(fabric: Fabric, level: int) -> bool:
    """Whether switches of a level are linked with each other."""
    here = (fabric.kind == NodeKind.SWITCH) & (fabric.level == level)
    return bool(here[fabric.ends].all(axis=1).any())


def _keys(fabric: Fabric) -> Longs:
    """Return a key that nodes of one column share: their block, else the first edge switch of a host."""
    kind, keys = fabric.kind, fabric.block.astype(np.int64)
    edges = np.flatnonzero((kind == NodeKind.SWITCH) & (fabric.level == 1))
    keys[(kind != NodeKind.HOST) & ~((kind == NodeKind.SWITCH) & (fabric.level == 1))] = NONE
    alone = edges[keys[edges] < 0]
    first = int(keys.max(initial=-1)) + 1
    keys[alone] = first + np.arange(len(alone))
    loose = (kind == NodeKind.HOST) & (keys < 0)
    if loose.any():
        to_host = kind[fabric.ends[:, 1]] == NodeKind.HOST
        switch, host = fabric.ends[to_host][::-1].T
        hung = loose[host] & (keys[switch] >= 0)
        keys[host[hung]] = keys[switch[hung]]
        keys[(kind == NodeKind.HOST) & (keys < 0)] = first + len(alone)
    return keys


def _pods(fabric: Fabric, column: Longs, count: int, level: int) -> tuple[Longs, Longs]:
    """Pods of the columns, and of all nodes, with only levels up to one, without links within it."""
    switch = (fabric.kind == NodeKind.SWITCH) & (fabric.level <= level)
    place = np.where(column >= 0, column, count + np.arange(fabric.node_count))
    highest = switch & (fabric.level == level)
    inside = switch[fabric.ends].all(axis=1) & ~highest[fabric.ends].all(axis=1)
    a, b = place[fabric.ends[inside]].T
    part = connected_parts(count + fabric.node_count, a, b)
    firsts = np.unique(part[:count], return_index=True)[1]
    in_order = part[np.sort(firsts)]
    number = np.full(int(part.max(initial=0)) + 1, NONE, np.int64)
    number[in_order] = np.arange(len(in_order))
    return number[part[:count]], number[part[place]]


FEW = 8
"""Most blocks drawn wide; more of them are drawn narrow."""
WIDE, NARROW, BOX_HIGH = 148.0, 86.0, 52.0
OUTSIDE_WIDE = 86.0
CHIP_WIDE, CHIP_HIGH, CHIP_GAP, CHIP_ROW = 44.0, 30.0, 6.0, 96.0
FRAME = 12.0
"""Between the frame of an opened switch and its chips."""
CELL_WIDE, CELL_HIGH = 30.0, 30.0
"""From host to host."""
STEM = 76.0
"""From an edge switch down to its hosts."""
SHAPE = 0.5
"""Height of a drawing over its width, where rows are few."""
LEAST_GAP = 220.0
GRID_ROW = 130.0
"""Room for arcs over the highest row of a grid."""


class Kind(IntEnum):
    """Kind of a box."""

    SWITCH = 0
    CARD = 1
    BOARD = 2
    PANEL = 3
    """Panel where hosts leave an enclosure whose switch is elsewhere."""
    OUTSIDE = 4
    """The far ends of extra ports of one switch."""
    HOST = 5
    """A host that is in a row by itself."""
    AGAIN = 6
    """The same host once more, where links lead to it."""


NODES = (int(Kind.SWITCH), int(Kind.HOST), int(Kind.AGAIN))
"""Boxes that represent a node."""
IS_NODE = np.array([kind in NODES for kind in Kind])
"""The same by kind."""


@dataclass(frozen=True, eq=False)
class Layout:
    """All places of a network.

    A *slot* is in a row, from the left: a switch, a panel, or what is outside. A *box* is what links
    end at: a slot, or each chip of one that is opened.

    Attributes
    ----------
    rows
        Slots of each row, lowest first, from the left; ``row_y`` their middles.
    slot_node, slot_kind, slot_x, slot_wide, slot_high
        Node of each slot (a panel: NONE; outside: the switch), kind, middle, width and height.
    slot_column, slot_of_node, slot_box
        Of slots of the lowest row their column, else NONE; the slot of a switch; the first box of a slot.
    box_slot, box_kind, box_chip, box_x, box_y, box_wide, box_high
        Slot of each box, its kind, number of its chip from 0, middle, width, height.
    link_box : (m, 2) int64
        Boxes at both ends of each link; NONE at hosts that hang under their own edge switch.
    inner : (k, 3) int64
        Links inside opened switches: card box, board box, how many.
    hosts, host_column, host_place, host_start
        Host nodes column by column, the column of each, its number there from 0; hosts of column c are
        ``host_start[c]`` to ``host_start[c + 1]``.
    cells, cell_rows
        Hosts side by side in a column, and how many rows of them there are at most.
    column_x, column_wide
        Middle and width of each column.
    host_y
        Upper edge of the hosts.
    row_words, row_levels
        What rows are called, and the level of their nodes (0: hosts); empty: by their order.
    slot_hosts
        Hosts shown as a count in their switch's box; None: all are drawn.
    link_lane
        Links of other lanes are drawn next to those of lane 0; None: there is one lane.
    grid
        Width of one of the grids that switches are laid out in; 0: rows follow from levels.
    over
        Room over the highest row for arcs between its boxes.
    """

    columns: Columns
    rows: tuple[Longs, ...]
    row_y: Floats
    slot_node: Longs
    slot_kind: Longs
    slot_x: Floats
    slot_wide: Floats
    slot_high: Floats
    slot_column: Longs
    slot_of_node: Longs
    slot_box: Longs
    box_slot: Longs
    box_kind: Longs
    box_chip: Longs
    box_x: Floats
    box_y: Floats
    box_wide: Floats
    box_high: Floats
    link_box: Longs
    inner: Longs
    hosts: Longs
    host_column: Longs
    host_place: Longs
    host_start: Longs
    cells: int
    cell_rows: int
    column_x: Floats
    column_wide: Floats
    host_y: float
    opened: frozenset[int]
    row_words: tuple[str, ...] = ()
    row_levels: tuple[int, ...] = ()
    slot_hosts: Longs | None = None
    link_lane: NDArray[np.int8] | None = None
    grid: float = 0.0
    over: float = 0.0

    @property
    def extent(self) -> tuple[float, float, float, float]:
        """Left, upper, right and lower edge of all of it."""
        left = float((self.slot_x - self.slot_wide / 2).min(initial=0.0))
        right = float((self.slot_x + self.slot_wide / 2).max(initial=0.0))
        if len(self.column_x):
            left = min(left, float(self.column_x[0] - self.column_wide[0] / 2))
            right = max(right, float(self.column_x[-1] + self.column_wide[-1] / 2))
        high = float(self.slot_high[self.rows[-1]].max(initial=BOX_HIGH))
        high += 2 * (GRID_ROW if self.grid else self.over)
        return left, float(self.row_y[-1]) - high / 2, right, self.host_y + self.cell_rows * CELL_HIGH


ROOMY = 0.86
MOST = 16
"""A group is drawn as one box when it has more than this number below; smaller ones get steps in between."""


@dataclass(frozen=True, eq=False)
class Tier:
    """The boxes of one row at one coarseness.

    Attributes
    ----------
    start : (g + 1,) int64
        Slots of group i are ``start[i]`` to ``start[i + 1]`` of the row, counted from the left.
    left, right : (g,) float64
    word
        What a group is called: ``pod`` or ``pods``; empty: switches, by the names of the first and last.
    pods : (g, 2) int64
        First and last pod of each group, where ``word`` names pods.
    """

    start: Longs
    left: Floats
    right: Floats
    word: str = ""
    pods: Longs | None = None

    @property
    def count(self) -> int:
        """Number of groups."""
        return len(self.left)

    @cached_property
    def width(self) -> float:
        """Mean width of a group."""
        return float((self.right - self.left).mean()) if len(self.left) else 0.0

    @cached_property
    def room(self) -> float:
        """Width at which all of them could be drawn without touching."""
        middles = (self.left + self.right) / 2
        return ROOMY * float(np.diff(middles).min()) if len(middles) > 1 else inf


def tiers_of(layout: Layout, row: int) -> tuple[Tier, ...]:
    """From each slot by itself to all of a row in a few groups."""
    slots = layout.rows[row]
    single = np.arange(len(slots) + 1)
    left = layout.slot_x[slots] - layout.slot_wide[slots] / 2
    right = layout.slot_x[slots] + layout.slot_wide[slots] / 2
    made = [Tier(single, left, right)]

    def add(start: Longs, word: str = "", pods: Longs | None = None) -> None:
        if len(start) < len(made[-1].start):
            made.append(Tier(start, left[start[:-1]], right[start[1:] - 1], word, pods))

    start = single
    for pod in _pods_of(layout, slots, row):
        ends = np.concatenate([[0], np.flatnonzero(np.diff(pod)) + 1, [len(slots)]])
        biggest = int(np.diff(np.searchsorted(start, ends)).max(initial=1))
        for size in _steps(biggest):
            add(_runs(start, ends, size))
        start = ends
        number = pod[ends[:-1]]
        add(ends, "pod", np.stack([number, number], axis=1))
    whole = np.array([0, len(slots)])
    pods_of = made[-1].pods
    for size in _steps(len(start) - 1):
        run = _runs(start, whole, size)
        if pods_of is not None:
            first = np.searchsorted(start, run[:-1])
            last = np.searchsorted(start, run[1:]) - 1
            add(run, "pods", np.stack([pods_of[first, 0], pods_of[last, 1]], axis=1))
        else:
            add(run)
    return tuple(made)


def _pods_of(layout: Layout, slots: Longs, row: int) -> Sequence[Longs]:
    """The pods of each slot of a row, smaller ones first."""
    columns = layout.columns
    if row == 0:
        column = layout.slot_column[slots]
        return [pods[column] for pods in columns.pods if len(np.unique(pods)) > 1]
    if 1 <= row <= len(columns.pods) and not (layout.slot_kind[slots] == Kind.OUTSIDE).any():
        own = columns.pod_of_node[layout.slot_node[slots]]
        if (own == NONE).any() or len(np.unique(own)) < 2:
            return []
        column_of = np.searchsorted(columns.pods[row - 1], own)
        return [pods[column_of] for pods in columns.pods[row - 1 :] if len(np.unique(pods)) > 1]
    return []


def _steps(count: int) -> list[int]:
    """Sizes of groups between single ones and ``count`` of them, each at most MOST times the last.

    >>> _steps(12), _steps(64), _steps(3584)
    ([], [8], [16, 256])
    """
    if count <= MOST:
        return []
    steps = ceil(log(count) / log(MOST))
    ratio = ceil(count ** (1 / steps))
    return [ratio**n for n in range(1, steps)]


def _runs(start: Longs, ends: Longs, size: int) -> Longs:
    """Groups of ``size`` neighbouring ones of ``start``, none over an end."""
    pieces = []
    low = np.searchsorted(start, ends)
    for a, b in zip(low[:-1].tolist(), low[1:].tolist(), strict=True):
        count = b - a
        groups = -(-count // size)
        pieces.append(a + np.arange(groups) * count // groups)
    return np.append(start[np.concatenate(pieces)], ends[-1]) if pieces else ends

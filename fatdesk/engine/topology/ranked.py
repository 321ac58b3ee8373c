"""Lay a network out in given rows of nodes, hosts among them: one-way trees unrolled, mirrored trees."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Longs
from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.engine.topology.bare import Slots, bare_layout
from fatdesk.engine.topology.layout import BOX_HIGH, FEW, LEAST_GAP, NARROW, WIDE, Kind, Layout

HOST_WIDE, HOST_HIGH = 46.0, 34.0
GAP, WIDE_GAP, HOST_GAP = 14.0, 120.0, 8.0
TALL = 0.66
"""Height of a drawing over its width, where rows are few."""
TO_HOSTS = 0.62
"""Height from hosts to switches, in heights from switches to switches."""


def lay_in_rows(
    fabric: Fabric,
    rows: Sequence[Longs],
    words: Sequence[str],
    into: NDArray[np.bool_] | None = None,
    lane: NDArray[np.int8] | None = None,
) -> Layout:
    """Lay out rows of nodes, the lowest first, each from the left and spread over the whole width.

    Parameters
    ----------
    words
        What each row is called.
    into : (m,) bool
        Links that lead to hosts; those hosts stand a second time in the highest row. None: they do not.
    lane
        Links of another lane than 0 are drawn beside those of lane 0.
    """
    kind = fabric.kind
    node = np.concatenate(rows)
    row = np.repeat(np.arange(len(rows)), [len(some) for some in rows])
    host = kind[node] == NodeKind.HOST
    again = (row == len(rows) - 1) & (into is not None)
    kinds = np.where(again, int(Kind.AGAIN), np.where(host, int(Kind.HOST), int(Kind.SWITCH)))
    widest = max((len(some) for some in rows if kind[some[0]] != NodeKind.HOST), default=1)
    wide = np.where(host, HOST_WIDE, WIDE if widest <= FEW else NARROW)
    gap = np.where(host, HOST_GAP, WIDE_GAP if widest <= FEW else GAP)
    whole = float(np.bincount(row, wide + gap).max())
    count = np.bincount(row)
    place = np.arange(len(node)) - (np.cumsum(count) - count)[row]
    x = (place + 0.5) * (whole / count)[row]
    of_hosts = [kind[some[0]] == NodeKind.HOST for some in rows]
    step = max(LEAST_GAP * 0.8, TALL * whole / max(1, len(rows) - 1))
    y, at = np.zeros(len(rows)), 0.0
    for number in range(len(rows) - 1, -1, -1):
        y[number] = at
        near_hosts = of_hosts[number] or (number > 0 and of_hosts[number - 1])
        at += step * (TO_HOSTS if near_hosts else 1.0)
    slot_of_node = np.full(fabric.node_count, -1, np.int64)
    slot_of_node[node[~again]] = np.flatnonzero(~again)
    ends = slot_of_node[fabric.ends.astype(np.int64)]
    if into is not None:
        twice = np.full(fabric.node_count, -1, np.int64)
        twice[node[again]] = np.flatnonzero(again)
        ends[into, 1] = twice[fabric.ends[into, 1]]
    levels = [0 if hosts else int(fabric.level[some[0]]) for hosts, some in zip(of_hosts, rows, strict=True)]
    slots = Slots(node, kinds, x, wide, np.where(host, HOST_HIGH, BOX_HIGH), row, slot_of_node)
    return bare_layout(fabric, slots, y, ends, words, levels, lane=lane)

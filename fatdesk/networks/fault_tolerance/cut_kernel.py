"""The compiled search for the least cut between sources and a destination, by augmenting paths."""

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.compiled import compiled

Ints = NDArray[np.int32]
Bools = NDArray[np.bool_]
ENDLESS = 1 << 30
"""The capacity of what never fails."""


@compiled
def least_cut(
    tail: Ints, head: Ints, room: Ints, sources: Ints, target: int, best: int, side: Bools
) -> tuple[int, int]:
    """The least cut between one of the sources and the target.

    By augmenting paths (Ford and Fulkerson, 1956); a source is left as soon as it has as much flow as the
    least cut so far.

    Parameters
    ----------
    tail, head, room
        Arcs and how many things are to fail so that each is gone; ENDLESS: it never is.
    best
        Only less is looked for.
    side : (nodes,)
        Changed when less is found: what is still reached from that source.

    Returns
    -------
    best, source
        The least cut, and its source; -1 when no less was found.
    """
    found = -1
    start, arc = _both_ways(tail, head, len(side))
    left = np.zeros(2 * len(tail), np.int32)  # 2 i: over arc i; 2 i + 1: back over it
    for i in range(len(tail)):
        left[2 * i] = room[i]
    came = np.full(len(side), -1, np.int32)
    reached, stack = np.empty(len(side), np.int32), np.empty(len(side), np.int32)
    at = np.empty(len(side), np.int32)
    fuller = np.zeros(len(tail), np.bool_)
    changed = np.empty(len(tail), np.int32)
    seen = 0
    for source in sources:
        flow = 0
        changes = 0
        while flow < best:
            for i in range(seen):  # what was reached before; all nodes would take longer than the search
                came[reached[i]] = -1
            seen = _search(source, target, start, arc, tail, head, left, came, reached, stack, at)
            if came[target] < 0:
                break
            least, changes = _push(source, target, tail, head, left, came, fuller, changed, changes)
            flow += least
        if flow < best:
            best, found = flow, source
            for node in range(len(side)):
                side[node] = False
            for i in range(seen):
                side[reached[i]] = True
        for i in range(changes):
            back = changed[i]
            left[2 * back], left[2 * back + 1] = room[back], 0
            fuller[back] = False
    return best, found


@compiled
def _both_ways(tail: Ints, head: Ints, nodes: int) -> tuple[Ints, Ints]:
    """Arcs out of each node, forwards and backwards, as (start, arc)."""
    start = np.zeros(nodes + 1, np.int32)
    for i in range(len(tail)):
        start[tail[i] + 1] += 1
        start[head[i] + 1] += 1
    for i in range(nodes):
        start[i + 1] += start[i]
    fill = start[:nodes].copy()
    arc = np.empty(2 * len(tail), np.int32)
    for i in range(len(tail)):
        arc[fill[tail[i]]] = 2 * i
        fill[tail[i]] += 1
        arc[fill[head[i]]] = 2 * i + 1
        fill[head[i]] += 1
    return start, arc


@compiled
def _search(
    source: int,
    target: int,
    start: Ints,
    arc: Ints,
    tail: Ints,
    head: Ints,
    left: Ints,
    came: Ints,
    reached: Ints,
    stack: Ints,
    at: Ints,
) -> int:
    """By which arc each node is reached, -1 if it is not; how many are, the first of ``reached``.

    Depth first, because it ends at the target, to which most nodes have a way.
    """
    came[source] = len(left)
    reached[0] = stack[0] = source
    at[source] = start[source]
    count, depth = 1, 1
    while depth > 0:
        node = stack[depth - 1]
        if at[node] == start[node + 1]:
            depth -= 1
            continue
        taken = arc[at[node]]
        at[node] += 1
        then = tail[taken >> 1] if taken & 1 else head[taken >> 1]
        if left[taken] > 0 and came[then] < 0:
            came[then] = taken
            reached[count] = then
            count += 1
            if then == target:
                break
            at[then] = start[then]
            stack[depth] = then
            depth += 1
    return count


@compiled
def _push(
    source: int,
    target: int,
    tail: Ints,
    head: Ints,
    left: Ints,
    came: Ints,
    fuller: Bools,
    changed: Ints,
    changes: int,
) -> tuple[int, int]:
    """Send as much as can be over the path that was found; what has no end is not sent, but told."""
    least = ENDLESS
    node = target
    while node != source:
        taken = came[node]
        least = min(least, left[taken])
        node = head[taken >> 1] if taken & 1 else tail[taken >> 1]
    if least < ENDLESS:
        node = target
        while node != source:
            taken = came[node]
            left[taken] -= least
            left[taken ^ 1] += least
            if not fuller[taken >> 1]:
                fuller[taken >> 1] = True
                changed[changes] = taken >> 1
                changes += 1
            node = head[taken >> 1] if taken & 1 else tail[taken >> 1]
    return least, changes

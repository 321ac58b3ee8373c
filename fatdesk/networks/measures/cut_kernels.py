"""Loops of the search for a bisection, compiled."""

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.compiled import compiled

Longs = NDArray[np.int64]
Bools = NDArray[np.bool_]


@compiled
def fewest_for(
    side: Bools, start: Longs, at: Longs, by: Longs, count: Longs, hosts: int, widest: int, room: Longs
) -> int:
    """Links of hosts that are cut at least where switches lie on these sides and hosts are halved.

    ``room`` is space for 2 ``widest`` + 1 numbers, ``widest`` the most links of a host.
    """
    room[:] = 0
    total = 0
    for c in range(len(count)):
        to_one = 0
        to_zero = 0
        for i in range(start[c], start[c + 1]):
            if side[at[i]]:
                to_one += by[i]
            else:
                to_zero += by[i]
        total += to_one * count[c]  # as if it lay on side 0
        room[to_zero - to_one + widest] += count[c]  # what side 1 costs more
    best = -1
    for half in range(hosts // 2, hosts - hosts // 2 + 1):
        left = half
        cost = total
        for more in range(2 * widest + 1):
            taken = min(left, room[more])
            cost += taken * (more - widest)
            left -= taken
        if best < 0 or cost < best:
            best = cost
    return best


@compiled
def cut_of(side: Bools, pairs: Longs, links: Longs) -> int:
    """Links between switches on different sides."""
    total = 0
    for e in range(len(links)):
        if side[pairs[e, 0]] != side[pairs[e, 1]]:
            total += links[e]
    return total


@compiled
def every_side(
    switches: int,
    first: int,
    last: int,
    pairs: Longs,
    links: Longs,
    start: Longs,
    at: Longs,
    by: Longs,
    count: Longs,
    hosts: int,
    widest: int,
) -> int:
    """The fewest links cut over the sides of switches that numbers from ``first`` to ``last`` - 1 spell."""
    side = np.zeros(switches, np.bool_)
    room = np.zeros(2 * widest + 1, np.int64)
    best = -1
    for number in range(first, last):
        for s in range(switches):
            side[s] = (number >> s) & 1
        cut = cut_of(side, pairs, links)
        if best < 0 or cut < best:
            cut += fewest_for(side, start, at, by, count, hosts, widest, room)
            if best < 0 or cut < best:
                best = cut
    return best


@compiled
def refine(  # noqa: PLR0912, PLR0915 (one loop over lists that calls would have to hand on)
    side: Bools,
    weight: Longs,
    kind: Longs,
    kinds: int,
    start: Longs,
    heads: Longs,
    links: Longs,
    target: int,
    flip: int,
    passes: int,
) -> None:
    """Fiduccia and Mattheyses' improvement of a cut: move nodes one by one, keep the best prefix, repeat.

    The sum of links cut and ``flip`` for each unit of weight that side 1 differs from ``target`` falls.

    Parameters
    ----------
    side : (n,) bool
        Changed in place.
    weight, kind
        Weight of each node, and a number below ``kinds`` that nodes of one weight share.
    start, heads, links
        Neighbours of node v from ``start[v]`` on, and links to each.
    """
    nodes = len(side)
    most = 1
    for v in range(nodes):
        degree = 0
        for i in range(start[v], start[v + 1]):
            degree += links[i]
        most = max(most, degree)
    width = 2 * most + 1
    lists = 2 * kinds
    after = np.empty(nodes, np.int64)
    before = np.empty(nodes, np.int64)
    gain = np.empty(nodes, np.int64)
    free = np.empty(nodes, np.bool_)
    order = np.empty(nodes, np.int64)
    first = np.empty((lists, width), np.int64)
    top = np.empty(lists, np.int64)
    on_one = 0
    for v in range(nodes):
        if side[v]:
            on_one += weight[v]
    for _ in range(passes):
        first[:] = -1
        top[:] = -1
        for v in range(nodes):
            g = 0
            for i in range(start[v], start[v + 1]):
                g += links[i] if side[heads[i]] != side[v] else -links[i]
            gain[v] = g
            free[v] = True
            row = 2 * kind[v] + side[v]
            slot = g + most
            before[v] = -1
            after[v] = first[row, slot]
            if after[v] >= 0:
                before[after[v]] = v
            first[row, slot] = v
            top[row] = max(top[row], slot)
        won = 0
        best = 0
        kept = 0
        moves = 0
        start_on_one = on_one
        best_on_one = on_one
        while moves < nodes:
            pick = -1
            value = 0
            for row in range(lists):
                while top[row] >= 0 and first[row, top[row]] < 0:
                    top[row] -= 1
                if top[row] >= 0:
                    v = first[row, top[row]]
                    then = on_one + (weight[v] if row % 2 == 0 else -weight[v])
                    worth = gain[v] + flip * (abs(on_one - target) - abs(then - target))
                    if pick < 0 or worth > value:
                        pick = v
                        value = worth
            if pick < 0:
                break
            v = pick
            row = 2 * kind[v] + side[v]
            if before[v] >= 0:
                after[before[v]] = after[v]
            else:
                first[row, gain[v] + most] = after[v]
            if after[v] >= 0:
                before[after[v]] = before[v]
            free[v] = False
            on_one += -weight[v] if side[v] else weight[v]
            side[v] = not side[v]
            order[moves] = v
            moves += 1
            won += value
            if won > best:
                best = won
                kept = moves
                best_on_one = on_one
            for i in range(start[v], start[v + 1]):
                u = heads[i]
                if free[u]:
                    row = 2 * kind[u] + side[u]
                    if before[u] >= 0:
                        after[before[u]] = after[u]
                    else:
                        first[row, gain[u] + most] = after[u]
                    if after[u] >= 0:
                        before[after[u]] = before[u]
                    gain[u] += -2 * links[i] if side[u] == side[v] else 2 * links[i]
                    slot = gain[u] + most
                    before[u] = -1
                    after[u] = first[row, slot]
                    if after[u] >= 0:
                        before[after[u]] = u
                    first[row, slot] = u
                    top[row] = max(top[row], slot)
        for m in range(kept, moves):
            side[order[m]] = not side[order[m]]
        on_one = best_on_one if kept > 0 else start_on_one
        if kept == 0:
            break

"""Cheapest numbers of cables between two sets of switches: exact minimum-cost flow by cost scaling.

Each lower switch has a number of cables, each upper switch takes a number. The cost of a pair is convex in
its cables, so that a flow in whole numbers is optimal. The algorithm is Goldberg and Tarjan's (1990): a flow
and prices that are optimal within a tolerance are made so for ever smaller tolerances, by pushing cables
along pairs that lower the cost and by lowering the prices of switches that no such pair leaves.
"""

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.core.compiled import compiled, hot

STEP = 8
"""Quotient of the tolerances of successive rounds."""


def cheapest(
    kept: Longs,
    centre: Longs,
    least: Longs,
    most: Longs,
    supply: Longs,
    demand: Longs,
    keep: int,
    spread: int,
) -> Longs:
    """Return the cables of each pair that cost least in all.

    The cost of x cables is ``spread`` (x - ``centre``)², less ``keep`` for each of them up to ``kept``.

    Parameters
    ----------
    kept, centre, least, most : (l, u) int64
        Of each pair; least and most bound its cables.
    supply : (l,) int64
        Cables of each lower switch.
    demand : (u,) int64
        Cables of each upper switch. A solution within all bounds must exist, else the search does not end.
    """
    lowers, uppers = kept.shape
    nodes = lowers + uppers
    scale = nodes + 1
    # costs are multiples of more than the nodes: what is optimal within a tolerance of 1 is optimal
    cables = np.clip(kept, least, most)
    work = np.zeros((4, nodes), np.int64)
    farthest = max(int(np.abs(most - centre).max(initial=0)), int(np.abs(least - centre).max(initial=0)))
    tolerance = scale * (keep + 2 * spread * (farthest + 1))
    while tolerance > 1:
        tolerance = max(1, tolerance // STEP)
        work[1, :lowers], work[1, lowers:] = supply, -demand
        _refine(cables, kept, centre, least, most, work, keep * scale, spread * scale, tolerance)
    return cables


@compiled
def _cost(x: int, kept: int, centre: int, keep: int, spread: int) -> int:
    """Cost of one cable more than x."""
    cost = spread * (2 * (x - centre) + 1)
    return cost - keep if x < kept else cost


CLOSED = 1 << 62
"""Cost of a cable more than a pair may have, or less."""


@compiled
def _change(up: bool, x: int, least: int, most: int, kept: int, centre: int, keep: int, spread: int) -> int:
    """Cost of one cable more, or of one less."""
    if up:
        return _cost(x, kept, centre, keep, spread) if x < most else CLOSED
    return -_cost(x - 1, kept, centre, keep, spread) if x > least else CLOSED


@hot
def _refine(
    cables: Longs,
    kept: Longs,
    centre: Longs,
    least: Longs,
    most: Longs,
    work: Longs,
    keep: int,
    spread: int,
    tolerance: int,
) -> None:
    """Make a flow and its prices optimal within a smaller tolerance.

    ``work`` has a row each for the prices of the switches, their excesses (given: supply, and demand below
    0), the neighbour that each tries next, and the queue of switches with an excess.
    """
    lowers, uppers = kept.shape
    nodes = lowers + uppers
    price, excess, place, queue = work[0], work[1], work[2], work[3]
    for a in range(lowers):
        for b in range(uppers):
            gain = price[lowers + b] - price[a]
            x, own, mid = cables[a, b], kept[a, b], centre[a, b]
            while x < most[a, b] and _cost(x, own, mid, keep, spread) < gain:
                x += 1
            while x > least[a, b] and _cost(x - 1, own, mid, keep, spread) > gain:
                x -= 1
            cables[a, b] = x
            excess[a] -= x
            excess[lowers + b] += x
    first = count = 0
    for v in range(nodes):
        place[v] = 0
        if excess[v] > 0:
            queue[count] = v
            count += 1
    while count:
        v = queue[first]
        first = (first + 1) % nodes
        count -= 1
        up = v < lowers  # a lower switch passes on by one cable more, an upper one by one less
        others, start = (uppers, lowers) if up else (lowers, 0)
        while excess[v] > 0:
            i = place[v]
            if i == others:
                best = -CLOSED
                for i in range(others):
                    a, b = (v, i) if up else (i, v - lowers)
                    cost = _change(
                        up, cables[a, b], least[a, b], most[a, b], kept[a, b], centre[a, b], keep, spread
                    )
                    best = max(best, price[start + i] - cost)
                price[v] = best - tolerance
                place[v] = 0
                continue
            a, b = (v, i) if up else (i, v - lowers)
            cost = _change(up, cables[a, b], least[a, b], most[a, b], kept[a, b], centre[a, b], keep, spread)
            if price[v] + cost >= price[start + i]:
                place[v] = i + 1
                continue
            cables[a, b] += 1 if up else -1
            excess[v] -= 1
            excess[start + i] += 1
            if excess[start + i] == 1:
                queue[(first + count) % nodes] = start + i
                count += 1

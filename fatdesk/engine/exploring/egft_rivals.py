"""Search for trees that real cable prices may put on the front, given the cost of the trees priced so far.

`tree_front` compares trees by the least that their bundles can cost. Where cables are longer than that, a
tree that it left out may be cheaper than the one that beat it. So all trees are searched once more, against
trees whose cost as placed is known: a tree is a *rival* unless a known one has no worse ratio, hops, switches
and cables, and costs no more than the lower bound of this one. Trees that are no rivals are beaten, whatever
their cables cost; so the front of the known trees and of all rivals, priced, is that of all trees.

A partly built tree is left out where each way to complete it is beaten. Let it have P host ports and occur
``rest`` times or more in the whole, which ends with ratio r. Then each copy has P / r uplinks or more, so the
levels above have at least rest P / (r R) switches, rest P / (r R / 2) bundles and the price of that many
links. These bounds fall as r grows, so it is enough to check them just below each ratio of the known trees,
against the known trees up to the ratio before.

The number of trees has no useful limit. The search counts its steps before it makes them, and gives up where
they, or the rivals, are too many. Both limits are counts, so the result does not depend on the machine.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.compiled import compiled
from fatdesk.core.progress import SILENT, Progress
from fatdesk.core.units import ceil_div
from fatdesk.engine.exploring.egft import Egft
from fatdesk.engine.exploring.egft_search import LANES, Table, TreeQuery
from fatdesk.engine.exploring.result import on_front

GROWN, ENDED = 10_000_000, 250_000_000
"""Most combinations of M, C and K at one level between others, and at one that joins everything.

A second or so each: most of them are passed over.
"""
RIVALS = 6_000
"""Most rivals."""
SLACK = 1e-9
"""Costs closer than this part of themselves count as equal, so that rounding rules no tree out."""
RATIOS = 32
"""Most ratios at which partly built trees are compared with the known ones."""


@dataclass(frozen=True, slots=True)
class Rivals:
    """All rivals (none where they are not ``complete``), and how many trees were looked at."""

    trees: tuple[Egft, ...]
    searched: int
    complete: bool


def rivals(
    query: TreeQuery,
    known: Table,
    *,
    host_cost: float = 0.0,
    most_cost: float = np.inf,
    progress: Progress = SILENT,
) -> Rivals:
    """All trees that none of the known ones beats for sure.

    Parameters
    ----------
    known
        Rows of ratio, switches, cables between switches, cost as placed, and levels.
    host_cost
        The least that the cables of the hosts cost; ``query`` has the least prices of switches and bundles.
    most_cost
        Trees that cost more for sure are no rivals.
    """
    N, R, T = query.hosts, query.radix, query.terminals
    if T > R or N <= T or query.levels < 2 or T == R:
        return Rivals((), 0, True)  # one switch at most, which is always known
    known = known[on_front(known)] if len(known) else known
    known = known[np.lexsort(known.T[::-1])]
    prices = query.prices()
    plugs = np.array([ceil_div(k, LANES) for k in range(R + 1)], np.float64)
    plug_limit = np.inf if query.plugs is None else float(query.plugs)
    most = np.array(
        [
            np.inf if query.ratio is None else np.nextafter(max(query.ratio, 0.0), np.inf),
            np.inf if query.switches is None else float(query.switches),
            most_cost,
        ]
    )
    each = min((float(prices[k]) / k for k in range(query.lag, R + 1, query.lag)), default=0.0)
    figures = np.array([R, query.lag, query.switch_price, each, host_cost, plug_limit, N])
    ladder = _ladder(known)
    levels = [
        np.array([[T, R - T, max(1.0, T / (R - T)), 1, 0, query.switch_price, plug_limit, -1, 0, 0, 0]])
    ]
    found: list[tuple[int, list[int]]] = []
    searched = 0
    for level in range(2, query.levels + 1):
        text = f"trees of {R} ports, {T} hosts per switch: rivals of the front, level {level}"
        progress.step(level - 2, query.levels - 1, text)
        here = levels[-1]
        grown, ended = _steps(here, R, query.lag, N)
        if ended > ENDED or (grown > GROWN and level < query.levels):
            return Rivals((), searched, False)
        whole, tried = _finish(here, known, prices, plugs, figures, most, level, RIVALS + 1 - len(found))
        searched += tried
        found += [(level, row) for row in whole.tolist()]
        if len(found) > RIVALS:
            return Rivals((), searched, False)
        if level < query.levels:
            more_levels = min(query.levels - level - 1, 60)  # 60 of three ports join more than can be
            room = float(R) * max(R - 1.0, 1.0) ** more_levels
            more, tried = _extend(here, *ladder, prices, plugs, figures, most, level, room)
            searched += tried
            levels.append(more)
    trees = (_tree(levels[: level - 1], at, (M, C, K), T) for level, (at, M, C, K) in found)
    return Rivals(tuple(trees), searched, True)


def _tree(levels: list[Table], at: int, top: tuple[int, int, int], T: int) -> Egft:
    parts = [top]
    for level in reversed(levels[1:]):
        parent, *part = level[at, 7:].astype(np.int64).tolist()
        parts.append(tuple(part))
        at = parent
    parts.append((T, 1, 1))
    M, C, K = zip(*reversed(parts), strict=True)
    return Egft(M, C, K)


@compiled
def _steps(trees: Table, r: int, lag: int, total: float) -> tuple[int, int]:
    """Combinations of M, C and K of the next level: where others follow, and where it joins everything."""
    grown = ended = 0
    for i in range(trees.shape[0]):
        up = int(trees[i, 1])
        rest = int(np.ceil(total / trees[i, 0]))
        for m in range(2, min(rest, r) + 1):
            for k in range(lag, min(r // m, up) + 1, lag):
                if m == rest:
                    ended += up // k
                else:
                    grown += up // k
    return grown, ended


def _ladder(known: Table) -> tuple[Table, NDArray[np.int64], Table]:
    """Some of the ratios of the known trees, and the front of the trees up to each of them.

    The front up to step i is ``fronts[starts[i + 1] : starts[i + 2]]``, over switches, cables, cost and
    levels; before the first step it is empty.
    """
    ratios = np.unique(known[:, 0])
    chosen = np.linspace(0, len(ratios) - 1, min(RATIOS, len(ratios))).round().astype(np.int64)
    steps = ratios[np.unique(chosen)]
    fronts = [np.empty((0, 4))]
    for step in steps:
        rows = np.unique(np.concatenate([fronts[-1], known[known[:, 0] <= step, 1:]]), axis=0)
        fronts.append(rows[on_front(rows)])
    starts = np.cumsum([0, *map(len, fronts)])
    return steps, starts, np.concatenate(fronts)


@compiled
def _beaten(
    known: Table, before: int, ratio: float, switches: float, cables: float, cost: float, level: float
) -> int:
    """A known tree that is as good in all figures, -1 for none; rows are by ratio.

    ``before`` is the one that beat the tree before: most often it beats this one, too.
    """
    for number in range(-1, known.shape[0]):
        i = number
        if number < 0:
            i = before
            if before < 0 or known[i, 0] > ratio:
                continue
        elif known[i, 0] > ratio:
            break
        if known[i, 1] <= switches and known[i, 2] <= cables and known[i, 3] <= cost and known[i, 4] <= level:
            return i
    return -1


@compiled
def _hopeless(
    steps: Table,
    starts: NDArray[np.int64],
    fronts: Table,
    figures: Table,
    most: Table,
    size: float,
    rest: float,
    lo: float,
    s: float,
    w: float,
    c: float,
    level: float,
) -> bool:
    """Whether each way to complete a partly built tree is beaten or too much."""
    r, price, each, hosts = figures[0], figures[2], figures[3], figures[4]
    half = max(1.0, r // 2)
    step = 0
    while step < len(steps) and steps[step] <= lo:
        step += 1
    # ratios from lo to the next step, from there to the one after it, and so on
    while True:
        end = steps[step] if step < len(steps) else np.inf
        links = size / min(end, most[0])
        tops = max(1.0, np.ceil(rest * links / r - 1e-9))
        switches = rest * s + tops
        cost = hosts + (rest * c + tops * price + rest * links * each) * (1 - SLACK)
        if switches <= most[1] and cost <= most[2]:
            cables = rest * w + rest * max(1.0, np.ceil(links / half - 1e-9))
            lost = False
            for i in range(starts[step], starts[step + 1]):
                if fronts[i, 0] > switches:
                    break
                if fronts[i, 1] <= cables and fronts[i, 2] <= cost and fronts[i, 3] <= level:
                    lost = True
                    break
            if not lost:
                return False
        if end >= most[0]:
            return True
        step += 1


@compiled
def _finish(
    trees: Table,
    known: Table,
    prices: Table,
    plugs: Table,
    figures: Table,
    most: Table,
    level: int,
    room: int,
) -> tuple[NDArray[np.int64], int]:
    """Join all copies of each partly built tree at the top; the rivals as (row, M, C, K)."""
    r, lag, price, hosts, total = int(figures[0]), int(figures[1]), figures[2], figures[4], figures[6]
    found = np.empty((256, 4), np.int64)
    count, tried, before = 0, 0, -1
    for i in range(trees.shape[0]):
        size, up, lo = trees[i, 0], int(trees[i, 1]), trees[i, 2]
        m = int(np.ceil(total / size))
        if m > r:
            continue
        for k in range(lag, min(r // m, up) + 1, lag):
            for c in range(1, up // k + 1):
                tried += 1
                ratio = max(lo, size / (c * k))
                if ratio >= most[0]:
                    continue
                switches = m * trees[i, 3] + c
                if c * plugs[k] > trees[i, 6] or switches > most[1]:
                    break
                cables = m * trees[i, 4] + c * m
                cost = hosts + (m * trees[i, 5] + c * price + c * m * prices[k]) * (1 - SLACK)
                by = -1 if cost > most[2] else _beaten(known, before, ratio, switches, cables, cost, level)
                if by >= 0:
                    before = by
                if cost > most[2] or by >= 0:
                    if ratio <= lo or cost > most[2]:
                        break
                    continue
                if count == found.shape[0]:
                    found = np.concatenate((found, np.empty_like(found)))
                found[count, 0], found[count, 1], found[count, 2], found[count, 3] = i, m, c, k
                count += 1
                if count >= room:
                    return found[:count], tried
    return found[:count], tried


@compiled
def _extend(
    trees: Table,
    steps: Table,
    starts: NDArray[np.int64],
    fronts: Table,
    prices: Table,
    plugs: Table,
    figures: Table,
    most: Table,
    level: int,
    room: float,
) -> tuple[Table, int]:
    """One level more on each partly built tree, where some way to complete it is not beaten."""
    r, lag, price, total = int(figures[0]), int(figures[1]), figures[2], figures[6]
    limited = figures[5] < np.inf
    found = np.empty((1024, 11))
    count, tried = 0, 0
    for i in range(trees.shape[0]):
        size, up = trees[i, 0], int(trees[i, 1])
        rest = int(np.ceil(total / size))
        for m in range(2, min(rest - 1, r - 1) + 1):
            left = int(np.ceil(rest / m))
            if left > room:
                continue
            for k in range(lag, min((r - 1) // m, up) + 1, lag):
                for c in range(1, up // k + 1):
                    tried += 1
                    if c * plugs[k] > trees[i, 6]:
                        break
                    free = float((r - m * k) * c)
                    lo = max(trees[i, 2], size / (c * k))
                    s = m * trees[i, 3] + c
                    w = m * trees[i, 4] + c * m
                    cost = m * trees[i, 5] + c * price + c * m * prices[k]
                    end = max(lo, size * m / free)
                    if end >= most[0]:
                        continue
                    if _hopeless(
                        steps,
                        starts,
                        fronts,
                        figures,
                        most,
                        size * m,
                        float(left),
                        end,
                        s,
                        w,
                        cost,
                        level + 1.0,
                    ):
                        if lo <= trees[i, 2] and end <= lo:
                            break
                        continue
                    if count == found.shape[0]:
                        found = np.concatenate((found, np.empty_like(found)))
                    found[count, 0] = size * m
                    found[count, 1] = free
                    found[count, 2] = lo
                    found[count, 3] = s
                    found[count, 4] = w
                    found[count, 5] = cost
                    found[count, 6] = figures[5] * c if limited else np.inf
                    found[count, 7] = i
                    found[count, 8] = m
                    found[count, 9] = c
                    found[count, 10] = k
                    count += 1
    return found[:count], tried

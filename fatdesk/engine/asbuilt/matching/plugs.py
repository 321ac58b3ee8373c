"""Cables with several links: plugs that links share, and their repair with the fewest moves.

A plug of a cable that carries several links fills its cage: the legs of a splitter are one plug at the switch
and one at each far end, the links of a twin-port cable one plug at both ends. What hands can do is to move
such a plug as a whole, or a plug at the far end of one leg.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

Cage = Hashable
Far = Callable[[int, int], int]
NONE = -1
_MOVE = 10_000
"""A move weighs more than the distances of any number of plugs, ..."""
_KEPT = 100_000_000
"""... and a leg that is kept more than any number of moves."""


class Socket(NamedTuple):
    """Position of a port: its cage, and its place there from 0; ``leg`` of a split port."""

    cage: Cage
    place: int = 0
    leg: bool = False


@dataclass(frozen=True, eq=False)
class Wired:
    """Links of the plan and of the report between sockets.

    Attributes
    ----------
    sockets
        The sockets by their numbers.
    plan, report
        Sockets at both ends of each link, by the numbers of the links.
    cable
        For each link of the plan the key of its cable.
    """

    sockets: Mapping[int, Socket]
    plan: Mapping[int, tuple[int, int]]
    report: Mapping[int, tuple[int, int]]
    cable: Mapping[int, Hashable]


@dataclass(frozen=True, eq=False)
class Splitter:
    """A cable with one plug in a cage and others at the far ends of its legs.

    ``legs`` holds for each place of the cage the link and the socket at its far end.
    """

    root: Cage
    legs: dict[int, tuple[int, int]]


@dataclass(frozen=True, eq=False)
class Parted:
    """Links of a fabric divided into splitters and cables with two plugs.

    Attributes
    ----------
    planned, found
        Splitters of plan and report.
    plug
        For each socket its plug: a number, the same for all sockets of a cage that one plug fills.
    filled
        Plugs in cages that the plug of a splitter fills in plan or report.
    plan, report
        The links of cables with two plugs: for each pair of plugs the links between them.
    """

    planned: list[Splitter]
    found: list[Splitter]
    plug: dict[int, int]
    filled: frozenset[int] = frozenset()
    plan: list[tuple[int, int, tuple[int, ...]]] = field(default_factory=list)
    report: list[tuple[int, int, tuple[int, ...]]] = field(default_factory=list)


def parted(wired: Wired) -> Parted:
    """Distinguish splitters from cables with two plugs."""
    planned, wholes = _filled(wired)
    reported = _found_roots(wired, planned, wholes)
    while True:
        found = _parted(wired, (planned, reported), wholes)
        twice = _torn(found, wired, wholes)
        if not twice:
            return found
        wholes = {cage: cable for cage, cable in wholes.items() if cable not in twice}


def _filled(wired: Wired) -> tuple[set[Cage], dict[Cage, Hashable]]:
    """Cages that the plug of a splitter fills in the plan; those of twin-port cables with their cables."""
    links: dict[Hashable, list[int]] = defaultdict(list)
    cables: dict[Cage, set[Hashable]] = defaultdict(set)
    for link, ends in wired.plan.items():
        links[wired.cable[link]].append(link)
        for end in ends:
            cables[wired.sockets[end].cage].add(wired.cable[link])
    roots: set[Cage] = set()
    wholes: dict[Cage, Hashable] = {}
    for cable, some in links.items():
        if len(some) == 1:
            continue
        sides = [{wired.sockets[wired.plan[link][side]].cage for link in some} for side in (0, 1)]
        single = [side for side in sides if len(side) == 1 and len(cables[next(iter(side))]) == 1]
        if len(single) == 2:
            wholes |= {next(iter(side)): cable for side in single}
        elif single and len(sides[0]) + len(sides[1]) == len(some) + 1:
            roots |= single[0]
    return roots, wholes


def _found_roots(wired: Wired, planned: set[Cage], wholes: dict[Cage, Hashable]) -> set[Cage]:
    """Cages that the plug of a splitter fills in the report.

    Those of the plan, and others in which the report has legs: free ones, and ones of a cable of one link.
    Where a splitter is in the cage of such a cable, cables of one link may be in cages of splitters: the only
    link there leads to where such a cable should lead.
    """
    if not planned:
        return set()
    cables: dict[Cage, set[Hashable]] = defaultdict(set)
    links: dict[Hashable, int] = defaultdict(int)
    ends: dict[int, int] = {}
    for link, (a, b) in wired.plan.items():
        links[wired.cable[link]] += 1
        ends |= {a: link, b: link}
        for end in (a, b):
            cables[wired.sockets[end].cage].add(wired.cable[link])
    there: dict[Cage, list[tuple[int, int]]] = defaultdict(list)
    for a, b in wired.report.values():
        there[wired.sockets[a].cage].append((a, b))
        there[wired.sockets[b].cage].append((b, a))
    legs = {cage for cage, some in there.items() if any(wired.sockets[near].leg for near, _ in some)}
    legs |= {cage for cage, some in there.items() if len(some) > 1} if not wholes else set()
    single = {
        cage for cage, some in cables.items() if len(some) == 1 and links[next(iter(some))] == 1
    } - planned
    others = {cage for cage in legs if cage not in cables or cage in single} - planned
    mixed = not others.isdisjoint(single)

    def uncut(cage: Cage) -> bool:
        (near, far), *more = there.get(cage) or [(NONE, NONE)]
        link = ends.get(far)
        if not mixed or more or link is None:
            return False
        return links[wired.cable[link]] == 1 and not wired.sockets[near].place

    return {cage for cage in planned if not uncut(cage)} | others


def _parted(wired: Wired, roots: tuple[set[Cage], set[Cage]], wholes: dict[Cage, Hashable]) -> Parted:
    """Splitters and other cables, with the cages of splitters in plan and report."""
    filled = roots[0] | roots[1] | wholes.keys()
    numbers: dict[Hashable, int] = {}
    plug: dict[int, int] = {}
    for number, socket in wired.sockets.items():
        key = ("cage", socket.cage) if socket.cage in filled else ("socket", number)
        plug[number] = numbers.setdefault(key, len(numbers))
    parts = []
    for links, own in zip((wired.plan, wired.report), roots, strict=True):
        splitters: dict[Cage, Splitter] = {}
        pairs: dict[tuple[int, int], list[int]] = {}
        for link, (a, b) in links.items():
            near = a if wired.sockets[a].cage in own else b if wired.sockets[b].cage in own else None
            if near is None:
                one, other = sorted((plug[a], plug[b]))
                pairs.setdefault((one, other), []).append(link)
            else:
                socket, far = wired.sockets[near], b if near == a else a
                splitter = splitters.setdefault(socket.cage, Splitter(socket.cage, {}))
                splitter.legs[socket.place] = (link, far)
        parts.append((list(splitters.values()), [(*ends, tuple(some)) for ends, some in pairs.items()]))
    (planned, plan), (found, report) = parts
    cages = {numbers[key] for cage in roots[0] | roots[1] if (key := ("cage", cage)) in numbers}
    return Parted(planned, found, plug, frozenset(cages), plan, report)


def _torn(found: Parted, wired: Wired, wholes: dict[Cage, Hashable]) -> set[Hashable]:
    """Twin-port cables instead of which the report has cables of a link each."""
    seen: dict[int, tuple[int, int]] = {}
    torn: set[Hashable] = set()
    for one, other, links in found.report:
        for end in (one, other):
            if seen.setdefault(end, (one, other)) != (one, other):
                torn |= _whole_at(wired, links, wholes)
        crossed = {wired.sockets[a].place - wired.sockets[b].place for a, b in _ends(wired, links, wholes)}
        if len(crossed) > 1:
            torn |= _whole_at(wired, links, wholes)
    return torn


def _ends(wired: Wired, links: tuple[int, ...], wholes: dict[Cage, Hashable]) -> list[tuple[int, int]]:
    """The ends of links that have a whole plug at both ends."""
    ends = [wired.report[link] for link in links]
    return [pair for pair in ends if all(wired.sockets[end].cage in wholes for end in pair)]


def _whole_at(wired: Wired, links: tuple[int, ...], wholes: dict[Cage, Hashable]) -> set[Hashable]:
    cages = {wired.sockets[end].cage for link in links for end in wired.report[link]}
    return {wholes[cage] for cage in cages if cage in wholes}


def assigned(parts: Parted, far: Far, way: Callable[[Cage, Cage], int]) -> list[tuple[int, int]]:
    """Assign found splitters to planned ones: most legs kept, fewest moves, shortest distances.

    A splitter that has no plug where the planned one has one becomes no other: it is one too many.

    Parameters
    ----------
    far, way
        How far a plug goes from a socket to another, and from a cage to another.
    """
    if not parts.planned or not parts.found:
        return []
    plug = parts.plug
    roots = {splitter.root: number for number, splitter in enumerate(parts.planned)}
    ends: dict[int, list[int]] = defaultdict(list)
    for number, splitter in enumerate(parts.planned):
        for _, socket in splitter.legs.values():
            ends[plug[socket]].append(number)
    costs: dict[tuple[int, int], int] = {}
    for number, splitter in enumerate(parts.found):
        near = {roots[splitter.root]} if splitter.root in roots else set()
        near |= {other for _, socket in splitter.legs.values() for other in ends[plug[socket]]}
        for other in sorted(near):
            cost = _cost(splitter, parts.planned[other], plug, far, way)
            if cost is not None:
                costs[number, other] = cost
    return [pair for some in _components(costs) for pair in _cheapest(some)]


def _cost(
    found: Splitter, planned: Splitter, plug: Mapping[int, int], far: Far, way: Callable[[Cage, Cage], int]
) -> int | None:
    """Return the cost of turning a splitter into another; None where no plug of it stays."""
    both = [place for place in found.legs if place in planned.legs]
    moved = [place for place in both if plug[found.legs[place][1]] != plug[planned.legs[place][1]]]
    if found.root != planned.root and len(moved) == len(both):
        return None
    cost = -_KEPT * len(both) + _MOVE * len(moved)
    cost += sum(far(found.legs[place][1], planned.legs[place][1]) for place in moved)
    return cost if found.root == planned.root else cost + _MOVE + way(found.root, planned.root)


Costs = dict[tuple[int, int], int]


def _components(costs: Costs) -> list[Costs]:
    """Costs in parts that have no row and no column in common."""
    group: dict[tuple[str, int], tuple[str, int]] = {}

    def top(item: tuple[str, int]) -> tuple[str, int]:
        while group.setdefault(item, item) != item:
            group[item] = group[group[item]]
            item = group[item]
        return item

    for row, column in costs:
        group[top(("row", row))] = top(("column", column))
    found: dict[tuple[str, int], Costs] = defaultdict(dict)
    for pair, cost in costs.items():
        found[top(("row", pair[0]))][pair] = cost
    return list(found.values())


def _cheapest(costs: Costs) -> list[tuple[int, int]]:
    """The pairs of least cost in sum; a row or column without a pair costs nothing."""
    if len(costs) == 1:
        return list(costs)
    from scipy.optimize import linear_sum_assignment  # 60 MB, for these cases only

    rows, columns = sorted({row for row, _ in costs}), sorted({column for _, column in costs})
    matrix = np.zeros((len(rows), len(columns) + len(rows)))
    matrix[:, : len(columns)] = 1.0
    at_row, at_column = ({name: at for at, name in enumerate(some)} for some in (rows, columns))
    for (row, column), cost in costs.items():
        matrix[at_row[row], at_column[column]] = cost
    chosen = zip(*linear_sum_assignment(matrix), strict=True)
    pairs = ((rows[row], columns[column]) for row, column in chosen if column < len(columns))
    return [pair for pair in pairs if pair in costs]

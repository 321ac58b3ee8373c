"""Paths of a host kept apart: its cables to two planes, rails or fabrics use no common tray where possible.

The cables of the hosts of each rack are routed side by side: those of the first side by the shortest routes,
those of each further side by the shortest that avoid all trays of the sides before. Where none does, they
share the trays over the two racks and avoid the others, or else go by the shortest route.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Longs, connected_parts
from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.cabling.positions import FloorPositions, connected
from fatdesk.engine.cabling.rules import Apart
from fatdesk.engine.cabling.spans import Wires, link_runs, pair_keys
from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.engine.trays.routes import Runs
from fatdesk.engine.trays.shortest import Restriction

Trays = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Sides:
    """Links of hosts of one fabric, with the side of each.

    Attributes
    ----------
    group
        Fabrics of one group share sides.
    links, rack, far, side : (k,) int64
        The link, the racks of its host and of its switch by index, and its side from 0 among those of its
        host.
    """

    number: int
    group: int
    links: Longs
    rack: Longs
    far: Longs
    side: Longs


def sides_of(fabrics: Sequence[Fabric], positions: FloorPositions, apart: Apart) -> list[Sides]:
    """Find the sides of the cables of hosts: by plane, by rail or by fabric."""
    hosts: dict[str, int] = {}
    columns = [_host_links(fabric, hosts, apart) for fabric in fabrics]
    offsets = np.cumsum([0, *(int(keys.max(initial=-1)) + 1 for _, _, _, keys in columns)]).tolist()
    found = []
    for number, (links, host, ends, keys) in enumerate(columns):
        if apart == "fabrics":
            every = zip(columns, offsets, strict=False)
            known = np.concatenate([np.stack([one[1], one[3] + offset]) for one, offset in every], axis=1)
            side = _ranks(known)[sum(len(one[0]) for one in columns[:number]) :][: len(links)]
        else:
            side = _ranks(np.stack([host, keys]))
        rack = positions.placed[number].rack.astype(np.int64)[ends]
        some = np.flatnonzero((rack >= 0).all(axis=1) & (rack[:, 0] != rack[:, 1]))
        group = 0 if apart == "fabrics" else number
        found.append(Sides(number, group, links[some], rack[some, 0], rack[some, 1], side[some]))
    return found


def _host_links(fabric: Fabric, hosts: dict[str, int], apart: Apart) -> tuple[Longs, Longs, Longs, Longs]:
    """Links between hosts and switches: their numbers, hosts, ends, and what their sides differ in."""
    kind = fabric.kind[fabric.ends]
    one = (kind[:, 0] == NodeKind.HOST) & (kind[:, 1] == NodeKind.SWITCH)
    other = (kind[:, 1] == NodeKind.HOST) & (kind[:, 0] == NodeKind.SWITCH)
    links = np.flatnonzero((one | other) & ~fabric.trace)
    ends = fabric.ends[links].astype(np.int64)
    ends = np.where(other[links][:, None], ends[:, ::-1], ends)
    host = np.array(
        [hosts.setdefault(fabric.ids[node], len(hosts)) for node in ends[:, 0].tolist()], np.int64
    )
    if apart == "fabrics":
        return links, host, ends, np.zeros(len(links), np.int64)
    if apart == "rails":
        return links, host, ends, ends[:, 1]
    above = fabric.ends[(kind == NodeKind.SWITCH).all(axis=1)]
    planes: Longs = connected_parts(fabric.node_count, *above.T)
    return links, host, ends, planes[ends[:, 1]]


def _ranks(pairs: Longs) -> Longs:
    """The rank of each key among those of its host; pairs of hosts and keys, (2, k)."""
    if not pairs.shape[1]:
        none: Longs = pairs[0]
        return none
    distinct, which = np.unique(pairs, axis=1, return_inverse=True)
    first = np.searchsorted(distinct[0], distinct[0])
    found: Longs = (np.arange(distinct.shape[1]) - first)[which.reshape(-1)]
    return found


def with_paths_apart(
    fabrics: Sequence[Fabric], positions: FloorPositions, apart: Apart, progress: Progress = SILENT
) -> FloorPositions:
    """Return the positions with kinds of routes that keep the paths of hosts apart."""
    sides = [] if apart == "no" else sides_of(fabrics, positions, apart)
    if max((int(some.side.max(initial=0)) for some in sides), default=0) == 0:
        return positions
    return _Assigning(fabrics, positions, progress).done(sides)


def kinds_of_links(fabrics: Sequence[Fabric], positions: FloorPositions) -> list[Longs]:
    """Return for each fabric the kinds of the routes of its links; 0 where a link has none."""
    racks, found = max(len(positions.halves), 1), []
    for number, (fabric, seats) in enumerate(zip(fabrics, positions.placed, strict=True)):
        wires = Wires.of(fabric, np.arange(len(fabric.ends)))
        key = pair_keys(number, wires, seats, racks, positions.kinds)
        found.append(np.where(key >= 0, key // (racks * racks), 0))
    return found


def with_kinds_of_links(
    positions: FloorPositions,
    restrictions: Sequence[Restriction],
    rules: Sequence[tuple[str, ...]],
    links: Sequence[Longs],
) -> FloorPositions:
    """Return the positions with further kinds of routes, and the kind of each link."""
    kinds = replace(
        positions.kinds,
        restrictions=tuple(restrictions),
        rules=tuple(rules),
        links=tuple(some.copy() for some in links),
    )
    graph, ways = connected(positions.graph.net, positions.graph.footprints, kinds)
    return replace(positions, graph=graph, ways=ways, kinds=kinds)


class _Assigning:
    """Kinds of the routes of all links, side after side."""

    def __init__(self, fabrics: Sequence[Fabric], positions: FloorPositions, progress: Progress) -> None:
        self.fabrics, self.base, self.progress = fabrics, positions, progress
        self.restrictions = list(positions.kinds.restrictions)
        self.rules = list(positions.kinds.rules)
        self.numbers: dict[Restriction, int] = {}
        self.kinds = kinds_of_links(fabrics, positions)
        self.trays = len(positions.floor.trays)
        self.over = _trays_over(positions)

    def done(self, sides: Sequence[Sides]) -> FloorPositions:
        """Assign all sides."""
        groups, racks = max(some.group for some in sides) + 1, len(self.base.halves)
        used: Trays = np.zeros((groups, racks, self.trays), bool)
        last = max(int(some.side.max(initial=0)) for some in sides)
        for side in range(last + 1):
            some = [_of_side(one, side) for one in sides]
            if side:
                self._avoiding(some, used)
            now = used.copy()
            for one, trays in zip(some, self._routes(some)[1], strict=True):
                np.logical_or.at(now[one.group], one.rack, trays)
            used = now
        return self._positions()

    def _avoiding(self, sides: Sequence[Sides], used: Trays) -> None:
        """Let links avoid the trays of the sides before, or those that are not over their racks."""
        plain = [self.kinds[one.number][one.links] for one in sides]
        todo = [np.arange(len(one.links)) for one in sides]
        for without_over in (False, True):
            for one, base, here in zip(sides, plain, todo, strict=True):
                avoid = used[one.group, one.rack[here]]
                if without_over:
                    avoid = avoid & ~self.over[one.rack[here]] & ~self.over[one.far[here]]
                self.kinds[one.number][one.links[here]] = self._kinds_of(base[here], avoid)
            reached, _ = self._routes(sides)
            todo = [np.flatnonzero(~some) for some in reached]
            if not any(map(len, todo)):
                return
        for one, base, here in zip(sides, plain, todo, strict=True):
            self.kinds[one.number][one.links[here]] = base[here]

    def _kinds_of(self, base: Longs, avoid: Trays) -> Longs:
        """The kinds of links that avoid some more trays than their rules demand."""
        if not len(base):
            return base
        rows = np.column_stack([base, avoid.astype(np.int64)])
        distinct, which = np.unique(rows, axis=0, return_inverse=True)
        found = [self._kind(int(row[0]), np.flatnonzero(row[1:]).tolist()) for row in distinct]
        kinds: Longs = np.array(found, np.int64)[which.reshape(-1)]
        return kinds

    def _kind(self, base: int, avoid: Sequence[int]) -> int:
        rule = self.restrictions[base]
        more = rule._replace(avoid=tuple(sorted({*rule.avoid, *avoid})))
        if more == rule:
            return base
        if more not in self.numbers:
            self.numbers[more] = len(self.restrictions)
            self.restrictions.append(more)
            self.rules.append(self.rules[base])
        return self.numbers[more]

    def _positions(self) -> FloorPositions:
        return with_kinds_of_links(self.base, self.restrictions, self.rules, self.kinds)

    def _routes(self, sides: Sequence[Sides]) -> tuple[list[NDArray[np.bool_]], list[Trays]]:
        """Whether each link has a route, and the trays that it uses."""
        positions = self._positions()
        wires = [Wires.of(self.fabrics[one.number], one.links) for one in sides]
        places = positions.placed, positions.graph, self.progress, positions.ways, positions.kinds
        runs, pairs = link_runs(wires, *places)
        trays = np.vstack([used_trays(runs, self.trays), np.zeros((1, self.trays), bool)])
        reached = np.append(runs.length_um >= 0, False)
        return [reached[pair] for pair in pairs], [trays[pair] for pair in pairs]


def _of_side(sides: Sides, side: int) -> Sides:
    here = np.flatnonzero(sides.side == side)
    columns = (column[here] for column in (sides.links, sides.rack, sides.far, sides.side))
    return Sides(sides.number, sides.group, *columns)


def _trays_over(positions: FloorPositions) -> Trays:
    """The tray that each rack connects to, as a row."""
    graph, trays = positions.graph, len(positions.floor.trays)
    over = np.append(graph.net.tray, -1)[graph.drop_piece]
    found: Trays = over[:, None] == np.arange(trays)
    return found


def used_trays(runs: Runs, trays: int) -> Trays:
    """Return the trays that each pair uses, those over its racks included: (pairs, trays)."""
    tray = np.append(runs.graph.net.tray, -1)
    found: Trays = np.zeros((len(runs.a), trays), bool)
    legs = np.repeat(np.arange(len(runs.a)), np.diff(runs.start))
    reached = np.flatnonzero(runs.length_um >= 0)
    used = [(legs, tray[runs.piece]), *((reached, tray[some[reached]]) for some in runs.drop_pieces)]
    for pair, one in used:
        found[pair[one >= 0], one[one >= 0]] = True
    return found


def shared_trays(
    fabrics: Sequence[Fabric], positions: FloorPositions, runs: Runs, apart: Apart
) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Return the racks whose hosts have sides that share trays: rack, number of sides, and these trays.

    Parameters
    ----------
    positions, runs
        As all cables were laid.
    """
    if apart == "no" or not len(runs.a):
        return
    racks, trays = max(len(positions.halves), 1), len(positions.floor.trays)
    used = used_trays(runs, trays)
    known = (runs.kind * racks + runs.a) * racks + runs.b
    found: dict[tuple[int, int], dict[int, Trays]] = {}
    for one in sides_of(fabrics, positions, apart):
        wires = Wires.of(fabrics[one.number], one.links)
        key = pair_keys(one.number, wires, positions.placed[one.number], racks, positions.kinds)
        rows = np.column_stack([one.rack, one.side, np.searchsorted(known, key)])
        for rack, side, pair in np.unique(rows, axis=0).tolist():
            of_rack = found.setdefault((one.group, rack), {})
            of_rack[side] = used[pair] | of_rack.get(side, False)
    shared: dict[int, tuple[int, Trays]] = {}
    for (_, rack), by_side in sorted(found.items()):
        several = np.sum(list(by_side.values()), axis=0) > 1
        count, before = shared.get(rack, (0, np.zeros(trays, bool)))
        shared[rack] = max(count, len(by_side)), before | several
    for rack, (count, several) in sorted(shared.items()):
        if several.any():
            yield rack, count, tuple(np.flatnonzero(several).tolist())

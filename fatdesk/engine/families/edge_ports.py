"""Ports of edge switches: split between hosts and uplinks, and the cables and transceivers of both sides.

Symbols are those of the two-level design paper's Algorithm 1: P_E and P_C ports of an edge and a core
switch, of them P_En towards hosts and P_Ec towards the core, Bl blocking, E and C switches, B links in
a bundle.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import msgspec
import numpy as np

from fatdesk.core.arrays import Bools, Longs
from fatdesk.core.units import ceil_div
from fatdesk.engine.catalog.matching import Kind, exact
from fatdesk.engine.families.design import rack_shares
from fatdesk.engine.families.edge_switches import (
    cages_between,
    group_starts,
    host_cables,
    leaf_sizes,
    rack_leaf_sizes,
)
from fatdesk.engine.families.host_links import host_links
from fatdesk.engine.families.problem import EdgeOption, Problem
from fatdesk.engine.families.reason import BY_RACK_ALIKE, Reason
from fatdesk.engine.families.table import Refusal, Term, column


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge switch with its ports dealt.

    Attributes
    ----------
    U
        Uplinks in use.
    E, E_later
        Edge switches of a plane today, and with the hosts to come.
    per_port
        Uplinks needed for a host port, for the requested blocking.
    held
        Hosts and extra ports on the edge switch that bears most.
    spread
        Whether hosts are dealt evenly and uplinks are only those that this requires.
    even
        Whether hosts are dealt evenly with all uplinks.
    shared
        Uplinks that lead to the same core switches, of the two edge switches that have fewest; 0: all.
    """

    option: EdgeOption
    P_En: int
    P_Ec: int
    U: int
    E: int
    E_later: int
    per_port: Fraction
    held: int
    spread: bool = False
    even: bool = False
    shared: int = 0

    @property
    def size(self) -> int:
        """Places for hosts on a switch."""
        return self.P_En * self.option.split

    @property
    def size_possible(self) -> int:
        """Hosts that a switch can have with its uplinks in use, for the requested blocking."""
        if not self.spread:
            return self.size
        w = self.per_port
        return min(self.size, self.U * self.option.split * w.denominator // w.numerator)

    def blocking(self) -> Fraction:
        """Bandwidth of the hosts over that of the uplinks: P_En / P_Ec where all ports are of one rate."""
        down, up = exact(self.option.down.rate_gbps), exact(self.option.up.rate_gbps)
        ports = Fraction(self.held, self.option.split) if self.spread else Fraction(self.P_En)
        return ports * down / ((self.shared or self.U) * up)


def edge_ports(option: EdgeOption, w: Fraction, hosts: int | None = None) -> tuple[int, int]:
    """P_En and P_Ec of an edge switch whose ports towards hosts need ``w`` uplinks each.

    With one kind of ports P_En = floor(P_E Bl / (1 + Bl)) and the others are uplinks. With
    hosts and core on different kinds, as many hosts as the uplinks' bandwidth allows. In an enclosure,
    and where splits, the chip's ports or a limit on its ``hosts`` leave room for fewer, only the uplinks
    that these require.
    """
    wn, wd = w.numerator, w.denominator
    if option.one_kind:
        P_En = option.down.count * wd // (wd + wn)
        P_Ec = option.down.count - P_En
    else:
        P_En = min(option.down.count, option.up.count * wd // wn)
        P_Ec = min(option.up.count, ceil_div(P_En * wn, wd))
    most = min(P_En, option.down.splittable(option.split))
    if option.enclosure is not None:
        most = min(most, option.enclosure.blades)
    is_limit = hosts is not None and hosts // option.split <= most
    if hosts is not None:
        most = min(most, hosts // option.split)
    chip = option.configuration.chip_ports
    if chip is not None:
        most = min(most, chip * wd // (option.split * wd + wn))
    over_chip = chip is not None and most * option.split + P_Ec > chip
    if is_limit or most < P_En or over_chip or option.enclosure is not None:
        P_Ec = min(P_Ec, ceil_div(most * wn, wd))
    return most, P_Ec


def deal(problem: Problem, option: EdgeOption) -> Edge | Refusal:
    """The edge switch filled with hosts, or why it has no ports for one of its sides."""
    if problem.rack_edges and option.splits:
        return Refusal(option.configuration, BY_RACK_ALIKE)
    w = option.uplinks_per_port(problem.blocking)
    held = _held_by_rack(problem) if problem.rack_edges else 0
    # ports for the hosts of a rack, the last one for what is left of them
    most = ceil_div(held, option.split) * option.split if held else problem.hosts_per_edge
    P_En, P_Ec = edge_ports(option, w, most)
    least = max(1, ceil_div(held, option.split))
    if P_En < least:
        return Refusal(option.configuration, Reason("edge-hosts", least, P_En), option.enclosure)
    if P_Ec < 1:
        return Refusal(option.configuration, Reason("uplinks", 1, P_Ec), option.enclosure)
    size = P_En * option.split
    load = problem.load(option)
    today = load.most
    groups, later = ceil_div(today, size), ceil_div(today + problem.growth_hosts * load.step, size)
    if held:
        groups, later = _groups_by_rack(problem)
    return Edge(
        option=option,
        P_En=P_En,
        P_Ec=P_Ec,
        U=P_Ec,
        E=problem.rails * groups,
        E_later=problem.rails * later,
        per_port=w,
        held=held or min(size, today),
        even=problem.even_hosts,
    )


def _held_by_rack(problem: Problem) -> int:
    """Hosts on the edge switch that has most, where each rack has some of its own."""
    most = max(held for held, _ in problem.racks())
    last = problem.groups[-1].per_rack or 0
    return ceil_div(max(most, last if problem.growth_hosts else 0), problem.rack_edges)


def _groups_by_rack(problem: Problem) -> tuple[int, int]:
    """Edge switches of a rail today, and with the hosts to come, which belong to the last group."""
    *others, last = problem.groups
    grown = msgspec.structs.replace(last, count=last.count + problem.growth_hosts)
    today, later = (sum(racks for _, racks in rack_shares((*others, some))) for some in (last, grown))
    return today * problem.rack_edges, later * problem.rack_edges


def spread(problem: Problem, edge: Edge) -> Edge | None:
    """The same switches with hosts dealt evenly, where that takes fewer uplinks."""
    load = problem.load(edge.option)
    held = ceil_div(ceil_div(load.most, load.step), edge.E // problem.rails) * load.step
    w = edge.per_port
    U = min(edge.P_Ec, ceil_div(held * w.numerator, w.denominator * edge.option.split))
    return replace(edge, U=U, held=held, spread=True) if edge.P_Ec > U else None


def bisection_gbps(problem: Problem, edge: Edge) -> Fraction:
    """Bandwidth between halves: half of what the hosts or, if that is less, the uplinks in use carry."""
    option = edge.option
    hosts = problem.load(option).ports * exact(option.down.rate_gbps)
    uplinks = edge.E * (edge.shared or edge.U) * exact(option.up.rate_gbps)
    return problem.planes * min(hosts, uplinks) / 2


@dataclass(frozen=True, slots=True)
class HostSide:
    """Links and cables to hosts and external nodes of a plane, and the cages for transceivers.

    ``shared`` cages hold uplinks too.
    """

    links: int
    cables: int
    cages: int = 0
    shared: int = 0
    item: int = 0


def host_side(problem: Problem, edge: Edge) -> HostSide:
    """Return the items that one plane needs with these edge switches."""
    extra, option = problem.extra_ports, edge.option
    if option.enclosure is not None:
        return HostSide(extra, extra)
    load = problem.load(option)
    links = load.links + extra
    fibres = [j.transceivers for j in option.joins if j.needs_transceivers and j.transceivers]
    if option.split == 1 and not fibres:
        return HostSide(links, links)
    groups = edge.E // problem.rails
    if problem.rack_edges:
        sizes = rack_leaf_sizes(problem.racks(), problem.rack_edges, problem.rails)
    else:
        step = load.step
        positions = [(places // step, rails) for places, rails in load.positions]
        even = edge.spread or edge.even
        sizes = [
            (held * step, leaves)
            for held, leaves in leaf_sizes(positions, groups, edge.size // step, spread=even)
        ]
    cables = host_cables(sizes, option.split)
    if not fibres:
        return HostSide(links, cables)
    per_cage = option.down.cage_links
    if load.mixed:
        return HostSide(links, cables, *_cages_of_some(problem, edge), problem.transceiver(fibres[0][0]))
    cages = shared = 0
    for held, leaves in sizes:
        ports = -(-held // option.split)
        cages += leaves * cages_between(0, ports, per_cage)
        if option.one_kind and (ports - 1) // per_cage == edge.P_En // per_cage:
            shared += leaves
    return HostSide(links, cables, cages, shared, problem.transceiver(fibres[0][0]))


def _cages_of_some(problem: Problem, edge: Edge) -> tuple[int, int]:
    """Cages towards hosts of a plane, of the groups whose links need transceivers; those with uplinks too."""
    option, load, rails = edge.option, problem.load(edge.option), problem.rails
    own = host_links(load.groups, rails)
    fibre = np.array([join.needs_transceivers for join in option.joins], dtype=np.bool_)[own.group]
    even = edge.spread or edge.even
    groups, step = edge.E // rails, load.step
    starts = group_starts(ceil_div(load.most, step), groups, edge.size // step, spread=even) * step
    group = np.searchsorted(starts, own.place, side="right") - 1
    cage = (own.place - starts[group]) // option.split // option.down.cage_links
    taken = np.unique(np.stack([group * rails + own.rail, cage])[:, fibre], axis=1)
    with_uplinks = option.one_kind & (taken[1] == edge.P_En // option.down.cage_links)
    return taken.shape[1], int(with_uplinks.sum())


def host_terms(problem: Problem, edges: Sequence[Edge], sides: Sequence[HostSide]) -> list[Term]:
    """Transceivers of hosts, and of edge switches towards them, where their links need some."""
    terms: list[Term] = []
    hosts = [problem.host_cages(edge.option) for edge in edges]
    for place in range(max(map(len, hosts))):
        pairs = [pair[place] if place < len(pair) else (0, 0) for pair in hosts]
        terms.append(Term(column([count for _, count in pairs]), column([item for item, _ in pairs])))
    if terms:
        cages = problem.planes * column([side.cages for side in sides])
        terms.append(Term(cages, column([side.item for side in sides])))
    return terms


def up_cages(edge: Edge) -> int:
    """Cages of an edge switch that hold uplinks."""
    first = edge.P_En if edge.option.one_kind else 0
    return cages_between(first, first + edge.U, edge.option.up.cage_links)


@dataclass(frozen=True)
class Joins:
    """Of each pair whether it can be joined, whether that takes transceivers, and which (as items)."""

    able: Bools
    needs: Bools
    at_a: Longs
    at_b: Longs
    by_bundle: Bools
    """Whether the cable for several links fits."""


class KindJoins:
    """Joins between the kinds of some ports.

    Parameters
    ----------
    a, b
        Kinds of ports; equal ones are matched once.
    """

    def __init__(self, problem: Problem, a: Sequence[Kind], b: Sequence[Kind]) -> None:
        of_a, of_b = ({kind.key: kind for kind in side} for side in (a, b))
        place_a, place_b = ({key: n for n, key in enumerate(side)} for side in (of_a, of_b))
        self._a = np.array([place_a[kind.key] for kind in a], dtype=np.int64)
        self._b = np.array([place_b[kind.key] for kind in b], dtype=np.int64)
        shape = (len(of_a), len(of_b))
        able, needs, by_bundle = (np.zeros(shape, dtype=np.bool_) for _ in range(3))
        at_a, at_b = (np.zeros(shape, dtype=np.int64) for _ in range(2))
        cable = problem.bundle_cable
        for i, one in enumerate(of_a.values()):
            for j, other in enumerate(of_b.values()):
                join = problem.matcher.join(one, other)
                able[i, j] = join is not None
                if join is not None and join.needs_transceivers and join.transceivers is not None:
                    needs[i, j] = True
                    at_a[i, j], at_b[i, j] = map(problem.transceiver, join.transceivers)
                ends = (one.connector, other.connector)
                by_bundle[i, j] = cable is not None and cable.connectors in {ends, ends[::-1]}
        self._all = Joins(able, needs, at_a, at_b, by_bundle)

    def of(self, a: Longs, b: Longs) -> Joins:
        """Of pairs by their numbers among ``a`` and ``b``; the arrays broadcast."""
        i, j = np.broadcast_arrays(self._a[a], self._b[b])
        every = self._all
        return Joins(
            every.able[i, j], every.needs[i, j], every.at_a[i, j], every.at_b[i, j], every.by_bundle[i, j]
        )

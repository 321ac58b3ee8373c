"""Ports of edge switches: split between hosts and uplinks, and the cables and transceivers of both sides.

Symbols are those of the two-level design paper's Algorithm 1: P_E and P_C ports of an edge and a core
switch, of them P_En towards hosts and P_Ec towards the core, Bl blocking, E and C switches, B links in
a bundle.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil

import msgspec
import numpy as np

from fatdesk.core.arrays import Bools, Longs
from fatdesk.core.units import ceil_div
from fatdesk.engine.catalog.matching import Join, Kind, exact
from fatdesk.engine.families.design import rack_shares
from fatdesk.engine.families.edge_switches import (
    cages_between,
    group_starts,
    host_cables,
    leaf_sizes,
    rack_leaf_sizes,
)
from fatdesk.engine.families.host_links import host_links, links_before
from fatdesk.engine.families.problem import EdgeOption, Problem, RailLoad
from fatdesk.engine.families.reason import BY_RACK_ONE_KIND, Reason
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
    P_Eu, held_up
        Ports of the kind of the uplinks towards hosts, where hosts have ports of two kinds, and the hosts
        on those of the edge switch that bears most.
    size_later
        Places of a switch for hosts to come, where hosts have ports of two kinds.
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
    P_Eu: int = 0
    held_up: int = 0
    size_later: int = 0

    @property
    def size(self) -> int:
        """Places for hosts on a switch."""
        return self.P_En * self.option.split

    @property
    def size_possible(self) -> int:
        """Hosts that a switch can have with its uplinks in use, for the requested blocking."""
        if self.size_later or not self.spread:
            return self.size_later or self.size
        w = self.per_port
        return min(self.size, self.U * self.option.split * w.denominator // w.numerator)

    def blocking(self) -> Fraction:
        """Bandwidth of the hosts over that of the uplinks: P_En / P_Ec where all ports are of one rate."""
        down, up = exact(self.option.down.rate_gbps), exact(self.option.up.rate_gbps)
        ports = Fraction(self.held, self.option.split) if self.spread else Fraction(self.P_En)
        others = Fraction(self.held_up, self.option.split_up)
        return (ports * down + others * up) / ((self.shared or self.U) * up)


def edge_ports(option: EdgeOption, w: Fraction, ports: int | None = None) -> tuple[int, int]:
    """P_En and P_Ec of an edge switch whose ports towards hosts need ``w`` uplinks each.

    With one kind of ports P_En = floor(P_E Bl / (1 + Bl)) and the others are uplinks. With
    hosts and core on different kinds, as many hosts as the uplinks' bandwidth allows. In an enclosure,
    and where splits, the chip's ports or a limit on its ``ports`` towards hosts leave room for fewer, only
    the uplinks that these require.
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
    is_limit = ports is not None and ports <= most
    if ports is not None:
        most = min(most, ports)
    chip = option.configuration.chip_ports
    if chip is not None:
        most = min(most, chip * wd // (option.split * wd + wn))
    over_chip = chip is not None and most * option.split + P_Ec > chip
    if is_limit or most < P_En or over_chip or option.enclosure is not None:
        P_Ec = min(P_Ec, ceil_div(most * wn, wd))
    return most, P_Ec


def deal(problem: Problem, option: EdgeOption) -> Edge | Refusal:
    """The edge switch filled with hosts, or why it has no ports for one of its sides."""
    if option.on_up:
        return _deal_two_kinds(problem, option)
    w = option.uplinks_per_port(problem.blocking)
    held = _held_by_rack(problem) if problem.rack_edges else 0
    in_rack = _ports_by_rack(problem, option) if held else 0
    P_En, P_Ec = edge_ports(option, w, in_rack or _ports_allowed(problem, option, w))
    least = max(1, in_rack)
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


def _ports_allowed(problem: Problem, option: EdgeOption, w: Fraction) -> int | None:
    """Ports towards hosts that an edge switch may have for the hosts allowed on it; None: any number.

    Where groups share ports differently, that depends on which groups have their places together.
    """
    limit, load = problem.hosts_per_edge, problem.load(option)
    if limit is None or not load.mixed:
        return None if limit is None else limit // option.split
    later = problem.growth_hosts * load.step
    for ports in range(min(limit, edge_ports(option, w)[0]), limit // option.split, -1):
        size = ports * option.split
        groups = ceil_div(load.most + later, size)
        starts = _starts(load, groups, size, spread=problem.even_hosts, later=later)
        if _most_links(problem, [load], [starts]) <= limit:
            return ports
    return limit // option.split


def _deal_two_kinds(problem: Problem, option: EdgeOption) -> Edge | Refusal:
    """The fewest edge switches that have ports for hosts of both kinds, dealt evenly, and their uplinks."""
    if problem.rack_edges:
        return Refusal(option.configuration, BY_RACK_ONE_KIND)
    loads = problem.load(option), problem.load(option, on_up=True)
    low, high = 1, max(load.most // load.step for load in loads)
    while low < high:
        middle = (low + high) // 2
        if isinstance(_on_two_kinds(problem, option, middle), Reason):
            low = middle + 1
        else:
            high = middle
    found = _on_two_kinds(problem, option, low)
    return Refusal(option.configuration, found) if isinstance(found, Reason) else found


def _on_two_kinds(problem: Problem, option: EdgeOption, groups: int) -> Edge | Reason:
    """A number of groups of edge switches with hosts of both kinds dealt evenly, or what they lack."""
    w, w_up = option.uplinks_per_port(problem.blocking), 1 / problem.blocking
    loads = problem.load(option), problem.load(option, on_up=True)
    held, held_up = (ceil_div(load.most // load.step, groups) * load.step for load in loads)
    least, P_Eu = ceil_div(held, option.split), ceil_div(held_up, option.split_up)
    for_up = held_up * w_up / option.split_up
    U = ceil(held * w / option.split + for_up)
    has, has_up = option.down.splittable(option.split), option.up.splittable(option.split_up)
    chip, limit = option.configuration.chip_ports, problem.hosts_per_edge
    most = has if chip is None else min(has, max(0, chip - held_up - U) // option.split)
    if least > most or P_Eu > has_up:
        return Reason("edge-hosts", *((least, most) if least > most else (P_Eu, has_up)))
    if option.up.count - P_Eu < U:
        return Reason("uplinks", U, max(0, option.up.count - P_Eu))
    if limit is not None:
        starts = [_starts(load, groups, 0, spread=True) for load in loads]
        fullest = _most_links(problem, loads, starts)
        if fullest > limit:
            return Reason("hosts_per_edge", fullest, limit)
        most = min(most, max(least, limit - held_up))
    P_En = max(least, min(most, int((U - for_up) / w)))
    grown = problem.load_of_growth(option)
    size = P_Eu * option.split_up if problem.grows_on_up(option) else P_En * option.split
    later = max(groups, ceil_div(grown.most + problem.growth_hosts * grown.step, size))
    return Edge(
        option=option,
        P_En=P_En,
        P_Ec=option.up.count - P_Eu,
        U=U,
        E=problem.rails * groups,
        E_later=problem.rails * later,
        per_port=w,
        held=held,
        spread=True,
        P_Eu=P_Eu,
        held_up=held_up,
        size_later=size,
    )


def _starts(load: RailLoad, groups: int, size: int, *, spread: bool, later: int = 0) -> Longs:
    """First place of each group of edge switches, which have ``size`` places, and the end of the last."""
    positions = ceil_div(load.most + later, load.step)
    starts: Longs = group_starts(positions, groups, size // load.step, spread=spread) * load.step
    return starts


def _most_links(problem: Problem, loads: Sequence[RailLoad], starts: Sequence[Longs]) -> int:
    """Links to hosts and extra ports of the edge switch that has most, by first places of each load."""
    most = 0
    for rail in range(problem.rails):
        counts = [
            np.diff(links_before(load.groups, rail, problem.rails, places))
            for load, places in zip(loads, starts, strict=True)
        ]
        most = max(most, int(np.sum(counts, axis=0).max()))
    return most


def _ports_by_rack(problem: Problem, option: EdgeOption) -> int:
    """Ports towards hosts of the edge switch that has most, where each rack has hosts of one group."""
    ports, each = 0, problem.rack_edges
    for group, split in zip(problem.groups, option.split_of(problem.groups), strict=True):
        grows = problem.growth_hosts and group is problem.groups[-1]
        most = max(held for held, _ in rack_shares((group,)))
        held = max(most, group.per_rack or 0) if grows else most
        ports = max(ports, ceil_div(ceil_div(held, each), split))
    return ports


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
    if edge.P_Eu:
        return None  # dealt evenly already
    load, groups, limit = problem.load(edge.option), edge.E // problem.rails, problem.hosts_per_edge
    held = ceil_div(ceil_div(load.most, load.step), groups) * load.step
    if load.mixed and limit is not None:
        starts = _starts(load, groups, 0, spread=True)
        if _most_links(problem, [load], [starts]) > limit:
            return None
    w = edge.per_port
    U = min(edge.P_Ec, ceil_div(held * w.numerator, w.denominator * edge.option.split))
    return replace(edge, U=U, held=held, spread=True) if edge.P_Ec > U else None


def bisection_gbps(problem: Problem, edge: Edge) -> Fraction:
    """Bandwidth between halves: half of what the hosts or, if that is less, the uplinks in use carry."""
    option = edge.option
    hosts = problem.load(option).ports * exact(option.down.rate_gbps)
    hosts += problem.load(option, on_up=True).ports * exact(option.up.rate_gbps)
    uplinks = edge.E * (edge.shared or edge.U) * exact(option.up.rate_gbps)
    return problem.planes * min(hosts, uplinks) / 2


@dataclass(frozen=True, slots=True)
class HostSide:
    """Links and cables to hosts and external nodes of a plane, and the transceivers towards them.

    ``cages`` are those of edge switches, each with the item that they hold, for ports of each kind;
    ``shared`` of them hold uplinks too.
    """

    links: int
    cables: int
    cages: tuple[tuple[int, int], ...] = ()
    shared: int = 0


@dataclass(frozen=True, slots=True)
class _Towards:
    """Ports of one kind of an edge switch that hosts have.

    Attributes
    ----------
    ports
        Their number; ``with_uplinks``: uplinks have the next ones of the same kind.
    joins
        How they are joined with the hosts of each group that has them.
    """

    load: RailLoad
    kind: Kind
    split: int
    ports: int
    with_uplinks: bool
    joins: tuple[Join, ...]

    @property
    def size(self) -> int:
        """Places for hosts."""
        return self.ports * self.split


def _towards(problem: Problem, edge: Edge) -> list[_Towards]:
    """The kinds of ports that hosts have on an edge switch."""
    option = edge.option
    on_up = option.on_up or (False,) * len(option.joins)
    of_down, of_up = (
        tuple(join for join, is_up in zip(option.joins, on_up, strict=True) if is_up == wanted)
        for wanted in (False, True)
    )
    down = _Towards(problem.load(option), option.down, option.split, edge.P_En, option.one_kind, of_down)
    if not option.on_up:
        return [down]
    load = problem.load(option, on_up=True)
    return [down, _Towards(load, option.up, option.split_up, edge.P_Eu, True, of_up)]


def host_side(problem: Problem, edge: Edge) -> HostSide:
    """Return the items that one plane needs with these edge switches."""
    extra, option = problem.extra_ports, edge.option
    if option.enclosure is not None:
        return HostSide(extra, extra)
    sides = [_side(problem, edge, ports) for ports in _towards(problem, edge)]
    return HostSide(
        sum(side.links for side in sides) + extra,
        sum(side.cables for side in sides),
        tuple(cages for side in sides for cages in side.cages),
        sum(side.shared for side in sides),
    )


def _side(problem: Problem, edge: Edge, ports: _Towards) -> HostSide:
    """The items for hosts on ports of one kind; cables to external nodes among them."""
    load, split = ports.load, ports.split
    extra = problem.extra_ports if ports.kind.key == edge.option.down.key else 0
    fibres = [j.transceivers for j in ports.joins if j.needs_transceivers and j.transceivers]
    if split == 1 and not fibres:
        return HostSide(load.links, load.links + extra)
    groups = edge.E // problem.rails
    if problem.rack_edges:
        return _side_by_rack(problem, edge, ports)
    step = load.step
    positions = [(places // step, rails) for places, rails in load.positions]
    even = edge.spread or edge.even
    sizes = [
        (held * step, leaves)
        for held, leaves in leaf_sizes(positions, groups, ports.size // step, spread=even)
    ]
    cables = host_cables(sizes, split)
    if not fibres:
        return HostSide(load.links, cables)
    item = problem.transceiver(fibres[0][0])
    per_cage = ports.kind.cage_links
    if load.mixed:
        cages, shared = _cages_of_some(problem, edge, ports)
        return HostSide(load.links, cables, ((cages, item),), shared)
    cages = shared = 0
    for held, leaves in sizes:
        taken = -(-held // split)
        cages += leaves * cages_between(0, taken, per_cage)
        if ports.with_uplinks and (taken - 1) // per_cage == ports.ports // per_cage:
            shared += leaves
    return HostSide(load.links, cables, ((cages, item),), shared)


def _side_by_rack(problem: Problem, edge: Edge, ports: _Towards) -> HostSide:
    """The items for hosts on edge switches by rack, each of which has hosts of one group."""
    per_cage = ports.kind.cage_links
    cables = cages = shared = item = 0
    splits = edge.option.split_of(problem.groups)
    for group, split, join in zip(problem.groups, splits, ports.joins, strict=True):
        for held, leaves in rack_leaf_sizes(rack_shares((group,)), problem.rack_edges, problem.rails):
            taken = ceil_div(held, split)
            cables += leaves * taken
            if join.needs_transceivers and join.transceivers:
                item = problem.transceiver(join.transceivers[0])
                cages += leaves * cages_between(0, taken, per_cage)
                if ports.with_uplinks and (taken - 1) // per_cage == ports.ports // per_cage:
                    shared += leaves
    return HostSide(ports.load.links, cables, ((cages, item),), shared)


def _cages_of_some(problem: Problem, edge: Edge, ports: _Towards) -> tuple[int, int]:
    """Cages towards hosts of a plane, of the groups whose links need transceivers; those with uplinks too."""
    load, rails, per_cage = ports.load, problem.rails, ports.kind.cage_links
    own = host_links(load.groups, rails)
    fibre = np.array([join.needs_transceivers for join in ports.joins], dtype=np.bool_)[own.group]
    groups = edge.E // rails
    starts = _starts(load, groups, ports.size, spread=edge.spread or edge.even)
    group = np.searchsorted(starts, own.place, side="right") - 1
    cage = (own.place - starts[group]) // ports.split // per_cage
    taken = np.unique(np.stack([group * rails + own.rail, cage])[:, fibre], axis=1)
    with_uplinks = ports.with_uplinks & (taken[1] == ports.ports // per_cage)
    return taken.shape[1], int(with_uplinks.sum())


def host_terms(problem: Problem, edges: Sequence[Edge], sides: Sequence[HostSide]) -> list[Term]:
    """Transceivers of hosts, and of edge switches towards them, where their links need some."""
    terms: list[Term] = []
    hosts = [problem.host_cages(edge.option) for edge in edges]
    for place in range(max(map(len, hosts))):
        pairs = [pair[place] if place < len(pair) else (0, 0) for pair in hosts]
        terms.append(Term(column([count for _, count in pairs]), column([item for item, _ in pairs])))
    for kind in range(max((len(side.cages) for side in sides), default=0)):
        cages = [side.cages[kind] if kind < len(side.cages) else (0, 0) for side in sides]
        counts = problem.planes * column([count for count, _ in cages])
        terms.append(Term(counts, column([item for _, item in cages])))
    return terms


def up_cages(edge: Edge) -> int:
    """Cages of an edge switch that hold uplinks."""
    first = edge.P_En if edge.option.one_kind else edge.P_Eu
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

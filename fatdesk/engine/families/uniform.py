"""Networks of equal switches for any topology whose topology can be fitted to hosts and ports."""

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.core.errors import FatdeskError
from fatdesk.core.units import ceil_div
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.configuration import Configuration
from fatdesk.engine.catalog.matching import Kind, exact
from fatdesk.engine.fabric.fabric import Fabric
from fatdesk.engine.families.assembly import (
    Links,
    Nodes,
    Tier,
    assemble,
    port_table,
    taken_ports,
)
from fatdesk.engine.families.design import Design, HostGroup
from fatdesk.engine.families.edge_switches import cages_between, group_starts
from fatdesk.engine.families.problem import EdgeOption, HostPorts, Problem
from fatdesk.engine.families.reason import Reason
from fatdesk.engine.families.table import Refusal, Table, Term, column
from fatdesk.engine.families.uses import configuration_of, edge_kinds, role_of, shared_params, use
from fatdesk.networks.network import Network
from fatdesk.networks.topologies.spec import read, words
from fatdesk.networks.topologies.topology import Closed, Fit, Fitting, PortUse, Topology


@dataclass(frozen=True, eq=False)
class Wiring:
    """The links of a network with some of its places for hosts taken.

    Attributes
    ----------
    roles, counts
        What switches of each level are called, and how many there are.
    leaf, port
        Switch (from 0, level by level) and port of each host, switch by switch.
    ends, ports : (m, 2) int64
        Switches and ports of the links between switches, the lower level first.
    """

    roles: tuple[str, ...]
    counts: tuple[int, ...]
    leaf: Longs
    port: Longs
    ends: Longs
    ports: Longs

    @property
    def switches(self) -> int:
        """All of them."""
        return sum(self.counts)

    @property
    def bundles(self) -> tuple[Longs, Longs]:
        """The number of the bundle of each link between switches, and the links of each bundle."""
        key = self.ends[:, 0] * self.switches + self.ends[:, 1]
        _, number, sizes = np.unique(key, return_inverse=True, return_counts=True)
        return number.astype(np.int64), sizes.astype(np.int64)


@lru_cache(maxsize=64)
def wiring(topology: Topology, text: str, hosts: int) -> Wiring:
    """The network that a design's parameters name, with hosts dealt evenly over its edge switches."""
    return wired(topology.build(read(topology, dict(pair.split("=") for pair in text.split(",")))), hosts)


def wired(network: Network, hosts: int) -> Wiring:
    """Deal hosts over the edge switches of a network.

    Raises
    ------
    FatdeskError
        When there are more hosts than places.
    """
    if hosts > network.hosts:
        raise FatdeskError(f"{hosts} hosts do not fit the {network.hosts} places of the network")
    order = np.argsort(network.level[network.hosts :], kind="stable")
    number = np.empty(len(order), np.int64)
    number[order] = np.arange(len(order))
    levels = np.bincount(network.level[network.hosts :])[1:]
    of_host = network.ends[:, 0] < network.hosts
    leaf = number[network.ends[of_host, 1] - network.hosts]
    port = network.ports[of_host, 1].astype(np.int64)
    place = np.lexsort((port, leaf))
    leaf, port = leaf[place], port[place]
    edges, size = int(levels[0]), network.hosts // int(levels[0])
    taken = np.diff(group_starts(hosts, edges, size, spread=True))
    kept = np.arange(network.hosts) % size < taken[leaf]
    ends = number[network.ends[~of_host] - network.hosts]
    return Wiring(
        roles=roles(len(levels)),
        counts=tuple(levels.tolist()),
        leaf=leaf[kept],
        port=port[kept],
        ends=ends,
        ports=network.ports[~of_host].astype(np.int64),
    )


def roles(levels: int) -> tuple[str, ...]:
    """Names of the roles of switches, from the edge upwards.

    >>> roles(1), roles(3), roles(4)
    (('edge',), ('edge', 'middle', 'core'), ('edge', 'middle-2', 'middle-3', 'core'))
    """
    if levels < 3:
        return ("edge", "core")[:levels]
    between = ("middle",) if levels == 3 else tuple(f"middle-{level}" for level in range(2, levels))
    return ("edge", *between, "core")


def build_uniform(
    topology: Topology,
    design: Design,
    hosts: Sequence[HostGroup],
    catalog: Catalog,
    name: str,
    host_ports: HostPorts,
) -> Fabric:
    """The fabric of a design.

    Hosts are dealt over the edge switches in order, as evenly as possible; port p of a switch of the
    network is the p-th of the switch that is bought. Planes come one after the other.

    Raises
    ------
    FatdeskError
        When the design's parameters are wrong, or hosts or links do not fit.
    """
    N, planes = sum(group.count for group in hosts), max(1, design.number("planes", 1))
    net = wiring(topology, _text(topology, design), N)
    bought = configuration_of(catalog, role_of(design, "edge"))
    kind: Kind = edge_kinds(design, bought)[0]
    ports = int(max(net.port.max(initial=-1), net.ports.max(initial=-1))) + 1
    numbers = taken_ports(bought, kind, 1, 0, ports, "switch")
    group = np.repeat(np.arange(len(hosts)), [group.count for group in hosts])
    table = port_table(hosts, host_ports, [1] * len(hosts), planes)[group, :, 0]
    nodes = Nodes(
        groups=hosts,
        tiers=_tiers(design, net),
        externals=0,
        host_block=net.leaf,
        edge_block=np.tile(np.arange(net.counts[0]), planes),
    )
    level = np.repeat(np.arange(len(net.counts)), net.counts)
    first = np.array([nodes.first(n + 1) for n in range(len(net.counts))])
    before = np.cumsum([0, *net.counts])[:-1]
    bundle, _ = net.bundles
    batches = []
    for plane in range(planes):
        node = first[level] + plane * np.array(net.counts)[level] + np.arange(net.switches) - before[level]
        to_hosts = (node[net.leaf], np.arange(N, dtype=np.int64))
        batches.append(Links(to_hosts, (numbers[net.port], table[:, plane]), kind.rate_gbps))
        ends = (node[net.ends[:, 0]], node[net.ends[:, 1]])
        own = (numbers[net.ports[:, 0]], numbers[net.ports[:, 1]])
        batches.append(Links(ends, own, kind.rate_gbps, bundle=bundle))
    return replace(assemble(name, nodes, batches), grouped=topology.of_groups is not None)


def uniform_tiers(topology: Topology, design: Design) -> tuple[Tier, ...]:
    """The switches of a design, level by level."""
    return _tiers(design, wiring(topology, _text(topology, design), 1))


def _tiers(design: Design, net: Wiring) -> tuple[Tier, ...]:
    planes = max(1, design.number("planes", 1))
    return tuple(
        Tier(role, role_of(design, role.split("-")[0]), planes * count)
        for role, count in zip(net.roles, net.counts, strict=True)
    )


def _text(topology: Topology, design: Design) -> str:
    """The topology's parameters out of a design's."""
    missing = [p.name for p in topology.parameters if p.name not in design.params]
    if missing:
        raise FatdeskError(f"a {topology.name} design needs {', '.join(missing)}")
    return ",".join(f"{p.name}={design.params[p.name]}" for p in topology.parameters)


MOST_PORTS = 1 << 21
"""Switches of more ports are not thought of."""


@dataclass(frozen=True)
class Uniform:
    """The family of a topology."""

    topology: Topology

    @property
    def NAME(self) -> str:  # noqa: N802  # as of the families that are modules
        """Its name in files."""
        return self.topology.name

    def tables(self, problem: Problem) -> Iterator[Table | Refusal]:
        """For each switch with ports of one kind the networks that fit; tables of one column.

        Hosts take one port of a plane each, whole ports of rack servers; extra ports are not dealt. All
        switches are of one model, which must be allowed both at the edge and in the core. Where no network
        fits, why none does, of each switch.
        """
        what = _unfit(problem)
        if what:
            for option in problem.edges[:1]:
                yield Refusal(option.configuration, Reason("plain", what=what), option.enclosure)
            return
        in_core = {_bought(core.configuration) for core in problem.cores}
        rows: dict[int, list[_Row]] = {}
        refusals: dict[tuple[str, int, str], Refusal] = {}
        for option in problem.edges:
            found = self._fitting(problem, option, in_core)
            if isinstance(found, Reason):
                bought = option.configuration
                refusals.setdefault(_bought(bought), Refusal(bought, found, option.enclosure))
                continue
            for row in found:
                rows.setdefault(row.hops, []).append(row)
        if not rows:
            yield from refusals.values()
        for hops in sorted(rows):
            yield _table(problem, rows[hops], hops)

    def _fitting(
        self, problem: Problem, option: EdgeOption, in_core: Set[tuple[str, int, str]]
    ) -> list["_Row"] | Reason:
        """The networks of a switch, or why there is none."""
        if _bought(option.configuration) not in in_core:
            return Reason("plain", what="it is not allowed in the core, and every switch is of one model")
        if not option.one_kind:
            return Reason("plain", what="it has uplinks of another kind than its host ports")
        if problem.rack_edges:
            return Reason(
                "plain", what="edge switches by rack (edges_per_rack) are for trees of two and three levels"
            )
        if option.split > 1:
            return Reason("plain", what="its ports are split between hosts")
        if problem.matcher.join(option.down, option.down) is None:
            return Reason("core-kind", what=str(option.down))
        if problem.edges_per_group and self.topology.of_groups is None:
            return Reason("plain", what="it has no groups of edge switches (edges_per_group)")
        fitting = _fitting(self.topology, problem.edges_per_group)
        hosts, ports = problem.hosts + problem.growth_hosts, option.down.count
        most = problem.hosts_per_edge
        edges = 1 if most is None else ceil_div(hosts, most)
        fits: list[Fit] = []
        for wanted in ((max(hosts, problem.least_possible), edges), (hosts, edges), (hosts, 1)):
            fits = fits or list(fitting(wanted[0], ports, problem.blocking, wanted[1]))
        if fits and not problem.by_way and all(fit.by_way for fit in fits):
            what = f"its traffic would go by way of random switches: name {self.topology.name} in families"
            return Reason("plain", what=what)
        needs = (
            None
            if fits
            else _ports_needed(self.topology, problem.edges_per_group, hosts, ports, problem.blocking)
        )
        if problem.blocking < 1 and fits and all(fit.blocking > problem.blocking for fit in fits):
            return Reason("blocking", min(fit.blocking for fit in fits), problem.blocking)
        if not fits and needs is None:
            return Reason("plain", what=f"there is no such network of {hosts} hosts")
        if not fits:
            return Reason("ports", needs, ports)
        rows = list(_undominated(problem, [_Row(self.topology, option, fit, problem.hosts) for fit in fits]))
        if most is None:
            return rows
        on_edge = [ceil_div(hosts, row.port_use.levels[0].switches) for row in rows]
        kept = [row for row, held in zip(rows, on_edge, strict=True) if held <= most]
        return kept or Reason("hosts_per_edge", min(on_edge), most)

    def build(
        self,
        design: Design,
        hosts: Sequence[HostGroup],
        catalog: Catalog,
        name: str,
        host_ports: HostPorts,
    ) -> Fabric:
        """The fabric of a design."""
        return build_uniform(self.topology, design, hosts, catalog, name, host_ports)


def _bought(config: Configuration) -> tuple[str, int, str]:
    return config.part, config.cards, config.card


def _fitting(topology: Topology, group: int) -> Fitting:
    """The networks of a topology with a number of edge switches in a group; 0: any, or no groups."""
    fitting = topology.of_groups(group) if group and topology.of_groups else topology.fitting
    assert fitting is not None  # only such topologies are for sale
    return fitting


@lru_cache(maxsize=256)
def _ports_needed(topology: Topology, group: int, hosts: int, ports: int, blocking: Fraction) -> int | None:
    """The fewest ports of a switch for which there is a network, more than those that are too few."""
    fitting = _fitting(topology, group)

    def able(radix: int) -> bool:
        return next(fitting(hosts, radix, blocking), None) is not None

    few, enough = ports, 2 * ports
    while not able(enough):
        few, enough = enough, 2 * enough
        if enough > MOST_PORTS:
            return None
    while enough - few > 1:
        middle = (few + enough) // 2
        few, enough = (few, middle) if able(middle) else (middle, enough)
    return enough


def _unfit(problem: Problem) -> str:
    """Why no network of equal switches is offered; empty where some may be."""
    if problem.blades:
        return "hosts are blades"
    if problem.rails > 1:
        return f"there are {problem.rails} rails"
    return "there are extra ports" if problem.extra_ports else ""


@dataclass(frozen=True)
class _Row:
    topology: Topology
    option: EdgeOption
    fit: Fit
    hosts: int

    @cached_property
    def port_use(self) -> PortUse:
        """Ports in use of its switches, and its bundles."""
        assert self.topology.port_use is not None  # topologies with ``fitting`` have it
        return self.topology.port_use(self.fit.params)

    @cached_property
    def closed(self) -> Closed:
        """Figures by closed forms."""
        return self.topology.closed(self.fit.params)

    @property
    def hops(self) -> int:
        """Links from host to host at most."""
        return self.closed.diameter or 0

    @property
    def places(self) -> int:
        """Hosts that it has room for."""
        return self.closed.hosts

    @property
    def between(self) -> int:
        """Links between switches."""
        return self.closed.links - self.closed.hosts


def _undominated(problem: Problem, rows: Sequence[_Row]) -> Iterator[_Row]:
    """Networks of one switch without those that another beats in all that limits and objectives count."""

    def counts(row: _Row) -> tuple[Fraction | int, ...]:
        cut = -_bisection_links(problem, row)
        modules = tuple(int(term.count.sum()) for term in _modules(problem, [row]))
        return row.fit.blocking, cut, row.hops, row.closed.switches, _cables_between(problem, row), *modules

    all_counts = [counts(row) for row in rows]
    for row, own in zip(rows, all_counts, strict=True):
        others = (one for one in all_counts if one != own and len(one) == len(own))
        if not any(all(x <= y for x, y in zip(one, own, strict=True)) for one in others):
            yield row


def _bisection_links(problem: Problem, row: _Row) -> Fraction:
    """Links of one plane by which half of the hosts reach the other half at once."""
    cut = row.closed.bisection_links
    N = problem.hosts
    return Fraction(N, 2) / row.fit.blocking if cut is None else min(Fraction(N, 2), Fraction(cut))


def _cages(row: _Row, links: int) -> tuple[int, int, int]:
    """Cages of all switches that hold links to hosts, links to switches, and both.

    Hosts are dealt evenly over the edge switches; on each they have the first ports.
    """
    edge, *above = row.port_use.levels
    each, more = divmod(row.hosts, edge.switches)
    first, between = edge.first // links, cages_between(edge.first, edge.stop, links)
    down = up = both = 0
    for count, held in ((more, each + 1), (edge.switches - more, each)):
        own = cages_between(0, held, links)
        down += count * own
        up += count * between
        both += count * max(0, min(own, first + between) - first)
    up += sum(level.switches * cages_between(level.first, level.stop, links) for level in above)
    return down, up, both


def _table(problem: Problem, rows: Sequence[_Row], hops: int) -> Table:
    planes, N = problem.planes, problem.hosts
    blocking = [row.fit.blocking for row in rows]
    cables = [N + _cables_between(problem, row) for row in rows]
    modules = _modules(problem, rows)
    switches = planes * column([row.closed.switches for row in rows])
    allowed = column([one <= problem.blocking for one in blocking]).astype(np.bool_)

    def bisection(i: int) -> Fraction:
        row = rows[i]
        return planes * _bisection_links(problem, row) * exact(row.option.down.rate_gbps)

    return Table(
        family=rows[0].topology.name,
        shape=(len(rows), 1),
        exists=np.ones((len(rows), 1), np.bool_),
        fits=allowed,
        needs=column([ceil_div(1000 * one.numerator, one.denominator) for one in blocking]),
        has=column([int(1000 * problem.blocking)]),
        switches=switches,
        links=planes * column([N + row.between for row in rows]),
        cables=planes * column(cables),
        transceivers=sum((term.count for term in modules), start=column([0])),
        models=column([1]),
        enclosures=column([0]),
        terms=(
            Term(switches, column([row.option.item for row in rows])),
            Term(planes * column(cables), column([0])),
            *modules,
        ),
        hops=hops,
        edges=tuple(row.option for row in rows),
        blocking=lambda i: blocking[i],
        bisection_gbps=bisection,
        hosts_possible=lambda: column([row.places for row in rows]),
        hosts_possible_of=lambda i, _, __: rows[i].places,
        design=lambda i, _: _design(problem, rows[i]),
        reasons=lambda i, _: [] if allowed[i, 0] else [Reason("blocking", blocking[i], problem.blocking)],
    )


def _cables_between(problem: Problem, row: _Row) -> int:
    """Cables between switches of a plane."""
    cable, plug = problem.bundle_cable, row.option.down.connector
    if cable is None or cable.connectors != (plug, plug):
        return row.between
    return sum(count * ceil_div(size, cable.links) for count, size in row.port_use.bundles)


def _modules(problem: Problem, rows: Sequence[_Row]) -> list[Term]:
    """Transceivers of hosts and switches; a cage that serves both counts once."""
    terms: list[Term] = []
    hosts = [problem.host_cages(row.option) for row in rows]
    for place in range(max(map(len, hosts))):
        pairs = [pair[place] if place < len(pair) else (0, 0) for pair in hosts]
        terms.append(Term(column([count for _, count in pairs]), column([item for item, _ in pairs])))
    down_counts, down_items, up_counts, up_items = [], [], [], []
    for row in rows:
        join = problem.matcher.join(row.option.down, row.option.down)
        fibres = [j.transceivers for j in row.option.joins if j.needs_transceivers and j.transceivers]
        between = join.transceivers if join is not None and join.needs_transceivers else None
        down, up, both = (0, 0, 0)
        if fibres or between:
            down, up, both = _cages(row, row.option.down.cage_links)
        down_counts.append(problem.planes * down if fibres else 0)
        down_items.append(problem.transceiver(fibres[0][0]) if fibres else 0)
        same = bool(fibres) and between is not None and fibres[0][0].id == between[0].id
        up_counts.append(problem.planes * (up - both * same) if between else 0)
        up_items.append(problem.transceiver(between[0]) if between else 0)
    if any(down_counts):
        terms.append(Term(column(down_counts), column(down_items)))
    if any(up_counts):
        terms.append(Term(column(up_counts), column(up_items)))
    return terms


def _design(problem: Problem, row: _Row) -> Design:
    levels, bought = row.port_use.levels, row.option.configuration
    counts: dict[str, int] = {}
    for role, level in zip(roles(len(levels)), levels, strict=True):
        word = role.split("-")[0]
        counts[word] = counts.get(word, 0) + problem.planes * level.switches
    return Design(
        family=row.topology.name,
        parts=tuple(use(role, bought, count) for role, count in counts.items()),
        params={
            **{p.name: _parameter(row.fit.params[p.name]) for p in row.topology.parameters},
            "E": levels[0].switches,
            "B": max((size for _, size in row.port_use.bundles), default=0),
            "blocking": str(row.fit.blocking),
            **shared_params(problem, row.option),
        },
    )


def _parameter(value: object) -> int | str:
    """A parameter as a project file holds it."""
    return value if isinstance(value, int) else words(value)  # type: ignore[arg-type]  # the rest of Value

"""Two-level fat-tree: edge switches with hosts, core switches that join them.

The two-level design paper's Algorithm 1, with growth, spread hosts, equal bundles, rails, planes,
splits and blades. Symbols as in :mod:`fatdesk.engine.families.edge_ports`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import isqrt

import numpy as np

from fatdesk.core.arrays import Bools, Longs
from fatdesk.core.errors import FatdeskError
from fatdesk.core.units import ceil_div
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.fabric.fabric import Fabric
from fatdesk.engine.families.assembly import Links, Nodes, Tier, assemble, taken_ports
from fatdesk.engine.families.design import Design, HostGroup
from fatdesk.engine.families.edge_ports import (
    Edge,
    HostSide,
    bisection_gbps,
    deal,
    host_side,
    host_terms,
    spread,
    up_cages,
)
from fatdesk.engine.families.edge_switches import Edges
from fatdesk.engine.families.problem import CoreOption, HostPorts, Problem
from fatdesk.engine.families.reason import NO_CORE, Reason
from fatdesk.engine.families.table import Refusal, Table, Term, column
from fatdesk.engine.families.uses import configuration_of, core_kind, core_params, role_of, shared_params, use


def build(
    design: Design, hosts: Sequence[HostGroup], catalog: Catalog, name: str, host_ports: HostPorts
) -> Fabric:
    """The fabric of a design.

    Hosts are connected as in :class:`Edges`. Uplinks of an edge switch are dealt to the core
    switches in order, as evenly as possible; a core switch gives edge switch e its ports e k to
    e k + k - 1, where k is its share. Planes come one after the other.

    Raises
    ------
    FatdeskError
        When the hosts or links do not fit the switches.
    """
    edges = Edges(design, hosts, catalog, host_ports)
    E, U, C = edges.E, edges.U, design.number("C")
    if C < 1:
        raise FatdeskError(f"a two-level design with E {E}, C {C}, U {U} cannot be built")
    core_use = role_of(design, "core")
    core = configuration_of(catalog, core_use)
    kind = core_kind(design, core)
    owner, port = _dealt(E, U, C, turned=bool(design.number("turned")))
    core_ports = taken_ports(core, kind, 1, 0, int(port.max()) + 1, "core switch")
    enclosure = str(design.params.get("enclosure", ""))
    nodes = Nodes(
        groups=hosts,
        tiers=(Tier("edge", edges.use, edges.planes * E), Tier("core", core_use, edges.planes * C)),
        externals=edges.planes * edges.extra,
        host_block=edges.host_block,
        edge_block=edges.edge_block,
    )
    edge = np.arange(E, dtype=np.int64)[:, None]
    batches = []
    for plane in range(edges.planes):
        batches += edges.downlinks(plane, nodes.first_external, trace=bool(enclosure))
        batches.append(
            Links(
                ends=(edges.first(plane) + edge, nodes.first(2) + plane * C + owner),
                ports=(edges.up_ports[None, :], core_ports[port]),
                rate_gbps=edges.up.rate_gbps,
                bundle=edge * C + owner,
            )
        )
    return assemble(name, nodes, batches, enclosure=enclosure)


def _dealt(E: int, U: int, C: int, *, turned: bool) -> tuple[Longs, Longs]:
    """Core switch of each uplink of each edge switch, and its port there.

    Larger bundles go to the first core switches or, ``turned``, to those after the last of the edge switch
    before.
    """
    each, more = divmod(U, C)
    core, edge = np.arange(C, dtype=np.int64), np.arange(E, dtype=np.int64)[:, None]
    share = each + (core < more)
    if not turned:
        owner = np.repeat(core, share)
        return owner, edge * share[owner] + np.arange(U) - (np.cumsum(share) - share)[owner]
    shares = each + ((core - edge * more) % C < more)
    start, before = np.cumsum(shares, axis=0) - shares, np.cumsum(shares, axis=1) - shares
    owner = np.stack([np.repeat(core, row) for row in shares])
    port: Longs = start[edge, owner] + np.arange(U) - before[edge, owner]
    return owner, port


__all__ = ["NAME", "build", "tables"]

NAME = "two-level"
CELLS = 1 << 17
"""Designs in a table: few enough that its arrays stay in the processor's cache."""


def tables(problem: Problem) -> Iterator[Table | Refusal]:
    """Every edge switch with every core switch, some rows at a time; spread hosts in tables of their own."""
    edges = []
    for option in problem.edges:
        dealt = deal(problem, option)
        if isinstance(dealt, Refusal):
            yield dealt
        else:
            edges.append(dealt)
    if not problem.cores:
        for edge in edges:
            yield Refusal(edge.option.configuration, NO_CORE, edge.option.enclosure)
        return
    if problem.core_count:
        yield from _with_given_cores(problem, edges)
        return
    uplinks = _Uplinks.between(problem, edges, problem.cores)
    rows = max(1, CELLS // len(problem.cores))
    for start in range(0, len(edges), rows):
        block = _Block(problem, edges[start : start + rows], uplinks)
        yield block.table(block.uplinks.exists)
        if problem.spread_hosts and problem.growth_hosts == 0 and not problem.rack_edges:
            yield from _spread_table(problem, block, uplinks)


def _with_given_cores(problem: Problem, edges: Sequence[Edge]) -> Iterator[Table | Refusal]:
    """The designs with a given number of core switches, a table for each core switch."""
    found = False
    for core in problem.cores:
        rows = [edge for one in edges if (edge := given_cores(problem, one, core.kind.count)) is not None]
        if rows:
            found = True
            block = _Block(problem, rows, _Uplinks.between(problem, rows, [core]), [core])
            yield block.table(block.uplinks.exists)
    if not found:
        for edge in edges:
            reason = Reason("core_count", problem.core_count, edge.U)
            yield Refusal(edge.option.configuration, reason, edge.option.enclosure)


def given_cores(problem: Problem, edge: Edge, ports: int) -> Edge | None:
    """An edge switch whose uplinks are dealt to a given number of core switches; None: it has too few.

    Where the core switches have fewer ports than there are uplinks, edge switches use fewer of these. Each
    core switch has bundles of one size or two, which differ by a link. Where the core has ports for that,
    all edge switches have their larger bundles to the same core switches; else to the next ones in turn, so
    that two of them share fewer uplinks.
    """
    C = problem.core_count
    U = min(edge.U, C * ports // edge.E_later)
    if C > U or (problem.equal_bundles and U % C):
        return None
    each, more = divmod(U, C)
    if edge.E_later * (each + (more > 0)) <= ports:
        return replace(edge, U=U)
    return replace(edge, U=U, shared=C * each + _overlap(edge.E_later, more, C))


def _overlap(edges: int, length: int, cores: int) -> int:
    """Core switches that the larger bundles of two edge switches have in common, at least."""
    steps = {edge * length % cores for edge in range(edges)}
    return min(max(0, length - d) + max(0, length - cores + d) for d in steps)


def _spread_table(problem: Problem, filled: "_Block", uplinks: "_Uplinks") -> Iterator[Table]:
    """The designs that take fewer core switches when hosts are dealt evenly."""
    spreads = [spread(problem, edge) for edge in filled.edges]
    rows = [i for i, edge in enumerate(spreads) if edge is not None]
    if rows:
        block = _Block(problem, [edge for edge in spreads if edge is not None], uplinks)
        yield block.table(block.uplinks.exists & block.fits & (filled.C[rows] > block.C))


def equal_bundle(bundle: Longs, uplinks: Longs) -> Longs:
    """The largest divisor of a row's uplinks that is not above the bundle.

    >>> equal_bundle(np.array([[4, 5, 18]]), np.array([[18]])).tolist()
    [[3, 3, 18]]
    """
    result = bundle.copy()
    divisors: dict[int, Longs] = {}
    for row, count in enumerate(uplinks[:, 0].tolist()):
        if count not in divisors:
            small = [d for d in range(1, isqrt(count) + 1) if count % d == 0]
            divisors[count] = np.array(sorted({*small, *(count // d for d in small)}), dtype=np.int64)
        result[row] = divisors[count][np.searchsorted(divisors[count], bundle[row], side="right") - 1]
    return result


@dataclass(frozen=True)
class _Uplinks:
    """Items that join uplinks (rows: kinds, or edge switches) with ports of core switches (columns).

    Attributes
    ----------
    exists
        False for all but one kind of ports of a core switch where no kind can be joined.
    needs
        Whether it takes transceivers: ``edge_item`` and ``core_item``.
    by_bundle
        Whether the cable for several links fits.
    """

    exists: Bools
    able: Bools
    needs: Bools
    by_bundle: Bools
    edge_item: Longs
    core_item: Longs
    place: dict[tuple[str, float, int, str | None], int]

    @staticmethod
    def between(problem: Problem, edges: Sequence[Edge], cores: Sequence[CoreOption]) -> "_Uplinks":
        """By kind of uplinks."""
        known = {edge.option.up.key: edge.option.up for edge in edges}
        shape = (len(known), len(cores))
        exists, able, needs, by_bundle = (np.zeros(shape, dtype=np.bool_) for _ in range(4))
        edge_item, core_item = (np.zeros(shape, dtype=np.int64) for _ in range(2))
        cable = problem.bundle_cable
        for i, up in enumerate(known.values()):
            joins = [problem.matcher.join(up, core.kind) for core in cores]
            able[i] = [join is not None for join in joins]
            exists[i] = _one_for_each_switch(cores, able[i])
            for j, (core, join) in enumerate(zip(cores, joins, strict=True)):
                if join is not None and join.needs_transceivers and join.transceivers is not None:
                    needs[i, j] = True
                    edge_item[i, j], core_item[i, j] = map(problem.transceiver, join.transceivers)
                if cable is not None:
                    ends = (up.connector, core.kind.connector)
                    by_bundle[i, j] = cable.connectors in {ends, ends[::-1]}
        place = {key: i for i, key in enumerate(known)}
        return _Uplinks(exists, able, needs, by_bundle, edge_item, core_item, place)

    def of(self, edges: Sequence[Edge]) -> "_Uplinks":
        """By edge switch; a single row where all have uplinks of one kind."""
        rows = np.array([self.place[edge.option.up.key] for edge in edges])
        rows = rows[:1] if (rows == rows[0]).all() else rows
        return _Uplinks(
            self.exists[rows],
            self.able[rows],
            self.needs[rows],
            self.by_bundle[rows],
            self.edge_item[rows],
            self.core_item[rows],
            self.place,
        )


def _one_for_each_switch(cores: Sequence[CoreOption], able: Bools) -> list[bool]:
    """Of the port kinds of a switch those that can be joined, or the first where none can."""
    joined = {id(core.configuration) for core, can in zip(cores, able, strict=True) if can}
    result = []
    for core, can in zip(cores, able, strict=True):
        seen = id(core.configuration) in joined
        result.append(bool(can) or not seen)
        joined.add(id(core.configuration))
    return result


class _Block:
    """Some edge switches against all core switches."""

    def __init__(
        self,
        problem: Problem,
        edges: Sequence[Edge],
        uplinks: _Uplinks,
        cores: Sequence[CoreOption] | None = None,
    ) -> None:
        self.problem, self.edges, self.cores = problem, edges, cores or problem.cores
        self.E = column([edge.E for edge in edges])
        self.E_later = column([edge.E_later for edge in edges])
        self.U = column([edge.U for edge in edges])
        self.P_C = np.array([[core.kind.count for core in self.cores]], dtype=np.int64)
        self.uplinks = uplinks.of(edges)
        most = self.P_C // self.E_later
        self.fits = (most > 0) & self.uplinks.able
        bundle = np.minimum(np.maximum(most, 1), self.U)
        self.B = equal_bundle(bundle, self.U) if problem.equal_bundles else bundle
        self.C = (self.U - 1) // self.B + 1
        if problem.core_count:
            self.C = np.full_like(self.C, problem.core_count)
            self.B = (self.U - 1) // self.C + 1

    def table(self, exists: Bools) -> Table:
        """The designs that exist, judged by nobody yet."""
        problem, planes = self.problem, self.problem.planes
        sides = [host_side(problem, edge) for edge in self.edges]
        cables = planes * (column([side.cables for side in sides]) + self._up_cables())
        transceivers = self._transceivers(sides)
        part_of = {core.configuration.part: i for i, core in enumerate(self.cores)}
        core_part = np.array([[part_of[core.configuration.part] for core in self.cores]])
        edge_part = column([part_of.get(edge.option.configuration.part, -1) for edge in self.edges])
        return Table(
            family=NAME,
            shape=(len(self.edges), len(self.cores)),
            exists=exists,
            fits=self.fits,
            needs=self.E_later,
            has=np.where(self.uplinks.able, self.P_C, 0),
            switches=planes * (self.E + self.C),
            links=planes * (column([side.links for side in sides]) + self.E * self.U),
            cables=cables,
            transceivers=sum((term.count for term in transceivers), start=column([0])),
            models=np.where(edge_part == core_part, 1, 2),
            enclosures=self.E if problem.blades else column([0]),
            terms=(
                Term(planes * self.E, column([edge.option.item for edge in self.edges])),
                Term(planes * self.C, np.array([[core.item for core in self.cores]], dtype=np.int64)),
                Term(cables, column([0])),
                *transceivers,
            ),
            hops=4,
            edges=tuple(edge.option for edge in self.edges),
            blocking=lambda i: self.edges[i].blocking(),
            bisection_gbps=lambda i: bisection_gbps(problem, self.edges[i]),
            hosts_possible=self._hosts_possible,
            hosts_possible_of=self._hosts_possible_of,
            design=self._design,
            reasons=self._reasons,
        )

    def _up_cables(self) -> Longs:
        """Cables between edge and core switches of a plane."""
        cable = self.problem.bundle_cable
        if cable is None:
            return self.E * self.U
        more, each = self.U % self.C, self.U // self.C
        links = np.where(self.uplinks.by_bundle, cable.links, 1)
        cables: Longs = more * (each // links + 1) + (self.C - more) * ((each - 1) // links + 1)
        return self.E * cables

    def _transceivers(self, sides: Sequence[HostSide]) -> list[Term]:
        """Transceivers of hosts, edge and core switches; a cage that serves both sides counts once."""
        problem, planes, up = self.problem, self.problem.planes, self.uplinks
        terms = host_terms(problem, self.edges, sides)
        if up.needs.any():
            shared = column([side.shared for side in sides])
            at_edge = self.E * column([up_cages(edge) for edge in self.edges]) - shared
            per_cage = np.array([[core.kind.cage_links for core in self.cores]], dtype=np.int64)
            more, each = self.U % self.C, self.U // self.C
            at_core = more * ((self.E * (each + 1) - 1) // per_cage + 1)
            at_core += (self.C - more) * ((self.E * each - 1) // per_cage + 1)
            if any(edge.shared for edge in self.edges):  # each core switch has its share of all uplinks
                least, more = self.E * self.U // self.C, self.E * self.U % self.C
                turned = more * (least // per_cage + 1) + (self.C - more) * ((least - 1) // per_cage + 1)
                at_core = np.where(column([edge.shared for edge in self.edges]) > 0, turned, at_core)
            terms.append(Term(np.where(up.needs, planes * at_edge, 0), up.edge_item))
            terms.append(Term(np.where(up.needs, planes * at_core, 0), up.core_item))
        return terms

    def _hosts_possible(self) -> Longs:
        """Hosts at most with these core switches."""
        groups: Longs = self.P_C // ((self.U - 1) // self.C + 1) // self.problem.rails
        if self.problem.core_count:
            groups = self.P_C * self.C // self.U // self.problem.rails
        options = [edge.option for edge in self.edges]
        return self.problem.hosts_on(options, groups, column([edge.size_possible for edge in self.edges]))

    def _hosts_possible_of(self, i: int, j: int, full: bool) -> int:
        """Hosts at most with the core switches of one design, now or with their card slots filled."""
        edge, core, rails = self.edges[i], self.cores[j], self.problem.rails
        ports = core.full_ports if full else core.kind.count
        groups = ports // ceil_div(edge.U, int(self.C[i, j])) // rails
        if self.problem.core_count:
            groups = ports * int(self.C[i, j]) // edge.U // rails
        return int(self.problem.hosts_on([edge.option], column(groups), column(edge.size_possible))[0, 0])

    def _design(self, i: int, j: int) -> Design:
        problem, edge, core = self.problem, self.edges[i], self.cores[j]
        C, B = int(self.C[i, j]), int(self.B[i, j])
        return Design(
            family=NAME,
            parts=(
                use("edge", edge.option.configuration, problem.planes * edge.E),
                use("core", core.configuration, problem.planes * C),
            ),
            params={
                "P_En": edge.P_En,
                "P_Ec": edge.P_Ec,
                "E": edge.E,
                "C": C,
                "B": B,
                "blocking": str(edge.blocking()),
                "U": edge.U,
                "spread": int(edge.spread or edge.even),
                **({"turned": 1, "shared": edge.shared} if edge.shared else {}),
                **({"P_Eu": edge.P_Eu} if edge.P_Eu else {}),
                **shared_params(problem, edge.option),
                **core_params(core),
            },
        )

    def _reasons(self, i: int, j: int) -> list[Reason]:
        """Why it lacks ports."""
        edge, core = self.edges[i], self.cores[j]
        if not np.broadcast_to(self.uplinks.able, (len(self.edges), len(self.cores)))[i, j]:
            return [Reason("core-kind", what=str(edge.option.up))]
        if core.kind.count < edge.E_later:
            return [Reason("core-ports", edge.E_later, core.kind.count)]
        return []

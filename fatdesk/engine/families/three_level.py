"""Three-level fat-tree: pods of edge and middle switches, joined by core switches.

An EGFT(3, M, C, K) of spec 2 over parts that can be bought. Symbols in addition to those of
:mod:`fatdesk.engine.families.edge_ports`: a pod has up to m edge and c middle switches with B links
between any two of them, so c B = U; a middle switch has as many links upwards as down, so a pod has
W = m U of them; they are dealt to the C core switches in order, as evenly as possible. Blocking is that of
the edge switches. Edge switches are dealt to the pods evenly, a group of rails together where a pod holds
one; or a pod has all edge switches of a rail.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from fatdesk.core.arrays import Bools, Longs
from fatdesk.core.errors import FatdeskError
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.fabric.fabric import Fabric
from fatdesk.engine.families.assembly import Links, Nodes, Tier, assemble, taken_ports
from fatdesk.engine.families.design import Design, HostGroup
from fatdesk.engine.families.edge_ports import (
    Edge,
    KindJoins,
    bisection_gbps,
    deal,
    host_side,
    host_terms,
    up_cages,
)
from fatdesk.engine.families.edge_switches import Edges, group_starts
from fatdesk.engine.families.problem import CoreOption, HostPorts, Problem
from fatdesk.engine.families.reason import NO_CORE, Reason
from fatdesk.engine.families.table import Refusal, Table, Term, column
from fatdesk.engine.families.uses import (
    configuration_of,
    core_kind,
    core_params,
    kind_params,
    part_kind,
    role_of,
    shared_params,
    use,
)


def pod_starts(edges: int, pods: int, unit: int) -> Longs:
    """First edge switch of each pod, and the end: dealt evenly, ``unit`` of them together.

    >>> pod_starts(10, 4, 1).tolist(), pod_starts(16, 3, 4).tolist()
    ([0, 3, 6, 8, 10], [0, 8, 12, 16])
    """
    return group_starts(edges // unit, pods, 0, spread=True) * unit


def build(
    design: Design, hosts: Sequence[HostGroup], catalog: Catalog, name: str, host_ports: HostPorts
) -> Fabric:
    """The fabric of a design.

    Hosts sit on edge switches as in a two-level tree. Uplink ports of an edge switch go to the middle
    switches of its pod in order, B to each; edge switch i of a pod has ports i B to i B + B - 1 of each.
    Ports of middle switches that follow lead upwards: the W of a pod, middle switch by middle switch, are
    dealt to the core switches in order, as evenly as possible; a core switch gives pod q its ports q k to
    q k + k - 1, where k is its share. Planes come one after the other.

    Raises
    ------
    FatdeskError
        When the hosts or links do not fit the switches.
    """
    number = design.number
    edges = Edges(design, hosts, catalog, host_ports)
    pods, m, B, C, U = number("pods"), number("m"), number("B"), number("C"), edges.U
    unit, planes = max(1, number("unit", 1)), edges.planes
    if min(pods, m, B, C, U) < 1 or U % B or edges.E % unit:
        raise FatdeskError(
            f"a three-level design with E {edges.E}, U {U}, B {B}, {pods} pods of {m}, C {C} cannot be built"
        )
    c, W = U // B, m * U
    edge = np.arange(edges.E, dtype=np.int64)
    if number("rail_pods"):
        pod, in_pod = edge % edges.rails, edge // edges.rails
    else:
        starts = pod_starts(edges.E, pods, unit)
        pod = np.searchsorted(starts, edge, side="right") - 1
        in_pod = edge - starts[pod]
    if int(in_pod.max()) >= m or int(pod.max()) >= pods:
        raise FatdeskError(f"{edges.E} edge switches do not fit {pods} pods of {m}")
    middle_use, core_use = role_of(design, "middle"), role_of(design, "core")
    middle, core = configuration_of(catalog, middle_use), configuration_of(catalog, core_use)
    middle_kind, upper_kind = part_kind(design, middle, "middle_kind"), core_kind(design, core)
    share = np.full(C, W // C) + (np.arange(C) < W % C)
    middle_ports = taken_ports(middle, middle_kind, 1, 0, 2 * m * B, "middle switch")
    core_ports = taken_ports(core, upper_kind, 1, 0, pods * int(share[0]), "core switch")
    nodes = Nodes(
        groups=hosts,
        tiers=(
            Tier("edge", edges.use, planes * edges.E),
            Tier("middle", middle_use, planes * pods * c),
            Tier("core", core_use, planes * C),
        ),
        externals=planes * edges.extra,
        host_block=edges.host_block,
        edge_block=edges.edge_block,
    )
    up = np.arange(U, dtype=np.int64)
    owner = np.repeat(np.arange(C, dtype=np.int64), share)
    before = np.cumsum(share) - share
    way = np.arange(W, dtype=np.int64)
    each = np.arange(pods, dtype=np.int64)[:, None]
    batches = []
    for plane in range(planes):
        first_edge = edges.first(plane)
        first_middle = nodes.first(2) + plane * pods * c
        first_core = nodes.first(3) + plane * C
        batches += edges.downlinks(plane, nodes.first_external)
        place = in_pod[:, None] * B + up % B
        at = (pod * c)[:, None] + up // B
        batches.append(
            Links(
                ends=(first_edge + edge[:, None], first_middle + at),
                ports=(edges.up_ports[None, :], middle_ports[place]),
                rate_gbps=edges.up.rate_gbps,
                bundle=edge[:, None] * (pods * c) + at,
            )
        )
        own = each * c + way // (W // c)
        far = core_ports[each * share[owner] + way - before[owner]]
        batches.append(
            Links(
                ends=(first_middle + own, first_core + np.broadcast_to(owner, own.shape)),
                ports=(np.broadcast_to(middle_ports[m * B + way % (W // c)], own.shape), far),
                rate_gbps=middle_kind.rate_gbps,
                bundle=own * C + owner,
            )
        )
    return assemble(name, nodes, batches)


__all__ = ["NAME", "build", "tables"]

NAME = "egft"
CELLS = 1 << 16
"""Designs in a table."""
MANY = 1 << 20
"""With more designs than this, middle switches are only of the edge's model or like the core switch."""


def tables(problem: Problem) -> Iterator[Table | Refusal]:
    """Every edge switch with every bundle and middle switch (rows), and every core switch (columns).

    Where those are more than :data:`MANY`, middle switches are of the edge's model or like the core switch.
    Where there is no design at all, why each edge switch has none.
    """
    found = False
    for table in _all_tables(problem):
        found = True
        yield table
    if not found:
        yield from _refusals(problem)


def _refusals(problem: Problem) -> Iterator[Refusal]:
    """Why an edge switch has no place in a tree of three levels."""
    for option in problem.edges:
        edge = deal(problem, option)
        if isinstance(edge, Refusal):
            yield edge
        else:
            yield Refusal(option.configuration, _reason(problem, edge), option.enclosure)


def _reason(problem: Problem, edge: Edge) -> Reason:
    if problem.blades:
        return Reason("family", what="three levels are for rack servers, and hosts are blades")
    if not problem.cores:
        return NO_CORE
    joined = [core for core in problem.cores if problem.matcher.join(edge.option.up, core.kind) is not None]
    if not joined:
        return Reason("core-kind", what=str(edge.option.up))
    most = [core.kind.count // 2 for core in joined if core.kind.count > 1]
    if not most:
        return Reason("core-ports", 2, max(core.kind.count for core in joined))
    if problem.rail_pods:
        if problem.rails == 1:
            return Reason("family", what="pods of one rail need two rails or more")
        return Reason("core-ports", 2 * (edge.E_later // problem.rails), 2 * max(most))
    return Reason("one-pod", min(most) + 1, edge.E)


def _all_tables(problem: Problem) -> Iterator[Table]:
    edges = [edge for option in problem.edges if isinstance(edge := deal(problem, option), Edge)]
    cores = problem.cores
    if problem.blades or not edges or not cores:
        return
    rows = _rows(edges)
    if len(rows) * len(cores) ** 2 <= MANY:
        every = np.arange(len(cores))
        yield from _tables(problem, edges, _times(rows, every))
        return
    models = [core.configuration.part for core in cores]
    own = [
        (edge, B, middle)
        for edge, B in rows.tolist()
        for middle in _of_model(models, edges[edge].option.configuration.part)
    ]
    yield from _tables(problem, edges, np.array(own, dtype=np.int64).reshape(-1, 3))
    yield from _tables(problem, edges, _times(rows, np.array([_OF_CORE])))


_OF_CORE = -1
"""Instead of the number of a middle switch: the core switch of the column."""


def _rows(edges: Sequence[Edge]) -> Longs:
    """Each edge switch with each bundle that divides its uplinks."""
    pairs = [(n, B) for n, edge in enumerate(edges) for B in range(1, edge.U + 1) if edge.U % B == 0]
    return np.array(pairs, dtype=np.int64)


def _times(rows: Longs, middles: Longs) -> Longs:
    """Each row with each middle switch."""
    return np.column_stack([np.repeat(rows, len(middles), axis=0), np.tile(middles, len(rows))])


def _of_model(models: Sequence[str], part: str) -> list[int]:
    return [n for n, model in enumerate(models) if model == part]


def _tables(problem: Problem, edges: Sequence[Edge], rows: Longs) -> Iterator[Table]:
    joins = _AllJoins(
        KindJoins(problem, [edge.option.up for edge in edges], [core.kind for core in problem.cores]),
        KindJoins(problem, *[[core.kind for core in problem.cores]] * 2),
    )
    each = max(1, CELLS // len(problem.cores))
    for start in range(0, len(rows), each):
        block = _Block(problem, edges, rows[start : start + each], joins)
        if block.exists.any():
            yield block.table()


@dataclass(frozen=True)
class _AllJoins:
    below: KindJoins
    above: KindJoins


class _Block:
    """Some pods (rows) against all core switches (columns).

    Arrays have one column where the row determines the middle switch.
    """

    def __init__(self, problem: Problem, edges: Sequence[Edge], rows: Longs, joins: _AllJoins) -> None:
        self.problem, self.cores = problem, problem.cores
        self.edges = [edges[n] for n in rows[:, 0].tolist()]
        self.E = column([edge.E for edge in self.edges])
        self.U = column([edge.U for edge in self.edges])
        self.B, self.c = rows[:, 1:2], self.U // rows[:, 1:2]
        core = np.arange(len(self.cores))[None, :]
        self.like_core = bool((rows[:, 2] == _OF_CORE).any())
        self.middle = core if self.like_core else rows[:, 2:3]
        self.P_C = np.array([[option.kind.count for option in self.cores]], dtype=np.int64)
        self.below = joins.below.of(rows[:, 0:1], self.middle)
        self.above = joins.above.of(self.middle, core)
        self._pods()
        most = self.P_C // self.later
        self.fits = (most > 0) & self.above.able
        self.share = np.minimum(np.maximum(most, 1), self.W)
        self.C = (self.W - 1) // self.share + 1
        if problem.equal_bundles:
            self.C = _next_divisors(self.C, self.W)
        self.share = (self.W - 1) // self.C + 1
        self.needs = self.later
        if problem.core_count:
            self._given_cores()

    def _given_cores(self) -> None:
        """The same with a number of core switches that is given: each with ports for its share of a pod."""
        self.C = np.full_like(self.C, self.problem.core_count)
        self.share = (self.W - 1) // self.C + 1
        self.needs = self.later * self.share
        self.fits = (self.needs <= self.P_C) & (self.C <= self.W) & self.above.able
        if self.problem.equal_bundles:
            self.fits = self.fits & (self.W % self.C == 0)

    def _pods(self) -> None:
        """Edge switches that stay together, of the fullest pod, and pods; at least two of them."""
        rails = self.problem.rails
        if self.problem.rail_pods:
            self._rail_pods()
            return
        most = self.P_C.ravel()[self.middle] // 2 // self.B
        self.unit = np.where(most >= rails, rails, 1)
        groups = most // self.unit
        self.exists: Bools = self.below.able & (groups > 0) & (groups * self.unit < self.E)
        self.exists = self.exists & self._one_for_each_switch()
        if self.like_core:  # where it is of the edge's model too, a row of its own has it
            edge, core = self._part_numbers
            self.exists = self.exists & (edge != core)
        all_groups = self.E // self.unit
        self.pods = (all_groups - 1) // np.maximum(groups, 1) + 1
        self.m = ((all_groups - 1) // self.pods + 1) * self.unit
        self.full = np.where(all_groups % self.pods == 0, self.pods, all_groups % self.pods)
        self.later = (column([edge.E_later for edge in self.edges]) - 1) // self.m + 1
        self.W = self.m * self.U

    def _rail_pods(self) -> None:
        """The same where each pod has the edge switches of a rail."""
        rails = self.problem.rails
        self.m = column([edge.E_later for edge in self.edges]) // rails
        self.unit, self.pods = np.ones_like(self.m), np.full_like(self.m, rails)
        enough = self.P_C.ravel()[self.middle] // 2 // self.B >= self.m
        self.exists = self.below.able & enough & (rails > 1) & self._one_for_each_switch()
        if self.like_core:
            edge, core = self._part_numbers
            self.exists = self.exists & (edge != core)
        self.full, self.later, self.W = self.pods, self.pods, self.m * self.U

    def table(self) -> Table:
        """The designs, judged by nobody yet."""
        problem, planes, edges = self.problem, self.problem.planes, self.edges
        sides = [host_side(problem, edge) for edge in edges]
        modules = [*host_terms(problem, edges, sides), *self._modules(column([s.shared for s in sides]))]
        middles = planes * self.pods * self.c
        links = column([side.links for side in sides]) + self.E * self.U + self.pods * self.W
        cables = planes * (column([side.cables for side in sides]) + self._cables())
        items = np.array([core.item for core in self.cores], dtype=np.int64)
        return Table(
            family=NAME,
            shape=(len(edges), len(self.cores)),
            exists=self.exists,
            fits=self.fits,
            needs=self.needs,
            has=np.where(self.above.able, self.P_C, 0),
            switches=planes * (self.E + self.C) + middles,
            links=planes * links,
            cables=cables,
            transceivers=sum((term.count for term in modules), start=column([0])),
            models=self._models(),
            enclosures=column([0]),
            terms=(
                Term(planes * self.E, column([edge.option.item for edge in edges])),
                Term(middles, items[self.middle]),
                Term(planes * self.C, items[None, :]),
                Term(cables, column([0])),
                *modules,
            ),
            hops=6,
            edges=tuple(edge.option for edge in edges),
            blocking=lambda i: edges[i].blocking(),
            bisection_gbps=lambda i: bisection_gbps(problem, edges[i]),
            hosts_possible=self._hosts_possible,
            hosts_possible_of=self._hosts_possible_of,
            design=self._design,
            reasons=self._reasons,
        )

    def _one_for_each_switch(self) -> Bools:
        """Of the port kinds of a core switch those that can be joined, or the first where none can."""
        able = self.above.able
        numbers: dict[int, int] = {}
        switch = np.array([numbers.setdefault(id(core.configuration), len(numbers)) for core in self.cores])
        if len(numbers) == len(self.cores):
            return np.ones((1, 1), dtype=np.bool_)
        first = np.flatnonzero(np.concatenate([[True], switch[1:] != switch[:-1]]))
        none = np.add.reduceat(able.astype(np.int64), first, axis=1) == 0
        begins = np.isin(np.arange(len(switch)), first)
        found: Bools = able | (begins & none[:, switch])
        return found

    def _cables(self) -> Longs:
        """Cables between switches of a plane."""
        cable = self.problem.bundle_cable
        if cable is None:
            links: Longs = self.E * self.U + self.pods * self.W
            return links
        lower = np.where(self.below.by_bundle, cable.links, 1)
        below = self.E * self.c * ((self.B - 1) // lower + 1)
        upper = np.where(self.above.by_bundle, cable.links, 1)
        figures = np.broadcast_arrays(self.W, self.W // self.c, self.C, upper)
        cells = zip(*(figure.ravel().tolist() for figure in figures), strict=True)
        known: dict[tuple[int, ...], int] = {}
        of_pod = [known[cell] if cell in known else known.setdefault(cell, _bundled(*cell)) for cell in cells]
        total: Longs = below + self.pods * np.array(of_pod, dtype=np.int64).reshape(figures[0].shape)
        return total

    def _modules(self, shared: Longs) -> list[Term]:
        """Transceivers between switches; a cage that serves two sides counts once."""
        planes, below, above = self.problem.planes, self.below, self.above
        terms: list[Term] = []
        if not (below.needs.any() or above.needs.any()):
            return terms
        at_edge = self.E * column([up_cages(edge) for edge in self.edges]) - shared
        down, up, both = self._middle_cages()
        terms.append(Term(np.where(below.needs, planes * at_edge, 0), below.at_a))
        terms.append(Term(np.where(below.needs, planes * self.c * down, 0), below.at_b))
        up = up - np.where(below.needs & (below.at_b == above.at_a), both, 0)
        per_cage = self._cage_links[None, :]
        more, each = self.W % self.C, self.W // self.C
        at_core = more * ((self.pods * (each + 1) - 1) // per_cage + 1)
        at_core = at_core + (self.C - more) * ((self.pods * each - 1) // per_cage + 1)
        terms.append(Term(np.where(above.needs, planes * self.c * up, 0), above.at_a))
        terms.append(Term(np.where(above.needs, planes * at_core, 0), above.at_b))
        return terms

    @cached_property
    def _cage_links(self) -> Longs:
        return np.array([core.kind.cage_links for core in self.cores], dtype=np.int64)

    def _middle_cages(self) -> tuple[Longs, Longs, Longs]:
        """Cages of the middle switches at one place of all pods: towards edges, towards the core, both."""
        links = self._cage_links[self.middle]
        first = self.m * self.B
        up = self.pods * ((2 * first - 1) // links - first // links + 1)
        down, both = np.zeros_like(up), np.zeros_like(up)
        whole = self.E // self.problem.rails if self.problem.rail_pods else self.m
        for count, held in ((self.full, whole), (self.pods - self.full, self.m - self.unit)):
            last = held * self.B - 1
            down = down + count * (last // links + 1)
            both = both + count * (last // links == first // links)
        return down, up, both

    @cached_property
    def _part_numbers(self) -> tuple[Longs, Longs]:
        """Models of the edge switches (a column) and of the core switches (a row), numbered."""
        numbers: dict[str, int] = {}
        parts = [core.configuration.part for core in self.cores]
        core = np.array([[numbers.setdefault(part, len(numbers)) for part in parts]], dtype=np.int64)
        edge = column([numbers.setdefault(e.option.configuration.part, len(numbers)) for e in self.edges])
        return edge, core

    def _models(self) -> Longs:
        edge, top = self._part_numbers
        middle = top.ravel()[self.middle]
        models: Longs = 1 + (middle != edge) + ((top != edge) & (top != middle))
        return models

    def _groups(self, pods: Longs, m: Longs) -> Longs:
        """Edge switches of a rail in a number of pods."""
        rails = self.problem.rails
        groups: Longs = np.where(pods >= rails, m, 0) if self.problem.rail_pods else pods * m // rails
        return groups

    def _hosts_possible(self) -> Longs:
        """Hosts at most with these core switches."""
        groups = self._groups(self.P_C // self.share, self.m)
        options = [edge.option for edge in self.edges]
        return self.problem.hosts_on(options, groups, column([edge.size_possible for edge in self.edges]))

    def _at(self, array: Longs | Bools, i: int, j: int) -> int:
        """The figure of one design."""
        return int(array[i if array.shape[0] > 1 else 0, j if array.shape[1] > 1 else 0])

    def _hosts_possible_of(self, i: int, j: int, full: bool) -> int:
        """Hosts at most with the core switches of one design, now or with their card slots filled."""
        core = self.cores[j]
        pods = (core.full_ports if full else core.kind.count) // self._at(self.share, i, j)
        groups = self._groups(column(pods), column(self._at(self.m, i, j)))
        edge = self.edges[i]
        return int(self.problem.hosts_on([edge.option], groups, column(edge.size_possible))[0, 0])

    def _middle_of(self, i: int, j: int) -> CoreOption:
        return self.cores[self._at(self.middle, i, j)]

    def _design(self, i: int, j: int) -> Design:
        problem, edge, core, middle = self.problem, self.edges[i], self.cores[j], self._middle_of(i, j)
        figures = (self.B, self.c, self.m, self.pods, self.unit, self.W, self.C)
        B, c, m, pods, unit, W, C = (self._at(array, i, j) for array in figures)
        return Design(
            family=NAME,
            parts=(
                use("edge", edge.option.configuration, problem.planes * edge.E),
                use("middle", middle.configuration, problem.planes * pods * c),
                use("core", core.configuration, problem.planes * C),
            ),
            params={
                "M": f"{edge.size}-{m}-{pods}",
                "C": C,
                "c": c,
                "K": f"1-{B}-{Fraction(W, C)}",
                "P_En": edge.P_En,
                "P_Ec": edge.P_Ec,
                "E": edge.E,
                "B": B,
                "m": m,
                "pods": pods,
                "unit": unit,
                "W": W,
                "blocking": str(edge.blocking()),
                "U": edge.U,
                "spread": int(edge.spread or edge.even),
                **({"rail_pods": 1} if problem.rail_pods else {}),
                **({"P_Eu": edge.P_Eu} if edge.P_Eu else {}),
                **shared_params(problem, edge.option),
                **kind_params(middle, "middle_kind"),
                **core_params(core),
            },
        )

    def _reasons(self, i: int, j: int) -> list[Reason]:
        """Why it lacks ports."""
        if not self._at(self.above.able, i, j):
            return [Reason("core-kind", what=str(self._middle_of(i, j).kind))]
        needs, has, most = self._at(self.needs, i, j), self.cores[j].kind.count, self._at(self.W, i, j)
        if has >= needs and self.problem.core_count:
            return [Reason("core_count", self.problem.core_count, most)]
        return [Reason("core-ports", needs, has)] if has < needs else []


def _bundled(W: int, V: int, C: int, links: int) -> int:
    """Cables from a pod to the core when one carries a number of links of a bundle."""
    cuts = np.unique(np.concatenate([np.arange(0, W + 1, V), _shares(W, C)]))
    return int((-(-np.diff(cuts) // links)).sum())


def _shares(W: int, C: int) -> Longs:
    """First link of each core switch, and the end."""
    each, more = divmod(W, C)
    order = np.arange(C + 1, dtype=np.int64)
    return order * each + np.minimum(order, more)


def _next_divisors(C: Longs, W: Longs) -> Longs:
    """The smallest divisor of W that is not below C."""
    C, W = np.broadcast_arrays(C, W)
    result = C.copy()
    for count in np.unique(W).tolist():
        divisors = np.array([d for d in range(1, count + 1) if count % d == 0], dtype=np.int64)
        here = count == W
        result[here] = divisors[np.searchsorted(divisors, C[here])]
    return result

"""Three-level fat-tree: pods of edge and middle switches, joined by core switches.

An EGFT(3, M, C, K) of spec 2 over parts that can be bought. Symbols beside those of
:mod:`fatdesk.engine.families.two_level_ports`: a pod has up to m edge and c middle switches with B links
between any two of them, so c B = U; a middle switch has as many links upwards as down, so a pod has
W = m U of them; they are dealt to the C core switches in order, as evenly as possible. Blocking is that of
the edge switches. Edge switches are dealt to the pods evenly, a group of rails together where a pod holds
one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from fatdesk.engine.core.units import ceil_div
from fatdesk.engine.families.design import Design
from fatdesk.engine.families.host_side import host_side, host_terms, up_cages
from fatdesk.engine.families.leaves import cages_between
from fatdesk.engine.families.problem import CoreOption, Problem
from fatdesk.engine.families.reason import Reason
from fatdesk.engine.families.table import Bools, Ints, Refusal, Table, Term, column
from fatdesk.engine.families.three_level_fabric import build, pod_starts
from fatdesk.engine.families.two_level_ports import Edge, bisection_gbps, deal
from fatdesk.engine.families.uses import core_params, kind_params, shared_params, use

__all__ = ["NAME", "build", "tables"]

NAME = "egft"
CELLS = 1 << 16
"""Designs in a table."""
MANY = 1 << 22
"""With more designs than this, middle switches are only of the model of the edge or of the core."""


@dataclass(frozen=True, slots=True)
class Pod:
    """What is below the core switches.

    Attributes
    ----------
    B
        Links between an edge and a middle switch.
    m, pods, pods_later
        Edge switches of the fullest pod; pods today, and with the hosts to come.
    unit
        Edge switches that stay together.
    """

    edge: Edge
    middle: CoreOption
    B: int
    m: int
    pods: int
    pods_later: int
    unit: int

    @property
    def c(self) -> int:
        """Middle switches of a pod."""
        return self.edge.U // self.B

    @property
    def ups(self) -> int:
        """W: links upwards of a pod."""
        return self.m * self.edge.U


def tables(problem: Problem) -> Iterator[Table | Refusal]:
    """Every edge switch with every middle switch and bundle (rows), and every core switch (columns).

    Where those are more than :data:`MANY`, middle switches are of the model of the edge or the core switch.
    Refusals are left to the two-level family, which tells the same.
    """
    if problem.blades:
        return
    edges = [edge for option in problem.edges if isinstance(edge := deal(problem, option), Edge)]
    cores = problem.cores
    if len(edges) * len(cores) ** 2 <= MANY:
        yield from _tables(problem, [pod for edge in edges for pod in pods(problem, edge, cores)], cores)
        return
    rows: list[Pod] = []
    for edge in edges:
        rows += pods(problem, edge, [core for core in cores if _same(core, edge)])
    yield from _tables(problem, rows, cores)
    for core in cores:
        own = [pod for edge in edges if not _same(core, edge) for pod in pods(problem, edge, [core])]
        yield from _tables(problem, own, [core])


def pods(problem: Problem, edge: Edge, middles: Sequence[CoreOption]) -> Iterator[Pod]:
    """The ways of making pods of some edge switches, at least two of them."""
    bundles = [B for B in range(1, edge.U + 1) if edge.U % B == 0]
    for middle in middles:
        if problem.matcher.join(edge.option.up, middle.kind) is None:
            continue
        for B in bundles:
            most = middle.kind.count // 2 // B
            unit = problem.rails if most >= problem.rails else 1
            groups = most // unit
            if not groups or groups * unit >= edge.E:
                continue
            now = ceil_div(edge.E // unit, groups)
            m = ceil_div(edge.E // unit, now) * unit
            yield Pod(edge, middle, B, m, now, ceil_div(edge.E_later, m), unit)


def _same(core: CoreOption, edge: Edge) -> bool:
    return core.configuration.part == edge.option.configuration.part


def _tables(problem: Problem, rows: Sequence[Pod], cores: Sequence[CoreOption]) -> Iterator[Table]:
    if not cores:
        return
    each = max(1, CELLS // len(cores))
    for start in range(0, len(rows), each):
        yield _Block(problem, rows[start : start + each], cores).table()


class _Block:
    """Some pods against core switches."""

    def __init__(self, problem: Problem, rows: Sequence[Pod], cores: Sequence[CoreOption]) -> None:
        self.problem, self.rows, self.cores = problem, rows, cores
        self.E = column([pod.edge.E for pod in rows])
        self.U = column([pod.edge.U for pod in rows])
        self.pods, self.later = column([pod.pods for pod in rows]), column([pod.pods_later for pod in rows])
        self.W, self.c = column([pod.ups for pod in rows]), column([pod.c for pod in rows])
        self.P_C = np.array([[core.kind.count for core in cores]], dtype=np.int64)
        self.able, self.needs_modules, self.middle_item, self.core_item = self._joins()
        most = self.P_C // self.later
        self.fits = (most > 0) & self.able
        self.share = np.minimum(np.maximum(most, 1), self.W)
        self.C = (self.W - 1) // self.share + 1
        if problem.equal_bundles:
            self.C = _next_divisors(self.C, self.W)
        self.share = (self.W - 1) // self.C + 1

    def _joins(self) -> tuple[Bools, Bools, Ints, Ints]:
        """Whether middle and core switches can be joined, whether by transceivers, and which."""
        shape = (len(self.rows), len(self.cores))
        able, needs = np.zeros(shape, np.bool_), np.zeros(shape, np.bool_)
        at_middle, at_core = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
        for j, core in enumerate(self.cores):
            for i, pod in enumerate(self.rows):
                join = self.problem.matcher.join(pod.middle.kind, core.kind)
                able[i, j] = join is not None
                if join is not None and join.needs_transceivers and join.transceivers is not None:
                    needs[i, j] = True
                    at_middle[i, j], at_core[i, j] = map(self.problem.transceiver, join.transceivers)
        return able, needs, at_middle, at_core

    def table(self) -> Table:
        """The designs, judged by nobody yet."""
        problem, planes = self.problem, self.problem.planes
        edges = [pod.edge for pod in self.rows]
        sides = [host_side(problem, edge) for edge in edges]
        cables = planes * (column([side.cables for side in sides]) + self._cables())
        modules = [*host_terms(problem, edges, sides), *self._modules([side.shared for side in sides])]
        middles = planes * self.pods * self.c
        return Table(
            family=NAME,
            shape=(len(self.rows), len(self.cores)),
            exists=self._one_for_each_switch(),
            fits=self.fits,
            needs=self.later,
            has=np.where(self.able, self.P_C, 0),
            switches=planes * (self.E + self.C) + middles,
            links=planes * (column([side.links for side in sides]) + self.E * self.U + self.pods * self.W),
            cables=cables,
            transceivers=sum((term.count for term in modules), start=column([0])),
            models=self._models(),
            enclosures=column([0]),
            terms=(
                Term(planes * self.E, column([edge.option.item for edge in edges])),
                Term(middles, column([pod.middle.item for pod in self.rows])),
                Term(planes * self.C, np.array([[core.item for core in self.cores]], dtype=np.int64)),
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
        exists = self.able.copy()
        seen: dict[int, int] = {}
        for j, core in enumerate(self.cores):
            first = seen.setdefault(id(core.configuration), j)
            kin = [k for k, other in enumerate(self.cores) if other.configuration is core.configuration]
            if first == j:
                exists[:, j] |= ~self.able[:, kin].any(axis=1)
        return exists

    def _cables(self) -> Ints:
        """Cables between switches of a plane."""
        links: Ints = self.E * self.U + self.pods * self.W
        cable = self.problem.bundle_cable
        if cable is None:
            return links
        total = np.zeros((len(self.rows), len(self.cores)), np.int64)
        for i, pod in enumerate(self.rows):
            up, middle = pod.edge.option.up.connector, pod.middle.kind.connector
            lower = cable.links if cable.connectors in {(up, middle), (middle, up)} else 1
            below = pod.edge.E * pod.c * ceil_div(pod.B, lower)
            for j, core in enumerate(self.cores):
                far = core.kind.connector
                upper = cable.links if cable.connectors in {(far, middle), (middle, far)} else 1
                total[i, j] = below + pod.pods * _bundled(pod.ups, pod.ups // pod.c, int(self.C[i, j]), upper)
        return total

    def _modules(self, shared: Sequence[int]) -> list[Term]:
        """Transceivers between switches; a cage that serves two sides counts once."""
        problem, planes = self.problem, self.problem.planes
        counts: list[int] = []
        edge_items: list[int] = []
        middle_items: list[int] = []
        middles = [_middle_cages(pod) for pod in self.rows]
        for pod, both in zip(self.rows, shared, strict=True):
            join = problem.matcher.join(pod.edge.option.up, pod.middle.kind)
            below = join.transceivers if join is not None and join.needs_transceivers else None
            counts.append(planes * (pod.edge.E * up_cages(pod.edge) - both) if below else 0)
            edge_items.append(problem.transceiver(below[0]) if below else 0)
            middle_items.append(problem.transceiver(below[1]) if below else 0)
        terms = []
        if any(counts):
            down = [planes * pod.c * m[0] for pod, m in zip(self.rows, middles, strict=True)]
            down = [cages if count else 0 for cages, count in zip(down, counts, strict=True)]
            terms += [Term(column(counts), column(edge_items)), Term(column(down), column(middle_items))]
        if self.needs_modules.any():
            pairs = list(zip(self.rows, middles, counts, strict=True))
            up = column([planes * pod.c * (m[1] - m[2] * (count > 0)) for pod, m, count in pairs])
            per_cage = np.array([[core.kind.cage_links for core in self.cores]], dtype=np.int64)
            more, each = self.W % self.C, self.W // self.C
            at_core = more * ((self.pods * (each + 1) - 1) // per_cage + 1)
            at_core = at_core + (self.C - more) * ((self.pods * each - 1) // per_cage + 1)
            terms.append(Term(np.where(self.needs_modules, up, 0), self.middle_item))
            terms.append(Term(np.where(self.needs_modules, planes * at_core, 0), self.core_item))
        return terms

    def _models(self) -> Ints:
        lower = [(p.edge.option.configuration.part, p.middle.configuration.part) for p in self.rows]
        return np.array(
            [[len({*pair, core.configuration.part}) for core in self.cores] for pair in lower], np.int64
        )

    def _hosts_possible(self) -> Ints:
        """Hosts at most with these core switches."""
        pods: Ints = self.P_C // self.share
        edges = pods * column([pod.m for pod in self.rows]) // self.problem.rails
        hosts: Ints = edges * column([pod.edge.size_possible for pod in self.rows])
        return np.maximum(hosts - self.problem.extra_positions, 0)

    def _hosts_possible_of(self, i: int, j: int, full: bool) -> int:
        """Hosts at most with the core switches of one design, now or with their card slots filled."""
        pod, core = self.rows[i], self.cores[j]
        pods = (core.full_ports if full else core.kind.count) // int(self.share[i, j])
        groups = pods * pod.m // self.problem.rails
        return max(0, groups * pod.edge.size_possible - self.problem.extra_positions)

    def _design(self, i: int, j: int) -> Design:
        problem, pod, core = self.problem, self.rows[i], self.cores[j]
        edge, C = pod.edge, int(self.C[i, j])
        W, K = pod.ups, Fraction(pod.ups, C)
        return Design(
            family=NAME,
            parts=(
                use("edge", edge.option.configuration, problem.planes * edge.E),
                use("middle", pod.middle.configuration, problem.planes * pod.pods * pod.c),
                use("core", core.configuration, problem.planes * C),
            ),
            params={
                "M": f"{edge.size}-{pod.m}-{pod.pods}",
                "C": C,
                "c": pod.c,
                "K": f"1-{pod.B}-{K}",
                "P_En": edge.P_En,
                "P_Ec": edge.P_Ec,
                "E": edge.E,
                "B": pod.B,
                "m": pod.m,
                "pods": pod.pods,
                "unit": pod.unit,
                "W": W,
                "blocking": str(edge.blocking()),
                "U": edge.U,
                "spread": 0,
                **shared_params(problem, edge.option),
                **kind_params(pod.middle, "middle_kind"),
                **core_params(core),
            },
        )

    def _reasons(self, i: int, j: int) -> list[Reason]:
        """Why it lacks ports."""
        if not self.able[i, j]:
            return [Reason("core-kind", what=str(self.rows[i].middle.kind))]
        needs, has = self.rows[i].pods_later, self.cores[j].kind.count
        return [Reason("core-ports", needs, has)] if has < needs else []


def _middle_cages(pod: Pod) -> tuple[int, int, int]:
    """Cages of the middle switches at one place of all pods: towards edges, towards the core, both."""
    links, first = pod.middle.kind.cage_links, pod.m * pod.B
    starts = pod_starts(pod.edge.E, pod.pods, pod.unit)
    down = both = 0
    for held in np.diff(starts).tolist():
        stop = held * pod.B
        down += cages_between(0, stop, links)
        both += int((stop - 1) // links == first // links)
    return down, pod.pods * cages_between(first, 2 * first, links), both


def _bundled(W: int, V: int, C: int, links: int) -> int:
    """Cables from a pod to the core when one takes so many links of a bundle."""
    cuts = np.unique(np.concatenate([np.arange(0, W + 1, V), _shares(W, C)]))
    return int((-(-np.diff(cuts) // links)).sum())


def _shares(W: int, C: int) -> Ints:
    """First link of each core switch, and the end."""
    each, more = divmod(W, C)
    order = np.arange(C + 1, dtype=np.int64)
    return order * each + np.minimum(order, more)


def _next_divisors(C: Ints, W: Ints) -> Ints:
    """The smallest divisor of a row's W that is not below C."""
    result = C.copy()
    for i, count in enumerate(W[:, 0].tolist()):
        divisors = np.array([d for d in range(1, count + 1) if count % d == 0], dtype=np.int64)
        result[i] = divisors[np.searchsorted(divisors, result[i])]
    return result

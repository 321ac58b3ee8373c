"""Networks of equal switches for sale: any recipe that tells which of its networks fit hosts and ports."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache

import numpy as np

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.matching import exact
from fatdesk.engine.core.units import ceil_div
from fatdesk.engine.fabric.fabric import Fabric
from fatdesk.engine.families.design import Design, HostGroup
from fatdesk.engine.families.fitting import Fit
from fatdesk.engine.families.problem import EdgeOption, HostPorts, Problem
from fatdesk.engine.families.reason import Reason
from fatdesk.engine.families.recipe import Closed, Recipe
from fatdesk.engine.families.spec import words
from fatdesk.engine.families.table import Refusal, Table, Term, column
from fatdesk.engine.families.uniform_fabric import Wiring, build_uniform, wiring
from fatdesk.engine.families.uses import shared_params, use


@dataclass(frozen=True)
class Uniform:
    """The family of a recipe."""

    recipe: Recipe

    @property
    def NAME(self) -> str:  # noqa: N802  # as of the families that are modules
        """Its word in files."""
        return self.recipe.name

    def tables(self, problem: Problem) -> Iterator[Table | Refusal]:
        """For each switch with ports of one kind the networks that fit; tables of one column.

        Hosts take one port of a plane each, whole ports of rack servers; extra ports are not dealt.
        """
        options = [option for option in problem.edges if option.one_kind and option.split == 1]
        what = _unfit(problem)
        if what:
            for option in options[:1]:
                yield Refusal(option.configuration, Reason("plain", what=what))
            return
        rows: dict[int, list[_Row]] = {}
        for option in options:
            for row in self._rows(problem, option):
                rows.setdefault(row.hops, []).append(row)
        for hops in sorted(rows):
            yield _table(problem, rows[hops], hops)

    def _rows(self, problem: Problem, option: EdgeOption) -> Iterator["_Row"]:
        fitting = self.recipe.fitting
        if fitting is None or problem.matcher.join(option.down, option.down) is None:
            return
        for fit in fitting(problem.hosts + problem.growth_hosts, option.down.count, problem.blocking):
            yield _Row(self.recipe, option, fit, problem.hosts)

    def build(
        self,
        design: Design,
        hosts: Sequence[HostGroup],
        catalog: Catalog,
        name: str,
        host_ports: HostPorts,
    ) -> Fabric:
        """The fabric of a design."""
        return build_uniform(self.recipe, design, hosts, catalog, name, host_ports)


def _unfit(problem: Problem) -> str:
    """Why no network of equal switches is offered; empty where some may be."""
    if problem.blades:
        return "hosts are blades"
    if problem.rails > 1:
        return f"there are {problem.rails} rails"
    return "there are extra ports" if problem.extra_ports else ""


@dataclass(frozen=True)
class _Row:
    recipe: Recipe
    option: EdgeOption
    fit: Fit
    hosts: int

    @property
    def text(self) -> str:
        """Its parameters."""
        return ",".join(f"{p.name}={words(self.fit.params[p.name])}" for p in self.recipe.parameters)

    @property
    def wiring(self) -> Wiring:
        """Its links."""
        return wiring(self.recipe, self.text, self.hosts)

    @cached_property
    def closed(self) -> Closed:
        """What closed forms tell of it."""
        return self.recipe.closed(self.fit.params)

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


@lru_cache(maxsize=256)
def _cages(recipe: Recipe, text: str, hosts: int, links: int) -> tuple[int, int, int]:
    """Cages of all switches that hold links to hosts, links to switches, and both."""
    net = wiring(recipe, text, hosts)
    each = int(max(net.port.max(initial=0), net.ports.max(initial=0))) // links + 1
    down = np.unique(net.leaf * each + net.port // links)
    up = np.unique(net.ends * each + net.ports // links)
    return len(down), len(up), len(np.intersect1d(down, up))


def _table(problem: Problem, rows: Sequence[_Row], hops: int) -> Table:
    planes, N = problem.planes, problem.hosts
    blocking = [row.fit.blocking for row in rows]
    cables = [N + _cables_between(problem, row) for row in rows]
    modules = _modules(problem, rows)
    switches = planes * column([row.closed.switches for row in rows])
    allowed = column([one <= problem.blocking for one in blocking]).astype(np.bool_)

    def bisection(i: int) -> Fraction:
        row = rows[i]
        cut = row.closed.bisection_links
        half = Fraction(N, 2) / row.fit.blocking
        links = half if cut is None else min(Fraction(N, 2), cut)
        return planes * links * exact(row.option.down.rate_gbps)

    return Table(
        family=rows[0].recipe.name,
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
    return int((-(-row.wiring.bundles[1] // cable.links)).sum())


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
            down, up, both = _cages(row.recipe, row.text, row.hosts, row.option.down.cage_links)
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
    net, bought = row.wiring, row.option.configuration
    counts: dict[str, int] = {}
    for role, count in zip(net.roles, net.counts, strict=True):
        word = role.split("-")[0]
        counts[word] = counts.get(word, 0) + problem.planes * count
    _, bundles = net.bundles
    return Design(
        family=row.recipe.name,
        parts=tuple(use(role, bought, count) for role, count in counts.items()),
        params={
            **{p.name: _parameter(row.fit.params[p.name]) for p in row.recipe.parameters},
            "E": net.counts[0],
            "B": int(bundles.max(initial=0)),
            "blocking": str(row.fit.blocking),
            **shared_params(problem, row.option),
        },
    )


def _parameter(value: object) -> int | str:
    """A parameter as a project file holds it."""
    return value if isinstance(value, int) else words(value)  # type: ignore[arg-type]  # the rest of Value

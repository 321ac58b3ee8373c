"""All designs over parts for sale as arrays: figures, Pareto front, filters, and what is not for sale."""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple, SupportsFloat, TypeVar

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Bools, Floats, Longs
from fatdesk.core.errors import OutOfTime
from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.matching import Key, Kind, Matcher, exact, kinds
from fatdesk.engine.catalog.parts import speak_alike
from fatdesk.engine.design.candidate import Candidate
from fatdesk.engine.design.host_ports import Taken
from fatdesk.engine.design.judging.judging import Names, candidate, names
from fatdesk.engine.design.judging.limits import Limit, limits_of
from fatdesk.engine.design.judging.metrics import Metrics
from fatdesk.engine.design.posing import Posed, pose
from fatdesk.engine.design.requirements import FabricRequirement, Requirements
from fatdesk.engine.exploring.design_rules import DesignRules
from fatdesk.engine.exploring.result import on_front
from fatdesk.engine.families import FAMILIES
from fatdesk.engine.families.design import Design
from fatdesk.engine.families.problem import EdgeOption
from fatdesk.engine.families.table import Refusal, Table

T = TypeVar("T", bound=np.generic)
SUMS = ("cost", "power", "mass", "height", "failures")
"""Figures that are sums over the pieces of a design."""
RANKED = 1000
"""Designs at the head whose order is that of the search where their figures are equal."""
FRONT = ("unpriced", "cost", "bisection", "hops", "switches", "cables")
"""Figures whose best designs are the front: no other is at least as good in all of them and better in one.

Pieces without a price count by themselves: a design is not ahead in cost because prices are missing.
"""


class Unsold(NamedTuple):
    """Ports of one kind that nothing in the catalog joins, with the reason.

    Attributes
    ----------
    role
        Ports of ``hosts``, of ``edge`` switches towards hosts, or ``uplinks`` of edge switches.
    kind
        Connector, rate and protocol.
    reason
        What the catalog lacks.
    parts
        The parts with such ports, in order of id.
    """

    role: str
    kind: str
    reason: str
    parts: tuple[str, ...]

    def to_json(self) -> dict[str, object]:
        """Return the fields by name."""
        return {"role": self.role, "ports": self.kind, "reason": self.reason, "parts": list(self.parts)}


class DesignFilter(NamedTuple):
    """Conditions on designs; empty: any.

    Attributes
    ----------
    rates
        Rate of the links of the hosts, Gb/s.
    vendors
        Vendors of which one makes each switch of a design.
    connectors
        Connectors of the switch ports that hosts are joined to.
    families
        Kinds of networks.
    priced
        Each switch and pass-through panel has a price.
    """

    rates: tuple[float, ...] = ()
    vendors: tuple[str, ...] = ()
    connectors: tuple[str, ...] = ()
    families: tuple[str, ...] = ()
    priced: bool = False

    def mask(self, designs: "CatalogDesigns") -> Bools:
        """Return which designs pass."""
        kept = np.ones(len(designs), np.bool_)
        edges = designs.edges
        if self.rates:
            good = np.array([host_rate(edge) in self.rates for edge in edges], np.bool_)
            kept &= good[designs.edge]
        if self.connectors:
            good = np.array([edge.down.connector in self.connectors for edge in edges], np.bool_)
            kept &= good[designs.edge]
        if self.vendors:
            makes = {vendor.casefold() for vendor in self.vendors}
            good = np.array([{v.casefold() for v in own} <= makes for own in designs.vendors_of], np.bool_)
            kept &= good[designs.parts]
        if self.families:
            good = np.array([name in self.families for name in designs.families], np.bool_)
            kept &= good[designs.family]
        if self.priced:
            kept &= designs.figures["unpriced"] == 0
        return kept


def host_rate(edge: EdgeOption) -> float:
    """Rate of a link to a host, Gb/s: that of the port, over the hosts that share it."""
    return float(exact(edge.down.rate_gbps) / edge.split)


@dataclass(frozen=True, eq=False)
class CatalogDesigns:
    """All n designs of a fabric over catalog parts that have ports enough, in order of cost.

    Those with fewer unpriced switches and panels come first, as in the ranking of `engine.design.search`;
    racks that a design takes are not looked at. Designs are made from the arrays when they are asked for.

    Attributes
    ----------
    table, place
        Table of each design, and its place in it.
    family, edge, parts : (n,) int64
        Indices into ``families``, ``edges`` and ``part_sets``.
    edges
        Switches at the edge, by their ports to hosts.
    part_sets
        The items of which a design has some: indices into the items of the problem, rising.
    figures
        Arrays by name: ``cost`` (known part), ``unpriced`` (switches and panels without a price),
        ``unpriced_all`` (and cables and transceivers), ``power`` W, ``mass`` kg, ``height`` U,
        ``failures`` in a year, ``bisection`` Gb/s, ``blocking``, ``hops``, ``switches``, ``links``,
        ``cables``, ``transceivers``, ``models``, ``hosts_possible``; NaN is unknown.
    fits
        Whether it keeps all limits but that of racks, and breaks no rule of severity error.
    front
        Whether no other that fits beats it (`FRONT`).
    short
        Number of designs that have too few ports.
    unfinished
        Families that were not searched to their end when time was up.
    refused
        Number of switches that are of no use at all.
    rules
        What the rules say of them; None: the requirements have none.
    """

    posed: Posed
    metrics: Metrics
    limits: tuple[Limit, ...]
    tables: tuple[Table, ...]
    vendors_by_item: tuple[str, ...]
    table: Longs
    place: Longs
    family: Longs
    edge: Longs
    parts: Longs
    families: tuple[str, ...]
    edges: tuple[EdgeOption, ...]
    part_sets: tuple[tuple[int, ...], ...]
    figures: dict[str, Floats]
    fits: Bools
    front: Bools
    short: int
    refused: int
    unsold: tuple[Unsold, ...]
    unfinished: tuple[str, ...] = ()
    rules: DesignRules | None = None

    def __len__(self) -> int:
        """Return the number of designs."""
        return len(self.table)

    @property
    def hosts(self) -> int:
        """Hosts of all groups."""
        return self.posed.problem.hosts

    @property
    def currency(self) -> str:
        """The currency of all costs."""
        return self.posed.currency

    @cached_property
    def vendors_of(self) -> tuple[tuple[str, ...], ...]:
        """Vendors of the switches of each set of parts; an empty text is an unknown one."""
        items = self.posed.problem.items
        return tuple(
            tuple(
                sorted(
                    {
                        self.vendors_by_item[item]
                        for item in own
                        if items[item].fails and not items[item].plugs
                    }
                )
            )
            for own in self.part_sets
        )

    @property
    def vendors(self) -> tuple[str, ...]:
        """All vendors of switches in designs."""
        return tuple(sorted({vendor for own in self.vendors_of for vendor in own}))

    @property
    def rates(self) -> tuple[float, ...]:
        """All rates of hosts' links in designs, Gb/s."""
        return tuple(sorted({host_rate(edge) for edge in self.edges}))

    @property
    def connectors(self) -> tuple[str, ...]:
        """All connectors of the ports of edge switches towards hosts in designs."""
        return tuple(sorted({edge.down.connector for edge in self.edges}))

    def _at(self, number: int) -> tuple[Table, int, int]:
        table = self.tables[int(self.table[number])]
        return table, *divmod(int(self.place[number]), table.shape[1])

    def design(self, number: int) -> Design:
        """Return one design."""
        table, i, j = self._at(number)
        return table.design(i, j)

    def candidate(self, number: int) -> Candidate:
        """Return one design with its exact figures."""
        return candidate(self.posed, self.metrics, self.limits, *self._at(number))

    def reasons(self, number: int) -> list[str]:
        """Return the limits and rules that a design breaks."""
        judged = (limit.judge(*self._at(number))[0] for limit in self.limits)
        found = [str(reason) for reason in judged if reason is not None]
        return found if self.rules is None else [*found, *self.rules.reasons(number)]

    def number_of(self, design: Design) -> int | None:
        """Return the number of a design; None where it is not among these."""
        if design.family not in self.families:
            return None
        among = self.family == self.families.index(design.family)
        switches = sum(use.count for use in design.switches)
        among = among & (self.figures["switches"] == switches)
        return next((n for n in np.flatnonzero(among).tolist() if self.design(n) == design), None)


def explore_catalog(
    requirements: Requirements,
    fabric: FabricRequirement,
    catalog: Catalog,
    progress: Progress = SILENT,
    taken: Taken | None = None,
    designs: Mapping[str, Design] = MappingProxyType({}),
) -> CatalogDesigns:
    """Find all designs of a fabric over the parts of a catalog.

    Parameters
    ----------
    taken, designs
        Ports of hosts that earlier fabrics use, by group, and their designs by name.

    Raises
    ------
    FatdeskError
        When the requirement contradicts itself or the catalog.
    Cancelled
        When ``progress`` requires it. When it raises `OutOfTime`, what is known by then is returned.
    """
    posed = pose(requirements, fabric, catalog, taken, designs)
    metrics = Metrics(posed.problem.items, requirements.objective)
    limits = tuple(limits_of(requirements, metrics, catalog))
    collected = _Collected(posed, metrics, limits)
    problem = posed.problem
    total, done = len(problem.edges) * len(problem.cores) + len(problem.stars), 0
    for number, family in enumerate(posed.families):
        try:
            progress.step(done, total, f"{family.NAME}: {collected.count:,} found")
            for table in family.tables(problem):
                if isinstance(table, Refusal):
                    collected.refused += 1
                    continue
                collected.add(table)
                done = min(total, done + table.shape[0] * table.shape[1])
                progress.step(done, total, f"{family.NAME}: {collected.count:,} found")
        except OutOfTime:
            left = tuple(one.NAME for one in posed.families[number:])
            return collected.designs(requirements, catalog, left)
    return collected.designs(requirements, catalog)


class _Collected:
    """Arrays of the tables so far."""

    def __init__(self, posed: Posed, metrics: Metrics, limits: tuple[Limit, ...]) -> None:
        self.posed, self.metrics, self.limits = posed, metrics, limits
        self.tables: list[Table] = []
        self.parts: list[dict[str, NDArray[np.generic]]] = []
        self.edges: dict[tuple[object, ...], int] = {}
        self.options: list[EdgeOption] = []
        self.sets: dict[tuple[int, ...], int] = {}
        self.count = self.short = 0
        self.refused = len(dict.fromkeys(posed.refused))

    def add(self, table: Table) -> None:
        """Add the designs of a table that have ports enough."""
        exists = np.broadcast_to(table.exists, table.shape)
        places = np.flatnonzero(exists & table.fits)
        self.short += int(exists.sum()) - len(places)
        if not len(places):
            return
        row = places // table.shape[1]
        found: dict[str, NDArray[np.generic]] = {
            "table": np.full(len(places), len(self.tables)),
            "place": places,
            "family": np.full(len(places), _place(table.family)),
            "edge": np.array([self._edge(edge) for edge in table.edges], np.int64)[row],
            "parts": self._sets(table, places),
        }
        broken = np.zeros(table.shape, np.bool_)
        for limit in self.limits:
            broken = broken | limit.broken(table)[0]
        found["fits"] = ~_flat(broken, table, places)
        for name, values in self._figures(table, row).items():
            found[name] = values if values.shape == places.shape else _flat(values, table, places)
        self.tables.append(table)
        self.parts.append(found)
        self.count += len(places)

    def _figures(self, table: Table, row: Longs) -> dict[str, NDArray[np.generic]]:
        """Figures by name: whole numbers for the order, and floats."""
        rows = np.unique(row)
        at = np.searchsorted(rows, row)

        def of_rows(read: Callable[[int], SupportsFloat]) -> Floats:
            return np.array([float(read(i)) for i in rows.tolist()], np.float64)[at]

        found: dict[str, NDArray[np.generic]] = {
            "blocking": of_rows(table.blocking),
            "bisection": of_rows(table.bisection_gbps),
            "hops": np.full(len(row), table.hops),
            "hosts_possible": table.hosts_possible(),
        }
        for name in ("switches", "links", "cables", "transceivers", "models"):
            found[name] = getattr(table, name)
        for name in SUMS:
            metric = self.metrics.sum(name)
            known = metric.totals(table).astype(np.float64) / metric.scale
            unknown = metric.unknowns(table)
            found[name] = known if name == "cost" else np.where(unknown > 0, np.nan, known)
        cost = self.metrics.sum("cost")
        found["exact"] = cost.totals(table)
        found["unpriced"] = cost.unknown_equipment(table)
        found["unpriced_all"] = cost.unknowns(table)
        return found

    def _edge(self, edge: EdgeOption) -> int:
        key = edge.item, edge.down.key, edge.up.key, edge.split, edge.enclosure and edge.enclosure.id
        if key not in self.edges:
            self.edges[key] = len(self.options)
            self.options.append(edge)
        return self.edges[key]

    def _sets(self, table: Table, places: Longs) -> Longs:
        """Number of the set of items of each design."""
        items = [
            np.where(_flat(term.count, table, places) > 0, _flat(term.item, table, places), -1)
            for term in table.terms
        ]
        code = np.zeros(len(places), np.int64)
        base = len(self.posed.problem.items) + 1
        for column in items:
            _, code = np.unique(code * base + column + 1, return_inverse=True)
        _, first, inverse = np.unique(code, return_index=True, return_inverse=True)
        numbers = []
        for at in first.tolist():
            own = tuple(sorted({int(column[at]) for column in items} - {-1}))
            numbers.append(self.sets.setdefault(own, len(self.sets)))
        return np.array(numbers, np.int64)[inverse]

    def designs(
        self, requirements: Requirements, catalog: Catalog, unfinished: tuple[str, ...] = ()
    ) -> CatalogDesigns:
        """Return all of them in order of cost, with the front."""

        def whole(name: str) -> NDArray[np.generic]:
            parts = [part[name] for part in self.parts]
            return np.concatenate(parts) if parts else np.empty(0, np.int64)

        cost = whole("exact")
        if cost.dtype == np.object_:  # sums beyond 64 bits
            cost = cost.astype(np.float64)
        unpriced, unpriced_all = (whole(name).astype(np.int64) for name in ("unpriced", "unpriced_all"))
        tie = [whole(name) for name in ("place", "table", "family", "cables", "switches")]
        keys = [*tie[3:], unpriced_all, cost, unpriced_all > unpriced, unpriced]
        order = self._ranked(
            np.lexsort([*tie[:3], *keys]),
            keys,
            whole("table").astype(np.int64),
            whole("place").astype(np.int64),
        )
        figures = {name: whole(name)[order].astype(np.float64) for name in FIGURES}
        fits = whole("fits")[order].astype(np.bool_)
        items = self.posed.problem.items
        numbers = {name: whole(name)[order].astype(np.int64) for name in ("table", "place", "edge", "parts")}
        rules = None
        if requirements.rules:
            sets = tuple(self.sets)
            rules = DesignRules(requirements, self.posed, catalog, figures, numbers["parts"], sets)
            fits &= ~rules.broken
        return CatalogDesigns(
            self.posed,
            self.metrics,
            self.limits,
            tuple(self.tables),
            tuple(found.vendor if (found := catalog.find(item.id)) is not None else "" for item in items),
            family=whole("family")[order].astype(np.int64),
            families=tuple(family.NAME for family in FAMILIES),
            edges=tuple(self.options),
            part_sets=tuple(self.sets),
            figures=figures,
            fits=fits,
            front=front_of(figures, fits),
            short=self.short,
            refused=self.refused,
            unsold=tuple(unsold(self.posed)),
            unfinished=unfinished,
            rules=rules,
            **numbers,
        )

    def _ranked(self, order: Longs, keys: Sequence[NDArray[np.generic]], table: Longs, place: Longs) -> Longs:
        """Put the first designs whose keys are equal in the order of the search, by parts and parameters."""
        if not len(order):
            return order
        new = np.zeros(len(order), np.bool_)
        for key in keys:
            new[1:] |= key[order][1:] != key[order][:-1]
        starts = [*np.flatnonzero(new).tolist(), len(order)]
        order, begin = order.copy(), 0
        for end in starts:
            if begin >= RANKED:
                break
            if 1 < end - begin <= RANKED:
                run = order[begin:end].tolist()
                order[begin:end] = sorted(run, key=lambda one: self._names(int(table[one]), int(place[one])))
            begin = end
        return order

    def _names(self, table: int, place: int) -> Names:
        one = self.tables[table]
        return names(one.design(*divmod(place, one.shape[1])))


FIGURES = (
    *SUMS, "unpriced", "unpriced_all", "blocking", "bisection", "hops", "switches", "links", "cables",
    "transceivers", "models", "hosts_possible",
)  # fmt: skip
"""Names of the arrays of figures."""


def front_of(figures: Mapping[str, Floats], among: Bools) -> Bools:
    """Return which of some designs no other of these beats (`FRONT`)."""
    numbers = np.flatnonzero(among)
    front = np.zeros(len(among), np.bool_)
    if len(numbers):
        sign = {"bisection": -1.0}
        columns = [sign.get(name, 1.0) * figures[name][numbers] for name in FRONT]
        front[numbers] = on_front(np.column_stack(columns))
    return front


def _place(family: str) -> int:
    return [one.NAME for one in FAMILIES].index(family)


def _flat(values: NDArray[T], table: Table, places: Longs) -> NDArray[T]:
    """An array that broadcasts to the table, at some places of it."""
    return np.broadcast_to(values, table.shape).ravel()[places]


def unsold(posed: Posed) -> Iterator[Unsold]:
    """Return the kinds of ports that nothing in the catalog joins, each once, with the reason.

    First ports of hosts that no allowed switch has a port for, then ports of allowed edge switches that join
    no host, then uplinks that no allowed core switch has a port for.
    """
    problem, matcher = posed.problem, posed.problem.matcher
    hosts = {kind.key: kind for server in problem.servers for kind in kinds(server.ports)}
    options = [*problem.edges, *problem.stars]
    below = {option.down.key: option.down for option in options}
    splits = {(option.down.key, option.split) for option in options}
    above = {core.kind.key: core.kind for core in problem.cores}
    refused: dict[Key, Kind] = {}
    owners: dict[Key, set[str]] = {}
    for refusal in posed.refused:
        for kind in kinds(refusal.configuration.ports):
            refused.setdefault(kind.key, kind)
            owners.setdefault(kind.key, set()).add(refusal.configuration.part)
    if not problem.blades:
        switches = [*below.values(), *refused.values()]
        for kind in hosts.values():
            if not any(matcher.join(below[key], kind, split) for key, split in splits):
                holders = {one.id for one in problem.servers if kind.key in {k.key for k in kinds(one.ports)}}
                yield _unsold("hosts", kind, switches, holders, matcher)
        for key, kind in refused.items():
            if key not in below:
                yield _unsold("edge", kind, list(hosts.values()), owners[key], matcher)
    uplinks = {edge.up.key: edge.up for edge in problem.edges}
    for key, kind in uplinks.items():
        if not any(matcher.join(other, kind) for other in above.values()):
            holders = {edge.configuration.part for edge in problem.edges if edge.up.key == key}
            yield _unsold("uplinks", kind, list(above.values()), holders, matcher)


OTHERS = {"hosts": "switch", "edge": "host", "uplinks": "core switch"}
"""The other end of a link, by the role of the ports."""


def _unsold(role: str, kind: Kind, others: Sequence[Kind], holders: Set[str], matcher: Matcher) -> Unsold:
    """Ports of a kind, and why none of the other ends joins them."""
    other = OTHERS[role]
    alike = [some for some in others if _rates_fit(kind, some)]
    spoken = [some for some in alike if speak_alike(kind.protocol, some.protocol)]
    if not alike:
        reason = f"no {other} has ports of this rate"
    elif not spoken:
        reason = f"no {other} has ports of this rate and protocol"
    elif any(matcher.join(some, kind) or matcher.join(kind, some) for some in spoken):
        reason = f"no {other} has ports enough of this rate"
    else:
        reason = "no cable or transceivers join them with " + ", ".join(
            sorted({str(some) for some in spoken})
        )
    return Unsold(role, str(kind), reason, tuple(sorted(holders)))


def _rates_fit(one: Kind, other: Kind) -> bool:
    """Whether a link has one rate at both ends, a port of either being split where it may be."""
    a, b = exact(one.rate_gbps), exact(other.rate_gbps)
    splits = ((b, a, one.breakout), (a, b, other.breakout))
    return a == b or any(low * split == high for low, high, own in splits for split, _ in own)

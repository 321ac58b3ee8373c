"""Judge tables of designs: limits, rank and figures of those that pass, and by how much others fail."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Floats, Longs
from fatdesk.core.errors import OutOfTime
from fatdesk.core.finding import Finding, Severity
from fatdesk.core.money import Money
from fatdesk.core.progress import Progress
from fatdesk.engine.design.candidate import Candidate, Rejected, decimal
from fatdesk.engine.design.judging.allowed import not_used
from fatdesk.engine.design.judging.limits import Limit
from fatdesk.engine.design.judging.metrics import Metrics
from fatdesk.engine.design.posing import Posed
from fatdesk.engine.families import FAMILIES
from fatdesk.engine.families.design import Design, PartUse
from fatdesk.engine.families.problem import Item, Problem
from fatdesk.engine.families.table import Refusal, Table, column
from fatdesk.engine.families.uses import use


def smallest(keys: Sequence[NDArray[np.generic]], count: int) -> NDArray[np.int64]:
    """Indices of the ``count`` smallest by the first key, ties by the next, and so on, in order.

    What is equal in all keys stays in order of index.

    >>> smallest([np.array([2, 1, 2, 1]), np.array([0, 5, 1, 4])], 3).tolist()
    [3, 1, 0]
    """
    chosen: list[NDArray[np.int64]] = []
    left = np.arange(len(keys[0]), dtype=np.int64)
    wanted = count
    for key in keys:
        if len(left) <= wanted or wanted == 0:
            break
        values = key[left]
        edge = np.partition(values, wanted - 1)[wanted - 1]
        below = left[values < edge]
        chosen.append(below)
        wanted -= len(below)
        left = left[values == edge]
    found = np.sort(np.concatenate([*chosen, left[:wanted]]))
    order = np.lexsort([key[found] for key in reversed(keys)])
    return found[order]


def candidate(
    posed: Posed, metrics: Metrics, limits: Sequence[Limit], table: Table, i: int, j: int
) -> Candidate:
    """The design in row i and column j with its figures."""
    pieces = table.pieces(i, j)
    amount, unpriced = metrics.sum("cost").of(pieces)
    design = table.design(i, j)
    height, no_height = metrics.sum("height").of(pieces)

    def known(metric: str) -> Fraction | None:
        figure, unknown = metrics.sum(metric).of(pieces)
        return None if unknown else figure

    return Candidate(
        design=design,
        hosts=posed.problem.hosts,
        switches=table.at(table.switches, i, j),
        links=table.at(table.links, i, j),
        cables=table.at(table.cables, i, j),
        transceivers=table.at(table.transceivers, i, j),
        enclosures=table.at(table.enclosures, i, j),
        cost=Money(decimal(amount), posed.currency, unpriced),
        power_w=known("power"),
        mass_kg=known("mass"),
        height_u=None if no_height else int(height),
        hosts_possible=table.hosts_possible_of(i, j, False),
        hosts_possible_full=table.hosts_possible_of(i, j, True),
        hops=table.hops,
        blocking=table.blocking(i),
        bisection_gbps=table.bisection_gbps(i),
        failures_per_year=known("failures"),
        host_ports=table.edges[i].host_ports,
        findings=tuple(_findings(posed.problem, design, limits, table, i, j)),
        unpriced=_unpriced(posed.problem.items, pieces),
        not_used=tuple(not_used(posed.fabric, posed.problem.bundle_cable, design, table.edges[i])),
    )


def _unpriced(items: Sequence[Item], pieces: Sequence[tuple[int, int]]) -> tuple[str, ...]:
    """Return items without a price: parts by id, cables where they have none."""
    missing = {item for item, count in pieces if count and items[item].price is None}
    cables = 0 in missing
    parts = {items[item].id for item in missing - {0} if not (cables and items[item].plugs)}
    return (*sorted(parts), *(("cables",) if cables else ()))


def _findings(
    problem: Problem, design: Design, limits: Sequence[Limit], table: Table, i: int, j: int
) -> Iterator[Finding]:
    """Limits that depend on unknown figures, bundles that differ, and what given core switches cost."""
    name = problem.name
    for limit in limits:
        if limit.judge(table, i, j)[1]:
            text = f"{limit.code} counts as met: it depends on a figure that is unknown"
            yield Finding(Severity.WARNING, "unknown-figure", name, text, "fill the figure in the catalog")
    uplinks, cores = design.number("W") or design.number("U"), design.number("C")
    least, more = design.core_bundles
    if more:
        counted = f"{more} bundle{'s' * (more > 1)} of {least + 1}"
        text = f"{uplinks} uplinks over {cores} core switches: {counted}, the others {least}"
        fix = "require equal bundles (equal_bundles): some subnet managers refuse unequal ones"
        yield Finding(Severity.WARNING, "unequal-bundles", name, text, fix)
    used, there, shared = design.number("U"), design.number("P_Ec"), design.number("shared")
    blocking = table.blocking(i)
    fix = "give more core switches (core_count), or require the blocking that this is"
    if problem.core_count and used < there:
        text = f"{cores} core switches take {used} of {there} uplinks of an edge switch: blocking {blocking}"
        yield Finding(Severity.WARNING, "fewer-uplinks", name, text, fix)
    if shared:
        text = (
            f"two edge switches have {shared} of {used} uplinks to the same core switches, so traffic "
            f"between them has blocking {blocking}"
        )
        yield Finding(Severity.WARNING, "uplinks-apart", name, text, fix)


Order = tuple[tuple[int, ...], tuple[tuple[str, int, str], ...], int, tuple[int, ...]]
"""Rank of a design: figures, part ids, place of its family in the registry, params.

The figures are the blocking above the requested one where the number of core switches is given; then, of
the objective and then of the cost, how many switches and panels have none, whether cables or transceivers
have none, the sum; then unpriced cables and transceivers, switches, cables.
"""
PARAMS = ("E", "C", "B", "U", "split", "spread")
ANY_FAMILY = "any family"
"""Stated instead of a family for switches that no family can take."""
PLACE = {family.NAME: place for place, family in enumerate(FAMILIES)}
CANNOT = float("inf")
T = TypeVar("T", bound=np.generic)


@dataclass
class Ranked:
    """The best and the nearest misses of what was judged so far.

    Attributes
    ----------
    nearest_of
        The nearest miss of each family.
    unfinished
        Families that were not judged, or not to their end, when time was up.
    """

    keep: int
    keep_misses: int
    found: int = 0
    fallen: int = 0
    ranks: list[tuple[Order, Candidate]] = field(default_factory=list)
    misses: list[tuple[float, Rejected]] = field(default_factory=list)
    nearest_of: dict[str, tuple[float, Rejected]] = field(default_factory=dict)
    unfinished: tuple[str, ...] = ()

    @property
    def best(self) -> list[Candidate]:
        """Candidates in order of rank."""
        return [one for _, one in self.ranks]

    def add_misses(self, new: Sequence[tuple[float, Rejected]]) -> None:
        """Keep the nearest misses, and of each family its nearest."""
        self.misses = _nearest([*self.misses, *new], self.keep_misses)
        for miss in new:
            family = miss[1].family
            if family not in self.nearest_of or miss[0] < self.nearest_of[family][0]:
                self.nearest_of[family] = miss


class Judge:
    """Judges all designs of a problem.

    Parameters
    ----------
    limits
        What a design must keep.
    """

    def __init__(self, posed: Posed, metrics: Metrics, limits: Sequence[Limit], progress: Progress) -> None:
        self._posed, self._metrics, self._limits, self._progress = posed, metrics, limits, progress

    def rank(self, keep: int, keep_misses: int) -> Ranked:
        """The best ``keep`` designs, and the nearest misses."""
        posed, problem = self._posed, self._posed.problem
        ranked = Ranked(keep, keep_misses)
        label = posed.families[0].NAME if len(posed.families) == 1 else ANY_FAMILY
        for refusal in dict.fromkeys(posed.refused):
            self._refuse(ranked, label, refusal)
        total = len(problem.edges) * len(problem.cores) + len(problem.stars)
        done = 0
        for number, family in enumerate(posed.families):
            try:
                self._progress.step(done, total, f"{family.NAME}: {ranked.found:,} found")
                for table in family.tables(problem):
                    if isinstance(table, Refusal):
                        self._refuse(ranked, family.NAME, table)
                        continue
                    self._judge(ranked, table)
                    done = min(total, done + table.shape[0] * table.shape[1])
                    self._progress.step(done, total, f"{family.NAME}: {ranked.found:,} found")
            except OutOfTime:
                ranked.unfinished = tuple(one.NAME for one in posed.families[number:])
                break
        return ranked

    def _refuse(self, ranked: Ranked, family: str, refusal: Refusal) -> None:
        ranked.fallen += 1
        reason = refusal.reason
        miss = float(reason.needs / reason.allowed) if reason.needs and reason.allowed else CANNOT
        rejected = Rejected(family, (use("edge", refusal.configuration, 0),), (reason,), miss)
        ranked.add_misses([(miss, rejected)])

    def _judge(self, ranked: Ranked, table: Table) -> None:
        exists = np.broadcast_to(table.exists, table.shape)
        kept = exists & table.fits
        broken = [limit.broken(table) for limit in self._limits]
        for over, _ in broken:
            kept = kept & ~over
        good = np.flatnonzero(kept)
        bad = np.flatnonzero(exists & ~kept) if len(good) < exists.size else good[:0]
        ranked.found += len(good)
        ranked.fallen += len(bad)
        self._add_best(ranked, table, good)
        self._add_misses(ranked, table, bad, [factor for _, factor in broken])

    def _add_best(self, ranked: Ranked, table: Table, good: NDArray[np.int64]) -> None:
        if not len(good) or not ranked.keep:
            return
        keys = [_flat(key, table, good) for key in self._keys(table)]
        rows = smallest(keys, ranked.keep)
        new = []
        for row in rows.tolist():
            figures = tuple(int(key[row]) for key in keys)
            if len(ranked.ranks) == ranked.keep and figures > ranked.ranks[-1][0][0]:
                break
            i, j = divmod(int(good[row]), table.shape[1])
            new.append(((figures, *names(table.design(i, j))), i, j))
        order: list[tuple[Order, Candidate | tuple[int, int]]] = [
            *ranked.ranks,
            *((rank, (i, j)) for rank, i, j in new),
        ]
        order.sort(key=lambda one: one[0])
        ranked.ranks = [
            (rank, self._candidate(table, *one) if isinstance(one, tuple) else one)
            for rank, one in order[: ranked.keep]
        ]

    def _keys(self, table: Table) -> Iterator[Longs]:
        """Return the sort keys of designs, the most important first."""
        objective, cost = self._metrics.objective, self._metrics.sum("cost")
        if self._posed.problem.core_count:
            yield _excess_blocking(self._posed.problem.blocking, table)
        for metric in (objective, cost) if objective is not cost else (cost,):
            yield metric.unknown_equipment(table)
            yield (metric.unknowns(table) > 0).astype(np.int64)
            yield metric.totals(table)
        yield cost.unknowns(table)
        yield table.switches
        yield table.cables

    def _candidate(self, table: Table, i: int, j: int) -> Candidate:
        return candidate(self._posed, self._metrics, self._limits, table, i, j)

    def _add_misses(
        self, ranked: Ranked, table: Table, bad: NDArray[np.int64], factors: Sequence[Floats]
    ) -> None:
        if not len(bad) or not ranked.keep_misses:
            return
        miss = _misses(table, bad, factors)
        rows = smallest([miss], ranked.keep_misses)
        new: list[tuple[float, Rejected]] = []
        for row in rows.tolist():
            full = len(ranked.misses) == ranked.keep_misses and miss[row] >= ranked.misses[-1][0]
            if full and (new or table.family in ranked.nearest_of):
                break
            i, j = divmod(int(bad[row]), table.shape[1])
            new.append((float(miss[row]), self._rejected(table, i, j, float(miss[row]))))
        ranked.add_misses(new)

    def _rejected(self, table: Table, i: int, j: int, miss: float) -> Rejected:
        design = table.design(i, j)
        reasons = table.reasons(i, j)
        parts = design.parts
        if reasons:
            parts = tuple(_uncounted(part) if part.role == "core" else part for part in parts)
        else:
            judged = (limit.judge(table, i, j)[0] for limit in self._limits)
            reasons = [reason for reason in judged if reason is not None]
        return Rejected(design.family, parts, tuple(reasons), miss)


def _excess_blocking(asked: Fraction, table: Table) -> Longs:
    """By how many millionths the blocking of each row is above the requested one."""
    return column(
        [ceil(max(table.blocking(i) - asked, Fraction(0)) * 1_000_000) for i in range(table.shape[0])]
    )


def _flat(values: NDArray[T], table: Table, places: NDArray[np.int64]) -> NDArray[T]:
    """An array that broadcasts to the table, at some places of it."""
    if values.size == 1:
        return np.broadcast_to(values.ravel(), places.shape)
    return np.broadcast_to(values, table.shape).ravel()[places]


def _misses(table: Table, bad: NDArray[np.int64], factors: Sequence[Floats]) -> Floats:
    """By what factor designs miss: ports needed over ports there, or the worst of the limits."""
    worst: Floats = np.ones((1, 1))
    for factor in factors:
        worst = np.maximum(worst, factor)
    with np.errstate(divide="ignore", invalid="ignore"):
        short = np.where(table.has > 0, table.needs / table.has, CANNOT)
    return _flat(np.where(table.fits, worst, short), table, bad)


def _nearest(misses: list[tuple[float, Rejected]], count: int) -> list[tuple[float, Rejected]]:
    return sorted(misses, key=lambda miss: (miss[0], _parts(miss[1].parts)))[:count]


def _parts(parts: Sequence[PartUse]) -> tuple[tuple[str, int, str], ...]:
    return tuple((part.part, part.cards, part.card) for part in parts)


Names = tuple[tuple[tuple[str, int, str], ...], int, tuple[int, ...]]


def names(design: Design) -> Names:
    """Return what designs of equal figures are ordered by: part ids, place of the family, parameters."""
    numbers = tuple(design.number(name) for name in PARAMS)
    return _parts(design.parts), PLACE[design.family], numbers


def _uncounted(part: PartUse) -> PartUse:
    """A core switch of which no number would do."""
    return PartUse(role=part.role, part=part.part, count=0, cards=part.cards, card=part.card)

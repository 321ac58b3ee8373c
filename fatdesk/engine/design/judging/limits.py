"""Limits on a network over whole tables of designs, with needed and allowed figures of one."""

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

import numpy as np

from fatdesk.core.arrays import Bools, Floats, Longs
from fatdesk.core.units import ceil_div
from fatdesk.engine.bill.deployability import GROWTH_KEYS, WORK_FIGURES, Deployability
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.matching import exact
from fatdesk.engine.design.judging.metrics import Metrics, Sum
from fatdesk.engine.design.posing import exact_blocking
from fatdesk.engine.design.requirements import Limits, Requirements
from fatdesk.engine.families.reason import Reason
from fatdesk.engine.families.table import Table
from fatdesk.engine.floor.room import RoomRequirement


@dataclass(frozen=True)
class RackBound:
    """Heights of the racks that there are, and of the hosts.

    Attributes
    ----------
    heights
        Usable units of each rack, tallest first; of one kind only: a single height, as often as wanted.
    hosts_u
        Units of all hosts that are mounted in racks themselves; unknown heights count none.
    """

    heights: tuple[int, ...]
    endless: bool
    hosts_u: int

    @staticmethod
    def of(requirements: Requirements, catalog: Catalog) -> "RackBound":
        """The bound of a requirement; only what is kept free in every rack is taken off.

        Raises
        ------
        FatdeskError
            When the catalog lacks a rack or a host's part.
        """
        room = requirements.room or RoomRequirement()
        kept = sum(reserve.height_u for reserve in room.reserve if reserve.rack == "all")
        kinds = ((room.rack, 1),) if isinstance(room.rack, str) else [(r.part, r.count) for r in room.rack]
        heights = [max(0, catalog.rack(part).height_u - kept) for part, count in kinds for _ in range(count)]
        servers = [(catalog.host(group.part), group.count) for group in requirements.hosts if group.inside]
        mounted = [catalog.mounted(part, count) for part, count in servers]
        hosts = sum((part.height_u or 0) * count for part, count in mounted if part is not None)
        return RackBound(tuple(sorted(heights, reverse=True)), isinstance(room.rack, str), hosts)

    def room(self, racks: int) -> int:
        """Units of the tallest racks, by their number."""
        return self.heights[0] * racks if self.endless else sum(self.heights[:racks])

    def racks(self, units: int) -> int:
        """The fewest racks that have a number of units; more than there are where all together do not."""
        tallest = max(self.heights[0], 1)
        if self.endless:
            return ceil_div(units, tallest)
        sums = [0, *accumulate(self.heights)]
        if units <= sums[-1]:
            return bisect_left(sums, units)
        return len(self.heights) + ceil_div(units - sums[-1], tallest)


@dataclass(frozen=True)
class Limit:
    """One limit.

    Attributes
    ----------
    broken
        Which designs of a table break it, and by what factor each misses (1: just kept).
    value
        What is limited, of one design, and how many pieces of it are unknown.
    minimum
        Whether it is a lower limit.
    """

    code: str
    allowed: Fraction
    broken: Callable[[Table], tuple[Bools, Floats]]
    value: Callable[[Table, int, int], tuple[Fraction, int]]
    minimum: bool = False

    def judge(self, table: Table, i: int, j: int) -> tuple[Reason | None, bool]:
        """Why one design breaks it, if it does, and whether keeping it depends on an unknown figure."""
        value, unknown = self.value(table, i, j)
        if self.minimum:
            return (Reason(self.code, self.allowed, value), False) if value < self.allowed else (None, False)
        over = value > self.allowed
        return (Reason(self.code, value, self.allowed), False) if over else (None, unknown > 0)


def limits_of(requirements: Requirements, metrics: Metrics, catalog: Catalog) -> list[Limit]:
    """The limits that a requirement sets; racks by the height of what must go into them.

    Raises
    ------
    FatdeskError
        When the blocking allowed is no ratio, or racks are limited and the catalog lacks the rack.
    """
    wanted = requirements.limits
    sums = [
        ("cost", None if wanted.cost is None else Fraction(wanted.cost), "cost"),
        ("power_w", _exact(wanted.power_w), "power"),
        ("mass_kg", _exact(wanted.mass_kg), "mass"),
        ("height_u", _exact(wanted.height_u), "height"),
        ("failures_per_year", _exact(wanted.failures_per_year), "failures"),
    ]
    result = [_of_sum(code, most, metrics.sum(name)) for code, most, name in sums if most is not None]
    result += _of_designs(wanted)
    if wanted.racks is not None:
        bound = RackBound.of(requirements, catalog)
        result.append(_of_racks(wanted.racks, bound, metrics.sum("height")))
    return result


def is_growth_limited(limits: Limits) -> bool:
    """Whether a limit is on the next growth step."""
    return any(getattr(limits, key) is not None for key in GROWTH_KEYS)


def work_reasons(work: Deployability, wanted: Limits) -> list[Reason]:
    """Why a placed, cabled design breaks limits on the work to install it; none: it keeps them."""
    found = []
    for one in WORK_FIGURES:
        bound, value = _exact(getattr(wanted, one.key)), one.value(work)
        if bound is None:
            continue
        if value is None:
            if one.key in GROWTH_KEYS and work.growth is not None:
                found.append(Reason("no-stages", what=one.key))
        elif value < bound if one.more else value > bound:
            shown = Fraction(round(value * 10_000), 10_000)
            needs, allowed = (bound, shown) if one.more else (shown, bound)
            found.append(Reason(one.key, needs, allowed))
    return found


def _exact(value: float | None) -> Fraction | None:
    return None if value is None else exact(float(value))


def _of_sum(code: str, most: Fraction, metric: Sum) -> Limit:
    def broken(table: Table) -> tuple[Bools, Floats]:
        totals = metric.totals(table)
        bound = most * metric.scale
        return (totals > bound.__floor__()).astype(np.bool_), totals.astype(np.float64) / _above_zero(bound)

    return Limit(code, most, broken, lambda table, i, j: metric.of(table.pieces(i, j)))


def _of_designs(wanted: Limits) -> list[Limit]:
    """Limits on what is no sum over pieces."""
    result = []
    if wanted.models is not None:
        result.append(_of_array("models", wanted.models, lambda table: table.models))
    if wanted.hops is not None:
        result.append(_of_array("hops", wanted.hops, lambda table: np.array([[table.hops]], dtype=np.int64)))
    if wanted.hosts_possible is not None:
        least = wanted.hosts_possible
        result.append(_of_array("hosts_possible", least, lambda table: table.hosts_possible(), minimum=True))
    if wanted.blocking is not None:
        most = exact_blocking(wanted.blocking, "limits: blocking")
        result.append(_of_rows("blocking", most, lambda table: table.blocking))
    if wanted.bisection_gbps is not None:
        bandwidth = exact(float(wanted.bisection_gbps))
        result.append(_of_rows("bisection_gbps", bandwidth, lambda table: table.bisection_gbps, minimum=True))
    return result


def _of_array(code: str, bound: int, read: Callable[[Table], Longs], *, minimum: bool = False) -> Limit:
    def broken(table: Table) -> tuple[Bools, Floats]:
        values = read(table)
        if minimum:
            return values < bound, bound / np.maximum(values, 0.5)
        return values > bound, values / bound

    def value(table: Table, i: int, j: int) -> tuple[Fraction, int]:
        return Fraction(table.at(read(table), i, j)), 0

    return Limit(code, Fraction(bound), broken, value, minimum)


def _of_rows(
    code: str, bound: Fraction, read: Callable[[Table], Callable[[int], Fraction]], *, minimum: bool = False
) -> Limit:
    """A limit on a ratio that a row has."""

    def broken(table: Table) -> tuple[Bools, Floats]:
        of = read(table)
        values = [of(i) for i in range(table.shape[0])]
        over = np.array([value < bound if minimum else value > bound for value in values], dtype=np.bool_)
        ratios = [bound / value if minimum else value / bound for value in values]
        return over.reshape(-1, 1), np.array([float(ratio) for ratio in ratios]).reshape(-1, 1)

    return Limit(code, bound, broken, lambda table, i, _: (read(table)(i), 0), minimum)


def _of_racks(allowed: int, bound: RackBound, height: Sum) -> Limit:
    """Fewer units than the racks allowed have; what has no known height takes none."""

    def in_boxes(table: Table, i: int, j: int) -> int:
        box = table.edges[i].enclosure
        return table.at(table.enclosures, i, j) * (box.height_u or 0) if box is not None else 0

    def broken(table: Table) -> tuple[Bools, Floats]:
        each = [(edge.enclosure.height_u or 0) if edge.enclosure is not None else 0 for edge in table.edges]
        boxes = table.enclosures * np.array(each, dtype=np.int64).reshape(-1, 1)
        units = height.totals(table) // height.scale + boxes + bound.hosts_u
        room = bound.room(allowed)
        return units > room, units / max(room, 0.5)

    def value(table: Table, i: int, j: int) -> tuple[Fraction, int]:
        units, unknown = height.of(table.pieces(i, j))
        return Fraction(bound.racks(int(units) + in_boxes(table, i, j) + bound.hosts_u)), unknown

    return Limit("racks", Fraction(allowed), broken, value)


def _above_zero(bound: Fraction) -> float:
    """A divisor for factors of a limit that may be 0."""
    return max(float(bound), 1e-9)

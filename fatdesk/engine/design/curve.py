"""Cost of the best network over the number of hosts, with the lower bound of per-port prices."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from statistics import median

import msgspec

from fatdesk.core.errors import FatdeskError, OutOfTime
from fatdesk.core.money import Money
from fatdesk.core.number_text import counted
from fatdesk.core.progress import SILENT, Progress
from fatdesk.core.units import ceil_div
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.configuration import Configuration
from fatdesk.engine.design.candidate import Candidate
from fatdesk.engine.design.posing import exact_blocking, pose
from fatdesk.engine.design.requirements import FabricRequirement, Requirements
from fatdesk.engine.design.search import search
from fatdesk.engine.families import star

MOST_DESIGNS, LEAST_DESIGNS = 60_000_000, 10_000
"""Designs of all searches of a curve, about a minute of one core; a search takes the time of some."""


@dataclass(frozen=True)
class CurvePoint:
    """The best network for a number of hosts; without a design only ``hosts`` is set.

    Attributes
    ----------
    lower_bound
        None for a star, and where prices are unknown or ports differ in rate.
    unpriced
        The parts without a price, as of a candidate.
    hops
        Links between the two hosts that are farthest apart.
    hosts_possible
        Hosts at most without another core switch.
    due
        What the design of the point before lacks for these hosts; empty: nothing.
    """

    hosts: int
    cost: Money | None = None
    lower_bound: Fraction | None = None
    family: str = ""
    E: int = 0
    C: int = 0
    unpriced: tuple[str, ...] = ()
    hops: int = 0
    hosts_possible: int = 0
    due: str = ""


def switches_due(before: CurvePoint, point: CurvePoint) -> str:
    """Return what a design lacks for the hosts of a later point of its curve; empty: nothing, or no design.

    >>> from decimal import Decimal
    >>> one, two, three = (CurvePoint(n, Money(Decimal(9), "USD"), None, "two-level", 5, c, hops=4,
    ...     hosts_possible=m) for n, c, m in ((72, 2, 72), (73, 3, 108), (74, 3, 108)))
    >>> switches_due(one, two), switches_due(two, three)
    ('3 core switches in place of 2', '')
    >>> switches_due(two, replace(three, hosts=109, E=6, C=1))
    'another network: two-level, 6 edge switches and 1 core switch'
    >>> switches_due(one, replace(three, family="star", E=2, C=0))
    'another network: star, 2 edge switches'
    """
    if before.cost is None or point.cost is None or point.hosts <= before.hosts_possible:
        return ""
    if point.hops > before.hops:
        return "another level of switches"
    if before.C and point.C > before.C:
        return f"{point.C:,} core switches in place of {before.C:,}"
    edge, core = counted(point.E, "edge switch"), counted(point.C, "core switch")
    return f"another network: {point.family}, {edge}" + (f" and {core}" if point.C else "")


def median_gap(points: Iterable[CurvePoint]) -> float | None:
    """Median gap between cost and lower bound, as a part of the bound; None where no point has both.

    >>> from decimal import Decimal
    >>> one = CurvePoint(60, Money(Decimal(110), "USD"), Fraction(100))
    >>> median_gap([one, CurvePoint(649)]), median_gap([])
    (0.1, None)
    """
    gaps = [
        float(Fraction(point.cost.amount) / point.lower_bound - 1)
        for point in points
        if point.cost is not None and point.lower_bound
    ]
    return median(gaps) if gaps else None


def per_port_bound(hosts: int, per_port: Fraction, blocking: Fraction = Fraction(1)) -> Fraction:
    """Lower bound of a two-level tree for a number of hosts, from a figure of one switch port.

    A host takes a port, and 1 / blocking of an uplink, which takes a port at both ends: 3 ports in a
    non-blocking tree. Exact where every port is used.

    >>> per_port_bound(648, Fraction(11000, 36)), per_port_bound(648, Fraction(306))
    (Fraction(594000, 1), Fraction(594864, 1))
    """
    return hosts * per_port * (1 + 2 / blocking)


def check_joins_hosts(fabric: FabricRequirement) -> None:
    """Refuse networks that join switches of others: their number does not follow from that of hosts.

    Raises
    ------
    FatdeskError
        When it is such a network.
    """
    if fabric.switches_of:
        raise FatdeskError(
            f"fabric {fabric.name!r} joins the switches of others, and a curve is over the number of hosts: "
            "leave switches_of or the fabric out"
        )


def curve(
    requirements: Requirements,
    fabric: FabricRequirement,
    catalog: Catalog,
    low: int,
    high: int,
    progress: Progress = SILENT,
    step: int = 1,
    *,
    most: int | None = MOST_DESIGNS,
) -> list[CurvePoint]:
    """The best network for every ``step``-th number of hosts from ``low`` to ``high``.

    All hosts are of the fabric's first group. Hosts are not spread, so that each step can grow into
    the next; and the trivial cases compete, whichever families are named. When
    ``progress`` raises `OutOfTime`, the curve ends there.

    Parameters
    ----------
    most
        Designs of all searches together, that for ``high`` times the number of points; None: any number.

    Raises
    ------
    FatdeskError
        When the range is empty, there are too many designs, or the requirement contradicts itself or the
        catalog.
    """
    if not 1 <= low <= high:
        raise FatdeskError(f"hosts {low}:{high}: give A:B with 1 <= A <= B")
    check_joins_hosts(fabric)
    families = (*fabric.families, star.NAME) if fabric.families else ()
    group = requirements.hosts_of(fabric)[0]
    one = msgspec.structs.replace(
        fabric, hosts=(group.name,), spread_hosts=False, families=tuple(dict.fromkeys(families))
    )

    def of(hosts: int) -> Requirements:
        groups = (msgspec.structs.replace(group, count=hosts),)
        return msgspec.structs.replace(requirements, hosts=groups, fabrics=(one,))

    every = range(low, high + 1, step)
    last = search(of(every[-1]), one, catalog, top=1)
    designs = max(last.found + last.rejected_count, LEAST_DESIGNS)
    if most is not None and len(every) * designs > most:
        wider = ceil_div((high - low) * designs, most - designs) if designs < most else high
        raise FatdeskError(
            f"hosts {low}:{high}: {len(every):,} searches of up to {designs:,} designs take too long: "
            f"give a larger step ({wider:,}), a shorter range or a time limit"
        )
    points: list[CurvePoint] = []
    for number, hosts in enumerate(every):
        try:
            progress.step(number, len(every), f"{hosts} hosts")
        except OutOfTime:
            break
        wanted = of(hosts)
        result = last if hosts == every[-1] else search(wanted, one, catalog, top=1)
        best = result.candidates
        point = _point(wanted, one, catalog, best[0]) if best else CurvePoint(hosts)
        points.append(replace(point, due=switches_due(points[-1], point)) if points else point)
    return points


def _point(
    requirements: Requirements, fabric: FabricRequirement, catalog: Catalog, best: Candidate
) -> CurvePoint:
    design = best.design
    return CurvePoint(
        hosts=best.hosts,
        cost=best.cost,
        lower_bound=lower_bound(requirements, fabric, catalog, best) if design.number("C") else None,
        family=design.family,
        E=design.number("E"),
        C=design.number("C"),
        unpriced=best.unpriced,
        hops=best.hops,
        hosts_possible=best.hosts_possible,
    )


def lower_bound(
    requirements: Requirements, fabric: FabricRequirement, catalog: Catalog, best: Candidate
) -> Fraction | None:
    """The cheapest price a port times the ports that a full tree takes, and the design's own cables.

    None where it cannot be computed: prices are unknown, ports differ in rate, one switch would do, or it
    joins the switches of other networks.
    """
    if fabric.switches_of:
        return None
    problem = pose(requirements, fabric, catalog).problem
    edges = [option for option in problem.edges if option.one_kind and option.split == 1]
    if len(edges) < len(problem.edges) or best.cost.at_least or fabric.cable_price is None:
        return None
    configurations = [edge.configuration for edge in edges] + [core.configuration for core in problem.cores]
    price = cheapest_port(configurations, best.cost.currency)
    links = problem.load(edges[0]).links
    if price is None or links <= min(edge.down.count for edge in edges):
        return None
    blocking = max(exact_blocking(fabric.blocking, "blocking"), best.blocking)  # core_count may raise it
    ports = per_port_bound(links * fabric.planes, price, blocking)
    return ports + best.cables * Fraction(fabric.cable_price)


def cheapest_port(configurations: Iterable[Configuration], currency: str = "USD") -> Fraction | None:
    """The lowest price of a port; None where one is unknown in that currency."""
    prices = [
        None if c.price is None or c.currency != currency else Fraction(c.price) / c.links
        for c in configurations
    ]
    known = [price for price in prices if price is not None]
    return min(known) if known and len(known) == len(prices) else None

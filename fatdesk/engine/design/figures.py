"""The figures of one design out of a table."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from fatdesk.core.finding import Finding, Severity
from fatdesk.core.money import Money
from fatdesk.engine.design.candidate import Candidate, decimal
from fatdesk.engine.design.limits import Limit
from fatdesk.engine.design.metrics import Metrics
from fatdesk.engine.design.not_used import not_used
from fatdesk.engine.design.posing import Posed
from fatdesk.engine.families.design import Design
from fatdesk.engine.families.problem import Item
from fatdesk.engine.families.table import Table


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
        findings=tuple(_findings(posed.problem.name, design, limits, table, i, j)),
        unpriced=_unpriced(posed.problem.items, pieces),
        not_used=tuple(not_used(posed.fabric, posed.problem.bundle_cable, design, table.edges[i])),
    )


def _unpriced(items: Sequence[Item], pieces: Sequence[tuple[int, int]]) -> tuple[str, ...]:
    """What has no price: parts by id, cables where they have none."""
    missing = {item for item, count in pieces if count and items[item].price is None}
    cables = 0 in missing
    parts = {items[item].id for item in missing - {0} if not (cables and items[item].plugs)}
    return (*sorted(parts), *(("cables",) if cables else ()))


def _findings(
    name: str, design: Design, limits: Sequence[Limit], table: Table, i: int, j: int
) -> Iterator[Finding]:
    """Limits that hang on unknown figures, and bundles that differ."""
    for limit in limits:
        if limit.judge(table, i, j)[1]:
            text = f"{limit.code} counts as met: a figure that it hangs on is unknown"
            yield Finding(Severity.WARNING, "unknown-figure", name, text, "fill the figure in the catalog")
    uplinks, cores = design.number("W") or design.number("U"), design.number("C")
    least, more = design.core_bundles
    if more:
        counted = f"{more} bundle{'s' * (more > 1)} of {least + 1}"
        text = f"{uplinks} uplinks over {cores} core switches: {counted}, the others {least}"
        fix = "set equal_bundles: true, some subnet managers refuse unequal bundles"
        yield Finding(Severity.WARNING, "unequal-bundles", name, text, fix)

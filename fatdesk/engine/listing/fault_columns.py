"""The columns of what fault studies measured: a row for each network and number of faults."""

from collections.abc import Iterator, Mapping, Sequence

from fatdesk.engine.listing.cells import Column, Value, csv_bytes
from fatdesk.networks.fault_tolerance.outcomes import binomial_interval
from fatdesk.networks.fault_tolerance.results import FaultStudyResult, MeasuredFaults
from fatdesk.networks.fault_tolerance.study import FaultStudy
from fatdesk.networks.study import StudyNetwork

COLUMNS: tuple[Column, ...] = (
    Column("study", "Study", 24),
    Column("network", "Network", 20),
    Column("spec", "Family and parameters, or fabric", 28),
    Column("hosts", "Hosts", 8, "integer"),
    Column("scheme", "Forwarding", 12),
    Column("among", "What fails", 10),
    Column("whole", "Whole cables", 8),
    Column("always_tolerated", "Always tolerated", 10, "integer"),
    Column("proof", "How that is known", 20),
    Column("faults", "Faults", 8, "integer"),
    Column("combinations", "Combinations", 12, "integer"),
    Column("exhaustive", "All of them", 8),
    Column("tolerated", "Tolerated", 12, "integer"),
    Column("tolerated_share", "Share tolerated", 10, "number"),
    Column("tolerated_low", "At least (95 %)", 10, "number"),
    Column("tolerated_high", "At most (95 %)", 10, "number"),
    Column("pairs_connected", "Share of pairs connected", 10, "number"),
    Column("fatal", "Cut by", 40),
    Column("traffic", "Traffic", 14),
    Column("throughput_flits_per_cycle_host", "Throughput, flits a cycle and host", 10, "number"),
    Column("throughput_ci95_flits_per_cycle_host", "± (95 %)", 10, "number"),
    Column("throughput_least_flits_per_cycle_host", "Least", 10, "number"),
    Column("throughput_most_flits_per_cycle_host", "Most", 10, "number"),
    Column("samples", "Combinations measured", 10, "integer"),
)


def fault_rows(results: Sequence[FaultStudyResult]) -> Iterator[tuple[Value, ...]]:
    """The rows, study by study, network by network, from the fewest faults up.

    What is not known or does not apply is empty. A network of which nothing but the most faults that are
    always tolerated was worked out has one row.
    """
    for result in results:
        fatal = result.fatal or ({},) * len(result.networks)
        for network, found, names in zip(result.study.networks, result.networks, fatal, strict=True):
            if found is not None and not found.nothing:
                yield from _network_rows(result.study, network, found, names)


def faults_csv(results: Sequence[FaultStudyResult]) -> bytes:
    """All rows as CSV."""
    return csv_bytes(COLUMNS, fault_rows(results))


def _network_rows(
    study: FaultStudy, network: StudyNetwork, found: MeasuredFaults, names: Mapping[int, str]
) -> Iterator[tuple[Value, ...]]:
    on, always = found.on, found.always
    first: tuple[Value, ...] = (
        study.name,
        network.name,
        network.spec or network.fabric,
        on.hosts,
        on.scheme,
        on.faults.among,
        "yes" if on.faults.whole else "no",
        None if always is None else always.faults,
        None if always is None else always.proof,
    )
    none: tuple[Value, ...] = (None,)
    for row in found.rows:
        low, high = (None, None) if row.exhaustive else binomial_interval(row.tolerated, row.combinations)
        figures: tuple[Value, ...] = (
            row.faults,
            row.combinations,
            "yes" if row.exhaustive else "no",
            row.tolerated,
            row.share,
            low,
            high,
            row.pairs_connected,
            things_words(row.fatal, names),
        )
        yield (*first, *figures, *none * 6)
    traffic = "" if on.degradation is None else on.degradation.traffic.pattern
    for point in found.points:
        measured = (point.throughput, point.ci95, point.least, point.most, point.samples)
        yield (*first, point.faults, *none * 8, traffic, *measured)
    if not found.counts and always is not None:
        yield (*first, *none * 8, things_words(always.fatal, names), *none * 6)


def things_words(things: Sequence[int] | None, names: Mapping[int, str]) -> str | None:
    """Things that fail together by their names, or by their numbers where these are not known."""
    return None if things is None else "; ".join(names.get(thing, str(thing)) for thing in things)

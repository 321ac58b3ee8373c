"""The columns of what simulation studies measured: a row for each network and load, with all figures."""

from collections.abc import Iterable, Iterator, Sequence

from fatdesk.engine.listing.cells import Column, Value, csv_bytes
from fatdesk.networks.simulation.point import Point
from fatdesk.networks.simulation.results import StudyResult, figures_of
from fatdesk.networks.simulation.study import SimulationStudy
from fatdesk.networks.study import StudyNetwork

_OF_NETWORK: tuple[Column, ...] = (
    Column("study", "Study", 24),
    Column("network", "Network", 20),
    Column("spec", "Family and parameters, or fabric", 28),
    Column("hosts", "Hosts", 8, "integer"),
    Column("scheme", "Forwarding", 12),
    Column("traffic", "Traffic", 14),
    Column("switching", "Switching", 12),
    Column("packet_bytes", "Packet, bytes", 8, "integer"),
)
_OF_POINT: tuple[tuple[str, Column], ...] = (
    ("offered", Column("offered_flits_per_cycle_host", "Offered, flits a cycle and host", 10, "number")),
    ("accepted", Column("accepted_flits_per_cycle_host", "Accepted, flits a cycle and host", 10, "number")),
    ("accepted_ci95", Column("accepted_ci95_flits_per_cycle_host", "± (95 %)", 10, "number")),
    ("saturated", Column("saturated", "Saturated", 8)),
    ("latency_mean", Column("latency_mean_cycles", "Latency, cycles", 10, "number")),
    ("latency_ci95", Column("latency_ci95_cycles", "± (95 %)", 10, "number")),
    ("latency_p50", Column("latency_p50_cycles", "Half within, cycles", 10, "number")),
    ("latency_p99", Column("latency_p99_cycles", "99 % within, cycles", 10, "number")),
    ("latency_most", Column("latency_most_cycles", "Most, cycles", 10, "integer")),
    ("network_latency_mean", Column("network_latency_mean_cycles", "In the network, cycles", 10, "number")),
    ("network_latency_ci95", Column("network_latency_ci95_cycles", "± (95 %)", 10, "number")),
    ("network_latency_p50", Column("network_latency_p50_cycles", "Half within, cycles", 10, "number")),
    ("network_latency_p99", Column("network_latency_p99_cycles", "99 % within, cycles", 10, "number")),
    ("network_latency_most", Column("network_latency_most_cycles", "Most, cycles", 10, "integer")),
    ("packets", Column("packets", "Packets delivered", 12, "integer")),
    ("conflicts_per_cycle", Column("conflicts_per_cycle", "Output conflicts a cycle", 10, "number")),
    ("received_per_cycle", Column("received_packets_per_cycle", "Packets received a cycle", 10, "number")),
    ("flit_hops", Column("flit_hops", "Flits over channels", 14, "integer")),
    ("warmup", Column("warmup_cycles", "Warm-up, cycles", 10, "integer")),
    ("cycles", Column("cycles", "Counted, cycles", 10, "integer")),
    ("settled", Column("settled", "Settled", 8)),
    ("fairness_jain", Column("fairness_jain", "Fairness (Jain)", 10, "number")),
    ("fairness_least", Column("fairness_least", "Least share over mean", 10, "number")),
    ("fairness_most", Column("fairness_most", "Largest share over mean", 10, "number")),
    ("seeds", Column("seeds", "Runs", 6, "integer")),
)
COLUMNS: tuple[Column, ...] = (*_OF_NETWORK, *(column for _, column in _OF_POINT))


def study_rows(results: Sequence[StudyResult]) -> Iterator[tuple[Value, ...]]:
    """The rows, study by study, network by network, from the lowest load up; what is not known is empty."""
    for result in results:
        study = result.study
        for network, curve in zip(study.networks, result.curves, strict=True):
            if curve is None:
                continue
            yield from curve_rows(study, network, curve.on.hosts, curve.on.scheme, curve.points)


def curve_rows(
    study: SimulationStudy, network: StudyNetwork, hosts: int, scheme: str, points: Iterable[Point]
) -> Iterator[tuple[Value, ...]]:
    """The rows of one network."""
    of_network = (
        study.name,
        network.name,
        network.spec or network.fabric,
        hosts,
        scheme,
        study.traffic.pattern,
        study.switching.switching,
        study.switching.packet_bytes,
    )
    for point in points:
        yield (*of_network, *_cells(point))


def _cells(point: Point) -> Iterator[Value]:
    figures = {**figures_of(point), "saturated": point.saturated}
    for name, _ in _OF_POINT:
        value = figures[name]
        yield ("yes" if value else "no") if isinstance(value, bool) else value


def studies_csv(results: Sequence[StudyResult]) -> bytes:
    """All points as CSV."""
    return csv_bytes(COLUMNS, study_rows(results))

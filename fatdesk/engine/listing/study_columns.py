"""Columns of simulation points: one row per network and load, with all figures."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from fatdesk.engine.listing.cells import Column, Kind, Value, csv_bytes, rows_of, yes_no
from fatdesk.networks.simulation.point import Point
from fatdesk.networks.simulation.results import StudyResult, figures_of
from fatdesk.networks.simulation.study import SimulationStudy
from fatdesk.networks.study import StudyNetwork


class PointRow(NamedTuple):
    """A point of a network of a study, with its figures by name."""

    study: SimulationStudy
    network: StudyNetwork
    hosts: int
    scheme: str
    figures: Mapping[str, Value]


def _measured(
    figure: str, name: str, title: str, kind: Kind = "number", width: float = 10
) -> Column[PointRow]:
    """The column of a figure of a point."""

    def value(row: PointRow) -> Value:
        found = row.figures[figure]
        return yes_no(found) if isinstance(found, bool) else found

    return Column(name, title, width, kind, value=value)


COLUMNS: tuple[Column[PointRow], ...] = (
    Column("study", "Study", 24, value="study.name"),
    Column("network", "Network", 20, value="network.name"),
    Column(
        "spec",
        "Family and parameters, or fabric",
        28,
        value=lambda row: row.network.spec or row.network.fabric,
    ),
    Column("hosts", "Hosts", 8, "integer", value="hosts"),
    Column("scheme", "Routing algorithm", 12, value="scheme"),
    Column("traffic", "Traffic", 14, value="study.traffic.pattern"),
    Column("switching", "Switching", 12, value="study.switching.switching"),
    Column("packet_bytes", "Packet, bytes", 8, "integer", value="study.switching.packet_bytes"),
    _measured("offered", "offered_flits_per_cycle_host", "Offered, flits per cycle and host"),
    _measured("accepted", "accepted_flits_per_cycle_host", "Accepted, flits per cycle and host"),
    _measured("accepted_ci95", "accepted_ci95_flits_per_cycle_host", "Accepted ± (95 %)"),
    _measured("saturated", "saturated", "Saturated", "text", 8),
    _measured("latency_mean", "latency_mean_cycles", "Latency, cycles"),
    _measured("latency_ci95", "latency_ci95_cycles", "Latency ± (95 %), cycles"),
    _measured("latency_p50", "latency_p50_cycles", "Latency, half within, cycles"),
    _measured("latency_p99", "latency_p99_cycles", "Latency, 99 % within, cycles"),
    _measured("latency_most", "latency_most_cycles", "Latency, most, cycles", "integer"),
    _measured("network_latency_mean", "network_latency_mean_cycles", "In the network, cycles"),
    _measured("network_latency_ci95", "network_latency_ci95_cycles", "In the network ± (95 %), cycles"),
    _measured("network_latency_p50", "network_latency_p50_cycles", "In the network, half within, cycles"),
    _measured("network_latency_p99", "network_latency_p99_cycles", "In the network, 99 % within, cycles"),
    _measured(
        "network_latency_most", "network_latency_most_cycles", "In the network, most, cycles", "integer"
    ),
    _measured("packets", "packets", "Packets delivered", "integer", 12),
    _measured("conflicts_per_cycle", "conflicts_per_cycle", "Output conflicts a cycle"),
    _measured("received_per_cycle", "received_packets_per_cycle", "Packets received a cycle"),
    _measured("flit_hops", "flit_hops", "Flits over channels", "integer", 14),
    _measured("warmup", "warmup_cycles", "Warm-up, cycles", "integer"),
    _measured("cycles", "cycles", "Counted, cycles", "integer"),
    _measured("settled", "settled", "Settled", "text", 8),
    _measured("fairness_jain", "fairness_jain", "Fairness (Jain)"),
    _measured("fairness_least", "fairness_least", "Least share over mean"),
    _measured("fairness_most", "fairness_most", "Largest share over mean"),
    _measured("seeds", "seeds", "Runs", "integer", 6),
)


def study_rows(results: Sequence[StudyResult]) -> Iterator[tuple[Value, ...]]:
    """The rows, study by study, network by network, from the lowest load up; what is not known is empty."""
    for result in results:
        study = result.study
        for network, curve in zip(study.networks, result.curves, strict=True):
            if curve is not None:
                yield from curve_rows(study, network, curve.on.hosts, curve.on.scheme, curve.points)


def curve_rows(
    study: SimulationStudy, network: StudyNetwork, hosts: int, scheme: str, points: Iterable[Point]
) -> Iterator[tuple[Value, ...]]:
    """The rows of one network."""
    rows = (
        PointRow(study, network, hosts, scheme, {**figures_of(point), "saturated": point.saturated})
        for point in points
    )
    return rows_of(COLUMNS, rows)


def studies_csv(results: Sequence[StudyResult]) -> bytes:
    """All points as CSV."""
    return csv_bytes(COLUMNS, study_rows(results))

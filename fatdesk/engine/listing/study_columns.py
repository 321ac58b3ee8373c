"""Columns of simulation points: one row per network and load, with all figures."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

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
    figure: str,
    name: str,
    title: str,
    kind: Kind = "number",
    width: float = 10,
    short: str = "",
    digits: int | None = None,
) -> Column[PointRow]:
    """Column of a figure of a point."""

    def value(row: PointRow) -> Value:
        found = row.figures[figure]
        return yes_no(found) if isinstance(found, bool) else found

    return Column(name, title, width, kind, value=value, short=short, digits=digits)


def _latencies(figure: str, title: str, short: str) -> Iterator[Column[PointRow]]:
    """Columns of the latency from generation, or of that from injection into the network."""
    for name, long, brief, digits in (
        ("mean", "{}, cycles", short, 1),
        ("ci95", "{} ± (95 %), cycles", "± 95 %", 1),
        ("p50", "{}, median, cycles", "p50", 1),
        ("p99", "{}, 99th percentile, cycles", "p99", 1),
        ("most", "{}, maximum, cycles", "Max.", None),
    ):
        yield _measured(
            f"{figure}_{name}",
            f"{figure}_{name}_cycles",
            long.format(title),
            "integer" if name == "most" else "number",
            short=brief,
            digits=digits,
        )


OF_NETWORK: tuple[Column[Any], ...] = (
    Column("study", "Study", 24, value="study.name"),
    Column("network", "Network", 20, value="network.name"),
    Column("spec", "Family and parameters, or fabric", 28, value="network.source"),
)
"""The network of a row with its study, as lists of every measurement begin."""
COLUMNS: tuple[Column[PointRow], ...] = (
    *OF_NETWORK,
    Column("hosts", "Hosts", 8, "integer", value="hosts"),
    Column("scheme", "Routing algorithm", 12, value="scheme"),
    Column("traffic", "Traffic", 14, value="study.traffic.pattern"),
    Column("switching", "Switching", 12, value="study.switching.switching"),
    Column("packet_bytes", "Packet, bytes", 8, "integer", value="study.switching.packet_bytes"),
    _measured(
        "offered", "offered_flits_per_cycle_host", "Offered, flits per cycle and host", short="Offered"
    ),
    _measured(
        "accepted",
        "accepted_flits_per_cycle_host",
        "Accepted, flits per cycle and host",
        short="Accepted",
        digits=3,
    ),
    _measured(
        "accepted_ci95", "accepted_ci95_flits_per_cycle_host", "Accepted ± (95 %)", short="± 95 %", digits=4
    ),
    _measured("saturated", "saturated", "Saturated", "text", 8),
    *_latencies("latency", "Latency", "Latency"),
    *_latencies("network_latency", "Latency in the network", "In the network"),
    _measured("packets", "packets", "Packets delivered", "integer", 12, short="Packets"),
    _measured(
        "conflicts_per_cycle",
        "conflicts_per_cycle",
        "Output conflicts per cycle",
        short="Conflicts",
        digits=2,
    ),
    _measured("received_per_cycle", "received_packets_per_cycle", "Packets received per cycle", digits=3),
    _measured("flit_hops", "flit_hops", "Flits over channels", "integer", 14),
    _measured("warmup", "warmup_cycles", "Warm-up, cycles", "integer", short="Warm-up"),
    _measured("cycles", "cycles", "Counted, cycles", "integer", short="Cycles"),
    _measured("settled", "settled", "Settled", "text", 8),
    _measured("fairness_jain", "fairness_jain", "Fairness (Jain)", short="Fairness", digits=3),
    _measured("fairness_least", "fairness_least", "Least share over mean", digits=3),
    _measured("fairness_most", "fairness_most", "Largest share over mean", digits=3),
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
    """Return the cells of one network."""
    return rows_of(COLUMNS, curve_items(study, network, hosts, scheme, points))


def curve_items(
    study: SimulationStudy, network: StudyNetwork, hosts: int, scheme: str, points: Iterable[Point]
) -> Iterator[PointRow]:
    """Return the rows of one network before they become cells."""
    return (
        PointRow(study, network, hosts, scheme, {**figures_of(point), "saturated": point.saturated})
        for point in points
    )


def studies_csv(results: Sequence[StudyResult]) -> bytes:
    """All points as CSV."""
    return csv_bytes(COLUMNS, study_rows(results))

"""The columns of what a simulation measured at each load, units in their names, and its CSV."""

from collections.abc import Iterator, Sequence

from fatdesk.engine.listing.cells import Column, Value, csv_bytes
from fatdesk.engine.sim.point import Point
from fatdesk.engine.sim.results import figures_of

_FIGURES: tuple[tuple[str, Column], ...] = (
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
"""The columns by the names of their figures."""
COLUMNS: tuple[Column, ...] = tuple(column for _, column in _FIGURES)


def cells(point: Point) -> Iterator[Value]:
    """A row; what cannot be told is empty."""
    figures = {**figures_of(point), "saturated": point.saturated}
    for name, _ in _FIGURES:
        value = figures[name]
        yield ("yes" if value else "no") if isinstance(value, bool) else value


def points_csv(points: Sequence[Point]) -> bytes:
    """Points as CSV, a row each."""
    return csv_bytes(COLUMNS, map(tuple, map(cells, points)))

"""The columns of what a simulation measured at each load, and its CSV."""

from collections.abc import Sequence

from fatdesk.engine.listing.cells import Column, Value, csv_bytes
from fatdesk.engine.sim.point import Point

COLUMNS: tuple[Column, ...] = (
    Column("offered", "Offered", 10, "number"),
    Column("accepted", "Accepted", 10, "number"),
    Column("accepted_ci95", "+-", 10, "number"),
    Column("latency", "Latency", 10, "number"),
    Column("latency_ci95", "+-", 10, "number"),
    Column("latency_p50", "p50", 10, "number"),
    Column("latency_p99", "p99", 10, "number"),
    Column("latency_max", "Max", 10, "integer"),
    Column("network_latency", "Network latency", 10, "number"),
    Column("network_latency_ci95", "+-", 10, "number"),
    Column("network_latency_p50", "p50", 10, "number"),
    Column("network_latency_p99", "p99", 10, "number"),
    Column("network_latency_max", "Max", 10, "integer"),
    Column("packets", "Packets", 10, "integer"),
    Column("conflicts_per_cycle", "Conflicts a cycle", 10, "number"),
    Column("received_per_cycle", "Received a cycle", 10, "number"),
    Column("flit_hops", "Flit hops", 12, "integer"),
    Column("warmup", "Warm-up", 10, "integer"),
    Column("cycles", "Cycles", 10, "integer"),
    Column("settled", "Settled", 8),
    Column("saturated", "Saturated", 8),
    Column("jain", "Fairness", 10, "number"),
    Column("seeds", "Seeds", 6, "integer"),
)


def cells(point: Point) -> tuple[Value, ...]:
    """A row; what cannot be told is empty."""
    latencies: list[Value] = []
    for each in (point.latency, point.network_latency):
        latencies += [each.mean, each.ci95, each.p50, each.p99, each.most]
    return (
        point.offered,
        point.accepted,
        point.accepted_ci95,
        *latencies,
        point.packets,
        point.conflicts_per_cycle,
        point.received_per_cycle,
        point.flit_hops,
        point.warmup,
        point.cycles,
        "yes" if point.settled else "no",
        "yes" if point.saturated else "no",
        None if point.fairness is None else point.fairness.jain,
        point.seeds,
    )


def points_csv(points: Sequence[Point]) -> bytes:
    """Points as CSV, a row each."""
    return csv_bytes(COLUMNS, [cells(point) for point in points])

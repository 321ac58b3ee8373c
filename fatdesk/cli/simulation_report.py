"""Points of simulations as tables and as JSON."""

from collections.abc import Sequence
from typing import Any

from fatdesk.cli.tables import table, terminal_width
from fatdesk.networks.simulation.point import BASE_LOAD, Latency, Point, between, throughput
from fatdesk.networks.simulation.results import MeasuredCurve
from fatdesk.project.derived.derived import Derived
from fatdesk.project.studies.simulation import ToMeasure


def network_in_json(_derived: Derived, one: ToMeasure, found: MeasuredCurve | None) -> dict[str, Any]:
    """The results of a network of a study, as JSON."""
    points = () if found is None else found.points
    return {
        "hosts": one.network.hosts,
        "scheme": one.scheme,
        "points": [point_in_json(point) for point in points],
        **_figures(points),
    }


def network_in_words(_derived: Derived, one: ToMeasure, found: MeasuredCurve | None) -> str:
    """The results of a network of a study as text, after its name."""
    points = () if found is None else found.points
    return f", {one.network.hosts:,} hosts, {one.scheme}\n{curve_in_words(_figures(points), points)}"


def _figures(points: Sequence[Point]) -> dict[str, float | None]:
    return {
        "base_latency": base_of(points),
        "saturation": between(points),
        "throughput": throughput(points),
    }


def base_of(points: Sequence[Point]) -> float | None:
    """Base latency where its load is among the points."""
    return next((point.latency.mean for point in points if point.offered == BASE_LOAD), None)


def unsettled(points: Sequence[Point]) -> list[str]:
    """Return warnings about points that had not settled."""
    loads = [f"{point.offered:g}" for point in points if not point.settled]
    if not loads:
        return []
    what = "load" if len(loads) == 1 else "loads"
    return [f"not settled when counting began at {what} {', '.join(loads)}: give more --cycles or a --warmup"]


def point_in_json(point: Point) -> dict[str, Any]:
    """A point by keys of the command line, without processor time."""
    fairness = point.fairness
    return {
        "offered": point.offered,
        "accepted": point.accepted,
        "accepted_ci95": point.accepted_ci95,
        "saturated": point.saturated,
        "latency": _latency_in_json(point.latency),
        "network_latency": _latency_in_json(point.network_latency),
        "packets": point.packets,
        "conflicts_per_cycle": point.conflicts_per_cycle,
        "received_per_cycle": point.received_per_cycle,
        "flit_hops": point.flit_hops,
        "warmup": point.warmup,
        "cycles": point.cycles,
        "settled": point.settled,
        "fairness": None if fairness is None else vars(fairness),
        "busiest_channel": float(point.channel_load.max(initial=0.0)),
        "seeds": point.seeds,
    }


def _latency_in_json(latency: Latency) -> dict[str, Any]:
    return {
        "mean": latency.mean,
        "ci95": latency.ci95,
        "p50": latency.p50,
        "p99": latency.p99,
        "max": latency.most,
    }


def curve_in_words(figures: dict[str, Any], points: Sequence[Point]) -> str:
    """A table of points, and what follows from them."""
    rows = [["offered", "accepted", "+-", "latency", "+-", "p99", "in network", "conflicts", "packets", ""]]
    rows += [_row(point) for point in points]
    spare = ("packets", "conflicts", "in network", "p99")
    lines = [table(rows, frozenset(range(9)), spare, terminal_width())]
    base, saturation, most = figures["base_latency"], figures["saturation"], figures["throughput"]
    if figures.get("zero_load_latency") is not None:
        lines.append(
            f"zero load     {figures['zero_load_latency']:.1f} cycles, the mean of all pairs when alone"
        )
    lines.append(f"base latency  {_figure(base, '.1f')} cycles, at load {BASE_LOAD:g}")
    lines.append(f"saturation    {_figure(saturation, '.3f')}")
    lines.append(f"throughput    {_figure(most, '.3f')} flits per cycle and host")
    return "\n".join(lines)


def _row(point: Point) -> list[str]:
    remark = "saturated" if point.saturated else "" if point.settled else "not settled"
    return [
        f"{point.offered:g}",
        f"{point.accepted:.4f}",
        _figure(point.accepted_ci95, ".4f"),
        _figure(point.latency.mean, ",.1f"),
        _figure(point.latency.ci95, ",.1f"),
        _figure(point.latency.p99, ",.0f"),
        _figure(point.network_latency.mean, ",.1f"),
        f"{point.conflicts_per_cycle:.2f}",
        f"{point.packets:,}",
        remark,
    ]


def _figure(value: float | None, form: str) -> str:
    return "-" if value is None else f"{value:{form}}"

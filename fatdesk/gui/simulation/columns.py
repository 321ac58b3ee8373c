"""Tables of simulations: the networks of a study, all points, and points in words."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from fatdesk.engine.listing.cells import by_name
from fatdesk.engine.listing.study_columns import COLUMNS, curve_items
from fatdesk.engine.listing.study_columns import PointRow as ListRow
from fatdesk.gui.simulation.curves import Curve, Look
from fatdesk.gui.studies.body import MARKS
from fatdesk.gui.tables import Column
from fatdesk.gui.tables.column import described, listed, others
from fatdesk.gui.widgets.numbers import AT_LEAST, MINUS, percent
from fatdesk.networks.simulation.link_rate import LinkRate, figure_text
from fatdesk.networks.simulation.point import Latency, Point
from fatdesk.networks.simulation.study import SimulationStudy

DASH = "–"


def traffic_text(value: float) -> str:
    """Traffic as it is read: three decimals."""
    return f"{value:.3f}"


def load_text(value: float) -> str:
    """An offered load as it was typed.

    >>> load_text(0.4), load_text(0.02), load_text(1.0)
    ('0.4', '0.02', '1')
    """
    return f"{value:.6g}"


def cycles_text(value: float | None) -> str:
    """A latency: whole cycles, below a hundred with one decimal; a dash where there is none.

    >>> cycles_text(161.4), cycles_text(12.25), cycles_text(None)
    ('161', '12.2', '–')
    """
    if value is None:
        return DASH
    return f"{value:,.0f}" if value >= 100 or float(value).is_integer() else f"{value:,.1f}"


def share_text(share: float | None) -> str:
    """A difference in percent with its sign; empty where there is none.

    >>> share_text(-0.029), share_text(0.011), share_text(None)
    ('−2.9 %', '+1.1 %', '')
    """
    if share is None:
        return ""
    sign = MINUS if share < 0 else "+"
    return f"{sign}{abs(100 * share):.1f} %"


def in_traffic(value: float, rate: LinkRate | None) -> str:
    """Traffic per host: Gb/s where the rate of links is given, else flits per cycle.

    >>> in_traffic(0.54, LinkRate(400, 64)), in_traffic(0.54, None)
    ('216 Gb/s', '0.540')
    """
    return traffic_text(value) if rate is None else f"{figure_text(rate.gbps_of(value))} Gb/s"


def in_time(cycles: float | None, rate: LinkRate | None) -> str:
    """A latency: microseconds where the rate of links is given, else cycles.

    >>> in_time(500, LinkRate(400, 64)), in_time(500, None)
    ('0.64 µs', '500')
    """
    if cycles is None or rate is None:
        return cycles_text(cycles)
    return f"{figure_text(rate.us_of(cycles))} µs"


def _latency(name: str, some: Latency, rate: LinkRate | None) -> str:
    ci = "" if some.ci95 is None else f" ± {in_time(some.ci95, rate)}"
    mean, p99, most = (in_time(value, rate) for value in (some.mean, some.p99, some.most))
    return f"{name} {mean}{ci}, p99 {p99}, max {most}"


def point_text(curve: Curve, number: int) -> str:
    """A point of a curve in a few lines."""
    point: Point = curve.points[number]
    rate = curve.rate
    ci = "" if point.accepted_ci95 is None else f" ± {in_traffic(point.accepted_ci95, rate)}"
    offered = load_text(point.offered) if rate is None else in_traffic(point.offered, rate)
    lines = [
        curve.name,
        f"offered {offered}, accepted {in_traffic(point.accepted, rate)}{ci}",
        _latency("latency", point.latency, rate),
        _latency("in the network", point.network_latency, rate),
    ]
    if point.saturated:
        lines.append("saturated")
    if not point.settled:
        lines.append("not settled: use a longer warm-up or more cycles")
    return "\n".join(lines)


PAPER, DIFFERENCE, FOUND = "Paper", "Difference", "Saturation"
PAPER_BASE = "Paper, base"
P99, FAIR, CONFLICTS = "p99", "Fairness", "Conflicts"
LOW = -1.0
"""Sort key of rows without a figure."""


class Row(NamedTuple):
    """A network with the latency and the load that are looked at."""

    curve: Curve
    look: Look
    load: float | None

    @property
    def at(self) -> Point | None:
        """The point at the load that is looked at."""
        return self.curve.at(self.load)


def state_text(curve: Curve) -> str:
    """The state of a network in words."""
    if curve.state == "running":
        return "running" if curve.share is None else f"running, {percent(curve.share)}"
    words = {"done": "done", "stale": "outdated", "waiting": "not run"}
    return curve.note or words[curve.state]


def _tone(row: Row) -> str:
    return "text3" if row.curve.state == "stale" else ""


def _throughput(row: Row) -> str:
    top = row.curve.top
    if top is None:
        return ""
    return (AT_LEAST if row.curve.at_least else "") + in_traffic(top.accepted, row.curve.rate)


def _interval(row: Row) -> str:
    top = row.curve.top
    if top is None or top.accepted_ci95 is None:
        return ""
    return in_traffic(top.accepted_ci95, row.curve.rate).removesuffix(" Gb/s")  # as that of the throughput


def _figure(of: Callable[[Row], float | None]) -> Callable[[Row], float]:
    """Return the sort key of a column."""

    def key(row: Row) -> float:
        value = of(row)
        return LOW if value is None else float(value)

    return key


def _saturation(row: Row) -> str:
    load, rate = row.curve.saturation, row.curve.rate
    if load is None:
        return ""
    return load_text(round(load, 3)) if rate is None else in_traffic(load, rate)


def _p99(row: Row) -> float | None:
    return None if row.at is None else row.look.of(row.at).p99


def _fair(row: Row) -> float | None:
    return None if row.at is None or row.at.fairness is None else row.at.fairness.jain


def _conflicts(row: Row) -> float | None:
    return None if row.at is None else row.at.conflicts_per_cycle


def _packets(row: Row) -> int:
    return sum(point.packets for point in row.curve.points)


def _seeds(row: Row) -> int:
    return max((point.seeds for point in row.curve.points), default=0)


def _word(value: float | None, spec: str) -> str:
    return "" if value is None else format(value, spec)


ABOUT = {
    "Network": "Network of the study.",
    "Routing": "Routing algorithm of the network.",
    "Throughput": (
        "Highest accepted traffic, in flits per cycle or Gb/s per host; ≥ where no load saturates."
    ),
    "± 95 %": "Half-width of the 95 % confidence interval of the throughput, in its unit.",
    PAPER: "Throughput that the paper states.",
    DIFFERENCE: "Measured throughput against that of the paper, in percent.",
    "Base latency": "Mean latency at the lowest load, in cycles; in µs where Gb/s and µs are shown.",
    PAPER_BASE: "Base latency that the paper states, in cycles.",
    P99: (
        "Latency that 99 % of the packets do not exceed at the load chosen below, in cycles; in µs where "
        "Gb/s and µs are shown."
    ),
    FOUND: "Highest load below the first that is not accepted in full, in flits per cycle and host.",
    FAIR: "Jain's index of accepted over offered traffic by host: 1 if all are served alike.",
    CONFLICTS: "Packets at heads of buffers that were granted no output, per cycle in the whole network.",
    "Seeds": "Independent runs per point.",
    "Packets": "Packets that were counted, over all points.",
    "State": "Whether the network was measured, and whether the results are for the current settings.",
}
"""Definition of each column of the table of networks."""
_NETWORKS: tuple[Column[Row], ...] = (
    Column(
        "Network",
        108,
        lambda r: r.curve.name,
        series=lambda r: r.curve.number,
        strong=True,
        tone=_tone,
        stretch=True,
    ),
    Column("Routing", 62, lambda r: r.curve.scheme, tone=lambda _: "text2"),
    Column(
        "Throughput",
        108,
        _throughput,
        _figure(lambda r: None if r.curve.top is None else r.curve.top.accepted),
        number=True,
        strong=True,
        tone=_tone,
    ),
    Column(
        "± 95 %",
        66,
        _interval,
        _figure(lambda r: None if r.curve.top is None else r.curve.top.accepted_ci95),
        number=True,
        tone=lambda _: "text2",
    ),
    Column(
        PAPER,
        50,
        lambda r: "" if r.curve.paper is None else f"{r.curve.paper.throughput:.2f}",
        _figure(lambda r: None if r.curve.paper is None else r.curve.paper.throughput),
        number=True,
    ),
    Column(
        DIFFERENCE,
        80,
        lambda r: share_text(r.curve.difference()),
        _figure(lambda r: r.curve.difference()),
        number=True,
    ),
    Column(
        "Base latency",
        98,
        lambda r: "" if r.curve.base(r.look) is None else in_time(r.curve.base(r.look), r.curve.rate),
        _figure(lambda r: r.curve.base(r.look)),
        number=True,
        tone=_tone,
    ),
    Column(
        PAPER_BASE,
        90,
        lambda r: "" if r.curve.paper is None else cycles_text(r.curve.paper.base_latency),
        _figure(lambda r: None if r.curve.paper is None else r.curve.paper.base_latency),
        number=True,
        hidden=True,
    ),
    Column(
        P99,
        102,
        lambda r: "" if r.at is None else in_time(_p99(r), r.curve.rate),
        _figure(_p99),
        number=True,
        tone=_tone,
    ),
    Column(
        FOUND,
        80,
        _saturation,
        _figure(lambda r: r.curve.saturation),
        number=True,
        tone=_tone,
    ),
    Column(FAIR, 66, lambda r: _word(_fair(r), ".3f"), _figure(_fair), number=True, tone=_tone),
    Column(
        CONFLICTS, 70, lambda r: _word(_conflicts(r), ",.2f"), _figure(_conflicts), number=True, tone=_tone
    ),
    Column(
        "Seeds",
        52,
        lambda r: f"{_seeds(r):,}" if r.curve.points else "",
        _seeds,
        number=True,
        tone=lambda _: "text2",
        hidden=True,
    ),
    Column(
        "Packets",
        88,
        lambda r: f"{_packets(r):,}" if r.curve.points else "",
        _packets,
        number=True,
        tone=lambda _: "text2",
        hidden=True,
    ),
    Column(
        "State",
        128,
        lambda r: state_text(r.curve),
        mark=lambda r: MARKS[r.curve.state],
        tone=lambda r: {"failed": "error", "partial": "text2"}.get(r.curve.state, "text2"),
    ),
)


NETWORKS = tuple(replace(column, about=ABOUT.get(column.title, "")) for column in _NETWORKS)


class PointRow(NamedTuple):
    """A point of a network, and its row in the list of points."""

    curve: Curve
    row: ListRow


def point_rows(study: SimulationStudy, curves: Sequence[Curve]) -> list[PointRow]:
    """Return the points of all curves of a study."""
    return [
        PointRow(curve, row)
        for curve, network in zip(curves, study.networks, strict=True)
        for row in curve_items(study, network, curve.hosts, curve.scheme, curve.points)
    ]


def _listed(row: PointRow) -> ListRow:
    return row.row


LIST = by_name(COLUMNS)
SHOWN = {
    "offered_flits_per_cycle_host": 70,
    "accepted_flits_per_cycle_host": 78,
    "accepted_ci95_flits_per_cycle_host": 66,
    "latency_mean_cycles": 90,
    "latency_ci95_cycles": 78,
    "latency_p50_cycles": 84,
    "latency_p99_cycles": 84,
    "latency_most_cycles": 76,
    "fairness_jain": 74,
    "conflicts_per_cycle": 80,
    "packets": 90,
    "seeds": 54,
    "warmup_cycles": 80,
    "cycles": 80,
    "settled": 70,
}
"""Columns of the list that are shown, and their widths in pixels."""
LOOKS: dict[str, dict[str, Any]] = {
    "accepted_flits_per_cycle_host": {"strong": True, "tone": lambda _: "text"},
    "settled": {"tone": lambda r: "text2" if r.row.figures["settled"] else "warn"},
}
ABOUT_POINTS = {
    "Network": "Network of the study.",
    "Study": "Name of the study.",
    "Family and parameters, or fabric": "Topology with its parameters, or the fabric of the project.",
    "Hosts": "Hosts of the network.",
    "Routing algorithm": "How switches direct packets.",
    "Traffic": "Traffic pattern: to which hosts each host sends.",
    "Switching": "Virtual cut-through or wormhole.",
    "Packet, bytes": "Size of packets, headers included.",
    "Saturated": "Whether the network accepts less than what is offered.",
    "Packets delivered": "Packets that were counted.",
    "Packets received per cycle": "Packets that all hosts together receive, per counted cycle.",
    "Flits over channels": "Flits sent over channels, each counted on every channel that it passes.",
    "Least share over mean": "Accepted over offered traffic of the worst host, against the mean of all.",
    "Largest share over mean": "Accepted over offered traffic of the best host, against the mean of all.",
    "Runs": "Independent runs, each with a seed of its own.",
    "Settled": "Whether the network had settled before counting began; if not, use a longer warm-up.",
    "Warm-up, cycles": "Cycles before counting begins.",
    "Counted, cycles": "Cycles in which packets are counted.",
    "Fairness (Jain)": "Jain's index of accepted over offered traffic by host: 1 if all are served alike.",
}
POINTS: tuple[Column[PointRow], ...] = described(
    (
        Column(
            "Network",
            128,
            lambda r: r.curve.name,
            lambda r: r.curve.number,
            series=lambda r: r.curve.number,
            strong=True,
            stretch=True,
        ),
        *(listed(LIST[name], _listed, width, **LOOKS.get(name, {})) for name, width in SHOWN.items()),
        *others(COLUMNS, _listed, ("network", *SHOWN)),
    ),
    ABOUT_POINTS,
)

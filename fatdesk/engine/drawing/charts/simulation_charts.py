"""Charts and captions of simulation studies: latency and accepted traffic over offered traffic."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple, Protocol

import numpy as np

from fatdesk.core.arrays import Floats
from fatdesk.core.number_text import counted
from fatdesk.engine.charts import Axis, Chart, EdgeMark, Guide, Series, State
from fatdesk.engine.drawing.charts.chart_page import HEIGHT, WIDTH, Around, draw_plots, picture, plot_of
from fatdesk.engine.drawing.display import Bounds, Page
from fatdesk.engine.drawing.palette import LIGHT, Palette
from fatdesk.engine.drawing.sketch import Sketch
from fatdesk.networks.simulation.link_rate import LinkRate, figure_text
from fatdesk.networks.simulation.point import Latency, Point
from fatdesk.networks.simulation.reference_studies import Published, published_of
from fatdesk.networks.simulation.results import StudyResult
from fatdesk.networks.simulation.study import (
    BURSTY,
    EARLY,
    FLIT,
    HEAD,
    LATE,
    TWO,
    WORMHOLE,
    SimulationStudy,
    Switching,
    TrafficParameters,
)


def simulation_settings_text(study: SimulationStudy) -> str:
    """Traffic, packets, switching and how long, in a few sentences.

    >>> simulation_settings_text(SimulationStudy(name="x"))[:47]
    'Traffic: uniform. Packets of 128 bytes (flits o'
    """
    runs = f", {study.seeds:,} runs per point" if study.seeds > 1 else ""
    traffic, switching = traffic_text(study.traffic), switching_text(study.switching)
    return f"Traffic: {traffic}. {switching} {_length_text(study)}{runs}."


def traffic_text(requested: TrafficParameters) -> str:
    """Describe the traffic: sources, destinations and arrivals."""
    words, arrivals = requested.pattern, requested.arrivals
    if arrivals.kind == BURSTY:
        words += f", in bursts of {arrivals.burst_packets:,} packets"
    return f"{words}, to oneself too" if requested.itself else words


_BINDINGS = {LATE: "late binding", EARLY: "early binding", TWO: "the better of two drawn outputs"}


def switching_text(switching: Switching) -> str:
    """Packets, switching, buffers and stages."""
    packets = f"Packets of {counted(switching.packet_bytes, 'byte')} (flits of {switching.flit_bytes:,})"
    if switching.switching == WORMHOLE:
        how = f"wormhole, buffers of {counted(switching.room_flits, 'flit')}"
    else:
        how = f"cut-through, buffers of {counted(switching.buffer_packets, 'packet')}"
        how += ", credits per flit" if switching.credits == FLIT else ""
    if switching.route_at == HEAD:
        how += ", routing at the head"
    if switching.allocation:
        how += f", allocation {counted(switching.allocation, 'cycle')}"
    stages = f"{switching.routing} + {switching.crossbar} + {switching.link} + {switching.fly}"
    return f"{packets}, {how}, {_BINDINGS[switching.binding]}, {stages} cycles per switch."


def _length_text(study: SimulationStudy) -> str:
    duration = study.duration
    warmup = "until settled" if duration.warmup is None else counted(duration.warmup, "cycle")
    words = f"Warm-up {warmup}, then {duration.cycles:,} cycles"
    if duration.precision is not None:
        words += f" or until known to {duration.precision:.2%}"
    if duration.packets_per_source is not None:
        words += f" or {counted(duration.packets_per_source, 'packet')} of each host"
    return words


def measured_text(result: StudyResult) -> list[str]:
    """Return remarks on the points: missing points, and the measuring version."""
    words = []
    missing = [
        network.name
        for network, curve in zip(result.study.networks, result.curves, strict=True)
        if curve is None or not curve.points
    ]
    if missing:
        words.append(f"Not measured: {', '.join(missing)}.")
    programs = sorted({curve.program for curve in result.curves if curve is not None and curve.program})
    if programs:
        words.append(f"Measured by fatdesk {', '.join(programs)}.")
    return words


def network_text(result: StudyResult) -> list[str]:
    """Each network for a key: its name, how it forwards, its hosts."""
    found = []
    for network, curve in zip(result.study.networks, result.curves, strict=True):
        words = network.name
        if curve is not None:
            words += f" · {curve.on.scheme} · {counted(curve.on.hosts, 'host')}"
        found.append(words)
    return found


class Units(NamedTuple):
    """Units of traffic and of time on the axes."""

    traffic: str = "flits per cycle and host"
    time: str = "cycles"


FLITS, GBPS = Units(), Units("Gb/s per host", "µs")
MOST_OVER_BASE = 8.0
"""Latencies up to this multiple of the lowest are shown; higher ones depend on the measured time."""
Figure = Literal["mean", "p99"]


class Measured(Protocol):
    """A network of a study with its points, from the lowest load up."""

    @property
    def number(self) -> int:
        """Its place in the study."""

    @property
    def name(self) -> str:
        """Its name in the study."""

    @property
    def points(self) -> Sequence[Point]:
        """Return the measured points."""

    @property
    def chart_state(self) -> State:
        """Whether points are still arriving, or were measured on something else."""

    @property
    def share(self) -> float | None:
        """Of a running network, how much is done."""


def in_gbps(network: Measured, rate: LinkRate) -> Measured:
    """Return the same network with traffic in Gb/s and latencies in microseconds."""
    return _Network(
        network.number,
        network.name,
        tuple(_converted(point, rate) for point in network.points),
        network.chart_state,
        network.share,
    )


def _converted(point: Point, rate: LinkRate) -> Point:
    ci = point.accepted_ci95
    return replace(
        point,
        offered=rate.gbps_of(point.offered),
        accepted=rate.gbps_of(point.accepted),
        accepted_ci95=None if ci is None else rate.gbps_of(ci),
        latency=_in_us(point.latency, rate),
        network_latency=_in_us(point.network_latency, rate),
    )


def _in_us(latency: Latency, rate: LinkRate) -> Latency:
    mean, ci95, p50, p99 = (
        None if value is None else rate.us_of(value)
        for value in (latency.mean, latency.ci95, latency.p50, latency.p99)
    )
    return Latency(mean, ci95, p50, p99, None)


def latency_chart(
    networks: Sequence[Measured], figure: Figure = "mean", *, source: bool = True, units: Units = FLITS
) -> Chart:
    """Return latency over accepted traffic.

    Parameters
    ----------
    figure
        Mean, or the 99th percentile.
    source
        From generation, waiting at the source included; else from injection.
    units
        Of the figures of the networks.
    """

    def of(point: Point) -> Latency:
        return point.latency if source else point.network_latency

    title = "99 % of packets within" if figure == "p99" else "Latency"
    series = []
    for one in networks:
        y = _reals(getattr(of(point), figure) for point in one.points)
        half = _reals(of(point).ci95 if figure == "mean" else None for point in one.points)
        x = _reals(point.accepted for point in one.points)
        series.append(Series(one.number, one.name, x, y, y - half, y + half, one.chart_state, one.share))
    top, cut = _top(np.concatenate([one.y for one in series]) if series else np.empty(0))
    guides = []
    for one in networks:
        best = max((point.accepted for point in one.points), default=None)
        known = one.chart_state != "running" and any(point.saturated for point in one.points)
        if best is not None and known:
            ends = ((best, -math.inf), (best, math.inf))
            text = f"{best:.2f}" if units is FLITS else figure_text(best)
            guides.append(Guide(*ends, text, one.number, "dot"))
    return Chart(
        "Latency against accepted traffic",
        _over(Axis("Accepted", unit=units.traffic), [one.x for one in series]),
        Axis(title, 0.0, top, f"{units.time} from {'generation' if source else 'injection'}"),
        tuple(series),
        tuple(guides),
        note=f"Latencies beyond {figure_text(top)} {units.time} are not shown." if cut else "",
    )


def accepted_chart(
    networks: Sequence[Measured], published: Sequence[Published] = (), *, units: Units = FLITS
) -> Chart:
    """Return accepted over offered traffic, with the line on which everything is accepted.

    Parameters
    ----------
    published
        Throughputs of a paper, marked at the right edge.
    units
        Of the figures of the networks.
    """
    series = []
    for one in networks:
        x, y = _reals(point.offered for point in one.points), _reals(point.accepted for point in one.points)
        half = _reals(point.accepted_ci95 for point in one.points)
        series.append(Series(one.number, one.name, x, y, y - half, y + half, one.chart_state, one.share))
    number = {one.name: one.number for one in networks}
    marks = tuple(EdgeMark(number[one.network], one.throughput) for one in published if one.network in number)
    across = _over(Axis("Offered", unit=units.traffic), [one.x for one in series])
    marked = np.array([mark.y for mark in marks], np.float64)
    up = _over(Axis("Accepted", unit=units.traffic), [*(one.y for one in series), marked])
    end = min(across.high, up.high)
    diagonal = Guide((0.0, 0.0), (end, end), "accepted = offered")
    return Chart("Accepted against offered", across, up, tuple(series), (diagonal,), marks)


def _reals(values: Iterable[float | None]) -> Floats:
    return np.array([np.nan if value is None else value for value in values], np.float64)


def _over(axis: Axis, parts: Sequence[Floats]) -> Axis:
    every = np.concatenate([*parts, [0.0]]) if any(len(part) for part in parts) else np.empty(0)
    return axis.over(every)


def _top(latencies: Floats) -> tuple[float, bool]:
    """Position where the axis of latencies ends, a round value, and whether there are latencies beyond it."""
    known = latencies[np.isfinite(latencies)]
    if not len(known):
        return 100.0, False
    most = min(float(known.max()) * 1.05, float(known.min()) * MOST_OVER_BASE)
    step = 10.0 ** math.floor(math.log10(max(most, 1e-9))) / 2
    top = math.ceil(most / step) * step
    return top, bool((known > top).any())


class _Network(NamedTuple):
    """A network with all of its points."""

    number: int
    name: str
    points: Sequence[Point]
    chart_state: State = ""
    share: float | None = None


def study_page(
    result: StudyResult,
    published: Sequence[Published] = (),
    palette: Palette = LIGHT,
    size: tuple[float, float] = (WIDTH, HEIGHT),
) -> Page:
    """A picture by itself."""
    return picture(
        result.study.name, lambda sketch, bounds: draw_study(sketch, bounds, result, published), palette, size
    )


def draw_study(
    sketch: Sketch, bounds: Bounds, result: StudyResult, published: Sequence[Published] = ()
) -> None:
    """Title, both charts, key and caption within some bounds.

    Parameters
    ----------
    published
        Throughputs of a paper, as marks at the right of the second chart.
    """
    shown = [
        _Network(number, network.name, curve.points)
        for number, (network, curve) in enumerate(zip(result.study.networks, result.curves, strict=True))
        if curve is not None and curve.points
    ]
    words = [*filter(None, [result.verdict]), simulation_settings_text(result.study), *measured_text(result)]
    keys = list(enumerate(network_text(result)))
    _draw_curves(sketch, bounds, Around(result.study.name, words, keys), shown, published)


def curve_page(study: SimulationStudy, key: str, points: Sequence[Point], verdict: str = "") -> Page:
    """A picture of one network alone, where results are not kept.

    Parameters
    ----------
    key
        The network, how it forwards, its hosts.
    verdict
        A sentence on what limits it.
    """
    words = [*filter(None, [verdict]), simulation_settings_text(study)]
    around = Around(study.name, words, [(0, key)])
    shown = [_Network(0, key, points)] if points else []
    return picture(
        study.name, lambda sketch, bounds: _draw_curves(sketch, bounds, around, shown, published_of(study))
    )


def _draw_curves(
    sketch: Sketch,
    bounds: Bounds,
    around: Around,
    shown: Sequence[_Network],
    published: Sequence[Published],
) -> None:
    charts = latency_chart(shown), accepted_chart(shown, published)
    words = [*around.words, *(chart.note for chart in charts if chart.note)]
    if charts[1].edge_marks:
        words.append("Marks at the right of the plot: throughput as published.")
    plots = [plot_of(sketch, chart) for chart in charts] if shown else ()
    draw_plots(sketch, bounds, around._replace(words=words), plots)

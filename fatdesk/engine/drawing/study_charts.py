"""Charts of simulation studies: latency over accepted, accepted over offered traffic."""

import math
from collections.abc import Iterable, Sequence
from typing import Literal, Protocol

import numpy as np

from fatdesk.core.arrays import Floats
from fatdesk.engine.charts.axis import Axis
from fatdesk.engine.charts.chart import Chart, EdgeMark, Guide, Series, State
from fatdesk.networks.simulation.point import Latency, Point
from fatdesk.networks.simulation.reference_studies import Published

UNIT = "flits a cycle and host"
MOST_OVER_BASE = 8.0
"""Latencies up to so many times the lowest are shown: above, they grow with how long one measures."""
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
        """What was measured."""

    @property
    def chart_state(self) -> State:
        """Whether points are still arriving, or were measured on something else."""

    @property
    def share(self) -> float | None:
        """Of a running network, how much is done."""


def latency_chart(networks: Sequence[Measured], figure: Figure = "mean", *, source: bool = True) -> Chart:
    """Return latency over accepted traffic.

    Parameters
    ----------
    figure
        Mean, or the 99th percentile.
    source
        From generation, waiting at the source included; else from injection.
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
            guides.append(Guide(*ends, f"{best:.2f}", one.number, "dot"))
    return Chart(
        "Latency against accepted traffic",
        _over(Axis("Accepted", unit=UNIT), [one.x for one in series]),
        Axis(title, 0.0, top, f"cycles from {'generation' if source else 'injection'}"),
        tuple(series),
        tuple(guides),
        note=f"Latencies beyond {top:,.0f} cycles are not shown." if cut else "",
    )


def accepted_chart(networks: Sequence[Measured], published: Sequence[Published] = ()) -> Chart:
    """Return accepted over offered traffic, with the line on which everything is accepted.

    Parameters
    ----------
    published
        Throughputs of a paper, marked at the right edge.
    """
    series = []
    for one in networks:
        x, y = _reals(point.offered for point in one.points), _reals(point.accepted for point in one.points)
        half = _reals(point.accepted_ci95 for point in one.points)
        series.append(Series(one.number, one.name, x, y, y - half, y + half, one.chart_state, one.share))
    number = {one.name: one.number for one in networks}
    marks = tuple(EdgeMark(number[one.network], one.throughput) for one in published if one.network in number)
    across = _over(Axis("Offered", unit=UNIT), [one.x for one in series])
    told = np.array([mark.y for mark in marks], np.float64)
    up = _over(Axis("Accepted", unit=UNIT), [*(one.y for one in series), told])
    end = min(across.high, up.high)
    diagonal = Guide((0.0, 0.0), (end, end), "accepted = offered")
    return Chart("Accepted against offered", across, up, tuple(series), (diagonal,), marks)


def _reals(values: Iterable[float | None]) -> Floats:
    return np.array([np.nan if value is None else value for value in values], np.float64)


def _over(axis: Axis, parts: Sequence[Floats]) -> Axis:
    every = np.concatenate([*parts, [0.0]]) if any(len(part) for part in parts) else np.empty(0)
    return axis.over(every)


def _top(latencies: Floats) -> tuple[float, bool]:
    """Where the axis of latencies ends, a round value, and whether latencies lie beyond."""
    known = latencies[np.isfinite(latencies)]
    if not len(known):
        return 100.0, False
    most = min(float(known.max()) * 1.05, float(known.min()) * MOST_OVER_BASE)
    step = 10.0 ** math.floor(math.log10(max(most, 1e-9))) / 2
    top = math.ceil(most / step) * step
    return top, bool((known > top).any())

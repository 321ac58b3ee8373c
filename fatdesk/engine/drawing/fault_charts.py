"""Charts of fault studies: combinations tolerated, pairs connected or throughput over failures."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, Protocol

import numpy as np

from fatdesk.engine.charts.axis import Axis
from fatdesk.engine.charts.chart import Chart, Series, State, whole_range
from fatdesk.networks.fault_tolerance.outcomes import DegradationPoint, ToleranceRow, binomial_interval

Figure = Literal["tolerated", "connected", "throughput", "share"]
AXES: dict[Figure, Axis] = {
    "tolerated": Axis("Combinations tolerated", unit="%"),
    "connected": Axis("Pairs connected", unit="%"),
    "throughput": Axis("Mean throughput", unit="flits a cycle and host"),
    "share": Axis("Throughput of that without failures", unit="%"),
}
EDGE = 0.025
"""Room left of 0, so that markers there are clear of the frame."""
MOST_SHOWN = 104.0


class Measured(Protocol):
    """A network of a fault study with its points, from the fewest failures up."""

    @property
    def number(self) -> int:
        """Its place in the study."""

    @property
    def name(self) -> str:
        """Its name in the study."""

    @property
    def points(self) -> Sequence[ToleranceRow | DegradationPoint]:
        """What was measured."""

    @property
    def chart_state(self) -> State:
        """Whether points are still arriving, or were measured on something else."""

    @property
    def share(self) -> float | None:
        """Of a running network, how much is done."""


def fault_chart(networks: Sequence[Measured], figure: Figure, things: str = "links") -> Chart:
    """Return one figure of all networks over the number of failures.

    Parameters
    ----------
    things
        What fails: ``links`` or ``switches``.
    """
    slower = figure in ("throughput", "share")
    series = []
    for one in networks:
        rows = np.array([_figure(point, figure) for point in one.points], np.float64).reshape(-1, 3)
        low, value, high = rows.T
        if figure == "share":
            factor = _whole(one.points)
            low, value, high = low * factor, value * factor, high * factor
        x = np.array([point.faults for point in one.points], np.float64)
        series.append(Series(one.number, one.name, x, value, low, high, one.chart_state, one.share))
    counts = np.concatenate([one.x for one in series]) if series else np.empty(0)
    words = f"Failed {things} at once"
    if slower:
        across = Axis(words).over(np.concatenate([counts, [0.0]]))
        if across.low == 0:
            across = replace(across, low=-EDGE * across.high)
        up = AXES[figure].over(np.concatenate([whole_range(series), [0.0]]))
    else:
        across = Axis(words, unit="log scale", log=True, whole=True).over(counts)
        up = replace(AXES[figure], low=0.0, high=MOST_SHOWN)
    return Chart(AXES[figure].title, across, up, tuple(series))


def _whole(points: Sequence[ToleranceRow | DegradationPoint]) -> float:
    """What makes percent of throughput without failures; nan where that was not measured."""
    first = points[0] if points else None
    if not isinstance(first, DegradationPoint) or first.faults != 0 or first.throughput <= 0:
        return float("nan")
    return 100 / first.throughput


def _figure(point: ToleranceRow | DegradationPoint, figure: Figure) -> tuple[float, float, float]:
    """Low end, value, high end; nan where there is none."""
    nan = float("nan")
    if isinstance(point, DegradationPoint):
        if figure not in ("throughput", "share"):
            return nan, nan, nan
        half = nan if point.ci95 is None else point.ci95
        return point.throughput - half, point.throughput, point.throughput + half
    if figure == "connected":
        return nan, 100 * point.pairs_connected, nan
    if figure != "tolerated":
        return nan, nan, nan
    if point.exhaustive:
        return nan, 100 * point.share, nan
    low, high = binomial_interval(point.tolerated, point.combinations)
    return 100 * low, 100 * point.share, 100 * high

"""Points of curves: figures measured at one offered load, 95 % confidence intervals, saturation."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Longs

BATCHES = 20
"""Batches of a run: few enough to be long, so that they hardly depend on each other (Schmeiser, 1982)."""


def grouped(rows: Longs, batches: int = BATCHES) -> Longs:
    """Sums of as many equal groups of consecutive rows; rows too many are left out at the beginning.

    With fewer rows than ``batches`` each is a group.

    >>> grouped(np.arange(7)[:, None], 3)[:, 0].tolist()
    [3, 7, 11]
    """
    each = max(len(rows) // batches, 1)
    count = min(batches, len(rows))
    first = len(rows) - count * each
    summed: Longs = rows[first:].reshape(count, each, *rows.shape[1:]).sum(axis=1)
    return summed


def half_width(sums: NDArray[np.number], weights: NDArray[np.number]) -> float | None:
    """Half the width of the interval of a mean that is a ratio: all sums over all weights.

    Parameters
    ----------
    sums, weights : (n,)
        Of each batch, or of each independent run. The ratio of latencies has packets as weights, that of
        traffic cycles. Where all weights are equal it is Student's interval of the mean.

    Returns
    -------
    float or None
        None where fewer than two have a weight. Variance of the ratio by linearisation (Cochran, Sampling
        techniques, 1977, chapter 6).

    >>> round(half_width(np.array([1.0, 2.0, 3.0]), np.ones(3)) or 0.0, 4)
    2.4841
    """
    count = int(np.count_nonzero(weights))
    if count < 2:
        return None
    from scipy.special import stdtrit

    total = float(weights.sum())
    left = sums - float(sums.sum()) / total * weights
    deviation = sqrt(float((left * left).sum()) / (count - 1))
    return float(stdtrit(count - 1, 0.975)) * deviation * sqrt(count) / total


Floats32 = NDArray[np.float32]


@dataclass(frozen=True)
class Latency:
    """Latencies of the packets that were delivered, cycles.

    Attributes
    ----------
    mean, p50, p99, most
        None where no packet was delivered. The percentiles are upper ends of bins 1.6 % wide.
    ci95
        Half the width of the 95 % confidence interval of the mean; None where it cannot be determined.
    """

    mean: float | None = None
    ci95: float | None = None
    p50: float | None = None
    p99: float | None = None
    most: int | None = None


@dataclass(frozen=True)
class Fairness:
    """Evenness of service of the sending hosts.

    Attributes
    ----------
    jain
        (sum x)^2 / (n sum x^2) over the shares x = accepted / offered of the hosts: 1 all alike, 1/n one
        takes all (Jain, Chiu and Hawe, 1984).
    least, most
        The smallest and largest share x over the mean share.
    """

    jain: float
    least: float
    most: float


@dataclass(frozen=True, eq=False)
class Point:
    """Results at one load.

    Traffic is in flits per cycle and host that sends.

    Attributes
    ----------
    offered, accepted
        Traffic that hosts made, as asked, and that was delivered.
    accepted_ci95
        Half the width of its 95 % confidence interval; None where it cannot be determined.
    latency
        From generation, waiting at the source included. Where the network does not accept what is offered it
        grows as long as one measures.
    network_latency
        From injection.
    packets
        Delivered while measured.
    conflicts_per_cycle
        Mean number of forwarded packets at heads of buffers that were granted no output.
    received_per_cycle
        Packets delivered a cycle, in the whole network.
    flit_hops
        Flits that crossed channels while measured.
    warmup, cycles
        Cycles before, and while it was measured.
    settled
        Whether the warm-up ended by its rule, not at its longest.
    fairness
        None where nothing was accepted.
    channel_load : (c,) float32
        Flits a cycle on each channel; empty when not kept.
    seeds
        How many independent runs are in it.
    seconds
        Processor time of all of them.
    """

    offered: float
    accepted: float
    accepted_ci95: float | None
    latency: Latency
    network_latency: Latency
    packets: int
    conflicts_per_cycle: float
    received_per_cycle: float
    flit_hops: int
    warmup: int
    cycles: int
    settled: bool
    fairness: Fairness | None
    channel_load: Floats32
    seeds: int
    seconds: float

    @property
    def saturated(self) -> bool:
        """Whether clearly less was accepted than offered."""
        return clearly_less(self.accepted, self.accepted_ci95 or 0.0, self.offered)


def clearly_less(accepted: float, ci95: float, offered: float) -> bool:
    """Whether less is accepted than offered: by 2 %, and by more than twice the interval.

    Sources are random too, so that one point in twenty lies outside the interval by itself.
    """
    return offered - accepted > max(0.02 * offered, 2 * ci95)


BASE_LOAD = 0.02
"""Base latency is the mean latency at this load, as in the paper; it is not that of an empty network."""
RESOLUTION = 0.01
"""Of the highest load that hosts can inject; the bisection ends there."""


def bisection(highest: float) -> Generator[float, Point, float]:
    """Ask for points at loads (``yield``), and return the saturation load.

    A load is saturated when its point says so (``Point.saturated``). The first load is the highest one that
    hosts can inject: where even that is accepted, nothing saturates, and it is returned.

    >>> search = bisection(2.0)
    >>> next(search)
    2.0
    """
    point = yield highest
    if not point.saturated:
        return highest
    low, high = 0.0, highest
    while high - low > RESOLUTION * highest * (1 + 1e-9):
        middle = round((low + high) / 2, 6)
        point = yield middle
        low, high = (low, middle) if point.saturated else (middle, high)
    return low


def between(points: Sequence[Point]) -> float | None:
    """The highest load of a curve below its first saturated one; None without both.

    Parameters
    ----------
    points
        From the lowest load up.
    """
    for before, point in pairwise(points):
        if not before.saturated and point.saturated:
            return before.offered
        if before.saturated:
            return None
    return None


def throughput(points: Sequence[Point]) -> float | None:
    """The most accepted traffic, flits per cycle and host that sends; None without points."""
    return max((point.accepted for point in points), default=None)

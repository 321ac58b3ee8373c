"""Saturation of a network: the highest load that is accepted in full, by bisection."""

from collections.abc import Generator, Sequence
from itertools import pairwise

from fatdesk.networks.simulation.point import Point

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

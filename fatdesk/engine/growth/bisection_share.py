"""Share of full bisection of a leaf-spine network, from the cables between its switches alone.

The bisection is the least bandwidth between halves of the hosts, with switches on whichever side it is least;
its share is that over the bandwidth of half of the hosts' links. A network in parts that do not reach each
other has share 0, even where halves of its hosts do.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil

import numpy as np

from fatdesk.core.arrays import Longs, connected_parts
from fatdesk.core.progress import SILENT, Progress
from fatdesk.networks.measures.bisection import bisection
from fatdesk.networks.network import network

ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class BisectionShare:
    """Bounds of the share of full bisection: none is less than ``least``, and a cut of ``most`` is known."""

    least: Fraction
    most: Fraction

    @property
    def exact(self) -> bool:
        """Whether both bounds are the same."""
        return self.least == self.most


def bisection_share(
    cables: Longs, hosts: Longs, rate: Fraction = Fraction(1), progress: Progress = SILENT
) -> BisectionShare:
    """Return the share of full bisection.

    It is exact for equal bundles, and wherever the best cut that is found meets a bound: the least cables to
    each upper switch that half of the hosts can have.

    Parameters
    ----------
    cables : (l, u) int64
        Cables between each lower and each upper switch.
    hosts : (l,) int64
        Links to hosts of each lower switch.
    rate
        Bandwidth of a cable, with the link of a host as 1.
    """
    half = int(hosts.sum()) // 2
    if half == 0:
        return BisectionShare(Fraction(0), Fraction(0))
    lowers, uppers = cables.shape
    low, high = np.nonzero(cables)
    part = connected_parts(lowers + uppers, low, high + lowers)[:lowers]
    if len(np.unique(part[hosts > 0])) > 1:
        return BisectionShare(Fraction(0), Fraction(0))
    up, down = rate.numerator, rate.denominator
    first = int(hosts.sum())
    links = cables[low, high] * up
    ends = np.concatenate(
        [
            np.column_stack(
                [np.repeat(np.arange(first), down), np.repeat(first + np.arange(lowers), hosts * down)]
            ),
            np.column_stack([np.repeat(first + low, links), np.repeat(first + lowers + high, links)]),
        ]
    ).astype(np.int32)
    level = np.repeat([0, 1, 2], [first, lowers, uppers]).astype(np.int32)
    found = bisection(network(first, level, ends, np.zeros_like(ends)), progress)
    least = max(found.least, Fraction(_least_by_upper(cables * up, hosts * down, half * down)))
    full = half * down
    return BisectionShare(least / full, found.most / full)


def _least_by_upper(cables: Longs, links: Longs, half: int) -> int:
    """Links that are cut at least: to each upper switch, those that half of the hosts' links have at least.

    A lower switch counts with its cables, or with its hosts' links where these are fewer, dealt evenly to its
    hosts: taking a host to the other side cuts its link, which is no less than its share of the cables.
    """
    own = cables.sum(axis=1)
    joined = links > 0
    each = np.minimum(1.0, links[joined] / np.maximum(own[joined], 1))[:, None] * cables[joined]
    order = np.argsort(each / links[joined][:, None], axis=0, kind="stable")
    hosts = np.cumsum(links[joined][order], axis=0)
    before = hosts - links[joined][order]
    taken = np.clip((half - before) / links[joined][order], 0, 1)
    least = (np.take_along_axis(each, order, axis=0) * taken).sum()
    return ceil(float(least) * (1 - ROUNDING))

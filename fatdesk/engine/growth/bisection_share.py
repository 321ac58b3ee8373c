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
from fatdesk.engine.fabric.fabric import Fabric, NodeKind
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


def share_of(fabric: Fabric, progress: Progress = SILENT) -> BisectionShare | None:
    """Return the share of full bisection of the hosts of a fabric that have links.

    Of a leaf-spine network with one link for each host it is :func:`bisection_share`, of others with links of
    one rate the bisection in links; None: hosts have different numbers of links, or links different rates.
    """
    inside = (fabric.kind[fabric.ends] != NodeKind.EXTERNAL).all(axis=1)
    ends, rates = fabric.ends[inside].astype(np.int64), fabric.rate_gbps[inside]
    level = fabric.level[ends]
    turned = level[:, 0] > level[:, 1]
    ends[turned] = ends[turned, ::-1]
    down = fabric.kind[ends[:, 0]] == NodeKind.HOST
    links = np.bincount(ends[down, 0], minlength=1)
    links = links[links > 0]
    slow, fast = (np.unique(rates[one & ~np.isnan(rates)]) for one in (down, ~down))
    if not len(links) or len(np.unique(links)) > 1 or len(slow) > 1 or len(fast) > 1:
        return None
    rate = Fraction(1)
    if len(slow) and len(fast):
        rate = (Fraction(fast[0]) / Fraction(slow[0])).limit_denominator(64)
    if links[0] == 1 and int(fabric.level[ends].max()) == 2:
        lower, uppers = fabric.nodes(NodeKind.SWITCH, 1), fabric.nodes(NodeKind.SWITCH, 2)
        number = np.zeros(fabric.node_count, np.int64)
        number[lower], number[uppers] = np.arange(len(lower)), np.arange(len(uppers))
        cables = np.zeros((len(lower), len(uppers)), np.int64)
        np.add.at(cables, (number[ends[~down, 0]], number[ends[~down, 1]]), 1)
        own = np.bincount(number[ends[down, 1]], minlength=len(lower))
        return bisection_share(cables, own.astype(np.int64), rate, progress)
    if rate != 1:
        return None
    part = connected_parts(fabric.node_count, ends[:, 0], ends[:, 1])
    with_hosts = np.unique(part[ends[down, 0]])
    if len(with_hosts) > 1:
        return BisectionShare(Fraction(0), Fraction(0))
    nodes, place = np.unique(ends[part[ends[:, 0]] == with_hosts[0]], return_inverse=True)
    ends = place.reshape(-1, 2)
    hosts = len(links)
    full = max(1, hosts // 2) * int(links[0])
    joined = network(hosts, fabric.level[nodes], ends.astype(np.int32), np.zeros(ends.shape, np.int32))
    found = bisection(joined, progress)
    return BisectionShare(found.least / full, found.most / full)


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

"""Destinations of the packets of each host, as a simulation draws them one after the other."""

from dataclasses import dataclass, field
from enum import IntEnum

import numpy as np

from fatdesk.core.arrays import Floats, Ints, Longs


class Kind(IntEnum):
    """Ways to draw a destination."""

    UNIFORM = 0
    FIXED = 1
    IN_TURN = 2
    WEIGHTED = 3


@dataclass(frozen=True, eq=False)
class Draws:
    """Destinations of packets.

    Attributes
    ----------
    kind
        ``UNIFORM``: any host, equally likely. ``FIXED``: always the same. ``IN_TURN``: the packets of a host
        go to the hosts after it, one after the other, round and round. ``WEIGHTED``: by the weights of flows.
    itself
        Of ``UNIFORM``: whether a host may draw itself.
    hot, share
        A host that everybody else draws with a chance of ``share`` before anything; -1: none.
    rate : (hosts,) float64
        What a host sends relative to the mean of those that send; 0: it sends nothing.
    fixed : (hosts,) int32
        The destination of each host, of ``FIXED``.
    start, destination, cumulative
        Of ``WEIGHTED``: those of host h are ``start[h]`` to ``start[h + 1]``, drawn when a number in [0, 1)
        is below ``cumulative`` and not below the one before.
    """

    kind: Kind
    rate: Floats
    itself: bool = False
    hot: int = -1
    share: float = 0.0
    fixed: Ints = field(default_factory=lambda: np.zeros(0, np.int32))
    start: Ints = field(default_factory=lambda: np.zeros(0, np.int32))
    destination: Ints = field(default_factory=lambda: np.zeros(0, np.int32))
    cumulative: Floats = field(default_factory=lambda: np.zeros(0, np.float64))

    @property
    def hosts(self) -> int:
        """Number of hosts."""
        return len(self.rate)


def uniform_draws(hosts: int, itself: bool) -> Draws:
    """Any host alike; a host without others is silent unless it may send to itself."""
    alone = hosts == 1 and not itself
    return Draws(Kind.UNIFORM, np.full(hosts, 0.0 if alone else 1.0), itself)


def fixed_draws(destination: Longs, itself: bool) -> Draws:
    """Each host always to the same one; those that would send to themselves are silent unless they may."""
    rate = np.ones(len(destination))
    if not itself:
        rate[destination == np.arange(len(destination))] = 0.0
    return Draws(Kind.FIXED, rate, itself, fixed=destination.astype(np.int32))


def weighted_draws(hosts: int, source: Longs, destination: Longs, weight: Floats, itself: bool) -> Draws:
    """By the weights of flows; what a host sends to itself counts only if it may."""
    counted = weight > 0
    if not itself:
        counted &= source != destination
    source, destination, weight = source[counted], destination[counted], weight[counted]
    order = np.lexsort((destination, source))
    source, destination, weight = source[order], destination[order], weight[order]
    start = np.zeros(hosts + 1, np.int64)
    np.cumsum(np.bincount(source, minlength=hosts), out=start[1:])
    total = np.bincount(source, weight, minlength=hosts)
    added = np.concatenate([[0.0], np.cumsum(weight)])
    cumulative = (added[1:] - added[start[source]]) / total[source]
    sending = total > 0
    cumulative[start[1:][sending] - 1] = 1.0
    mean = total[sending].mean() if sending.any() else 1.0
    return Draws(
        Kind.WEIGHTED,
        total / mean,
        itself,
        start=start.astype(np.int32),
        destination=destination.astype(np.int32),
        cumulative=cumulative,
    )

"""Counters of the engines: packets, flits and latencies of a stretch of cycles."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from fatdesk.core.arrays import Longs

FINE = 64
"""Latencies below this have a bin of their own; above, an octave has as many bins, so bins are 1.6 % wide."""
BINS = FINE * 26


@dataclass(frozen=True, eq=False)
class Counts:
    """Counters of a stretch of cycles.

    Attributes
    ----------
    cycles
        How many cycles.
    injected : (hosts,) int64
        Packets of each host whose first flit left it.
    received : (hosts,) int64
        Packets to each host whose last link was granted; they count as delivered.
    delivered_of : (hosts,) int64
        The same packets by their source.
    latency_sum, latency_max
        From generation to the last flit's arrival, waiting at the source included, cycles.
    network_sum, network_max
        From injection to the last flit's arrival.
    latency_bins, network_bins : (BINS,) int64
        The same as histograms, see :func:`bin_edges`.
    carried : (c,) int64
        Packets that each channel carried.
    waits
        Over all cycles, the forwarded packets at heads of buffers that were granted no output in that cycle,
        added up: output conflicts.
    hops
        Packets granted a channel, of injection and ejection too.
    flit_hops
        Flits of those that crossed a channel.
    in_network
        Packets in the network at the end.
    """

    cycles: int
    injected: Longs
    received: Longs
    delivered_of: Longs
    latency_sum: int
    latency_max: int
    network_sum: int
    network_max: int
    latency_bins: Longs
    network_bins: Longs
    carried: Longs
    waits: int
    hops: int
    flit_hops: int
    in_network: int

    @property
    def delivered(self) -> int:
        """Packets delivered."""
        return int(self.received.sum())

    def __add__(self, later: "Counts") -> "Counts":
        """Both stretches, ``later`` being the later one."""
        return Counts(
            self.cycles + later.cycles,
            self.injected + later.injected,
            self.received + later.received,
            self.delivered_of + later.delivered_of,
            self.latency_sum + later.latency_sum,
            max(self.latency_max, later.latency_max),
            self.network_sum + later.network_sum,
            max(self.network_max, later.network_max),
            self.latency_bins + later.latency_bins,
            self.network_bins + later.network_bins,
            self.carried + later.carried,
            self.waits + later.waits,
            self.hops + later.hops,
            self.flit_hops + later.flit_hops,
            later.in_network,
        )


def bin_edges() -> Longs:
    """(BINS + 1,): the latencies at which bins begin, the last one's end behind.

    >>> edges = bin_edges()
    >>> edges[:3].tolist(), edges[64:67].tolist(), edges[128:131].tolist()
    ([0, 1, 2], [64, 65, 66], [128, 130, 132])
    """
    octave, place = np.divmod(np.arange(BINS + 1), FINE)
    shift = np.maximum(octave - 1, 0)
    edges: Longs = (place + np.where(octave > 0, FINE, 0)).astype(np.int64) << shift
    return edges


def quantile(bins: Longs, share: float, most: int) -> float | None:
    """Return the latency that a share of packets stays within; None without packets.

    It is the upper end of its bin, or the highest latency where that is lower.

    >>> quantile(np.bincount([10, 10, 10, 20], minlength=BINS), 0.5, 20)
    10.0
    """
    total = int(bins.sum())
    if total == 0:
        return None
    at = int(np.searchsorted(np.cumsum(bins), share * total))
    return float(min(bin_edges()[at + 1] - 1, most))


(LATENCY, LATENCY_MOST, NETWORK, NETWORK_MOST, WAITS, HOPS, NUMBERS) = range(7)


class Counting(NamedTuple):
    """Counters; ``numbers`` in the order above, the arrays as in ``Counts``."""

    numbers: Longs
    injected: Longs
    received: Longs
    delivered_of: Longs
    latency_bins: Longs
    network_bins: Longs
    carried: Longs


def nothing_counted(hosts: int, channels: int) -> Counting:
    """All of it at 0."""

    def zeros(count: int) -> Longs:
        return np.zeros(count, np.int64)

    return Counting(
        zeros(NUMBERS), zeros(hosts), zeros(hosts), zeros(hosts), zeros(BINS), zeros(BINS), zeros(channels)
    )


def counts_of(c: Counting, cycles: int, flit_hops: int, in_network: int) -> Counts:
    """Return the counts of some cycles."""
    latency, latency_most, through, through_most, waits, hops = c.numbers.tolist()
    return Counts(
        cycles=cycles,
        injected=c.injected,
        received=c.received,
        delivered_of=c.delivered_of,
        latency_sum=latency,
        latency_max=latency_most,
        network_sum=through,
        network_max=through_most,
        latency_bins=c.latency_bins,
        network_bins=c.network_bins,
        carried=c.carried,
        waits=waits,
        hops=hops,
        flit_hops=flit_hops,
        in_network=in_network,
    )

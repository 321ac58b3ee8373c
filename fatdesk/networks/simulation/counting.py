"""What engines count while packets move, as arrays that compiled loops add to."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fatdesk.networks.simulation.counts import BINS, Counts

Longs = NDArray[np.int64]

(LATENCY, LATENCY_MOST, NETWORK, NETWORK_MOST, WAITS, HOPS, NUMBERS) = range(7)


class Counting(NamedTuple):
    """What is counted; ``numbers`` in the order above, the arrays as in ``Counts``."""

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
    """What was counted in some cycles."""
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

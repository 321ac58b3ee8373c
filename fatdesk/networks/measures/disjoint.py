"""Number of paths between two hosts that share no link."""

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import maximum_flow

from fatdesk.networks.network import Network


def disjoint_paths(network: Network, source: int, target: int) -> int:
    """Return the most paths from a host to another that share no link in the same direction.

    By maximum flow (Menger's theorem).

    >>> from fatdesk.networks.topologies import network_of
    >>> disjoint_paths(network_of("ft-ruft-222:k=2,n=3"), 0, 7)
    2

    Raises
    ------
    ValueError
        When one is no host, or both are the same.
    """
    hosts = network.hosts
    if source == target or not (0 <= source < hosts and 0 <= target < hosts):
        raise ValueError(f"{source} and {target} are not two of the hosts 0 to {hosts - 1}")
    tail, head = network.channels.T
    kept = ((tail >= hosts) | (tail == source)) & ((head >= hosts) | (head == target))
    size = network.node_count
    ones = np.ones(int(kept.sum()), np.int32)
    graph = coo_array((ones, (tail[kept], head[kept])), shape=(size, size)).tocsr()
    return int(maximum_flow(graph, source, target).flow_value)

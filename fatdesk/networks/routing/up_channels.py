"""Channels that lead up: by levels, or by the distance from a root where there are no levels."""

import numpy as np

from fatdesk.core.arrays import Bools, Ints
from fatdesk.networks.network import Network


def leveled(network: Network) -> bool:
    """Whether every link joins nodes of different levels."""
    level = network.level[network.ends]
    return not bool((level[:, 0] == level[:, 1]).any())


def upward(network: Network, usable: Bools | None = None) -> Bools:
    """Whether each channel leads up.

    Where all links join different levels, up is towards the higher. Else up is towards the root: first
    come nodes with fewer links on the way to it, then those of lower number. The root is the switch of
    lowest number among those of the highest level; where links are out or the network is in pieces, each
    piece has its own. Hosts are below all switches.
    """
    rank = network.level if leveled(network) else _ranks(network, usable)
    tail, head = network.channels[:, 0], network.channels[:, 1]
    found: Bools = rank[head] > rank[tail]
    return found


def _ranks(network: Network, usable: Bools | None) -> Ints:
    """A number for each node, higher towards the root."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import breadth_first_order

    count, hosts = network.node_count, network.hosts
    whole = np.ones(network.link_count, np.bool_)
    if usable is not None:
        whole &= usable if network.one_way else usable.reshape(-1, 2).all(axis=1)
    ends = network.ends[whole & (network.ends >= hosts).all(axis=1)]
    graph = coo_array((np.ones(len(ends)), (ends[:, 0], ends[:, 1])), shape=(count, count)).tocsr()
    depth = np.full(count, -1, np.int64)
    roots = np.lexsort((np.arange(hosts, count), -network.level[hosts:])) + hosts
    for root in roots.tolist():
        if depth[root] >= 0:
            continue
        order, before = breadth_first_order(graph, root, directed=False)
        depth[root] = 0
        for node in order[1:].tolist():
            depth[node] = depth[before[node]] + 1
    depth[:hosts] = count
    rank = np.empty(count, np.int32)
    rank[np.lexsort((np.arange(count), depth))] = np.arange(count, 0, -1)
    return rank

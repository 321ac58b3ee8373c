"""Up, across and down: over one link between two groups, as in Dragonfly+; free of deadlock.

Source of the paths: Shpiner et al., Dragonfly+: Low Cost Topology for Scaling Datacenters (HiPINEB 2017), its
minimal paths. A packet goes up in its group, over one link between switches of the highest level, and down.
"""

import numpy as np

from fatdesk.core.arrays import Bools
from fatdesk.networks.cards import DRAGONFLY_PLUS, Card
from fatdesk.networks.network import Network
from fatdesk.networks.routing.algorithm import NextChannels, RoutingTable, by_port, ends_usable

NAME = "across"
TITLE = "adaptive up, over one link between groups, then down"
FITS = "Dragonfly+, and other groups of two or more levels of which every two are linked at the highest"
SHORTEST, ADAPTIVE = True, True
CARD = Card(
    "Up in a group, over one link to the group of the destination, then down, chosen by load.",
    "Use it in Dragonfly+: it cannot deadlock; two groups that send only to each other share few links.",
    DRAGONFLY_PLUS,
)


def refusal(network: Network) -> str:
    """Return a refusal where there are no groups, or two of them have no link between them."""
    level = network.level[network.ends]
    joins = level[:, 0] == level[:, 1]
    top = int(network.level.max(initial=0))
    if network.one_way or not joins.any() or top < 2 or bool((level[joins] != top).any()):
        return "it is for groups whose highest switches are linked, as in Dragonfly+"
    group = _groups(network, joins)
    pairs = np.unique(np.sort(group[network.ends[joins]], axis=1), axis=0)
    count = int(group.max()) + 1
    if len(pairs) != count * (count - 1) // 2 or bool((pairs[:, 0] == pairs[:, 1]).any()):
        return "not every two groups have a link between them"
    return ""


def _groups(network: Network, joins: Bools) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    """The group of each node."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    # a host on several switches joins no groups, as hosts never forward
    ends = network.ends[~joins & (network.ends >= network.hosts).all(axis=1)]
    count = network.node_count - network.hosts
    graph = coo_array((np.ones(len(ends)), (ends - network.hosts).T), shape=(count, count))
    found = connected_components(graph, directed=False)[1].astype(np.int32)
    return np.concatenate([np.zeros(network.hosts, np.int32), found])


def routing_table(network: Network, usable: Bools | None = None) -> RoutingTable:
    """The routing algorithm over the channels that work."""
    from fatdesk.networks.routing.shortest_paths import FAR, climb, descend, lawful

    tail, head = np.ascontiguousarray(network.channels.T)
    rise = network.level[head].astype(np.int64) - network.level[tail]
    works = np.ones(len(tail), np.bool_) if usable is None else usable
    up, level, down = (works & (rise > 0), works & (rise == 0), works & (rise < 0))
    start, incoming = network.incoming
    out_start, outgoing = by_port(network)
    hosts, nodes = network.hosts, network.node_count
    over = np.flatnonzero(level)

    def next_channels(destination: int) -> NextChannels:
        below, _ = descend(destination, down, start, incoming, tail, hosts)
        first = below.copy()
        near = over[below[head[over]] < FAR]
        np.minimum.at(first, tail[near], below[head[near]] + 1)
        order = np.argsort(first, kind="stable")
        queue = order[first[order] < FAR].astype(np.int32)
        left = climb(destination, first, queue, up, start, incoming, tail, hosts)
        found = lawful(destination, down | level, below, up, left, out_start, outgoing, head, hosts)
        return NextChannels(destination, *found)

    onward = np.where(rise > 0, head, head + nodes)
    after = np.where(head < hosts, -1, onward).astype(np.int32)
    return RoutingTable(network, 2 * nodes, after, next_channels, by_switch=ends_usable(network, usable))

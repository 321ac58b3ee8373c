"""Levels: channels that lead up, and paths up to a nearest common ancestor, then down to a destination."""

from collections.abc import Callable

import numpy as np

from fatdesk.core.arrays import Bools, Ints, Longs
from fatdesk.networks.network import Network
from fatdesk.networks.routing.algorithm import (
    NO_LIST,
    Formula,
    NextChannels,
    RoutingTable,
    by_port,
    lists_of,
    state_by_node,
    surviving,
)

IN_LEVELS = "two-way networks in levels: fat-trees, k-ary trees, Clos, EGFT, universal, designs"
"""Networks that the routing algorithms of trees fit, for documentation."""


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


def tree_formula(network: Network, divisors: Longs | None = None) -> Formula | None:
    """Up by any channel, down to the child that has the destination below it.

    It holds where the hosts below each switch are consecutive, its children part them equally, and all
    parents of all switches of a level with the same hosts below have the same hosts below: then whatever
    path a packet goes up, it comes to a nearest common ancestor.

    Parameters
    ----------
    divisors : (n,) int64
        Of deterministic routing: node v goes up by the channel of number (destination // divisors[v])
        modulo its channels up. There must be one link to each child then. None: any channel up.

    Returns
    -------
    Formula
        None where the tree is not as regular as that.
    """
    up = upward(network)
    tail, head = network.channels.astype(np.int64).T
    found = _spans(network, up, tail, head)
    if found is None:
        return None
    low, high, width = found
    _, order = by_port(network)
    rising = up[order]
    upper, lower = order[rising], order[~rising]
    uplinks = np.bincount(tail[upper], minlength=network.node_count)
    if not _parents_alike(network, low, high, tail[upper], head[upper], uplinks):
        return None

    down_count = np.where(width > 0, (high - low) // np.maximum(width, 1), 0)
    down_count[: network.hosts] = 0
    inside = np.concatenate([[0], np.cumsum(down_count)])
    at, below = tail[lower], head[lower]
    down_key = inside[at] + (low[below] - low[at]) // width[at]
    if divisors is not None and len(np.unique(down_key)) < len(down_key):
        return None
    up_count = np.where(uplinks > 0, 1, 0) if divisors is None else uplinks
    outside = inside[-1] + np.concatenate([[0], np.cumsum(up_count)])
    up_key = outside[tail[upper]]
    if divisors is not None:  # one list for each channel, in the order of ports
        first = np.concatenate([[0], np.cumsum(uplinks)])
        up_key = up_key + np.arange(len(upper)) - first[tail[upper]]
    start, channel = lists_of(np.concatenate([down_key, up_key]), np.concatenate([lower, upper]), outside[-1])

    lines = np.ones((network.node_count, 8), np.int32)
    lines[:, 0], lines[:, 1], lines[:, 2], lines[:, 3] = low, high, np.maximum(width, 1), inside[:-1]
    lines[: network.hosts, :2] = 0  # a host forwards nothing to itself
    if divisors is not None:
        lines[:, 4], lines[:, 5] = np.minimum(divisors, network.hosts), np.maximum(uplinks, 1)
    lines[:, 7] = np.where(uplinks > 0, outside[:-1], NO_LIST)
    return Formula(lines, start, channel)


def _spans(network: Network, up: Bools, tail: Longs, head: Longs) -> tuple[Longs, Longs, Longs] | None:
    """The hosts below each node, from low to high, and how many of them below each child."""
    nodes, hosts = network.node_count, network.hosts
    low, high = np.full(nodes, hosts, np.int64), np.zeros(nodes, np.int64)
    low[:hosts], high[:hosts] = np.arange(hosts), np.arange(hosts) + 1
    width, one_width = np.zeros(nodes, np.int64), np.full(nodes, hosts + 1, np.int64)
    parent, child = tail[~up], head[~up]
    by_level = np.argsort(network.level[child], kind="stable")
    parent, child = parent[by_level], child[by_level]
    for some in np.split(np.arange(len(child)), np.flatnonzero(np.diff(network.level[child])) + 1):
        at, below = parent[some], child[some]
        np.minimum.at(low, at, low[below])
        np.maximum.at(high, at, high[below])
        np.maximum.at(width, at, high[below] - low[below])
        np.minimum.at(one_width, at, high[below] - low[below])
    if (width != one_width)[hosts:].any():  # a switch without children, or with unequal ones
        return None
    offset = low[child] - low[parent]
    if (offset % width[parent]).any():
        return None
    number = offset // width[parent]
    many = (high - low)[hosts:] // width[hosts:]
    pairs = np.unique(parent * (hosts + 1) + number)
    if (np.bincount(pairs // (hosts + 1), minlength=nodes)[hosts:] != many).any():
        return None
    return low, high, width


def _parents_alike(
    network: Network, low: Longs, high: Longs, below: Longs, above: Longs, uplinks: Longs
) -> bool:
    """Whether all nodes of a level over the same hosts have channels up to the same hosts, or none."""
    span = np.stack([network.level.astype(np.int64), low, high], axis=1)
    _, group = np.unique(span, axis=0, return_inverse=True)
    group = group.ravel()
    count = int(group.max()) + 1
    least, most = np.full(count, network.node_count), np.full(count, -1)
    np.minimum.at(least, group[below], group[above])
    np.maximum.at(most, group[below], group[above])
    if (least[most >= 0] != most[most >= 0]).any():
        return False
    without = np.bincount(group[uplinks == 0], minlength=count)
    return not bool(((without > 0) & (most >= 0)).any())


def no_tree(network: Network) -> str:
    """Why a network is no tree of levels; empty when it is one."""
    if network.one_way:
        return "its links lead in one direction only"
    if not leveled(network):
        return "some of its links join nodes of one level, so there is no up and down"
    return ""


def tree_channels(network: Network) -> Callable[[int], NextChannels]:
    """All channels up to nearest common ancestors and down, for each destination.

    A node is an ancestor of what can be reached from it by going down; the nearest one is where a packet
    first can go down, after the fewest steps up. Channels are in the order of ports.
    """
    from fatdesk.networks.routing.shortest_paths import FAR, climb, descend, nearest

    up = upward(network)
    down = ~up
    tail, head = np.ascontiguousarray(network.channels.T)
    start, incoming = network.incoming
    out_start, outgoing = by_port(network)
    hosts = network.hosts

    def next_channels(destination: int) -> NextChannels:
        below, queue = descend(destination, down, start, incoming, tail, hosts)
        ancestor = np.where(below == FAR, FAR, np.int32(0))
        above = climb(destination, ancestor, queue, up, start, incoming, tail, hosts)
        found = nearest(destination, down, below, up, above, out_start, outgoing, head, hosts)
        return NextChannels(destination, *found)

    return next_channels


def up_then_down(network: Network, usable: Bools | None = None) -> RoutingTable:
    """Return all paths up to a nearest common ancestor and down; channels that are out are avoided."""
    return surviving(
        network,
        network.node_count,
        state_by_node(network),
        tree_channels(network),
        usable,
        by_switch=True,
        formula=lambda: tree_formula(network),
    )

"""Forwarding in regular trees as a formula: below a switch, consecutive hosts, equally parted."""

import numpy as np
from numpy.typing import NDArray

from fatdesk.networks.network import Network
from fatdesk.networks.routing.formula import NO_LIST, Formula, lists_of
from fatdesk.networks.routing.scheme import Bools, by_port
from fatdesk.networks.routing.upward import upward

Longs = NDArray[np.int64]


def tree_formula(network: Network, divisors: Longs | None = None) -> Formula | None:
    """Up by any way, down to the child that has the destination below it.

    It holds where the hosts below each switch are consecutive, its children part them equally, and all
    parents of all switches of a level with the same hosts below have the same hosts below: then whatever
    way a packet goes up, it comes to a nearest common ancestor.

    Parameters
    ----------
    divisors : (n,) int64
        Of deterministic forwarding: node v goes up by the way of number (destination // divisors[v]) modulo
        its ways up. There must be one link to each child then. None: any way up.

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
    ways = np.bincount(tail[upper], minlength=network.node_count)
    if not _parents_alike(network, low, high, tail[upper], head[upper], ways):
        return None

    down_count = np.where(width > 0, (high - low) // np.maximum(width, 1), 0)
    down_count[: network.hosts] = 0
    inside = np.concatenate([[0], np.cumsum(down_count)])
    at, below = tail[lower], head[lower]
    down_key = inside[at] + (low[below] - low[at]) // width[at]
    if divisors is not None and len(np.unique(down_key)) < len(down_key):
        return None
    up_count = np.where(ways > 0, 1, 0) if divisors is None else ways
    outside = inside[-1] + np.concatenate([[0], np.cumsum(up_count)])
    up_key = outside[tail[upper]]
    if divisors is not None:  # one list a way, in the order of ports
        first = np.concatenate([[0], np.cumsum(ways)])
        up_key = up_key + np.arange(len(upper)) - first[tail[upper]]
    start, channel = lists_of(np.concatenate([down_key, up_key]), np.concatenate([lower, upper]), outside[-1])

    lines = np.ones((network.node_count, 8), np.int32)
    lines[:, 0], lines[:, 1], lines[:, 2], lines[:, 3] = low, high, np.maximum(width, 1), inside[:-1]
    lines[: network.hosts, :2] = 0  # a host forwards nothing to itself
    if divisors is not None:
        lines[:, 4], lines[:, 5] = np.minimum(divisors, network.hosts), np.maximum(ways, 1)
    lines[:, 7] = np.where(ways > 0, outside[:-1], NO_LIST)
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
    network: Network, low: Longs, high: Longs, below: Longs, above: Longs, ways: Longs
) -> bool:
    """Whether all nodes of a level over the same hosts have ways up to the same hosts, or none."""
    span = np.stack([network.level.astype(np.int64), low, high], axis=1)
    _, group = np.unique(span, axis=0, return_inverse=True)
    group = group.ravel()
    count = int(group.max()) + 1
    least, most = np.full(count, network.node_count), np.full(count, -1)
    np.minimum.at(least, group[below], group[above])
    np.maximum.at(most, group[below], group[above])
    if (least[most >= 0] != most[most >= 0]).any():
        return False
    without = np.bincount(group[ways == 0], minlength=count)
    return not bool(((without > 0) & (most >= 0)).any())

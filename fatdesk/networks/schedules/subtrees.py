"""A network as a capacitated binary tree, where it is a real tree of subtrees.

A subtree of level l is a connected component of the nodes of levels up to l. All links between a subtree and
what is above it are one channel; a switch, or the switches that together are the top of a subtree, is wide,
and becomes binary nodes with channels that are never full (spec 5).
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Longs
from fatdesk.core.errors import FatdeskError
from fatdesk.networks.network import Network, network
from fatdesk.networks.schedules.capacitated_tree import MOST_LEAVES, UNLIMITED, FatTree

NONE = -1


class NoTree(FatdeskError):
    """The network is no tree of subtrees; the text says where."""


@dataclass(frozen=True, eq=False)
class TreeNetwork:
    """A network as a fat-tree.

    Attributes
    ----------
    tree
        Leaves are places for hosts; places without one stay empty.
    leaf : (hosts,) int64
        The leaf of each host.
    node : (s,) int64
        Nodes of the tree whose channels are real; between them lie the wide nodes.
    level, first_host, hosts, switch, links : (s,) int64
        Of the subtree under each of those channels: its level, lowest host, number of hosts, lowest switch of
        that level (-1 for a host), and links upwards.
    channel : (m,) int64
        The node of the tree whose channel each link of the network is a part of; 0: no host is beneath.
    unequal
        Whether some top of a subtree has more links to one part below it than to another; then a channel
        can be full through one switch before all its links are taken.
    """

    tree: FatTree
    leaf: Longs
    node: Longs
    level: Longs
    first_host: Longs
    hosts: Longs
    switch: Longs
    links: Longs
    channel: Longs
    unequal: bool


def tree_of(net: Network) -> TreeNetwork:
    """The capacitated binary tree of a network.

    Raises
    ------
    NoTree
        When it is none, with the reason.

    Examples
    --------
    >>> from fatdesk.networks.topologies import network_of
    >>> made = tree_of(network_of("kary-tree:k=2,n=2"))
    >>> made.tree.up[2:].tolist(), made.leaf.tolist()
    ([2, 2, 1, 1, 1, 1], [0, 1, 2, 3])
    """
    if net.one_way:
        raise NoTree("its links lead in one direction only")
    between = _between_two_switches(net)
    net = _two_switches_apart(net, between)
    level, ends = net.level.astype(np.int64), net.ends.astype(np.int64)
    flat = (level[ends[:, 0]] == level[ends[:, 1]]) & (ends[:, 0] != ends[:, 1])
    if flat.any():
        a, b = ends[flat.argmax()].tolist()
        raise NoTree(f"{_called(net, a)} and {_called(net, b)} of one level are linked")
    top = int(level.max())
    part = [_parts(net.node_count, ends[(level[ends] <= at).all(axis=1)]) for at in range(top + 1)]
    if len(np.unique(part[top][: net.hosts])) > 1:
        raise NoTree("its hosts are not all joined")
    unequal = False
    for at in range(1, top + 1):
        unequal |= _check_tops(net, ends, level, part[at - 1], part[at], at)
    made = _binary(net, ends, level, part, unequal)
    if not between.any():
        return made
    channel = np.zeros(len(between), np.int64)  # the links between come as those of the one, then the other
    kept = len(between) - int(between.sum())
    channel[~between], channel[between] = made.channel[:kept], made.channel[kept : len(between)]
    return replace(made, channel=channel)


def _between_two_switches(net: Network) -> NDArray[np.bool_]:
    """The links between the switches of a network that has two, of one level."""
    if net.switch_count != 2 or net.level[-1] != net.level[-2]:
        return np.zeros(net.link_count, np.bool_)
    return (net.ends[:, 0] >= net.hosts) & (net.ends[:, 1] >= net.hosts)


def _two_switches_apart(net: Network, between: NDArray[np.bool_]) -> Network:
    """Two switches that are linked to each other hang from a node between them instead."""
    if not between.any():
        return net
    a, b = net.hosts, net.hosts + 1
    links = int(between.sum())
    middle = np.full(links, net.node_count)
    ends = np.concatenate(
        [
            net.ends[~between],
            np.stack([np.full(links, a), middle], axis=1),
            np.stack([np.full(links, b), middle], axis=1),
        ]
    )
    return network(net.hosts, np.append(net.level, net.level[a] + 1), ends, np.zeros_like(ends))


def _parts(nodes: int, ends: Longs) -> Longs:
    """Return connected components: the same number for all nodes of a component."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    ones = np.ones(len(ends), np.int8)
    graph = coo_array((ones, (ends[:, 0], ends[:, 1])), shape=(nodes, nodes)).tocsr()
    _, found = connected_components(graph, directed=False)
    return found.astype(np.int64)


def _check_tops(net: Network, ends: Longs, level: Longs, below: Longs, above: Longs, at: int) -> bool:
    """Refuse a top that does not reach all parts of its subtree; whether numbers of links differ."""
    bearing = np.zeros(len(below), bool)  # parts with hosts, by number
    bearing[below[: net.hosts]] = True
    members, first = np.unique(below[: net.hosts], return_index=True)
    parts_in = np.bincount(above[first], minlength=len(above))
    down = np.where(level[ends[:, 0]] < level[ends[:, 1]], 0, 1)
    rows = np.arange(len(ends))
    low, high = ends[rows, down], ends[rows, 1 - down]
    chosen = (level[high] == at) & bearing[below[low]]
    pair, links = np.unique(high[chosen] * len(below) + below[low[chosen]], return_counts=True)
    reached = np.bincount(pair // len(below), minlength=len(below))
    tops = np.flatnonzero((level == at) & (parts_in[above] > 0))
    short = tops[(reached[tops] < parts_in[above[tops]]) & (reached[tops] > 0)]
    if len(short):
        switch = int(short[0])
        linked = set((pair[pair // len(below) == switch] % len(below)).tolist())
        inside = members[above[first] == above[switch]].tolist()
        missing = next(number for number in inside if number not in linked)
        hosts = np.flatnonzero(below[: net.hosts] == missing)
        raise NoTree(
            f"{_called(net, switch)} of level {at} has no link to the part of {len(hosts)} hosts with host "
            f"{int(hosts[0])}, which connects to other switches of that level"
        )
    fewest, most = np.full(len(below), len(ends)), np.zeros(len(below), np.int64)
    np.minimum.at(fewest, pair // len(below), links)
    np.maximum.at(most, pair // len(below), links)
    return bool((most > fewest).any())


def _binary(net: Network, ends: Longs, level: Longs, part: list[Longs], unequal: bool) -> TreeNetwork:
    """Give each part with hosts its node: the path from the root is the rank in each part above."""
    top = len(part) - 1
    hosts = np.arange(net.hosts)
    low = np.where(level[ends[:, 0]] < level[ends[:, 1]], ends[:, 0], ends[:, 1])
    channel = np.zeros(len(ends), np.int64)
    code, depth = np.zeros(net.hosts, np.int64), 0  # of the part of each host, and its bits
    found = []
    for at in range(top - 1, -1, -1):
        members, first, inverse = np.unique(part[at][hosts], return_index=True, return_inverse=True)
        order = np.lexsort((first, part[at + 1][first]))
        parent = part[at + 1][first][order]
        begin = np.flatnonzero(np.append(True, parent[1:] != parent[:-1]))
        size = np.diff(np.append(begin, len(parent)))
        rank = np.empty(len(members), np.int64)
        rank[order] = np.arange(len(parent)) - np.repeat(begin, size)
        bits = int(size.max() - 1).bit_length()
        code, depth = code << bits | rank[inverse], depth + bits
        if 1 << depth > MOST_LEAVES:
            raise NoTree(f"as a binary tree it has more than {MOST_LEAVES:,} leaves")
        leaving = part[at][ends[:, 0]] != part[at][ends[:, 1]]
        node_of = np.zeros(net.node_count, np.int64)
        node_of[members] = (1 << depth) + code[first]
        from_here = leaving & (level[low] == at)
        channel[from_here] = node_of[part[at][low[from_here]]]
        upwards = np.bincount(part[at][ends[leaving]].ravel(), minlength=net.node_count)
        lowest = np.full(net.node_count, NONE)
        own = np.flatnonzero((level == at) & (level > 0))[::-1]
        lowest[part[at][own]] = own
        found.append(
            [
                node_of[members],
                np.full(len(members), at),
                first,
                np.bincount(inverse, minlength=len(members)),
                lowest[members],
                upwards[members],
            ]
        )
    columns = [np.concatenate([some[k] for some in found]) for k in range(6)] if found else [hosts[:0]] * 6
    capacity = np.full(2 << depth, UNLIMITED)
    real = columns[5] > 0
    np.minimum.at(capacity, columns[0][real], columns[5][real])
    tree = FatTree(1 << depth, capacity, capacity.copy())
    node, at_level, lowest_host, count, switch, links = (column[real] for column in columns)
    return TreeNetwork(tree, code, node, at_level, lowest_host, count, switch, links, channel, unequal)


def _called(net: Network, node: int) -> str:
    return f"host {node}" if node < net.hosts else f"switch {node - net.hosts}"

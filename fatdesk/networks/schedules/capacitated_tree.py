"""Capacitated trees: binary trees of channels with capacities, their loads, and networks as such trees.

Source: Leiserson's universal fat-trees paper, section II, as in spec 5. Nodes are numbered as in a heap:
1 is the root, 2 v and 2 v + 1 are below v, and leaf i is node ``size + i``.

A subtree of level l is a connected component of the nodes of levels up to l. All links between a subtree and
what is above it are one channel; a switch, or the switches that together are the top of a subtree, is wide,
and becomes binary nodes with channels that are never full (spec 5).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Floats, Longs, connected_parts
from fatdesk.core.errors import FatdeskError
from fatdesk.networks.network import Network, network

UNLIMITED = 1 << 62
"""Capacity of a channel inside a switch, which is never full."""
MOST_LEAVES = 1 << 24


@dataclass(frozen=True, eq=False)
class FatTree:
    """A complete binary tree with capacities.

    Attributes
    ----------
    leaves
        Processors; the tree is padded with empty leaves to the next power of two.
    up, down : (2 * size,) int64
        Capacity of the channel from a node to the one above and back, by node; entry 0 means nothing,
        entry 1 is the outside channel.
    """

    leaves: int
    up: Longs
    down: Longs

    def __post_init__(self) -> None:
        size = padded(self.leaves)
        for name, capacity in (("up", self.up), ("down", self.down)):
            if capacity.shape != (2 * size,):
                raise ValueError(f"{name}: {capacity.shape} capacities for {2 * size} nodes")
            if (capacity[1:] < 1).any():
                node = 1 + int(np.argmin(capacity[1:]))
                raise FatdeskError(
                    f"fat-tree: the channel {name} at node {node} has capacity {capacity[node]}, "
                    "give every channel 1 or more"
                )

    @property
    def size(self) -> int:
        """Leaves with padding: a power of two."""
        return len(self.up) // 2

    @property
    def height(self) -> int:
        """Levels of channels below the root: log2 of :attr:`size`."""
        return self.size.bit_length() - 1

    @property
    def lg(self) -> int:
        """The paper's lg n = max(1, log2 n), of the padded tree."""
        return max(1, self.height)


def padded(leaves: int) -> int:
    """The next power of two.

    Raises
    ------
    FatdeskError
        For no leaves at all, or too many.

    >>> padded(60), padded(64), padded(1)
    (64, 64, 1)
    """
    if not 1 <= leaves <= MOST_LEAVES:
        raise FatdeskError(f"fat-tree: {leaves:,} leaves, use 1 to {MOST_LEAVES:,}")
    return 1 << (leaves - 1).bit_length()


def fat_tree(leaves: int, capacities: Sequence[int]) -> FatTree:
    """The fat-tree whose channels of one level are equal in both directions.

    Parameters
    ----------
    capacities
        From level 0, the outside channel, to the leaves.

    >>> fat_tree(4, [3, 2, 1]).up.tolist()
    [0, 3, 2, 2, 1, 1, 1, 1]
    """
    size = padded(leaves)
    levels = size.bit_length()
    if len(capacities) != levels:
        raise FatdeskError(f"fat-tree: {len(capacities)} capacities, {leaves} leaves need {levels}")
    by_node = np.concatenate([[0], np.repeat(np.array(capacities, np.int64), 1 << np.arange(levels))])
    return FatTree(leaves, by_node, by_node.copy())


Way = Literal["up", "down"]


@dataclass(frozen=True, eq=False)
class Load:
    """Messages on each channel, by node as the capacities of the tree.

    Attributes
    ----------
    up, down : (2 * size,) float64
        Messages, or rates where those were given.
    factor
        The load factor lambda: the largest load over capacity; no schedule has fewer cycles.
    worst, way
        Node and direction of the first channel with that factor, upper channels first; 0 where nothing flows.
    """

    up: Floats
    down: Floats
    factor: float
    worst: int
    way: Way


def load(tree: FatTree, source: Longs, destination: Longs, weight: Floats | Longs | None = None) -> Load:
    """Load of every channel.

    Parameters
    ----------
    source, destination : (m,) int64
        Leaves; a message from a leaf to itself crosses nothing.
    weight : (m,)
        How many messages each represents; one each when left out.

    Raises
    ------
    FatdeskError
        When a leaf is not in the tree.

    >>> from fatdesk.networks.schedules.capacitated_tree import fat_tree
    >>> found = load(fat_tree(4, [1, 1, 1]), np.array([0, 1]), np.array([3, 3]))
    >>> found.up.tolist(), found.factor, found.worst, found.way
    ([0.0, 0.0, 2.0, 0.0, 1.0, 1.0, 0.0, 0.0], 2.0, 2, 'up')
    """
    check_leaves(tree, source, destination)
    size = tree.size
    weights = None if weight is None else np.asarray(weight, np.float64)
    meeting = meeting_nodes(tree, source, destination)
    inside = _beneath(np.bincount(meeting, weights, minlength=2 * size).astype(np.float64))
    up = _beneath(np.bincount(source + size, weights, minlength=2 * size).astype(np.float64)) - inside
    down = _beneath(np.bincount(destination + size, weights, minlength=2 * size).astype(np.float64)) - inside
    if weights is not None:  # differences of sums: what is nothing but for rounding is nothing
        tiny = 1e-12 * float(weights.sum())
        up[np.abs(up) <= tiny], down[np.abs(down) <= tiny] = 0, 0
    return rated(tree, up, down)


def rated(tree: FatTree, up: Floats, down: Floats) -> Load:
    """Loads with the factor that they make on a tree."""
    up[:2], down[:2] = 0, 0
    factors = np.stack([up[1:] / tree.up[1:], down[1:] / tree.down[1:]])
    worst_of = factors.max(axis=0)
    node = int(worst_of.argmax())
    factor = float(worst_of[node])
    if not factor:
        return Load(up, down, 0.0, 0, "up")
    return Load(up, down, factor, node + 1, "up" if factors[0, node] == factor else "down")


def check_leaves(tree: FatTree, source: Longs, destination: Longs) -> None:
    """Refuse messages of leaves that are not there.

    Raises
    ------
    FatdeskError
        Naming the first one.
    """
    if len(source) != len(destination):
        raise ValueError(f"{len(source)} sources, {len(destination)} destinations")
    for name, leaf in (("source", source), ("destination", destination)):
        wrong = (leaf < 0) | (leaf >= tree.leaves)
        if wrong.any():
            at = int(wrong.argmax())
            raise FatdeskError(f"message {at}: {name} {leaf[at]} is not a leaf, use 0 to {tree.leaves - 1}")


def meeting_nodes(tree: FatTree, source: Longs, destination: Longs) -> Longs:
    """The lowest node above both ends of each message, where it turns down."""
    _, bits = np.frexp((source ^ destination).astype(np.float64))
    met: Longs = (source + tree.size) >> bits.astype(np.int64)
    return met


def _beneath(at_node: Floats) -> Floats:
    """Sums over all that is at a node and below it."""
    total = at_node.copy()
    level = len(total) // 4
    while level:
        total[level : 2 * level] += total[2 * level : 4 * level].reshape(-1, 2).sum(axis=1)
        level //= 2
    return total


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
    part = [
        connected_parts(net.node_count, *ends[(level[ends] <= at).all(axis=1)].T) for at in range(top + 1)
    ]
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

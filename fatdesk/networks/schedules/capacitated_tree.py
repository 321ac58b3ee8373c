"""A fat-tree as a complete binary tree of channels with capacities, their loads, and the load factor.

Source: Leiserson's universal fat-trees paper, section II, as in spec 5. Nodes are numbered as in a heap:
1 is the root, 2 v and 2 v + 1 are below v, and leaf i is node ``size + i``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from fatdesk.core.arrays import Floats, Longs
from fatdesk.core.errors import FatdeskError

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
            raise FatdeskError(f"message {at}: {name} {int(leaf[at])} is no leaf, use 0 to {tree.leaves - 1}")


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

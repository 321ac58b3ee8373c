"""A fat-tree: a complete binary tree with a channel up and a channel down at each node.

Source: Leiserson's universal fat-trees paper, section II, as in spec 5. Nodes are numbered as in a heap:
1 is the root, 2 v and 2 v + 1 are below v, and leaf i is node ``size + i``.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from fatdesk.core.arrays import Longs
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

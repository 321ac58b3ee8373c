"""Combinations of failed elements: all in order, or a random sample; any block can be made by itself."""

from dataclasses import dataclass
from math import comb

import numpy as np

from fatdesk.core.arrays import Ints, Words


@dataclass(frozen=True, slots=True)
class Combinations:
    """Combinations of ``faults`` of ``things`` elements, numbered; a block is some that follow each other.

    Attributes
    ----------
    count
        How many combinations.
    exhaustive
        Whether these are all, in lexicographic order; if not, they are drawn, each by itself.
    """

    things: int
    faults: int
    count: int
    exhaustive: bool
    seed: int

    @classmethod
    def up_to(cls, most: int, things: int, faults: int, seed: int) -> "Combinations":
        """All combinations if they are not more than ``most``, else that many at random.

        >>> Combinations.up_to(10, 5, 2, seed=1).exhaustive, Combinations.up_to(9, 5, 2, seed=1).count
        (True, 9)
        """
        every = comb(things, faults)
        return cls(things, faults, min(every, most), every <= most, seed)

    @property
    def blocks(self) -> int:
        """Number of blocks; the last may have fewer combinations."""
        from fatdesk.networks.fault_tolerance.connectivity.block_kernel import BLOCK

        return -(-self.count // BLOCK)

    def empty_block(self) -> Words:
        """Room for a block."""
        from fatdesk.networks.fault_tolerance.connectivity.block_kernel import WORDS

        return np.zeros((self.things, WORDS), np.uint64)

    def fill(self, block: int, out: Words) -> int:
        """Make a block.

        Parameters
        ----------
        out : (things, WORDS) uint64
            Bit i of a row of words becomes 1 where the element fails in combination i of the block; bits
            beyond the last combination mean nothing.

        Returns
        -------
        many
            How many combinations the block has.
        """
        from fatdesk.networks.fault_tolerance.connectivity.block_kernel import BLOCK, draw, enumerate_from

        first = block * BLOCK
        many = min(BLOCK, self.count - first)
        if self.exhaustive:
            enumerate_from(out, unranked(first, self.things, self.faults), many)
        else:
            draw(out, self.faults, many, self.seed, block)
        return many


def unranked(rank: int, things: int, faults: int) -> Ints:
    """The combination of that number, from 0, in lexicographic order.

    >>> [unranked(rank, 4, 2).tolist() for rank in (0, 2, 3, 5)]
    [[0, 1], [0, 3], [1, 2], [2, 3]]
    """
    found = np.empty(faults, np.int32)
    after = -1
    for place in range(faults):
        rest = faults - place
        left = comb(things - after - 1, rest) - rank  # how many from this one on do not come before
        low, high = after + 1, things - rest
        while low < high:  # the last element from which on there are as many
            middle = (low + high + 1) // 2
            low, high = (middle, high) if comb(things - middle, rest) >= left else (low, middle - 1)
        rank = comb(things - low, rest) - left
        found[place] = after = low
    return found


def things_of(out: Words, i: int) -> Ints:
    """The elements that fail in combination i of a block, the lowest first."""
    return np.flatnonzero(out[:, i >> 6] >> np.uint64(i & 63) & np.uint64(1)).astype(np.int32)

"""Universal fat-trees: capacities, and the volume, parts and slow-down that the theorems give for them.

Source: the universal fat-trees paper, sections IV and VI, as in spec 5. The constant hidden in O() is given
without its constant: one wire or one component counts 1, and a wire takes unit area of a surface.
"""

from dataclasses import dataclass
from math import ceil

import numpy as np

from fatdesk.core.errors import FatdeskError
from fatdesk.networks.schedules.capacitated_tree import FatTree, fat_tree, padded
from fatdesk.networks.topologies.universal import capacities, components_of_root, lg, volume_of_root


@dataclass(frozen=True)
class Universal:
    """A universal fat-tree.

    Attributes
    ----------
    leaves
        Processors, padded to a power of two.
    root_capacity
        w, the capacity of the outside channel.
    capacities
        From level 0, the outside channel, to the leaves.
    volume
        (w lg(n / w))^(3/2), of a cube that it fits (Theorem 4).
    components
        n lg(w³ / n²) (Theorem 4).
    """

    leaves: int
    root_capacity: int
    capacities: tuple[int, ...]
    volume: float
    components: float

    @property
    def tree(self) -> FatTree:
        """The fat-tree with these capacities."""
        return fat_tree(self.leaves, self.capacities)


@dataclass(frozen=True)
class SameVolume:
    """The universal fat-tree of a volume, next to a network of that volume (Theorem 10).

    Attributes
    ----------
    volume
        In cubes whose side one wire passes.
    wanted
        v^(2/3) / lg(n / v^(2/3)), the root capacity that the volume allows.
    tree
        With the nearest whole root capacity from 1 to n. Below n^(2/3) all capacities follow the root's, and
        none is below 1: the modified definition that the paper remarks on.
    well_defined
        Whether n lg n <= v <= n^(3/2), for which the theorem is stated.
    load_factor, cycles, time
        What a message set that the other network delivers in time 1 makes of the fat-tree at most: its load
        factor lg(n / v^(2/3)), its delivery cycles lg n times that, and its time lg n times those.
    promise
        lg³ n, which the time is never above.
    """

    volume: float
    wanted: float
    tree: Universal
    well_defined: bool
    load_factor: float
    cycles: float
    time: float
    promise: float


def universal(leaves: int, root_capacity: int, connections: int = 1) -> Universal:
    """The universal fat-tree on N processors with that root capacity.

    Parameters
    ----------
    connections
        Of each processor, d: the channels hold min(d n / 2^k, w / 4^(k/3)).

    Raises
    ------
    FatdeskError
        When the root capacity w is not between 1 and d n.

    >>> universal(64, 16).capacities
    (16, 11, 7, 4, 3, 2, 1)
    >>> universal(64, 5).capacities
    (5, 4, 2, 2, 1, 1, 1)
    """
    n, w = padded(leaves), root_capacity
    if not 1 <= w <= connections * n:
        raise FatdeskError(
            f"universal fat-tree of {n:,} leaves: root capacity {w:,}, use 1 to {connections * n:,}"
        )
    return Universal(n, w, capacities(n, w, connections), volume_of_root(n, w), components_of_root(n, w))


def smallest_root(n: int) -> int:
    """The smallest whole number from n^(2/3) on.

    >>> smallest_root(64), smallest_root(128)
    (16, 26)
    """
    return next(w for w in range(max(1, round(n ** (2 / 3)) - 1), n + 1) if w**3 >= n * n)


def root_by_volume(leaves: int, volume: float) -> float:
    """v^(2/3) / lg(n / v^(2/3))."""
    area = float(volume ** (2 / 3))
    return area / lg(leaves / area)


def of_volume(leaves: int, volume: float, connections: int = 1) -> SameVolume:
    """The universal fat-tree of a volume, with what it makes of another network's messages.

    Parameters
    ----------
    volume
        In cubes whose side one wire passes, above 0.
    connections
        Of each processor.

    Raises
    ------
    FatdeskError
        When the volume is no number above 0.
    """
    if not 0 < volume < np.inf:
        raise FatdeskError(f"universal fat-tree: volume {volume:g}, use a number above 0")
    n = padded(leaves)
    wanted = root_by_volume(n, volume)
    w = max(1, ceil(min(wanted, connections * n) - 0.5))
    load_factor = lg(n / volume ** (2 / 3))
    return SameVolume(
        volume=volume,
        wanted=wanted,
        tree=universal(n, w, connections),
        well_defined=n * lg(n) <= volume <= n**1.5,
        load_factor=load_factor,
        cycles=load_factor * lg(n),
        time=load_factor * lg(n) ** 2,
        promise=lg(n) ** 3,
    )

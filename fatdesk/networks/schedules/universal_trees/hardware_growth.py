"""Theorem 4 over the number of processors: volume and components of universal fat-trees against the formulas.

Source: section IV of the universal fat-trees paper. It states the volume and the number of components as O(),
with no constants. Here are both as they are built, over the formulas without their constants; the ratios must
stay below a constant, and for the components that constant follows from the nodes of many wires.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import ceil

from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import SILENT, Progress
from fatdesk.networks.schedules.universal_trees.bit_serial import Hardware
from fatdesk.networks.schedules.universal_trees.concentrators import INPUT_DEGREE
from fatdesk.networks.schedules.universal_trees.cubic_layout import volume_in_cube
from fatdesk.networks.schedules.universal_trees.universal import smallest_root
from fatdesk.networks.topologies import network_of
from fatdesk.networks.topologies.universal import capacities, components_of_root, volume_of_root

LEAST_ROOT = 2 / 3
"""Exponent of the smallest root capacity of a universal fat-tree, n^(2/3)."""
ROOTS = ((LEAST_ROOT, "n^(2/3)"), (5 / 6, "n^(5/6)"), (1.0, "n"))
"""Exponents of the root capacities that are compared, and their names."""
CUBE = 4 ** (1 / 3)
"""Ratio of the capacities of neighbouring levels near the root."""
SIZES = (8, 32_768)
"""Processors at least and at most, by default."""
MOST = 262_144
MOST_LINKS = 400_000
"""Links up to which the volume that they need is worked out."""


@dataclass(frozen=True)
class HardwareSize:
    """The volume and the components of a universal fat-tree, and what Theorem 4 gives without its constants.

    Attributes
    ----------
    hosts, root_capacity
        n and w.
    root
        w in words: ``n^(2/3)``.
    volume
        (w lg(n / w))^(3/2).
    volume_in_cube
        That its links need; None where it has too many of them.
    components
        n lg(w³ / n²).
    switching_components
        In its nodes.
    components_limit
        The ratio of both that ever larger trees of this root approach.
    """

    hosts: int
    root: str
    root_capacity: int
    volume: float
    volume_in_cube: float | None
    components: float
    switching_components: int
    components_limit: float

    @property
    def volume_ratio(self) -> float | None:
        """The volume that the links need over the formula."""
        return None if self.volume_in_cube is None else self.volume_in_cube / self.volume

    @property
    def components_ratio(self) -> float:
        """Components over the formula."""
        return self.switching_components / self.components


def node_of_many_wires(growth: float) -> float:
    """Components of a node for each wire of its channel upwards, where there are many wires.

    Two selectors for each input wire, and concentrators with 6 components for each input of a stage: one from
    both children upwards, and one to each child.

    Parameters
    ----------
    growth
        Capacity of the channel upwards over that of a channel to a child.

    >>> node_of_many_wires(2), round(node_of_many_wires(4 ** (1 / 3)), 2)
    (42.0, 53.37)
    """
    child = 1 / growth
    return 2 * (1 + 2 * child) + _stages(2 * child, 1) + 2 * _stages(1 + child, child)


def _stages(inputs: float, outputs: float) -> float:
    """Components of a concentrator that is so large that rounding does not matter."""
    found = 0.0
    while inputs > outputs * (1 + 1e-12):
        found += INPUT_DEGREE * inputs
        inputs = max(outputs, 2 * inputs / 3)
    return found


@cache
def components_limit(exponent: float) -> float:
    """The limit of the components over n lg(w³ / n²), for w = n^exponent.

    Above 2/3, capacities double from level to level over (3 a - 2) lg n levels, as many as the formula
    counts, and each level has n wires: the limit is what a node needs for a wire. With w = n^(2/3) all
    capacities grow by 4^(1/3); each level upwards has 2^(-1/3) of the wires of the one below, so the levels
    that a larger tree adds are the rest of a geometric series.

    >>> components_limit(1.0), round(components_limit(2 / 3), 1)
    (42.0, 119.5)
    """
    if exponent > LEAST_ROOT:
        return node_of_many_wires(2)
    n = SIZES[1]
    built = Hardware(n, capacities(n, smallest_root(n))).components / n
    rest: float = node_of_many_wires(CUBE) * n ** (-1 / 3) / (2 ** (1 / 3) - 1)
    return built + rest


def hardware_sizes(low: int, high: int, progress: Progress = SILENT) -> list[HardwareSize]:
    """Universal fat-trees with as many processors as the powers of eight in a range, by root capacity.

    For powers of eight n^(2/3) is a whole number, so the ratios do not jump with its rounding.

    Raises
    ------
    FatdeskError
        When no power of eight lies in the range, or it ends above a limit.

    >>> [(one.hosts, one.root, one.root_capacity) for one in hardware_sizes(8, 64)][:3]
    [(8, 'n^(2/3)', 4), (64, 'n^(2/3)', 16), (8, 'n^(5/6)', 6)]
    """
    sizes = list(_powers(low, high))
    if high > MOST:
        raise FatdeskError(f"sizes: {high:,} processors, use up to {MOST:,}")
    if not sizes:
        raise FatdeskError(f"sizes: no power of eight from {low:,} to {high:,}, use for example 8 to 4,096")
    found: list[HardwareSize] = []
    for exponent, name in ROOTS:
        for n in sizes:
            progress.step(len(found), len(sizes) * len(ROOTS), f"{n:,} processors, root capacity {name}")
            w = smallest_root(n) if exponent == LEAST_ROOT else ceil(n**exponent - 0.5)
            found.append(_size(n, w, name, components_limit(exponent)))
    return found


def _powers(low: int, high: int) -> Iterator[int]:
    n = 8
    while n <= high:
        if n >= low:
            yield n
        n *= 8


def _size(n: int, w: int, name: str, limit: float) -> HardwareSize:
    cap = capacities(n, w)
    few = sum(cap[k] << k for k in range(1, len(cap))) <= MOST_LINKS
    return HardwareSize(
        hosts=n,
        root=name,
        root_capacity=w,
        volume=volume_of_root(n, w),
        volume_in_cube=volume_in_cube(network_of(f"universal:n={n},w={w}")) if few else None,
        components=components_of_root(n, w),
        switching_components=Hardware(n, cap).components,
        components_limit=limit,
    )

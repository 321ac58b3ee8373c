"""Hosts on edge switches: who sits where, and the ports, cages and cables that takes."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.units import ceil_div

Ints = NDArray[np.int64]


def group_starts(positions: int, groups: int, size: int, *, spread: bool) -> Ints:
    """First position of each group of edge switches, and the end of the last.

    Filled: ``size`` in each, the rest in the last ones. Spread: as many in each, one more in the first.

    >>> group_starts(60, 4, 18, spread=False).tolist()
    [0, 18, 36, 54, 60]
    >>> group_starts(127, 8, 18, spread=True).tolist()
    [0, 16, 32, 48, 64, 80, 96, 112, 127]
    """
    order = np.arange(groups + 1, dtype=np.int64)
    if spread:
        each, more = divmod(positions, groups)
        return order * each + np.minimum(order, more)
    return np.minimum(order * size, positions)


def leaf_sizes(
    rails: Iterable[tuple[int, int]], groups: int, size: int, *, spread: bool
) -> list[tuple[int, int]]:
    """Positions in use on an edge switch, with the number of such switches.

    Parameters
    ----------
    rails
        Positions in use on a rail and the number of such rails, those with most positions first.
    groups, size
        Edge switches of a rail, and the positions that one has.

    >>> leaf_sizes([(60, 1)], 4, 18, spread=False)
    [(18, 3), (6, 1)]
    >>> leaf_sizes([(128, 3), (127, 1)], 8, 18, spread=True)
    [(16, 21), (16, 3), (16, 7), (15, 1)]
    """
    sizes = []
    most = 0
    for positions, count in rails:
        most = max(most, positions)
        if spread:
            each, more = divmod(most, groups)
            sizes += [(each + 1, more * count), (each, (groups - more - 1) * count)]
            sizes.append((each - (most - positions), count))
        else:
            full, rest = divmod(positions, size)
            sizes += [(size, full * count), (rest, count)]
    return [(held, leaves) for held, leaves in sizes if held > 0 and leaves > 0]


def cages_between(first: int, stop: int, links: int) -> int:
    """Cages that hold the ports from ``first`` up to ``stop``.

    >>> cages_between(3, 7, 2), cages_between(4, 4, 2)
    (3, 0)
    """
    return (stop - 1) // links - first // links + 1 if stop > first else 0


def host_cables(sizes: Iterable[tuple[int, int]], split: int) -> int:
    """Cables to hosts when a port's cable serves ``split`` of them."""
    return sum(leaves * ceil_div(held, split) for held, leaves in sizes)

"""Places in a cube for the nodes of a network that is not placed, and the volume that its links need.

The paper's only assumption about a network is that one bit passes a unit of surface in a unit of time. So
the volume is that of the smallest cube in which the links that leave each part of its decomposition pass
through the surface of that part, one link through each unit. Hosts fill the cube in the order of their
numbers: the first half on one side of the first plane, and so on. The switches of a level are spread evenly
among them, in the order of the hosts below them.
"""

import numpy as np

from fatdesk.core.arrays import Floats
from fatdesk.networks.network import Network
from fatdesk.networks.schedules.cutting import Parts


def cubic_layout(net: Network) -> tuple[Floats, Floats]:
    """The place of each node, and the lowest and highest corner of the cube.

    Returns
    -------
    (n, 3) float64, (2, 3) float64

    Examples
    --------
    >>> from fatdesk.networks.topologies import network_of
    >>> where, box = cubic_layout(network_of("star:N=8,E=1,Bl=1"))
    >>> where[:3].tolist(), box[1].tolist()
    ([[0.5, 0.5, 0.5], [0.5, 0.5, 1.5], [0.5, 1.5, 0.5]], [2.0, 2.0, 2.0])
    """
    depth = max(1, (net.hosts - 1).bit_length())
    leaf = (_along(net) * (1 << depth)).astype(np.int64)
    each = -(-depth // 3)
    where, cells = np.zeros((net.node_count, 3)), 1 << each
    for bit in range(3 * each):
        if bit < depth:
            side = (leaf >> (depth - 1 - bit)) & 1
            where[:, bit % 3] += side * (cells >> (1 + bit // 3))
    deep = np.array([-(-(depth - axis) // 3) for axis in range(3)])  # cuts across each axis
    return where + (cells >> deep) / 2, np.stack([np.zeros(3), np.full(3, float(cells))])


def _along(net: Network) -> Floats:
    """From 0 to 1: hosts by their numbers, switches of each level by the mean of what is below them."""
    along = np.zeros(net.node_count)
    along[: net.hosts] = (np.arange(net.hosts) + 0.5) / net.hosts
    ends = np.concatenate([net.ends, net.ends[:, ::-1]]).astype(np.int64)
    for level in range(1, int(net.level.max(initial=0)) + 1):
        here = np.flatnonzero(net.level == level)
        below = ends[(net.level[ends[:, 0]] == level) & (net.level[ends[:, 1]] < level)]
        total = np.bincount(below[:, 0], along[below[:, 1]], net.node_count)[here]
        count = np.bincount(below[:, 0], minlength=net.node_count)[here]
        mean = np.where(count > 0, total / np.maximum(count, 1), 0.5)
        order = here[np.argsort(mean.round(9), kind="stable")]
        along[order] = (np.arange(len(order)) + 0.5) / len(order)
    return along


def links_per_area(parts: Parts, *, uncut: bool = False) -> float:
    """The most links that a part asks for per unit of its surface.

    Parameters
    ----------
    uncut
        Whether parts that are not cut any further count, too.
    """
    counts = ((parts.low >= 0) | (parts.high >= 0) | uncut) & (parts.surface_m2 > 0)
    return float((parts.crossing_links[counts] / parts.surface_m2[counts]).max(initial=0.0))


def volume_of(parts: Parts, *, uncut: bool = False) -> float:
    """The volume of the box in which its links pass through the surfaces of the parts, one through each unit.

    Parameters
    ----------
    uncut
        Whether parts that are not cut any further count, too.
    """
    sides = parts.box[0, 1] - parts.box[0, 0]
    return float(np.prod(sides) * links_per_area(parts, uncut=uncut) ** 1.5)

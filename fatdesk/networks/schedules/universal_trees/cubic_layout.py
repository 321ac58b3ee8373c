"""Places in a cube for the nodes of a network that is not placed, and the volume that its links need.

The paper's only assumption about a network is that one bit passes a unit of surface in a unit of time. So
the volume is that of the smallest cube in which the links that leave each part of its decomposition pass
through the surface of that part, one link through each unit. Hosts fill the cube in the order of their
numbers: the first half on one side of the first plane, and so on. The switches of a level follow each other
in the order of the hosts below them, each as long as its share of that level's ports: a wide switch is no
point, and wires between its opposite ports, as many as it has ports, are counted as links are.
"""

import numpy as np

from fatdesk.core.arrays import Floats, Longs
from fatdesk.networks.network import Network
from fatdesk.networks.schedules.universal_trees.cutting import Parts, cut_box


def cubic_layout(net: Network) -> tuple[Floats, Floats]:
    """The place of each node, a point, and the lowest and highest corner of the cube.

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
    return _folded(_along(net)[0], net.hosts)


def volume_in_cube(net: Network) -> float:
    """The volume of the cube that the links of a network need, at least one unit for each host.

    Examples
    --------
    >>> from fatdesk.networks.topologies import network_of
    >>> volume_in_cube(network_of("star:N=8,E=1,Bl=1"))
    8.0
    """
    where, ends, box = port_layout(net)
    host = np.arange(len(where)) < net.hosts
    return max(float(net.hosts), volume_of(cut_box(where, host, ends, np.ones(len(ends)), box)))


def port_layout(net: Network) -> tuple[Floats, Longs, Floats]:
    """The places of hosts and of all ports of switches, the wires between them, and the corners of the cube.

    Returns
    -------
    (p, 3) float64, (w, 2) int64, (2, 3) float64
        The first places are those of the hosts; wires are the links, then those inside switches.
    """
    along, share = _along(net)
    node, other = net.ends.astype(np.int64).ravel(), net.ends[:, ::-1].astype(np.int64).ravel()
    port = np.flatnonzero(node >= net.hosts)  # ends of links at switches
    port = port[np.lexsort((along[other[port]], node[port]))]
    first = np.searchsorted(node[port], node[port])
    count = np.searchsorted(node[port], node[port], "right") - first
    rank = np.arange(len(port)) - first
    place = along[node[port]] + share[node[port]] * ((rank + 0.5) / count - 0.5)
    number = node.copy()
    number[port] = net.hosts + np.arange(len(port))
    opposite = first + (rank + count // 2) % count
    inside = np.stack([np.arange(len(port)), opposite], axis=1)[count > 1] + net.hosts
    where, box = _folded(np.concatenate([along[: net.hosts], place]), net.hosts)
    return where, np.concatenate([number.reshape(-1, 2), inside]), box


def _folded(along: Floats, hosts: int) -> tuple[Floats, Floats]:
    """Places in a cube of what lies between 0 and 1 on a line: each bit halves one of the sides in turn."""
    depth = max(1, (hosts - 1).bit_length())
    leaf = np.clip((along * (1 << depth)).astype(np.int64), 0, (1 << depth) - 1)
    each = -(-depth // 3)
    where, cells = np.zeros((len(along), 3)), 1 << each
    for bit in range(depth):
        where[:, bit % 3] += ((leaf >> (depth - 1 - bit)) & 1) * (cells >> (1 + bit // 3))
    deep = np.array([-(-(depth - axis) // 3) for axis in range(3)])  # cuts across each axis
    return where + (cells >> deep) / 2, np.stack([np.zeros(3), np.full(3, float(cells))])


def _along(net: Network) -> tuple[Floats, Floats]:
    """The middle of each node between 0 and 1, and its length: hosts by number, switches by their ports."""
    along, share = np.zeros(net.node_count), np.full(net.node_count, 1.0 / net.hosts)
    along[: net.hosts] = (np.arange(net.hosts) + 0.5) / net.hosts
    ends = np.concatenate([net.ends, net.ends[:, ::-1]]).astype(np.int64)
    ports = np.bincount(ends[:, 0], minlength=net.node_count)
    for level in range(1, int(net.level.max(initial=0)) + 1):
        here = np.flatnonzero(net.level == level)
        below = ends[(net.level[ends[:, 0]] == level) & (net.level[ends[:, 1]] < level)]
        total = np.bincount(below[:, 0], along[below[:, 1]], net.node_count)[here]
        count = np.bincount(below[:, 0], minlength=net.node_count)[here]
        mean = np.where(count > 0, total / np.maximum(count, 1), 0.5)
        order = here[np.argsort(mean.round(9), kind="stable")]
        length = ports[order] / max(1, int(ports[order].sum()))
        share[order] = length
        along[order] = np.cumsum(length) - length / 2
    return along, share


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

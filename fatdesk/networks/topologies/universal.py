"""Universal fat-tree: a binary tree whose channels grow towards the root as its volume allows.

Source: the universal fat-trees paper, section IV, as in spec 5. A node of the tree is a switch, a channel of
capacity c is c parallel links. The channel from the root to the outside, level 0, leads to no node and is no
link of the network; its capacity w sets all others. Switches are numbered from the hosts upwards, the root
last.
"""

from fractions import Fraction
from math import log2

import numpy as np

from fatdesk.core.units import ceil_div
from fatdesk.networks.cards import Card
from fatdesk.networks.network import Network, Params, network
from fatdesk.networks.topologies.topology import Closed, Parameter, Topology, whole

NAME = "universal"


def capacities(n: int, w: int, connections: int = 1) -> tuple[int, ...]:
    """Capacity of a channel of each level, from the outside to the hosts.

    Parameters
    ----------
    connections
        Of each host; those of the hosts below a channel are an upper limit of its capacity.

    >>> capacities(64, 16)
    (16, 11, 7, 4, 3, 2, 1)
    """
    return tuple(min(ceil_div(connections * n, 1 << k), _root(w, k)) for k in range(n.bit_length()))


def lg(x: float) -> float:
    """The paper's logarithm: max(1, log2 x).

    >>> lg(8), lg(1.5), lg(0)
    (3.0, 1.0, 1.0)
    """
    return max(1.0, log2(x)) if x > 2 else 1.0


def volume_of_root(n: int, w: float) -> float:
    """(w lg(n / w))^(3/2), the volume by Theorem 4.

    >>> volume_of_root(64, 64)
    512.0
    """
    return float((w * lg(n / w)) ** 1.5)


def components_of_root(n: int, w: float) -> float:
    """N lg(w³ / n²), the components by Theorem 4.

    >>> components_of_root(64, 32)
    192.0
    """
    return n * lg(w**3 / n**2)


def _root(w: int, level: int) -> int:
    """The smallest c with c³ 4^level >= w³."""
    low, high = 0, w
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if middle**3 << (2 * level) >= w**3 else (middle, high)
    return high


def _network(params: Params) -> Network:
    n, w = whole(params, "n"), whole(params, "w")
    cap = capacities(n, w)
    depth = len(cap) - 1
    ends, ports, first = [], [], 0
    for k in range(depth, 0, -1):  # the channels above the nodes of this level
        node, j = np.indices((1 << k, cap[k]), dtype=np.int64).reshape(2, -1)
        below = 2 * cap[k + 1] if k < depth else 0
        ends.append(np.stack([first + node, first + (1 << k) + node // 2], axis=1))
        ports.append(np.stack([below + j, node % 2 * cap[k] + j], axis=1))
        first += 1 << k
    level = np.repeat(np.arange(depth + 1), [1 << k for k in range(depth, -1, -1)])
    return network(n, level, np.concatenate(ends), np.concatenate(ports), family=NAME, params=params)


def _closed(params: Params) -> Closed:
    """No cut is below cap(1), because every host can send 2 cap(1) / n to the root at once."""
    n, w = whole(params, "n"), whole(params, "w")
    cap = capacities(n, w)
    depth = len(cap) - 1
    links = sum(cap[k] << k for k in range(1, depth + 1))
    return Closed(
        hosts=n,
        switches=n - 1,
        links=links,
        one_way_links=2 * links,
        radix=max(2 * cap[k + 1] + (cap[k] if k else 0) for k in range(depth)),
        diameter=2 * depth,
        average_distance=Fraction(sum(h << h for h in range(1, depth + 1)), n),
        bisection_links=Fraction(cap[1]),
        oversubscription=tuple(Fraction(n, cap[k] << k) for k in range(depth, 0, -1)),
        volume=volume_of_root(n, w),
        components=components_of_root(n, w),
    )


def _address(network: Network, node: int) -> str:
    """Hosts by number; switches as level, which the root has 0 of, and number there."""
    if node < network.hosts:
        return str(node)
    height = int(network.level[node])
    hosts = network.hosts
    first = 2 * hosts - (hosts >> (height - 1))
    return f"{hosts.bit_length() - 1 - height},{node - first}"


def _check(params: Params) -> None:
    n, w = whole(params, "n"), whole(params, "w")
    if n & (n - 1):
        raise ValueError(f"n: {n} is not a power of two, use {1 << n.bit_length()}")
    if not (w <= n and w**3 >= n * n):
        low = next(c for c in range(1, n + 1) if c**3 >= n * n)
        raise ValueError(f"w: {w} is not between n^(2/3) and n, use {low} to {n}")


PAPER = "Leiserson, Fat-Trees: Universal Networks for Hardware-Efficient Supercomputing (1985)"
CARD = Card(
    "A binary fat-tree whose links grow towards the root no faster than its volume allows.",
    "Use it to compare a real network with the best that fits into the same space.",
    PAPER,
)
TOPOLOGIES = (
    Topology(
        NAME,
        "universal fat-tree",
        CARD,
        (
            Parameter("n", "hosts, a power of two", lowest=2),
            Parameter("w", "capacity of the root's channel, n^(2/3) to n"),
        ),
        _check,
        _closed,
        _network,
        _address,
    ),
)

"""Extended generalized fat-tree EGFT(L, M, C, K): trees of trees, each level with its own width.

Source: the network-design-space paper, section 2.2, as in spec 2. Level 1 is one switch with M_1 hosts; a
tree of level l joins M_l trees of level l - 1 by C_l top switches with K_l links to each of them.

How the C_{l-1} top switches of a lower tree share its C_l K_l uplinks is a choice, and this is ours: uplinks
in the order c K_l + j (link j to top switch c) are dealt in runs, one run a switch, as evenly as possible
and in every lower tree alike. So bundles stay whole where they can, as the paper prices them and as subnet
managers want them, and M = k-...-k, C = 1-k-k²-..., K = 1-...-1 is the k-ary tree by other numbers.
"""

from fractions import Fraction
from itertools import accumulate
from math import prod
from operator import mul

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.units import ceil_div
from fatdesk.networks.cards import CABLES, Card
from fatdesk.networks.network import Network, Params, network
from fatdesk.networks.topologies.topology import Closed, Parameter, Topology, numbers

NAME = "egft"


def oversubscription(M: tuple[int, ...], C: tuple[int, ...], K: tuple[int, ...]) -> tuple[Fraction, ...]:
    """O_l = prod_{i <= l} M_i / (C_l M_l K_l): hosts of a tree over the links into its top switches.

    >>> oversubscription((16, 4), (1, 8), (1, 1))
    (Fraction(1, 1), Fraction(2, 1))
    """
    beneath = accumulate(M, mul)
    return tuple(Fraction(n, c * m * k) for n, m, c, k in zip(beneath, M, C, K, strict=True))


def _lists(params: Params) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    return numbers(params, "M"), numbers(params, "C"), numbers(params, "K")


def first_uplinks(uplinks: int, switches: int) -> NDArray[np.int64]:
    """First uplink of each of the switches that share them in runs; the first runs are the longer ones.

    Everything that needs to know which switch an uplink leaves from uses this: the network that is built
    here, and the bundles that the explorer prices.

    >>> first_uplinks(8, 3).tolist(), first_uplinks(10, 4).tolist()
    ([0, 3, 6], [0, 3, 6, 8])
    """
    each, more = divmod(uplinks, switches)
    order = np.arange(switches, dtype=np.int64)
    return order * each + np.minimum(order, more)


def _network(params: Params) -> Network:
    M, C, K = _lists(params)
    ends, ports, counts = [], [], [prod(M)]
    lower, lower_tops, lower_down, first = prod(M), 1, 0, 0  # trees beneath, their tops, and ports of those
    for m, c, k in zip(M, C, K, strict=True):
        tree, sub, up = np.indices((lower // m, m, c * k), dtype=np.int64).reshape(3, -1)
        top = first + lower * lower_tops + tree * c + up // k
        starts = first_uplinks(c * k, lower_tops)
        switch = np.searchsorted(starts, up, side="right") - 1
        ends.append(np.stack([first + (tree * m + sub) * lower_tops + switch, top], axis=1))
        ports.append(np.stack([lower_down + up - starts[switch], sub * k + up % k], axis=1))
        first += lower * lower_tops
        lower, lower_tops, lower_down = lower // m, c, m * k
        counts.append(lower * c)
    level = np.repeat(np.arange(len(M) + 1), counts)
    return network(prod(M), level, np.concatenate(ends), np.concatenate(ports), family=NAME, params=params)


def _closed(params: Params) -> Closed:
    M, C, K = _lists(params)
    L, hosts = len(M), prod(M)
    trees = [prod(M[level:]) for level in range(L + 1)]  # of each level, hosts being level 0
    links = sum(trees[i + 1] * C[i] * M[i] * K[i] for i in range(L))
    ups = [ceil_div(C[i + 1] * K[i + 1], C[i]) for i in range(L - 1)] + [0]
    return Closed(
        hosts=hosts,
        switches=sum(trees[i + 1] * C[i] for i in range(L)),
        links=links,
        one_way_links=2 * links,
        radix=max(M[i] * K[i] + ups[i] for i in range(L)),
        diameter=2 * max((i + 1 for i in range(L) if M[i] > 1), default=0),
        average_distance=Fraction(
            sum(2 * (i + 1) * (hosts // trees[i + 1] - hosts // trees[i]) for i in range(L)), hosts
        ),
        bisection_links=_bisection(M, C, K),
        oversubscription=oversubscription(M, C, K),
    )


def _bisection(M: tuple[int, ...], C: tuple[int, ...], K: tuple[int, ...]) -> Fraction | None:
    """N / (2 O), the paper's N / O counted as links cut, where it is the fewest that cut the hosts in halves.

    It is no less: with even shares of uplinks every host can send 1 / O upwards at once, evenly to all
    top switches. It is no more where the narrowest level has an even number of trees beneath.
    """
    ratios, hosts = oversubscription(M, C, K), prod(M)
    if any(C[i] * K[i] % C[i - 1] for i in range(1, len(M))):
        return None
    worst = max(ratios)
    if worst == 1:
        return Fraction(hosts // 2)
    even = any(ratio == worst and prod(M[i:]) % 2 == 0 for i, ratio in enumerate(ratios))
    return hosts / (2 * worst) if even else None


def _address(network: Network, node: int) -> str:
    """Hosts: number in the tree of each level, the highest first; switches: level, tree, number there."""
    M, C, _ = _lists(network.params)
    if node < network.hosts:
        return ".".join(_path(node, M))
    number = node - network.hosts
    for level, tops in enumerate(C, start=1):
        here = prod(M[level:]) * tops
        if number < here:
            tree, top = divmod(number, tops)
            return f"{level},{'.'.join(_path(tree, M[level:])) or '*'},{top}"
        number -= here
    raise IndexError(node)


def _path(number: int, M: tuple[int, ...]) -> list[str]:
    digits = []
    for m in M:
        number, digit = divmod(number, m)
        digits.append(str(digit))
    return digits[::-1]


def _check(params: Params) -> None:
    M, C, K = _lists(params)
    if not len(M) == len(C) == len(K):
        raise ValueError("M, C, K: not of one length, give one number a level in each")
    if C[0] != 1 or K[0] != 1:
        raise ValueError("C, K: level 1 is one switch with single links to its hosts, begin both with 1")
    if prod(M) > 1 << 24:
        raise ValueError(f"M: {prod(M)} hosts are too many, use at most {1 << 24}")


CARD = Card(
    "A fat-tree of any number of levels, each with its own number of subtrees, top switches and links.",
    "Use it to search all trees that connect given hosts, oversubscribed or not, by cost.",
    CABLES,
)
TOPOLOGIES = (
    Topology(
        NAME,
        "extended generalized fat-tree",
        CARD,
        (
            Parameter(
                "M", "subtrees of a tree at each level; at level 1 the hosts of an edge switch", "list"
            ),
            Parameter("C", "top switches of a tree at each level; 1 at level 1", "list"),
            Parameter("K", "links from each top switch to each subtree; 1 at level 1", "list"),
        ),
        _check,
        _closed,
        _network,
        _address,
    ),
)

"""k-ary n-tree: k^n hosts under n stages of k^(n-1) equal switches.

Source: the fault-tolerant-indirect-topologies paper, section 2, as in spec 3; switch (s, o) and (s + 1, o')
are linked when their digits agree but for digit s.
"""

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.networks.cards import Card
from fatdesk.networks.network import Network, Params, network
from fatdesk.networks.topologies.topology import (
    Closed,
    Fit,
    Level,
    Parameter,
    PortUse,
    Topology,
    digit,
    smallest,
    whole,
    with_digit,
    written,
)

NAME = "kary-tree"


def tree_links(k: int, n: int, first: int, hosts: int) -> tuple[list[Longs], list[Longs]]:
    """Ends and ports of all links of a tree, stage by stage, (links, 2) each.

    Parameters
    ----------
    first, hosts
        Node number of the first switch and of the first host.
    """
    each = k ** (n - 1)
    p = np.arange(k**n, dtype=np.int64)
    ends, ports = [np.stack([hosts + p, first + p // k], axis=1)], [np.stack([p * 0, p % k], axis=1)]
    low, up = np.divmod(p, k)  # a switch of a stage, and which of its channels up
    for stage in range(n - 1):
        high = with_digit(low, k, stage, up)
        ends.append(np.stack([first + stage * each + low, first + (stage + 1) * each + high], axis=1))
        ports.append(np.stack([k + up, digit(low, k, stage)], axis=1))
    return ends, ports


def _network(params: Params) -> Network:
    k, n = whole(params, "k"), whole(params, "n")
    ends, ports = tree_links(k, n, first=k**n, hosts=0)
    level = np.repeat(np.arange(n + 1), [k**n] + [k ** (n - 1)] * n)
    return network(k**n, level, np.concatenate(ends), np.concatenate(ports), family=NAME, params=params)


def _closed(params: Params) -> Closed:
    k, n = whole(params, "k"), whole(params, "n")
    hosts, switches = k**n, n * k ** (n - 1)
    average = 2 * n - Fraction(2, k - 1) + Fraction(2, (k - 1) * hosts)
    return Closed(
        hosts=hosts,
        switches=switches,
        links=n * hosts,
        one_way_links=2 * n * hosts,
        radix=2 * k if n > 1 else k,
        switching_elements=3 * k * k * switches,
        diameter=2 * n,
        average_distance=average,
        bisection_links=Fraction(hosts // 2),
        oversubscription=(Fraction(1),) * n,
    )


def _address(network: Network, node: int) -> str:
    k, n = whole(network.params, "k"), whole(network.params, "n")
    if node < network.hosts:
        return written(node, k, n)
    stage, number = divmod(node - network.hosts, k ** (n - 1))
    return f"{stage},{written(number, k, n - 1)}"


PARAMETERS = (
    Parameter("k", "ports down, and ports up, of a switch", lowest=2, highest=1024),
    Parameter("n", "stages of switches", highest=20),
)


def check(params: Params) -> None:
    """Refuse networks of a size that nobody means."""
    k, n = whole(params, "k"), whole(params, "n")
    if k**n > 1 << 24:
        raise ValueError(f"n: {k}^{n} hosts are too many, use at most {1 << 24}")


def _fitting(hosts: int, radix: int, _: Fraction, edges: int = 1) -> Iterator[Fit]:
    return (Fit(params, Fraction(1)) for params in smallest(hosts, radix, 1, edges))


def _port_use(params: Params) -> PortUse:
    k, n = whole(params, "k"), whole(params, "n")
    each = k ** (n - 1)
    edge, top = Level(each, k, k, 2 * k if n > 1 else k), Level(each, 0, 0, k)
    middle = Level(each, 0, 0, 2 * k)
    between = (((n - 1) * k**n, 1),) if n > 1 else ()
    return PortUse((edge, *[middle] * (n - 2), *[top] * (n > 1)), between)


PAPER = (
    "Petrini and Vanneschi, k-ary n-trees: High Performance Networks for Massively Parallel Architectures "
    "(1997)"
)
CARD = Card(
    "A fat-tree of n levels of equal switches with k ports down and k up, and k^n hosts.",
    "Use it when all switches are alike and every permutation should run at full rate.",
    PAPER,
)
TOPOLOGIES = (
    Topology(NAME, "k-ary n-tree", CARD, PARAMETERS, check, _closed, _network, _address, _fitting, _port_use),
)

"""Two mirrored groups of a tree, joined over middle switches (bidirectional Clos) or directly (MiKANT).

Source: the mirrored k-ary n-tree paper, as in spec 4. Node <G, C_{n-1} ... C_0> has number G k^n + its
digits; Switches are numbered group by group, level by level, the middle ones of the Clos network last. Its
table gives k^n / 2 as bisection of the Clos network; the fewest links cut are k^n.
"""

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.networks.cards import MIRRORED, Card
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

CLOS, MIKANT = "clos", "mikant"


def _groups(k: int, n: int) -> tuple[list[Longs], list[Longs]]:
    """Ends and ports of the links of hosts and inside the groups, as ``(links, 2)`` each."""
    hosts, each = 2 * k**n, k ** (n - 1)
    p = np.arange(hosts, dtype=np.int64)
    first = hosts + p // k**n * (n - 1) * each
    if n == 1:  # a Clos network of one switch: both groups connect to it
        return [np.stack([p, p * 0 + hosts], axis=1)], [np.stack([p * 0, p], axis=1)]
    ends, ports = [np.stack([p, first + p % each], axis=1)], [np.stack([p * 0, p // each % k], axis=1)]
    low, up = p // k % each, p % k
    for level in range(n - 2):
        high = with_digit(low, k, level, up)
        ends.append(np.stack([first + level * each + low, first + (level + 1) * each + high], axis=1))
        ports.append(np.stack([k + up, digit(low, k, level)], axis=1))
    return ends, ports


def _clos(params: Params) -> Network:
    k, n = whole(params, "k"), whole(params, "n")
    hosts, each = 2 * k**n, k ** (n - 1)
    ends, ports = _groups(k, n)
    if n > 1:
        p = np.arange(hosts, dtype=np.int64)
        group, low, up = p // k**n, p // k % each, p % k
        top = hosts + (group * (n - 1) + n - 2) * each + low
        middle = hosts + 2 * (n - 1) * each + with_digit(low, k, n - 2, up)
        ends.append(np.stack([top, middle], axis=1))
        ports.append(np.stack([k + up, group * k + digit(low, k, n - 2)], axis=1))
    level = np.concatenate([_levels(k, n), np.full(each, n)])
    return network(hosts, level, np.concatenate(ends), np.concatenate(ports), family=CLOS, params=params)


def _mikant(params: Params) -> Network:
    k, n = whole(params, "k"), whole(params, "n")
    hosts, each = 2 * k**n, k ** (n - 1)
    ends, ports = _groups(k, n)
    low, over = np.divmod(np.arange(k**n, dtype=np.int64), k)
    top = hosts + (n - 2) * each
    other = with_digit(low, k, n - 2, over)
    ends.append(np.stack([top + low, top + (n - 1) * each + other], axis=1))
    ports.append(np.stack([k + over, k + digit(low, k, n - 2)], axis=1))
    return network(
        hosts, _levels(k, n), np.concatenate(ends), np.concatenate(ports), family=MIKANT, params=params
    )


def _levels(k: int, n: int) -> Longs:
    inside = np.repeat(np.arange(1, n), k ** (n - 1))
    return np.concatenate([np.zeros(2 * k**n, np.int64), inside, inside])


def _closed_clos(params: Params) -> Closed:
    k, n = whole(params, "k"), whole(params, "n")
    return Closed(
        hosts=2 * k**n,
        switches=(2 * n - 1) * k ** (n - 1),
        links=2 * n * k**n,
        one_way_links=4 * n * k**n,
        radix=2 * k,
        diameter=2 * n,
        average_distance=_clos_distance(k, n),
        bisection_links=Fraction(k**n),
        oversubscription=(Fraction(1),) * n,
    )


def _closed_mikant(params: Params) -> Closed:
    k, n = whole(params, "k"), whole(params, "n")
    return Closed(
        hosts=2 * k**n,
        switches=(2 * n - 2) * k ** (n - 1),
        links=(2 * n - 1) * k**n,
        one_way_links=2 * (2 * n - 1) * k**n,
        radix=2 * k,
        diameter=2 * n,
        average_distance=_clos_distance(k, n) - Fraction(1, 2),
        bisection_links=Fraction(k**n, 2) if k % 2 == 0 else None,
        oversubscription=(Fraction(1),) * (n - 1) if n > 2 else (),
    )


def _clos_distance(k: int, n: int) -> Fraction:
    return 2 * n - Fraction(1, k - 1) + Fraction(1, (k - 1) * k**n)


def _address(network: Network, node: int) -> str:
    k, n = whole(network.params, "k"), whole(network.params, "n")
    if node < network.hosts:
        group, number = divmod(node, k**n)
        return f"{group} {written(number, k, n)}"
    row, number = divmod(node - network.hosts, k ** (n - 1))
    if row == 2 * (n - 1):
        return f"middle,{written(number, k, n - 1)}"
    group, level = divmod(row, n - 1)
    return f"{group},{level},{written(number, k, n - 1)}"


def _check(params: Params) -> None:
    k, n = whole(params, "k"), whole(params, "n")
    if 2 * k**n > 1 << 24:
        raise ValueError(f"n: 2 x {k}^{n} hosts are too many, use at most {1 << 24}")


def _fitting_clos(hosts: int, radix: int, _: Fraction, edges: int = 1) -> Iterator[Fit]:
    return (Fit(params, Fraction(1)) for params in smallest(hosts, radix, 2, edges))


def _fitting_mikant(hosts: int, radix: int, _: Fraction, edges: int = 1) -> Iterator[Fit]:
    """Half of the hosts may share the k^n / 2 links of the bisection, so blocking is 2."""
    return (Fit(params, Fraction(2)) for params in smallest(hosts, radix, 2, edges))


def _port_use_clos(params: Params) -> PortUse:
    k, n = whole(params, "k"), whole(params, "n")
    if n == 1:
        return PortUse((Level(1, 2 * k, 2 * k, 2 * k),), ())
    middle = Level(k ** (n - 1), 0, 0, 2 * k)
    return PortUse((*_group_levels(k, n), middle), ((2 * (n - 1) * k**n, 1),))


def _port_use_mikant(params: Params) -> PortUse:
    k, n = whole(params, "k"), whole(params, "n")
    return PortUse(_group_levels(k, n), (((2 * n - 3) * k**n, 1),))


def _group_levels(k: int, n: int) -> tuple[Level, ...]:
    """Levels of both groups together."""
    both = 2 * k ** (n - 1)
    return (Level(both, k, k, 2 * k), *[Level(both, 0, 0, 2 * k)] * (n - 2))


K = Parameter("k", "ports down, and ports up, of a switch", lowest=2, highest=1024)
TOPOLOGIES = (
    Topology(
        CLOS,
        "bidirectional Clos network",
        Card(
            "Two equal groups of a fat-tree that meet in middle switches.",
            "Use it as the baseline for MiKANT: full bandwidth between any two hosts, more switches.",
            MIRRORED,
        ),
        (K, Parameter("n", "levels from the hosts to the middle", highest=20)),
        _check,
        _closed_clos,
        _clos,
        _address,
        _fitting_clos,
        _port_use_clos,
    ),
    Topology(
        MIKANT,
        "mirrored k-ary n-tree",
        Card(
            "Two equal groups of a fat-tree whose top switches are linked to each other directly (mirrored).",
            "Use it to save the middle switches of a Clos network where latency at low load matters most.",
            MIRRORED,
        ),
        (K, Parameter("n", "levels of each group, plus one", lowest=2, highest=20)),
        _check,
        _closed_mikant,
        _mikant,
        _address,
        _fitting_mikant,
        _port_use_mikant,
    ),
)

"""Dragonfly+: groups of leaf and spine switches, every two groups joined by links between spines.

Source: Shpiner et al., Dragonfly+: Low Cost Topology for Scaling Datacenters (HiPINEB 2017). In a group each
leaf switch has L links to each spine switch. Hosts are on leaf switches, links to other groups on spine
switches; the K links between two groups are dealt to the spine switches of each in turn. Switches are
numbered leaf switches first, group by group, then spine switches.

Blocking is that of the worst exchange between hosts where traffic may pass through a third group, as
adaptive routing does: sent evenly by way of all groups (Valiant 1982), no link between groups carries more
than 2 a T / (g K). Where each spine switch is linked to every group (K a multiple of s) a leaf switch then
sends T over its s L uplinks; elsewhere what passes through a group crosses a leaf switch, which sends 2 T.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.core.units import ceil_div
from fatdesk.networks.cards import DRAGONFLY_PLUS, Card
from fatdesk.networks.network import Network, Params, network
from fatdesk.networks.topologies.topology import (
    Closed,
    Fit,
    Level,
    Parameter,
    PortUse,
    Topology,
    whole,
)

NAME = "dragonfly-plus"
_KEYS = ("g", "a", "s", "T", "K", "L")


def _figures(params: Params) -> tuple[int, ...]:
    return tuple(whole(params, key) for key in _KEYS)


def _network(params: Params) -> Network:
    g, a, s, T, K, L = _figures(params)
    hosts = g * a * T
    first_spine = hosts + g * a
    p = np.arange(hosts, dtype=np.int64)
    ends, ports = [np.stack([p, hosts + p // T], axis=1)], [np.stack([p * 0, p % T], axis=1)]
    group, leaf, spine, way = np.indices((g, a, s, L), dtype=np.int64).reshape(4, -1)
    ends.append(np.stack([hosts + group * a + leaf, first_spine + group * s + spine], axis=1))
    ports.append(np.stack([T + spine * L + way, leaf * L + way], axis=1))
    one, other = np.triu_indices(g, 1)
    one, other = np.repeat(one, K).astype(np.int64), np.repeat(other, K).astype(np.int64)
    link = np.arange(len(one), dtype=np.int64) % K
    # a group counts its links by the number of the other group, itself left out
    at_one, at_other = (other - 1) * K + link, one * K + link
    ends.append(
        np.stack([first_spine + one * s + at_one % s, first_spine + other * s + at_other % s], axis=1)
    )
    ports.append(np.stack([a * L + at_one // s, a * L + at_other // s], axis=1))
    level = np.repeat(np.arange(3), [hosts, g * a, g * s])
    return network(hosts, level, np.concatenate(ends), np.concatenate(ports), family=NAME, params=params)


def _closed(params: Params) -> Closed:
    g, a, s, T, K, L = _figures(params)
    hosts, local, between = g * a * T, g * a * s * L, K * g * (g - 1) // 2
    links = hosts + local + between
    far = [(5, (g - 1) * a * T), (4, (a - 1) * T), (2, T - 1)]
    return Closed(
        hosts=hosts,
        switches=g * (a + s),
        links=links,
        one_way_links=2 * links,
        radix=max(T + s * L, a * L + ceil_div((g - 1) * K, s)),
        diameter=next((distance for distance, count in far if count), 0),
        average_distance=Fraction(sum(distance * count for distance, count in far), hosts),
        oversubscription=(Fraction(1), Fraction(hosts, local)),
    )


def _address(network: Network, node: int) -> str:
    g, a, s, T, *_ = _figures(network.params)
    if node < network.hosts:
        leaf, place = divmod(node, T)
        return f"({leaf // a},{leaf % a}) {place}"
    switch = node - network.hosts
    if switch < g * a:
        return f"({switch // a},{switch % a})"
    group, spine = divmod(switch - g * a, s)
    return f"({group},s{spine})"


def _check(params: Params) -> None:
    g, a, _, T, *_ = _figures(params)
    if g * a * T > 1 << 24:
        raise ValueError(f"g, a, T: {g * a * T} hosts are too many, use at most {1 << 24}")


MOST_PORTS = 1 << 10
"""Ports of a switch that are made use of in search of networks."""
SMALL = 1 << 7
"""Up to this number of ports more shapes are compared: ``NEAR`` group counts and spine counts, else 2."""
NEAR = 12


def _fitting(hosts: int, radix: int, blocking: Fraction, edges: int = 1, group: int = 0) -> Iterator[Fit]:
    """Networks of which none has fewer switches and links than another, from few switches upwards.

    For each number of leaf switches in a group and of links to each spine switch the fewest groups and some
    more, with the fewest spine switches and some more; hosts are dealt evenly, and links between groups in
    equal numbers to all spine switches.

    Parameters
    ----------
    group
        Leaf switches of a group; 0: any number.
    """
    radix = min(radix, MOST_PORTS)
    near = np.arange(NEAR if radix <= SMALL else 2, dtype=np.int64)
    sizes = (group,) if group else range(1, min(radix - 1, hosts // 2) + 1)
    shapes = [(a, L) for a in sizes for L in range(1, (radix - 1) // a + 1)]
    if not shapes:
        return
    a, L = np.array(shapes, dtype=np.int64).T.reshape(2, -1, 1, 1)
    found = [_dealt(hosts, radix, blocking, edges, a, L, near, times) for times in (1, 2)]
    rows = np.concatenate(found)
    order = np.lexsort((rows[:, 0], rows[:, -1], rows[:, -2]))
    least = None
    for g, leaves, s, T, K, ways, _, links in rows[order].tolist():
        if least is None or links < least:
            least = links
            worst = max(Fraction(T if K % s == 0 else 2 * T, s * ways), Fraction(2 * leaves * T, g * K))
            shape = {"g": g, "a": leaves, "s": s, "T": T, "K": K, "L": ways}
            yield Fit(shape, worst if blocking < 1 else max(Fraction(1), worst))


def _dealt(
    hosts: int, radix: int, blocking: Fraction, edges: int, a: Longs, L: Longs, near: Longs, times: int
) -> Longs:
    """Rows of g, a, s, T, K, L, switches and links; leaf switches send ``times`` T at most."""
    p, q = blocking.numerator, blocking.denominator
    most = radix * p // (p + times * q)  # hosts on a leaf switch that leave ports for their uplinks
    if most < 1:
        return np.zeros((0, 8), np.int64)
    least = np.maximum(2, np.maximum(-(-hosts // (a * most)), -(-edges // a)))
    g = least + near[None, :, None]
    T = -(-hosts // (g * a))
    uplinks = -(-times * T * q // p)
    K = -(-2 * a * T * q // (g * p))
    left = radix - a * L  # ports of a spine switch for other groups
    each = left // (g - 1)
    enough = -(-K // np.maximum(each, 1)) if times == 1 else -(-(g - 1) * K // left)
    s = np.maximum(1, np.maximum(-(-uplinks // L), enough)) + near[None, None, :]
    step = s if times == 1 else s // np.gcd(s, g - 1)
    K = -(-K // step) * step
    fits = (T + s * L <= radix) & ((g - 1) * K <= s * left) & (g * a <= hosts)
    links = g * a * s * L + g * (g - 1) // 2 * K
    columns = (g, a, s, T, K, L, g * (a + s), links)
    return np.stack([column[fits] for column in np.broadcast_arrays(*columns)], axis=1)


def _port_use(params: Params) -> PortUse:
    """Ports in use where links between groups are dealt to the spine switches in equal numbers."""
    g, a, s, T, K, L = _figures(params)
    leaves = Level(g * a, T, T, T + s * L)
    spines = Level(g * s, 0, 0, a * L + (g - 1) * K // s)
    pairs, (each, more) = g * (g - 1) // 2, divmod(K, s)
    bundles = ((g * a * s, L), (pairs * more, each + 1), (pairs * (s - more), each))
    return PortUse((leaves, spines), tuple(one for one in bundles if all(one)))


CARD = Card(
    "Groups of leaf and spine switches; spine switches join every two groups directly, without a core.",
    "Use it for very many hosts with few long cables; it needs routing that avoids crowded groups.",
    DRAGONFLY_PLUS,
)
TOPOLOGIES = (
    Topology(
        NAME,
        "Dragonfly+",
        CARD,
        (
            Parameter("g", "groups"),
            Parameter("a", "leaf switches in a group"),
            Parameter("s", "spine switches in a group"),
            Parameter("T", "hosts on each leaf switch"),
            Parameter("K", "links between every two groups", default=1),
            Parameter("L", "links between a leaf and a spine switch", default=1),
        ),
        _check,
        _closed,
        _network,
        _address,
        _fitting,
        _port_use,
        of_groups=lambda group: partial(_fitting, group=group),
    ),
)

"""Dragonfly+: groups of leaf and spine switches, every two groups joined by links between spines.

Source: Shpiner et al., Dragonfly+: Low Cost Topology for Scaling Datacenters (HiPINEB 2017). In a group each
leaf switch is linked to each spine switch. Hosts are on leaf switches, links to other groups on spine
switches; the K links between two groups are dealt to the spine switches of each in turn. Switches are
numbered leaf switches first, group by group, then spine switches.
"""

from fractions import Fraction

import numpy as np

from fatdesk.core.units import ceil_div
from fatdesk.networks.network import Network, Params, network
from fatdesk.networks.topologies.topology import Closed, Parameter, Topology, whole

NAME = "dragonfly-plus"
_KEYS = ("g", "a", "s", "T", "K")


def _figures(params: Params) -> tuple[int, ...]:
    return tuple(whole(params, key) for key in _KEYS)


def _network(params: Params) -> Network:
    g, a, s, T, K = _figures(params)
    hosts = g * a * T
    first_spine = hosts + g * a
    p = np.arange(hosts, dtype=np.int64)
    ends, ports = [np.stack([p, hosts + p // T], axis=1)], [np.stack([p * 0, p % T], axis=1)]
    group, leaf, spine = np.indices((g, a, s), dtype=np.int64).reshape(3, -1)
    ends.append(np.stack([hosts + group * a + leaf, first_spine + group * s + spine], axis=1))
    ports.append(np.stack([T + spine, leaf], axis=1))
    one, other = np.triu_indices(g, 1)
    one, other = np.repeat(one, K).astype(np.int64), np.repeat(other, K).astype(np.int64)
    link = np.arange(len(one), dtype=np.int64) % K
    # a group counts its links by the number of the other group, itself left out
    at_one, at_other = (other - 1) * K + link, one * K + link
    ends.append(
        np.stack([first_spine + one * s + at_one % s, first_spine + other * s + at_other % s], axis=1)
    )
    ports.append(np.stack([a + at_one // s, a + at_other // s], axis=1))
    level = np.repeat(np.arange(3), [hosts, g * a, g * s])
    return network(hosts, level, np.concatenate(ends), np.concatenate(ports), family=NAME, params=params)


def _closed(params: Params) -> Closed:
    g, a, s, T, K = _figures(params)
    hosts, local, between = g * a * T, g * a * s, K * g * (g - 1) // 2
    links = hosts + local + between
    far = [(5, (g - 1) * a * T), (4, (a - 1) * T), (2, T - 1)]
    return Closed(
        hosts=hosts,
        switches=g * (a + s),
        links=links,
        one_way_links=2 * links,
        radix=max(T + s, a + ceil_div((g - 1) * K, s)),
        diameter=next((distance for distance, count in far if count), 0),
        average_distance=Fraction(sum(distance * count for distance, count in far), hosts),
        oversubscription=(Fraction(1), Fraction(hosts, local)),
    )


def _address(network: Network, node: int) -> str:
    g, a, s, T, _ = _figures(network.params)
    if node < network.hosts:
        leaf, place = divmod(node, T)
        return f"({leaf // a},{leaf % a}) {place}"
    switch = node - network.hosts
    if switch < g * a:
        return f"({switch // a},{switch % a})"
    group, spine = divmod(switch - g * a, s)
    return f"({group},s{spine})"


def _check(params: Params) -> None:
    g, a, _, T, _ = _figures(params)
    if g * a * T > 1 << 24:
        raise ValueError(f"g, a, T: {g * a * T} hosts are too many, use at most {1 << 24}")


TOPOLOGIES = (
    Topology(
        NAME,
        "Dragonfly+",
        (
            Parameter("g", "groups"),
            Parameter("a", "leaf switches in a group"),
            Parameter("s", "spine switches in a group"),
            Parameter("T", "hosts on each leaf switch"),
            Parameter("K", "links between every two groups", default=1),
        ),
        _check,
        _closed,
        _network,
        _address,
    ),
)

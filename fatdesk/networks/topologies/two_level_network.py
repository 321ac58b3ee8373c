"""Two-level fat-tree without parts, from ports of edge and core switches.

The two-level design paper's Algorithm 1 in its symbols; hosts fill the edge switches in order, uplinks are
dealt to the core switches as :mod:`fatdesk.engine.families.two_level` deals them.
"""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from fatdesk.core.units import ceil_div
from fatdesk.networks.cards import TWO_LAYER, Card
from fatdesk.networks.network import Network, Params, network
from fatdesk.networks.topologies.topology import Closed, Parameter, Topology, ratio, whole

WORD = "two-level"


@dataclass(frozen=True, slots=True)
class Sizes:
    """Ports of an edge switch towards hosts and core, edge and core switches, links in a bundle."""

    N: int
    P_En: int
    P_Ec: int
    E: int
    B: int
    C: int


def sizes(N: int, P_E: int, P_C: int, Bl: Fraction | int) -> Sizes:
    """Algorithm 1 for one kind of edge and one kind of core switch.

    >>> sizes(60, 36, 36, 1)
    Sizes(N=60, P_En=18, P_Ec=18, E=4, B=9, C=2)

    Raises
    ------
    ValueError
        When the ports do not suffice.
    """
    P_En = int(P_E * Fraction(Bl) / (1 + Fraction(Bl)))
    P_Ec = P_E - P_En
    if P_En < 1 or P_Ec < 1:
        raise ValueError(f"PE: {P_E} ports at blocking {Bl} leave none for one side, use more")
    E = ceil_div(N, P_En)
    if P_C < E:
        raise ValueError(f"PC: {P_C} ports are too few for {E} edge switches, use {E} or more")
    B = min(P_C // E, P_Ec)
    return Sizes(N, P_En, P_Ec, E, B, ceil_div(P_Ec, B))


def _sizes(params: Params) -> Sizes:
    return sizes(whole(params, "N"), whole(params, "PE"), whole(params, "PC"), ratio(params, "Bl"))


def _network(params: Params) -> Network:
    s = _sizes(params)
    share = np.full(s.C, s.P_Ec // s.C, np.int64) + (np.arange(s.C) < s.P_Ec % s.C)
    p = np.arange(s.N, dtype=np.int64)
    edge, up = np.indices((s.E, s.P_Ec), dtype=np.int64).reshape(2, -1)
    core = np.repeat(np.arange(s.C, dtype=np.int64), share)[up]
    within = up - (np.cumsum(share) - share)[core]
    ends = [np.stack([p, s.N + p // s.P_En], axis=1), np.stack([s.N + edge, s.N + s.E + core], axis=1)]
    ports = [
        np.stack([p * 0, p % s.P_En], axis=1),
        np.stack([s.P_En + up, edge * share[core] + within], axis=1),
    ]
    level = np.repeat(np.arange(3), [s.N, s.E, s.C])
    return network(s.N, level, np.concatenate(ends), np.concatenate(ports), family=WORD, params=params)


def _closed(params: Params) -> Closed:
    s = _sizes(params)
    N, links, last = s.N, s.N + s.E * s.P_Ec, s.N - (s.E - 1) * s.P_En
    near = (s.E - 1) * s.P_En**2 + last**2  # pairs on one switch, with itself too
    held = s.P_En if s.E > 1 else N
    return Closed(
        hosts=N,
        switches=s.E + s.C,
        links=links,
        one_way_links=2 * links,
        radix=max(held + s.P_Ec, s.E * ceil_div(s.P_Ec, s.C)),
        diameter=4 if s.E > 1 else 2 * (N > 1),
        average_distance=Fraction(4 * N * N - 2 * near - 2 * N, N * N),
        bisection_links=_bisection(s),
        oversubscription=(Fraction(1), Fraction(N, s.E * s.P_Ec)),
    )


def _bisection(s: Sizes) -> Fraction | None:
    """Half the hosts, or half the uplinks where these are fewer; known for full edge switches.

    It is no less, because every host can send evenly to all core switches at once.
    """
    if s.E * s.P_En != s.N:
        return None
    uplinks = s.E * s.P_Ec
    if uplinks >= s.N:
        return Fraction(s.N // 2)
    return Fraction(uplinks, 2) if s.E % 2 == 0 else None


def _address(network: Network, node: int) -> str:
    if node < network.hosts:
        return str(node + 1)
    number, E = node - network.hosts, _sizes(network.params).E
    return f"edge {number + 1}" if number < E else f"core {number - E + 1}"


def _check(params: Params) -> None:
    if ratio(params, "Bl") <= 0:
        raise ValueError("Bl: must be more than 0, use 1 for a non-blocking network")
    _sizes(params)


CARD = Card(
    "Edge switches with hosts, each linked to all core switches, alike or not in the number of links.",
    "Use it for up to some thousand hosts: few hops, any blocking, and two sizes of switches.",
    TWO_LAYER,
)
TOPOLOGIES = (
    Topology(
        WORD,
        "two-level fat-tree",
        CARD,
        (
            Parameter("N", "hosts"),
            Parameter("PE", "ports of an edge switch", lowest=2),
            Parameter("PC", "ports of a core switch"),
            Parameter("Bl", "blocking, ports to hosts over uplinks", "ratio", lowest=0, default=1),
        ),
        _check,
        _closed,
        _network,
        _address,
    ),
)

"""Star without parts: one switch with all hosts, or two that are joined."""

from fractions import Fraction
from math import ceil

import numpy as np

from fatdesk.core.units import ceil_div
from fatdesk.networks.cards import TWO_LAYER, Card
from fatdesk.networks.network import Network, Params, network
from fatdesk.networks.topologies.topology import Closed, Parameter, Topology, ratio, whole

WORD = "star"


def _joining(params: Params) -> tuple[int, int]:
    """Hosts on the first switch, and links between both."""
    N = whole(params, "N")
    if whole(params, "E") == 1:
        return N, 0
    half = ceil_div(N, 2)
    return half, ceil(half / ratio(params, "Bl"))


def _network(params: Params) -> Network:
    N, E = whole(params, "N"), whole(params, "E")
    half, joining = _joining(params)
    p, j = np.arange(N, dtype=np.int64), np.arange(joining, dtype=np.int64)
    ends = [np.stack([p, N + p // half], axis=1), np.stack([j * 0 + N, j * 0 + N + 1], axis=1)]
    ports = [np.stack([p * 0, p % half], axis=1), np.stack([half + j, half + j], axis=1)]
    level = np.repeat(np.arange(2), [N, E])
    return network(N, level, np.concatenate(ends), np.concatenate(ports), family=WORD, params=params)


def _closed(params: Params) -> Closed:
    N, E = whole(params, "N"), whole(params, "E")
    half, joining = _joining(params)
    other = N - half
    total = 2 * (half * (half - 1) + other * (other - 1)) + 6 * half * other
    links = N + joining
    return Closed(
        hosts=N,
        switches=E,
        links=links,
        one_way_links=2 * links,
        radix=half + joining,
        diameter=3 if E == 2 else 2 * (N > 1),
        average_distance=Fraction(total, N * N),
        bisection_links=Fraction(min(joining, N // 2) if E == 2 else N // 2),
        oversubscription=(Fraction(1),) if E == 1 else (),
    )


def _address(network: Network, node: int) -> str:
    return str(node + 1) if node < network.hosts else f"edge {node - network.hosts + 1}"


def _check(params: Params) -> None:
    N, E = whole(params, "N"), whole(params, "E")
    if ratio(params, "Bl") <= 0:
        raise ValueError("Bl: must be more than 0, use 1 for as many links between the switches as hosts")
    if N < E:
        raise ValueError(f"N: {N} host for {E} switches, use {E} or more")


CARD = Card(
    "One switch with all hosts, or two switches that are joined.",
    "Use it when one chassis has enough ports: it is the cheapest network with the shortest paths.",
    TWO_LAYER,
)
TOPOLOGIES = (
    Topology(
        WORD,
        "star",
        CARD,
        (
            Parameter("N", "hosts"),
            Parameter("E", "switches, 1 or 2 that are joined", highest=2, default=1),
            Parameter(
                "Bl", "hosts of each switch per link to the other switch", "ratio", lowest=0, default=1
            ),
        ),
        _check,
        _closed,
        _network,
        _address,
    ),
)

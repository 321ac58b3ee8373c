"""Routing algorithms, one module each, and the registry of all of them."""

from fatdesk.core.errors import FatdeskError
from fatdesk.networks.network import Network
from fatdesk.networks.routing import (
    across,
    destro,
    fir,
    fta,
    mikant,
    mikant_adaptive,
    minimal,
    nca,
    ruft,
    ruft_static,
    updown,
    valiant,
)
from fatdesk.networks.routing.algorithm import RoutingAlgorithm

ROUTING_ALGORITHMS: tuple[RoutingAlgorithm, ...] = (
    fta,
    destro,
    nca,
    valiant,
    fir,
    ruft,
    ruft_static,
    mikant,
    mikant_adaptive,
    across,
    updown,
    minimal,
)
"""All routing algorithms; of those that fit a network the first is the usual one."""
ROUTING_CARDS = {algorithm.NAME: algorithm.CARD for algorithm in ROUTING_ALGORITHMS}

USUAL = "usual"
"""The name that selects the usual routing algorithm of a network."""


def routing_algorithm(name: str) -> RoutingAlgorithm:
    """The routing algorithm of that name.

    Raises
    ------
    FatdeskError
        When there is none.
    """
    for known in ROUTING_ALGORITHMS:
        if name == known.NAME:
            return known
    names = ", ".join(known.NAME for known in ROUTING_ALGORITHMS)
    raise FatdeskError(f"unknown routing algorithm {name!r}: known are {names}")


def usual(network: Network) -> RoutingAlgorithm:
    """The routing algorithm for a network where none is named."""
    return next(known for known in ROUTING_ALGORITHMS if not known.refusal(network))


def fitting(name: str, network: Network) -> RoutingAlgorithm:
    """The routing algorithm of that name; ``usual`` is the usual one.

    Raises
    ------
    FatdeskError
        When there is none, or it does not fit the network.
    """
    found = usual(network) if name == USUAL else routing_algorithm(name)
    if refusal := found.refusal(network):
        what = network.family or "this network"
        *first, last = [known.NAME for known in ROUTING_ALGORITHMS if not known.refusal(network)]
        others = f"{', '.join(first)} or {last}" if first else last
        raise FatdeskError(f"routing algorithm {found.NAME} does not fit {what}: {refusal}: use {others}")
    return found

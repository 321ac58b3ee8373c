"""Routing with fixed tables: when channels are out, packets avoid what leads nowhere."""

from collections.abc import Callable

import numpy as np

from fatdesk.core.arrays import Bools, Ints
from fatdesk.networks.network import Network
from fatdesk.networks.routing.algorithm import Formula, Forwarding, Ways, no_formula


def surviving(
    network: Network,
    states: int,
    after: Ints,
    ways: Callable[[int], Ways],
    usable: Bools | None,
    *,
    by_switch: bool = False,
    formula: Callable[[], Formula | None] = no_formula,
) -> Forwarding:
    """The routing algorithm with those candidates from which the destination can still be reached."""
    if usable is None:
        return Forwarding(network, states, after, ways, by_switch, formula)
    from fatdesk.networks.routing.shortest_paths import prune

    head = np.ascontiguousarray(network.channels[:, 1])

    def kept(destination: int) -> Ways:
        full = ways(destination)
        return Ways(destination, *prune(destination, full.start, full.channel, usable, head, after))

    return Forwarding(network, states, after, kept, by_switch and ends_usable(network, usable))


def ends_usable(network: Network, usable: Bools | None) -> bool:
    """Whether no channel into a host has failed; else hosts of one switch may have different paths."""
    return usable is None or bool(usable[network.channels[:, 1] < network.hosts].all())

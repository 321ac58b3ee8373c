"""MiKANT's deterministic routing, hop by hop by the digits of the destination.

Source: the mirrored k-ary n-tree paper's Algorithm 1, with the index of its decreasing port corrected as in
spec 4: down from level L sets digit L - 1.
"""

import numpy as np

from fatdesk.core.arrays import Bools
from fatdesk.networks.cards import MIRRORED, Card
from fatdesk.networks.network import Network
from fatdesk.networks.routing.algorithm import (
    NextChannels,
    RoutingTable,
    by_port,
    chosen,
    state_by_node,
    surviving,
)
from fatdesk.networks.routing.mirrored_digits import Switches, not_mikant

NAME = "mikant"
TITLE = "hop by hop by the destination's digits"
FITS = "MiKANT"
SHORTEST, ADAPTIVE = True, False
CARD = Card(
    "One path for each destination in MiKANT, hop by hop by the digits of the destination.",
    "Use it in MiKANT with fixed routing tables.",
    MIRRORED,
)
refusal = not_mikant


def routing_table(network: Network, usable: Bools | None = None) -> RoutingTable:
    """The routing algorithm; nothing replaces a path that is out."""
    switches, outgoing = Switches.of(network), by_port(network)
    tail, head = network.channels.T
    from_host, tail = tail < network.hosts, np.maximum(tail - network.hosts, 0)

    def next_channels(destination: int) -> NextChannels:
        group, number = switches.target(destination)
        falls = (switches.group == group) & (switches.number == number)
        onward = np.where(falls, switches.down(number, destination), switches.up(number))
        return chosen(destination, from_host | (head == onward[tail]), outgoing)

    return surviving(
        network, network.node_count, state_by_node(network), next_channels, usable, by_switch=True
    )

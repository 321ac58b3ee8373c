"""MiKANT with any channel up inside a group; over to the other group and down by the destination's digits.

Source: spec 4: free of deadlock, which a free choice of the path over is not.
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

NAME = "mikant-adaptive"
TITLE = "adaptive up, over and down by the destination's digits"
FITS = "MiKANT"
SHORTEST, ADAPTIVE = True, True
CARD = Card(
    "In MiKANT any port up inside a group, then across and down by the destination's digits.",
    "Use it in MiKANT where switches choose outputs by load.",
    MIRRORED,
)
refusal = not_mikant


def routing_table(network: Network, usable: Bools | None = None) -> RoutingTable:
    """The algorithm; where channels failed it takes those channels up that still lead to the destination."""
    switches, outgoing = Switches.of(network), by_port(network)
    tail, head = network.channels.T
    level = network.level
    rises = (tail >= network.hosts) & (level[head] > level[tail])
    from_host, tail = tail < network.hosts, np.maximum(tail - network.hosts, 0)

    def next_channels(destination: int) -> NextChannels:
        group, number = switches.target(destination)
        place = switches.k**switches.level
        falls = (switches.group == group) & (switches.number // place == number // place)
        onward = np.where(falls, switches.down(number, destination), switches.up(number))
        free = rises & ~falls[tail]
        return chosen(destination, from_host | free | (head == onward[tail]), outgoing)

    return surviving(
        network, network.node_count, state_by_node(network), next_channels, usable, by_switch=True
    )

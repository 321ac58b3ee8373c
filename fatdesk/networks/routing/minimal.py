"""Minimal: any shortest path, found again when channels are out; may deadlock where paths make a ring."""

import numpy as np

from fatdesk.core.arrays import Bools
from fatdesk.networks.cards import Card
from fatdesk.networks.network import Network
from fatdesk.networks.routing.algorithm import NextChannels, RoutingTable, by_port, ends_usable, state_by_node

NAME = "minimal"
TITLE = "adaptive over all shortest paths"
FITS = "every network"
SHORTEST, ADAPTIVE = True, True
CARD = Card(
    "Any shortest path, chosen by load at each switch.",
    "Use it in HyperX; in networks with rings it can deadlock without virtual channels.",
)


def refusal(network: Network) -> str:
    """Return no refusal: it fits every network."""
    return ""


def routing_table(network: Network, usable: Bools | None = None) -> RoutingTable:
    """The routing algorithm over the channels that work."""
    from fatdesk.networks.routing.shortest_paths import descend, nearest

    count = len(network.channels)
    allowed = np.ones(count, np.bool_) if usable is None else usable
    none = np.zeros(count, np.bool_)
    tail, head = np.ascontiguousarray(network.channels.T)
    start, incoming = network.incoming
    out_start, outgoing = by_port(network)

    def next_channels(destination: int) -> NextChannels:
        left, _ = descend(destination, allowed, start, incoming, tail, network.hosts)
        found = nearest(destination, allowed, left, none, left, out_start, outgoing, head, network.hosts)
        return NextChannels(destination, *found)

    return RoutingTable(
        network,
        network.node_count,
        state_by_node(network),
        next_channels,
        by_switch=ends_usable(network, usable),
    )

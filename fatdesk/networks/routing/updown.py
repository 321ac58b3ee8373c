"""Up*/down*: a shortest path of those that never go up again after going down; free of deadlock anywhere.

Source of the rule: Schroeder et al., Autonet: a high-speed, self-configuring local area network (1991). What
is up is defined in :mod:`fatdesk.networks.routing.levels`.
"""

import numpy as np

from fatdesk.core.arrays import Bools
from fatdesk.networks.cards import Card
from fatdesk.networks.network import Network
from fatdesk.networks.routing.algorithm import NextChannels, RoutingTable, by_port, ends_usable
from fatdesk.networks.routing.levels import upward

NAME = "updown"
TITLE = "adaptive over the shortest paths first up, then down"
FITS = "two-way networks"
SHORTEST, ADAPTIVE = False, True
PAPER = (
    "Schroeder et al., Autonet: A High-Speed, Self-Configuring Local Area Network Using Point-to-Point Links "
    "(1991)"
)
CARD = Card(
    "A shortest of the paths that go up first and then only down, in any network.",
    "Use it where nothing else fits: it cannot deadlock, but it loads links near the root most.",
    PAPER,
)


def refusal(network: Network) -> str:
    """Return a refusal where links do not lead in both directions."""
    return "its links lead in one direction only" if network.one_way else ""


def routing_table(network: Network, usable: Bools | None = None) -> RoutingTable:
    """The routing algorithm over the channels that work."""
    from fatdesk.networks.routing.shortest_paths import climb, descend, lawful

    up = upward(network, usable)
    down = ~up
    if usable is not None:
        up, down = up & usable, down & usable
    tail, head = np.ascontiguousarray(network.channels.T)
    start, incoming = network.incoming
    out_start, outgoing = by_port(network)
    hosts, nodes = network.hosts, network.node_count

    def next_channels(destination: int) -> NextChannels:
        below, queue = descend(destination, down, start, incoming, tail, hosts)
        left = climb(destination, below, queue, up, start, incoming, tail, hosts)
        found = lawful(destination, down, below, up, left, out_start, outgoing, head, hosts)
        return NextChannels(destination, *found)

    onward = np.where(upward(network, usable), head, head + nodes)
    after = np.where(head < hosts, -1, onward).astype(np.int32)
    return RoutingTable(network, 2 * nodes, after, next_channels, by_switch=ends_usable(network, usable))

"""Valiant in trees: up to a switch of the top level drawn at random, then down to the destination.

Every packet is sent over a random intermediate switch, whatever its destination, so all permutations load the
links alike. In a tree the intermediate switch is one without a way further up; the packet never goes up again
after going down, so it cannot deadlock. In other networks the second half of the path would need virtual
channels of its own, which the switches of the simulation do not have.

Source: Valiant and Brebner, Universal schemes for parallel communication (1981).
"""

from dataclasses import replace

import numpy as np

from fatdesk.core.arrays import Bools
from fatdesk.networks.cards import RANDOM, Card
from fatdesk.networks.network import Network
from fatdesk.networks.routing.algorithm import (
    NO_LIST,
    Formula,
    NextChannels,
    RoutingTable,
    by_port,
    surviving,
)
from fatdesk.networks.routing.levels import IN_LEVELS, leveled, tree_formula, upward

NAME = "valiant"
TITLE = "up at random to the top level, then down"
FITS = IN_LEVELS
SHORTEST, ADAPTIVE = False, False
CARD = Card(
    "Up to a random switch of the top level, whatever the destination, then down.",
    "Use it against bad permutations: it makes all traffic look uniform, at the cost of longer paths.",
    RANDOM,
)


def refusal(network: Network) -> str:
    """Return a refusal for networks that are no trees of levels."""
    if network.one_way:
        return "its links lead in one direction only"
    if not leveled(network):
        return (
            "without levels, packets by way of a random switch need virtual channels to be free of deadlock, "
            "which the switches here do not have"
        )
    return ""


def routing_table(network: Network, usable: Bools | None = None) -> RoutingTable:
    """The algorithm; where channels failed it draws among ports that leave a path over the top.

    At node v a packet that comes from below is in state v, one from above in state n + v.
    """
    from fatdesk.networks.routing.shortest_paths import descend, highest

    up = upward(network)
    down = ~up
    tail, head = np.ascontiguousarray(network.channels.T)
    start, incoming = network.incoming
    out_start, outgoing = by_port(network)
    hosts, nodes = network.hosts, network.node_count
    level = network.level.astype(np.int32)
    falling = np.argsort(-level, kind="stable").astype(np.int32)

    def next_channels(destination: int) -> NextChannels:
        below, _ = descend(destination, down, start, incoming, tail, hosts)
        found = highest(destination, down, below, level, falling, out_start, outgoing, head, hosts)
        return NextChannels(destination, *found)

    after = np.where(head < hosts, -1, np.where(up, head, head + nodes)).astype(np.int32)
    table = surviving(
        network,
        2 * nodes,
        after,
        next_channels,
        usable,
        by_switch=True,
        formula=lambda: _formula(network),
    )
    return replace(table, oblivious=True)


def _formula(network: Network) -> Formula | None:
    """The formula of trees, by which a packet from below goes down where there is no way up."""
    tree = tree_formula(network)
    if tree is None:
        return None
    rising = tree.lines.copy()
    rising[rising[:, 7] != NO_LIST, :2] = 0  # nothing is below, so up it goes
    return Formula(np.concatenate([rising, tree.lines]), tree.start, tree.channel)

"""DESTRO: up through the port that the destination's digit names, then down, one path for each destination.

Source: the fault-tolerant-indirect-topologies paper, as in spec 3: at stage s up port k + p_s. In other
networks of levels the channels up of a switch are counted by port, and the one taken is destination div
(channels up of all levels below, multiplied) mod channels up. That is digit p_s in a k-ary n-tree, T_L in a
Clos network (spec 4), and what is called D-mod-K in generalised fat-trees (Zahavi, D-Mod-K Routing Providing
Non-Blocking Traffic for Shift Permutations on Real Life Fat Trees, 2010). Levels whose switches differ count
with the most channels up. Where several paths lead down, as over parallel links, a packet takes the
destination's own path up backwards if that is one of them, and else the one of that number.
"""

import numpy as np

from fatdesk.core.arrays import Bools, Longs
from fatdesk.networks.cards import DETERMINISTIC, Card
from fatdesk.networks.network import Network
from fatdesk.networks.routing.algorithm import NextChannels, RoutingTable, by_port, state_by_node, surviving
from fatdesk.networks.routing.levels import IN_LEVELS, no_tree, tree_channels, tree_formula, upward

NAME = "destro"
TITLE = "up by the destination's digits, then down"
FITS = IN_LEVELS
SHORTEST, ADAPTIVE = True, False
CARD = Card(
    "One path for each destination: up through the port that the destination's digit names, then down.",
    "Use it in fat-trees with fixed routing tables (InfiniBand); it keeps packets in order.",
    DETERMINISTIC,
)
refusal = no_tree


def routing_table(network: Network, usable: Bools | None = None) -> RoutingTable:
    """The routing algorithm; nothing replaces a path that is out."""
    every = tree_channels(network)
    own_way = OwnChannels(network)
    tail = network.channels[:, 0]

    def next_channels(destination: int) -> NextChannels:
        found = every(destination)
        counts = np.diff(found.start)
        states = np.flatnonzero(counts)
        number = own_way.numbers(destination)
        taken = found.start[states] + number[states] % counts[states]
        backwards = own_way.channels(destination) ^ 1
        for at in np.flatnonzero(np.isin(found.channel, backwards)).tolist():
            taken[np.searchsorted(states, tail[found.channel[at]])] = at
        start = np.zeros(len(found.start), np.int32)
        np.cumsum(np.minimum(counts, 1), out=start[1:])
        return NextChannels(destination, start, found.channel[taken])

    return surviving(
        network,
        network.node_count,
        state_by_node(network),
        next_channels,
        usable,
        formula=lambda: tree_formula(network, own_way.divisors),
    )


class OwnChannels:
    """The channel up that belongs to each host."""

    def __init__(self, network: Network) -> None:
        up = upward(network)
        start, outgoing = by_port(network)
        self._head = network.channels[:, 1]
        rising = up[outgoing]
        self._channels = outgoing[rising]
        self._start = np.concatenate([[0], np.cumsum(rising)])[start]
        self._level = network.level
        widths = np.ones(int(network.level.max()) + 1, np.int64)
        np.maximum.at(widths, network.level, np.diff(self._start))
        below = [1]
        for many in widths[:-1].tolist():
            below.append(min(below[-1] * many, network.hosts))
        self._below = np.array(below, np.int64)

    def numbers(self, destination: int) -> Longs:
        """The number that says which of its paths each node takes to a destination."""
        found: Longs = (destination // self._below)[self._level]
        return found

    @property
    def divisors(self) -> Longs:
        """Return the divisor of each node, for the number of the path that a destination takes."""
        found: Longs = self._below[self._level]
        return found

    def channels(self, host: int) -> Longs:
        """The channels up from a host to the top."""
        number = self.numbers(host)
        node, found = host, []
        while (many := self._start[node + 1] - self._start[node]) > 0:
            found.append(int(self._channels[self._start[node] + number[node] % many]))
            node = int(self._head[found[-1]])
        return np.array(found, np.int64)

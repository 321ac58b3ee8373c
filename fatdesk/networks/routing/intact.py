"""Routing with failed channels where hosts prefer links from which no path has failed.

Source: the fault-tolerant-indirect-topologies paper, section 4.2.1: if there is a fault in the path to a
destination through one of the injection links of a node, the traffic to that destination goes through the
other link that is still healthy.
"""

from dataclasses import replace

import numpy as np

from fatdesk.core.arrays import Bools
from fatdesk.networks.network import Network
from fatdesk.networks.routing.algorithm import NextChannels, RoutingAlgorithm, RoutingTable, no_formula


def intact_first(algorithm: RoutingAlgorithm, network: Network, usable: Bools) -> RoutingTable:
    """Return the routing table without failed channels, in which hosts use intact links first.

    A link of a host is intact for a destination when no channel of any path from it has failed. Where none
    is, all links with a path are used, as without this rule.

    >>> from fatdesk.networks.routing import ruft
    >>> from fatdesk.networks.topologies import network_of
    >>> net = network_of("ft-ruft-212:k=2,n=3")
    >>> usable = np.ones(len(net.channels), bool)
    >>> usable[net.outgoing[1][net.outgoing[0][net.hosts]]] = False  # one of switch 0,00 to the next stage
    >>> [len(intact_first(ruft, net, usable).next_channels(7).onward(host)) for host in (0, 2)]
    [1, 2]
    """
    whole, left = algorithm.routing_table(network), algorithm.routing_table(network, usable)
    hosts, after = network.hosts, whole.after

    def next_channels(destination: int) -> NextChannels:
        full, cut = whole.next_channels(destination), left.next_channels(destination)
        states = np.repeat(np.arange(len(full.start) - 1), np.diff(full.start))
        onward = after[full.channel]
        failed = ~usable[full.channel]
        broken = np.zeros(len(full.start) - 1, np.bool_)
        while True:
            doubtful = failed | (broken[onward] & (onward >= 0))
            spread = np.zeros_like(broken)
            spread[states[doubtful]] = True
            if (spread == broken).all():
                break
            broken = spread
        healthy = np.zeros(len(after), np.bool_)
        healthy[full.channel[~doubtful]] = True
        good = healthy[cut.channel]
        source = np.repeat(np.arange(len(cut.start) - 1), np.diff(cut.start))
        kept = good | (source >= hosts) | ~np.isin(source, source[good & (source < hosts)])
        start = np.zeros(len(cut.start), np.int32)
        np.cumsum(np.bincount(source[kept], minlength=len(cut.start) - 1), out=start[1:])
        return NextChannels(destination, start, cut.channel[kept])

    return replace(left, next_channels=next_channels, by_switch=False, formula=no_formula)

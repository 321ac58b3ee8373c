"""Ways in a tree of levels: up any way to a nearest common ancestor, then down to the destination."""

from collections.abc import Callable

import numpy as np

from fatdesk.networks.network import Network
from fatdesk.networks.routing.scheme import Ways, by_port
from fatdesk.networks.routing.upward import leveled, upward


def no_tree(network: Network) -> str:
    """Why a network is no tree of levels; empty when it is one."""
    if network.one_way:
        return "its links lead one way only: take ruft or minimal"
    if not leveled(network):
        return "some of its links join nodes of one level, so there is no up and down: take updown or minimal"
    return ""


def tree_ways(network: Network) -> Callable[[int], Ways]:
    """All ways up to nearest common ancestors and down, for each destination.

    A node is an ancestor of what can be reached from it by going down; the nearest one is where a packet
    first can go down, after the fewest steps up. Channels stand in the order of ports.
    """
    from fatdesk.networks.routing.searching import FAR, climb, descend, nearest

    up = upward(network)
    down = ~up
    tail, head = np.ascontiguousarray(network.channels.T)
    start, incoming = network.incoming
    out_start, outgoing = by_port(network)
    hosts = network.hosts

    def ways(destination: int) -> Ways:
        below, queue = descend(destination, down, start, incoming, tail, hosts)
        ancestor = np.where(below == FAR, FAR, np.int32(0))
        above = climb(destination, ancestor, queue, up, start, incoming, tail, hosts)
        found = nearest(destination, down, below, up, above, out_start, outgoing, head, hosts)
        return Ways(destination, *found)

    return ways

"""Cycles of a packet that is alone in its network, from the length of its path."""

from fatdesk.networks.routing.algorithm import RoutingTable
from fatdesk.networks.simulation.study import Switching
from fatdesk.networks.simulation.zero_load import latency, shortest


def pair_latency(routing_table: RoutingTable, switching: Switching, source: int, destination: int) -> int:
    """Cycles from one host to another over the shortest path of the routing algorithm.

    What a host sends to itself goes over its switch.
    """
    hops = int(shortest(routing_table, routing_table.next_channels(destination))[source])
    return int(latency(routing_table.network, switching, hops))

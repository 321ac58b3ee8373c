"""One-flit packets in switches without delays, for algorithms that draw a port and have known figures."""

from fatdesk.networks.simulation.engines.tables import tables_of
from fatdesk.networks.simulation.simulation import Simulation
from fatdesk.networks.simulation.study import Switching
from fatdesk.networks.traffic import pattern
from fatdesk.networks.traffic.traffic import Requested

IDEAL = Switching(packet_bytes=1, buffer_packets=64, routing=0, crossbar=0, link=1, fly=0)
WORMS = Switching(switching="wormhole", packet_bytes=1, buffer_flits=64, routing=0, crossbar=0, link=1, fly=0)
HEAD_OF_LINE = {2: 0.75, 4: 0.6553, 8: 0.6184}
"""Saturation of a switch of k inputs whose packets draw their output and wait for it in one queue an input.

Karol, Hluchyj and Morgan, Input versus output queueing on a space-division packet switch (1987), table I.
"""


def settled(one, network, traffic, switching, *, load=1.0, cycles=20_000):
    """Counts of a run after 3,000 cycles."""
    draws = pattern(traffic).draws(Requested(network.hosts))
    run = Simulation(tables_of(one.routing_table(network)), switching, draws, load)
    run.advance(3000)
    return run.advance(cycles)


def a_cycle(counts, network):
    """Packets delivered a cycle and host."""
    return counts.delivered / counts.cycles / network.hosts

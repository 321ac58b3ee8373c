"""Tables of ways against the scheme itself, state by state."""

import numpy as np
import pytest

from fatdesk.core.errors import FatdeskError
from fatdesk.networks.fault_tolerance.study import FaultParameters
from fatdesk.networks.fault_tolerance.tolerance import random_tolerated
from fatdesk.networks.fault_tolerance.units import fault_units, usable_without
from fatdesk.networks.network import network
from fatdesk.networks.routing import fitting
from fatdesk.networks.simulation.engines.tables import DELIVER, tables_of
from fatdesk.networks.simulation.simulation import Simulation
from fatdesk.networks.simulation.study import Switching
from fatdesk.networks.topologies import network_of
from fatdesk.networks.traffic.traffic import fixed_draws, uniform_draws


@pytest.mark.parametrize(
    ("spec", "scheme", "faults"),
    [
        ("kary-tree:k=2,n=3", "updown", 0),
        ("kary-tree:k=2,n=3", "fta", 1),
        ("mikant:k=2,n=3", "minimal", 0),
        ("hyperx:S=3-2,K=1-1,T=2", "updown", 0),
        ("two-level:N=12,PE=8,PC=8,Bl=1", "updown", 1),
        ("ft-ruft-212:k=4,n=2", "ruft", 3),
        ("ruft-pl:k=4,n=2", "ruft", 1),
    ],
)
def test_tables_say_what_the_scheme_says(spec, scheme, faults):
    net = network_of(spec)
    chosen = fitting(scheme, net)
    units = fault_units(net, FaultParameters(whole=True))
    (out,) = random_tolerated(net, chosen, units, faults, 1, seed=1)
    routing_table = chosen.routing_table(net, usable_without(net, units, out) if faults else None)
    made = tables_of(routing_table)
    look, wiring = made.lookup, made.wiring
    assert len(look.table)
    for destination in range(net.hosts):
        ways = routing_table.next_channels(destination)
        for state in range(routing_table.states):
            wanted = ways.onward(state).tolist()
            if state == destination or not wanted:
                continue
            chosen_set = look.table[look.row[state] + look.kind[destination]]
            if chosen_set == DELIVER:
                node = state if routing_table.states == net.node_count else state % net.node_count
                at = np.arange(*look.last_start[destination : destination + 2])
                (chosen_set,) = look.last_set[at[look.last_node[at] == node]]
            found = wiring.set_channel[wiring.set_start[chosen_set] : wiring.set_start[chosen_set + 1]]
            assert sorted(found.tolist()) == sorted(wanted), (destination, state)


@pytest.mark.parametrize("out", [(), (25, 22, 31, 18, 17, 30)])
def test_hosts_send_to_themselves_over_channels_that_lead_back(out):
    net = network_of("ft-ruft-212:k=2,n=3")
    usable = np.ones(len(net.channels), bool)
    usable[list(out)] = False
    routing_table = fitting("ruft", net).routing_table(net, usable)
    made = tables_of(routing_table)
    for host in range(net.hosts):
        own = made.lookup.itself[host]
        found = made.wiring.set_channel[made.wiring.set_start[own] : made.wiring.set_start[own + 1]].tolist()
        ways, (start, outgoing) = routing_table.next_channels(host), net.outgoing
        all_own = outgoing[start[host] : start[host + 1]].tolist()
        assert found == [channel for channel in all_own if len(ways.onward(routing_table.after[channel]))]
    itself = fixed_draws(np.arange(net.hosts), itself=True)
    counts = Simulation(made, Switching(packet_bytes=8), itself, 0.3).advance(2000)
    assert (counts.received > 50).all()
    assert np.array_equal(counts.received, counts.delivered_of)


def test_a_host_without_a_way_back_to_itself_is_refused():
    """Host 0 sends by switch 2 to host 1, and that by switch 3 to host 0."""
    ends = np.array([[0, 2], [2, 1], [1, 3], [3, 0]])
    net = network(2, np.array([0, 0, 1, 1]), ends, ends * 0, one_way=True)
    made = tables_of(fitting("minimal", net).routing_table(net))
    assert Simulation(made, Switching(), uniform_draws(2, itself=False), 0.5).advance(2000).delivered > 0
    with pytest.raises(FatdeskError, match="host 0 has no path back to itself"):
        Simulation(made, Switching(), uniform_draws(2, itself=True), 0.5)

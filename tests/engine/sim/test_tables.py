"""Tables of ways against the scheme itself, state by state."""

import numpy as np
import pytest

from fatdesk.engine.families import network_of
from fatdesk.engine.forwarding import fitting
from fatdesk.engine.sim.outages import random_outages, usable_without
from fatdesk.engine.sim.tables import DELIVER, tables_of


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
    network = network_of(spec)
    chosen = fitting(scheme, network)
    out = random_outages(network, chosen, faults, seed=1)
    forwarding = chosen.forwarding(network, usable_without(network, out) if faults else None)
    made = tables_of(forwarding)
    look, wiring = made.lookup, made.wiring
    assert len(look.table)
    for destination in range(network.hosts):
        ways = forwarding.ways(destination)
        for state in range(forwarding.states):
            wanted = ways.onward(state).tolist()
            if state == destination or not wanted:
                continue
            chosen_set = look.table[look.row[state] + look.kind[destination]]
            if chosen_set == DELIVER:
                node = state if forwarding.states == network.node_count else state % network.node_count
                at = np.arange(*look.last_start[destination : destination + 2])
                (chosen_set,) = look.last_set[at[look.last_node[at] == node]]
            found = wiring.set_channel[wiring.set_start[chosen_set] : wiring.set_start[chosen_set + 1]]
            assert sorted(found.tolist()) == sorted(wanted), (destination, state)

"""Formulas give the same ways as the schemes' tables, for all states and destinations."""

import numpy as np
import pytest

from fatdesk.networks.routing import routing_algorithm
from fatdesk.networks.routing.algorithm import NextChannels, RoutingTable
from fatdesk.networks.topologies import network_of

REGULAR = [
    ("fta", "kary-tree:k=2,n=1"),
    ("fta", "kary-tree:k=3,n=3"),
    ("fta", "kary-tree:k=4,n=3"),
    ("fta", "egft:M=4-3,C=1-2,K=1-2"),
    ("fta", "egft:M=2-3-2,C=1-2-3,K=1-1-2"),
    ("fta", "two-level:N=72,PE=36,PC=36,Bl=1"),
    ("destro", "kary-tree:k=3,n=3"),
    ("destro", "kary-tree:k=4,n=2"),
    ("ruft", "ruft:k=2,n=1"),
    ("ruft", "ruft:k=3,n=3"),
    ("ruft", "ruft:k=4,n=3"),
    ("ruft", "ruft-pl:k=4,n=2"),
    ("ruft", "ruft-pl:k=2,n=1"),
    ("ruft", "ft-ruft-212:k=2,n=3"),
    ("ruft", "ft-ruft-212:k=3,n=2"),
    ("ruft", "ft-ruft-212:k=4,n=3"),
    ("ruft", "ft-ruft-222:k=2,n=3"),
    ("ruft", "ft-ruft-222:k=3,n=3"),
    ("ruft", "ft-ruft-222:k=4,n=2"),
]
IRREGULAR = [
    ("fta", "clos:k=2,n=3"),
    ("destro", "clos:k=3,n=2"),
    ("fta", "two-level:N=60,PE=36,PC=36,Bl=1"),
    ("fta", "universal:n=16,w=8"),
    ("destro", "egft:M=4-3,C=1-2,K=1-2"),
]


def _states(made: RoutingTable, ways: NextChannels) -> list[int]:
    """The states that packets can come into."""
    found = [host for host in range(made.network.hosts) if host != ways.destination]
    seen = set(found)
    for state in found:
        for then in made.after[ways.onward(state)].tolist():
            if then >= 0 and then not in seen:
                seen.add(then)
                found.append(then)
    return found


@pytest.mark.parametrize(("name", "spec"), REGULAR + IRREGULAR)
def test_a_formula_gives_the_ways_of_the_scheme(name: str, spec: str) -> None:
    network = network_of(spec)
    made = routing_algorithm(name).routing_table(network)
    formula = made.formula()
    if formula is None:
        assert (name, spec) in IRREGULAR
        return
    for destination in range(network.hosts):
        ways = made.next_channels(destination)
        for state in _states(made, ways):
            np.testing.assert_array_equal(
                formula.onward(state, destination), ways.onward(state), f"state {state} to {destination}"
            )


@pytest.mark.parametrize(
    ("name", "spec"),
    [
        *[pair for pair in REGULAR if pair[0] != "destro"],
        ("mikant", "mikant:k=2,n=3"),
        ("mikant-adaptive", "mikant:k=3,n=3"),
        ("updown", "hyperx:S=3-3,K=1-1,T=2"),
        ("minimal", "hyperx:S=3-3,K=1-1,T=2"),
    ],
)
def test_ways_to_hosts_of_a_switch_differ_in_the_last_channel_only(name: str, spec: str) -> None:
    network = network_of(spec)
    made = routing_algorithm(name).routing_table(network)
    assert made.by_switch
    tail, head = network.channels.T
    known: dict[tuple[int, ...], list[list[int]]] = {}
    for destination in range(network.hosts):
        before = tuple(sorted(tail[head == destination].tolist()))
        ways = made.next_channels(destination)
        found = [
            []
            if state < network.hosts
            else [c for c in ways.onward(state).tolist() if head[c] != destination]
            for state in range(made.states)
        ]
        assert known.setdefault(before, found) == found

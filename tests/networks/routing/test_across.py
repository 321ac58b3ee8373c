"""Up, across and down: all shortest paths of Dragonfly+, no deadlock, and the networks that it is for."""

import numpy as np
import pytest

from fatdesk.networks.routing import across, minimal, routing_algorithm, usual
from fatdesk.networks.routing.check import check
from fatdesk.networks.topologies import network_of

SPECS = (
    "dragonfly-plus:g=4,a=2,s=2,T=2,K=2",
    "dragonfly-plus:g=5,a=2,s=2,T=1,K=1",
    "dragonfly-plus:g=3,a=2,s=1,T=2,K=3,L=2",
    "dragonfly-plus:g=2,a=3,s=2,T=1,K=1",
)


@pytest.mark.parametrize("spec", SPECS)
def test_its_paths_are_the_shortest_ones_and_free_of_deadlock(spec: str) -> None:
    network = network_of(spec)
    assert usual(network) is across
    table, shortest = across.routing_table(network), minimal.routing_table(network)
    result = check(table)
    assert result.delivers
    assert result.deadlock_free
    for destination in range(network.hosts):
        mine, all_of_them = table.next_channels(destination), shortest.next_channels(destination)
        for source in range(network.hosts):
            if source == destination:
                continue
            state = own = source
            while state >= 0:
                onward = mine.onward(own)
                assert onward.tolist() == all_of_them.onward(state).tolist()
                state, own = int(shortest.after[onward[0]]), int(table.after[onward[0]])


def test_a_pair_whose_only_link_failed_is_lost_and_others_are_not() -> None:
    network = network_of("dragonfly-plus:g=3,a=1,s=1,T=1,K=1")
    usable = np.ones(len(network.channels), np.bool_)
    first = network.hosts + 3
    usable[(network.channels == (first, first + 1)).all(axis=1)] = False
    result = check(across.routing_table(network, usable))
    assert (result.lost, result.deadlock_free) == (1, True)


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("kary-tree:k=2,n=3", "groups whose highest switches are linked"),
        ("hyperx:S=3,K=1,T=2", "groups whose highest switches are linked"),
        ("dragonfly-plus:g=1,a=2,s=2,T=2", "groups whose highest switches are linked"),
    ],
)
def test_other_networks_are_refused(spec: str, why: str) -> None:
    assert why in routing_algorithm("across").refusal(network_of(spec))

"""Routing over a random nearest common ancestor: delivery, deadlock, path counts, loads and saturation."""

import networkx as nx
import numpy as np
import pytest

from fatdesk.networks.routing import fta, nca, routing_algorithm
from fatdesk.networks.routing.check import check
from fatdesk.networks.routing.paths import path_count
from fatdesk.networks.topologies import network_of
from tests.networks.routing.draws import HEAD_OF_LINE, IDEAL, WORMS, a_cycle, settled
from tests.networks.routing.samples import NETWORKS, TREES, WIDE_TREES, all_paths, graph


@pytest.mark.parametrize("spec", [*TREES, *WIDE_TREES])
def test_paths_are_all_shortest_ones_and_cannot_block_each_other(spec):
    net = NETWORKS[spec]
    over = nca.routing_table(net)
    verdict = check(over)
    assert verdict.delivers
    assert verdict.deadlock_free
    for (source, destination), found in all_paths(over).items():
        own = graph(net, source, destination)
        length = nx.shortest_path_length(own, source, destination)
        known = list(nx.all_simple_edge_paths(own, source, destination, cutoff=length))
        assert {len(path) for path in found} == {length}
        assert path_count(over, over.next_channels(destination), source) == len(known)


@pytest.mark.parametrize("k", HEAD_OF_LINE)
@pytest.mark.parametrize("switching", [IDEAL, WORMS], ids=["packets", "worms"])
def test_a_permutation_saturates_where_packets_that_drew_a_port_block_those_behind(k, switching):
    """Under complement each packet of an edge switch draws one of its k ports up: a switch of k inputs."""
    net = network_of(f"kary-tree:k={k},n=2")
    found = a_cycle(settled(nca, net, "complement", switching), net)
    assert found == pytest.approx(HEAD_OF_LINE[k], rel=0.01)


def test_what_an_adaptive_choice_and_a_fixed_one_carry_instead():
    net = network_of("kary-tree:k=4,n=2")
    for one in (fta, routing_algorithm("destro")):
        assert a_cycle(settled(one, net, "complement", IDEAL), net) == pytest.approx(1.0, abs=0.001)


@pytest.mark.parametrize("switching", [IDEAL, WORMS], ids=["packets", "worms"])
def test_ports_are_drawn_with_equal_probability_and_independently(switching):
    """At a load so low that nothing waits, packets over each port follow the binomial distribution."""
    net = network_of("kary-tree:k=4,n=2")
    counts = settled(nca, net, "complement", switching, load=0.1, cycles=100_000)
    tail, head = net.channels.T
    up = (tail >= net.hosts) & (net.level[head] > net.level[tail])
    each = counts.carried[up].reshape(-1, 4)
    mean = each.sum(axis=1, keepdims=True) / 4
    chi_square = float(((each - mean) ** 2 / mean).sum())
    assert 1.5 < chi_square < 30  # 12 degrees of freedom: beyond that by chance once in 500
    assert np.all(np.abs(each - mean) < 5 * np.sqrt(mean))

"""Numbers of shortest paths, against every path that networkx finds."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given

from fatdesk.networks.measures.path_counts import PathCounts, count_walks, shortest_path_counts
from fatdesk.networks.network import Network
from fatdesk.networks.routing import routing_algorithm
from fatdesk.networks.routing.paths import path_counts
from fatdesk.networks.topologies import network_of
from tests.networks.measures.random_networks import networks
from tests.networks.routing.samples import NETWORKS, graph, pairs


def by_networkx(net: Network, source: int, target: int) -> PathCounts | None:
    """Every shortest path as a list of nodes, and as a list of channels."""
    own = graph(net, source, target)
    if not nx.has_path(own, source, target):
        return None
    by_nodes = list(nx.all_shortest_paths(nx.DiGraph(own), source, target))
    length = len(by_nodes[0]) - 1
    edges = set(map(tuple, nx.all_simple_edge_paths(own, source, target, cutoff=length)))
    return PathCounts(len(by_nodes), len(edges), length, length)


@pytest.mark.parametrize("spec", NETWORKS)
def test_shortest_paths_are_those_of_networkx(spec: str) -> None:
    net = NETWORKS[spec]
    for source, target in pairs(net):
        assert shortest_path_counts(net, source, target) == by_networkx(net, source, target)


@given(networks())
def test_so_are_those_of_random_networks(net: Network) -> None:
    for source, target in pairs(net)[:12]:
        assert shortest_path_counts(net, source, target) == by_networkx(net, source, target)


@pytest.mark.parametrize(
    ("spec", "switches", "channels", "links"),
    [
        ("kary-tree:k=2,n=12", 2**11, 2**11, 24),
        ("ft-ruft-222:k=2,n=12", 4, 4 * 2**11, 13),
        ("mikant:k=4,n=5", 4**4, 4**4, 10),
    ],
)
def test_counts_of_large_networks_are_closed_forms(
    spec: str, switches: int, channels: int, links: int
) -> None:
    """A choice of k links on each way up; one of two links between any two stages.

    In MiKANT packets between corners of a group cross twice: all digits are set before, the last after the
    first crossing.
    """
    net = network_of(spec)
    last = net.hosts // 2 - 1 if net.family == "mikant" else net.hosts - 1
    assert shortest_path_counts(net, 0, last) == PathCounts(switches, channels, links, links)


def test_counts_beyond_64_bits_are_exact() -> None:
    """Eight bundles of 512 links, one after the other, on each of eight sequences of switches."""
    net = network_of("egft:M=2-2-2-2-2,C=1-8-8-8-8,K=1-512-512-512-512")
    assert shortest_path_counts(net, 0, net.hosts - 1) == PathCounts(8, 8 * 512**8, 10, 10)
    table = routing_algorithm("fta").routing_table(net)
    assert path_counts(table, table.next_channels(net.hosts - 1), 0) == PathCounts(8, 8 * 512**8, 10, 10)


def test_a_host_is_there_already() -> None:
    assert shortest_path_counts(network_of("star:N=4"), 2, 2) == PathCounts(1, 1, 0, 0)


def test_walks_round_a_circle_are_not_counted() -> None:
    assert count_walks(np.array([0, 1, 2, 1]), np.array([1, 2, 1, 3]), 0, 3) is None

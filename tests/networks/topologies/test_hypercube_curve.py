"""Cost performance relative to the hypercube, against graphs of networkx and the formulas of the slides."""

from fractions import Fraction

import networkx as nx
import pytest

from fatdesk.core.errors import FatdeskError
from fatdesk.networks.topologies import network_of
from fatdesk.networks.topologies.hypercube_curve import hypercube_curve


def figures(graph: "nx.Graph[int]", hosts: list[int]) -> tuple[int, int, Fraction]:
    """Channels, ports of switches, and the average distance with a host and itself, by search."""
    ports = sum(graph.degree(node) for node in graph if node not in set(hosts))
    total = sum(sum(nx.single_source_shortest_path_length(graph, a)[b] for b in hosts) for a in hosts)
    return 2 * graph.number_of_edges(), ports, Fraction(total, len(hosts) ** 2)


@pytest.mark.parametrize(("k", "n"), [(2, 2), (2, 3), (2, 4), (4, 2)])
def test_points_are_those_of_graphs(k: int, n: int) -> None:
    for point in hypercube_curve([k], [n]):
        network = network_of(f"{point.topology}:k={k},n={n}")
        own = figures(nx.Graph(network.ends.tolist()), list(range(network.hosts)))
        dimensions = network.hosts.bit_length() - 1
        assert network.hosts == 2**dimensions
        cube: nx.Graph[int] = nx.convert_node_labels_to_integers(nx.hypercube_graph(dimensions))
        cube.add_edges_from((network.hosts + node, node) for node in range(network.hosts))
        its = figures(cube, [network.hosts + node for node in range(network.hosts)])
        for number, cost in enumerate(("one-way links", "switch ports")):
            ratio = float(its[number] * its[2] / (own[number] * own[2]))
            assert point.performance[cost] == pytest.approx(ratio, rel=1e-12)


def test_ratios_to_the_clos_network_are_the_formulas_of_the_slides() -> None:
    """(2n - 1) / 2n links and (2n - 2) / (2n - 1) switches; half a link nearer."""
    for point in hypercube_curve([2, 3, 8, 16], range(2, 9)):
        if point.topology == "mikant":
            assert point.to_clos["links"] == Fraction(2 * point.n - 1, 2 * point.n)
            assert point.to_clos["switches"] == Fraction(2 * point.n - 2, 2 * point.n - 1)
            clos = point.average_distance + Fraction(1, 2)
            assert point.to_clos["average_distance"] == point.average_distance / clos
        if point.topology == "clos":
            assert set(point.to_clos.values()) == {1}


def test_the_mirrored_tree_is_always_above_the_clos_network() -> None:
    found = {
        (point.topology, point.k, point.n): point for point in hypercube_curve(range(2, 20), range(2, 12))
    }
    for (topology, k, n), point in found.items():
        if topology == "mikant":
            for cost, ratio in found["clos", k, n].performance.items():
                assert point.performance[cost] > ratio


def test_what_is_out_of_range() -> None:
    assert {point.topology for point in hypercube_curve([2], [1])} == {"kary-tree", "clos"}
    with pytest.raises(FatdeskError, match="k: 1 is out of range, give 2 to 1,024"):
        hypercube_curve([1], [2])
    with pytest.raises(FatdeskError, match="n: 21 is out of range, give 1 to 20"):
        hypercube_curve([2], [21])
    with pytest.raises(FatdeskError, match="give at most 666 pairs"):
        hypercube_curve(range(2, 202), range(1, 11))

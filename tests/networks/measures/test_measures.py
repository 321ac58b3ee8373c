"""Counts, disjoint paths and cost figures of networks."""

from fractions import Fraction

import networkx as nx
import pytest
from hypothesis import given

from fatdesk.networks.measures.distances import disjoint_paths
from fatdesk.networks.network import Network
from fatdesk.networks.topologies import network_of, read_spec
from fatdesk.networks.topologies.properties import (
    host_ports,
    hypercube,
    oversubscription,
    properties,
    radix,
    relative_cost_performance,
    switching_elements,
)
from tests.networks.measures.random_networks import networks
from tests.networks.topologies.test_topology import SMALL


@pytest.mark.parametrize("spec", SMALL)
def test_what_is_measured_is_what_closed_forms_say(spec: str) -> None:
    topology, params = read_spec(spec)
    closed, network = topology.closed(params), topology.network(params)
    assert radix(network) == closed.radix
    assert oversubscription(network) == closed.oversubscription
    if network.one_way and closed.switching_elements is not None:
        assert switching_elements(network) == closed.switching_elements


def test_up_down_elements_of_a_tree_are_3_k_k_but_at_the_top() -> None:
    """3 k² a switch (table 1 of the fault-tolerance paper), k² where there are no ports up."""
    assert switching_elements(network_of("kary-tree:k=4,n=3")) == 2 * 16 * 3 * 16 + 16 * 16


def test_host_ports_are_ways_in() -> None:
    assert host_ports(network_of("ft-ruft-212:k=2,n=3")) == 16
    assert host_ports(network_of("kary-tree:k=2,n=3")) == 8


@given(networks())
def test_disjoint_paths_are_those_of_networkx(network: Network) -> None:
    if network.hosts < 2:
        return
    graph = nx.DiGraph()
    graph.add_nodes_from((0, 1))
    for a, b in network.channels.tolist():
        if (a >= network.hosts or a == 0) and (b >= network.hosts or b == 1):
            more = graph.get_edge_data(a, b, {"capacity": 0})["capacity"]
            graph.add_edge(a, b, capacity=more + 1)
    assert disjoint_paths(network, 0, 1) == nx.maximum_flow_value(graph, 0, 1)


def test_disjoint_paths_need_two_hosts() -> None:
    network = network_of("star:N=4")
    for source, target in ((1, 1), (0, 4), (-1, 2)):
        with pytest.raises(ValueError, match="are not two of the hosts 0 to 3"):
            disjoint_paths(network, source, target)


@pytest.mark.parametrize("dimension", [1, 3, 5])
def test_the_hypercube_is_the_hyperx_of_twos(dimension: int) -> None:
    """Spec 4: HyperX with S = 2-2-..., T = 1; it is its own measure."""
    spec = f"hyperx:S={'-'.join('2' * dimension)},K={'-'.join('1' * dimension)},T=1"
    topology, params = read_spec(spec)
    closed, network = topology.closed(params), topology.network(params)
    cube = hypercube(2**dimension)
    assert cube.one_way_links == closed.one_way_links
    assert closed.average_distance is not None
    assert cube.average_distance == pytest.approx(float(closed.average_distance), rel=1e-12)
    found = properties(network, closed)
    assert found.performance == pytest.approx({"one-way links": 1.0, "switch ports": 1.0}, rel=1e-12)


def test_mikant_is_above_clos_in_cost_performance() -> None:
    """Spec 4: 1 / (cost x distance); links in ratio (2n - 1) / 2n, distance 1/2 less; k = 4, n = 5."""
    found = {}
    for name in ("clos", "mikant"):
        topology, params = read_spec(f"{name}:k=4,n=5")
        found[name] = properties(topology.network(params), topology.closed(params)).performance[
            "one-way links"
        ]
    distance = 10 - Fraction(1, 3) + Fraction(1, 3 * 4**5)
    ratio = float(Fraction(10, 9) * distance / (distance - Fraction(1, 2)))
    assert found["mikant"] / found["clos"] == pytest.approx(ratio, rel=1e-12)
    assert relative_cost_performance(1, 1, 2, 3) == 6


@pytest.mark.parametrize("spec", ["mikant:k=2,n=3", "egft:M=4-3,C=1-2,K=1-2", "two-level:N=60,PE=36,PC=36"])
def test_measured_and_closed_figures_agree(spec: str) -> None:
    """A network of no known family, as a priced fabric is, gives the same figures."""
    topology, params = read_spec(spec)
    network = topology.network(params)
    closed, measured = properties(network, topology.closed(params)), properties(network)
    assert measured.average_distance == closed.average_distance
    assert measured.diameter == closed.diameter
    assert (measured.bisection.least, measured.bisection.most) == (
        closed.bisection.least,
        closed.bisection.most,
    )
    assert measured.distances_known == "searched"
    assert closed.distances_known == "closed form"

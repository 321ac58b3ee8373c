"""Slim Fly: the sizes of the paper, the graph of networkx for q = 5, and the shipped list of links."""

import networkx as nx
import numpy as np
import pytest

from fatdesk.core.errors import FatdeskError
from fatdesk.core.program import shipped
from fatdesk.networks.network import Network
from fatdesk.networks.topologies import network_of, read_spec


def switches_of(network: Network) -> nx.Graph:
    between = network.ends[(network.ends >= network.hosts).all(axis=1)] - network.hosts
    graph = nx.Graph(between.tolist())
    assert graph.number_of_edges() == len(between)
    return graph


def test_of_five_it_is_the_hoffman_singleton_graph() -> None:
    assert nx.is_isomorphic(switches_of(network_of("slim-fly:q=5,T=1")), nx.hoffman_singleton_graph())


def test_the_shipped_list_of_links_is_that_of_the_paper() -> None:
    """Its names are the coordinates, (0, 3, 1) is s0-3-1."""
    text = (shipped("resources") / "references" / "slim-fly-5.txt").read_text()
    listed = {frozenset(line.split()[:2]) for line in text.splitlines() if not line.startswith("#")}
    built = switches_of(network_of("slim-fly:q=5,T=1"))
    name = {n: f"s{n // 25}-{n // 5 % 5}-{n % 5}" for n in built}
    assert {frozenset((name[a], name[b])) for a, b in built.edges} == listed


@pytest.mark.parametrize("q", [3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 25, 27])
def test_any_two_switches_are_two_links_apart(q: int) -> None:
    """By the adjacency matrix: of equal degrees, and its square with itself has no zero."""
    network = network_of(f"slim-fly:q={q},T=1")
    count = network.switch_count
    near = np.eye(count, dtype=np.float32)
    a, b = (network.ends[(network.ends >= network.hosts).all(axis=1)] - network.hosts).T
    near[a, b] = near[b, a] = 1
    assert count == 2 * q * q
    assert set(near.sum(axis=1).astype(int).tolist()) == {1 + (3 * q - {0: 0, 1: 1, 2: 0, 3: -1}[q % 4]) // 2}
    assert (near @ near > 0).all()


def test_sizes_of_the_paper() -> None:
    """Section III: q = 19 has 722 switches of 29 links; with 15 hosts each 10,830 of radix 44."""
    topology, params = read_spec("slim-fly:q=19,T=15")
    closed = topology.closed(params)
    assert (closed.hosts, closed.switches, closed.radix) == (10_830, 722, 44)


@pytest.mark.parametrize("q", [6, 10, 12, 100])
def test_other_numbers_are_refused(q: int) -> None:
    with pytest.raises(FatdeskError, match=f"q: {q} is not a prime power"):
        read_spec(f"slim-fly:q={q},T=1")


def test_too_many_hosts_are_refused() -> None:
    with pytest.raises(FatdeskError, match="hosts are too many"):
        read_spec("slim-fly:q=512,T=1000")

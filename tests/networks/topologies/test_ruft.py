"""The RUFT family: wiring and cost as the fault-tolerant-indirect-topologies paper tells (spec 3)."""

import networkx as nx
import numpy as np
import pytest

from fatdesk.networks.network import Network
from fatdesk.networks.topologies import network_of, read_spec

FAMILY = ("ruft", "ruft-pl", "ft-ruft-212", "ft-ruft-222")


def switches_into(network: Network, host: int) -> list[int]:
    """Numbers of the switches where a host injects, primary first."""
    tail, head = network.ends.T
    return (head[tail == host] - network.hosts).tolist()


def switches_out_of(network: Network, host: int) -> list[int]:
    tail, head = network.ends.T
    return (tail[head == host] - network.hosts).tolist()


def test_the_2_ary_3_tree_of_the_paper() -> None:
    """Section 4.2 and figures 5 and 6."""
    network = network_of("ft-ruft-212:k=2,n=3")
    assert switches_into(network, 0) == [0, 2]
    assert switches_out_of(network, 0) == [8, 9]
    assert switches_out_of(network, 7)[0] == 11
    plain = network_of("ruft:k=2,n=3")
    assert switches_into(plain, 0) == [0]
    assert switches_out_of(plain, 7) == [11]
    assert switches_into(network_of("ruft-pl:k=2,n=3"), 0) == [0, 0]


@pytest.mark.parametrize(
    ("name", "links_64", "elements_64", "links_512", "elements_512"),
    [
        ("kary-tree", 384, 2304, 3072, 36864),
        ("ruft", 256, 768, 2048, 12288),
        ("ruft-pl", 512, 3072, 4096, 49152),
        ("ft-ruft-212", 384, 1280, 3072, 20480),
        ("ft-ruft-222", 512, 3072, 4096, 49152),
    ],
)
def test_links_and_elements_of_the_cost_table(
    name: str, links_64: int, elements_64: int, links_512: int, elements_512: int
) -> None:
    """Table 1 of the paper: 4-ary 3-tree and 8-ary 3-tree."""
    for k, links, elements in ((4, links_64, elements_64), (8, links_512, elements_512)):
        topology, params = read_spec(f"{name}:k={k},n=3")
        closed = topology.closed(params)
        assert (closed.one_way_links, closed.switching_elements) == (links, elements)


@pytest.mark.parametrize("name", FAMILY)
@pytest.mark.parametrize(("k", "n"), [(2, 1), (2, 3), (4, 2), (3, 2), (3, 3), (6, 2)])
def test_a_packet_that_follows_its_destination_arrives(name: str, k: int, n: int) -> None:
    """Stage s leaves by port p_s, the last by p_{n-1}; second ways out as if for their other host."""
    network = network_of(f"{name}:k={k},n={n}")
    leads = {
        (a, p, lane): b
        for (a, b), (p, _), lane in zip(
            network.ends.tolist(), network.ports.tolist(), network.lane.tolist(), strict=True
        )
    }
    doubled = name in ("ruft-pl", "ft-ruft-222")
    for source in range(network.hosts):
        for target in range(network.hosts):
            for way_in, way_out in np.ndindex(*(1 if name == "ruft" else 2,) * 2):
                routed = target
                if way_out and name.startswith("ft"):
                    low = target % k
                    other = low ^ 1 if k in (2, 4) else (low + 1) % k
                    routed = target - low + other
                at = leads[source, way_in, way_in]
                for stage in range(n - 1):
                    digit = routed // k**stage % k
                    lane = int(doubled and (source + stage) % 2)
                    at = leads[at, lane * k + digit, lane]
                port = target // k ** (n - 1) % k
                assert leads[at, way_out * k + port, way_out] == target


@pytest.mark.parametrize(("name", "paths"), [("ruft", 1), ("ruft-pl", 2), ("ft-ruft-212", 2)])
def test_disjoint_paths_between_hosts(name: str, paths: int) -> None:
    """As many as there are ways in and out (sections 4.1 and 4.2), by maximum flow of networkx."""
    network = network_of(f"{name}:k=2,n=3")
    graph = nx.DiGraph()
    for a, b in network.ends.tolist():
        tail, head = (f"{a} out" if a < 8 else a), (f"{b} in" if b < 8 else b)
        more = graph.get_edge_data(tail, head, {"capacity": 0})["capacity"]
        graph.add_edge(tail, head, capacity=more + 1)
    for source in range(8):
        for target in range(8):
            if source != target:
                assert nx.maximum_flow_value(graph, f"{source} out", f"{target} in") == paths


def test_second_switches_for_three_ways_use_the_next_digit() -> None:
    network = network_of("ft-ruft-212:k=3,n=2")
    assert [switches_into(network, host) for host in (0, 3, 6)] == [[0, 1], [1, 2], [2, 0]]
    assert [switches_out_of(network, host) for host in (0, 1, 2)] == [[3, 4], [4, 5], [5, 3]]

"""Shortest ways, against closed forms of fat-trees and the searches of networkx."""

from itertools import pairwise

import networkx as nx
import numpy as np
import pytest

from fatdesk.engine.topology.paths import Ground
from tests.engine.topology.trees import fabric_of, k_ary, three_levels


def graph_of(fabric):
    """All links, with hosts only where a way may end."""
    graph = nx.MultiGraph()
    graph.add_nodes_from(range(fabric.node_count))
    graph.add_edges_from(map(tuple, fabric.ends.tolist()))
    return graph


def expected(fabric, a, b):
    """Length and number of shortest ways by nodes and by links, as networkx finds them."""
    graph = nx.Graph(graph_of(fabric))
    inner = [n for n in graph if fabric.kind[n] == 1 or n in (a, b)]
    ways = list(nx.all_shortest_paths(graph.subgraph(inner), a, b))
    often = nx.MultiGraph(graph_of(fabric))
    by_links = sum(int(np.prod([often.number_of_edges(u, v) for u, v in pairwise(way)])) for way in ways)
    return len(ways[0]), len(ways), by_links


@pytest.mark.parametrize("k", [4, 6, 8])
def test_ways_of_a_fat_tree(k):
    fabric, half = k_ary(k), k // 2
    ground = Ground(fabric)
    hosts = half * half
    neighbour = ground.ways(0, 1)
    assert (len(neighbour.nodes), neighbour.switch_ways, neighbour.disjoint) == (3, 1, 0)
    in_pod = ground.ways(0, hosts - 1)
    assert (len(in_pod.nodes), in_pod.switch_ways, in_pod.disjoint) == (5, half, half)
    across = ground.ways(0, hosts)
    assert (len(across.nodes), across.switch_ways) == (7, half * half)
    assert across.disjoint == half
    assert sum(count for _, count in across.through) == half * half


@pytest.mark.parametrize("seed", range(12))
def test_random_networks_like_networkx(seed):
    rng = np.random.default_rng(seed)
    hosts, edges, tops = 8, 4, 3
    down = np.stack([hosts + np.arange(hosts) // 2, np.arange(hosts)], axis=1)
    pairs = [(hosts + e, hosts + edges + t) for e in range(edges) for t in range(tops)]
    picked = [pair for pair in pairs for _ in range(int(rng.integers(0, 4)))]
    fabric = fabric_of(np.array([*down.tolist(), *picked], np.int32), [hosts, edges, tops], 2)
    ground, graph = Ground(fabric), nx.Graph(graph_of(fabric))
    for a in range(hosts):
        for b in range(hosts):
            found = ground.ways(a, b)
            if not nx.has_path(graph, a, b):
                assert found is None
            elif a != b:
                length, by_nodes, by_links = expected(fabric, a, b)
                assert len(found.nodes) == length
                assert (found.switch_ways, found.link_ways) == (by_nodes, by_links)
                for (u, v), hop in zip(
                    zip(found.nodes[:-1], found.nodes[1:], strict=True), found.hops, strict=True
                ):
                    assert all(set(fabric.ends[link].tolist()) == {u, v} for link in hop.tolist())


def test_so_many_links_may_be_lost_as_a_cut_says():
    fabric = three_levels(3, 3, 2, 3, 2)
    ground = Ground(fabric)
    found = ground.ways(0, 17)
    near, far = found.nodes[1], found.nodes[-2]
    graph = nx.Graph(graph_of(fabric).subgraph(np.flatnonzero(fabric.kind == 1).tolist()))
    assert found.disjoint == nx.edge_connectivity(graph, near, far)


def test_no_way_leads_through_a_host_and_a_way_to_oneself_is_short():
    ends = np.array([(4, 0), (4, 1), (5, 1), (5, 2)], np.int32)
    fabric = fabric_of(ends, [4, 2], 2)
    ground = Ground(fabric)
    assert ground.ways(0, 2) is None
    assert ground.ways(0, 3) is None
    assert ground.ways(0, 0).nodes == (0,)
    assert ground.ways(0, 1).nodes == (0, 4, 1)

"""All ways of a pair under a scheme: against closed counts, distances of spec 4, and networkx."""

from itertools import pairwise

import networkx
import numpy as np
import pytest

from fatdesk.engine.topology.paths import algorithm_paths
from fatdesk.engine.topology.reference_drawing import studied
from fatdesk.networks.routing import routing_algorithm
from fatdesk.networks.topologies import network_of


def of(spec, name, first, last):
    return algorithm_paths(routing_algorithm(name), network_of(spec), first, last)


@pytest.mark.parametrize(
    ("spec", "name", "count"),
    [
        ("ruft:k=2,n=3", "ruft", 1),
        ("ruft-pl:k=2,n=3", "ruft", 2**4),  # two links at each of n + 1 hops
        ("kary-tree:k=4,n=3", "fta", 4**2),  # k^2 nearest common ancestors of digits that differ at the top
        ("kary-tree:k=4,n=3", "destro", 1),
        ("mikant:k=3,n=3", "mikant", 1),
    ],
)
def test_ways_are_counted(spec, name, count):
    found = of(spec, name, 0, network_of(spec).hosts - 1)
    assert found.count == count
    assert found.deterministic == (count == 1)
    assert len(found.links) == len({int(hop[0]) for hop in found.hops}) or count > 1


@pytest.mark.parametrize(("last", "links"), [("1 2222", 7), ("0 2222", 8), ("0 2022", 6), ("0 2002", 4)])
def test_hops_of_the_mirrored_tree(last, links):
    """Spec 4: distances for k = 3, n = 4 from node 0 2000."""
    network = studied("x", "mikant:k=3,n=4", network_of("mikant:k=3,n=4"))
    first, end = (network.names.index(name) for name in ("0 2000", last))
    found = algorithm_paths(routing_algorithm("mikant"), network.network, first, end)
    assert len(found.hops) == links


@pytest.mark.parametrize("spec", ["hyperx:S=3-3,K=1-1,T=2", "kary-tree:k=2,n=3", "ft-ruft-212:k=2,n=3"])
def test_minimal_is_every_shortest_way(spec):
    """The links of all shortest paths that networkx finds; hosts forward nothing."""
    network = network_of(spec)
    first, last = 0, network.hosts - 1
    graph = networkx.DiGraph()
    for tail, head in network.channels.tolist():
        if tail == first or (tail >= network.hosts and (head >= network.hosts or head == last)):
            graph.add_edge(tail, head)
    wanted = {step for path in networkx.all_shortest_paths(graph, first, last) for step in pairwise(path)}
    found = of(spec, "minimal", first, last)
    ends = {tuple(sorted(pair)) for pair in wanted}
    assert {tuple(sorted(pair)) for pair in network.ends[found.links].tolist()} == ends
    assert set(found.others.tolist()) == {node for step in wanted for node in step}


def test_a_way_to_oneself_and_none_at_all():
    alone = of("ruft:k=2,n=2", "ruft", 1, 1)
    assert (alone.nodes, alone.hops, alone.count) == ((1,), (), 1)
    assert np.array_equal(alone.links, [])

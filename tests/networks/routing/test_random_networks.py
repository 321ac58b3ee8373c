"""Minimal and up*/down* on random connected networks against shortest paths of networkx."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.networks.routing import routing_algorithm
from fatdesk.networks.routing.check import check
from fatdesk.networks.routing.levels import upward
from fatdesk.networks.routing.paths import nodes_of, path_count, paths
from fatdesk.networks.topologies import network_of
from tests.networks.routing.samples import all_paths, by_hand, connected, graph, pairs


def ranks(net):
    """Distance from the first switch, then node number: what is lower comes first; hosts come last."""
    between = nx.Graph(net.ends[(net.ends >= net.hosts).all(axis=1)].tolist())
    between.add_node(net.hosts)
    depth = nx.single_source_shortest_path_length(between, net.hosts)
    return [(net.node_count, v) if v < net.hosts else (depth[v], v) for v in range(net.node_count)]


@given(connected())
def test_up_is_towards_the_first_switch(net):
    rank = ranks(net)
    up = upward(net).tolist()
    assert up == [rank[b] < rank[a] for a, b in net.channels.tolist()]


@given(connected())
def test_minimal_is_as_short_as_can_be(net):
    over = routing_algorithm("minimal").routing_table(net)
    assert check(over).delivers == all(nx.has_path(graph(net, a, b), a, b) for a, b in pairs(net))
    for source, destination in pairs(net):
        ways = over.next_channels(destination)
        own = graph(net, source, destination)
        length = nx.shortest_path_length(own, source, destination)
        known = nx.all_simple_edge_paths(own, source, destination, cutoff=length)
        found = list(paths(over, ways, source))
        assert sorted(found) == sorted(tuple(key for _, _, key in path) for path in known)
        assert path_count(over, ways, source) == len(found)


@given(connected())
def test_updown_takes_the_shortest_of_the_lawful_ways(net):
    """Lawful: in a graph of two floors, going up stays on the first, going down leads to the second."""
    over = routing_algorithm("updown").routing_table(net)
    verdict = check(over)
    assert verdict.delivers
    assert verdict.deadlock_free
    rank = ranks(net)
    for source, destination in pairs(net):
        floors = nx.MultiDiGraph()
        for a, b, key in graph(net, source, destination).edges(keys=True):
            if rank[b] < rank[a]:
                floors.add_edge((a, 0), (b, 0), key=key)
            else:
                floors.add_edge((a, 0), (b, 1), key=key)
                floors.add_edge((a, 1), (b, 1), key=key)
        length = nx.shortest_path_length(floors, (source, 0), (destination, 1))
        known = nx.all_simple_edge_paths(floors, (source, 0), (destination, 1), cutoff=length)
        found = list(paths(over, over.next_channels(destination), source))
        assert sorted(found) == sorted(tuple(key for _, _, key in path) for path in known)


@given(data=st.data())
def test_generalised_trees_of_any_widths(data):
    """Uplinks may be dealt unevenly, and some top switches may have none."""
    levels = data.draw(st.integers(1, 3))
    M, C, K = ([data.draw(st.integers(low, 3)) for _ in range(levels)] for low in (1, 1, 1))
    C[0] = K[0] = 1
    stated = ",".join(f"{name}={'-'.join(map(str, n))}" for name, n in (("M", M), ("C", C), ("K", K)))
    net = network_of(f"egft:{stated}")
    highest = 2 * max((level + 1 for level in range(levels) if M[level] > 1), default=0)
    for name in ("fta", "destro"):
        verdict = check(routing_algorithm(name).routing_table(net))
        assert (verdict.delivers, verdict.deadlock_free, verdict.longest) == (True, True, highest)
    every, one = routing_algorithm("fta").routing_table(net), routing_algorithm("destro").routing_table(net)
    destination = data.draw(st.integers(0, net.hosts - 1))
    all_ways, way = every.next_channels(destination), one.next_channels(destination)
    for source in range(net.hosts):
        (path,) = paths(one, way, source)
        assert path in list(paths(every, all_ways, source))


def test_levels_tell_what_is_up_where_every_link_joins_two():
    """The numbers of the switches would tell otherwise: the higher level comes first."""
    net = by_hand(2, [(0, 3), (1, 4), (3, 2), (4, 2)], level=[0, 0, 2, 1, 1])
    assert upward(net).tolist() == [True, False] * 4


def test_a_root_is_of_the_highest_level():
    """Switches 2, 3, 4 in a row of levels 1, 1, 2: the last is the root."""
    net = by_hand(2, [(0, 2), (1, 4), (2, 3), (3, 4)], level=[0, 0, 1, 1, 2])
    assert upward(net).tolist() == [True, False] * 4


def test_each_piece_has_a_root():
    net = by_hand(2, [(0, 2), (1, 4), (2, 3), (3, 4)])
    usable = np.array([True] * 6 + [False] * 2)
    assert upward(net, usable)[4:6].tolist() == [False, True]
    verdict = check(routing_algorithm("updown").routing_table(net, usable))
    assert (verdict.lost, verdict.deadlock_free) == (2, True)


@pytest.mark.parametrize("seed", range(12))
def test_lengths_of_lawful_ways_in_larger_networks(seed):
    """Few links beside a random tree, so that ways up and ways down differ much in length."""
    chance = np.random.default_rng(seed)
    hosts, switches = 6, 40
    links = [(hosts + max(0, i - int(chance.integers(1, 5))), hosts + i) for i in range(1, switches)]
    links += [(hosts + int(a), hosts + int(b)) for a, b in chance.integers(0, switches, (14, 2)) if a != b]
    links += [(host, hosts + int(chance.integers(0, switches))) for host in range(hosts)]
    net = by_hand(hosts, links)
    over = routing_algorithm("updown").routing_table(net)
    rank = ranks(net)
    floors = nx.DiGraph()
    for a, b in net.channels.tolist():
        if rank[b] < rank[a]:
            floors.add_edge((b, 0), (a, 0))
        else:
            floors.add_edge((b, 1), (a, 0))
            floors.add_edge((b, 1), (a, 1))
    for destination in range(hosts):
        known = nx.single_source_shortest_path_length(floors, (destination, 1))
        ways = over.next_channels(destination)
        for source in range(hosts):
            if source != destination:
                assert len(next(paths(over, ways, source))) == known[source, 0]


def test_hosts_that_are_joined_directly_do_not_forward():
    """From host 0 to 2 there are two shortest ways, of which one leads through host 1."""
    net = by_hand(3, [(0, 3), (1, 3), (2, 4), (3, 4), (1, 2)])
    for name in ("updown", "minimal"):
        over = routing_algorithm(name).routing_table(net)
        assert check(over).delivers
        for (source, destination), found in all_paths(over).items():
            assert all(min(nodes_of(net, path)[1:-1], default=3) >= 3 for path in found)
            assert {len(path) for path in found} == {1 if {source, destination} == {1, 2} else len(found[0])}

"""Paths of every pair under every scheme: they arrive, reuse nothing, are as long and many as they should."""

from itertools import islice

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.core.errors import FatdeskError
from fatdesk.networks.measures.path_counts import PathCounts
from fatdesk.networks.routing import routing_algorithm
from fatdesk.networks.routing.algorithm import NextChannels, RoutingTable, state_by_node
from fatdesk.networks.routing.paths import hops, nodes_of, path_count, path_counts, paths
from fatdesk.networks.topologies import TOPOLOGIES, network_of
from tests.networks.routing.samples import (
    FITTING,
    MIKANT,
    NETWORKS,
    RUFT,
    RUFT_DOUBLED,
    TREES,
    WIDE_TREES,
    all_paths,
    by_hand,
    case_id,
    connected,
    graph,
    ring,
)


def digits(number, k, n):
    return [number // k**i % k for i in range(n)]


@pytest.mark.parametrize(("spec", "one"), FITTING, ids=case_id)
def test_every_path_leads_from_its_source_to_its_destination_and_reuses_nothing(spec, one):
    net = NETWORKS[spec]
    over = one.routing_table(net)
    for (source, destination), found in all_paths(over).items():
        assert found
        assert len(set(found)) == len(found)
        assert path_count(over, over.next_channels(destination), source) == len(found)
        for path in found:
            steps = net.channels[list(path)]
            assert (steps[0, 0], steps[-1, 1]) == (source, destination)
            assert (steps[1:, 0] == steps[:-1, 1]).all()
            turns_late = one.NAME == "valiant"  # goes down the link it came up by where that is on the way
            links = path if net.one_way or turns_late else [channel // 2 for channel in path]
            assert len(set(links)) == len(path)
            assert all(node >= net.hosts for node in nodes_of(net, path)[1:-1])


@pytest.mark.parametrize(("spec", "one"), FITTING, ids=case_id)
def test_counts_by_switches_and_by_channels_are_those_of_all_paths(spec, one):
    net = NETWORKS[spec]
    over = one.routing_table(net)
    for (source, destination), found in all_paths(over).items():
        counts = path_counts(over, over.next_channels(destination), source)
        assert counts.by_channels == len(found)
        assert counts.by_switches == len({nodes_of(net, path) for path in found})
        assert (counts.shortest, counts.longest) == (min(map(len, found)), max(map(len, found)))


@given(connected(), st.data())
def test_so_they_are_with_failed_channels_in_random_networks(net, data):
    """States of up*/down* are more than nodes: one sequence of switches can leave several of them."""
    usable = np.array(data.draw(st.lists(st.booleans(), min_size=len(net.ends), max_size=len(net.ends))))
    for name in ("updown", "minimal", "fta"):
        one = routing_algorithm(name)
        if one.refusal(net):
            continue
        over = one.routing_table(net, np.repeat(usable | (net.ends[:, 0] < net.hosts), 2))
        for (source, destination), found in all_paths(over).items():
            counts = path_counts(over, over.next_channels(destination), source)
            if not found:
                assert counts is None
            else:
                assert counts.by_channels == len(found)
                assert counts.by_switches == len({nodes_of(net, path) for path in found})


def test_parallel_links_into_different_states_are_one_sequence_of_switches():
    """Two links to one switch, from which two links lead on: the first allows both, the second one only."""
    net = by_hand(2, [(0, 2), (1, 4), (2, 3), (2, 3), (3, 4), (3, 4)])
    onward = {0: [0], 1: [4, 6], 2: [8, 10], 3: [8], 4: [3]}
    after = np.full(12, -1, np.int32)
    for channel, state in ((0, 1), (4, 2), (6, 3), (8, 4), (10, 4)):
        after[channel] = state
    start = np.cumsum([0, *(len(onward[state]) for state in range(5))]).astype(np.int32)
    channels = np.array([channel for state in range(5) for channel in onward[state]], np.int32)
    over = RoutingTable(net, 5, after, lambda to: NextChannels(to, start, channels))
    assert path_counts(over, over.next_channels(1), 0) == PathCounts(1, 3, 4, 4)


@pytest.mark.parametrize(("spec", "one"), FITTING, ids=case_id)
def test_hops_leave_and_enter_by_the_ports_of_the_links(spec, one):
    net = NETWORKS[spec]
    over = one.routing_table(net)
    known = {}
    for (a, b), (a_port, b_port) in zip(net.ends.tolist(), net.ports.tolist(), strict=True):
        known[a, a_port, "out"] = (b, b_port)
        if not net.one_way:
            known[b, b_port, "out"] = (a, a_port)
    for (source, destination), found in all_paths(over).items():
        for path in found[:3]:
            way = hops(net, path)
            assert [hop.tail for hop in way] + [destination] == list(nodes_of(net, path))
            assert way[0].tail == source
            for hop in way:
                assert known[hop.tail, hop.out_port, "out"] == (hop.head, hop.in_port)


@pytest.mark.parametrize("spec", NETWORKS)
def test_minimal_takes_all_shortest_ways_of_networkx(spec):
    net = NETWORKS[spec]
    for (source, destination), found in all_paths(routing_algorithm("minimal").routing_table(net)).items():
        own = graph(net, source, destination)
        length = nx.shortest_path_length(own, source, destination)
        known = nx.all_simple_edge_paths(own, source, destination, cutoff=length)
        assert sorted(found) == sorted(tuple(key for _, _, key in path) for path in known)


@pytest.mark.parametrize("spec", [*TREES, *WIDE_TREES])
@pytest.mark.parametrize("name", ["fta", "updown"])
def test_in_trees_all_shortest_ways_go_up_to_a_nearest_common_ancestor(name, spec):
    net = NETWORKS[spec]
    assert same(
        all_paths(routing_algorithm(name).routing_table(net)),
        all_paths(routing_algorithm("minimal").routing_table(net)),
    )


@pytest.mark.parametrize("spec", TREES)
@pytest.mark.parametrize("name", ["fta", "destro"])
def test_hops_and_ways_in_a_tree_by_the_highest_digit_that_differs(name, spec):
    net = NETWORKS[spec]
    k, n = net.params["k"], net.params["n"]
    for (source, destination), found in all_paths(routing_algorithm(name).routing_table(net)).items():
        differ = [i for i in range(n) if digits(source, k, n)[i] != digits(destination, k, n)[i]]
        stage = max(differ)
        assert {len(path) for path in found} == {2 * (stage + 1)}
        assert len(found) == (k**stage if name == "fta" else 1)


@pytest.mark.parametrize("spec", TREES)
def test_destro_goes_up_by_the_port_of_the_digit_and_gives_each_destination_its_own_way_down(spec):
    net = NETWORKS[spec]
    k, n = net.params["k"], net.params["n"]
    carried = {}
    for (_, destination), (path,) in all_paths(routing_algorithm("destro").routing_table(net)).items():
        ups = path[1 : len(path) // 2]
        for stage, channel in enumerate(ups):
            assert net.ports[channel // 2, 0] == k + digits(destination, k, n)[stage]
        for channel in path[len(path) // 2 :]:
            carried.setdefault(channel, set()).add(destination)
    assert {len(destinations) for destinations in carried.values()} == {1}


@pytest.mark.parametrize("spec", ["clos:k=2,n=3", "clos:k=3,n=2"])
def test_destro_in_a_clos_network_sets_the_digits_of_the_destination_upwards(spec):
    """The rule of spec 4: at level L through the port of digit T_L."""
    net = network_of(spec)
    k, n = net.params["k"], net.params["n"]
    for (_, destination), (path,) in all_paths(routing_algorithm("destro").routing_table(net)).items():
        for level, channel in enumerate(path[1 : len(path) // 2]):
            assert net.ports[channel // 2, 0] == k + digits(destination, k, n)[level]


@pytest.mark.parametrize(
    "spec", ["egft:M=4-4,C=1-2,K=1-2", "two-level:N=16,PE=8,PC=8", "egft:M=4-3,C=1-4,K=1-1"]
)
def test_destro_shares_destinations_out_evenly(spec):
    """As many ways up as hosts on an edge switch: each link bears one destination of a switch."""
    net = network_of(spec)
    borne = {}
    for (_, destination), (path,) in all_paths(routing_algorithm("destro").routing_table(net)).items():
        if len(path) == 4:
            borne.setdefault(path[1], set()).add(destination)
            borne.setdefault(path[2], set()).add(destination)
    edges = net.hosts // 4
    for channel, destinations in borne.items():
        down = channel % 2
        assert len(destinations) == (1 if down else edges - 1)


@pytest.mark.parametrize("spec", ["egft:M=2-2-2,C=1-3-2,K=1-1-2", "two-level:N=11,PE=8,PC=7,Bl=1"])
def test_destro_takes_one_of_the_ways_of_fta(spec):
    net = NETWORKS[spec]
    every = all_paths(routing_algorithm("fta").routing_table(net))
    for pair, found in all_paths(routing_algorithm("destro").routing_table(net)).items():
        assert len(found) == 1
        assert found[0] in every[pair]


@pytest.mark.parametrize("spec", [*RUFT, *RUFT_DOUBLED])
def test_ruft_takes_every_way_there_is_through_n_stages(spec):
    """A one-way network: all simple paths of networkx, each of n + 1 links."""
    net = NETWORKS[spec]
    n = net.params["n"]
    many = {"ruft": 1, "ruft-pl": 2 ** (n + 1), "ft-ruft-212": 4, "ft-ruft-222": 4 * 2 ** (n - 1)}
    for (source, destination), found in all_paths(routing_algorithm("ruft").routing_table(net)).items():
        known = nx.all_simple_edge_paths(graph(net, source, destination), source, destination)
        assert sorted(found) == sorted(tuple(key for _, _, key in path) for path in known)
        assert {len(path) for path in found} == {n + 1}
        assert len(found) == many[net.family]


def test_the_four_ways_from_node_0_to_node_7_of_ft_ruft_212():
    """Spec 3: node 0 injects at switches 0 and 2, node 7's primary last-stage switch is 11."""
    net = NETWORKS["ft-ruft-212:k=2,n=3"]
    found = all_paths(routing_algorithm("ruft").routing_table(net))[0, 7]
    switches = [tuple(node - net.hosts for node in nodes_of(net, path)[1:-1]) for path in found]
    assert [(way[0], way[-1]) for way in switches] == [(0, 10), (0, 11), (2, 10), (2, 11)]


def test_static_lanes_leave_one_way_between_the_ends():
    net = NETWORKS["ruft-pl:k=2,n=2"]
    for (_, destination), found in all_paths(routing_algorithm("ruft-static").routing_table(net)).items():
        assert len(found) == 4
        assert {int(net.lane[path[1]]) for path in found} == {destination >> 1 & 1}


@pytest.mark.parametrize(
    ("target", "hops", "through"),
    [
        ((1, 2, 2, 2, 2), 7, "0,0,000 0,1,002 0,2,022 1,2,222 1,1,222 1,0,222"),
        ((0, 2, 2, 2, 2), 8, "0,0,000 0,1,002 0,2,022 1,2,222 0,2,222 0,1,222 0,0,222"),
        ((0, 2, 0, 2, 2), 6, "0,0,000 0,1,002 0,2,022 0,1,022 0,0,022"),
        ((0, 2, 0, 0, 2), 4, "0,0,000 0,1,002 0,0,002"),
    ],
)
def test_the_four_examples_of_the_mirrored_tree_paper(target, hops, through):
    """Slides "MiKANT(3,4) Routing Example 1 to 4": from node 0 2000."""
    net = network_of("mikant:k=3,n=4")
    address = next(topology.address for topology in TOPOLOGIES if topology.name == "mikant")
    group, *rest = target
    destination = group * 81 + sum(c * 3**i for i, c in enumerate(reversed(rest)))
    over = routing_algorithm("mikant").routing_table(net)
    (path,) = paths(over, over.next_channels(destination), 2 * 27)
    assert len(path) == hops
    assert " ".join(address(net, node) for node in nodes_of(net, path)[1:-1]) == through


@pytest.mark.parametrize("spec", MIKANT)
def test_mikant_takes_one_shortest_way_and_its_adaptive_form_several(spec):
    net = NETWORKS[spec]
    shortest = all_paths(routing_algorithm("minimal").routing_table(net))
    adaptive = all_paths(routing_algorithm("mikant-adaptive").routing_table(net))
    for pair, found in all_paths(routing_algorithm("mikant").routing_table(net)).items():
        assert len(found) == 1
        assert set(found) <= set(adaptive[pair]) <= set(shortest[pair])
    more = any(len(found) > 1 for found in adaptive.values())
    assert more == (net.params["n"] > 2)


def test_some_paths_of_very_many():
    """16-ary 3-tree: 256 ways to the far side; only those asked for are made."""
    net = network_of("kary-tree:k=16,n=3")
    over = routing_algorithm("fta").routing_table(net)
    ways = over.next_channels(4095)
    assert path_count(over, ways, 0) == 256
    assert [len(path) for path in islice(paths(over, ways, 0), 3)] == [6, 6, 6]


@pytest.mark.parametrize(("spec", "one"), FITTING, ids=case_id)
def test_a_packet_that_has_arrived_goes_nowhere(spec, one):
    over = one.routing_table(NETWORKS[spec])
    for destination in range(NETWORKS[spec].hosts):
        assert over.next_channels(destination).onward(destination).tolist() == []


def test_a_host_is_there_already():
    net = ring(3)
    over = routing_algorithm("minimal").routing_table(net)
    assert path_count(over, over.next_channels(1), 1) == 1
    assert list(paths(over, over.next_channels(1), 1)) == [()]


def test_paths_that_go_round_are_told_and_not_followed():
    """Always clockwise, past the destination's switch."""
    net = ring(3)
    clockwise = np.flatnonzero((net.channels[:, 1] - 3) % 3 == (net.channels[:, 0] - 2) % 3)
    clockwise = [c for c in clockwise.tolist() if (net.channels[c] >= 3).all()]
    to_switch = [0, 2, 4]
    onward = dict(zip(net.channels[clockwise, 0].tolist(), clockwise, strict=True))
    channel = np.array(to_switch + [onward[node] for node in (3, 4, 5)], np.int32)
    over = RoutingTable(
        net, 6, state_by_node(net), lambda to: NextChannels(to, np.arange(7, dtype=np.int32), channel)
    )
    assert list(paths(over, over.next_channels(1), 0)) == []
    with pytest.raises(FatdeskError, match="go round in a circle"):
        path_count(over, over.next_channels(1), 0)


def same(one, other):
    return {pair: sorted(found) for pair, found in one.items()} == {
        pair: sorted(found) for pair, found in other.items()
    }

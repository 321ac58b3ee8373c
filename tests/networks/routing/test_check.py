"""Delivery and deadlock: none in trees, a cycle in a ring, dependencies against counting one by one."""

import networkx as nx
import numpy as np
import pytest

from fatdesk.core.errors import Cancelled
from fatdesk.networks.routing import routing_algorithm
from fatdesk.networks.routing.algorithm import NextChannels, RoutingTable, state_by_node
from fatdesk.networks.routing.check import check
from fatdesk.networks.topologies import network_of
from tests.networks.routing.samples import FITTING, NETWORKS, by_hand, case_id, ring

CYCLIC = {
    ("hyperx:S=3-3,K=1-1,T=1", "minimal"),
    ("hyperx:S=2-3,K=2-1,T=2", "minimal"),
    ("mikant:k=2,n=2", "minimal"),
    ("mikant:k=2,n=3", "minimal"),
    ("mikant:k=3,n=2", "minimal"),
}


def counted(over):
    """The dependency graph by following every packet in plain Python."""
    net = over.network
    found = nx.DiGraph()
    found.add_nodes_from(range(len(net.channels)))
    for destination in range(net.hosts):
        ways = over.next_channels(destination)
        seen = set()
        pending = [c for h in range(net.hosts) if h != destination for c in ways.onward(h).tolist()]
        while pending:
            channel = pending.pop()
            if channel in seen:
                continue
            seen.add(channel)
            state = over.after[channel]
            if state >= 0:
                onward = ways.onward(state).tolist()
                found.add_edges_from((channel, then) for then in onward)
                pending += onward
    return found


def stated(dependencies):
    start = dependencies.start
    return {(c, int(d)) for c in range(len(start) - 1) for d in dependencies.onto[start[c] : start[c + 1]]}


@pytest.mark.parametrize(("spec", "one"), FITTING, ids=case_id)
def test_every_scheme_delivers_and_only_some_shortest_ways_can_deadlock(spec, one):
    net = NETWORKS[spec]
    over = one.routing_table(net)
    verdict = check(over)
    assert verdict.delivers
    assert verdict.pairs == net.hosts * (net.hosts - 1)
    assert verdict.deadlock_free == ((spec, one.NAME) not in CYCLIC)
    known = counted(over)
    assert stated(verdict.dependencies) == set(known.edges)
    assert verdict.deadlock_free == nx.is_directed_acyclic_graph(known)


def witnessed(over):
    """The cycle found, after making sure that it is one and none through its first channel is shorter."""
    verdict = check(over)
    assert verdict.delivers
    assert not verdict.deadlock_free
    known = counted(over)
    cycle = verdict.cycle
    for channel, then in zip(cycle, cycle[1:] + cycle[:1], strict=True):
        assert known.has_edge(channel, then)
        assert over.network.channels[channel, 1] == over.network.channels[then, 0]
    lowest = min(c for part in nx.strongly_connected_components(known) if len(part) > 1 for c in part)
    assert cycle[0] == lowest
    back = [
        nx.shortest_path_length(known, lowest, c)
        for c in known.predecessors(lowest)
        if nx.has_path(known, lowest, c)
    ]
    assert len(cycle) == min(back) + 1
    return cycle


@pytest.mark.parametrize("count", [5, 6])
def test_shortest_ways_round_a_ring_wait_for_each_other(count):
    net = ring(count)
    cycle = witnessed(routing_algorithm("minimal").routing_table(net))
    assert len(cycle) == count
    assert sorted(net.channels[list(cycle), 0].tolist()) == list(range(count, 2 * count))


def test_updown_breaks_the_ring():
    verdict = check(routing_algorithm("updown").routing_table(ring(6)))
    assert verdict.delivers
    assert verdict.deadlock_free


def test_no_cycle_in_rings_too_small_for_two_steps_one_way():
    assert check(routing_algorithm("minimal").routing_table(ring(3))).deadlock_free


@pytest.mark.parametrize("spec", ["hyperx:S=3-3,K=1-1,T=1", "hyperx:S=4-4,K=1-1,T=2"])
def test_shortest_ways_in_a_hyperx_of_two_dimensions_wait_for_each_other(spec):
    assert len(witnessed(routing_algorithm("minimal").routing_table(network_of(spec)))) == 4


def test_one_dimension_needs_no_more_than_one_step():
    assert check(routing_algorithm("minimal").routing_table(network_of("hyperx:S=5,K=1,T=2"))).deadlock_free


@pytest.mark.parametrize(
    ("spec", "name", "longest"),
    [
        ("kary-tree:k=4,n=3", "fta", 6),
        ("ruft-pl:k=4,n=3", "ruft", 4),
        ("mikant:k=3,n=4", "mikant", 8),
        ("mikant:k=3,n=4", "mikant-adaptive", 8),
        ("hyperx:S=3-3-3,K=1-1-1,T=1", "minimal", 5),
    ],
)
def test_the_longest_path(spec, name, longest):
    assert check(routing_algorithm(name).routing_table(network_of(spec))).longest == longest


def over_table(net, table):
    """A scheme that takes the channel from a to b wherever ``table[destination]`` says {a: [b, ...]}."""
    number = {tuple(ends): c for c, ends in enumerate(net.channels.tolist())}

    def ways(destination):
        rows = [[number[a, b] for b in table[destination].get(a, [])] for a in range(net.node_count)]
        start = np.cumsum([0, *map(len, rows)]).astype(np.int32)
        return NextChannels(destination, start, np.array([c for row in rows for c in row], np.int32))

    return RoutingTable(net, net.node_count, state_by_node(net), ways)


def line():
    """Hosts 0, 1, 2 on switches 3, 4, 5 in a line."""
    return by_hand(3, [(0, 3), (1, 4), (2, 5), (3, 4), (4, 5)])


GOOD = {
    0: {1: [4], 2: [5], 5: [4], 4: [3], 3: [0]},
    1: {0: [3], 2: [5], 3: [4], 5: [4], 4: [1]},
    2: {0: [3], 1: [4], 3: [4], 4: [5], 5: [2]},
}


def verdict_with(destination, changes):
    table = {to: dict(rows) for to, rows in GOOD.items()}
    table[destination] |= changes
    net = line()
    return net, check(over_table(net, table))


def test_a_table_written_by_hand_delivers():
    _, verdict = verdict_with(0, {})
    assert (verdict.delivers, verdict.deadlock_free, verdict.longest) == (True, True, 4)
    assert verdict.lost_pair is None


def test_a_source_without_a_way_is_told():
    _, verdict = verdict_with(1, {2: []})
    assert (verdict.lost, verdict.lost_pair, verdict.delivers) == (1, (2, 1), False)
    assert verdict.stuck is None


def test_a_packet_that_can_go_no_further_is_told():
    net, verdict = verdict_with(2, {4: []})
    assert not verdict.delivers
    assert verdict.lost == 0
    channel, destination = verdict.stuck
    assert (net.channels[channel, 1], destination) == (4, 2)


def test_a_packet_that_comes_to_another_host_is_told():
    net, verdict = verdict_with(2, {4: [5, 1]})
    assert not verdict.delivers
    channel, destination = verdict.stuck
    assert (net.channels[channel].tolist(), destination) == ([4, 1], 2)


def test_a_packet_that_can_come_back_is_told_and_can_deadlock():
    _, verdict = verdict_with(2, {4: [5, 3]})
    assert not verdict.delivers
    state, destination = verdict.circle
    assert state in {3, 4}
    assert destination == 2
    assert len(verdict.cycle) == 2


def test_networks_of_next_to_nothing():
    alone = by_hand(1, [(0, 1)])
    verdict = check(routing_algorithm("fta").routing_table(alone))
    assert (verdict.delivers, verdict.pairs, verdict.longest, verdict.cycle) == (True, 0, 0, ())


def test_hosts_on_two_switches_do_not_forward():
    """Two switches that only hosts join: host 0 on both, 1 on the first, 2 on the second."""
    net = by_hand(3, [(0, 3), (0, 4), (1, 3), (2, 4)])
    for name in ("fta", "destro", "updown", "minimal"):
        verdict = check(routing_algorithm(name).routing_table(net))
        assert (verdict.lost, verdict.lost_pair) == (2, (2, 1))
        assert verdict.stuck is None


def test_a_check_can_be_stopped():
    class Stopping:
        def step(self, done, total, text):
            raise Cancelled

    with pytest.raises(Cancelled):
        check(routing_algorithm("fta").routing_table(network_of("kary-tree:k=2,n=2")), Stopping())


@pytest.mark.slow
@pytest.mark.parametrize("name", ["fta", "destro", "updown", "minimal"])
def test_a_tree_of_4096_hosts(name):
    verdict = check(routing_algorithm(name).routing_table(network_of("kary-tree:k=16,n=3")))
    assert (verdict.delivers, verdict.deadlock_free, verdict.longest) == (True, True, 6)

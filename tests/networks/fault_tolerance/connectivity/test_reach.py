"""Who is cut off: equal to the paths followed one by one, and to plain search in networkx."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.networks.fault_tolerance.connectivity import reach as reach_module
from fatdesk.networks.fault_tolerance.connectivity.reach import Reach
from fatdesk.networks.routing import ROUTING_ALGORITHMS, minimal, updown
from tests.networks.routing.samples import FITTING, NETWORKS, by_hand, case_id, connected


def no_dead(net):
    return np.zeros(net.node_count, bool)


def without(net, dead):
    """Channels that are left when nodes are dead."""
    return ~dead[net.channels].any(axis=1)


def truth(net, scheme, usable):
    """Which host leads to which by the scheme's own ways."""
    over = scheme.routing_table(net, usable)
    leads = np.zeros((net.hosts, net.hosts), bool)
    for host in range(net.hosts):
        leads[:, host] = np.diff(over.next_channels(host).start[: net.hosts + 1]) > 0
        leads[host, host] = False
    return leads


def check(left, leads, dead):
    """A result against who leads to whom."""
    hosts = len(leads)
    both = leads & leads.T
    assert left.pairs == hosts * (hosts - 1)
    assert left.pairs_connected == leads.sum()
    living = [host for host in range(hosts) if not dead[host]] or [0]
    hub = max(living, key=lambda host: (both[host].sum(), -host))
    joined = set(np.flatnonzero(both[hub]).tolist())
    joined |= {hub} if joined else set()
    expected = [bool(dead[host]) or host not in joined for host in range(hosts)]
    assert left.cut_off.tolist() == expected
    assert left.hosts_lost == sum(expected)


def broken(net, seed):
    """Channels out at random, dead nodes now and then."""
    random = np.random.default_rng(seed)
    usable = random.random(len(net.channels)) > random.choice([0.02, 0.1, 0.4])
    if seed % 2:  # both ways at once
        usable = usable if net.one_way else np.repeat(usable[::2], 2)
    dead = random.random(net.node_count) < (0.1 if seed % 3 == 0 else 0.0)
    return usable, dead


@pytest.mark.parametrize("few", [reach_module.FEW, -1], ids=["quick", "anew"])
@pytest.mark.parametrize(("spec", "scheme"), FITTING, ids=case_id)
def test_it_equals_the_ways_of_the_scheme(spec, scheme, few, monkeypatch):
    """Where few channels are out, it is told from what that changes; else all is worked out again."""
    monkeypatch.setattr(reach_module, "FEW", few)
    net = NETWORKS[spec]
    reach = Reach(net, scheme)
    for seed in range(12):
        usable, dead = broken(net, seed)
        check(reach.left(usable, dead), truth(net, scheme, usable & without(net, dead)), dead)


@pytest.mark.parametrize(("spec", "scheme"), FITTING, ids=case_id)
def test_nothing_out_cuts_nothing(spec, scheme):
    net = NETWORKS[spec]
    left = Reach(net, scheme).left(np.ones(len(net.channels), bool), no_dead(net))
    assert left.hosts_lost == 0
    assert left.pairs_connected == left.pairs


@given(connected(), st.integers(0, 1 << 20))
def test_random_networks_equal_the_ways_of_their_schemes(net, seed):
    usable, dead = broken(net, seed)
    for scheme in ROUTING_ALGORITHMS:
        if not scheme.refusal(net):
            found = Reach(net, scheme).left(usable, dead)
            check(found, truth(net, scheme, usable & without(net, dead)), dead)


def plainly(net, usable):
    """Which host leads to which over channels that are left, hosts passing nothing on: networkx alone."""
    graph = nx.DiGraph()
    graph.add_nodes_from(range(net.node_count))
    graph.add_edges_from(net.channels[usable].tolist())
    leads = np.zeros((net.hosts, net.hosts), bool)
    for a in range(net.hosts):
        for b in range(net.hosts):
            others = set(range(net.hosts)) - {a, b}
            if a != b:
                leads[a, b] = nx.has_path(nx.restricted_view(graph, others, []), a, b)
    return leads


@given(connected(), st.integers(0, 1 << 20))
def test_minimal_is_what_the_graph_connects(net, seed):
    usable, dead = broken(net, seed)
    check(Reach(net, minimal).left(usable, dead), plainly(net, usable & without(net, dead)), dead)


@st.composite
def leveled_networks(draw):
    """Two or three levels with any links up, some of them past a level; hosts with one to three links."""
    hosts = draw(st.integers(2, 6))
    sizes = draw(st.lists(st.integers(1, 4), min_size=2, max_size=3))
    level = [0] * hosts + [1 + n for n, size in enumerate(sizes) for _ in range(size)]
    nodes = range(hosts, len(level))
    past = draw(st.booleans())
    upper = [
        (a, b) for a in nodes for b in nodes if level[a] < level[b] and (past or level[b] == level[a] + 1)
    ]
    links = draw(st.lists(st.sampled_from(upper), min_size=1, max_size=12))
    below = [node for node in nodes if past or level[node] == 1]
    for host in range(hosts):
        links += [(host, to) for to in draw(st.lists(st.sampled_from(below), min_size=1, max_size=3))]
    missing = [node for node in nodes if not any(node in link for link in links)]
    links += [(0, node) if past or level[node] == 1 else (hosts, node) for node in missing if node != hosts]
    return by_hand(hosts, sorted(links), level)


@given(leveled_networks(), st.integers(0, 1 << 20))
def test_random_networks_of_levels(net, seed):
    usable, dead = broken(net, seed)
    for scheme in ROUTING_ALGORITHMS:
        if not scheme.refusal(net):
            found = Reach(net, scheme).left(usable, dead)
            check(found, truth(net, scheme, usable & without(net, dead)), dead)


def test_hosts_linked_with_each_other():
    net = by_hand(3, [(0, 1), (1, 3), (2, 3)])
    usable = np.ones(6, bool)
    for scheme in (minimal, updown):
        check(Reach(net, scheme).left(usable, no_dead(net)), truth(net, scheme, usable), no_dead(net))


@pytest.mark.parametrize(("spec", "scheme"), FITTING, ids=case_id)
def test_every_single_link(spec, scheme):
    net = NETWORKS[spec]
    reach = Reach(net, scheme)
    for link in range(0, net.link_count, 3):
        usable = np.ones(net.link_count, bool)
        usable[link] = False
        usable = usable if net.one_way else np.repeat(usable, 2)
        check(reach.left(usable, no_dead(net)), truth(net, scheme, usable), no_dead(net))

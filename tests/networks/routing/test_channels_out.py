"""Channels that are out: what is left of each scheme, against its paths without them and networkx."""

from functools import cache
from itertools import combinations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.networks.routing import ROUTING_ALGORITHMS, routing_algorithm
from fatdesk.networks.routing.check import check
from fatdesk.networks.topologies import network_of
from tests.networks.routing.samples import NETWORKS, all_paths, case_id, graph, pairs

FIXED = [one for one in ROUTING_ALGORITHMS if one.NAME not in {"fir", "updown", "minimal"}]
SPECS = [
    "kary-tree:k=2,n=3",
    "egft:M=2-2-2,C=1-3-2,K=1-1-2",
    "ruft-pl:k=2,n=2",
    "ft-ruft-212:k=2,n=3",
    "ft-ruft-222:k=2,n=2",
    "mikant:k=2,n=3",
]
CASES = [(spec, one) for spec in SPECS for one in FIXED if not one.refusal(NETWORKS[spec])]


@cache
def whole(spec, name):
    return all_paths(routing_algorithm(name).routing_table(NETWORKS[spec]))


def some_out(net, data, most=6):
    out = data.draw(st.lists(st.integers(0, len(net.channels) - 1), max_size=most))
    usable = np.ones(len(net.channels), bool)
    usable[out] = False
    return usable


@pytest.mark.parametrize(("spec", "one"), CASES, ids=case_id)
@given(data=st.data())
def test_what_is_left_are_the_paths_that_meet_no_channel_that_is_out(spec, one, data):
    net = NETWORKS[spec]
    usable = some_out(net, data)
    over = one.routing_table(net, usable)
    left = all_paths(over)
    for pair, found in whole(spec, one.NAME).items():
        assert left[pair] == [path for path in found if usable[list(path)].all()]
    verdict = check(over)
    assert verdict.lost == sum(not found for found in left.values())
    assert verdict.stuck is None
    assert verdict.circle is None


@pytest.mark.parametrize("spec", ["hyperx:S=2-3,K=2-1,T=2", "mikant:k=2,n=2", "ft-ruft-212:k=2,n=3"])
@given(data=st.data())
def test_minimal_finds_what_is_shortest_now(spec, data):
    net = NETWORKS[spec]
    usable = some_out(net, data)
    left = all_paths(routing_algorithm("minimal").routing_table(net, usable))
    for (source, destination), found in left.items():
        own = graph(net, source, destination, usable)
        known = (
            list(nx.all_shortest_paths(own, source, destination))
            if nx.has_path(own, source, destination)
            else []
        )
        lengths = {len(path) for path in found}
        assert lengths == {len(path) - 1 for path in known}
        assert bool(found) == bool(known)


@pytest.mark.parametrize("spec", ["hyperx:S=3-3,K=1-1,T=1", "mikant:k=2,n=2", "star:N=5,E=2"])
@given(data=st.data())
def test_updown_by_distance_reaches_all_that_hangs_together(spec, data):
    """Whole links out, so that what is left is a two-way network in one or several pieces."""
    net = NETWORKS[spec]
    usable = np.repeat(some_out(net, data).reshape(-1, 2).all(axis=1), 2)
    verdict = check(routing_algorithm("updown").routing_table(net, usable))
    assert verdict.deadlock_free
    assert verdict.stuck is None
    assert verdict.circle is None
    apart = 0
    for source, destination in pairs(net):
        apart += not nx.has_path(graph(net, source, destination, usable), source, destination)
    assert verdict.lost == apart


def lost_by_one(spec, name):
    """Network links, each by itself, whose loss cuts a pair off."""
    net = network_of(spec)
    inside = np.flatnonzero((net.channels >= net.hosts).all(axis=1))
    found = 0
    for channel in inside.tolist():
        usable = np.ones(len(net.channels), bool)
        usable[channel] = False
        found += check(routing_algorithm(name).routing_table(net, usable)).lost > 0
    return found, len(inside)


@pytest.mark.parametrize(
    ("spec", "name", "tolerates"),
    [
        ("kary-tree:k=2,n=3", "fta", True),
        ("kary-tree:k=2,n=3", "destro", False),
        ("ruft:k=2,n=3", "ruft", False),
        ("ruft-pl:k=2,n=3", "ruft", True),
        ("ruft-pl:k=2,n=3", "ruft-static", False),
        ("ft-ruft-212:k=2,n=3", "ruft", True),
        ("ft-ruft-222:k=2,n=3", "ruft", True),
    ],
)
def test_one_link_between_switches_out(spec, name, tolerates):
    """Spec 3: FTA tolerates k - 1, RUFT 0, RUFT-PL 1 (0 with static lanes), 212 3, 222 7 of them."""
    cut, links = lost_by_one(spec, name)
    assert cut == (0 if tolerates else links)


def test_any_three_links_between_switches_of_ft_ruft_212_out():
    """Spec 3: all 560 triples of the 2-ary 3-tree are tolerated, and 1760 of the 1820 quadruples."""
    net = NETWORKS["ft-ruft-212:k=2,n=3"]
    inside = np.flatnonzero((net.channels >= net.hosts).all(axis=1)).tolist()
    over = routing_algorithm("ruft").routing_table(net)
    each = [[set(path) & set(inside) for path in found] for found in all_paths(over).values()]
    tolerated = [
        sum(
            all(any(path.isdisjoint(out) for path in found) for found in each)
            for out in combinations(inside, many)
        )
        for many in (3, 4)
    ]
    assert tolerated == [560, 1760]

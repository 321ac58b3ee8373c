"""Exclusion intervals: against lost destinations counted path by path and intervals found by trying all."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fatdesk.networks.routing import fir, fta
from fatdesk.networks.routing.check import check
from fatdesk.networks.routing.levels import upward
from tests.networks.routing.samples import NETWORKS, all_paths
from tests.patience import few

HOSTS = 7
SPECS = ["kary-tree:k=2,n=3", "egft:M=2-2-2,C=1-3-2,K=1-1-2"]


def outages(net, data):
    usable = np.ones(len(net.channels), bool)
    usable[data.draw(st.lists(st.integers(0, len(net.channels) - 1), max_size=6))] = False
    return usable


def by_state(found):
    return [sorted(found.onward(state).tolist()) for state in range(len(found.start) - 1)]


def test_no_other_intervals_contain_fewer_destinations():
    """Every set of seven hosts in a ring, against all unions of one and of two arcs."""
    arcs = {
        frozenset((first + step) % HOSTS for step in range(length))
        for first in range(HOSTS)
        for length in range(1, HOSTS + 1)
    }
    unions = {1: arcs, 2: {one | other for one in arcs for other in arcs}}
    for intervals, known in unions.items():
        for count in range(1, HOSTS + 1):
            for destinations in combinations(range(HOSTS), count):
                found = frozenset(fir.covered(destinations, HOSTS, intervals))
                assert found in known
                assert len(found) == min(len(one) for one in known if one >= set(destinations))


@pytest.mark.parametrize("spec", SPECS)
@settings(max_examples=few(20))
@given(data=st.data())
def test_ports_exclude_the_interval_of_what_they_no_longer_lead_to(spec, data):
    net = NETWORKS[spec]
    usable, up = outages(net, data), upward(net)
    lost: dict[int, set[int]] = {}
    kept: dict[int, set[int]] = {}
    for (_, destination), paths in all_paths(fta.routing_table(net)).items():
        for path in paths:
            for at, channel in enumerate(path):
                good = usable[list(path[at:])].all()
                (kept if good else lost).setdefault(int(channel), set()).add(destination)
    over = fir.routing_table(net, usable)
    plain = fta.routing_table(net, usable)
    for destination in range(net.hosts):
        victims = {
            channel
            for channel, found in lost.items()
            if up[channel] and usable[channel] and (gone := sorted(found - kept.get(channel, set())))
            and destination in fir.covered(gone, net.hosts, 1)
        }  # fmt: skip
        for now, every in zip(
            by_state(over.next_channels(destination)), by_state(plain.next_channels(destination)), strict=True
        ):
            assert now == ([channel for channel in every if channel not in victims] or every)


@pytest.mark.parametrize("spec", SPECS)
@settings(max_examples=few(20))
@given(data=st.data())
def test_the_same_pairs_are_connected_as_with_any_number_of_intervals(spec, data):
    net = NETWORKS[spec]
    usable = outages(net, data)
    over, plain = fir.routing_table(net, usable), fta.routing_table(net, usable)
    assert check(over).lost == check(plain).lost
    assert check(over).deadlock_free
    many = fir.routing_table(net, usable, intervals=net.hosts)
    for destination in range(net.hosts):
        assert by_state(many.next_channels(destination)) == by_state(plain.next_channels(destination))


def test_without_failures_it_is_fta():
    net = NETWORKS["kary-tree:k=2,n=3"]
    whole, plain = fir.routing_table(net), fta.routing_table(net)
    for destination in range(net.hosts):
        assert by_state(whole.next_channels(destination)) == by_state(plain.next_channels(destination))

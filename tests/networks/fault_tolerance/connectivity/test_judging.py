"""The bit-parallel evaluator against networkx and against what the schemes themselves say."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fatdesk.networks.fault_tolerance.connectivity.judging import first_bits, ones, set_bits
from fatdesk.networks.fault_tolerance.units import fault_units, usable_without
from fatdesk.networks.routing import routing_algorithm
from tests.networks.fault_tolerance.plain import ASKED, connected, judged, told_by_the_scheme
from tests.networks.routing.samples import FITTING, NETWORKS, by_hand, case_id
from tests.networks.routing.samples import connected as random_network
from tests.patience import few


def combinations_of(data, count, most=8):
    """Some combinations of up to four things, and large ones."""
    sizes = st.integers(0, min(count, 4)) if data.draw(st.booleans()) else st.integers(0, count)
    drawn = st.integers(0, 2**32 - 1)
    found = []
    for _ in range(data.draw(st.integers(1, most))):
        random = np.random.default_rng(data.draw(drawn))
        found.append(sorted(random.choice(count, data.draw(sizes), replace=False).tolist()))
    return found


def agrees(net, one, units, combinations):
    lost = []
    for elements in combinations:
        usable = usable_without(net, units, np.array(elements, np.int32))
        found = connected(net, one, usable)
        assert found == told_by_the_scheme(net, one, usable)
        lost.append(net.hosts * (net.hosts - 1) - len(found))
    assert judged(net, one, units, combinations) == ([not missing for missing in lost], sum(lost))


@pytest.mark.parametrize(("spec", "one"), FITTING, ids=case_id)
@settings(max_examples=few(8))
@given(data=st.data())
def test_every_scheme_on_every_family(spec, one, data):
    net = NETWORKS[spec]
    units = fault_units(net, data.draw(st.sampled_from(ASKED)))
    if units.count:
        agrees(net, one, units, combinations_of(data, units.count, 3))


@given(net=random_network(), data=st.data())
def test_random_networks(net, data):
    one = routing_algorithm(data.draw(st.sampled_from(["minimal", "updown"])))
    units = fault_units(net, data.draw(st.sampled_from(ASKED)))
    if units.count:
        agrees(net, one, units, combinations_of(data, units.count))


@st.composite
def in_levels(draw):
    """Hosts and switches of random levels; links between nodes of different ones, some of them parallel."""
    hosts = draw(st.integers(2, 5))
    level = [0] * hosts + draw(st.lists(st.integers(1, 3), min_size=2, max_size=6))
    switches = range(hosts, len(level))
    links = [
        (host, draw(st.sampled_from(switches)))
        for host in range(hosts)
        for _ in range(draw(st.integers(1, 2)))
    ]
    higher = [(a, b) for a in switches for b in switches if level[a] < level[b]]
    if higher:
        links += draw(st.lists(st.sampled_from(higher), max_size=12))
    return by_hand(hosts, links, level + [1] * (max(max(link) for link in links) + 1 - len(level)))


@given(net=in_levels(), data=st.data())
def test_random_networks_of_levels(net, data):
    one = routing_algorithm(data.draw(st.sampled_from(["fta", "destro", "updown", "minimal"])))
    units = fault_units(net, data.draw(st.sampled_from(ASKED)))
    if units.count:
        agrees(net, one, units, combinations_of(data, units.count))


def test_hosts_that_are_joined_directly_pass_nothing_on():
    net = by_hand(3, [(0, 3), (1, 3), (2, 4), (3, 4), (1, 2)])
    for name in ("updown", "minimal"):
        for requested in ASKED:
            units = fault_units(net, requested)
            agrees(net, routing_algorithm(name), units, [[i] for i in range(units.count)])


def test_a_full_block_has_512_combinations():
    """Two hosts on one switch over two links each; everything that may fail, all 256 combinations twice."""
    net = by_hand(2, [(0, 2), (0, 2), (1, 2), (1, 2)])
    units = fault_units(net, ASKED[2])
    every = [[i for i in range(units.count) if mask >> i & 1] for mask in range(256)]
    agrees(net, routing_algorithm("minimal"), units, every * 2)


def test_bits_of_a_block():
    words = first_bits(130)
    assert ones(words) == 130
    assert set_bits(words) == list(range(130))
    assert set_bits(first_bits(512)) == list(range(512))

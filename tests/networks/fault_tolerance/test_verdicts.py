"""Combinations told one by one, and the reliability of small networks, against networkx over all of them."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.networks.fault_tolerance.reliability import (
    ReliabilityParameters,
    Verdicts,
    among,
    fatal_alone,
    of_network,
    reliability,
    units_of,
)
from fatdesk.networks.fault_tolerance.study import FaultParameters
from fatdesk.networks.fault_tolerance.units import fault_units, usable_without
from fatdesk.networks.routing import fitting
from fatdesk.networks.topologies import network_of
from tests.networks.fault_tolerance.plain import connected

NETWORKS = (
    ("star:N=4,E=1,Bl=1", "usual"),
    ("star:N=3,E=1,Bl=1", "minimal"),
    ("kary-tree:k=2,n=1", "fta"),
    ("ruft-pl:k=2,n=1", "ruft"),
    ("hyperx:S=2,K=1,T=2", "updown"),
    ("hyperx:S=3,K=1,T=1", "minimal"),
    ("two-level:N=4,PE=4,PC=4,Bl=1", "updown"),
)


class Silent:
    def step(self, done, total, text):
        pass


def everything(spec):
    """Switches and cables of a network as things."""
    net = network_of(spec)
    requested = ReliabilityParameters(mtbf_h={"switches": 50_000.0, "cables": 200_000.0})
    return net, requested, units_of(of_network(net, requested))


def whole(net, scheme, units, elements) -> bool:
    usable = usable_without(net, units, np.array(elements, np.int32))
    return len(connected(net, scheme, usable)) == net.hosts * (net.hosts - 1)


@pytest.mark.parametrize(("spec", "name"), NETWORKS)
def test_the_sum_over_all_combinations(spec, name):
    """Up to 13 things: 8192 combinations at most, each judged by networkx; the probabilities multiplied."""
    net, requested, units = everything(spec)
    scheme = fitting(name, net)
    found = reliability(net, scheme, of_network(net, requested), requested, Silent())
    switch, cable = (-np.expm1(-5 * 8760 / hours) for hours in (50_000, 200_000))
    failed = np.where(np.arange(units.count) < net.switch_count, switch, cable)
    lost = 0.0
    assert units.count <= 13
    for out in product((False, True), repeat=units.count):
        if not whole(net, scheme, units, np.flatnonzero(out)):
            lost += float(np.where(out, failed, 1 - failed).prod())
    assert found.over_years.exact
    assert found.over_years.lost == pytest.approx(lost, rel=1e-10)


@given(st.sampled_from(NETWORKS), st.data())
def test_verdicts_are_those_of_networkx(which, data):
    net, _, units = everything(which[0])
    scheme = fitting(which[1], net)
    elements = st.lists(st.integers(0, units.count - 1), max_size=4, unique=True)
    chosen = data.draw(st.lists(elements, min_size=1, max_size=6))
    start = np.concatenate([[0], np.cumsum([len(one) for one in chosen])]).astype(np.int64)
    flat = np.array([element for one in chosen for element in one], np.int32)
    found = Verdicts(net, scheme, units)(start, flat, Silent())
    assert found.tolist() == [whole(net, scheme, units, one) for one in chosen]


def test_more_combinations_than_a_block():
    net, _, units = everything("kary-tree:k=2,n=2")
    verdicts = Verdicts(net, fitting("fta", net), units)
    every = np.tile(np.arange(units.count, dtype=np.int32), 100)
    found = verdicts(np.arange(len(every) + 1), every, Silent())
    assert len(found) > 1000
    assert (found.reshape(100, -1) == found[: units.count]).all()
    again = verdicts(np.arange(len(every) + 1), every, Silent())  # nothing is left of the last time
    assert (again == found).all()


@pytest.mark.parametrize(
    "spec", ["kary-tree:k=2,n=2", "ruft-pl:k=2,n=2", "ft-ruft-222:k=2,n=2", "star:N=4,E=1,Bl=1"]
)
@pytest.mark.parametrize(
    "requested",
    [
        FaultParameters(among="all"),
        FaultParameters(among="all", whole=True),
        FaultParameters(among="switches"),
    ],
)
def test_what_is_seen_to_be_fatal_is_fatal(spec, requested):
    net = network_of(spec)
    scheme, units = fitting("usual", net), fault_units(net, requested)
    seen = fatal_alone(net, units)
    for element in range(units.count):
        usable = usable_without(net, units, np.array([element], np.int32))
        tail, head = net.channels[usable].T
        apart = set(range(net.hosts)) - (set(tail.tolist()) & set(head.tolist()))
        assert seen[element] == bool(apart)
        assert not (seen[element] and whole(net, scheme, units, [element]))


def test_some_of_the_things():
    net = network_of("kary-tree:k=2,n=2")
    units = fault_units(net, FaultParameters(among="switches"))
    some = among(units, np.array([3, 1], np.int32))
    for place, element in enumerate((3, 1)):
        assert some.out(np.array([place])).tolist() == units.out(np.array([element])).tolist()
    assert some.of.tolist() == units.of[[3, 1]].tolist()
    assert among(units, np.zeros(0, np.int32)).count == 0


def test_boards_and_cables_take_out_what_is_theirs():
    """Failures per year and spares of a network without parts: counts over the MTBF that was given."""
    net, requested, _ = everything("kary-tree:k=2,n=2")
    found = reliability(net, fitting("fta", net), of_network(net, requested), requested)
    switches, cables = found.parts
    assert (switches.category, switches.count, cables.category, cables.count) == ("switches", 4, "cables", 8)
    assert switches.failures_per_year == pytest.approx(4 * 8760 / 50_000)
    assert cables.failures_per_year == pytest.approx(8 * 8760 / 200_000)
    assert (switches.spares, cables.spares) == (1, 0)  # means in 30 days: 0.0576 and 0.0288
    assert found.at_any_time is None

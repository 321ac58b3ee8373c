"""The most faults that are always tolerated, against trying every combination by networkx."""

from itertools import combinations
from math import comb
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.core.errors import Cancelled, FatdeskError
from fatdesk.networks.fault_tolerance.guaranteed import always_tolerated
from fatdesk.networks.fault_tolerance.units import fault_units
from fatdesk.networks.routing import routing_algorithm, usual
from fatdesk.networks.topologies import network_of
from tests.networks.fault_tolerance.connectivity.test_judging import in_levels
from tests.networks.fault_tolerance.plain import ASKED, tolerated, units_of
from tests.networks.routing.samples import FITTING, NETWORKS, by_hand, case_id, ring
from tests.networks.routing.samples import connected as random_network


def agrees(net, one, units, most=400):
    """The witness is fatal, and no smaller combination is, as long as there are not too many of them."""
    if not tolerated(net, one, units, []):
        with pytest.raises(FatdeskError, match="separated even if nothing fails"):
            always_tolerated(net, one, units)
        return
    found = always_tolerated(net, one, units)
    if found.fatal is None:
        assert found.faults == units.count or found.proof == "not proved"
    else:
        assert len(found.fatal) == found.faults + 1 == len(set(found.fatal))
        assert list(found.fatal) == sorted(found.fatal)
        assert not tolerated(net, one, units, found.fatal)
    for faults in range(1, found.faults + 1):
        if comb(units.count, faults) <= most:
            assert all(tolerated(net, one, units, out) for out in combinations(range(units.count), faults))


@pytest.mark.parametrize(("spec", "one"), FITTING, ids=case_id)
def test_every_scheme_on_every_family(spec, one):
    for requested in ASKED:
        units = fault_units(NETWORKS[spec], requested)
        if units.count:
            agrees(NETWORKS[spec], one, units)


@given(net=st.one_of(random_network(), in_levels()), data=st.data())
def test_random_networks(net, data):
    one = routing_algorithm(data.draw(st.sampled_from(["minimal", "updown", "fta"])))
    units = fault_units(net, data.draw(st.sampled_from(ASKED)))
    if units.count and not one.refusal(net):
        with patch(
            "fatdesk.networks.fault_tolerance.guaranteed.MOST_TRIED", 2000
        ):  # where one after the other takes long
            agrees(net, one, units)


def test_every_combination_of_a_small_network_where_no_cut_tells():
    net = ring(4)
    found = always_tolerated(net, routing_algorithm("updown"), units_of(net))
    assert (found.faults, found.proof) == (1, "every combination tried")
    assert not tolerated(net, routing_algorithm("updown"), units_of(net), found.fatal)
    levels = by_hand(2, [(0, 2), (1, 2), (0, 3), (1, 3)])
    found = always_tolerated(levels, routing_algorithm("updown"), units_of(levels, among="switches"))
    assert (found.faults, found.proof, found.fatal) == (1, "every combination tried", (0, 1))


def test_too_many_combinations_are_not_proved(monkeypatch):
    monkeypatch.setattr("fatdesk.networks.fault_tolerance.guaranteed.MOST_TRIED", 3)
    net = by_hand(2, [(0, 2), (1, 2), (0, 3), (1, 3), (0, 4), (1, 4)])
    units = units_of(net, among="switches")
    found = always_tolerated(net, routing_algorithm("updown"), units)
    assert (found.faults, found.proof, found.fatal) == (2, "every combination tried", (0, 1, 2))
    monkeypatch.setattr("fatdesk.networks.fault_tolerance.guaranteed.MOST_TRIED", 2)
    found = always_tolerated(net, routing_algorithm("updown"), units)
    assert (found.faults, found.proof, found.fatal) == (0, "not proved", None)


def test_nothing_that_fails_parts_two_hosts_of_one_switch():
    net = by_hand(3, [(0, 3), (1, 3), (2, 3), (3, 4)])
    units = units_of(net)
    assert units.count == 2
    for name in ("minimal", "updown"):
        found = always_tolerated(net, routing_algorithm(name), units)
        assert (found.faults, found.fatal) == (2, None)


def test_it_can_be_stopped():
    class Stops:
        def __init__(self, wanted):
            self.wanted = wanted

        def step(self, done, total, text):
            if text == self.wanted:
                raise Cancelled

    net = network_of("kary-tree:k=4,n=2")
    for wanted, one, among in (
        ("minimum cuts", usual(net), "network"),
        ("combinations of faults", routing_algorithm("updown"), "switches"),
    ):
        with pytest.raises(Cancelled):
            always_tolerated(net, one, units_of(net, among=among), Stops(wanted))

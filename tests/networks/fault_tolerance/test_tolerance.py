"""Counting combinations: random ones, exhaustive ones, threads, stopping, and what cannot be asked."""

from itertools import combinations as every_combination
from math import comb

import numpy as np
import pytest
from scipy.stats import chisquare

from fatdesk.core.errors import Cancelled, FatdeskError
from fatdesk.networks.fault_tolerance.connectivity.judging import Combinations, judges, things_of, unranked
from fatdesk.networks.fault_tolerance.guaranteed import always_tolerated
from fatdesk.networks.fault_tolerance.tolerance import random_tolerated, tolerance
from fatdesk.networks.network import network
from fatdesk.networks.routing import routing_algorithm, usual
from fatdesk.networks.topologies import network_of
from tests.networks.fault_tolerance.plain import tolerated, units_of
from tests.networks.routing.samples import by_hand, ring


class Stops:
    """A progress that is asked to stop after so many steps."""

    def __init__(self, after):
        self.left = after

    def step(self, done, total, text):
        self.left -= 1
        if self.left < 0:
            raise Cancelled


def drawn(elements, faults, count, seed):
    """Random combinations."""
    made = Combinations(elements, faults, count, exhaustive=False, seed=seed)
    out = made.empty_block()
    found = []
    for block in range(made.blocks):
        found += [tuple(things_of(out, i).tolist()) for i in range(made.fill(block, out))]
    return found


@pytest.mark.parametrize(("elements", "faults"), [(6, 0), (6, 1), (6, 2), (7, 3), (6, 5), (6, 6), (20, 3)])
def test_all_combinations_come_in_order(elements, faults):
    made = Combinations.up_to(10_000, elements, faults, seed=1)
    out = made.empty_block()
    found = []
    for block in range(made.blocks):
        found += [tuple(things_of(out, i).tolist()) for i in range(made.fill(block, out))]
    known = list(every_combination(range(elements), faults))
    assert found == known
    assert [tuple(unranked(rank, elements, faults).tolist()) for rank in range(len(known))] == known


@pytest.mark.parametrize(("elements", "faults"), [(5, 1), (6, 2), (6, 4), (5, 5), (300, 1)])
def test_random_combinations_are_equally_likely(elements, faults):
    """Chi-square over 200 a combination; the seed is fixed, so this never fails by chance."""
    every = comb(elements, faults)
    found = drawn(elements, faults, 200 * every, seed=3)
    assert {len(set(one)) for one in found} == {faults}
    kinds, counts = np.unique(np.array(found), axis=0, return_counts=True)
    assert len(kinds) == every
    assert every == 1 or chisquare(counts).pvalue > 0.001


def test_seeds_and_numbers_of_faults_draw_apart():
    assert drawn(40, 3, 600, seed=1) == drawn(40, 3, 600, seed=1)
    assert drawn(40, 3, 600, seed=1) != drawn(40, 3, 600, seed=2)
    assert [one[:1] for one in drawn(40, 3, 600, seed=1)] != [one[:1] for one in drawn(40, 4, 600, seed=1)]
    assert drawn(40, 3, 600, seed=1) == drawn(40, 3, 1200, seed=1)[:600]


@pytest.mark.parametrize("combinations", [100_000, 40_000])
def test_any_number_of_workers_counts_the_same(combinations):
    net = network_of("ft-ruft-212:k=2,n=4")
    requested = net, usual(net), units_of(net), 5, combinations, 7
    alone, together = tolerance(*requested), tolerance(*requested, workers=2)
    assert alone == together
    assert alone == tolerance(*requested, judged_by=judges(*requested[:3]))
    assert alone.fatal is not None


def test_the_first_fatal_combination_is_told():
    net = network_of("kary-tree:k=2,n=2")
    units = units_of(net)
    row = tolerance(net, usual(net), units, 2, 1000, seed=1)
    every = every_combination(range(units.count), 2)
    assert row.fatal == next(one for one in every if not tolerated(net, usual(net), units, one))


def test_nothing_fails():
    net = network_of("kary-tree:k=2,n=2")
    row = tolerance(net, usual(net), units_of(net), 0, 10, seed=1)
    assert (row.combinations, row.exhaustive, row.tolerated, row.pairs_connected) == (1, True, 1, 1.0)


def test_updown_without_levels_one_way():
    """A ring of four switches: exhaustive, and the same as what the scheme says of each combination."""
    net = ring(4)
    units = units_of(net)
    row = tolerance(net, routing_algorithm("updown"), units, 2, 1000, seed=1)
    known = [
        tolerated(net, routing_algorithm("updown"), units, one)
        for one in every_combination(range(units.count), 2)
    ]
    assert (row.exhaustive, row.tolerated) == (True, sum(known))
    assert 0 < row.tolerated < row.combinations


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("after", [0, 7])
def test_it_can_be_stopped(workers, after):
    net = network_of("kary-tree:k=4,n=3")
    with pytest.raises(Cancelled):
        tolerance(net, usual(net), units_of(net), 9, 10**9, 1, Stops(after), workers=workers)
    with pytest.raises(Cancelled):
        random_tolerated(net, usual(net), units_of(net), 9, 10**6, 1, Stops(after))
    with pytest.raises(Cancelled):
        tolerance(
            ring(30),
            routing_algorithm("updown"),
            units_of(ring(30)),
            9,
            10**9,
            1,
            Stops(after),
            workers=workers,
        )


def test_more_faults_than_things():
    net = network_of("kary-tree:k=2,n=2")
    for count in (tolerance, random_tolerated):
        with pytest.raises(FatdeskError, match="17 links cannot fail, there are 8 to fail"):
            count(net, usual(net), units_of(net), 17, 10, 1)


def test_random_tolerated_combinations_are_tolerated_and_equally_likely():
    net = network_of("kary-tree:k=2,n=2")
    units = units_of(net)
    found = random_tolerated(net, usual(net), units, 2, 20_000, seed=5)
    known = [
        one for one in every_combination(range(units.count), 2) if tolerated(net, usual(net), units, one)
    ]
    kinds, counts = np.unique(np.stack(found), axis=0, return_counts=True)
    assert [tuple(kind) for kind in kinds.tolist()] == known
    assert len(known) < comb(units.count, 2)
    assert chisquare(counts).pvalue > 0.001
    assert [one.tolist() for one in found[:50]] == [
        one.tolist() for one in random_tolerated(net, usual(net), units, 2, 50, seed=5)
    ]


def test_tolerated_combinations_that_are_too_rare(monkeypatch):
    monkeypatch.setattr("fatdesk.networks.fault_tolerance.connectivity.judging._ByProgram.most_drawn", 5000)
    net = network_of("ruft:k=2,n=2")
    with pytest.raises(
        FatdeskError,
        match=r"of 5,000 random combinations of 1 link none is tolerated.*ruft on ruft.*use fewer",
    ):
        random_tolerated(net, usual(net), units_of(net), 1, 3, seed=1)
    tree = network_of("kary-tree:k=2,n=2")
    with pytest.raises(FatdeskError, match=r"combinations of 3 links only [0-9,]+ are tolerated"):
        random_tolerated(tree, usual(tree), units_of(tree), 3, 4000, seed=1)


def test_one_gives_up_sooner_where_each_combination_takes_long():
    net = by_hand(2, [(0, 1)])
    with pytest.raises(FatdeskError, match="of 10,000 random combinations of 1 link none is tolerated"):
        random_tolerated(net, routing_algorithm("updown"), units_of(net, among="ends"), 1, 1, seed=1)


@pytest.mark.parametrize("one", ["fta", "updown", "minimal"])
def test_networks_with_fewer_than_two_hosts(one):
    """There is no pair that could be parted."""
    for net in (
        by_hand(1, [(0, 1), (0, 2), (1, 3), (2, 3)], level=[0, 1, 1, 2]),
        network(0, np.array([1, 2]), np.array([[0, 1]]), np.array([[0, 0]])),
    ):
        units = units_of(net)
        row = tolerance(net, routing_algorithm(one), units, 1, 10, seed=1)
        assert (row.tolerated, row.combinations, row.pairs_connected) == (units.count, units.count, 1.0)
        assert always_tolerated(net, routing_algorithm(one), units).faults == units.count


def test_programs_that_take_too_much_memory(monkeypatch):
    monkeypatch.setattr("fatdesk.networks.fault_tolerance.connectivity.path_programs.MOST_BYTES", 5000)
    net = network_of("kary-tree:k=4,n=3")
    with pytest.raises(FatdeskError, match="64 hosts have too many different paths"):
        tolerance(net, usual(net), units_of(net), 1, 10, seed=1)

"""Random links that are out."""

import numpy as np
import pytest

from fatdesk.engine.core.errors import Cancelled, FatdeskError
from fatdesk.engine.families import network_of
from fatdesk.engine.forwarding import fitting
from fatdesk.engine.sim.outages import connects, network_links, random_outages, usable_without


def test_two_way_links_are_out_both_ways():
    network = network_of("kary-tree:k=2,n=2")
    usable = usable_without(network, np.array([5], np.int32))
    assert np.flatnonzero(~usable).tolist() == [10, 11]
    one_way = network_of("ruft-pl:k=2,n=2")
    assert np.flatnonzero(~usable_without(one_way, np.array([5], np.int32))).tolist() == [5]


@pytest.mark.parametrize(("spec", "tolerated"), [("ruft-pl:k=4,n=2", 1), ("ft-ruft-222:k=4,n=2", 7)])
def test_what_is_always_tolerated_needs_no_second_try(spec, tolerated):
    network = network_of(spec)
    scheme = fitting("usual", network)
    random = np.random.default_rng(3)
    first = np.sort(random.choice(network_links(network), tolerated, replace=False))
    out = random_outages(network, scheme, tolerated, seed=3)
    assert (out == first).all()
    assert connects(scheme.forwarding(network, usable_without(network, out)))


def test_combinations_that_part_hosts_are_drawn_again():
    network = network_of("kary-tree:k=2,n=2")
    scheme = fitting("fta", network)
    found = {tuple(random_outages(network, scheme, 2, seed).tolist()) for seed in range(60)}
    links = network_links(network).tolist()
    parted = {
        (a, b)
        for a in links
        for b in links
        if a < b and not connects(scheme.forwarding(network, usable_without(network, np.array([a, b]))))
    }
    assert parted
    assert not found & parted
    assert len(found | parted) == len(links) * (len(links) - 1) / 2  # every one that is tolerated came up


def test_none_is_found_where_there_is_none():
    network = network_of("ruft:k=2,n=2")
    with pytest.raises(FatdeskError, match=r"with 1 link out .*scheme ruft on ruft.*take fewer faults"):
        random_outages(network, fitting("usual", network), 1, seed=1)
    with pytest.raises(FatdeskError, match="99 links cannot be out"):
        random_outages(network, fitting("usual", network), 99, seed=1)


def test_the_search_can_be_stopped():
    class Stops:
        def step(self, done, total, text):
            raise Cancelled

    network = network_of("kary-tree:k=2,n=2")
    with pytest.raises(Cancelled):
        random_outages(network, fitting("fta", network), 1, 1, Stops())

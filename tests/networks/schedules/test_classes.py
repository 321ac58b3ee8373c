"""Classes of channels, cycles and planes, against plain counting."""

import numpy as np
import pytest

from fatdesk.networks.routing import USUAL, fitting
from fatdesk.networks.schedules.capacitated_tree import load
from fatdesk.networks.schedules.traffic_result import (
    classes,
    figures_of_cycles,
    links_of,
    measured_traffic,
    row_of_link,
)
from fatdesk.networks.schedules.universal_trees.cutting import cut_box, densest, planes
from fatdesk.networks.topologies import network_of
from fatdesk.networks.traffic import pattern
from fatdesk.networks.traffic.traffic import Requested

TREES = (
    "kary-tree:k=3,n=2",
    "universal:n=64,w=16",
    "star:N=7,E=1,Bl=1",
    "star:N=8,E=2,Bl=2",
    "kary-tree:k=2,n=4",
)


def study_of(spec, name="uniform", each=3, seed=1):
    net = network_of(spec)
    flows = pattern(name).messages(Requested(net.hosts, each, seed))
    return net, measured_traffic(net, flows, lambda some: fitting(USUAL, some).routing_table(some))


@pytest.mark.parametrize("spec", TREES)
def test_classes_add_up_to_the_loads_of_all_channels(spec):
    net, about = study_of(spec)
    found = classes(about, net)
    assert max(one.worst for one in found) == about.factor
    tree = about.tree
    for one in found:
        here = np.flatnonzero(tree.level == one.low)
        loads = (about.made.load.up if one.way == "up" else about.made.load.down)[tree.node[here]]
        assert (one.channels, one.messages) == (len(here), loads.sum())
        assert one.worst == pytest.approx((loads / tree.links[here]).max()) == one.load / one.links
        assert one.mean == pytest.approx(np.mean(loads / tree.links[here]))
        assert one.capacity == tree.links[here].sum() <= net.link_count
        assert len(links_of(about, net, one.channel)) == one.links
    # every host sends what is not for itself, and what goes up comes down
    sent = int((about.source != about.destination).sum())
    hosts = {one.way: one.messages for one in found if one.low == 0}
    assert hosts == {"up": sent, "down": sent}


@pytest.mark.parametrize("spec", TREES)
def test_every_link_is_of_the_channel_above_its_lower_end(spec):
    net, about = study_of(spec)
    row = row_of_link(about.tree, net)
    for link, (a, b) in enumerate(net.ends.tolist()):
        low = min(net.level[a], net.level[b])
        assert about.tree.level[row[link]] == low
        assert about.tree.node[row[link]] == about.tree.channel[link]
    links = about.tree.links.tolist()
    if spec == "star:N=8,E=2,Bl=2":  # the links between the two are a part of both channels
        links[about.tree.switch.tolist().index(net.hosts + 1)] = 0
    assert np.bincount(row, minlength=len(links)).tolist() == links


def test_what_is_no_tree_has_classes_of_links():
    net, about = study_of("hyperx:S=3-3,K=1-1,T=2")
    found = classes(about, net)
    assert {(one.low, one.high, one.way) for one in found} == {(0, 1, "up"), (0, 1, "down"), (1, 1, "level")}
    assert sum(one.channels for one in found) == len(about.links.load) == 2 * net.link_count
    assert sum(one.messages for one in found) == pytest.approx(about.links.load.sum())
    assert max(one.worst for one in found) == about.factor
    level = next(one for one in found if one.way == "level")
    (link,) = links_of(about, net, level.channel)
    assert (net.ends[link] >= net.hosts).all()
    assert about.link_factors(net)[link] == level.worst
    assert len(figures_of_cycles(about).messages) == 0


@pytest.mark.parametrize("spec", TREES)
@pytest.mark.parametrize("name", ["uniform", "hotspot", "all-to-all"])
def test_cycles_hold_what_is_counted_one_by_one(spec, name):
    net, about = study_of(spec, name, 4)
    found = figures_of_cycles(about)
    made, tree = about.made, about.tree
    assert len(found.messages) == made.cycles
    real = np.unique(tree.node)
    room = tree.tree.up[real].sum() + tree.tree.down[real].sum()
    for cycle in range(made.cycles):
        here = made.cycle == cycle
        plain = load(tree.tree, tree.leaf[about.source[here]], tree.leaf[about.destination[here]])
        assert found.messages[cycle] == here.sum() > 0
        if not plain.worst:
            assert (found.channel[cycle], found.factor[cycle]) == (-1, 0)
            continue
        assert found.factor[cycle] == plain.factor <= 1
        assert tree.node[found.channel[cycle]] == plain.worst
        assert found.up[cycle] == (plain.way == "up")
        loads = plain.up if plain.way == "up" else plain.down
        assert found.load[cycle] == loads[plain.worst]
        assert found.used[cycle] == pytest.approx((plain.up[real].sum() + plain.down[real].sum()) / room)
        assert about.link_factors(net, cycle).max() == plain.factor
        assert max(one.worst for one in classes(about, net, cycle)) == plain.factor


def test_planes_halve_the_room_and_tell_what_crosses():
    """Four hosts in a row of 4 m, each 100 Gb/s to the next: the middle plane of 1 x 2 m has one link."""
    where = np.array([[0.5, 0.5, 1], [1.5, 0.5, 1], [2.5, 0.5, 1], [3.5, 0.5, 1]])
    ends = np.array([[0, 1], [1, 2], [2, 3]])
    box = np.array([[0, 0, 0], [4, 1, 2.0]])
    parts = cut_box(where, np.ones(4, bool), ends, np.full(3, 100.0), box)
    first, *rest = planes(parts, 6)
    assert (first.level, first.axis, first.at_m, first.links, first.gbps) == (0, 0, 2.0, 1, 100.0)
    assert (first.low_m, first.high_m) == ((0, 0, 0), (4, 1, 2))
    assert (first.area_m2, first.gbps_per_m2) == (2.0, 50.0)
    assert [plane.level for plane in rest] == sorted(plane.level for plane in rest)
    assert sum(plane.links for plane in (first, *rest)) == 3
    assert planes(parts, 1) == [first]
    assert densest([first, *rest]).gbps_per_m2 == max(plane.gbps_per_m2 for plane in (first, *rest))
    assert densest([]) is None

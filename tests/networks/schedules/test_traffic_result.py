"""Studies of whole networks: trees and others, files' weights, the universal fat-tree beside."""

import numpy as np
import pytest

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.listing.schedule_columns import schedule_csv
from fatdesk.networks.routing import USUAL, fitting
from fatdesk.networks.schedules.output import study_in_json
from fatdesk.networks.schedules.room_figures import room_figures, universal_figures
from fatdesk.networks.schedules.traffic_result import measured_traffic, messages_of, on_universal
from fatdesk.networks.schedules.universal_trees.cubic_layout import links_per_area
from fatdesk.networks.schedules.universal_trees.decomposition import decompose
from fatdesk.networks.schedules.universal_trees.universal import of_volume
from fatdesk.networks.topologies import network_of
from fatdesk.networks.traffic import pattern
from fatdesk.networks.traffic.traffic import Requested, Traffic


def usual(net):
    return fitting(USUAL, net).routing_table(net)


def names(net):
    return [f"n{number}" for number in range(net.node_count)]


def study_of(spec, name="uniform", each=3):
    net = network_of(spec)
    return net, measured_traffic(net, pattern(name).messages(Requested(net.hosts, each)), usual)


def test_a_tree_gets_a_schedule_and_its_worst_channel():
    """Shuffle on 64 leaves: all of 16 hosts leave their quarter over 7 links."""
    net, about = study_of("universal:n=64,w=16", "shuffle", 1)
    figures = study_in_json(about, net, names(net))
    assert figures["load_factor"] == 16 / 7
    assert (figures["lower_bound"], figures["tree"], figures["no_tree"]) == (3, True, None)
    assert 3 <= figures["cycles"] <= figures["cycles_unpacked"] <= figures["bound"] == 6 * 4
    assert figures["online_cycles"] >= 3
    worst = figures["worst_channel"]
    assert (worst["way"], worst["level"], worst["hosts"], worst["links"]) == ("up", 4, 16, 7)
    assert worst["load"] / worst["links"] == worst["factor"] == figures["load_factor"]
    assert worst["first_host"] in {"n16", "n32"}


@pytest.mark.parametrize("spec", ["hyperx:S=3-3,K=1-1,T=2", "ruft:k=2,n=3"])
def test_another_network_gets_loads_of_its_links(spec):
    net, about = study_of(spec)
    figures = study_in_json(about, net, names(net))
    assert (figures["cycles"], figures["bound"], figures["online_cycles"], figures["tree"]) == (None,) * 3 + (
        False,
    )
    assert figures["no_tree"]
    assert figures["load_factor"] == figures["worst_channel"]["load"] == about.links.load.max() > 0
    # what arrives is what was sent
    into = np.isin(net.channels[:, 1], np.arange(net.hosts))
    assert about.links.load[into].sum() == pytest.approx((about.source != about.destination).sum())


def test_nothing_sent_has_no_worst_channel():
    net = network_of("kary-tree:k=2,n=2")
    still = Traffic(4, np.arange(4), np.arange(4), np.ones(4))
    figures = study_in_json(measured_traffic(net, still, usual), net, names(net))
    assert (figures["worst_channel"], figures["load_factor"], figures["cycles"]) == (None, 0, 1)


def test_the_table_tells_every_message_once():
    net, about = study_of("kary-tree:k=2,n=3", "hotspot", 9)
    lines = schedule_csv(about, names(net)).decode("utf-8-sig").splitlines()
    assert lines[0] == "cycle,source,destination,messages"
    rows = [line.split(",") for line in lines[1:]]
    assert sum(int(row[3]) for row in rows) == 72
    assert [int(row[0]) for row in rows] == sorted(int(row[0]) for row in rows)
    assert {int(row[0]) for row in rows} == set(range(1, about.made.cycles + 1))
    stated = np.zeros((8, 8))
    for _, source, destination, count in rows:
        stated[int(source[1:]), int(destination[1:])] += int(count)
    wanted = np.zeros((8, 8))
    np.add.at(wanted, (about.source, about.destination), 1)
    assert (stated == wanted).all()


def test_weights_are_numbers_of_messages():
    flows = Traffic(3, np.array([0, 1]), np.array([1, 2]), np.array([2.0, 0.0]))
    assert [some.tolist() for some in messages_of(flows)] == [[0, 0], [1, 1]]
    with pytest.raises(FatdeskError, match=r"weight 0\.5 from host 0 to host 1 is not whole"):
        messages_of(Traffic(2, np.array([0]), np.array([1]), np.array([0.5])))
    with pytest.raises(FatdeskError, match=r"10,000,000 messages, at most"):
        messages_of(Traffic(2, np.array([0]), np.array([1]), np.array([1e7])))


def test_a_line_of_hosts_beside_its_universal_fat_tree():
    """Eight hosts a metre apart in a row, neighbours linked: a plane cuts one link."""
    where = np.stack([np.arange(8) + 0.5, np.full(8, 0.5), np.full(8, 0.5)], axis=1)
    ends = np.stack([np.arange(7), np.arange(1, 8)], axis=1)
    box = np.array([[0.0, 0, 0], [8, 1, 1]])
    made = decompose(where, np.ones(8, bool), ends, np.full(7, 100.0), box)
    figures = room_figures(made).in_json
    assert [row["cut_links"] for row in figures["levels"]] == [1, 2, 4, 0]
    assert [row["out_gbps"] for row in figures["levels"]] == [0, 100, 200, 200]
    assert [row["largest_surface_m2"] for row in figures["levels"]] == [34, 18, 10, 6]
    whole = tuple(map(tuple, box.tolist()))
    assert figures["cuts"][0] == {
        "level": 0, "axis": "x", "at_m": 4.0, "box_m": whole, "gbps": 100.0, "links": 1
    }  # fmt: skip
    assert [row["most_hosts"] for row in figures["balanced"]] == [8, 4, 2, 1]
    assert links_per_area(made.parts) == pytest.approx(2 / 10)
    _, about = study_of("kary-tree:k=2,n=3", "complement", 1)
    beside = of_volume(8, 8.0**1.5)
    again = on_universal(beside.tree, made.balanced, about)
    stated = universal_figures(beside, 1.0, again)
    assert (stated.root_capacity, stated.capacities, stated.cycles) == (8, (8, 4, 2, 1), 1)


def test_factors_of_links_are_those_of_their_channels():
    """Shuffle on 64 leaves: 16 over the 7 links of each quarter, 16 of a half over 11 links of the root."""
    net, about = study_of("universal:n=64,w=16", "shuffle", 1)
    factors = about.link_factors(net)
    level = net.level[net.ends[:, 0]]
    assert factors[level == 0].max() == 1
    assert factors[level == 4].max() == 16 / 7
    assert factors.max() == about.factor


@pytest.mark.parametrize("spec", ["hyperx:S=3-3,K=1-1,T=2", "ruft:k=2,n=3"])
def test_factors_of_links_without_a_tree(spec):
    net, about = study_of(spec)
    factors = about.link_factors(net)
    assert len(factors) == net.link_count
    assert factors.max() == about.factor
    sent = np.bincount(about.source[about.source != about.destination], minlength=net.hosts)
    if not net.one_way:
        received = np.bincount(about.destination[about.source != about.destination], minlength=net.hosts)
        hosts = (net.ends < net.hosts).any(axis=1)
        assert sorted(factors[hosts]) == pytest.approx(sorted(np.maximum(sent, received)))


def test_flows_of_any_weight_load_the_links_of_what_is_no_tree():
    net = network_of("hyperx:S=3,K=1,T=1")
    about = measured_traffic(net, Traffic(3, np.array([0]), np.array([1]), np.array([0.5])), usual)
    assert (about.factor, about.messages) == (0.5, 0.5)

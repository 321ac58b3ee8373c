"""Links, cables and cages counted apart, on small networks drawn by hand."""

import pytest

from fatdesk.engine.cabling.choice.choosing import NO_OPTION, best, options_for
from fatdesk.engine.cabling.choice.link_groups import Form, PlugPair, form_groups
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import Cable, Ports, Server, Switch
from fatdesk.engine.catalog.plugs import Plug
from fatdesk.engine.fabric.fabric import NodeKind
from tests.engine.cabling.networks import network

H, S, X = NodeKind.HOST, NodeKind.SWITCH, NodeKind.EXTERNAL
TWIN = (Ports(count=8, links=2, connector="osfp", rate_gbps=400.0, lanes=4),)
HALVES = (Ports(count=8, links=2, connector="osfp", rate_gbps=400.0, lanes=4, breakout=(1, 2)),)
CATALOG = Catalog(
    [
        Switch(id="twin", ports=TWIN),
        Switch(id="halves", ports=HALVES),
        Server(id="other", ports=(Ports(count=1, connector="osfp", rate_gbps=200.0, lanes=2),)),
        Server(id="half", ports=(Ports(count=1, connector="qsfp112", rate_gbps=200.0, lanes=2),)),
        Switch(
            id="plain", ports=(Ports(count=16, connector="qsfp", rate_gbps=40.0, lanes=4, breakout=(1, 4)),)
        ),
        Server(id="one", ports=(Ports(count=4, connector="osfp", rate_gbps=400.0, lanes=4),)),
        Server(id="two", ports=TWIN),
        Server(id="lane", ports=(Ports(count=4, connector="sfp", rate_gbps=10.0),)),
    ]
)


def forms(fabric, bundle_cable=None):
    """(form, links) of each group."""
    groups = form_groups(fabric, CATALOG, bundle_cable)
    sizes = [int(groups.start[i + 1] - groups.start[i]) for i in range(len(groups.need))]
    return [(groups.needs[n].form, size) for n, size in zip(groups.need.tolist(), sizes, strict=True)]


def test_plain_cages_take_a_cable_a_link():
    assert forms(network([(0, 1)] * 3, ["plain", "plain"])) == [(Form.SINGLE, 1)] * 3


def test_two_cages_that_join_just_each_other_are_one_group():
    assert forms(network([(0, 1)] * 4, ["twin", "twin"])) == [(Form.TWIN, 2)] * 2


def test_a_half_used_cage_is_no_twin():
    assert forms(network([(0, 1)] * 3, ["twin", "twin"])) == [(Form.TWIN, 2), (Form.SHARED, 1)]


def test_a_cage_to_two_hosts_of_single_cages_has_legs():
    fabric = network([(0, 1), (0, 2)], ["twin", "one", "one"], [S, H, H])
    assert forms(fabric) == [(Form.LEGS, 2)]


def test_cages_that_share_crosswise_need_fibres():
    """Two leaves, two hosts with twin cages: each host's cage goes to both leaves."""
    links = [(0, 2), (0, 3), (1, 2), (1, 3)]
    ports = [(0, 0), (1, 0), (0, 1), (1, 1)]
    fabric = network(links, ["twin", "twin", "two", "two"], [S, S, H, H], ports)
    assert forms(fabric) == [(Form.SHARED, 1)] * 4


def test_a_split_port_takes_one_splitter():
    links = [(0, i) for i in range(1, 6)]
    ports = [(0, 0)] * 4 + [(1, 0)]
    fabric = network(links, ["plain", *["lane"] * 5], [S, *[H] * 5], ports, splits=[4] * 5)
    assert forms(fabric) == [(Form.SPLIT, 4), (Form.SPLIT, 1)]


def test_split_ports_of_a_cage_share_a_splitter():
    """A plug fills its cage: two splitters of two legs would need two plugs in one cage."""
    ports = [(0, 0), (1, 0), (0, 0), (1, 0), (2, 0)]
    fabric = network([(0, i) for i in range(1, 6)], ["halves", *["half"] * 5], [S, *[H] * 5], ports, [2] * 5)
    assert forms(fabric) == [(Form.SPLIT_CAGE, 4), (Form.SPLIT_CAGE, 1)]
    groups = form_groups(fabric, CATALOG)
    assert groups.links.tolist() == [0, 2, 1, 3, 4], "port by port"
    need = groups.needs[groups.need[0]]
    assert (need.slower, need.legs, need.apart) == (2, 4, 2)


def test_a_split_port_next_to_a_whole_one_takes_a_fibre_of_its_own():
    ports = [(0, 0), (1, 0), (1, 0)]
    fabric = network(
        [(0, 1), (0, 2), (0, 3)], ["halves", "one", "half", "half"], [S, H, H, H], ports, [1, 2, 2]
    )
    assert forms(fabric) == [(Form.SHARED, 1), (Form.SPLIT, 2)]
    groups = form_groups(fabric, CATALOG)
    two = Cable(id="two", medium="copper", connectors=("osfp", "qsfp112"), ends=(1, 2), links=2)
    assert not options_for(groups.needs[groups.need[1]], Catalog([two]), "any")


def test_cages_split_into_ports_of_two_kinds_share_no_splitter():
    ports = [(0, 0), (0, 0), (1, 0), (1, 0)]
    parts = ["halves", "half", "half", "other", "other"]
    fabric = network([(0, i) for i in range(1, 5)], parts, [S, *[H] * 4], ports, [2] * 4)
    assert forms(fabric) == [(Form.SPLIT, 2), (Form.SPLIT, 2)]


@pytest.mark.parametrize(("links", "cables"), [(9, [3, 3, 3]), (8, [3, 3, 2]), (2, [2])])
def test_bundles_are_cut_into_cables_of_three_links(links, cables):
    """12x cables carry three 4x links (two-level paper, section 3, Example 1)."""
    twelve = Cable(id="12x", medium="copper", connectors=("qsfp", "qsfp"), links=3, ends=(3, 3))
    fabric = network([(0, 1)] * links, ["plain", "plain"])
    assert forms(fabric, twelve) == [(Form.BUNDLE, n) for n in cables]


def test_links_to_externals_are_in_no_group_but_take_a_cage():
    fabric = network([(0, 1), (0, 2)], ["twin", "one", ""], [S, H, X])
    groups = form_groups(fabric, CATALOG)
    assert groups.links.tolist() == [0]
    assert groups.cage[1].tolist() == [0, -1]


def test_groups_keep_the_order_of_their_first_links():
    links = [(0, 1), (0, 2), (0, 1), (0, 2)]
    fabric = network(links, ["plain", "plain", "plain"])
    groups = form_groups(fabric, CATALOG)
    assert groups.links.tolist() == [0, 1, 2, 3]


def test_the_reason_of_a_lone_split_port_names_its_cage():
    need = PlugPair(Form.SPLIT, Plug("osfp", 400.0, 4, 2), Plug("qsfp112", 200.0, 2, 1), 2)
    number, why = best(need, (), 1_000_000, CablingRules())
    assert number == NO_OPTION
    assert why.endswith("are not split alike, so only transceivers and a fibre that splits do")

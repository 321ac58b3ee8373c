"""Links, cables and cages counted apart, on small networks drawn by hand."""

import pytest

from fatdesk.engine.cabling.choice.link_groups import Form, form_groups
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import Cable, Ports, Server, Switch
from fatdesk.engine.fabric.fabric import NodeKind
from tests.engine.cabling.networks import network

H, S, X = NodeKind.HOST, NodeKind.SWITCH, NodeKind.EXTERNAL
TWIN = (Ports(count=8, links=2, connector="osfp", rate_gbps=400.0, lanes=4),)
CATALOG = Catalog(
    [
        Switch(id="twin", ports=TWIN),
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

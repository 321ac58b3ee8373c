"""Names of nodes from templates: each device has its own, whatever the levels of the network."""

import pytest
from msgspec.structs import replace

from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.requirements import FabricRequirement, Requirements
from fatdesk.engine.fabric.names import Naming, make_names
from fatdesk.engine.families.design import HostGroup
from fatdesk.project.derived.fabrics import build_fabrics
from fatdesk.project.designing.designing import search_fabrics
from fatdesk.project.document.project import FabricDecision

CATALOG = load_shipped([])


def node_names(fabric, naming, groups, fabrics):
    """The names of the nodes of one fabric of a project."""
    return make_names([fabric], naming, groups, fabrics).nodes[0]


def fabric_of(family, hosts):
    """The best fabric of a family on switches of 36 ports."""
    wish = FabricRequirement(name="ib", families=(family,), edge=("ib-36",), core=("ib-36",))
    groups = (HostGroup(name="n", part="server-1u", count=hosts),)
    searched = search_fabrics(Requirements(hosts=groups, fabrics=(wish,)), CATALOG)
    decision = FabricDecision(requirement=wish, design=searched.designs[0])
    return build_fabrics(groups, (decision,), CATALOG)[0]


@pytest.mark.parametrize(("family", "hosts"), [("kary-tree", 12_000), ("egft", 700)])
def test_every_device_of_a_tree_has_its_own_name(family, hosts):
    fabric = fabric_of(family, hosts)
    for naming in (Naming(), Naming(middle="agg{level}-{index}", core="top{level}-{index}")):
        names = node_names(fabric, naming, 1, 1)
        assert len(set(names)) == len(names)


def test_middle_switches_are_named_by_their_template_and_level():
    fabric = fabric_of("kary-tree", 12_000)
    plain = dict(zip(fabric.ids, node_names(fabric, Naming(), 1, 1), strict=True))
    assert plain["ib/middle-2/1"].startswith("M2-")
    assert plain["ib/middle-3/1"].startswith("M3-")
    own = Naming(middle="agg{level}-{index}", core="top{level}", edge="leaf{level}-{index}")
    given = dict(zip(fabric.ids, node_names(fabric, own, 1, 1), strict=True))
    assert given["ib/middle-3/7"] == "agg3-7"
    assert given["ib/core/1"] == "top4"
    assert given["ib/edge/2"] == "leaf1-2"


def test_far_ends_of_extra_ports_are_named_in_full():
    wish = FabricRequirement(name="ib", edge=("ib-36",), core=("ib-36",), extra_ports=2)
    groups = (HostGroup(name="n", part="server-1u", count=60),)
    searched = search_fabrics(Requirements(hosts=groups, fabrics=(wish,)), CATALOG)
    [fabric] = build_fabrics(groups, (FabricDecision(requirement=wish, design=searched.designs[0]),), CATALOG)
    names = dict(zip(fabric.ids, node_names(fabric, Naming(), 1, 1), strict=True))
    assert [names[f"ib/external/{number}"] for number in (1, 2)] == ["external-1", "external-2"]
    assert node_names(fabric, Naming(), 1, 2)[-1] == "ib-external-2"
    leading = replace(wish, extra_ports_to="UFM {a}")
    [named] = build_fabrics(
        groups, (FabricDecision(requirement=leading, design=searched.designs[0]),), CATALOG
    )
    assert node_names(named, Naming(), 1, 1)[-2:] == ("UFM {a}-1", "UFM {a}-2")
    assert node_names(named, Naming(), 1, 2)[-1] == "ib-UFM {a}-2"

"""Points built from parts, against the point's own figures, a plain search and the links of its SPEC."""

from fractions import Fraction

import msgspec
import networkx as nx
import numpy as np
import pytest

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.requirements import FabricRequirement
from fatdesk.engine.design.requirements_file import parse_requirements
from fatdesk.engine.exploring.building import choices, design_of, links_between
from fatdesk.engine.exploring.egft import Egft
from fatdesk.engine.exploring.explore import explore
from fatdesk.engine.exploring.hyperx import HyperX
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.networks.topologies import network_of
from fatdesk.project.derived.fabrics import build_fabrics
from fatdesk.project.designing.from_point import project_from_point
from fatdesk.project.document.project import FabricDecision


@pytest.fixture(scope="module")
def catalog():
    return load_shipped([])


def requested(catalog, hosts, fabric="name: compute, edge: [ib-36]", more=""):
    text = f"hosts: [{{name: nodes, part: server-1u, count: {hosts}}}]\nfabrics: [{{{fabric}}}]\n{more}"
    return parse_requirements(text.encode(), "wish.yaml", catalog)


def built(wanted, network, catalog, part=("ib-36", 0)):
    design = design_of(wanted, wanted.fabrics[0], network, part, catalog)
    decision = FabricDecision(requirement=wanted.fabrics[0], design=design)
    (fabric,) = build_fabrics(wanted.hosts, [decision], catalog)
    return design, fabric


def switch_graph(ends, hosts):
    """Switches and how many links join two of them, hosts as numbers of a switch."""
    graph = nx.Graph()
    for a, b in ends.tolist():
        low, high = sorted((a, b))
        if low < hosts:
            graph.add_node(high)
            graph.nodes[high]["hosts"] = graph.nodes[high].get("hosts", 0) + 1
        elif graph.has_edge(a, b):
            graph[a][b]["links"] += 1
        else:
            graph.add_edge(a, b, links=1)
    return graph


NETWORKS = [
    (60, Egft((15, 4), (1, 3), (1, 5)), "two-level", "egft:M=15-4,C=1-3,K=1-5"),
    (64, Egft((8, 4, 2), (1, 4, 4), (1, 2, 8)), "egft", "egft:M=8-4-2,C=1-4-4,K=1-2-8"),
    (64, Egft((8, 4, 2), (1, 2, 4), (1, 2, 2)), "egft", "egft:M=8-4-2,C=1-2-4,K=1-2-2"),
    (48, Egft((6, 2, 2, 2), (1, 2, 2, 2), (1, 1, 2, 1)), "egft", "egft:M=6-2-2-2,C=1-2-2-2,K=1-1-2-1"),
    (60, HyperX((5, 3), (2, 3), 4), "hyperx", "hyperx:S=5-3,K=2-3,T=4"),
    (48, HyperX((3, 1, 2, 2), (2, 1, 1, 2), 4), "hyperx", "hyperx:S=3-2-2,K=2-1-2,T=4"),
    (20, HyperX((1,), (1,), 20), "star", "hyperx:S=1,K=1,T=20"),
]


@pytest.mark.parametrize(("hosts", "network", "family", "spec"), NETWORKS)
def test_links_are_those_of_the_spec(hosts, network, family, spec, catalog):
    design, fabric = built(requested(catalog, hosts), network, catalog)
    assert design.family == family
    assert len(fabric.nodes(NodeKind.SWITCH)) == network.switches
    assert fabric.link_count == hosts + links_between(network)
    ours = switch_graph(fabric.ends, hosts)
    if family == "star":
        assert [data for _, data in ours.nodes(data=True)] == [{"hosts": 20}]
        return
    paper = network_of(spec)
    theirs = switch_graph(np.sort(paper.ends, axis=1), paper.hosts)
    assert nx.is_isomorphic(
        ours,
        theirs,
        node_match=lambda a, b: a.get("hosts", 0) == b.get("hosts", 0),
        edge_match=lambda a, b: a["links"] == b["links"],
    )


def test_every_point_of_a_search_can_be_built(catalog):
    wanted = requested(catalog, 90, more="explore: {terminals: [12, 18, 30]}")
    found = explore(wanted, catalog).candidates
    assert {one.family for one in found} == {"egft", "hyperx"}
    for one in found:
        _, fabric = built(wanted, one.network, catalog)
        assert len(fabric.nodes(NodeKind.SWITCH)) == one.switches
        assert fabric.link_count == 90 + links_between(one.network)


def test_switches_are_offered_cheapest_first(catalog):
    wanted = parse_requirements(
        b"hosts: [{name: a, part: server-10gbe, count: 64}]\nfabrics: [{name: pod}]", "a.yaml", catalog
    )
    network = Egft((32, 2), (1, 16), (1, 2))
    offered = choices(wanted, wanted.fabrics[0], network, catalog)
    assert [(one.title, int(one.price)) for one in offered] == [
        ("10gbe-64", 32_000),
        ("10gbe-96", 48_000),
        ("10gbe-144", 72_000),
    ], "64 ports are needed, at 500 a port"
    assert offered[0].total == 32_000 * network.switches
    with pytest.raises(
        FatdeskError, match=r"no switch in the catalog has 150 ports of one kind.*the most is 144"
    ):
        choices(wanted, wanted.fabrics[0], Egft((100, 2), (1, 50), (1, 1)), catalog)


def test_what_asks_for_more_than_a_point_is_told(catalog):
    wanted = requested(catalog, 16, fabric="name: compute, planes: 2")
    with pytest.raises(FatdeskError, match="1 rails, 2 planes and 0 extra ports"):
        choices(wanted, wanted.fabrics[0], Egft((8, 2), (1, 8), (1, 1)), catalog)
    by_rack = FabricRequirement(name="compute", edges_per_rack=2)
    with pytest.raises(FatdeskError, match=r"2 edge switches per rack .*: leave edges_per_rack out"):
        choices(requested(catalog, 16), by_rack, Egft((8, 2), (1, 8), (1, 1)), catalog)
    with pytest.raises(FatdeskError, match="leave edges_per_rack out"):
        explore(msgspec.structs.replace(requested(catalog, 16), fabrics=(by_rack,)), catalog)
    with pytest.raises(FatdeskError, match="'10gbe-48' does not fit this network"):
        built(requested(catalog, 16), Egft((8, 2), (1, 8), (1, 1)), catalog, ("10gbe-48", 0))


def test_the_project_asks_for_what_the_point_is(catalog):
    wanted = requested(catalog, 60, fabric="name: compute, families: [two-level], core: [modular-108]")
    network = HyperX((5, 3), (1, 2), 4)
    project = project_from_point(wanted, "compute", network, ("ib-36", 0), catalog, "made")
    (fabric,) = project.fabrics
    assert fabric.requirement.families == ("hyperx",)
    assert fabric.requirement.core == ("modular-108", "ib-36")
    assert Fraction(str(fabric.requirement.blocking)) == max(1, Fraction(30) / network.bisection) > 1
    assert sum(len(rack.devices) for rack in project.floor.racks) == 60 + 15
    same = msgspec.structs.replace(wanted, fabrics=(fabric.requirement,))
    again = project_from_point(same, "compute", network, ("ib-36", 0), catalog, "made")
    assert again == project

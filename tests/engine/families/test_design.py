"""Rails and planes in words, against the host ports that lead to each edge switch."""

import pytest

from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.requirements import FabricRequirement, Requirements
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.families.design import HostGroup, rail_text, rails_and_planes
from fatdesk.project.derived.fabrics import build_fabrics
from fatdesk.project.designing.designing import search_fabrics
from fatdesk.project.document.project import FabricDecision

CATALOG = load_shipped([])
QM9700 = "nvidia-qm9700"


@pytest.mark.parametrize(
    ("hosts", "rails", "planes", "family"),
    [(64, 8, 1, "two-level"), (64, 4, 2, "two-level"), (300, 2, 4, "two-level"), (600, 8, 1, "egft")],
)
def test_each_host_port_leads_to_the_rail_and_plane_that_are_named(hosts, rails, planes, family):
    wish = FabricRequirement(
        name="a/b", rails=rails, planes=planes, families=(family,), edge=(QM9700,), core=(QM9700,)
    )
    groups = (HostGroup(name="n", part="nvidia-dgx-h100", count=hosts),)
    design = search_fabrics(Requirements(hosts=groups, fabrics=(wish,)), CATALOG).designs[0]
    fabric = build_fabrics(groups, (FabricDecision(requirement=wish, design=design),), CATALOG)[0]
    seen = set()
    for (a, b), (p, q) in zip(fabric.ends.tolist(), fabric.ports.tolist(), strict=True):
        if NodeKind.HOST in (fabric.kind[a], fabric.kind[b]):
            edge, port = (b, p) if fabric.kind[a] == NodeKind.HOST else (a, q)
            plane, rail = divmod(port, rails)
            words = f"rail {rail + 1}" + (f", plane {plane + 1}" if planes > 1 else "")
            assert rail_text(design.parts, rails_and_planes(design), fabric.ids[edge]) == words
            seen.add(words)
    assert len(seen) == rails * planes
    core = next(node for node in fabric.ids if "/core/" in node)
    assert rail_text(design.parts, rails_and_planes(design), core) == ("plane 1" if planes > 1 else "")

"""Losses of odd designs: splitters, legs, rails, planes, blades, boxes; and the order of losses."""

import numpy as np
import pytest

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.failures.elements import taken
from fatdesk.networks.fault_tolerance.impact import Element
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.losses import elements_of, loss_analysis, losses
from tests.project.designing.test_end_to_end import CASES, OWN, designed

ODD = [
    "splitters part filled",
    "two networks on two ports",
    "legs and externals",
    "rails, optical",
    "rails and planes",
    "bundles of three",
    "modular",
    "modular star",
    "blades",
    "two joined enclosures",
]


@pytest.fixture(scope="module", params=ODD)
def odd(request):
    return Derived(designed(Catalog([*load_shipped(), *OWN]), *CASES[request.param]).project)


def without_links(placed, links):
    none = np.zeros(0, np.int32)
    return taken(placed, [Element("cable", "-", "-", none, np.array(sorted(links), np.int32), ())])


def test_what_is_lost_is_told_by_the_wiring_list(odd):
    """A rack takes its devices' links and no others, a cable all of the links that it carries."""
    for fabric in odd.fabrics:
        rows = {row.id: row for row in odd.rows if row.fabric == fabric.name}
        losing = loss_analysis(odd, fabric.name)
        placed = losing.placed
        network = placed.network
        outside = [placed.names[node] for node in placed.fabric.nodes(NodeKind.EXTERNAL).tolist()]
        rack_of = {node: placed.rack[node] for node in range(network.node_count)}
        for element in elements_of(odd, fabric.name):
            if element.kind == "cable":
                (cable,) = element.cables
                inside = [
                    link for link in rows[cable].links if not any(f"-{name}:" in link for name in outside)
                ]
                assert len(element.links) == len(inside)
            elif element.kind in ("rack", "switch"):
                dead = set(element.nodes.tolist())
                assert dead
                if element.kind == "rack":
                    (rack,) = {rack_of[node] for node in dead}
                    assert dead == {node for node, at in rack_of.items() if at == rack}
                links = {n for n, (a, b) in enumerate(network.ends.tolist()) if a in dead or b in dead}
                assert set(element.links.tolist()) == links
                left = losing.left(taken(placed, [element]))
                assert left.pairs_connected == losing.left(without_links(placed, links)).pairs_connected
            elif element.kind == "bundle":
                assert {rows[cable].bundle for cable in element.cables} == {
                    element.key.removeprefix("bundle/")
                }


def test_the_worst_stand_first(odd):
    fabric = odd.fabrics[0].name
    some = [element for element in elements_of(odd, fabric) if element.kind in ("rack", "tray", "switch")]
    found = losses(odd, fabric, some)
    assert {loss.element.key for loss in found} == {element.key for element in some}
    keys = [(-loss.left.hosts_lost, loss.bisection_left) for loss in found]
    assert keys == sorted(keys)
    for loss in found:
        assert 0 <= loss.bisection_left <= 1
        assert loss.uplinks is None or 0 <= loss.uplinks_left <= loss.uplinks
        assert loss.left.pairs_connected <= loss.left.pairs

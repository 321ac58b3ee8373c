"""Lattices of two, three and four dimensions as projects over parts on the market: 1,000 hosts on QM8790."""

from collections import Counter

import pytest

from fatdesk.core.finding import Severity
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.requirements import FabricRequirement, Requirements
from fatdesk.engine.design.search import search
from fatdesk.engine.exploring.hyperx import HyperX
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.families.design import HostGroup
from fatdesk.engine.floor.room import RoomRequirement
from fatdesk.project.derived.check import check
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.from_point import project_from_point

FABRIC = FabricRequirement(name="ib", families=("hyperx",), edge=("nvidia-qm8790",), core=("nvidia-qm8790",))
WANTED = Requirements(
    hosts=(HostGroup(name="n", part="lenovo-sr650-v2-cx6", count=1000),),
    fabrics=(FABRIC,),
    room=RoomRequirement(improve_steps=0),
)


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_shipped()


@pytest.mark.parametrize(
    ("S", "K", "T"), [((7, 6, 3), (2, 2, 4), 8), ((6, 6, 2, 2), (2, 2, 6, 6), 7)], ids=["3-D", "4-D"]
)
def test_a_lattice_of_uneven_widths_is_placed_cabled_and_billed(catalog, S, K, T) -> None:
    network = HyperX(S, K, T, 1000)
    project = project_from_point(WANTED, "ib", network, ("nvidia-qm8790", 0), catalog, "lattice")
    derived = Derived(project)
    [fabric] = derived.fabrics
    assert len(fabric.nodes(NodeKind.SWITCH)) == network.switches
    assert fabric.link_count == 1000 + network.links
    placed = [device.id for rack in project.floor.racks for device in rack.devices]
    assert Counter(placed).keys() == set(fabric.ids)
    assert len(derived.rows) == fabric.link_count
    counts = Counter({item.part: item.count for item in derived.items})
    assert counts["nvidia-qm8790"] == network.switches
    assert not [one for one in check(derived) if one.finding.severity == Severity.ERROR]


def test_the_search_itself_finds_two_dimensions_and_three_for_more_hosts(catalog) -> None:
    """16 x 8 switches of 8 hosts have 2 T / (S_d K_d) = 1 in both dimensions."""
    best = search(WANTED, FABRIC, catalog).best
    assert (best.design.params["S"], best.design.params["K"], best.design.params["T"]) == ("16-8", "1-2", 8)
    many = Requirements(
        hosts=(HostGroup(name="n", part="lenovo-sr650-v2-cx6", count=5000),), fabrics=(FABRIC,)
    )
    best = search(many, FABRIC, catalog).best
    assert str(best.design.params["S"]).count("-") == 2
    assert best.blocking == 1

"""Hosts that racks hold, placed for real: the two-level paper's case of expansion (section 6.2)."""

import msgspec
import pytest

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.requirements import FabricRequirement, Requirements
from fatdesk.engine.families.design import HostGroup
from fatdesk.engine.floor.room import RoomRequirement
from fatdesk.engine.growth.racks import expansion, most_hosts, stages
from fatdesk.project.derived.fabrics import build_fabrics
from fatdesk.project.designing.designing import place_fabrics
from fatdesk.project.document.project import FabricDecision

FABRIC = FabricRequirement(
    name="compute", families=("two-level",), edge=("ib-36",), core=("ib-36",), spread_hosts=False
)
WISH = Requirements(hosts=(HostGroup(name="n", part="server-1u", count=1),), fabrics=(FABRIC,))


def most_hosts_placed(requirements, fabric, catalog, racks):
    """The best design for the most hosts that N racks in a row hold within space, mass and power."""
    room = msgspec.structs.replace(requirements.room or RoomRequirement(), rows=1, racks_per_row=racks)

    def holds(wanted, design):
        decisions = [FabricDecision(requirement=wanted.fabrics[0], design=design)]
        fabrics = build_fabrics(wanted.hosts, decisions, catalog)
        placed = place_fabrics(fabrics, msgspec.structs.replace(wanted, room=room), catalog)
        return not placed.unplaced

    return most_hosts(requirements, fabric, catalog, racks, holds=holds)


@pytest.fixture(scope="module")
def shipped():
    return load_shipped()


@pytest.mark.parametrize(("racks", "hosts", "edges", "cores"), [(2, 76, 5, 3), (3, 115, 7, 4)])
def test_racks_full_to_the_last_unit(shipped, racks, hosts, edges, cores):
    best = most_hosts_placed(WISH, FABRIC, shipped, racks)
    assert (best.hosts, best.design.number("E"), best.design.number("C")) == (hosts, edges, cores)
    assert best.hosts + edges + cores == racks * 42


def test_two_racks_without_foresight_and_with(shipped):
    now = most_hosts_placed(WISH, FABRIC, shipped, 2)
    later = expansion(WISH, FABRIC, shipped, now, 1)
    assert (later.on_spare_ports, later.on_new_edges, later.hosts, later.stranded_u) == (14, 18, 108, 9)
    planned = most_hosts_placed(WISH, FABRIC, shipped, 3)
    all_at_once, as_needed = stages(WISH, FABRIC, shipped, planned, 2)
    assert (all_at_once.hosts, as_needed.hosts, as_needed.hosts_later) == (73, 75, 40)
    assert (as_needed.cores, as_needed.edges) == (4, 5)


def test_a_power_limit_counts_as_well(shipped):
    """Racks of 10 kW and hosts of 1 kW: nine hosts and their switch in each at most, not 42 units."""
    rack = msgspec.structs.replace(shipped.rack("rack-42u"), power_limit_w=10_000.0)
    host = msgspec.structs.replace(shipped.server("server-1u"), power_w=1_000.0)
    others = [part for part in shipped if part.id not in (rack.id, host.id)]
    catalog = Catalog([*others, rack, host])
    best = most_hosts_placed(WISH, FABRIC, catalog, 2)
    assert best.hosts <= 2 * 9
    assert most_hosts(WISH, FABRIC, catalog, 2).hosts > best.hosts

"""A room of 1,000 racks and 40,000 cables, for the figures of the desk."""

from decimal import Decimal
from functools import cache

from msgspec.structs import replace

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.catalog.parts import Ports, Price, Server, Switch
from fatdesk.engine.design.requirements import FabricRequirement, Requirements
from fatdesk.engine.families.design import Design, HostGroup, PartUse
from fatdesk.engine.floor.room import RoomRequirement
from fatdesk.project.derived.fabrics import build_fabrics
from fatdesk.project.designing.designing import parts_in_use, place_fabrics
from fatdesk.project.document.project import FabricDecision, Project

EDGES, HOSTS, CORES = 980, 20, 20
"""Racks with an edge switch, hosts in each, and core switches with a rack for each; one rack is empty."""


def free_strip(project: Project) -> tuple[float, float, float]:
    """Where no rack stands under the tray of the last row: least x, greatest x, and y in millimetres."""
    last = max(rack.row for rack in project.floor.racks)
    here = [rack for rack in project.floor.racks if rack.row == last]
    width = min(b.x_mm - a.x_mm for a in here for b in here if b.x_mm > a.x_mm)
    low, high = min(rack.x_mm for rack in here), max(rack.x_mm for rack in here) + width
    end = 62 * width
    free = (high, end - width) if end - high > low else (0.0, low - width)
    return *free, here[0].y_mm


@cache
def large_room(edges: int = EDGES, cores: int = CORES) -> Project:
    """A two-level network of edge switches with 20 hosts, and cores with a port for each edge switch."""
    ports = {"connector": "qsfp", "rate_gbps": 40.0, "lanes": 4}
    parts = [
        Server(id="server", height_u=2, power_w=400.0, mass_kg=22.0, ports=(Ports(count=1, **ports),)),
        Switch(id="edge", height_u=1, ports=(Ports(count=2 * HOSTS, **ports),), power_w=300.0),
        Switch(
            id="core", height_u=30, ports=(Ports(count=edges, **ports),), price=Price(amount=Decimal(90_000))
        ),
    ]
    catalog = Catalog([*load_shipped(), *parts])
    requirement = FabricRequirement(name="compute")
    group = HostGroup(name="n", part="server", count=edges * HOSTS)
    room = RoomRequirement(rows=-(-(edges + cores) // 60), racks_per_row=62, policy="scalable-unit")
    wish = Requirements(hosts=(group,), fabrics=(requirement,), room=room)
    design = Design(
        family="two-level",
        parts=(
            PartUse(role="edge", part="edge", count=edges),
            PartUse(role="core", part="core", count=cores),
        ),
        params={"P_En": HOSTS, "P_Ec": cores, "E": edges, "C": cores, "B": 1, "blocking": "1"},
    )
    decision = FabricDecision(requirement=requirement, design=design)
    fabrics = build_fabrics(wish.hosts, [decision], catalog)
    placed = place_fabrics(fabrics, wish, catalog)
    racks = [rack for rack in placed.floor.racks if rack.devices]
    empty = next(rack for rack in placed.floor.racks if not rack.devices)
    floor = replace(placed.floor, racks=tuple(sorted([*racks, empty], key=lambda rack: rack.number)))
    return Project(
        name="large",
        hosts=wish.hosts,
        fabrics=(decision,),
        floor=floor,
        parts=parts_in_use(wish, fabrics, placed, catalog),
    )

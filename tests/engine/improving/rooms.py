"""Small rooms with a small tree, for the improver: racks of few units, cables of few lengths."""

from decimal import Decimal
from random import Random

from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import (
    AnyPart,
    Cable,
    Ports,
    Price,
    RackPart,
    Server,
    StandardLength,
    Switch,
)
from fatdesk.engine.design.requirements import FabricRequirement, Requirements
from fatdesk.engine.families.design import Design, HostGroup, PartUse
from fatdesk.engine.floor.room import Reserve, RoomRequirement
from fatdesk.project.derived.fabrics import build_fabrics
from fatdesk.project.designing.designing import parts_in_use, place_fabrics
from fatdesk.project.document.project import BillRules, FabricDecision, Project, SearchRequirements


def cable(name: str, medium: str, metres: list[int], first: int, each: int) -> Cable:
    """A cable that costs so much, and so much more a metre."""
    lengths = tuple(StandardLength(m=float(m), price=Price(amount=Decimal(first + each * m))) for m in metres)
    return Cable(
        id=name,
        medium=medium,
        connectors=("qsfp", "qsfp"),
        lanes=4,
        lane_rate_gbps=10.0,
        lengths=lengths,
        diameter_mm=6.0,
    )


def parts(ports: int, rack_u: int, limits: tuple[float | None, float | None] = (None, None)) -> list[AnyPart]:
    """A server, a switch, a rack, and cables: copper to 4 m, optical beyond."""
    return [
        Server(
            id="server",
            height_u=1,
            mass_kg=10.0,
            power_w=300.0,
            ports=(Ports(count=1, connector="qsfp", rate_gbps=40.0, lanes=4),),
            price=Price(amount=Decimal(1000)),
        ),
        Switch(
            id="switch",
            height_u=1,
            mass_kg=7.0,
            power_w=150.0,
            ports=(Ports(count=ports, connector="qsfp", rate_gbps=40.0, lanes=4),),
            price=Price(amount=Decimal(5000)),
        ),
        RackPart(id="rack", height_u=rack_u, mass_limit_kg=limits[0], power_limit_w=limits[1]),
        cable("copper", "copper", [1, 2, 3, 4], 30, 15),
        cable("light", "optical", [3, 5, 7, 10, 20, 50], 200, 10),
    ]


def tree(
    hosts: int,
    room: RoomRequirement,
    *,
    down: int = 2,
    rack_u: int = 5,
    limits: tuple[float | None, float | None] = (None, None),
    rules: CablingRules | None = None,
    bill: BillRules | None = None,
) -> Project:
    """A non-blocking tree of switches with ``down`` hosts each, placed by the rules."""
    edges = -(-hosts // down)
    catalog = Catalog(parts(max(2 * down, edges), rack_u, limits))
    requirement = FabricRequirement(name="net")
    design = Design(
        family="two-level",
        parts=(
            PartUse(role="edge", part="switch", count=edges),
            PartUse(role="core", part="switch", count=down),
        ),
        params={"P_En": down, "P_Ec": down, "E": edges, "C": down, "B": 1, "blocking": "1"},
    )
    decision = FabricDecision(requirement=requirement, design=design)
    wish = Requirements(
        hosts=(HostGroup(name="n", part="server", count=hosts),),
        fabrics=(requirement,),
        room=room,
        cabling=rules or CablingRules(),
    )
    fabrics = build_fabrics(wish.hosts, [decision], catalog)
    placed = place_fabrics(fabrics, wish, catalog)
    assert not placed.unplaced
    return Project(
        name="small",
        hosts=wish.hosts,
        fabrics=(decision,),
        floor=placed.floor,
        cabling=wish.cabling,
        wishes=SearchRequirements(room=room),
        bill=bill or BillRules(),
        parts=parts_in_use(wish, fabrics, placed, catalog),
    )


def any_tree(random: Random) -> Project:
    """Some tree in some room: policies, reserved units, budgets, spares, slack as they come."""
    down = random.choice([2, 3])
    hosts = random.randint(3 * down, 7 * down)
    rack_u = random.randint(down + 3, 3 * down + 5)
    rows = random.choice([1, 2, 3])
    needed = 2 * hosts // rack_u + 6
    room = RoomRequirement(
        rack="rack",
        rows=rows,
        racks_per_row=-(-needed // rows) + random.randint(0, 3),
        cross_tray_every=random.choice([2, 4]),
        policy=random.choice(["dense", "prewired", "scalable-unit"]),
        core_at=random.choice(["centre", "centre", "spread"]),
        core_groups=random.choice([None, None, 2]),
        reserve=random.choice([(), (Reserve(rack=2, height_u=2),)]),
    )
    mass = random.choice([None, 10.0 * (down + 2) + 30])
    rules = CablingRules(
        slack_m=random.choice([0.0, 0.3]),
        tolerance=random.choice([0.0, 0.05]),
        lengths=random.choice(["standard", "standard", "custom"]),
    )
    spares = random.choice([{}, {"cables": 5.0}])
    bill = BillRules(spares_percent=spares)
    return tree(hosts, room, down=down, rack_u=rack_u, limits=(mass, None), rules=rules, bill=bill)

"""Plans to draw and export: networks from the families, placed by the rules, with plain cables."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

import msgspec

from fatdesk.core.money import total
from fatdesk.engine.bill.making import Bill, BillLine
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import (
    Card,
    Enclosure,
    Inside,
    ModularSwitch,
    Module,
    Ports,
    Price,
    RackPart,
    Server,
    Switch,
)
from fatdesk.engine.catalog.plugs import port_table
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.engine.fabric.name_templates import Naming
from fatdesk.engine.fabric.names import make_names
from fatdesk.engine.families.design import Design, HostGroup, PartUse
from fatdesk.engine.families.two_level import build
from fatdesk.engine.floor.floor import Device, Floor, Rack, rack_label
from fatdesk.engine.floor.placement.blocks import load_of
from fatdesk.engine.floor.placement.furnishing import furnish
from fatdesk.engine.floor.room import RoomRequirement, TraySize
from fatdesk.engine.wiring.wiring_list import CableRow, End, Length
from fatdesk.networks.fault_tolerance.results import FaultStudyResult
from fatdesk.networks.fault_tolerance.sampled.throughput import DegradationParameters
from fatdesk.networks.fault_tolerance.study import FaultStudy
from fatdesk.networks.simulation.results import StudyResult
from fatdesk.networks.simulation.study import SimulationStudy
from fatdesk.networks.study import StudyNetwork
from tests.networks.fault_tolerance.made_up import degradation, tolerance
from tests.networks.simulation.made_up import curve


def price(amount: str) -> Price:
    return Price(amount=Decimal(amount), date="2014", source="paper")


def qsfp(count: int) -> tuple[Ports, ...]:
    return (Ports(count=count, connector="qsfp", rate_gbps=40.0, lanes=4),)


def osfp(cages: int) -> tuple[Ports, ...]:
    return (Ports(count=cages, links=2, connector="osfp", rate_gbps=400.0, lanes=4),)


SPLIT = """
hosts: [{name: web, part: hpe-dl360-gen11-e810-25, count: 36}]
fabrics: [{name: eth, families: [two-level], edge: [nvidia-sn2100], core: [nvidia-sn2100]}]
"""
"""Requirements that a two-level network meets whose ports are split."""

CATALOG = Catalog(
    [
        Switch(id="ib-36", ports=qsfp(36), price=price("11000"), power_w=152.0, mass_kg=8.2, height_u=1),
        Switch(id="ndr-64", ports=osfp(32), height_u=1, power_w=1720.0),
        Switch(id="blade-ib-32", ports=qsfp(32), price=price("11000")),
        Switch(id="tiny-4", ports=qsfp(4), height_u=1),
        ModularSwitch(
            id="modular-108",
            slots=6,
            height_u=7,
            fixed=(Module(name="fabric-board", count=3, price=price("9000")),),
            cards=(Card(name="card-18", ports=qsfp(18), price=price("13000")),),
            inside=Inside(card_ports=36, board_ports=36),
            price=price("25000"),
            power_w=1500.0,
            mass_kg=95.0,
        ),
        ModularSwitch(
            id="director-648",
            slots=36,
            height_u=29,
            fixed=(Module(name="fabric-board", count=18),),
            cards=(Card(name="card-18", ports=qsfp(18)),),
            inside=Inside(card_ports=36, board_ports=36),
        ),
        Server(id="server-1u", ports=qsfp(1), height_u=1, power_w=350.0, mass_kg=20.0),
        Server(
            id="blade-2s", ports=qsfp(1), fits=("blade-enclosure-16",), price=price("9600"), power_w=300.0
        ),
        Server(id="gpu-8rail", ports=osfp(4), height_u=8, power_w=10200.0, mass_kg=130.0),
        Enclosure(
            id="blade-enclosure-16", blades=16, switch=("blade-ib-32",), height_u=10, price=price("7500")
        ),
        RackPart(id="rack-42u", height_u=42, mass_limit_kg=1000.0, power_limit_w=18000.0),
        RackPart(id="rack-48u", height_u=48, height_mm=2200.0, width_mm=600.0, depth_mm=1200.0),
    ]
)

ROOM_396 = RoomRequirement(rows=2, racks_per_row=7, core_at=(7, 11), core_groups=2)


def two_level(
    name: str,
    hosts: HostGroup,
    edge: str,
    core: str,
    sizes: tuple[int, int, int],
    *,
    cards: int = 0,
    rails: int = 1,
    extra: int = 0,
    enclosure: str = "",
    split: int = 1,
    planes: int = 1,
) -> Fabric:
    """A fabric with ``sizes`` = (E, C, P_En); every port that is not for hosts goes up."""
    E, C, P_En = sizes
    P_E = len(port_table(CATALOG, edge).cage)
    P_Ec = P_En if enclosure else P_E - P_En
    params: dict[str, int | str] = {
        "E": E, "C": C, "P_En": P_En, "P_Ec": P_Ec, "B": P_Ec // C, "U": P_Ec, "blocking": "1",
        "rails": rails, "extra_ports": extra, "split": split, "planes": planes,
    }  # fmt: skip
    if enclosure:
        params["enclosure"] = enclosure
    uses = (
        PartUse(role="edge", part=edge, count=planes * E),
        PartUse(role="core", part=core, count=planes * C, cards=cards),
    )
    design = Design(family="two-level", parts=uses, params=params)
    return build(design, [hosts], CATALOG, name, {hosts.name: tuple(range(rails * planes))})


def plan_of(
    title: str, fabrics: Sequence[Fabric], room: RoomRequirement | None = None, cabled: bool = True
) -> Plan:
    """A plan with all fabrics placed in a room and cabled in a plain way."""
    groups = {i.split("/")[0] for f in fabrics for i, k in zip(f.ids, f.kind, strict=True) if not k}
    names = make_names(fabrics, Naming(), len(groups))
    tray = TraySize()
    floor = furnish(load_of(fabrics, CATALOG), room, CATALOG, tray).floor
    plan = Plan(
        title=title,
        catalog=CATALOG,
        fabrics=tuple(fabrics),
        names=names.nodes,
        device_names=names.devices,
        floor=floor,
        tray_fill={t.id: (0.07 * (i + 1), i % 3 == 2) for i, t in enumerate(floor.trays)},
        fill_max=0.4,
        make_cables=list,
        make_bill=lambda: bill_of(floor),
        make_studies=lambda: (study_result(),),
        make_fault_studies=fault_results,
    )
    return replace(plan, make_cables=lambda: cables_of(plan)) if cabled else plan


def study_result(name: str = "Loads, both") -> StudyResult:
    """Two networks that were measured, one of them with a hole, and one that was not."""
    networks = [
        StudyNetwork(name=name[:50] + word, spec="kary-tree:k=4,n=3", scheme=scheme)
        for word, scheme in ((" fta", "fta"), (" destro", "destro"), (" none", "updown"))
    ]
    curves = (curve(0.02, 0.3, 0.5, 0.9), curve(0.02, 0.5, highest=0.4, scheme="destro"), None)
    return StudyResult(SimulationStudy(name=name[:50] or "-", networks=tuple(networks)), curves)


def fault_results(name: str = "Faults, all") -> tuple[FaultStudyResult, ...]:
    """Two networks that were measured and one that was not; throughput; what is always tolerated alone."""
    networks = tuple(
        StudyNetwork(name=name[:50] + word, spec="kary-tree:k=4,n=3", scheme=scheme)
        for word, scheme in ((" fta", "fta"), (" destro", "destro"), (" none", "updown"))
    )
    rows = (tolerance(1, 5, 20, 100), tolerance(2, 50, share=0.25, scheme="destro"), None)
    names = {element: f"{name[:40]} {element}" for element in range(100)}
    points = (degradation(0, 5, 20), degradation(5, scheme="destro"), None)
    always = (tolerance(), tolerance(scheme="destro"), None)
    study = FaultStudy(name=name[:50] or "-", networks=networks)
    return (
        FaultStudyResult(study, rows, (names, names, {})),
        FaultStudyResult(msgspec.structs.replace(study, degradation=DegradationParameters()), points),
        FaultStudyResult(msgspec.structs.replace(study, counts=()), always),
    )


def bill_of(floor: Floor) -> Bill:
    """One line a part on the floor; what has no price makes the total a lower bound."""
    counts: dict[str, int] = {}
    for rack in floor.racks:
        counts[rack.part] = counts.get(rack.part, 0) + 1
        for device in rack.devices:
            for some in (device, *device.inside):
                counts[some.part] = counts.get(some.part, 0) + 1
    lines = []
    for part_id, count in sorted(counts.items()):
        part = CATALOG[part_id]
        each = part.price.amount if part.price else None
        lines.append(
            BillLine(
                part=part_id,
                category="switches" if isinstance(part, Switch | ModularSwitch) else "hosts",
                needed=count,
                spares=1,
                order=count + 1,
                unit_price=each,
                extended=None if each is None else each * (count + 1),
                price_date="2014" if each else "",
                source="paper" if each else "",
                power_w=None if part.power_w is None else part.power_w * count,
                mass_kg=None if part.mass_kg is None else part.mass_kg * count,
                height_u=None if part.height_u is None else part.height_u * count,
                racks=("A01",),
            )
        )
    return Bill(
        lines=tuple(lines),
        total=total((line.unit_price, line.order) for line in lines),
        spares_rule="one of each",
    )


def _places(floor: Floor) -> dict[str, tuple[Rack, Device, int]]:
    places = {}
    for rack in floor.racks:
        for device in rack.devices:
            height = CATALOG[device.part].height_u or 1
            for some in (device, *device.inside):
                places[some.id] = (rack, device, height)
    return places


def cables_of(plan: Plan) -> list[CableRow]:
    """A cable a link, short ones copper; lengths are made up but add up."""
    places = _places(plan.floor)
    rows = []
    for fabric, names in zip(plan.fabrics, plan.names, strict=True):
        tables = [port_table(plan.catalog, p.part, p.cards, p.card) for p in fabric.parts]
        for link in range(len(fabric.ends)):
            if fabric.trace[link]:
                continue
            ends = []
            for side in (0, 1):
                node, port = int(fabric.ends[link, side]), int(fabric.ports[link, side])
                if fabric.kind[node] == NodeKind.EXTERNAL:
                    ends.append(End(device=names[node], model="external"))
                    continue
                table = tables[fabric.part[node]]
                rack, device, height = places[fabric.ids[node]]
                ends.append(
                    End(
                        device=names[node],
                        model=fabric.parts[fabric.part[node]].part,
                        row=rack.row,
                        rack=rack.position,
                        rack_label=rack_label(rack),
                        u=device.u,
                        height_u=height,
                        slot=table.slot(port),
                        port=table.name(port),
                        label=f"{rack_label(rack)}-U{device.u:02}-P{table.name(port)}",
                        near=f"{rack_label(rack)}-U{device.u:02}-P{table.name(port)}",
                    )
                )
            a, b = ends
            known = a.rack is not None and b.rack is not None
            steps = abs((a.rack or 0) - (b.rack or 0)) + 3 * abs((a.row or 0) - (b.row or 0))
            route = 609_600 * steps if known else None
            vertical = 44_450 * ((a.u or 0) + (b.u or 0)) if known else None
            computed = None if route is None or vertical is None else route + vertical + 609_600
            ordered = None if computed is None else (computed // 1_000_000 + 1) * 1_000_000
            kind = "DAC" if steps < 4 else "AOC"
            rows.append(
                CableRow(
                    id=f"c{fabric.name}-{a.device}-{a.slot}{a.port}",
                    fabric=fabric.name,
                    part="qsfp-copper" if kind == "DAC" else "qsfp-plus-optical",
                    kind=kind,
                    bundle=f"{a.device}--{b.device}" if fabric.kind[fabric.ends[link, 1]] == 1 else "",
                    links=(f"{fabric.name}-{link}",),
                    a=a,
                    b=b,
                    length=Length(
                        route_um=route,
                        vertical_um=vertical,
                        side_um=609_600 if known else None,
                        depth_um=0 if known else None,
                        slack_um=0,
                        tolerance_um=0,
                        computed_um=computed,
                        ordered_um=ordered,
                    ),
                    run=tuple(f"tray-{i}" for i in range(1, min(steps, 3) + 1)),
                    reason="shortest that reaches",
                    cost=None if ordered is None else Decimal(45 + ordered // 100_000),
                )
            )
    return rows


def nodes_60() -> Plan:
    return plan_of("nodes-60", [two_level("compute", HostGroup(name="nodes", part="server-1u", count=60), "ib-36", "ib-36", (4, 2, 18))])  # fmt: skip  # noqa: E501


def nodes_396() -> Plan:
    group = HostGroup(name="nodes", part="server-1u", count=396)
    return plan_of("nodes-396", [two_level("compute", group, "ib-36", "ib-36", (22, 18, 18))], ROOM_396)


def nodes_648() -> Plan:
    group = HostGroup(name="nodes", part="server-1u", count=648)
    return plan_of("nodes-648", [two_level("compute", group, "ib-36", "ib-36", (36, 18, 18))])


def gpu(hosts: int) -> Plan:
    """The rows of the reference installation: 31 or 63 hosts on eight rails, four extra ports."""
    units = (hosts + 1) // 32
    group = HostGroup(name="gpu", part="gpu-8rail", count=hosts)
    fabric = two_level("compute", group, "ndr-64", "ndr-64", (8 * units, 4 * units, 32), rails=8, extra=4)
    return plan_of(f"gpu-{hosts}", [fabric])


def blades() -> Plan:
    group = HostGroup(name="blades", part="blade-2s", count=224)
    fabric = two_level(
        "compute", group, "blade-ib-32", "modular-108", (14, 3, 16), cards=5, enclosure="blade-enclosure-16"
    )
    return plan_of("blades-224", [fabric])


def modular(hosts: int = 216, cards: int = 6) -> Plan:
    """Edge switches on modular cores."""
    group = HostGroup(name="nodes", part="server-1u", count=hosts)
    E = -(-hosts // 18)
    C = max(1, -(-E * 18 // (18 * cards)))
    return plan_of("modular", [two_level("compute", group, "ib-36", "modular-108", (E, C, 18), cards=cards)])


def two_fabrics() -> Plan:
    """Compute and storage on the same hosts."""
    group = HostGroup(name="nodes", part="gpu-8rail", count=20)
    first = two_level("compute", group, "ndr-64", "ndr-64", (1, 1, 32))
    second = two_level("storage", group, "ndr-64", "ndr-64", (2, 1, 32))
    return plan_of("two fabrics", [first, second])


def with_text(plan: Plan, text: str) -> Plan:
    """The plan with a text from outside wherever one can stand."""
    rows = [
        msgspec.structs.replace(
            row,
            part=text,
            bundle=text,
            remark=text,
            reason=text,
            a=msgspec.structs.replace(row.a, device=text, label=text, near=text, rack_label=text),
        )
        for row in plan.cables[:5]
    ]
    bill = msgspec.structs.replace(
        plan.bill,
        lines=tuple(
            msgspec.structs.replace(line, part=text, description=text, source=text)
            for line in plan.bill.lines
        ),
        spares_rule=text,
    )
    racks = tuple(msgspec.structs.replace(rack, label=text) for rack in plan.floor.racks)
    return replace(
        plan,
        title=text,
        names=tuple(tuple(text for _ in names) for names in plan.names),
        device_names=dict.fromkeys(plan.device_names, text),
        floor=msgspec.structs.replace(plan.floor, racks=racks),
        make_cables=lambda: rows,
        make_bill=lambda: bill,
        make_studies=lambda: (study_result(text),),
        make_fault_studies=lambda: fault_results(text),
    )


def in_order(values: Sequence[str]) -> bool:
    return all(a <= b for a, b in pairwise(values))

"""Projects for tests: one with something of everything, and one as large as promised."""

from decimal import Decimal
from typing import Any

import msgspec

from fatdesk.engine.bill.rules import PurchaseTerms
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.catalog.parts import (
    Adapter,
    AnyPart,
    Cable,
    Card,
    Cassette,
    Enclosure,
    Inside,
    ModularSwitch,
    Module,
    Panel,
    PassThrough,
    Ports,
    PowerUnit,
    Price,
    RackPart,
    Server,
    StandardLength,
    Switch,
    Transceiver,
    TrayPart,
)
from fatdesk.engine.catalog.tray_loads import TrayLoad
from fatdesk.engine.design.growth_target import HostTarget
from fatdesk.engine.design.requirements import Exploration, FabricRequirement, Limits, Objective
from fatdesk.engine.drawing.sheets.labels import LabelPrinting
from fatdesk.engine.fabric.as_built import AsBuiltFabric, AsBuiltLink, AsBuiltNode
from fatdesk.engine.fabric.name_templates import Naming
from fatdesk.engine.families.design import Design, HostGroup, PartUse
from fatdesk.engine.floor.building import Door, PlanSettings, Underlay, Wall
from fatdesk.engine.floor.feeds import PowerFeeds
from fatdesk.engine.floor.floor import Device, Feed, Floor, Rack, Reserved, Tray, Zone
from fatdesk.engine.floor.room import Area, RackCount, Reserve, RoomRequirement
from fatdesk.engine.floor.room_grid import RoomGrid
from fatdesk.engine.floor.route_rules import RouteRule
from fatdesk.engine.identifiers.schemes import Identifiers
from fatdesk.engine.rules.rules import Rule, Varying
from fatdesk.engine.structured.laid_trunk import LaidTrunk
from fatdesk.networks.fault_tolerance.sampled.throughput import DegradationParameters
from fatdesk.networks.fault_tolerance.study import FaultParameters, FaultStudy
from fatdesk.networks.schedules.study import ScheduleStudy
from fatdesk.networks.simulation.study import (
    Arrivals,
    Duration,
    Loads,
    SimulationStudy,
    Switching,
    TrafficParameters,
)
from fatdesk.networks.study import StudyNetwork
from fatdesk.project.document.cable_records import CableRecord, CableRecords
from fatdesk.project.document.explorations import KeptExploration, PinnedBill, PinnedNetwork
from fatdesk.project.document.export_job import ExportJob
from fatdesk.project.document.growth import GrowthStep
from fatdesk.project.document.project import (
    Alternative,
    BillRules,
    FabricDecision,
    NetworkUnderStudy,
    Project,
    Replugged,
    Revision,
    SearchRequirements,
    Waiver,
)

QSFP = Ports(count=36, connector="qsfp", rate_gbps=40.0, lanes=4)
ONE_QSFP = (Ports(count=1, connector="qsfp", rate_gbps=40.0, lanes=4),)


def parts() -> tuple[AnyPart, ...]:
    """A part of every kind, in order of id."""
    found: list[AnyPart] = [
        Adapter(id="adapter-1", ports=ONE_QSFP),
        Server(id="blade-2s", ports=ONE_QSFP, fits=("enclosure-2",), price=Price(amount=Decimal("9600.00"))),
        Cable(
            id="copper-q",
            medium="copper",
            connectors=("qsfp", "qsfp"),
            lanes=4,
            lane_rate_gbps=10.0,
            lengths=(
                StandardLength(m=1.0, price=Price(amount=Decimal(80), date="2013-05")),
                StandardLength(m=2.5),
            ),
            per_metre=Price(),
            reach_m=7.0,
            diameter_mm=8.4,
        ),
        Enclosure(
            id="enclosure-2",
            height_u=4,
            blades=2,
            switch=("ib-36",),
            pass_through=PassThrough(price=Price(amount=Decimal("1E+3"))),
        ),
        Switch(
            id="ib-36",
            name="Schalter «36»",
            vendor="ein Händler",
            height_u=1,
            power_w=152.0,
            mass_kg=7.25,
            ports=(QSFP,),
            price=Price(
                amount=Decimal("11000.00"), currency="EUR", date="2013-05-01", source="a <b>list</b>"
            ),
            airflow="front-to-rear",
            mtbf_h=1e5,
            sources={"power_w": "page 3", "mass_kg": '=1+1 "quoted" \\ back'},
        ),
        ModularSwitch(
            id="modular-108",
            height_u=7,
            slots=6,
            fixed=(Module(name="fabric-board", count=3, price=Price(amount=Decimal(9000))),),
            cards=(Card(name="card-18", ports=ONE_QSFP, power_w=0.1),),
            inside=Inside(card_ports=36, board_ports=36),
            roles=("core",),
        ),
        PowerUnit(id="pdu-1", height_u=0, outlets=24),
        RackPart(id="rack-42u", height_u=42, mass_limit_kg=1000.0),
        RackPart(id="rack-tall", height_u=48, width_mm=800.0, depth_mm=1200.0),
        Server(id="server-1u", height_u=1, ports=ONE_QSFP),
        Transceiver(id="t-40", connector="qsfp", rate_gbps=40.0, fibre="mpo-12", links=2),
        TrayPart(id="tray-1", width_mm=300.0, tray_depth_mm=100.0),
        Server(id="unknown-height", ports=ONE_QSFP),
    ]
    return tuple(found)


def structured_parts() -> tuple[AnyPart, ...]:
    """A panel, a cassette and a trunk that name each of their keys."""
    trunk = Cable(
        id="trunk-144",
        medium="fibre",
        connectors=("mpo-12", "mpo-12"),
        ends=(12, 12),
        fibres=144,
        polarity="B",
        gender="male",
        polish="apc",
        loss_db_per_km=3.0,
    )
    cassette = Cassette(
        id="cassette-mpo",
        ports=6,
        port="mpo-12",
        rears=6,
        rear="mpo-12",
        fibres=72,
        mated_pairs=1,
        front_loss_db=0.35,
        rear_loss_db=0.25,
        polarity="B",
        polish="apc",
        rear_polish="upc",
    )
    return Panel(id="panel-2u", height_u=2, slots=24), cassette, trunk


def built_project() -> Project:
    """The rich project with panels, a network as it is built, a growth plan, feeds, loads of a tray."""
    rich = rich_project()
    storage, compute = rich.fabrics
    links = (AsBuiltLink(1, "blades/2", 1, 40.0), AsBuiltLink(3, "blades/1", 1, 40.0))
    first = AsBuiltNode(
        id="storage/edge/1", part="ib-36", level=1, block=0, name="Schalter «1»", guids=("2c9",), links=links
    )
    record = AsBuiltFabric(
        source="hall <b>2</b>.net",
        family="irregular",
        reason="uneven",
        params={"E": 2, "note": "=1+1"},
        rails=2,
        nodes=(
            first,
            AsBuiltNode(
                id="storage/core/1",
                part="modular-108",
                cards=2,
                card="card-18",
                level=2,
                links=(AsBuiltLink(1, "storage/external/1", 1, None, 1, 2, True),),
            ),
            AsBuiltNode(id="blades/2", name="b-two", guids=("", "a1")),
        ),
    )
    growth = GrowthStep(
        name="Phase <2>",
        hosts=(HostTarget(name="blades", count=9),),
        policy="sized",
        families=("egft",),
        rows=3,
    )
    change = msgspec.structs.replace
    assert rich.wishes.room is not None
    room = change(
        rich.wishes.room,
        power=PowerFeeds(breaker_a=63.0, circuits=2),
        air_delta_k=15.0,
        floor_kg_per_m2=1500.0,
        floor_point_kg=450.0,
        grid=RoomGrid(pitch_m=0.5, first="B07", letters="y", without_i_o=True),
    )
    grid = RoomGrid(x_m=-1.2, y_m=9.0, corner="lower-right", rack_corner="rear-left")
    own = PowerFeeds(scheme="N+1", count=4, phases=1, voltage_v=230.0, breaker_a=16.0, outlets=8)
    *racks, last = rich.floor.racks
    first, second = rich.floor.trays
    tray = change(
        second,
        support_mm=1500.0,
        mesh_mm=100.0,
        nema="12C",
        loads=(TrayLoad(span_m=1.5, n_per_m=730.0),),
        corner_mm=300.0,
        drop_mm=76.2,
        carries="fibre",
    )
    facility: dict[str, dict[str, Any]] = {
        "pdu-1": {"c13_outlets": 20, "c19_outlets": 4},
        "rack-tall": {"feet": 6, "mass_kg": 150.0},
        "t-40": {"loss_max_db": 1.9},
        "server-1u": {"inlet": "C14", "supplies": 2, "supplies_needed": 1, "liquid_share": 0.5},
    }
    identifiers = Identifiers(scheme="own", template="[{floor}.]{room}-{number}/{u:02}:{port}", room="B")
    waiver = Waiver(
        rule="unpriced",
        where="ib-36",
        comment="soon",
        by="rk",
        on="2026-11-27",
        until="2026-12",
        until_revision="C.1",
        amount=-1.5,
        text="no <b>price</b>",
    )
    return change(
        rich,
        naming=change(rich.naming, identifiers=identifiers),
        fabrics=(change(storage, as_built=record), compute),
        growth=(growth, growth),
        wishes=change(rich.wishes, room=room),
        floor=change(
            with_route(rich).floor,
            racks=(*racks, change(last, power=own)),
            trays=(first, tray),
            plan=change(rich.floor.plan, grid=grid),
        ),
        parts=tuple(
            sorted(
                [
                    *(change(part, **facility.get(part.id, {})) for part in rich.parts),
                    *structured_parts(),
                ],
                key=lambda part: part.id,
            )
        ),
        bill=change(rich.bill, tray_fittings=True),
        cabling=change(
            rich.cabling,
            excess_at="far",
            apart="planes",
            panels="top",
            panels_between="rows",
            panel_base=12,
            panel_ends=(("row:A", "compute/core"), ("rack:1", "")),
            panel_racks="own",
            trunk_fibres=144,
        ),
        rules=(
            Rule(
                name="heavy",
                scope="rack",
                filter=("row=A", "A0*"),
                figure="rack-mass",
                limit=900.0,
                severity="warning",
                source="facility <2026>",
                fix="=move",
            ),
            Rule(
                name="tray-fill",
                scope="tray",
                figure="tray-load",
                op="<",
                limit=Varying(factor=0.5, by="tray-load-limit"),
                source="house",
            ),
        ),
        waivers=(rich.waivers[0], waiver, rich.waivers[1]),
        trunks=(
            LaidTrunk(
                id="compute/trunk/1-2/3",
                part="t-144",
                cassette="c-6",
                first=(0, 18),
                links=("compute/edge/1:19--compute/core/1:1", "", "compute/edge/2:19--compute/core/1:2"),
            ),
        ),
        revisions=(
            Revision(
                name="A", date="2026-11-27", by="R. <b>K</b>", remark="=1", issued_for="x", state="0af3 91ab"
            ),
            Revision(name="B.1"),
        ),
    )


def with_route(project: Project) -> Project:
    """The rich project with a route rule."""
    rule = RouteRule(
        name="«north» & south",
        between=(("rack:1", "rack:2"), ("compute/edge", "")),
        via=("tray-1", "1.5;-0.25"),
        avoid=("tray-2",),
    )
    floor = msgspec.structs.replace(project.floor, routes=(rule,))
    return msgspec.structs.replace(project, floor=floor)


def rich_project() -> Project:
    """A small project with every kind of record and every odd sort of text and number."""
    blades = tuple(Device(id=f"blades/{n}", part="blade-2s", u=1) for n in (1, 2))
    racks = (
        Rack(
            number=1,
            part="rack-42u",
            row=0,
            position=0,
            x_mm=0.0,
            y_mm=0.0,
            devices=(
                Device(id="compute/core/1", part="modular-108", u=36, cards=5, card="card-18"),
                Device(id="compute/edge/1", part="ib-36", u=35),
                *(Device(id=f"nodes/{n}", part="server-1u", u=35 - n) for n in range(1, 13)),
                Device(id="pdu", part="pdu-1", u=1),
            ),
            reserved=(Reserved(u=1, height_u=14, note="storage\nlater"),),
        ),
        Rack(
            number=2,
            part="rack-42u",
            row=0,
            position=1,
            x_mm=609.6,
            y_mm=0.0,
            devices=(
                Device(id="compute/edge/2", part="ib-36", u=42),
                Device(id="compute/enclosure/1", part="enclosure-2", u=10, inside=blades),
                Device(id="nodes/13", part="unknown-height", u=1),
            ),
        ),
        Rack(
            number=5,
            part="rack-tall",
            row=1,
            position=0,
            x_mm=-0.1,
            y_mm=2133.6,
            label="Ünique \u2028",
            front="up",
        ),
    )
    trays = (
        Tray(
            id="tray-1",
            points_mm=((0.0, 457.2), (2438.4, 457.2)),
            elevation_mm=2590.8,
            width_mm=300.0,
            depth_mm=100.0,
        ),
        Tray(
            id="tray-10",
            points_mm=((0.0, 0.0), (0.0, 1e7), (1e-7, 5.0)),
            elevation_mm=0.0,
            width_mm=1.5,
            depth_mm=1.0,
        ),
    )
    columns = (
        Area(x_m=5.0, y_m=-2.5, width_m=0.4, depth_m=0.4, name="pillar"),
        Area(x_m=7.0, y_m=0.0, width_m=0.0, depth_m=0.0),
    )
    design = Design(
        family="two-level",
        parts=(
            PartUse(role="edge", part="ib-36", count=2),
            PartUse(role="core", part="modular-108", count=1, cards=5, card="card-18"),
        ),
        params={"P_En": 18, "P_Ec": 18, "E": 2, "C": 1, "B": 18, "blocking": "3/2"},
    )
    return Project(
        name='Ein Entwurf: 日本語, "quotes", \\, 😀',
        hosts=(
            HostGroup(name="nodes", part="server-1u", count=13),
            HostGroup(name="blades", part="blade-2s", count=2),
        ),
        fabrics=(
            FabricDecision(
                requirement=FabricRequirement(
                    name="storage", hosts=("blades",), blocking=1.5, cable_price=Decimal("80.50")
                )
            ),
            FabricDecision(requirement=FabricRequirement(name="compute", blocking="3/2"), design=design),
        ),
        floor=Floor(
            racks=racks,
            trays=trays,
            columns=columns,
            feeds=(Feed(name="A & <b>", racks=(2, 1)), Feed(name="B", racks=(1,)), Feed(name="spare")),
            zones=(
                Zone(name="under the «pipe»", x_m=-0.5, y_m=0.25, width_m=3.0, depth_m=0.1),
                Zone(name="far off", x_m=100.0, y_m=-100.0, width_m=0.0, depth_m=1e-3),
            ),
            walls=(
                Wall(points_mm=((-900.0, -900.0), (9000.0, -900.5)), thickness_mm=175.5, name="<b>n</b>"),
            ),
            doors=(Door(hinge_mm=(1000.0, -900.0), latch_mm=(2000.0, -900.0), opens="right", name="=1+1"),),
            plan=PlanSettings(
                north_deg=12.5,
                underlay=Underlay(file="plans/Ünique.png", sha256="0" * 63 + "a", mm_per_unit=4.2),
            ),
        ),
        cabling=CablingRules(slack_m=0.5, tolerance=0.05, bundle_cable="copper-q"),
        cables=CableRecords(
            [
                CableRecord(id="compute/edge/1:19--compute/core/1:1", status="laid", measured_m=3.25),
                CableRecord(id="compute/edge/1:1--nodes/1:1", part="copper-q", length_m=2.0),
                CableRecord(id="compute/edge/1:2--nodes/2:1", part="copper-q", reason="tray-1 is full"),
                CableRecord(
                    id="compute/edge/2:1--nodes/13:1",
                    status="tested",
                    remark="<img src=x>\ttab",
                    phase="2",
                    tested_by="@cmd",
                    result="ok",
                ),
            ]
        ),
        naming=Naming(host="{group}-{index:03}", label="{label}-U{u:02}"),
        bill=BillRules(
            spares_percent={"cables": 2.5, "switches": 0.0}, currency="EUR", hourly_rate=Decimal("62.50")
        ),
        terms=(
            PurchaseTerms(part="copper-q", length_m=2.0, pack_size=10, discount_percent=Decimal("7.5")),
            PurchaseTerms(part="server-1u", lead_time_days=84),
        ),
        alternatives=(
            Alternative(part="copper-q", length_m=2.0, alternative="=1+1 or <b>QC-2</b>"),
            Alternative(part="ib-36", alternative="any 36-port switch"),
        ),
        wishes=SearchRequirements(
            objective=Objective(weights={"cost": 1.0, "power": 2.0}, price_per_kwh=Decimal("0.31")),
            limits=Limits(racks=3, cost=Decimal("1e5"), blocking="2"),
            room=RoomRequirement(
                rack=(RackCount(part="rack-42u", count=2), RackCount(part="rack-tall", count=1)),
                rows=2,
                racks_per_row=2,
                aisle_m=(1.2192,),
                rows_face="each-other",
                core_at=(1, 2),
                reserve=(Reserve(rack="all", height_u=1), Reserve(rack=1, height_u=13, note="x")),
                columns=columns,
            ),
        ),
        studies=(
            NetworkUnderStudy(name="two-paths", spec="ft-ruft-222:k=2,n=3"),
            NetworkUnderStudy(name="lattice", spec="hyperx:S=4-4,K=1-2,T=3"),
        ),
        simulations=(
            SimulationStudy(
                name="both: <i>two</i>",
                networks=(
                    StudyNetwork(name="paper", spec="ft-ruft-222:k=2,n=3"),
                    StudyNetwork(name="lattice", spec="hyperx:S=4-4,K=1-2,T=3", scheme="updown"),
                    StudyNetwork(name="ours", fabric="compute"),
                ),
                traffic=TrafficParameters(
                    pattern="hotspot", itself=True, arrivals=Arrivals(kind="bursty", burst_packets=4)
                ),
                switching=Switching(switching="wormhole", packet_bytes=32, flit_bytes=4, buffer_flits=12),
                loads=Loads(first=0.1, last=0.9, step=0.2),
                duration=Duration(warmup=5000, cycles=20_000, precision=0.01, packets_per_source=200),
                seeds=3,
                first_seed=0,
            ),
            SimulationStudy(name="empty"),
        ),
        faults=(
            FaultStudy(
                name="cables & <b>ways</b>",
                networks=(
                    StudyNetwork(name="paper", spec="ft-ruft-222:k=2,n=3"),
                    StudyNetwork(name="ours", fabric="compute", scheme="updown"),
                ),
                faults=FaultParameters(among="all", whole=True),
                counts=(1, 3, 7),
                combinations=5000,
                seed=3,
            ),
            FaultStudy(
                name="slower",
                networks=(StudyNetwork(name="paper", spec="ft-ruft-222:k=2,n=3"),),
                counts=(0, 2),
                degradation=DegradationParameters(
                    traffic=TrafficParameters(pattern="complement"),
                    switching=Switching(packet_bytes=64),
                    duration=Duration(warmup=1000, cycles=5000),
                    load=0.5,
                    samples=20,
                ),
            ),
            FaultStudy(name="empty"),
        ),
        schedules=(
            ScheduleStudy(
                name="bytes & <b>bits</b>",
                networks=(
                    StudyNetwork(name="tree", spec="universal:n=64,w=16"),
                    StudyNetwork(name="lattice", spec="hyperx:S=4-4,K=1-2,T=3", scheme="minimal"),
                    StudyNetwork(name="ours", fabric="compute"),
                ),
                traffic="hotspot",
                messages=5,
                seed=3,
            ),
            ScheduleStudy(name="empty"),
        ),
        explorations=(
            KeptExploration(
                fabric="compute",
                settings=Exploration(radix=(24, 36), terminals=(12,), price_per_port=Decimal("12.50")),
                families=("hyperx",),
                count=14,
                pins=(
                    PinnedNetwork(
                        letter="A",
                        family="egft",
                        levels=(8, 2),
                        widths=(1, 4),
                        bundles=(1, 2),
                        radix=36,
                        terminals=8,
                        hosts=15,
                        ports=16,
                        blocking="3/2",
                        cost=Decimal("52340.10"),
                        currency="EUR",
                        unpriced=3,
                        bill=PinnedBill(
                            cost=Decimal("940.10"),
                            count=31,
                            copper=30,
                            optical=1,
                            skus=3,
                            ordered_um=93_500_000,
                            excess_um=11_000_001,
                            tray_fill=0.125,
                        ),
                        racks=2,
                        power_w=1350.5,
                        source="<b>compute</b>, 15 hosts",
                    ),
                    PinnedNetwork(
                        letter="C",
                        family="hyperx",
                        sides=(2, 2),
                        bundles=(3, 1),
                        radix=24,
                        terminals=4,
                        hosts=15,
                        ports=15,
                        cost=Decimal(0),
                        order=(2, 2),
                        reasons=("racks: needs 3, allowed 2",),
                    ),
                ),
                made_from="C",
            ),
        ),
        jobs=(
            ExportJob(
                name="Issue for build: <b>rows</b>",
                documents=("packets.pdf", "wiring.xlsx", "gone.pdf"),
                folder="issue/for build",
                paper="Letter",
                revision="B & C",
                date="2026-11-22",
                racks="A01, B02-B05",
                bundles="E01-C01",
                phases="1, 2",
                labels=LabelPrinting(stock="a4-65", start=3, shift_x_mm=-0.5, outlines=True),
                colours=True,
            ),
            ExportJob(name="empty"),
        ),
        replugged=(Replugged(a="compute/edge/3:4", b="compute/edge/3:5"),),
        waivers=(
            Waiver(rule="tray-fill", where="tray-1", comment="a wider one is ordered"),
            Waiver(rule="unpriced", where="server-1u", comment="gift"),
        ),
        parts=parts(),
    )


def large_project(cables: int = 100_000, devices: int = 20_736) -> Project:
    """As many cable records, each with status and measured length, and devices in racks of 42."""
    ids = (
        f"compute/edge/{n // 36 + 1}:{n % 36 + 1}--compute/core/{n % 36 + 1}:{n // 36 + 1}"
        for n in range(cables)
    )
    racks = tuple(
        Rack(
            number=first // 42 + 1,
            part="rack-42u",
            row=first // 42 // 20,
            position=first // 42 % 20,
            x_mm=round(609.6 * (first // 42 % 20), 3),
            y_mm=round(2133.6 * (first // 42 // 20), 3),
            devices=tuple(
                Device(id=f"nodes/{n + 1}", part="server-1u", u=42 - n % 42)
                for n in range(first, min(first + 42, devices))
            ),
        )
        for first in range(0, devices, 42)
    )
    return Project(
        name="large",
        hosts=(HostGroup(name="nodes", part="server-1u", count=devices),),
        floor=Floor(racks=racks),
        cables=CableRecords(
            CableRecord(id=cable, status="laid", measured_m=round(1 + n * 0.0137, 2))
            for n, cable in enumerate(ids)
        ),
        parts=parts(),
    )

"""P16: any sequence of commands, undone and redone, gives byte-identical projects."""

from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from msgspec import UNSET

from fatdesk.cli.projects.edit import decode_command
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.design.growth_target import HostTarget
from fatdesk.engine.design.requirements import Exploration, FabricRequirement, Limits, Objective
from fatdesk.engine.fabric.as_built import AsBuiltFabric, AsBuiltNode
from fatdesk.engine.families.design import Design, PartUse
from fatdesk.engine.floor.building import Door, Underlay, Wall
from fatdesk.engine.floor.feeds import PowerFeeds
from fatdesk.engine.floor.floor import Device, Feed, Floor, Tray, Zone
from fatdesk.engine.floor.room import Area, RoomRequirement
from fatdesk.engine.floor.route_rules import RouteRule
from fatdesk.engine.rules.rules import Rule
from fatdesk.networks.fault_tolerance.sampled.throughput import DegradationParameters
from fatdesk.networks.fault_tolerance.study import FaultParameters, FaultStudy
from fatdesk.networks.schedules.study import ScheduleStudy
from fatdesk.networks.simulation.study import Loads, SimulationStudy
from fatdesk.networks.study import StudyNetwork
from fatdesk.project import commands as c
from fatdesk.project.commands import COMMANDS, Command, RefusedError
from fatdesk.project.commands.copying import Chosen
from fatdesk.project.commands.devices import RackContent
from fatdesk.project.commands.history import History
from fatdesk.project.commands.racks import RackMove
from fatdesk.project.document.cable_records import CableRecord
from fatdesk.project.document.explorations import PinnedDesign
from fatdesk.project.document.export_job import ExportJob
from fatdesk.project.document.growth import GrowthStep
from fatdesk.project.document.project import NetworkUnderStudy, Project, Revision, SearchRequirements
from fatdesk.project.files.file_format import decode, encode
from tests.project.samples import built_project, parts, rich_project
from tests.trust.promises import Promise

PARTS = st.sampled_from([part.id for part in parts()] + ["none"])
NAMES = st.sampled_from(["nodes", "blades", "gpu"])
FABRICS = st.sampled_from(["storage", "compute", "third"])
TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=8)
RACKS = st.sampled_from([1, 2, 3, 5, 6])
UNITS = st.integers(1, 48)
PLACES = st.integers(0, 3)
DEVICES = st.sampled_from(
    """nodes/1 nodes/2 compute/edge/1 compute/edge/2 compute/core/1 pdu new/1 new/2
    compute/enclosure/1 blades/1""".split()  # noqa: SIM905
)
CABLES = st.sampled_from(["a", "b", "compute/edge/1:1--nodes/1:1", "compute/edge/2:1--nodes/13:1"])
RECORDED = st.sampled_from(["a", *(record.id for record in rich_project().cables.values())])
MM = st.floats(-1e7, 1e7)
METRES = st.floats(0, 1000)
BUILT = st.builds(
    AsBuiltFabric,
    source=TEXTS,
    nodes=st.lists(
        st.builds(
            AsBuiltNode,
            id=st.sampled_from(["compute/edge/1", "compute/core/1"]),
            part=PARTS,
            level=st.just(1),
        ),
        max_size=2,
    ).map(tuple),
)
GROWTH = st.builds(
    GrowthStep,
    name=TEXTS,
    hosts=st.lists(st.builds(HostTarget, name=NAMES, count=st.integers(1, 99)), max_size=2).map(tuple),
    policy=st.sampled_from(["in-place", "sized", "rebuild"]),
)
DEVICE = st.builds(Device, id=DEVICES, part=PARTS, u=UNITS)
TRAY = st.builds(
    Tray,
    id=st.sampled_from(["tray-1", "tray-10", "tray-2"]),
    points_mm=st.lists(st.tuples(MM, MM), min_size=2, max_size=3).map(tuple),
    elevation_mm=st.floats(0, 50_000),
    width_mm=st.floats(1, 5_000),
    depth_mm=st.floats(1, 2_000),
)
RECORD = st.builds(
    CableRecord,
    id=CABLES,
    part=st.none() | PARTS,
    length_m=st.none() | st.floats(0, 1e5, exclude_min=True),
    status=st.sampled_from(["planned", "laid"]),
    remark=TEXTS,
    measured_m=st.none() | st.floats(0, 1e5, exclude_min=True),
)
AREA = st.builds(
    Area,
    x_m=st.floats(-100, 100),
    y_m=st.floats(-100, 100),
    width_m=st.floats(0, 5),
    depth_m=st.floats(0, 5),
    kind=st.sampled_from(["column", "wall", "keep-out"]),
)
WALL = st.builds(
    Wall,
    points_mm=st.lists(st.tuples(MM, MM), min_size=2, max_size=3).map(tuple),
    thickness_mm=st.floats(1, 5000),
    name=TEXTS,
)
DOOR = st.builds(
    Door,
    hinge_mm=st.tuples(st.floats(-5000, 0), MM),
    latch_mm=st.tuples(st.floats(1000, 5000), MM),
    opens=st.sampled_from(["left", "right"]),
    leaves=st.integers(1, 2),
    name=TEXTS,
)
UNDERLAY = st.builds(
    Underlay,
    file=st.just("hall.dxf") | TEXTS.filter(len),
    sha256=st.just("0" * 64),
    mm_per_unit=st.floats(0.1, 100),
    x_mm=MM,
    y_mm=MM,
)
INDEX = st.integers(0, 3)
PINS = st.sampled_from([(), *(kept.pins for kept in rich_project().explorations)])
DESIGN = st.builds(
    Design,
    family=st.sampled_from(["star", "two-level"]),
    parts=st.lists(
        st.builds(PartUse, role=st.just("edge"), part=PARTS, count=st.integers(0, 9)), max_size=2
    ).map(tuple),
    params=st.dictionaries(st.sampled_from(["E", "C", "blocking"]), st.integers(0, 99) | TEXTS, max_size=3),
)
PINNED_DESIGNS = st.lists(
    st.builds(
        PinnedDesign,
        letter=st.sampled_from("ABC"),
        design=DESIGN,
        hosts=st.integers(1, 99),
        cost=st.decimals(0, 10**6, places=2),
        routed=st.none() | st.decimals(0, 10**6, places=2),
        figures=st.dictionaries(st.sampled_from(["hops", "hours"]), st.floats(0, 1e6), max_size=2),
    ),
    max_size=2,
).map(tuple)
FLOORS = st.sampled_from([Floor(), rich_project().floor, Floor(racks=rich_project().floor.racks[1:])])
DEVICES_OF_2 = next(rack.devices for rack in rich_project().floor.racks if rack.number == 2)
ARRANGED = st.sampled_from(
    [
        (RackContent(rack=2), RackContent(rack=5, devices=DEVICES_OF_2)),
        (RackContent(rack=2, devices=DEVICES_OF_2), RackContent(rack=5)),
        (RackContent(rack=2, devices=DEVICES_OF_2[::-1]),),
        (RackContent(rack=2, devices=DEVICES_OF_2[1:]),),
    ]
)

STUDIES = st.sampled_from(["two-paths", "lattice", "third"])
STUDY = st.builds(
    NetworkUnderStudy,
    name=STUDIES,
    spec=st.sampled_from(["ruft:k=2,n=3", "mikant: n=3, k=2", "hyperx:S=4-4,K=1,T=1", "kary-tree:k=0,n=1"]),
)

SIMULATIONS = st.sampled_from(["both: <i>two</i>", "empty", "third"])
NETWORKS = st.lists(
    st.one_of(
        st.builds(
            StudyNetwork,
            name=TEXTS.filter(len),
            spec=st.sampled_from(["ruft:k=2,n=3", " kary-tree: n=3, k=2", "kary-tree:k=0,n=1"]),
            scheme=st.sampled_from(["usual", "updown", "sideways"]),
        ),
        st.builds(StudyNetwork, name=TEXTS.filter(len), fabric=FABRICS),
    ),
    max_size=2,
    unique_by=lambda network: network.name,
).map(tuple)
SIMULATION = st.builds(
    SimulationStudy,
    name=SIMULATIONS,
    networks=NETWORKS,
    loads=st.builds(Loads, first=st.floats(0.1, 0.3), last=st.floats(0.5, 1)),
    seeds=st.integers(1, 9),
)

FEEDS = st.sampled_from(["A & <b>", "B", "third"])
ZONES = st.sampled_from(["far off", "under the «pipe»", "third"])

SCHEDULES = st.sampled_from(["bytes & <b>bits</b>", "empty", "third"])
SCHEDULE_STUDY = st.builds(
    ScheduleStudy,
    name=SCHEDULES,
    networks=NETWORKS,
    traffic=st.sampled_from(["uniform", "tornado", "flows/night.txt"]),
    messages=st.integers(1, 1 << 23),
    seed=st.integers(0, 1 << 31),
)
FAULTS = st.sampled_from(["cables & <b>ways</b>", "slower", "empty", "third"])
FAULT_STUDY = st.builds(
    FaultStudy,
    name=FAULTS,
    networks=NETWORKS,
    faults=st.builds(
        FaultParameters, among=st.sampled_from(["network", "ends", "all", "switches"]), whole=st.booleans()
    ),
    counts=st.lists(st.integers(1, 99), max_size=4, unique=True).map(sorted).map(tuple),
    combinations=st.integers(1, 10**9),
    degradation=st.none() | st.builds(DegradationParameters, samples=st.integers(1, 99)),
)

ROUTES = st.sampled_from(["«north» & south", "b", "third"])
ROUTE = st.builds(
    RouteRule,
    name=ROUTES,
    between=st.just((("rack:1", "rack:2"),)),
    via=st.sampled_from([("tray-1",), ("1.5;-0.25",), ("tray-9",)]),
    avoid=st.sampled_from([(), ("tray-10",)]),
)
REVISIONS = st.sampled_from(["A", "B", "B.1"])
RULE_NAMES = st.sampled_from(["heavy", "tray-fill", "r"])
RULE = st.builds(
    Rule,
    name=RULE_NAMES,
    scope=st.just("rack"),
    filter=st.sampled_from([(), ("row=A",), ("A*", "row=B")]),
    figure=st.sampled_from(["rack-mass", "rack-power"]),
    op=st.sampled_from(["<=", "<"]),
    limit=st.floats(1, 1e6),
    severity=st.sampled_from(["error", "warning", "note"]),
    source=TEXTS.filter(len),
    fix=TEXTS,
)
JOBS = st.sampled_from(["Issue for build: <b>rows</b>", "empty", "third"])
JOB = st.builds(
    ExportJob,
    name=JOBS,
    documents=st.lists(
        st.sampled_from(["packets.pdf", "bill.xlsx", "gone.pdf", "fabric.net"]), unique=True
    ).map(tuple),
    folder=st.sampled_from(["", "out", "issue/for build"]),
    paper=st.sampled_from(["A4", "A3", "Letter"]),
    revision=TEXTS,
    drawing=st.sampled_from(["", "D-{document}-{sheet:02}"]),
    network=st.sampled_from(["", "10.1.0.0/16", "fd00::/64"]),
    domain=st.sampled_from(["", "cluster.example"]),
    date=TEXTS,
    racks=TEXTS,
    colours=st.booleans(),
)

SOCKETS = st.sampled_from(
    ["compute/edge/1:1", "compute/edge/1:19", "compute/edge/3:4", "compute/edge/3:5", "nodes/1:1", "none:9"]
)

SINGLE: dict[type[Command], st.SearchStrategy[Any]] = {
    c.Rename: st.builds(c.Rename, name=TEXTS),
    c.SetHosts: st.builds(
        c.SetHosts,
        name=NAMES,
        part=PARTS,
        count=st.integers(1, 10**6),
        names=st.sampled_from(["", "h{index:03}"]),
    ),
    c.RemoveHosts: st.builds(c.RemoveHosts, name=NAMES),
    c.SetFabric: st.builds(
        c.SetFabric,
        requirement=st.builds(
            FabricRequirement,
            name=FABRICS,
            hosts=st.lists(NAMES, max_size=2, unique=True).map(tuple),
            blocking=st.floats(1, 100).map(lambda x: round(x, 3)) | st.just("3/2"),
            growth_hosts=st.integers(0, 10**6),
            cable_price=st.none() | st.decimals(0, 10**6, places=2),
        ),
    ),
    c.SetDesign: st.builds(c.SetDesign, fabric=FABRICS, design=st.none() | DESIGN),
    c.SetAsBuilt: st.builds(c.SetAsBuilt, fabric=FABRICS, as_built=st.none() | BUILT),
    c.RemoveFabric: st.builds(c.RemoveFabric, name=FABRICS),
    c.SetGrowth: st.builds(c.SetGrowth, steps=st.lists(GROWTH, max_size=2).map(tuple)),
    c.SetRequirements: st.builds(
        c.SetRequirements,
        objective=st.builds(Objective, minimise=st.sampled_from(["cost", "power"]), years=st.floats(0, 100)),
        limits=st.builds(Limits, racks=st.none() | st.integers(1, 99)),
        room=st.none() | st.builds(RoomRequirement, rows=st.integers(1, 9), aisle_m=st.floats(0, 10)),
    ),
    c.Redesign: st.builds(
        c.Redesign,
        hosts=st.sampled_from([UNSET, rich_project().hosts, rich_project().hosts[:1]]),
        fabrics=st.sampled_from([UNSET, rich_project().fabrics, rich_project().fabrics[::-1]]),
        wishes=st.just(UNSET)
        | st.builds(SearchRequirements, limits=st.builds(Limits, racks=st.none() | st.integers(1, 99))),
        cabling=st.just(UNSET) | st.builds(CablingRules, slack_m=st.floats(0, 10)),
        trunks=st.sampled_from([UNSET, (), built_project().trunks]),
        floor=st.just(UNSET) | FLOORS,
        parts=st.lists(st.sampled_from(parts()), max_size=2).map(tuple),
    ),
    c.Place: st.builds(c.Place, floor=FLOORS),
    c.Rearrange: st.builds(c.Rearrange, racks=ARRANGED),
    c.AddRack: st.builds(
        c.AddRack,
        part=PARTS,
        row=PLACES,
        position=PLACES,
        number=st.none() | RACKS,
        x_mm=st.none() | MM,
        rack_label=TEXTS,
    ),
    c.MoveRack: st.builds(c.MoveRack, rack=RACKS, row=PLACES, position=PLACES, y_mm=st.none() | MM),
    c.MoveRacks: st.builds(
        c.MoveRacks,
        moves=st.lists(
            st.builds(RackMove, rack=RACKS, row=PLACES, position=PLACES, x_mm=st.none() | MM),
            min_size=1,
            max_size=2,
        ).map(tuple),
    ),
    c.RenameRack: st.builds(c.RenameRack, rack=RACKS, rack_label=TEXTS),
    c.RemoveRack: st.builds(c.RemoveRack, rack=st.sampled_from([5, 5, 5, 6])),  # most others hold something
    c.AddDevice: st.builds(c.AddDevice, rack=RACKS, device=DEVICE),
    c.MoveDevice: st.builds(c.MoveDevice, id=DEVICES, rack=RACKS, u=UNITS),
    c.SwapDevices: st.builds(c.SwapDevices, a=DEVICES, b=DEVICES),
    c.RemoveDevice: st.builds(c.RemoveDevice, id=DEVICES),
    c.Reserve: st.builds(c.Reserve, rack=RACKS, u=UNITS, height_u=st.integers(1, 3), note=TEXTS),
    c.Free: st.builds(c.Free, rack=RACKS, u=UNITS),
    c.AddTray: st.builds(c.AddTray, tray=TRAY),
    c.ChangeTray: st.builds(c.ChangeTray, tray=TRAY),
    c.RemoveTray: st.builds(c.RemoveTray, id=st.sampled_from(["tray-1", "tray-10", "tray-2"])),
    c.AddColumn: st.builds(c.AddColumn, column=AREA),
    c.ChangeColumn: st.builds(c.ChangeColumn, index=st.integers(0, 3), column=AREA),
    c.RemoveColumn: st.builds(c.RemoveColumn, index=st.sampled_from([0, 0, 1, 3])),
    c.AddWall: st.builds(c.AddWall, wall=WALL),
    c.ChangeWall: st.builds(c.ChangeWall, index=INDEX, wall=WALL),
    c.RemoveWall: st.builds(c.RemoveWall, index=INDEX),
    c.AddDoor: st.builds(c.AddDoor, door=DOOR),
    c.ChangeDoor: st.builds(c.ChangeDoor, index=INDEX, door=DOOR),
    c.RemoveDoor: st.builds(c.RemoveDoor, index=INDEX),
    c.SetPlan: st.builds(
        c.SetPlan,
        north_deg=st.sampled_from([UNSET, None]) | st.floats(-360, 360),
        underlay=st.sampled_from([UNSET, None]) | UNDERLAY,
    ),
    c.TurnRacks: st.builds(
        c.TurnRacks,
        racks=st.lists(RACKS, min_size=1, max_size=2, unique=True).map(tuple),
        front=st.sampled_from(["down", "up", "left", "right"]),
    ),
    c.SetRackPower: st.builds(
        c.SetRackPower,
        racks=st.lists(RACKS, min_size=1, max_size=2, unique=True).map(tuple),
        power=st.none()
        | st.builds(
            lambda kind, at, **some: PowerFeeds(
                scheme=kind[0], count=kind[1], phases=at[0], outlets_at=at[1], **some
            ),
            st.sampled_from([("2N", None), ("N+1", None), ("N+1", 4), ("4-to-make-3", None)]),
            st.sampled_from([(1, "neutral"), (3, "neutral"), (3, "phases")]),
            breaker_a=st.none() | st.floats(6, 125),
            circuits=st.integers(1, 4),
        ),
    ),
    c.Repeat: st.builds(
        c.Repeat,
        chosen=st.builds(
            Chosen,
            racks=st.lists(RACKS, max_size=2, unique=True).map(tuple),
            columns=st.lists(INDEX, max_size=1).map(tuple),
            walls=st.lists(INDEX, max_size=1).map(tuple),
        ),
        right=st.integers(0, 2),
        down=st.integers(0, 1),
        dx_mm=st.none() | MM,
    ),
    c.SetSearch: st.builds(
        c.SetSearch,
        fabric=FABRICS,
        settings=st.none() | st.just(Exploration()),
        families=st.sampled_from([(), ("egft",), ("egft", "hyperx")]),
        count=st.none() | st.integers(1, 10**6),
    ),
    c.SetPins: st.builds(c.SetPins, fabric=FABRICS, pins=PINS, made_from=st.sampled_from(["", "A", "B"])),
    c.PinDesigns: st.builds(c.PinDesigns, fabric=FABRICS, designs=PINNED_DESIGNS),
    c.SetFeed: st.builds(
        c.SetFeed,
        feed=st.builds(Feed, name=FEEDS, racks=st.lists(RACKS, max_size=3, unique=True).map(tuple)),
    ),
    c.RenameFeed: st.builds(c.RenameFeed, name=FEEDS, to=FEEDS),
    c.RemoveFeed: st.builds(c.RemoveFeed, name=FEEDS),
    c.SetZone: st.builds(
        c.SetZone,
        zone=st.builds(Zone, name=ZONES, x_m=METRES, y_m=METRES, width_m=METRES, depth_m=METRES),
    ),
    c.RenameZone: st.builds(c.RenameZone, name=ZONES, to=ZONES),
    c.RemoveZone: st.builds(c.RemoveZone, name=ZONES),
    c.SetCabling: st.builds(
        c.SetCabling,
        slack_m=METRES,
        bundle_cable=st.none() | PARTS,
        profile=st.none() | st.sampled_from(["default", "planning", "no-such-profile"]),
        fill_max=st.none() | st.floats(0, 1, exclude_min=True),
        panels=st.sampled_from([None, "all"]),
        panel_racks=st.sampled_from(["auto", "own"]),
        panel_ends=st.sampled_from([(), (("row:A", ""),)]),
    ),
    c.SetCable: st.builds(c.SetCable, cable=RECORD),
    c.SetCables: st.builds(c.SetCables, cables=st.lists(RECORD, min_size=1, max_size=4).map(tuple)),
    c.ClearCable: st.builds(c.ClearCable, id=RECORDED),
    c.SetNaming: st.builds(
        c.SetNaming,
        host=st.sampled_from(["", "n{index}", "{label}-{in_rack}", "{zz}"]),
        label=st.sampled_from(["{row}", "{u:02}"]),
    ),
    c.SetBill: st.builds(
        c.SetBill,
        spares_percent=st.dictionaries(st.sampled_from(["cables", "switches"]), st.floats(0, 1000)),
        hourly_rate=st.decimals(0, 10**6, places=2),
    ),
    c.SetAlternative: st.builds(
        c.SetAlternative,
        part=PARTS,
        length_m=st.sampled_from([None, 2.0, 5.0]),
        alternative=st.just("") | TEXTS,
    ),
    c.SetTerms: st.builds(
        c.SetTerms,
        part=PARTS,
        length_m=st.sampled_from([None, 2.0, 5.0]),
        pack_size=st.sampled_from([UNSET, None, 1, 24]),
        discount_percent=st.sampled_from([UNSET, None]) | st.decimals(0, 100, places=2),
        lead_time_days=st.sampled_from([UNSET, None, 0, 56]),
    ),
    c.SetPart: st.builds(c.SetPart, part=st.sampled_from(parts())),
    c.RemovePart: st.builds(c.RemovePart, id=PARTS.filter(lambda part: part != "none")),
    c.AddStudy: st.builds(c.AddStudy, study=STUDY),
    c.RenameStudy: st.builds(c.RenameStudy, name=STUDIES, to=STUDIES),
    c.ChangeStudy: st.builds(c.ChangeStudy, study=STUDY),
    c.RemoveStudy: st.builds(c.RemoveStudy, name=STUDIES),
    c.AddSimulation: st.builds(c.AddSimulation, simulation=SIMULATION),
    c.RenameSimulation: st.builds(c.RenameSimulation, name=SIMULATIONS, to=SIMULATIONS),
    c.ChangeSimulation: st.builds(c.ChangeSimulation, simulation=SIMULATION),
    c.RemoveSimulation: st.builds(c.RemoveSimulation, name=SIMULATIONS),
    c.AddFaultStudy: st.builds(c.AddFaultStudy, study=FAULT_STUDY),
    c.RenameFaultStudy: st.builds(c.RenameFaultStudy, name=FAULTS, to=FAULTS),
    c.ChangeFaultStudy: st.builds(c.ChangeFaultStudy, study=FAULT_STUDY),
    c.RemoveFaultStudy: st.builds(c.RemoveFaultStudy, name=FAULTS),
    c.AddScheduleStudy: st.builds(c.AddScheduleStudy, study=SCHEDULE_STUDY),
    c.RenameScheduleStudy: st.builds(c.RenameScheduleStudy, name=SCHEDULES, to=SCHEDULES),
    c.ChangeScheduleStudy: st.builds(c.ChangeScheduleStudy, study=SCHEDULE_STUDY),
    c.RemoveScheduleStudy: st.builds(c.RemoveScheduleStudy, name=SCHEDULES),
    c.AddJob: st.builds(c.AddJob, job=JOB),
    c.RenameJob: st.builds(c.RenameJob, name=JOBS, to=JOBS),
    c.ChangeJob: st.builds(c.ChangeJob, job=JOB),
    c.MoveJob: st.builds(c.MoveJob, name=JOBS, before=JOBS | st.just("")),
    c.RemoveJob: st.builds(c.RemoveJob, name=JOBS),
    c.Replug: st.builds(c.Replug, a=SOCKETS, b=SOCKETS),
    c.ForgetReplug: st.builds(c.ForgetReplug, a=SOCKETS, b=SOCKETS),
    c.SetRoute: st.builds(c.SetRoute, rule=ROUTE),
    c.RenameRoute: st.builds(c.RenameRoute, name=ROUTES, to=ROUTES),
    c.RemoveRoute: st.builds(c.RemoveRoute, name=ROUTES),
    c.Waive: st.builds(
        c.Waive,
        rule=st.sampled_from(["tray-fill", "a"]),
        where=st.sampled_from(["tray-1", "b"]),
        comment=TEXTS.filter(len),
        by=TEXTS,
        on=st.sampled_from(["", "2026-11-24"]),
        until=st.sampled_from(["", "2026", "2026-12-31"]),
        until_revision=st.sampled_from(["", "C", "A"]),
        amount=st.none() | st.floats(-1e6, 1e6),
        text=TEXTS,
    ),
    c.AddRevision: st.builds(
        c.AddRevision,
        revision=st.builds(
            Revision,
            name=REVISIONS,
            checked_by=TEXTS,
            remark=TEXTS,
            state=st.sampled_from(["", "0af3 91ab"]),
        ),
    ),
    c.RemoveRevision: st.builds(c.RemoveRevision, name=REVISIONS),
    c.AddRule: st.builds(c.AddRule, rule=RULE),
    c.ChangeRule: st.builds(c.ChangeRule, rule=RULE),
    c.RenameRule: st.builds(c.RenameRule, name=RULE_NAMES, to=RULE_NAMES),
    c.RemoveRule: st.builds(c.RemoveRule, name=RULE_NAMES),
    c.Unwaive: st.builds(
        c.Unwaive, rule=st.sampled_from(["tray-fill", "a"]), where=st.sampled_from(["tray-1", "b"])
    ),
}
EACH = st.sampled_from(list(SINGLE)).flatmap(lambda kind: SINGLE[kind])
BATCHES = st.builds(c.Batch, commands=st.lists(EACH, min_size=1, max_size=3).map(tuple), name=TEXTS)

LINES = Path(__file__).parents[1] / "project" / "commands" / "examples.jsonl"
COMMAND_EXAMPLES = [decode_command(line, "c") for line in LINES.read_bytes().splitlines()]
EXAMPLES = st.sampled_from(COMMAND_EXAMPLES)


class Editing(RuleBasedStateMachine):
    """Commands, undo and redo in any order, beside a list of the bytes that should lie there."""

    done: ClassVar[set[type[Command]]] = set()
    """Commands that were performed at least once in all runs."""

    @initialize(project=st.sampled_from([rich_project(), Project(name="empty", parts=parts())]))
    def start(self, project: Project) -> None:
        self.history = History(project)
        self.texts = [encode(project)]
        self.present = 0

    @rule(command=EXAMPLES)
    def perform_example(self, command: Command) -> None:
        self.perform(command)

    @rule(command=EACH | BATCHES)
    def perform_any(self, command: Command) -> None:
        self.perform(command)

    def perform(self, command: Command) -> None:
        try:
            project = self.history.do(command)
        except RefusedError:
            return
        self.done.add(type(command))
        del self.texts[self.present + 1 :]
        self.texts.append(encode(project))
        self.present += 1

    @precondition(lambda self: self.history.can_undo)
    @rule()
    def undo(self) -> None:
        self.history.undo()
        self.present -= 1

    @precondition(lambda self: self.history.can_redo)
    @rule()
    def redo(self) -> None:
        self.history.redo()
        self.present += 1

    @invariant()
    def as_it_was(self) -> None:
        data = encode(self.history.project)
        assert data == self.texts[self.present]
        reading = decode(data, "p")
        assert reading.project == self.history.project
        assert reading.canonical == data

    def teardown(self) -> None:
        if not hasattr(self, "history"):
            return
        while self.history.can_redo:
            self.redo()
        while self.history.can_undo:
            self.undo()
            assert encode(self.history.project) == self.texts[self.present]
        while self.history.can_redo:
            self.redo()
            assert encode(self.history.project) == self.texts[self.present]


@pytest.fixture
def machine() -> type[Editing]:
    Editing.done.clear()
    return Editing


def test_every_command_has_a_strategy() -> None:
    assert {*SINGLE, c.Batch} == set(COMMANDS)


@pytest.mark.promise("P16")
def test_any_sequence(machine: type[Editing], long: bool, promise: Promise) -> None:
    sequences = 1000 if long else 60
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=sequences, stateful_step_count=40, deadline=None, derandomize=not long
        ),
    )
    for command in COMMAND_EXAMPLES:  # each by itself as well: chance may leave out one of them
        for project in (rich_project(), built_project()):
            one = machine()
            one.start(project)
            one.perform(command)
            if one.present:
                break
        if one.present:
            one.undo()
            assert encode(one.history.project) == one.texts[0]
            one.redo()
            assert encode(one.history.project) == one.texts[1]
    missing = {kind.__name__ for kind in set(COMMANDS) - machine.done}
    assert not missing, f"never performed: {missing}"
    promise(
        "{trials:,} sequences of up to 40 steps, all {commands} commands",
        trials=sequences,
        commands=len(COMMANDS),
    )

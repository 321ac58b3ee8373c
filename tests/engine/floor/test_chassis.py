"""Chassis of several nodes, and building blocks with drive shelves: placed, cabled, billed and drawn."""

from collections import Counter
from decimal import Decimal
from io import BytesIO
from itertools import pairwise
from random import Random
from typing import Any
from zipfile import ZipFile

import msgspec
import numpy as np
import pytest

from fatdesk.core.errors import FatdeskError
from fatdesk.core.finding import Severity
from fatdesk.core.units import um_from_mm
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.lint import relations
from fatdesk.engine.catalog.parts import (
    Cable,
    Enclosure,
    EnclosureContent,
    PassThrough,
    Ports,
    Price,
    RackPart,
    Server,
    StandardLength,
    Switch,
)
from fatdesk.engine.design.requirements import FabricRequirement, Requirements
from fatdesk.engine.design.requirements_file import contradictions
from fatdesk.engine.design.search import search
from fatdesk.engine.drawing.plan import Subjects
from fatdesk.engine.drawing.rack_picture import LABELLED, rack_picture
from fatdesk.engine.export import BY_NAME
from fatdesk.engine.failures.elements import named
from fatdesk.engine.families.design import HostGroup
from fatdesk.engine.floor.budget import budget
from fatdesk.engine.floor.room import RackCount, RoomRequirement
from fatdesk.engine.improving.placement import Placement, tariff
from fatdesk.engine.improving.stock import stock_of
from fatdesk.engine.improving.wires import ways_of, wires_of
from fatdesk.project.derived.check import check
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.losses import elements_of
from fatdesk.project.designing.designing import design_project
from fatdesk.project.designing.improving import improve_project, task_of
from fatdesk.project.document.project import Project
from tests.engine.improving.watching import Watcher


def price(amount: int) -> Price:
    return Price(amount=Decimal(amount))


def ports(count: int) -> Ports:
    return Ports(count=count, connector="qsfp", rate_gbps=40.0, lanes=4)


SHELVES = tuple(EnclosureContent(u=u, height_u=4, name="drive shelf") for u in (1, 5))
U_MM = 44.45
CATALOG = Catalog(
    [
        Enclosure(id="box", height_u=2, blades=4, mass_kg=20.0, power_w=100.0, price=price(3000)),
        Enclosure(id="wide", height_u=4, blades=8, columns=4, mass_kg=30.0, power_w=0.0),
        Enclosure(id="block", height_u=9, blades=1, contents=SHELVES, mass_kg=230.0, power_w=3000.0),
        Server(
            id="node",
            height_u=0,
            fits=("box",),
            mass_kg=5.0,
            power_w=500.0,
            price=price(900),
            ports=(ports(4),),
        ),
        Server(id="sled", height_u=0, fits=("wide",), mass_kg=4.0, power_w=400.0, ports=(ports(4),)),
        Server(id="controller", height_u=0, fits=("block",), mass_kg=15.0, power_w=800.0, ports=(ports(4),)),
        Server(id="host", height_u=1, mass_kg=15.0, power_w=600.0, ports=(ports(4),)),
        Switch(id="switch", height_u=1, mass_kg=8.0, power_w=200.0, ports=(ports(36),), price=price(9000)),
        Switch(id="bay-switch", height_u=0, ports=(ports(32),)),
        Enclosure(id="blades", height_u=10, blades=16, switch=("bay-switch",)),
        Server(id="blade", height_u=0, fits=("blades",), ports=(ports(1),)),
        RackPart(id="rack", height_u=24),
        Cable(
            id="cable",
            medium="copper",
            connectors=("qsfp", "qsfp"),
            lanes=4,
            lane_rate_gbps=10.0,
            lengths=tuple(StandardLength(m=m / 2, price=price(40 + m)) for m in range(1, 200)),
        ),
    ]
)  # fmt: skip


def fabric(name: str, **more: Any) -> FabricRequirement:
    return FabricRequirement(name=name, families=("two-level",), edge=("switch",), core=("switch",), **more)


def designed(
    groups: tuple[HostGroup, ...],
    fabrics: tuple[FabricRequirement, ...],
    catalog: Catalog = CATALOG,
    **room: Any,
) -> tuple[Project, Derived]:
    plan = RoomRequirement(**{"rack": "rack", "improve_steps": 0, **room})
    wish = Requirements(hosts=groups, fabrics=fabrics, room=plan)
    assert not contradictions(wish, catalog)
    found = design_project(wish, catalog, "t")
    assert found.project is not None
    return found.project, Derived(found.project)


NODES = {"node": ("box", 4), "sled": ("wide", 8), "controller": ("block", 1)}


def check_chassis(project: Project, derived: Derived) -> None:
    """Every node is in the chassis of its number, with units of its own in its rack."""
    catalog = derived.catalog
    chassis: dict[str, tuple[str, ...]] = {}
    for rack in project.floor.racks:
        units = Counter(
            u
            for device in rack.devices
            for u in range(device.u, device.u + (catalog[device.part].height_u or 0))
        )
        assert not units or (max(units.values()) == 1 and min(units) >= 1 and max(units) <= 24)
        for device in rack.devices:
            if device.inside:
                chassis[device.id] = tuple(inner.id for inner in device.inside)
                assert {catalog[inner.part].height_u for inner in device.inside} == {0}
    expected = {}
    for group in project.hosts:
        if group.part in NODES:
            each = NODES[group.part][1]
            for number, first in enumerate(range(1, group.count + 1, each), start=1):
                last = min(first + each, group.count + 1)
                expected[f"{group.name}/chassis/{number}"] = tuple(
                    f"{group.name}/{n}" for n in range(first, last)
                )
    assert chassis == expected
    assert not [f for f in check(derived) if f.finding.severity is Severity.ERROR]


@pytest.mark.parametrize("seed", range(3))
def test_whole_chassis_in_any_room(seed: int) -> None:
    random = Random(seed)
    parts = random.sample(["node", "sled", "controller", "host"], 3)
    counts = {"node": 41, "sled": 30, "controller": 3, "host": 20}
    groups = tuple(
        HostGroup(name=f"g{n}", part=part, count=random.randint(2, counts[part]))
        for n, part in enumerate(parts)
    )
    rails, planes = random.choice([(2, 1), (1, 2), (1, 1)])
    fabrics = (
        fabric(
            "a", rails=rails, planes=planes, edge_at=random.choice(["top", "bottom", "middle", "end-of-row"])
        ),
        fabric("b", hosts=(groups[0].name, groups[2].name), blocking=2),
    )
    project, derived = designed(
        groups,
        fabrics,
        policy=random.choice(["dense", "prewired", "scalable-unit"]),
        rows=2,
        racks_per_row=14,
    )
    check_chassis(project, derived)
    found = improve_project(project, seed=seed, steps=400, progress=Watcher())
    assert found.lower_bound is None or found.lower_bound <= found.end.cost
    improved = msgspec.structs.replace(project, floor=found.floor)
    check_chassis(improved, Derived(improved))


def test_mass_power_and_money_count_chassis_and_nodes() -> None:
    project, derived = designed((HostGroup(name="n", part="node", count=10),), (fabric("a"),))
    lines = {line.part: line for line in derived.bill.lines}
    assert (lines["box"].needed, lines["box"].extended, lines["box"].height_u) == (3, Decimal(9000), 6)
    assert (lines["node"].needed, lines["node"].extended, lines["node"].height_u) == (10, Decimal(9000), 0)
    rack = next(rack for rack in project.floor.racks if rack.devices)
    left = budget(rack, derived.catalog)
    assert (left.used_u, left.mass_kg, left.power_w) == (
        8,
        3 * 20 + 10 * 5 + 2 * 8,
        3 * 100 + 10 * 500 + 2 * 200,
    )
    names = derived.device_names
    assert [names[f"n/chassis/{number}"] for number in (1, 2, 3)] == ["X1", "X2", "X3"]


@pytest.mark.parametrize(("part", "count", "rows"), [("node", 12, 2), ("sled", 24, 2), ("controller", 3, 1)])
def test_ports_are_at_the_height_of_their_node(part: str, count: int, rows: int) -> None:
    """From geometry alone: rows of a chassis from the top, the units of drive shelves left out."""
    box, each = NODES[part]
    project, derived = designed((HostGroup(name="n", part=part, count=count),), (fabric("a"),))
    height = CATALOG.get(box, Enclosure).height_u or 0
    open_u = 1 if part == "controller" else height
    seats, ids = derived.positions.placed[0], derived.fabrics[0].ids
    seen = 0
    for device in (device for rack in project.floor.racks for device in rack.devices if device.inside):
        top_u = 24 - (device.u + height - 1)
        for slot, node in enumerate(device.inside):
            line = slot // (each // rows)
            below_mm = (top_u + (line + 0.5) * open_u / rows) * U_MM
            assert seats.z_um[ids.index(node.id)] == um_from_mm(below_mm)
            seen += 1
    assert seen == count


def test_optimiser_and_cabling_agree_on_every_length() -> None:
    groups = (HostGroup(name="n", part="node", count=26), HostGroup(name="s", part="controller", count=2))
    project, derived = designed(groups, (fabric("a", rails=2), fabric("b")), rows=2, racks_per_row=4)
    task = task_of(derived)
    stock = stock_of(task)
    wires, ways = wires_of(task, stock), ways_of(task)
    assert wires.shift_um.any()
    groups = np.bincount(wires.need, minlength=len(wires.needs))
    table = tariff(wires.needs, task.rules, project.bill, 10**9, groups, priced=False)
    computed = Placement(stock.start, wires, ways, table).total.computed_um
    laid = [row.length.computed_um for row in derived.rows]
    assert computed == sum(um for um in laid if um is not None)


def test_blades_and_nodes_stay_apart_and_rails_are_for_nodes() -> None:
    groups = (HostGroup(name="b", part="blade", count=16), HostGroup(name="n", part="node", count=16))
    for some, words in (
        (groups, "joins blades and other servers"),
        (groups[:1], "an enclosure has one switch bay"),
    ):
        wish = Requirements(hosts=some, fabrics=(fabric("a", rails=2 if len(some) == 1 else 1),))
        with pytest.raises(FatdeskError, match=words):
            search(wish, wish.fabrics[0], CATALOG)
    both = (HostGroup(name="h", part="host", count=8), groups[1])
    project, derived = designed(both, (fabric("a", rails=2),))
    check_chassis(project, derived)


def test_racks_that_would_divide_a_chassis_are_refused() -> None:
    def problems(per_rack: int) -> list[str]:
        groups = (HostGroup(name="n", part="node", count=32, per_rack=per_rack),)
        wish = Requirements(hosts=groups, fabrics=(fabric("a", edges_per_rack=1),))
        return [problem.what for problem in contradictions(wish, CATALOG)]

    assert problems(10) == ["expected a multiple of 4, the nodes of a box, got 10"]
    assert not problems(12)
    project, derived = designed(
        (HostGroup(name="n", part="node", count=30, per_rack=12),), (fabric("a", edges_per_rack=1),)
    )
    check_chassis(project, derived)
    racks = [
        sum(len(device.inside) for device in rack.devices) for rack in project.floor.racks if rack.devices
    ]
    assert sorted(count for count in racks if count) == [6, 12, 12]


def test_racks_made_for_nodes_hold_their_chassis() -> None:
    made = RackPart(id="made", height_u=24, holds=("node",))
    catalog = Catalog([*CATALOG, made])
    project, _ = designed(
        (HostGroup(name="n", part="node", count=24, per_rack=12),),
        (fabric("a"),),
        catalog,
        rack=(RackCount(part="made", count=2), RackCount(part="rack", count=2)),
        rows=1,
        racks_per_row=4,
    )
    held = {rack.part for rack in project.floor.racks for device in rack.devices if device.inside}
    assert held == {"made"}


def test_a_chassis_that_fails_takes_its_nodes() -> None:
    _, derived = designed((HostGroup(name="n", part="node", count=10),), (fabric("a"),))
    joined = derived.fabrics[0]
    elements = elements_of(derived, "a")
    boxes = [element for element in elements if element.kind == "enclosure"]
    assert [element.name for element in boxes] == ["X1", "X2", "X3"]
    lost = named(elements, "enclosure/n/chassis/2")
    assert [joined.ids[node] for node in lost.nodes] == ["n/5", "n/6", "n/7", "n/8"]
    assert len(lost.cables) == 4


@pytest.mark.parametrize("part", ["node", "sled", "controller"])
def test_nodes_are_drawn_without_overlap(part: str) -> None:
    """The places of nodes and shelves fill the front beside the name exactly."""
    _, derived = designed((HostGroup(name="n", part=part, count=8),), (fabric("a"),))
    boxes = [
        box
        for front in rack_picture(Subjects(derived.plan)).fronts.values()
        for box in front.devices
        if box.nodes
    ]
    for box in boxes:
        area = sum((node.right - node.left) * (node.lower - node.upper) for node in box.nodes)
        if len(box.device.inside) == NODES[part][1]:
            assert area == pytest.approx(1 - LABELLED)
        for one, other in pairwise(sorted(box.nodes, key=lambda node: (node.upper, node.left))):
            assert one.right <= other.left + 1e-9 or one.lower <= other.upper + 1e-9


def test_contents_are_in_units_of_their_own() -> None:
    shelf = EnclosureContent(u=1, height_u=4, name="shelf")
    wrong = (
        {"height_u": 4, "contents": (shelf,)},
        {"height_u": 9, "contents": (shelf, EnclosureContent(u=4, height_u=4, name="other"))},
        {"height_u": 9, "contents": (EnclosureContent(u=4, height_u=2, name="between"),)},
        {"height_u": 9, "contents": (shelf,), "switch": ("bay-switch",)},
    )
    for some in wrong:
        with pytest.raises(ValueError, match="contents: expected"):
            Enclosure(id="e", blades=1, **some)


def test_lint_of_chassis() -> None:
    parts = [
        Enclosure(id="empty", height_u=2, blades=4, pass_through=PassThrough()),
        Server(id="blade", height_u=0, fits=("none",), ports=(ports(1),)),
    ]
    texts = [f"{finding.where}: {finding.text}" for finding in relations(Catalog(parts))]
    assert "empty: has a pass-through panel and no bay for a switch that the panel would take" in texts
    assert "empty: holds no switch, and no server fits into it" in texts


def test_netbox_has_parents_with_bays_and_nodes_in_them() -> None:
    _, derived = designed((HostGroup(name="n", part="node", count=6),), (fabric("a"),))
    with ZipFile(BytesIO(BY_NAME["netbox.zip"].make(derived.plan)["netbox.zip"])) as bundle:
        files = {name: bundle.read(name).decode() for name in bundle.namelist()}
    types = next(text for name, text in files.items() if name.startswith("06"))
    assert types.count("subdevice_role: parent") == types.count("subdevice_role: child") == 1
    assert types.count("Bay 4") == 1
    names = derived.device_names
    children = next(text for name, text in files.items() if name.startswith("08"))
    rows = [line.split(",") for line in children.splitlines()[1:]]
    assert len(rows) == 6
    for number, row in enumerate(rows):
        assert names[f"n/{number + 1}"] in row
        assert {names[f"n/chassis/{number // 4 + 1}"], f"Bay {number % 4 + 1}"} <= set(row)

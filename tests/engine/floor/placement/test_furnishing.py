"""Rooms without a size, odd rooms and odd devices: always an answer, in bounded time, and never a crash."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import Ports, RackPart, Server, Switch
from fatdesk.engine.fabric.fabric import NodePart
from fatdesk.engine.floor.checks import floor_checks
from fatdesk.engine.floor.floor import Device, Floor, Rack
from fatdesk.engine.floor.placement.blocks import Block, Kind, Load, Run
from fatdesk.engine.floor.placement.furnishing import furnish
from fatdesk.engine.floor.room import Area, RackCount, Reserve, RoomRequirement, TraySize
from fatdesk.engine.floor.room_layout import lay_out, places
from tests.patience import judge_time

PORTS = (Ports(count=36, connector="qsfp", rate_gbps=40.0),)
CATALOG = Catalog(
    [
        RackPart(id="rack-42u", height_u=42, power_limit_w=8000.0),
        RackPart(id="broad", height_u=20, height_mm=1000.0, width_mm=800.0, depth_mm=800.0),
        RackPart(id="deep", height_u=48, height_mm=2300.0, width_mm=600.0, depth_mm=1200.0),
        Switch(id="switch", height_u=1, ports=PORTS),
        Server(id="host", height_u=1, power_w=300.0, ports=PORTS),
        Server(id="flat", height_u=0, power_w=1000.0, ports=PORTS),
        Server(id="large", height_u=20, power_w=100.0, ports=PORTS),
        Server(id="unknown", ports=PORTS),
    ]
)


def kind(part):
    found = CATALOG[part]
    height = 1 if found.height_u is None else found.height_u
    return Kind(part, height_u=height, power_w=found.power_w or 0.0)


def load(part, hosts, size, cores=0):
    blocks = []
    for first in range(1, hosts + 1, size):
        ids = [f"n/{i}" for i in range(first, min(first + size, hosts + 1))]
        edges = [Run(kind("switch"), [f"c/edge/{len(blocks) + 1}"])]
        blocks.append(Block(edges, [Run(kind(part), ids)]))
    core = [Run(kind("switch"), [f"c/core/{i + 1}" for i in range(cores)])]
    return Load(blocks, [core] if cores else [])


def standing(placed):
    return {device.id: rack for rack in placed.floor.racks for device in rack.devices}


def test_a_rack_named_for_the_core_is_there_even_when_fewer_would_do():
    placed = furnish(
        load("host", 20, 18, 2), RoomRequirement(core_at=(7, 11), core_groups=2), CATALOG, TraySize()
    )
    assert not placed.unplaced
    assert [standing(placed)[f"c/core/{i}"].number for i in (1, 2)] == [7, 11]
    assert len(placed.floor.racks) >= 11


@pytest.mark.parametrize("reserved", [1, 3])
def test_a_rack_named_in_reserve_does_not_make_the_room_too_small(reserved):
    room = RoomRequirement(reserve=(Reserve(rack=reserved, height_u=30),))
    placed = furnish(load("large", 4, 1), room, CATALOG, TraySize())
    assert not placed.unplaced
    kept = next(rack for rack in placed.floor.racks if rack.number == reserved)
    assert [some.height_u for some in kept.reserved] == [30]
    assert not [device for device in kept.devices if device.part == "large"]


def test_devices_without_height_still_need_power():
    """30 hosts of 1 kW and no height: eight to a rack of 8 kW."""
    one_kind = Load([Block([], [Run(kind("flat"), [f"n/{i}"])]) for i in range(1, 31)], [])
    placed = furnish(one_kind, None, CATALOG, TraySize())
    assert not placed.unplaced
    assert placed.racks_used == 4


def test_columns_nearly_everywhere_end_the_growth():
    """Only the first place of each row is free; and nothing at all."""
    started = time.process_time()
    wall = Area(x_m=0.7, y_m=-10.0, width_m=10_000.0, depth_m=10_000.0)
    placed = furnish(load("host", 200, 18), RoomRequirement(columns=(wall,)), CATALOG, TraySize())
    assert {rack.position for rack in placed.floor.racks} == {0}
    assert not placed.unplaced
    whole = Area(x_m=-10.0, y_m=-10.0, width_m=10_000.0, depth_m=10_000.0)
    with pytest.raises(FatdeskError, match="no rack"):
        furnish(load("host", 200, 18), RoomRequirement(columns=(whole,)), CATALOG, TraySize())
    beyond = Area(x_m=0.7, y_m=-10.0, width_m=10_000.0, depth_m=10_000.0)
    one_row = RoomRequirement(rows=1, columns=(beyond,))
    assert furnish(load("host", 200, 18), one_row, CATALOG, TraySize()).unplaced, (
        "one rack, however long the row"
    )
    judge_time(time.process_time() - started, 60)


def test_a_row_is_as_deep_as_its_deepest_rack_and_a_place_as_wide_as_the_widest():
    room = RoomRequirement(
        rack=(RackCount(part="broad", count=2), RackCount(part="deep", count=2)), rows=2, aisle_m=1.0
    )
    floor = lay_out(room, CATALOG, TraySize(), places(room))
    assert {rack.y_mm for rack in floor.racks} == {0.0, 1200.0 + 1000.0}
    assert {tray.elevation_mm for tray in floor.trays} == {2300.0 + 609.6}
    for rack in floor.racks:
        assert rack.x_mm + CATALOG.rack(rack.part).width_mm / 2 == (rack.position + 0.5) * 800.0


def test_a_list_of_racks_is_all_there_is_even_where_rows_have_more_places():
    room = RoomRequirement(rack=(RackCount(part="rack-42u", count=2),), rows=2, racks_per_row=7)
    assert places(room) == 2
    placed = furnish(load("host", 200, 18), room, CATALOG, TraySize())
    assert len(placed.floor.racks) == 2
    assert placed.unplaced


@st.composite
def rooms(draw):
    mixed = draw(st.booleans())
    parts = st.sampled_from(["rack-42u", "broad", "deep"])
    counts = st.builds(RackCount, part=parts, count=st.integers(1, 6))
    rack = tuple(draw(st.lists(counts, min_size=1, max_size=3))) if mixed else draw(parts)
    which = draw(st.sampled_from(["none", "rows", "racks_per_row", "both"]))
    spot = st.floats(-2, 8)
    size = st.floats(0, 3)
    return RoomRequirement(
        rack=rack,
        rows=draw(st.integers(1, 4)) if which in ("rows", "both") else None,
        racks_per_row=draw(st.integers(1, 6)) if which in ("racks_per_row", "both") else None,
        aisle_m=draw(st.sampled_from([0.0, 1.2192, (1.0, 2.0, 1.0, 3.0, 1.0, 1.0, 1.0, 1.0)])),
        policy=draw(st.sampled_from(["dense", "prewired", "scalable-unit"])),
        core_at=draw(st.sampled_from(["centre", "spread", (1,), (2, 5), (9, 1, 4)])),
        core_groups=draw(st.none() | st.integers(1, 3)),
        reserve=tuple(
            draw(
                st.lists(
                    st.builds(
                        Reserve,
                        rack=st.just("all") | st.integers(1, 8),
                        height_u=st.integers(1, 14),
                    ),
                    max_size=2,
                )
            )
        ),
        columns=tuple(
            draw(st.lists(st.builds(Area, x_m=spot, y_m=spot, width_m=size, depth_m=size), max_size=2))
        ),
    )


@given(
    rooms(),
    st.sampled_from(["host", "flat", "large", "unknown"]),
    st.integers(1, 60),
    st.integers(1, 40),
    st.integers(0, 9),
)
def test_every_room_has_an_answer(room, part, hosts, size, cores):
    """Everything stands once, in its units and budgets, or is told as left over with a reason."""
    wanted = load(part, hosts, size, cores)
    try:
        placed = furnish(wanted, room, CATALOG, TraySize())
    except FatdeskError as error:
        if not str(error).startswith(("room.", "the room has no rack")):
            raise
        return
    runs = [run for block in wanted.blocks for run in block.runs] + [
        run for core in wanted.cores for run in core
    ]
    devices = {node: NodePart(part=run.kind.part) for run in runs for node in run.ids}
    left = {node for item in placed.unplaced for node in item.ids}
    there = {node: what for node, what in devices.items() if node not in left}
    findings = [found for some in floor_checks(placed.floor, there, CATALOG) for found in some]
    assert [some for some in findings if some.severity == "error" and some.rule != "too-deep"] == []
    assert all(item.why for item in placed.unplaced)
    if isinstance(room.rack, str) and None in (room.rows, room.racks_per_row) and left:
        assert any(item.hopeless for item in placed.unplaced), "a room without a size grows until all fits"


def test_a_device_of_another_part_than_the_networks_need_is_found():
    devices = (
        Device(id="c/edge/1", part="switch", u=42),
        Device(id="n/1", part="host", u=41, cards=2, card="x"),
    )
    rack = Rack(number=1, part="rack-42u", row=0, position=0, x_mm=0.0, y_mm=0.0, devices=devices)
    wanted = {"c/edge/1": NodePart(part="other"), "n/1": NodePart(part="host", cards=3, card="x")}
    checks = floor_checks(Floor(racks=(rack,)), wanted, CATALOG)
    found = {f.where: f.text for some in checks for f in some}
    assert found == {
        "c/edge/1": "is switch in A01, the networks need other",
        "n/1": "is host with 2 x in A01, the networks need host with 3 x",
        "rack-42u": "has no limit of mass: mass of its racks is not checked",
        "switch": "its power is not known: what remains of the power limit is unknown in A01",
    }

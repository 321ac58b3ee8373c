"""Placement: the worked cases of the two-level paper (6.2, 6.3), and rules over random rooms and parts."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import Ports, RackPart, Server, Switch
from fatdesk.engine.fabric.fabric import NodePart
from fatdesk.engine.floor.budget import budget
from fatdesk.engine.floor.checks import floor_checks
from fatdesk.engine.floor.placement.blocks import Block, Kind, Load, Run
from fatdesk.engine.floor.placement.furnishing import furnish
from fatdesk.engine.floor.room import Area, RackCount, Reserve, RoomRequirement, TraySize

PORTS = (Ports(count=36, connector="qsfp", rate_gbps=40.0),)
CATALOG = Catalog(
    [
        RackPart(id="rack-42u", height_u=42),
        Switch(id="ib-36", height_u=1, ports=PORTS),
        Server(id="server-1u", height_u=1, ports=PORTS),
    ]
)
SWITCH, SERVER = Kind("ib-36"), Kind("server-1u")


def two_level(hosts: int, size: int, cores: int) -> Load:
    """Blocks of ``size`` hosts and a switch, the last part-empty, and 1 U core switches."""
    blocks = []
    for number, first in enumerate(range(1, hosts + 1, size), start=1):
        ids = [f"n/{i}" for i in range(first, min(first + size, hosts + 1))]
        blocks.append(Block([Run(SWITCH, [f"c/edge/{number}"])], [Run(SERVER, ids)]))
    core = [f"c/core/{i + 1}" for i in range(cores)]
    return Load(blocks, [[Run(SWITCH, core)]] if cores else [])


def free_units(placed, number):
    return budget(placed.floor.racks[number - 1], CATALOG).free_u


def racks_of_blocks(placed, size=18):
    """For each block the numbers of the racks that hold its hosts."""
    found: dict[int, list[int]] = {}
    for rack in placed.floor.racks:
        for device in rack.devices:
            group, number = device.id.split("/")[0], int(device.id.split("/")[-1])
            if group == "n":
                racks = found.setdefault((number - 1) // size + 1, [])
                if rack.number not in racks:
                    racks.append(rack.number)
    return found


@pytest.fixture(scope="module")
def figure_6():
    room = RoomRequirement(
        rows=2, racks_per_row=7, core_at=(7, 11), core_groups=2, reserve=(Reserve(rack=1, height_u=14),)
    )
    return furnish(two_level(396, 18, 18), room, CATALOG, TraySize())


def test_396_hosts_take_eleven_racks(figure_6):
    """Paper, section 6.3, Figure 6: 11 racks, 19 whole blocks, three spread ones, 12 U left in rack 11."""
    assert not figure_6.unplaced
    assert (figure_6.racks_used, figure_6.whole_blocks, figure_6.spread_blocks) == (11, 19, 3)
    assert free_units(figure_6, 11) == 12
    assert all(free_units(figure_6, number) == 0 for number in range(1, 11))


def test_396_hosts_spread_over_four_four_and_five_racks(figure_6):
    spread = [racks for racks in racks_of_blocks(figure_6).values() if len(racks) > 1]
    assert spread == [[1, 2, 3, 4], [4, 5, 6, 7], [7, 8, 9, 10, 11]]
    rows = {rack.number: rack.row for rack in figure_6.floor.racks}
    assert {rows[number] for number in spread[2]} == {0, 1}, "the last one crosses the aisle"


def test_first_four_racks_take_seven_whole_blocks_and_a_spread_one():
    """Paper, Figure 5: with 14 U reserved in the first rack, 2 U stay free in the fourth."""
    room = RoomRequirement(rows=1, racks_per_row=4, reserve=(Reserve(rack=1, height_u=14),))
    placed = furnish(two_level(8 * 18, 18, 0), room, CATALOG, TraySize())
    assert (placed.whole_blocks, placed.spread_blocks) == (7, 1)
    assert [free_units(placed, number) for number in (1, 2, 3, 4)] == [0, 0, 0, 2]


def test_without_spreading_it_takes_more_racks():
    load = two_level(396, 18, 18)
    placed = [
        furnish(load, RoomRequirement(policy=policy), CATALOG, TraySize())
        for policy in ("dense", "prewired", "scalable-unit")
    ]
    assert not any(some.unplaced for some in placed)
    assert [some.racks_used for some in placed] == [11, 12, 22]


def test_spare_of_five_racks_takes_one_more_block():
    """Two 19 U blocks leave 4 U of 42; the spare of five racks takes an eleventh block (spec 1)."""
    room = RoomRequirement(rows=1, racks_per_row=5)
    assert not furnish(two_level(11 * 18, 18, 0), room, CATALOG, TraySize()).unplaced
    assert furnish(two_level(12 * 18, 18, 0), room, CATALOG, TraySize()).unplaced


def test_edge_switches_are_above_their_hosts(figure_6):
    for rack in figure_6.floor.racks:
        lowest_edge = min((d.u for d in rack.devices if "/edge/" in d.id), default=99)
        highest_host = max((d.u for d in rack.devices if d.id.startswith("n/")), default=0)
        assert lowest_edge > highest_host


def test_a_block_larger_than_a_rack_lies_in_consecutive_racks():
    """Every policy: 100 hosts and a switch in three racks, the switch in the middle one."""
    for policy in ("dense", "prewired", "scalable-unit"):
        room = RoomRequirement(rows=1, racks_per_row=3, policy=policy)
        placed = furnish(two_level(100, 100, 0), room, CATALOG, TraySize())
        assert racks_of_blocks(placed, 100) == {1: [1, 2, 3]}
        assert any(device.id == "c/edge/1" for device in placed.floor.racks[1].devices)


def test_core_spread_over_the_room():
    """Group i of G stands in rack floor(i R / (G + 1)) + 1 (spec 8)."""
    room = RoomRequirement(rows=1, racks_per_row=10, core_at="spread", core_groups=4)
    placed = furnish(two_level(18, 18, 8), room, CATALOG, TraySize())
    cores = Counter(r.number for r in placed.floor.racks for d in r.devices if "/core/" in d.id)
    assert cores == {i * 10 // 5 + 1: 2 for i in (1, 2, 3, 4)}


def core_racks(placed):
    """How many core switches each rack holds, by row and position."""
    return Counter((r.row, r.position) for r in placed.floor.racks for d in r.devices if "/core/" in d.id)


def test_core_in_the_middle_of_the_racks_in_use():
    """A full room of 3 x 3 racks: the middle one; one rack of hosts in the same room: that rack."""
    room = RoomRequirement(rows=3, racks_per_row=3, core_groups=1)
    full = furnish(two_level(18 * 19, 18, 8), room, CATALOG, TraySize())
    assert not full.unplaced
    assert core_racks(full) == {(1, 1): 8}
    small = furnish(two_level(18, 18, 8), room, CATALOG, TraySize())
    assert core_racks(small) == {(0, 0): 8}


@pytest.mark.parametrize(("rows", "per_row"), [(4, 10), (8, 20), (40, 60)])
def test_the_size_of_the_room_beyond_the_racks_in_use_does_not_matter(rows, per_row):
    """396 hosts take eleven racks, and the core is among them whatever else the room holds."""
    room = RoomRequirement(rows=rows, racks_per_row=per_row)
    placed = furnish(two_level(396, 18, 18), room, CATALOG, TraySize())
    assert not placed.unplaced
    assert placed.racks_used == 11
    cores = [r.number for r in placed.floor.racks if any("/core/" in d.id for d in r.devices)]
    assert len(cores) == 2
    assert all(4 <= number <= 8 for number in cores)


def test_core_switches_of_a_fabric_in_two_racks_unless_that_takes_another_rack():
    room = RoomRequirement(rows=1, racks_per_row=8)
    assert sorted(core_racks(furnish(two_level(60, 18, 2), room, CATALOG, TraySize())).values()) == [1, 1]
    together = RoomRequirement(rows=1, racks_per_row=8, core_groups=1)
    assert list(core_racks(furnish(two_level(60, 18, 2), together, CATALOG, TraySize())).values()) == [2]
    # one rack holds all: a second one only for a core switch would cost a rack
    assert list(core_racks(furnish(two_level(36, 18, 2), room, CATALOG, TraySize())).values()) == [2]


def test_serpentine_numbers():
    room = RoomRequirement(rows=3, racks_per_row=2)
    placed = furnish(two_level(18, 18, 0), room, CATALOG, TraySize())
    assert [(r.row, r.position) for r in placed.floor.racks] == [
        (0, 0),
        (0, 1),
        (1, 1),
        (1, 0),
        (2, 0),
        (2, 1),
    ]


def test_no_rack_in_a_column():
    column = Area(x_m=0.7, y_m=0.1, width_m=0.2, depth_m=0.2)
    room = RoomRequirement(rows=1, racks_per_row=3, columns=(column,))
    placed = furnish(two_level(18, 18, 0), room, CATALOG, TraySize())
    assert [(rack.number, rack.position) for rack in placed.floor.racks] == [(1, 0), (2, 2)]


def test_mixed_racks_fill_each_to_its_own_height():
    low = RackPart(id="rack-20u", height_u=20, height_mm=1000.0)
    catalog = Catalog([*CATALOG, low])
    room = RoomRequirement(rack=(RackCount(part="rack-20u", count=2), RackCount(part="rack-42u", count=1)))
    placed = furnish(two_level(4 * 18, 18, 0), room, catalog, TraySize())
    assert [len(rack.devices) for rack in placed.floor.racks] == [19, 19, 38]
    assert {tray.elevation_mm for tray in placed.floor.trays} == {1981.2 + 609.6}


@pytest.mark.parametrize(
    ("room", "message"),
    [
        (RoomRequirement(rows=1, racks_per_row=2, core_at=(3,)), "no rack 3"),
        (RoomRequirement(rows=1, racks_per_row=2, core_at=(1,), core_groups=2), "names 1 racks for 2 groups"),
        (RoomRequirement(rows=3, racks_per_row=2, aisle_m=(1.0,)), "3 rows have 2 aisles"),
        (RoomRequirement(rows=1, racks_per_row=2, reserve=(Reserve(rack=3, height_u=1),)), "no rack 3"),
        (RoomRequirement(rows=1, racks_per_row=2, reserve=(Reserve(rack=1, height_u=43),)), "43 U in rack 1"),
    ],
)
def test_rooms_that_contradict_themselves_are_refused(room, message):
    with pytest.raises(FatdeskError, match=message):
        furnish(two_level(18, 18, 2), room, CATALOG, TraySize())


@st.composite
def rooms_and_loads(draw):
    """A room, parts of random size, mass and power, and blocks of them."""
    host = Server(
        id="host",
        height_u=draw(st.integers(1, 8)),
        mass_kg=draw(st.none() | st.floats(0, 200)),
        power_w=draw(st.none() | st.floats(0, 12_000)),
        ports=PORTS,
    )
    switch = Switch(
        id="switch",
        height_u=draw(st.integers(1, 15)),
        mass_kg=draw(st.none() | st.floats(0, 300)),
        power_w=draw(st.none() | st.floats(0, 5_000)),
        ports=PORTS,
    )
    rack = RackPart(
        id="rack",
        height_u=draw(st.integers(10, 48)),
        mass_limit_kg=draw(st.none() | st.floats(100, 1500)),
        power_limit_w=draw(st.none() | st.floats(1_000, 40_000)),
    )
    catalog = Catalog([host, switch, rack])
    kinds = {
        part.id: Kind(
            part.id, height_u=part.height_u, mass_kg=part.mass_kg or 0.0, power_w=part.power_w or 0.0
        )
        for part in (host, switch)
    }
    sizes = draw(st.lists(st.integers(1, 40), min_size=1, max_size=12))
    edges = draw(st.integers(1, 3))
    blocks, host_number = [], 0
    for number, size in enumerate(sizes):
        ids = [f"n/{host_number + i + 1}" for i in range(size)]
        host_number += size
        names = [f"c/edge/{number * edges + i + 1}" for i in range(edges)]
        blocks.append(Block([Run(kinds["switch"], names)], [Run(kinds["host"], ids)]))
    cores = [f"c/core/{i + 1}" for i in range(draw(st.integers(0, 6)))]
    load = Load(blocks, [[Run(kinds["switch"], cores)]] if cores else [])
    sized = draw(st.booleans())
    room = RoomRequirement(
        rack="rack",
        rows=draw(st.integers(1, 5)) if sized else None,
        racks_per_row=draw(st.integers(1, 12)) if sized else None,
        policy=draw(st.sampled_from(["dense", "prewired", "scalable-unit"])),
        core_at=draw(st.sampled_from(["centre", "spread"])),
        core_groups=draw(st.none() | st.integers(1, 4)),
        reserve=draw(st.sampled_from([(), (Reserve(rack="all", height_u=3),)])),
    )
    return load, room, catalog


@given(rooms_and_loads())
def test_no_overlap_no_budget_exceeded_nothing_lost(case):
    load, room, catalog = case
    placed = furnish(load, room, catalog, TraySize())
    runs = [run for block in load.blocks for run in block.runs] + [run for core in load.cores for run in core]
    wanted = {node: NodePart(part=run.kind.part) for run in runs for node in run.ids}
    lost = {node for item in placed.unplaced for node in item.ids}
    standing = {node: part for node, part in wanted.items() if node not in lost}
    checks = floor_checks(placed.floor, standing, catalog)
    errors = [f for some in checks for f in some if f.severity == "error"]
    assert errors == []
    assert sum(len(rack.devices) for rack in placed.floor.racks) + len(lost) == len(wanted)
    if room.rows is None and placed.unplaced:
        assert any(item.hopeless for item in placed.unplaced), "a room without size grows until all fits"


@given(rooms_and_loads())
def test_blocks_stay_whole_unless_dense_or_too_large(case):
    load, room, catalog = case
    placed = furnish(load, room, catalog, TraySize())
    if room.policy == "dense":
        return
    where = {device.id: rack.number for rack in placed.floor.racks for device in rack.devices}
    with_core = {number for node, number in where.items() if "/core/" in node}
    part = catalog.rack("rack")
    kept = sum(reserve.height_u for reserve in room.reserve)
    for block in load.blocks:
        ids = [node for run in block.runs for node in run.ids]
        racks = {where[node] for node in ids if node in where}
        mass = sum(run.kind.mass_kg * len(run.ids) for run in block.runs)
        power = sum(run.kind.power_w * len(run.ids) for run in block.runs)
        fits = (
            sum(run.height_u for run in block.runs) <= part.height_u - kept
            and mass <= (part.mass_limit_kg or 1e18)
            and power <= (part.power_limit_w or 1e18)
        )
        if fits:
            assert len(racks) <= 1
        elif racks:
            between = set(range(min(racks), max(racks))) - racks
            assert between <= with_core, "consecutive racks, but for those that the core fills"


def test_no_more_switches_or_cable_ends_in_a_rack_than_allowed():
    """Two blocks of 18 hosts and their switches would fit into a rack; a cap on switches keeps them apart."""
    load = two_level(72, 18, 4)
    plenty = furnish(load, RoomRequirement(rows=1, racks_per_row=8), CATALOG, TraySize())
    for room, most in (
        (RoomRequirement(rows=1, racks_per_row=8, switches_per_rack=1), 1),
        (RoomRequirement(rows=1, racks_per_row=8, switches_per_rack=2), 2),
    ):
        counted = Load(
            [Block([Run(Kind("ib-36", switches=1), b.edges[0].ids)], b.hosts) for b in load.blocks],
            [[Run(Kind("ib-36", switches=1), load.cores[0][0].ids)]],
        )
        placed = furnish(counted, room, CATALOG, TraySize())
        assert not placed.unplaced
        assert placed.racks_used > plenty.racks_used
        for rack in placed.floor.racks:
            assert sum(device.part == "ib-36" for device in rack.devices) <= most
    edge = Kind("ib-36", cables=36)
    wired = Load([Block([Run(edge, block.edges[0].ids)], block.hosts) for block in load.blocks], [])
    room = RoomRequirement(rows=1, racks_per_row=8, cables_per_rack=40)
    placed = furnish(wired, room, CATALOG, TraySize())
    assert [sum(d.part == "ib-36" for d in rack.devices) for rack in placed.floor.racks][:4] == [1] * 4
    narrow = RoomRequirement(rows=1, racks_per_row=8, cables_per_rack=35)
    (first, *_) = furnish(wired, narrow, CATALOG, TraySize()).unplaced
    assert first.short_of == ("cable ends",)
    assert first.hopeless


def test_heavy_devices_fill_a_rack_from_the_bottom_and_directors_are_lowest():
    """A director of 7 U, two servers of 8 U and 130 kg, an edge switch: 42 U from the top down."""
    load = Load(
        [Block([Run(SWITCH, ["c/edge/1"])], [Run(Kind("gpu", height_u=8, mass_kg=130.0), ["g/1", "g/2"])])],
        [[Run(Kind("modular", height_u=7, director=True), ["c/core/1"])]],
    )
    placed = furnish(load, RoomRequirement(rows=1, racks_per_row=1), CATALOG, TraySize())
    assert [(d.id, d.u) for d in placed.floor.racks[0].devices] == [
        ("c/edge/1", 42),
        ("g/1", 16),
        ("g/2", 8),
        ("c/core/1", 1),
    ]
    light = Load([Block([Run(SWITCH, ["c/edge/1"])], [Run(SERVER, ["n/1"])])], [])
    placed = furnish(light, RoomRequirement(rows=1, racks_per_row=1), CATALOG, TraySize())
    assert [(d.id, d.u) for d in placed.floor.racks[0].devices] == [("c/edge/1", 42), ("n/1", 41)]
    kept = RoomRequirement(rows=1, racks_per_row=1, reserve=(Reserve(rack=1, height_u=10),))
    placed = furnish(load, kept, CATALOG, TraySize())
    assert [d.u for d in placed.floor.racks[0].devices] == [42, 26, 18, 11]


def test_switches_between_edge_and_core_that_no_rack_holds_lie_in_several():
    """100 middle switches that lead to the same blocks: 42 U racks take them in three parts."""
    load = two_level(18, 18, 0)
    load.blocks.append(Block([Run(SWITCH, [f"c/middle/{i + 1}" for i in range(100)])]))
    placed = furnish(load, RoomRequirement(), CATALOG, TraySize())
    assert not placed.unplaced
    count = Counter(r.number for r in placed.floor.racks for d in r.devices if "/middle/" in d.id)
    assert sum(count.values()) == 100
    assert max(count.values()) <= 42

"""Placement and feeds: no rack beyond its power, with all feeds or after a loss, by a sum of its own."""

import math
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.catalog.parts import Ports, RackPart, Server, Switch
from fatdesk.engine.design.requirements_file import read_requirements
from fatdesk.engine.fabric.fabric import NodePart
from fatdesk.engine.floor.blocks import Block, Load, Run, kind_of
from fatdesk.engine.floor.facility import facility_of
from fatdesk.engine.floor.feed_limits import FeedLimits
from fatdesk.engine.floor.feeds import Corded, PowerFeeds
from fatdesk.engine.floor.floor import Device, Floor, Rack
from fatdesk.engine.floor.furnishing import furnish, refurnish
from fatdesk.engine.floor.room import RoomRequirement, TraySize
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.designing import design_project

PORTS = (Ports(count=36, connector="qsfp", rate_gbps=40.0),)
SCHEMES = {"2N": 2, "N+1": 3, "4-to-make-3": 4}
ONE_PHASE_W = 16 * 230


def worst_amperes(watts: list[float], each: int, feeds: PowerFeeds) -> Iterator[float]:
    """Currents of the phases of one feed with all feeds, and after the loss of another.

    Devices have ``each`` supplies on every feed. Their cords go, the heaviest first, each to the phase
    that then has least (three phases where it carries more than one phase can).
    """
    count = SCHEMES[feeds.scheme]
    per_circuit = feeds.phases
    phases = [0.0] * (feeds.circuits * per_circuit)
    for own in sorted(watts, reverse=True):
        cord = own / (each * (count - 1))
        for _ in range(each):
            wide = 3 if own > ONE_PHASE_W and per_circuit == 3 else 1
            groups = [range(first, first + wide) for first in range(0, len(phases), wide)]
            lightest = min(groups, key=lambda group: max(phases[phase] for phase in group))
            for phase in lightest:
                phases[phase] += cord / wide
    volts = feeds.voltage_v / (math.sqrt(3) if per_circuit == 3 else 1)
    after = max(phases, default=0.0) / (feeds.power_factor * volts)
    yield after
    yield after * (count - 1) / count


@st.composite
def rooms(draw):
    """Blocks of hosts and switches of random power, and racks with feeds."""
    scheme = draw(st.sampled_from(list(SCHEMES)))
    supplies = SCHEMES[scheme] * draw(st.integers(1, 2))
    feeds = PowerFeeds(
        scheme=scheme,
        phases=draw(st.sampled_from([1, 3])),
        voltage_v=draw(st.sampled_from([230.0, 400.0])),
        breaker_a=float(draw(st.integers(16, 40))),
        circuits=draw(st.integers(1, 2)),
        continuous=draw(st.sampled_from(["EN", "US"])),
    )
    power = st.integers(800, 4_000).map(float)
    host = Server(
        id="host", height_u=draw(st.integers(1, 4)), power_w=draw(power), supplies=supplies, ports=PORTS
    )
    switch = Switch(id="switch", height_u=1, power_w=draw(power), supplies=supplies, ports=PORTS)
    catalog = Catalog([host, switch, RackPart(id="rack", height_u=42)])
    kinds = {part.id: kind_of(catalog, NodePart(part=part.id)) for part in (host, switch)}
    blocks, first = [], 0
    for number, size in enumerate(draw(st.lists(st.integers(10, 30), min_size=1, max_size=3))):
        ids = [f"n/{first + i + 1}" for i in range(size)]
        first += size
        blocks.append(Block([Run(kinds["switch"], [f"c/edge/{number + 1}"])], [Run(kinds["host"], ids)]))
    cores = [f"c/core/{i + 1}" for i in range(draw(st.integers(0, 4)))]
    load = Load(blocks, [[Run(kinds["switch"], cores)]] if cores else [])
    policy = draw(st.sampled_from(["dense", "prewired", "scalable-unit"]))
    return load, RoomRequirement(rack="rack", power=feeds, policy=policy), catalog, supplies


def check_racks(floor: Floor, room: RoomRequirement, catalog: Catalog, supplies: int) -> None:
    feeds = room.power
    most = feeds.breaker_a * (0.8 if feeds.continuous == "US" else 1.0)
    for rack in floor.racks:
        watts = [catalog[device.part].power_w for device in rack.devices]
        each = supplies // SCHEMES[feeds.scheme]
        assert max(worst_amperes(watts, each, feeds)) <= most + 1e-6
    for some in facility_of(floor, room, catalog).racks:
        for use in (some.use, some.use_after_loss):
            assert use is None or use.share <= 1 + 1e-9


@given(rooms())
@settings(max_examples=40)
def test_no_rack_is_beyond_what_its_feeds_and_phases_carry(case):
    load, room, catalog, supplies = case
    placed = furnish(load, room, catalog, TraySize())
    check_racks(placed.floor, room, catalog, supplies)
    if placed.unplaced:
        assert any(item.hopeless for item in placed.unplaced)
        return
    bare = tuple(
        replace(
            rack, devices=tuple(d for d in rack.devices if not d.id.startswith("n/") or d.id[-1] in "02468")
        )
        for rack in placed.floor.racks
    )
    again = refurnish(load, replace(placed.floor, racks=bare), room, catalog)
    check_racks(again.floor, room, catalog, supplies)


def test_seven_cords_on_three_phases_exceed_what_their_sum_would_allow():
    """Cords of 3 kW are 13.7 A: two on each phase are 27.4 A of 40 A, a third one 41.0 A."""
    feeds = PowerFeeds(breaker_a=40.0)
    limits = FeedLimits.of(feeds, RackPart(id="rack", height_u=42))
    host = Corded("host", 3_000.0)
    assert feeds.carried_w > 8 * 3_000
    assert limits.hold({host: 6})
    assert not limits.hold({host: 7})


def test_optimised_placement_keeps_phases(tmp_path: Path):
    """Cords of 13.7 A, three to a phase at most: eight hosts a rack, though the sum would allow nine."""
    file = tmp_path / "r.yaml"
    file.write_text(
        "hosts: [{name: n, part: host, count: 60}]\n"
        "fabrics: [{name: f, edge: [ib-36], core: [ib-36]}]\n"
        "room: {rack: rack-42u, improve_steps: 400, power: {breaker_a: 42}}\n"
    )
    shipped = load_shipped([])
    host = replace(shipped["server-1u"], id="host", power_w=2_900.0)
    catalog = Catalog([*shipped, host])
    derived = Derived(design_project(read_requirements(file, catalog), catalog, "room").project)
    assert all(some.use_after_loss.share <= 1 for some in derived.facility.used)
    hosts = [sum(d.part == "host" for d in rack.devices) for rack in derived.project.floor.racks]
    assert sum(hosts) == 60


def test_the_order_of_devices_does_not_matter():
    feeds = PowerFeeds(breaker_a=32.0)
    catalog = Catalog(
        [
            RackPart(id="rack", height_u=42),
            *(Server(id=f"s{n}", height_u=1, power_w=700.0, supplies=n, ports=PORTS) for n in (1, 2, 3)),
        ]
    )
    found = set()
    for names in ("s1 s2 s3 s3", "s3 s1 s3 s2", "s2 s3 s1 s3"):
        devices = tuple(Device(id=f"d/{n}", part=part, u=n + 1) for n, part in enumerate(names.split()))
        rack = Rack(
            number=1, part="rack", row=0, position=0, x_mm=0.0, y_mm=0.0, devices=devices, power=feeds
        )
        [some] = facility_of(Floor(racks=(rack,)), None, catalog).racks
        found.add((some.loads.normal_w, some.loads.lost_a))
    assert len(found) == 1


@pytest.mark.parametrize("breaker", [32.0, None])
def test_unknown_breakers_limit_nothing(breaker):
    limits = FeedLimits.of(PowerFeeds(breaker_a=breaker), RackPart(id="rack", height_u=42))
    assert (limits is None) == (breaker is None)

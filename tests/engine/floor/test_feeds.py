"""Feeds of racks: what circuits carry, loads before and after the loss of a feed, currents of phases."""

import cmath
import math
from collections.abc import Iterator
from itertools import product
from math import pi
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from fatdesk.core.errors import UnsoundError
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.catalog.parts import Ports, RackPart, Server, Switch
from fatdesk.engine.design.requirements_file import read_requirements
from fatdesk.engine.fabric.fabric import NodePart
from fatdesk.engine.floor.facility import facility_of
from fatdesk.engine.floor.feeds import (
    CORD_W,
    Corded,
    FeedLimits,
    PowerFeeds,
    Scheme,
    feed_loads,
    line_currents,
    needed_circuits,
)
from fatdesk.engine.floor.floor import Device, Floor, Rack
from fatdesk.engine.floor.placement.blocks import Block, Load, Run, kind_of
from fatdesk.engine.floor.placement.furnishing import furnish, refurnish
from fatdesk.engine.floor.room import RoomRequirement, TraySize
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.designing import design_project

DEVICES = st.lists(
    st.builds(
        Corded,
        part=st.sampled_from("abc"),
        watts=st.integers(0, 20_000).map(float),
        supplies=st.integers(1, 8),
        needed=st.just(1),
        balanced=st.just(False),
    ),
    max_size=8,
)
SYSTEMS = st.builds(
    lambda at, **some: PowerFeeds(phases=at[0], outlets_at=at[1], **some),
    st.sampled_from([(1, "neutral"), (3, "neutral"), (3, "phases")]),
    scheme=st.sampled_from(["2N", "N+1", "4-to-make-3"]),
    circuits=st.integers(1, 3),
)


@pytest.mark.parametrize(
    ("volts", "amperes", "phases", "rating", "kva"),
    [
        # IEC 60309 32 A, 400 V: 22 kVA; 63 A: 43.6 kVA (data sheets of rack power strips, such as APC AP8886)
        (400.0, 32.0, 3, "EN", 22.17),
        (400.0, 63.0, 3, "EN", 43.65),
        # North America, 80 %: 415 V 60 A 34.5 kVA, 208 V 60 A 17.3 kVA, 208 V 30 A 8.6 kVA (APC AP8865)
        (415.0, 60.0, 3, "US", 34.50),
        (208.0, 60.0, 3, "US", 17.29),
        (208.0, 30.0, 3, "US", 8.65),
        # one phase: 16 A at 230 V 3.68 kVA, 30 A at 208 V 4.99 kVA (data sheets: 3.7 kVA, 5.0 kVA)
        (230.0, 16.0, 1, "EN", 3.68),
        (208.0, 30.0, 1, "US", 4.99),
    ],
)
def test_circuits_carry_what_data_sheets_state(
    volts: float, amperes: float, phases: int, rating: str, kva: float
) -> None:
    feeds = PowerFeeds(
        voltage_v=volts,
        breaker_a=amperes,
        phases=3 if phases == 3 else 1,
        continuous="US" if rating == "US" else "EN",
        power_factor=1.0,
    )
    assert feeds.usable_w == pytest.approx(kva * 1000, abs=6)


def test_without_a_breaker_nothing_is_stated() -> None:
    feeds = PowerFeeds()
    assert (feeds.circuit_va, feeds.usable_w, feeds.carried_w, feeds.most_a) == (None,) * 4
    assert needed_circuits((Corded("a", 100.0),), feeds) is None


@pytest.mark.parametrize(
    ("scheme", "normal", "after"), [("2N", 1 / 2, 1), ("N+1", 1 / 3, 1 / 2), ("4-to-make-3", 1 / 4, 1 / 3)]
)
def test_equal_devices_load_feeds_as_the_scheme_says(scheme: Scheme, normal: float, after: float) -> None:
    """With as many dual-corded devices as there are pairs of feeds, or a multiple, the loads are even."""
    loads = feed_loads([Corded("a", 500.0)] * 12, PowerFeeds(scheme=scheme))
    assert loads.normal_w == pytest.approx([6000 * normal] * len(loads.normal_w))
    assert loads.after_w == pytest.approx([6000 * after] * len(loads.normal_w))


@given(devices=DEVICES, feeds=SYSTEMS)
def test_the_loss_of_a_feed_moves_its_load_to_the_others(devices: list[Corded], feeds: PowerFeeds) -> None:
    """Nothing is lost but the power of devices that had all cords there, and no other feed gets less."""
    loads = feed_loads(devices, feeds)
    total = sum(device.watts for device in devices)
    assert sum(loads.normal_w) == pytest.approx(total)
    assert loads.cords == sum(device.supplies for device in devices)
    for lost, after in enumerate(loads.lost_w):
        assert after[lost] == 0
        dark = [part for part, left in loads.short[lost] if not left]
        most = sum(device.watts for device in devices if device.part in dark and device.supplies == 1)
        assert total - most - 1e-6 <= sum(after) <= total + 1e-6
        assert all(
            then >= now - 1e-6
            for feed, (now, then) in enumerate(zip(loads.normal_w, after, strict=True))
            if feed != lost
        )
    if len(loads.normal_w) == 2 and all(device.supplies % 2 == 0 for device in devices):
        assert loads.after_w == pytest.approx((total, total))


@given(devices=DEVICES, feeds=SYSTEMS)
def test_currents_add_up_to_the_load(devices: list[Corded], feeds: PowerFeeds) -> None:
    """The power that the currents of one circuit carry is that of the feed; of several it is not more."""
    loads = feed_loads(devices, feeds)
    if feeds.outlets_at == "phases":
        return  # phasors below
    volts = feeds.voltage_v / (3**0.5 if feeds.phases == 3 else 1)
    for watts, currents in zip(loads.normal_w, loads.normal_a, strict=True):
        carried = sum(currents) * volts * feeds.power_factor
        assert carried == pytest.approx(watts) if feeds.circuits == 1 else carried <= watts + 1e-6
    for feed, (lost, currents) in enumerate(zip(loads.phase_loss, loads.lost_a, strict=True)):
        watts = loads.lost_w[lost][feed]
        carried = sum(currents) * volts * feeds.power_factor
        assert lost != feed
        assert carried == pytest.approx(watts) if feeds.circuits == 1 else carried <= watts + 1e-6


@given(watts=st.lists(st.floats(0, 20_000), min_size=3, max_size=3))
def test_currents_between_phases_are_those_of_phasors(watts: list[float]) -> None:
    """Recomputed with complex numbers: each pair draws its current in phase with its voltage."""
    feeds = PowerFeeds(voltage_v=208.0, outlets_at="phases", power_factor=1.0)
    pairs = [cmath.rect(some / 208, -2 * pi * n / 3) for n, some in enumerate(watts)]
    lines = [abs(pairs[n] - pairs[n - 1]) for n in range(3)]
    assert line_currents(watts, feeds) == pytest.approx(lines, abs=1e-9)


def _splits(loads: list[float], slots: int) -> Iterator[float]:
    for where in product(range(slots), repeat=len(loads)):
        sums = [0.0] * slots
        for load, slot in zip(loads, where, strict=True):
            sums[slot] += load
        yield max(sums)


@given(watts=st.lists(st.integers(1, 3000).map(float), min_size=1, max_size=6))
def test_phases_are_nearly_as_even_as_they_can_be(watts: list[float]) -> None:
    """The heaviest first, each to the least loaded: at most 4/3 - 1/9 of the best (Graham 1969), here by
    brute force over all ways of plugging.
    """
    feeds = PowerFeeds(power_factor=1.0, voltage_v=100 * 3**0.5)
    loads = feed_loads([Corded("a", some, 2) for some in watts], feeds)
    best = min(_splits(watts, 3))
    assert max(loads.lost_a[0]) * 100 <= best * (4 / 3 - 1 / 9) + 1e-6


def test_six_supplies_of_which_four_are_needed() -> None:
    """DGX H100: six supplies of 3.3 kW, 4+2 (user guide): two feeds leave three, three feeds leave four."""
    rack = [Corded("h100", 10_200.0, 6, 4)] * 4
    two = feed_loads(rack, PowerFeeds())
    assert two.short == ((("h100", 3),), (("h100", 3),))
    three = feed_loads(rack, PowerFeeds(scheme="N+1"))
    assert three.short == ((), (), ())
    assert three.after_w == pytest.approx([20_400.0] * 3)


def test_one_supply_stops_with_its_feed() -> None:
    loads = feed_loads([Corded("old", 300.0, 1)], PowerFeeds())
    assert loads.short == ((("old", 0),), ())
    assert loads.lost_w == ((0.0, 0.0), (300.0, 0.0))


def test_circuits_that_a_rack_needs() -> None:
    """Four DGX H100, 40.8 kW, on A and B: two circuits of 32 A each carry 42.1 kW; one of 63 A 41.5 kW."""
    rack = (Corded("h100", 10_200.0, 6, 4),) * 4
    assert needed_circuits(rack, PowerFeeds(breaker_a=32.0)) == 2
    # 12 cords of 3.4 kW after the loss, four on each phase: 13.6 kW at 231 V and 0.95 are 62 A
    assert needed_circuits(rack, PowerFeeds(breaker_a=63.0)) == 1
    assert needed_circuits(rack, PowerFeeds(breaker_a=16.0)) == 4


def test_a_heavy_cord_has_three_phases() -> None:
    """A device of 14 kW with two cords cannot be plugged into one phase."""
    loads = feed_loads([Corded("tray", 3 * CORD_W)], PowerFeeds())
    assert loads.lost_a[0] == pytest.approx([CORD_W / (0.95 * 400 / 3**0.5)] * 3)


def test_a_gb200_rack() -> None:
    """A rack of 120 kW (NVIDIA, GB200 NVL72) with eight power shelves on four feeds of 60 A at 415 V: one
    circuit of 34.5 kVA on each carries 98 kW when one is lost, two circuits carry it.
    """
    rack = (Corded("nvl72", 120_000.0, 8, 6, balanced=True),)
    feeds = PowerFeeds(scheme="4-to-make-3", voltage_v=415.0, breaker_a=60.0, continuous="US")
    loads = feed_loads(rack, feeds)
    assert loads.after_w == pytest.approx([40_000.0] * 4)
    assert loads.short == ((),) * 4
    assert feeds.carried_w == pytest.approx(3 * 34_502 * 0.95, rel=1e-3)
    assert needed_circuits(rack, feeds) == 2


def test_only_n_plus_one_has_a_choice_of_feeds() -> None:
    assert PowerFeeds(scheme="N+1", count=5).names == ("A", "B", "C", "D", "E")
    with pytest.raises(UnsoundError, match=r"count: only N\+1 has a choice, 2N has 2 feeds"):
        PowerFeeds(count=3)


def test_one_phase_has_no_outlets_between_phases() -> None:
    with pytest.raises(UnsoundError, match="outlets_at: only three phases have a choice"):
        PowerFeeds(phases=1, voltage_v=208.0, outlets_at="phases")


def test_cords_that_share_another_feed_are_on_different_phases() -> None:
    """18 dual-corded devices on four feeds: the loss of any feed doubles one of three cords on each phase."""
    loads = feed_loads([Corded("a", 1000.0)] * 18, PowerFeeds(scheme="4-to-make-3", power_factor=1.0))
    one = 500.0 * 3**0.5 / 400
    assert loads.normal_a[0] == pytest.approx([3 * one] * 3)
    assert loads.lost_a[0] == pytest.approx([4 * one] * 3)


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

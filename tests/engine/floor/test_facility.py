"""Facility figures of racks, rows and the room, and their checks."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from fatdesk.core.finding import Finding, Severity
from fatdesk.core.program import shipped
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.catalog.parts import (
    AnyPart,
    Ports,
    PowerUnit,
    RackContent,
    RackPart,
    Server,
    Switch,
)
from fatdesk.engine.design.requirements_file import read_requirements
from fatdesk.engine.floor.budget import Extra
from fatdesk.engine.floor.facility import air_m3_per_h, facility_of
from fatdesk.engine.floor.facility_checks import check_air, check_facility
from fatdesk.engine.floor.feeds import PowerFeeds
from fatdesk.engine.floor.floor import Device, Floor, Rack
from fatdesk.engine.floor.room import RoomRequirement
from fatdesk.project.commands.floor_edits import decided_besides
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.designing import design_project

PORTS = (Ports(count=1, connector="qsfp", rate_gbps=100.0),)
PARTS: tuple[AnyPart, ...] = (
    RackPart(id="rack", height_u=42, width_mm=600.0, depth_mm=1200.0, mass_kg=120.0),
    RackPart(
        id="nvl72",
        height_u=48,
        width_mm=600.0,
        depth_mm=1068.0,
        mass_kg=300.0,
        supplies=8,
        supplies_needed=6,
        contents=(
            RackContent(u=1, height_u=9, name="switches", mass_kg=100.0, power_w=3600.0, liquid_share=0.8),
        ),
    ),
    Server(
        id="h100",
        height_u=8,
        mass_kg=130.0,
        power_w=10_200.0,
        airflow="front-to-rear",
        redundancy="6 power supplies",
        supplies_needed=4,
        ports=PORTS,
    ),
    Server(id="tray", height_u=1, mass_kg=30.0, power_w=6_500.0, liquid_share=0.85, ports=PORTS),
    Server(id="old", height_u=1, ports=PORTS, supplies=1, airflow="rear-to-front"),
    Switch(id="leaf", height_u=1, mass_kg=15.0, power_w=1_000.0, airflow="rear-to-front", ports=PORTS),
    Switch(id="flat", height_u=1, airflow="front-to-rear", ports=PORTS),
    PowerUnit(id="strip", height_u=0, outlets=10, power_limit_w=8_600.0),
)
CATALOG = Catalog(PARTS)
SHIPPED = load_shipped([])


def rack(number: int, parts: Sequence[str], part: str = "rack", **more: Any) -> Rack:
    """A rack with devices from the top down."""
    devices = tuple(Device(id=f"{name}/{number}-{n}", part=name, u=42 - n) for n, name in enumerate(parts))
    row, position = divmod(number - 1, 2)
    place = {"row": row, "position": position, "x_mm": 600.0 * position, "y_mm": 2400.0 * row}
    return Rack(**({"number": number, "part": part, "devices": devices} | place | more))


def rules(findings: Sequence[Finding]) -> list[tuple[str, str]]:
    """Rules and places of findings."""
    return [(finding.rule, finding.where) for finding in findings]


def test_figures_of_a_rack_are_those_of_a_sheet_of_paper() -> None:
    """Four DGX H100 (10.2 kW, 130 kg each) and a switch of 1 kW and 15 kg in a rack of 120 kg."""
    floor = Floor(racks=(rack(1, ["leaf", "h100", "h100", "h100", "h100"]),))
    (some,) = facility_of(floor, None, CATALOG).racks
    assert some.power_w == 41_800
    assert (some.air_w, some.liquid_w) == (41_800, 0)
    assert some.mass_kg == 120 + 4 * 130 + 15
    assert some.kg_per_m2 == pytest.approx(655 / 0.72)
    assert some.point_kg == 655 / 4
    assert some.loads.after_w == (41_800, 41_800)
    assert some.loads.cords == 4 * 6 + 2
    assert some.assumed == ("leaf",)
    # 3.16 cubic feet per minute for each watt over the Fahrenheit degrees that the air warms by (ASHRAE)
    cfm = 3.16 * 41_800 / (12 * 1.8)
    assert some.air_m3_per_h == pytest.approx(cfm * 1.69901, rel=0.005)


def test_liquid_and_what_comes_with_a_rack() -> None:
    """18 trays of 6.5 kW, 85 % to liquid, and switches of 3.6 kW, 80 % to liquid: 120.6 kW."""
    floor = Floor(racks=(rack(1, ["tray"] * 18, "nvl72"),))
    (some,) = facility_of(floor, RoomRequirement(air_delta_k=20.0), CATALOG).racks
    assert some.power_w == pytest.approx(120_600)
    assert some.liquid_w == pytest.approx(18 * 6500 * 0.85 + 3600 * 0.8)
    assert some.air_w == pytest.approx(18 * 6500 * 0.15 + 3600 * 0.2)
    assert some.air_m3_per_h == pytest.approx(air_m3_per_h(some.air_w, 20.0))
    assert some.mass_kg == 300 + 100 + 18 * 30
    assert (some.loads.cords, some.assumed) == (8, ())
    amperes = 120_600 / (3**0.5 * 400 * 0.95)
    assert some.loads.lost_a[0] == pytest.approx([amperes] * 3)


def test_unknown_figures_are_lower_bounds() -> None:
    floor = Floor(racks=(rack(1, ["old", "leaf"]),))
    plugged = {"leaf/1-1": Extra(power_w=50.0, lacks_power=("optic",))}
    facility = facility_of(floor, None, CATALOG, plugged)
    (some,) = facility.racks
    assert (some.power_w, some.lacks_power) == (1_050, ("old", "optic"))
    assert some.lacks_mass == ("old",)
    assert facility.room.power_bound
    assert facility.room.mass_bound


def test_heat_of_transceivers_goes_to_air_and_unknown_power_leaves_liquid_open() -> None:
    """A tray of 6.5 kW, 85 % to liquid, with 36 W of optics; and one of unknown power, half to liquid."""
    catalog = Catalog((*PARTS, Server(id="new", height_u=1, liquid_share=0.5, ports=PORTS)))
    plugged = {"tray/1-0": Extra(power_w=36.0)}
    floor = Floor(racks=(rack(1, ["tray"]), rack(2, ["tray", "new"]), rack(3, ["old"])))
    facility = facility_of(floor, None, catalog, plugged)
    assert [some.liquid_w for some in facility.racks] == pytest.approx([5_525, 5_525, 0])
    assert facility.racks[0].air_w == pytest.approx(975 + 36)
    assert [some.lacks_liquid for some in facility.racks] == [(), ("new",), ()]
    assert [row.liquid_bound for row in facility.rows] == [True, False]


def test_sums_of_rows_are_those_of_their_racks() -> None:
    """A loss hits all racks of the row at once; a rack with more feeds has names of its own."""
    own = PowerFeeds(scheme="4-to-make-3")
    racks = (rack(1, ["h100"] * 2), rack(2, ["h100"] * 4, power=own), rack(3, ["leaf"]))
    facility = facility_of(Floor(racks=racks), None, CATALOG)
    first, second = facility.rows
    assert (first.name, first.racks, second.racks) == ("Row A", 2, 1)
    assert first.power_w + second.power_w == facility.room.power_w == 6 * 10_200 + 1_000
    assert sum(first.normal_w.values()) == pytest.approx(first.power_w)
    each = facility.racks[1].loads
    assert first.after_w["A"] == pytest.approx(20_400 + each.lost_w[1][0])
    assert first.after_w["D"] == pytest.approx(each.after_w[3])


def test_overload_after_a_loss_is_found_before_it_happens() -> None:
    room = RoomRequirement(power=PowerFeeds(breaker_a=32.0))
    floor = Floor(racks=(rack(1, ["h100"] * 2), rack(2, ["h100"] * 3), rack(3, ["h100"] * 5)))
    found = check_facility(facility_of(floor, room, CATALOG), room)
    assert rules(found) == [("feed-loss", "A02"), ("feed-overload", "B01"), ("few-supplies", "h100")]
    assert found[0].text == "loss of feed B loads feed A with 30.6 kW of 21.1 kW (1 x 32 A, 400 V, 3 phases)"
    assert found[0].fix.startswith("give each feed of the rack 2 circuits")
    assert "keeps 3 when feed A or B is lost, in A01, A02, B01" in found[2].text
    enough = replace(room, power=PowerFeeds(breaker_a=32.0, circuits=3))
    after = check_facility(facility_of(floor, enough, CATALOG), enough)
    assert rules(after) == [("few-supplies", "h100")]
    assert check_facility(facility_of(floor, None, CATALOG), None) == []


def test_a_rack_may_have_feeds_of_its_own() -> None:
    room = RoomRequirement(power=PowerFeeds(breaker_a=32.0))
    own = PowerFeeds(scheme="N+1", breaker_a=32.0, circuits=2)
    floor = Floor(racks=(rack(1, ["h100"] * 3, power=own), rack(2, ["h100"] * 3)))
    assert rules(check_facility(facility_of(floor, room, CATALOG), room))[:1] == [("feed-loss", "A02")]


def test_power_strips_in_the_rack_limit_feeds_and_outlets() -> None:
    """Two strips of 8.6 kW and ten outlets each, one for each feed."""
    room = RoomRequirement(power=PowerFeeds())
    floor = Floor(racks=(rack(1, ["strip", "strip", "h100", *["leaf"] * 8]),))
    facility = facility_of(floor, room, CATALOG)
    assert facility.racks[0].usable_w == (8_600, 8_600)
    found = check_facility(facility, room)
    assert rules(found)[:2] == [("feed-overload", "A01"), ("outlets", "A01")]
    assert found[1].text == "its devices have 22 power cords, and there are 20 outlets"


@pytest.mark.parametrize(
    ("feeds", "volts"),
    [
        (PowerFeeds(), None),
        (PowerFeeds(phases=1), "400"),
        (PowerFeeds(phases=1, voltage_v=230.0), None),
        (PowerFeeds(outlets_at="phases"), "400"),
        (PowerFeeds(voltage_v=208.0, outlets_at="phases"), None),
        (PowerFeeds(voltage_v=480.0), None),
        (PowerFeeds(voltage_v=4_000.0), "2,309"),
    ],
)
def test_outlets_of_a_voltage_that_plugs_do_not_carry(feeds: PowerFeeds, volts: str | None) -> None:
    """Racks with power shelves are fed without plugs."""
    floor = Floor(racks=(rack(1, ["leaf"]), rack(2, ["leaf"]), rack(3, ["tray"], "nvl72")))
    room = RoomRequirement(power=feeds)
    found = [f for f in check_facility(facility_of(floor, room, CATALOG), room) if f.rule == "outlet-voltage"]
    assert [(f.where, f.elements) for f in found] == ([] if volts is None else [("racks", ("A01", "A02"))])
    assert all(f.text.startswith(f"outlets have {volts} V") for f in found)


def test_floor_load_against_the_floor() -> None:
    room = RoomRequirement(floor_kg_per_m2=900.0, floor_point_kg=160.0)
    floor = Floor(racks=(rack(1, ["leaf", *["h100"] * 4]), rack(2, ["h100"])))
    found = check_facility(facility_of(floor, room, CATALOG), room)
    assert rules(found) == [("floor-load", "A01"), ("floor-point-load", "A01")]
    assert found[0].text == "loads the floor with 910 kg/m² of 900 kg/m²"
    assert found[1].text == "each of its 4 feet loads the floor with 164 kg of 160 kg"
    assert {finding.severity for finding in found} == {Severity.ERROR}


def test_one_supply_is_a_finding() -> None:
    room = RoomRequirement(power=PowerFeeds())
    found = check_facility(facility_of(Floor(racks=(rack(1, ["old"]),)), room, CATALOG), room)
    assert rules(found) == [("few-supplies", "old")]
    assert "it stops when feed A is lost" in found[0].text


def test_devices_that_blow_against_each_other() -> None:
    """Switches are turned so that air goes through them as through servers, whichever way they are made."""
    sound = Floor(racks=(rack(1, ["leaf", "flat", "h100"]),))
    assert check_air(sound, CATALOG) == []
    found = check_air(Floor(racks=(rack(1, ["old", "h100", "h100"]),)), CATALOG)
    assert rules(found) == [("airflow-against", "A01")]
    assert found[0].text == "1 x old blows from rear to front, against 2 other devices"


def test_a_row_blows_into_one_aisle() -> None:
    floor = Floor(racks=(rack(1, ["h100"]), rack(2, ["h100"], front="up"), rack(3, ["h100"])))
    assert rules(check_air(floor, CATALOG)) == [("row-airflow", "row A")]


def test_aisles_of_rooms_with_hot_and_cold_ones() -> None:
    """Rows A and B face each other; row C faces as A does, so that the aisle of B and C is hot."""
    racks = [rack(1, ["h100"]), rack(3, ["h100"], front="up"), rack(5, ["h100"])]
    assert check_air(Floor(racks=tuple(racks)), CATALOG) == []
    racks[2] = rack(5, ["h100"], front="up")
    assert rules(check_air(Floor(racks=tuple(racks)), CATALOG)) == [("aisle-airflow", "aisle B-C")]
    racks = [rack(1, ["old"]), rack(3, ["h100"], front="up")]
    assert rules(check_air(Floor(racks=tuple(racks)), CATALOG)) == [("aisle-airflow", "aisle A-B")]


def test_rows_that_all_face_one_way_are_no_finding() -> None:
    floor = Floor(racks=tuple(rack(number, ["h100"]) for number in (1, 3, 5)))
    assert check_air(floor, CATALOG) == []


def test_placement_keeps_racks_within_what_their_feeds_carry(tmp_path: Path) -> None:
    """24 servers of 10.2 kW and 8 U: two to a rack on feeds of 21.1 kW, three on 31.6 kW, six in 48 U."""
    used = []
    for power in ("{breaker_a: 32}", "{breaker_a: 48}", "{}"):
        file = tmp_path / "r.yaml"
        file.write_text(
            "hosts: [{name: n, part: nvidia-dgx-h100, count: 24}]\n"
            "fabrics: [{name: f, edge: [nvidia-qm9700], core: [nvidia-qm9700], rails: 8}]\n"
            f"room: {{rack: apc-ar3107, improve_steps: 200, power: {power}}}\n"
        )
        project = design_project(read_requirements(file, SHIPPED), SHIPPED, "room").project
        derived = Derived(project)
        rules = {some.rule for some in check_facility(derived.facility, project.wishes.room)}
        assert not rules & {"feed-loss", "feed-overload"}, power
        hosts = [sum(d.part == "nvidia-dgx-h100" for d in rack.devices) for rack in project.floor.racks]
        used.append(max(hosts))
    assert used == [2, 3, 6]


@pytest.mark.parametrize("name", ["references/dgx-h100-1", "references/dgx-b300-1", "examples/gb200-unit"])
def test_default_placement_of_published_networks(name: str) -> None:
    """No rack is beyond its limits or blows against itself; switches face as hosts in their rack do."""
    requirements = read_requirements(shipped("resources") / f"{name}.yaml", SHIPPED)
    project = design_project(requirements, SHIPPED, name).project
    derived = Derived(project)
    for some in derived.facility.racks:
        for used, limit in (
            (some.power_w, some.part.power_limit_w),
            (some.mass_kg - (some.part.mass_kg or 0.0), some.part.mass_limit_kg),
        ):
            assert limit is None or used <= limit + 1e-6, some.label
    assert check_air(project.floor, derived.catalog, derived.fabrics) == []


def test_power_strips_of_other_phases_than_the_feeds() -> None:
    """A strip of one phase on feeds of three; one of unknown phases is not reported."""
    one = replace(CATALOG["strip"], id="one-phase", phases=1)
    catalog = Catalog([*PARTS, one])
    floor = Floor(racks=(rack(1, ["h100", "strip", "one-phase"]), rack(2, ["h100", "one-phase"])))
    room = RoomRequirement(power=PowerFeeds(breaker_a=63.0))
    found = [f for f in check_facility(facility_of(floor, room, catalog), room) if f.rule == "strip-phases"]
    [finding] = found
    assert (finding.where, finding.text) == ("one-phase", "has 1 phase, the feeds have 3, in A01, A02")
    single = RoomRequirement(power=PowerFeeds(breaker_a=63.0, phases=1, voltage_v=230.0))
    assert not [
        f for f in check_facility(facility_of(floor, single, catalog), single) if f.rule == "strip-phases"
    ]


def test_ports_of_a_switch_that_face_away_from_its_hosts(tmp_path: Path) -> None:
    """A switch that draws its air in at its ports has them at the front, servers at the rear."""
    found = {}
    for switch in ("arista-7060dx5-64s-f", "nvidia-sn5600"):
        file = tmp_path / "r.yaml"
        file.write_text(
            "hosts: [{name: n, part: dell-r660-cx7, count: 4}]\n"
            f"fabrics: [{{name: f, edge: [{switch}], families: [star]}}]\n"
        )
        project = design_project(read_requirements(file, SHIPPED), SHIPPED, "room").project
        derived = Derived(project)
        found[switch] = rules(check_air(project.floor, derived.catalog, derived.fabrics))
    assert found["arista-7060dx5-64s-f"] == [("opposite-ports", "arista-7060dx5-64s-f")]
    assert found["nvidia-sn5600"] == []


def test_feeds_of_single_racks_stay_when_the_room_is_laid_out_again() -> None:
    own = PowerFeeds(breaker_a=16.0)
    before = Floor(racks=(rack(1, [], power=own), rack(2, [], power=own), rack(3, [])))
    after = Floor(racks=(rack(1, ["h100"]), rack(2, [], "nvl72")))
    assert [some.power for some in decided_besides(after, before).racks] == [own, None]
    stated = Floor(racks=(rack(1, [], power=PowerFeeds()),))
    assert decided_besides(stated, before) == stated

"""Forty small mistakes in a sound project, each found at its place with a remedy; none in sound projects."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from fatdesk.core.finding import Severity
from fatdesk.core.program import shipped
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.catalog.parts import Cable, PowerUnit
from fatdesk.engine.design.requirements_file import parse_requirements
from fatdesk.engine.floor.feeds import PowerFeeds
from fatdesk.engine.floor.floor import Device, Rack, rack_label
from fatdesk.engine.rules.rules import Rule
from fatdesk.project.derived.check import check
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.designing import design_project
from fatdesk.project.document.cable_records import CableRecord, CableRecords
from fatdesk.project.document.project import Project
from tests.engine.structured.samples import four_units, with_rules
from tests.engine.structured.test_checks import with_part

CATALOG = load_shipped([])
WISH = b"""
hosts:
- {name: gpu, part: nvidia-dgx-h100, count: 4, per_rack: 2}
- {name: cpu, part: dell-r660-cx7, count: 20}
fabrics:
- {name: compute, hosts: [gpu], edge: [nvidia-qm9700], core: [nvidia-qm9700], families: [two-level],
   hosts_per_edge: 16}
- {name: storage, hosts: [cpu], edge: [nvidia-qm9700], core: [nvidia-qm9700], families: [two-level],
   hosts_per_edge: 10}
room: {rack: apc-ar3107, power: {breaker_a: 63, circuits: 2}}
"""
TWIN = "storage/edge/1", "storage/core/1"
LEGS = "storage/edge/1", "cpu/"
FIBRE = "compute/edge/1", "gpu/"
REFERENCES = ("dgx-h100-1", "dgx-b200-2", "jlab-12s", "exadata-x8m-4")

Change = Callable[[Project], Project]


class Trap(NamedTuple):
    """A mistake, and the finding that it makes.

    Attributes
    ----------
    where
        What the place of the finding begins with.
    text
        What the finding says.
    """

    name: str
    rule: str
    where: str
    text: str
    change: Change


def sound() -> Project:
    return design_project(parse_requirements(WISH, "wish.yaml", CATALOG), CATALOG, "traps").project


def cable_between(ends: tuple[str, str], part: Cable | str, length_m: float | None = 1.0) -> Change:
    """Take a part by hand for the first cable between two devices."""

    def change(project: Project) -> Project:
        some = CATALOG[part] if isinstance(part, str) else part
        names = [
            row.id for row in Derived(project).rows if row.id.startswith(ends[0]) and f"--{ends[1]}" in row.id
        ]
        others = tuple(one for one in project.parts if one.id != some.id)
        record = CableRecord(id=names[0], part=some.id, length_m=length_m)
        parts = tuple(sorted((*others, some), key=lambda one: one.id))
        return replace(project, parts=parts, cables=CableRecords([record]))

    return change


def like(part: str, **changes: Any) -> Cable:
    """A cable like another, under a name of its own."""
    cable = CATALOG[part]
    assert isinstance(cable, Cable)
    made: Cable = replace(cable, id="trap", source="data sheet of the trap", **changes)
    return made


def part(part_id: str, **changes: Any) -> Change:
    """Another figure of a part of the project."""
    return lambda project: replace(
        project, parts=tuple(replace(one, **changes) if one.id == part_id else one for one in project.parts)
    )


def racks(change: Callable[[Rack], Rack]) -> Change:
    return lambda project: replace(
        project, floor=replace(project.floor, racks=tuple(map(change, project.floor.racks)))
    )


def device(device_id: str, **changes: Any) -> Change:
    """Another unit or part of a device."""
    return racks(
        lambda rack: replace(
            rack,
            devices=tuple(replace(one, **changes) if one.id == device_id else one for one in rack.devices),
        )
    )


def without(device_id: str) -> Change:
    return racks(lambda rack: replace(rack, devices=tuple(d for d in rack.devices if d.id != device_id)))


def strips(**fields: Any) -> Change:
    """A power strip in the first rack, and inlets of 16 A of its hosts."""
    strip = PowerUnit(id="strip", height_u=0, **fields)

    def change(project: Project) -> Project:
        first, *others = project.floor.racks
        with_strip = replace(first, devices=(*first.devices, Device(id="strip-1", part="strip", u=0)))
        parts = tuple(sorted((*project.parts, strip), key=lambda one: one.id))
        return part("nvidia-dgx-h100", inlet="C20")(
            replace(project, parts=parts, floor=replace(project.floor, racks=(with_strip, *others)))
        )

    return change


def feeds(**fields: Any) -> Change:
    return racks(lambda rack: replace(rack, power=PowerFeeds(**fields)))


def room(**fields: Any) -> Change:
    return lambda project: replace(
        project, wishes=replace(project.wishes, room=replace(project.wishes.room, **fields))
    )


def trays(profile: str | None = None, **fields: Any) -> Change:
    """Another figure of every tray, by a profile."""
    return lambda project: replace(
        project,
        cabling=replace(project.cabling, profile=profile),
        floor=replace(project.floor, trays=tuple(replace(tray, **fields) for tray in project.floor.trays)),
    )


def naming(**fields: str) -> Change:
    return lambda project: replace(project, naming=replace(project.naming, **fields))


def rule(**fields: Any) -> Change:
    one = Rule(name="own", source="handbook", fix="change it", **fields)
    return lambda project: replace(project, rules=(one,))


COPPER = "nvidia-mcp4y10-n"
HAND = "does-not-fit"
TRAPS = (
    Trap("finned plug in a NIC", HAND, "storage/edge/1", "has a finned top, the cage is for a flat top",
         cable_between(LEGS, like("nvidia-mcp7y00-n", connectors=("osfp", "osfp")))),
    Trap("flat plug in a switch", HAND, "storage/edge/1", "has a flat top, the cage is for a finned",
         cable_between(TWIN, like(COPPER, connectors=("osfp-flt", "osfp-flt")))),
    Trap("plug of another cage", HAND, "storage/edge/1", "its qsfp112 plug does not go into a cage",
         cable_between(LEGS, "nvidia-mcp7y10-n")),
    Trap("plug of an older form", HAND, "storage/edge/1", "its qsfp56 plug does not go into a cage",
         cable_between(TWIN, "nvidia-mcp1650-h")),
    Trap("splitter where no port is split", HAND, "storage/edge/1", "1 and 2 plugs, and no port is split",
         cable_between(TWIN, "nvidia-mcp7y00-n")),
    Trap("plain cable where a port is split", HAND, "storage/edge/1", "one plug at each end, 2 ports",
         cable_between(LEGS, like(COPPER, connectors=("osfp", "osfp-flt")))),
    Trap("splitter of too many legs", HAND, "storage/edge/1", "has 1 and 4 plugs, 2 ports are",
         cable_between(LEGS, like("nvidia-mcp7y00-n", ends=(1, 4)))),
    Trap("twin-port module counted once", HAND, "storage/edge/1", "it carries 1 link, the two cages",
         cable_between(TWIN, like(COPPER, links=1))),
    Trap("one plug for a shared cage", HAND, "compute/edge/1", "the twin-port cage go to several cages",
         cable_between(FIBRE, COPPER)),
    Trap("cable of the lower generation", HAND, "storage/edge/1", "8 lanes of 50 Gb/s carry 400 of 800 Gb/s",
         cable_between(TWIN, like(COPPER, lane_rate_gbps=50.0))),
    Trap("too few lanes", HAND, "storage/edge/1", "carry 400 of 800 Gb/s (data sheet of",
         cable_between(TWIN, like(COPPER, lanes=4))),
    Trap("cable for another protocol", HAND, "storage/edge/1", "for ethernet, the port speaks infiniband",
         cable_between(TWIN, like(COPPER, protocol="ethernet"))),
    Trap("flat end faces on angled ones", HAND, "compute/edge/1", "its ends are mpo-12-upc, transceivers",
         cable_between(FIBRE, like("nvidia-mfp7e10-n", connectors=("mpo-12-upc", "mpo-12-upc")))),
    Trap("two fibres where eight are needed", HAND, "compute/edge/1", "its ends are lc-duplex-om4",
         cable_between(FIBRE, like("nvidia-mfp7e10-n", connectors=("lc-duplex-om4", "lc-duplex-om4")))),
    Trap("fibre splitter where no port is split", HAND, "compute/edge/1", "1 and 2 plugs, 1 at the far end",
         cable_between(FIBRE, like("nvidia-mfp7e10-n", ends=(1, 2)))),
    Trap("straight fibre between transceivers", "fibre-ends", "compute/edge/1", "is of Type A: senders of",
         part("nvidia-mfp7e10-n", polarity="A")),
    Trap("fibre with pins between transceivers", "fibre-ends", "compute/edge/1", "has pins, and so have",
         part("nvidia-mfp7e10-n", gender="male")),
    Trap("copper beyond reach at that rate", "beyond-reach", "storage/edge/1", "signal reaches 3 m",
         cable_between(LEGS, "nvidia-mcp7y00-n", 5.0)),
    Trap("fibre beyond the reach of multimode", "beyond-reach", "compute/edge/1", "signal reaches 50 m",
         cable_between(FIBRE, "nvidia-mfp7e10-n", 60.0)),
    Trap("too short", "too-short", "compute/edge/1", "0.5 m ordered",
         cable_between(FIBRE, "nvidia-mfp7e10-n", 0.5)),
    Trap("rack over power", "over-power", "A", "", part("apc-ar3107", power_limit_w=15_000.0)),
    Trap("rack over mass", "over-mass", "A", "", part("apc-ar3107", mass_limit_kg=150.0)),
    Trap("host deeper than the rack", "too-deep", "A", "1500 mm deep",
         part("nvidia-dgx-h100", depth_mm=1500.0)),
    Trap("devices in the same units", "overlap", "gpu/", "", device("gpu/2", u=10)),
    Trap("device above the rack", "beyond-rack", "gpu/1", "", device("gpu/1", u=45)),
    Trap("device in no rack", "unplaced", "gpu/3", "is in no rack", without("gpu/3")),
    Trap("device of another part", "other-part", "cpu/1", "", device("cpu/1", part="nvidia-dgx-h100")),
    Trap("rack over its breakers", "feed-overload", "A", "with all feeds", feeds(breaker_a=10.0)),
    Trap("rack over its breakers when a feed is lost", "feed-loss", "A", "loss of feed",
         feeds(breaker_a=16.0)),
    Trap("power cord of the wrong connector", "power-cord", "A01", "C20 inlets (nvidia-dgx-h100) take C19",
         strips(outlets=42, c13_outlets=36, c19_outlets=6)),
    Trap("more cords than outlets", "outlets", "A01", "cords, and there are 8 outlets",
         strips(outlets=8)),
    Trap("strip of one phase on three", "strip-phases", "strip", "has 1 phase", strips(outlets=40, phases=1)),
    Trap("floor load", "floor-load", "A", "", room(floor_kg_per_m2=100.0)),
    Trap("load of a caster", "floor-point-load", "A", "", room(floor_point_kg=20.0)),
    Trap("mixed airflow", "airflow-against", "A", "",
         part("nvidia-qm9700", airflow="rear-to-front", port_side="front")),
    Trap("overfull tray", "tray-fill", "tray-", "50 % allowed", trays(width_mm=5.0, depth_mm=4.0)),
    Trap("drop of too tight a radius", "tray-drop-bend", "tray-", "5 mm allowed",
         trays("makers", drop_mm=5.0)),
    Trap("duplicate label", "label-twice", "", "is on several ends", naming(label="{rack}")),
    Trap("duplicate name", "name-twice", "", "", naming(host="host")),
    Trap("own rule", "own", "A", "12,000 W allowed", rule(scope="rack", figure="rack-power", limit=12_000.0)),
)  # fmt: skip
OF_CHANNELS = (
    (
        "Type A piece in a channel",
        "channel-polarity",
        "generic-trunk-144-base8-mpo-12-om4",
        {"polarity": "A"},
    ),
    ("APC with UPC", "channel-polish", "nvidia-mfp7e10-n", {"polish": "upc"}),
    ("trunk without pins", "channel-gender", "generic-trunk-144-base8-mpo-12-om4", {"gender": "female"}),
    ("more loss than the transceivers allow", "channel-loss", "nvidia-mma4z00-ns", {"loss_max_db": 0.5}),
)


@pytest.fixture(scope="module")
def project() -> Project:
    return sound()


@pytest.fixture(scope="module")
def before(project: Project) -> set[tuple[str, str]]:
    found = check(Derived(project))
    assert not [one.finding for one in found if one.finding.severity is Severity.ERROR]
    return {(one.finding.rule, one.finding.where) for one in found}


@pytest.mark.parametrize("trap", TRAPS, ids=lambda trap: trap.name)
def test_a_trap_is_found_at_its_place_with_a_remedy(
    project: Project, before: set[tuple[str, str]], trap: Trap
) -> None:
    derived = Derived(trap.change(project))
    found = [one.finding for one in check(derived) if one.finding.rule == trap.rule]
    new = [one for one in found if (one.rule, one.where) not in before and one.severity is not Severity.NOTE]
    hits = [one for one in new if one.where.startswith(trap.where) and trap.text in one.text]
    assert hits, [(one.where, one.text) for one in found]
    assert all(one.fix for one in hits)
    labels = {rack_label(rack) for rack in derived.project.floor.racks}
    assert trap.where != "A" or all(set(hit.elements or (hit.where,)) <= labels for hit in hits)


@pytest.mark.parametrize(
    ("name", "rule_name", "part_id", "changes"), OF_CHANNELS, ids=lambda one: str(one)[:30]
)
def test_a_trap_of_a_channel_is_found(
    name: str, rule_name: str, part_id: str, changes: dict[str, Any]
) -> None:
    nvidia = with_rules(four_units(), profile="nvidia-ndr-xdr")
    found = [one.finding for one in check(Derived(with_part(nvidia, part_id, **changes)))]
    hits = [one for one in found if one.rule == rule_name and one.severity is Severity.ERROR]
    assert hits, name
    assert all(one.fix for one in hits)


def test_there_are_forty_traps() -> None:
    assert len(TRAPS) >= 40
    assert len({trap.name for trap in TRAPS}) == len(TRAPS)


@pytest.mark.parametrize("name", REFERENCES)
def test_reference_clusters_have_no_false_finding(name: str) -> None:
    """Errors, or what any trap would find."""
    data = (shipped("resources") / "references" / f"{name}.yaml").read_bytes()
    made = design_project(parse_requirements(data, name, CATALOG), CATALOG, name).project
    traps = {trap.rule for trap in TRAPS} | {rule_name for _, rule_name, *_ in OF_CHANNELS}
    found = [one.finding for one in check(Derived(made))]
    assert not [one for one in found if one.severity is Severity.ERROR or one.rule in traps]

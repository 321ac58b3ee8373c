"""Networks of every kind from requirements to bill: all lists agree, and what is known by hand comes out."""

import gc
import weakref
from collections import Counter
from decimal import Decimal

import msgspec
import pytest
from msgspec.structs import replace

from fatdesk.core.finding import Severity
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.catalog.parts import Cable, Ports, Price, Server, StandardLength, Switch, Transceiver
from fatdesk.engine.design.requirements import FabricRequirement, Requirements
from fatdesk.engine.families.design import HostGroup
from fatdesk.project.commands.cables import SetCable
from fatdesk.project.commands.fabrics import SetHosts
from fatdesk.project.derived.check import check
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.figures import counts, summary
from fatdesk.project.designing.designing import design_project
from fatdesk.project.document.cable_records import CableRecord
from fatdesk.project.document.project import BillRules
from tests.plain_rules import PLAIN
from tests.project.derived.agreement import assert_agreement

QM = {"edge": ("nvidia-qm9700",), "core": ("nvidia-qm9700",)}
SN = {"edge": ("quad-48",), "core": ("quad-48",)}
IB = {"edge": ("ib-36",), "core": ("ib-36",)}
BLADES = {"edge": ("blade-ib-32",), "core": ("ib-36",)}
STANDARD = PLAIN


def cable(name, ends, connectors, **figures):
    lengths = tuple(StandardLength(m=float(m), price=Price(amount=Decimal(10 * m))) for m in (1, 3, 5, 20))
    return Cable(
        id=name, connectors=connectors, ends=ends, lanes=4, lane_rate_gbps=25.0, lengths=lengths, **figures
    )


OWN = (
    Switch(
        id="quad-48",
        height_u=2,
        power_w=400.0,
        mass_kg=11.5,
        ports=(Ports(count=48, connector="quad", rate_gbps=100.0, lanes=4, breakout=(1, 2, 4)),),
        price_per_port=Price(amount=Decimal("199.99")),
    ),
    Server(
        id="lane-host",
        height_u=2,
        power_w=500.0,
        mass_kg=20.0,
        ports=(Ports(count=2, connector="lane", rate_gbps=25.0),),
    ),
    cable("quad-copper", (1, 1), ("quad", "quad"), medium="copper", diameter_mm=6.0),
    cable("quad-splitter", (4, 1), ("lane", "quad"), medium="copper", diameter_mm=8.0),
)
CASES = {
    "splitters": ({"n": ("lane-host", 250)}, [SN], STANDARD),
    "splitters part filled": ({"n": ("lane-host", 101)}, [SN | {"extra_ports": 2}], STANDARD),
    "two networks on two ports": (
        {"n": ("lane-host", 90)},
        [SN, SN | {"blocking": "3"}],
        STANDARD,
    ),
    "legs": ({"n": ("dell-r660-cx7", 75)}, [QM], STANDARD),
    "legs, copper": ({"n": ("dell-r660-cx7", 75)}, [QM | {"media": "copper"}], STANDARD),
    "legs, optical": ({"n": ("dell-r660-cx7", 75)}, [QM | {"media": "optical"}], STANDARD),
    "legs and externals": ({"n": ("dell-r660-cx7", 75)}, [QM | {"extra_ports": 3}], STANDARD),
    "star of legs": (
        {"n": ("dell-r660-cx7", 33)},
        [QM | {"families": ("star",), "extra_ports": 1}],
        STANDARD,
    ),
    "rails": ({"n": ("nvidia-dgx-h100", 70)}, [QM | {"rails": 8}], STANDARD),
    "rails, optical": (
        {"n": ("nvidia-dgx-h100", 31)},
        [QM | {"rails": 8, "media": "optical", "extra_ports": 4}],
        STANDARD,
    ),
    "rails and planes": ({"n": ("supermicro-sys-421ge-cx7", 40)}, [QM | {"rails": 2, "planes": 2}], STANDARD),
    "planes": ({"n": ("lane-host", 60)}, [SN | {"planes": 2}], STANDARD),
    "compute and storage": (
        {"a": ("lane-host", 60), "b": ("lane-host", 12)},
        [SN | {"hosts": ("a",)}, SN],
        STANDARD,
    ),
    "bundles of three": ({"n": ("server-1u", 60)}, [IB], CablingRules(bundle_cable="ib-12x")),
    "custom": ({"n": ("server-1u", 60)}, [IB], CablingRules(lengths="custom", slack_m=0.3, tolerance=0.05)),
    "custom by the half metre": (
        {"n": ("server-1u", 60)},
        [IB | {"media": "copper"}],
        CablingRules(lengths="custom", length_step_m=0.5),
    ),
    "optical": ({"n": ("server-1u", 60)}, [IB | {"media": "optical"}], CablingRules(slack_m=1.0)),
    "modular": ({"n": ("server-1u", 100)}, [{"edge": ("ib-36",), "core": ("modular-108",)}], STANDARD),
    "modular star": (
        {"n": ("server-1u", 100)},
        [{"edge": ("modular-108",), "core": ("modular-108",), "families": ("star",)}],
        STANDARD,
    ),
    "blades": ({"n": ("blade-2s", 100)}, [BLADES], STANDARD),
    "blades in one enclosure": ({"n": ("blade-2s", 16)}, [BLADES], STANDARD),
    "two joined enclosures": ({"n": ("blade-2s", 30)}, [BLADES], STANDARD),
}


@pytest.fixture(scope="module")
def shipped():
    return Catalog([*load_shipped(), *OWN])


def designed(catalog, hosts, fabrics, cabling=STANDARD):
    wish = Requirements(
        hosts=tuple(HostGroup(name=name, part=part, count=count) for name, (part, count) in hosts.items()),
        fabrics=tuple(
            FabricRequirement(**{"name": f"net{n}"} | some) for n, some in enumerate(fabrics, start=1)
        ),
        cabling=cabling,
    )
    found = design_project(wish, catalog, "test")
    assert found.project is not None, [result.rejected[:2] for result in found.results]
    return found


@pytest.mark.parametrize("name", CASES)
def test_all_lists_agree(shipped, name):
    found = designed(shipped, *CASES[name])
    derived = Derived(found.project)
    assert_agreement(derived)
    errors = Counter(some.finding.rule for some in check(derived) if some.finding.severity is Severity.ERROR)
    allowed = (
        {"no-cable"} if name in ("bundles of three", "legs, copper", "custom by the half metre") else set()
    )
    assert set(errors) <= allowed


def decided(project, catalog, records):
    """The project with records of some cables, by id; parts of the whole catalog can be named."""
    project = replace(project, parts=tuple(catalog))
    for cable_id, figures in records.items():
        project = SetCable(cable=CableRecord(id=cable_id, **figures)).apply(project)
    return project


def rules_of(derived):
    return {(f.finding.rule, f.finding.where) for f in check(derived) if f.finding.severity is Severity.ERROR}


def test_another_cable_by_hand(shipped):
    project = designed(shipped, {"n": ("server-1u", 20)}, [IB | {"media": "copper"}]).project
    first = Derived(project).rows[0].id
    optical = Derived(decided(project, shipped, {first: {"part": "qsfp-plus-optical"}}))
    assert optical.rows[0].part == "qsfp-plus-optical"
    assert rules_of(optical) == set()
    assert_agreement(optical)


def test_a_fibre_by_hand_brings_its_transceivers(shipped):
    """One copper cable of single cages becomes a fibre: a module at each end, on the list and on the bill."""
    module = Transceiver(
        id="quad-module", connector="quad", lanes=4, rate_gbps=100.0, fibre="glass", reach_m=9.0
    )
    glass = cable("glass", (1, 1), ("glass", "glass"), medium="fibre")
    catalog = Catalog([*shipped, module, glass])
    project = designed(shipped, {"n": ("lane-host", 250)}, [SN]).project
    row = next(row for row in Derived(project).rows if row.part == "quad-copper")
    derived = Derived(decided(project, catalog, {row.id: {"part": "glass"}}))
    now = next(some for some in derived.rows if some.id == row.id)
    assert (now.part, now.a.transceiver, now.b.transceiver) == ("glass", "quad-module", "quad-module")
    assert counts(derived)["transceivers"] == 2
    assert_agreement(derived)
    far = Derived(decided(project, catalog, {row.id: {"part": "glass", "length_m": 20.0}}))
    assert rules_of(far) == {("beyond-reach", row.id)}


def test_shared_cages_keep_their_transceivers_by_hand(shipped):
    project = designed(shipped, *CASES["rails, optical"]).project
    rows = [row for row in Derived(project).rows if row.kind == "FIB"][:40:3]
    records = {row.id: {"part": row.part, "length_m": 50.0} for row in rows}
    derived = Derived(decided(project, project.parts, records))
    assert_agreement(derived)
    assert rules_of(derived) == set()
    assert {row.id for row in derived.rows if row.reason == "chosen by hand"} == set(records)


def test_parts_and_lengths_by_hand_that_cannot_work_are_found(shipped):
    project = designed(shipped, {"n": ("lane-host", 250)}, [SN]).project
    rows = Derived(project).rows
    splitter = next(row.id for row in rows if row.kind == "SPL")
    first, second = [row.id for row in rows if row.part == "quad-copper"][:2]
    records = {
        first: {"length_m": 0.001},
        second: {"part": "quad-splitter", "length_m": 20.0},
        splitter: {"part": "quad-copper", "length_m": 20.0},
    }
    derived = Derived(decided(project, shipped, records))
    assert rules_of(derived) == {("too-short", first), ("does-not-fit", second), ("does-not-fit", splitter)}
    billed = sum(line.needed for line in derived.bill.lines if line.category == "cables")
    assert billed == len(derived.rows)


@pytest.mark.parametrize("name", ["splitters", "legs", "rails and planes", "compute and storage", "blades"])
def test_ids_stay_when_racks_move_and_hosts_come(shipped, name):
    """Racks moved far apart change kinds and lengths, not the ends; a host more adds its cables alone."""
    hosts, fabrics, _ = CASES[name]
    project = designed(shipped, hosts, fabrics).project
    ends = {row.id: row.links for row in Derived(project).rows}
    assert len(ends) == len(Derived(project).rows)
    racks = tuple(replace(rack, devices=rack.devices[::-1]) for rack in project.floor.racks[::-1])
    assert {
        row.id for row in Derived(replace(project, floor=replace(project.floor, racks=racks))).rows
    } == set(ends)

    last, (part, count) = list(hosts.items())[-1]
    more = SetHosts(name=last, part=part, count=count + 1).apply(project)
    after = Derived(more)
    assert set(ends) <= {row.id for row in after.rows}
    assert ("unplaced", f"{last}/{count + 1}") in rules_of(after)


def test_a_record_of_a_cable_that_is_gone_is_told(shipped):
    """Of two joined fabrics one loses hosts: what was recorded of their cables stays, and is told."""
    project = designed(shipped, {"n": ("server-1u", 20)}, [IB]).project
    last = next(row.id for row in Derived(project).rows if "n/20" in row.id)
    fewer = SetHosts(name="n", part="server-1u", count=19).apply(
        decided(project, shipped, {last: {"status": "laid"}})
    )
    found = {(some.finding.rule, some.finding.where) for some in check(Derived(fewer))}
    assert ("no-such-cable", last) in found
    assert ("stray", "n/20") in found


def test_price_per_port_and_other_currencies(shipped):
    project = designed(shipped, {"n": ("lane-host", 20)}, [SN]).project
    bill = Derived(project).bill
    line = next(line for line in bill.lines if line.part == "quad-48")
    assert line.unit_price == 48 * Decimal("199.99")
    euros = Derived(replace(project, bill=BillRules(currency="EUR", spares_percent={"switches": 10.0}))).bill
    line = next(line for line in euros.lines if line.part == "quad-48")
    assert (line.unit_price, line.needed, line.spares, line.order) == (None, 1, 1, 2)
    assert euros.total.amount == 0
    assert euros.total.unpriced == sum(line.order for line in euros.lines)


def test_a_modular_switch_is_bought_as_chassis_boards_and_cards(shipped):
    derived = Derived(designed(shipped, *CASES["modular star"]).project)
    lines = {line.part: line for line in derived.bill.lines if line.category == "switches"}
    cards = next(
        line for part, line in lines.items() if part not in ("modular-108", "modular-108/fabric-board")
    )
    assert lines["modular-108"].needed == 1
    assert lines["modular-108/fabric-board"].needed == 3
    assert (cards.needed, cards.unit_price) == (6, Decimal(13000))
    assert sum(line.extended for line in lines.values()) == 25000 + 3 * 9000 + 6 * 13000


def test_hosts_that_no_network_joins_are_told(shipped):
    project = designed(shipped, {"n": ("server-1u", 20)}, [IB | {"hosts": ("n",)}]).project
    more = SetHosts(name="spare", part="server-1u", count=2).apply(project)
    assert [f.finding.where for f in check(Derived(more)) if f.finding.rule == "no-fabric"] == ["spare"]


SECTIONS = {
    "naming": lambda p: replace(p, naming=replace(p.naming, edge="LEAF{index}", label="{device}-{port}")),
    "bill": lambda p: replace(p, bill=BillRules(spares_percent={"cables": 7.5}, hourly_rate=Decimal(80))),
    "cabling": lambda p: replace(p, cabling=CablingRules(slack_m=2.0, fill_max=0.001)),
    "floor": lambda p: replace(p, floor=replace(p.floor, racks=p.floor.racks[1:])),
    "trays": lambda p: replace(p, floor=replace(p.floor, trays=p.floor.trays[1:])),
    "media": lambda p: replace(p, fabrics=tuple(_of_copper(some) for some in p.fabrics)),
    "no fabric": lambda p: replace(p, fabrics=()),
    "no design": lambda p: replace(p, fabrics=tuple(replace(some, design=None) for some in p.fabrics)),
    "hosts": lambda p: replace(p, hosts=(replace(p.hosts[0], count=p.hosts[0].count - 1), *p.hosts[1:])),
    "parts": lambda p: replace(p, parts=tuple(_dearer(part) for part in p.parts)),
    "cables": lambda p: SetCable(cable=CableRecord(id=Derived(p).rows[3].id, length_m=20.0)).apply(p),
}


def _of_copper(decision):
    return replace(decision, requirement=replace(decision.requirement, media="copper"))


def _dearer(part):
    return replace(part, price=Price(amount=Decimal("1.23")), power_w=7.0, mass_kg=1.5)


def everything(derived):
    checked = check(derived)
    stated = [
        summary(derived, checked),
        derived.rows.listed(),
        derived.bill,
        derived.device_names,
        derived.wanted,
    ]
    return msgspec.json.encode([*stated, derived.filling.worst])


@pytest.mark.parametrize("name", ["rails and planes", "two networks on two ports"])
@pytest.mark.parametrize("first", SECTIONS)
def test_a_changed_section_renews_all_that_depends_on_it(shipped, name, first):
    """One section changed, asked, and changed back: always the same as from scratch."""
    project = designed(shipped, *CASES[name]).project
    before = Derived(project)
    original = everything(before)
    changed = SECTIONS[first](project)
    after = Derived(changed, before)
    assert everything(after) == everything(Derived(changed))
    assert everything(Derived(project, after)) == original
    assert everything(before) == original, "a project that came before is not touched"


def test_a_long_history_keeps_one_generation_of_results(shipped):
    """What follows of projects long gone is let go."""
    project = designed(shipped, *CASES["optical"]).project
    derived = Derived(project)
    gone = weakref.ref(derived.cabling)
    for step in range(3):
        project = replace(project, cabling=CablingRules(slack_m=float(step + 2)))
        derived = Derived(project, derived)
        everything(derived)
    gc.collect()
    assert gone() is None

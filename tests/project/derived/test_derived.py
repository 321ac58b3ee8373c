"""What follows from a project: the same from scratch and step by step, and the same in every list."""

import gc
from collections import Counter
from decimal import Decimal

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fatdesk.core.errors import FatdeskError
from fatdesk.core.finding import Severity
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.catalog.parts import Price
from fatdesk.engine.design.requirements import FabricRequirement, Requirements
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.families.design import HostGroup
from fatdesk.engine.floor.room import RoomRequirement
from fatdesk.project.commands.bill import SetPart
from fatdesk.project.commands.cables import SetCable
from fatdesk.project.commands.fabrics import SetHosts
from fatdesk.project.commands.project import SetNaming
from fatdesk.project.commands.racks import MoveRack
from fatdesk.project.commands.room import RemoveTray
from fatdesk.project.derived.check import check
from fatdesk.project.derived.derived import Derived, state_digest
from fatdesk.project.derived.figures import counts, summary
from fatdesk.project.designing.designing import design_project
from fatdesk.project.document.project import CableRecord, Project
from tests.patience import few
from tests.project.samples import rich_project


@pytest.fixture(scope="module")
def shipped():
    return load_shipped()


def project_for(catalog: Catalog, hosts=60, **fabric) -> Project:
    wish = Requirements(
        hosts=(HostGroup(name="nodes", part="server-1u", count=hosts),),
        fabrics=(
            FabricRequirement(
                **{"name": "compute", "families": ("two-level",), "edge": ("ib-36",), "core": ("ib-36",)}
                | fabric
            ),
        ),
        room=RoomRequirement(rows=2, racks_per_row=8, improve_steps=0),
    )
    project = design_project(wish, catalog, "test").project
    assert project is not None
    return project


def everything(derived: Derived):
    checked = check(derived)
    return msgspec.json.encode([summary(derived, checked), derived.rows.listed(), derived.bill])


def test_moving_a_rack_keeps_the_networks_and_renews_the_cables(shipped):
    project = project_for(shipped)
    before = Derived(project)
    lengths = sum(row.length.computed_um for row in before.rows)
    moved = MoveRack(rack=2, row=1, position=8).apply(project)
    after = Derived(moved, before)
    assert after.fabrics is before.fabrics
    assert after.names is before.names
    assert sum(row.length.computed_um for row in after.rows) > lengths


@settings(max_examples=few(15))
@given(st.data())
def test_step_by_step_is_the_same_as_from_scratch(shipped, data):
    project = project_for(shipped)
    derived = Derived(project)
    for _ in range(data.draw(st.integers(1, 4))):
        ids = [row.id for row in derived.rows]
        command = data.draw(
            st.one_of(
                st.builds(MoveRack, rack=st.just(1), row=st.integers(0, 1), position=st.just(8)),
                st.builds(
                    SetCable,
                    cable=st.builds(
                        CableRecord,
                        id=st.sampled_from(ids),
                        part=st.sampled_from([None, "qsfp-plus-optical"]),
                        length_m=st.sampled_from([None, 10.0, 0.5]),
                        remark=st.sampled_from(["", "checked"]),
                    ),
                ),
                st.builds(
                    SetPart,
                    part=st.just(
                        msgspec.structs.replace(shipped["ib-36"], price=Price(amount=Decimal("12345.67")))
                    ),
                ),
            )
        )
        project = command.apply(project)
        derived = Derived(project, derived)
        assert everything(derived) == everything(Derived(project))


@st.composite
def wishes(draw):
    return {
        "hosts": draw(st.integers(2, 300)),
        "blocking": draw(st.sampled_from(["1", "2", "3/2", "5"])),
        "equal_bundles": draw(st.booleans()),
        "extra_ports": draw(st.integers(0, 5)),
        "families": draw(st.sampled_from([("two-level",), ("star", "two-level")])),
        "core": draw(st.sampled_from([("ib-36",), ("modular-108",), ("modular-648",)])),
    }


@given(wishes(), st.sampled_from([None, "ib-12x"]))
def test_bill_wiring_list_and_networks_agree(shipped, wish, bundle_cable):
    hosts = wish.pop("hosts")
    requirements = Requirements(
        hosts=(HostGroup(name="nodes", part="server-1u", count=hosts),),
        fabrics=(FabricRequirement(name="compute", edge=("ib-36",), **wish),),
        cabling=CablingRules(bundle_cable=bundle_cable),
        room=RoomRequirement(improve_steps=0),
    )
    found = design_project(requirements, shipped, "test")
    if found.project is None:
        return
    derived = Derived(found.project)
    best = found.results[0].candidates[0]
    fabric = derived.fabrics[0]
    rows = derived.rows
    assert counts(derived)["cables"] == len(rows) == best.cables
    assert counts(derived)["links"] == sum(len(row.links) for row in rows) == best.links == fabric.link_count
    by_category: Counter[str] = Counter()
    for line in derived.bill.lines:
        by_category[line.category] += line.needed
    assert by_category["cables"] == len(rows)
    assert by_category["hosts"] == hosts
    ordered = Counter((row.part, row.length.ordered_um) for row in rows if row.part)
    billed = {
        (line.part, round(line.length_m * 1e6)): line.needed
        for line in derived.bill.lines
        if line.length_m is not None
    }
    assert ordered == billed
    switches = len(fabric.nodes(NodeKind.SWITCH))
    boards = [line for line in derived.bill.lines if line.category == "switches" and "/" in line.part]
    assert by_category["switches"] - sum(line.needed for line in boards) == switches
    assert len({row.id for row in rows}) == len(rows)
    ends = [end for row in rows for end in (row.a, *(row.legs or (row.b,))) if end.model]
    ports = Counter((e.device, e.slot, port) for e in ends for port in e.port.split(", "))
    assert max(ports.values()) == 1, "a port holds one plug"
    labels = [end.label for end in ends]
    assert len(set(labels)) == len(labels)
    kinds = {some.finding.rule for some in check(derived) if some.finding.severity is Severity.ERROR}
    assert kinds <= {"no-cable"}, "the 12x cable has no length on its list that is unpriced and unknown"


def test_findings_of_a_project_gone_wrong(shipped):
    project = project_for(shipped)
    tray = project.floor.trays[0].id
    cut = Derived(RemoveTray(id=tray).apply(project))
    rules = {some.finding.rule for some in check(cut)}
    assert "no-way" in rules

    cable = next(row.id for row in Derived(project).rows if row.length.computed_um > 1_000_000)
    short = SetCable(cable=CableRecord(id=cable, length_m=0.5)).apply(project)
    found = [some.finding for some in check(Derived(short)) if some.finding.rule == "too-short"]
    assert [finding.where for finding in found] == [cable]

    stray = SetCable(cable=CableRecord(id="nowhere", remark="x")).apply(project)
    assert "no-such-cable" in {some.finding.rule for some in check(Derived(stray))}


def test_a_design_that_no_longer_goes_with_the_hosts_is_a_finding(shipped):
    """The rest of the project can still be looked at and mended."""
    project = project_for(shipped)
    more = SetHosts(name="nodes", part="server-1u", count=500).apply(project)
    derived = Derived(more, Derived(project))
    found = {some.finding.rule: some.finding for some in check(derived)}
    assert found["does-not-build"].where == "compute"
    assert "stray" in found
    assert derived.fabrics == ()
    assert [line.category for line in derived.bill.lines] == ["hosts", "racks", "trays"]
    assert Derived(project, derived).fabrics[0].link_count == 132


def test_equal_names_are_found_once(shipped):
    project = SetNaming(host="same").apply(project_for(shipped))
    found = [some.finding for some in check(Derived(project)) if some.finding.rule == "name-twice"]
    text = "60 devices have this name (nodes/1, nodes/2, nodes/3, ...), by the template of hosts (same)"
    assert [(finding.where, finding.text) for finding in found] == [("same", text)]


def test_a_candidate_that_the_room_contradicts_does_not_end_the_search(shipped):
    """Fifteen modular cores make three groups of two racks; the fixed ones that rank first fit."""
    fabric = FabricRequirement(
        name="ib",
        edge=("ib-36",),
        core=("modular-108", "ib-36"),
        cable_price=Decimal(80),
        growth_hosts=200,
        equal_bundles=True,
    )
    wish = Requirements(
        hosts=(HostGroup(name="n", part="server-1u", count=200),),
        fabrics=(fabric,),
        room=RoomRequirement(rows=4, racks_per_row=5, core_at=(3, 8), policy="scalable-unit"),
    )
    assert design_project(wish, shipped, "test").project is not None


def test_an_absurd_design_is_refused_at_once(shipped):
    project = project_for(shipped)
    decision = project.fabrics[0]
    params = {**decision.design.params, "E": 1_000_000_000}
    design = msgspec.structs.replace(decision.design, params=params)
    wrong = msgspec.structs.replace(decision, design=design)
    derived = Derived(msgspec.structs.replace(project, fabrics=(wrong,)))
    assert "links" in derived.built.problems["compute"]


def test_two_networks_cannot_have_one_switch_bay(shipped):
    blade = shipped.server("blade-2s")
    two = msgspec.structs.replace(blade, ports=(msgspec.structs.replace(blade.ports[0], count=2),))
    catalog = Catalog([*(part for part in shipped if part.id != blade.id), two])
    fabric = {"edge": ("blade-ib-32",), "core": ("ib-36",)}
    wish = Requirements(
        hosts=(HostGroup(name="b", part=blade.id, count=64),),
        fabrics=(FabricRequirement(name="one", **fabric), FabricRequirement(name="two", **fabric)),
    )
    with pytest.raises(FatdeskError, match="both want the switch bay"):
        design_project(wish, catalog, "test")


def test_a_cable_by_hand_is_billed_as_decided(shipped):
    project = project_for(shipped)
    cable = Derived(project).rows[0].id
    record = CableRecord(id=cable, part="qsfp-plus-optical", length_m=15.0)
    derived = Derived(SetCable(cable=record).apply(project))
    row = derived.rows[0]
    assert (row.part, row.length.ordered_um, row.cost, row.reason) == (
        "qsfp-plus-optical",
        15_000_000,
        Decimal(448),
        "chosen by hand",
    )
    line = next(line for line in derived.bill.lines if line.length_m == 15.0)
    assert (line.needed, line.extended) == (1, Decimal(448))


@pytest.mark.promise("P22")
def test_money_is_exact(shipped, promise):
    """The total equals a sum of fractions (P22)."""
    from fractions import Fraction

    derived = Derived(project_for(shipped, hosts=120))
    exact = sum(
        (
            Fraction(line.unit_price) * line.order
            for line in derived.bill.lines
            if line.unit_price is not None
        ),
        Fraction(0),
    )
    assert Fraction(derived.bill.total.amount) == exact
    promise("the bill of a design equals its sum of fractions")


def test_tray_fill_by_hand(shipped):
    """A tray's worst place holds at most the cross sections of all cables that run in it."""
    derived = Derived(project_for(shipped, hosts=200))
    area: Counter[str] = Counter()
    for row in derived.rows:
        diameter = shipped[row.part].diameter_mm
        for tray in row.run:
            area[tray] += np.pi / 4 * diameter**2
    for tray in derived.project.floor.trays:
        worst, _ = derived.filling.worst[tray.id]
        assert worst <= area[tray.id] / (tray.width_mm * tray.depth_mm) + 1e-12
    assert max(worst for worst, _ in derived.filling.worst.values()) > 0


def test_a_saved_job_makes_no_document_old() -> None:
    """The state that sheets tell is that of what is built, not of which sheets are made together."""
    rich = rich_project()
    assert state_digest(msgspec.structs.replace(rich, jobs=())) == state_digest(rich)
    assert state_digest(msgspec.structs.replace(rich, name="other")) != state_digest(rich)


def test_the_collector_rests_while_something_is_derived(monkeypatch):
    """What is derived stays, so looking through it over and over finds nothing; afterwards it goes on."""
    seen = []
    monkeypatch.setattr("fatdesk.project.derived.derived.Catalog", lambda _: seen.append(gc.isenabled()))
    derived = Derived(rich_project())
    assert gc.isenabled()
    derived.catalog  # noqa: B018  # it is made
    assert seen == [False]
    assert gc.isenabled()


def test_other_widths_of_trays_keep_the_cables(shipped):
    project = project_for(shipped)
    derived = Derived(project)
    assert derived.filling.worst
    wide = msgspec.structs.replace(
        project.floor,
        trays=tuple(msgspec.structs.replace(tray, width_mm=900.0) for tray in project.floor.trays),
    )
    after, fresh = (
        Derived(msgspec.structs.replace(project, floor=wide), before) for before in (derived, None)
    )
    assert derived.filling.worst != fresh.filling.worst
    assert after.filling.worst == fresh.filling.worst
    assert after.cabling is derived.cabling
    assert after.bill == fresh.bill
    assert list(after.rows) == list(fresh.rows)
    assert after.rows
    higher = tuple(msgspec.structs.replace(tray, elevation_mm=tray.elevation_mm + 100) for tray in wide.trays)
    raised, fresh = (
        Derived(msgspec.structs.replace(project, floor=msgspec.structs.replace(wide, trays=higher)), b)
        for b in (after, None)
    )
    assert raised.cabling is not after.cabling
    assert list(raised.rows) == list(fresh.rows)

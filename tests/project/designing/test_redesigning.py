"""From a project back to its requirements, and to another design; what is asked and not kept is told."""

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from fatdesk.core.finding import Severity
from fatdesk.core.program import shipped
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.requirements_file import parse_requirements, read_requirements, requirements_yaml
from fatdesk.engine.floor.floor import Feed, rack_label, zone_around
from fatdesk.engine.floor.room import Area, RoomRequirement
from fatdesk.engine.floor.room_grid import RoomGrid
from fatdesk.project.commands.bill import SetPart
from fatdesk.project.commands.building import SetPlan
from fatdesk.project.commands.cables import SetCable
from fatdesk.project.commands.devices import RemoveDevice
from fatdesk.project.commands.fabrics import SetFabric, SetHosts, SetRequirements
from fatdesk.project.commands.history import History, perform
from fatdesk.project.commands.project import SetNaming
from fatdesk.project.commands.racks import MoveRack, Reserve, TurnRacks
from fatdesk.project.commands.room import AddColumn, AddTray, SetFeed, SetZone
from fatdesk.project.derived.check import check, not_kept
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.figures import figures_of
from fatdesk.project.designing.building import drawn_trays, is_as_laid_out
from fatdesk.project.designing.designing import RoomTooSmallError, assemble, design_project, search_fabrics
from fatdesk.project.designing.redesigning import (
    catalog_of,
    changed_parts,
    changes,
    designed_with,
    redesign,
    requirements_of,
    with_names,
)
from fatdesk.project.document.cable_records import CableRecord
from fatdesk.project.document.clearances import why_not_floor
from fatdesk.project.files.file_format import encode

CATALOG = load_shipped([])
WANTED = read_requirements(shipped("resources") / "examples" / "nodes-396.yaml", CATALOG)
PROJECT = design_project(WANTED, CATALOG, "nodes-396").project


def fewer(count):
    return replace(WANTED, hosts=(replace(WANTED.hosts[0], count=count),))


def rules(project):
    of = ("design-misses", "over-limit")
    return [(c.finding.rule, c.finding.where) for c in check(Derived(project)) if c.finding.rule in of]


def test_a_project_tells_what_was_asked():
    assert requirements_of(PROJECT) == WANTED


def test_the_same_design_is_no_step():
    assert redesign(PROJECT, design_project(WANTED, CATALOG, "other").project) is None


def test_one_step_leads_to_the_project_that_would_have_been_designed_at_once():
    other = design_project(fewer(100), CATALOG, "nodes-396").project
    history = History(PROJECT)
    after = history.do(redesign(PROJECT, other))
    new = {part.id for part in other.parts}
    assert encode(replace(after, parts=tuple(p for p in after.parts if p.id in new))) == encode(other)
    assert encode(history.undo()) == encode(PROJECT)


def test_the_floor_stays_as_it_was_arranged_while_the_same_stands_on_it():
    moved = perform(PROJECT, MoveRack(rack=3, x_mm=9000.0, y_mm=9000.0))
    limited = replace(WANTED, limits=replace(WANTED.limits, models=3))
    command = redesign(moved, design_project(limited, CATALOG, "nodes-396").project)
    assert command.floor is UNSET
    assert perform(moved, command).floor == moved.floor


def test_the_projects_own_parts_come_first():
    own = replace(PROJECT.parts[0], notes="mine")
    catalog = catalog_of(replace(PROJECT, parts=(own, *PROJECT.parts[1:])), CATALOG)
    assert catalog[own.id].notes == "mine"
    assert len(catalog) == len(CATALOG)


def test_parts_with_other_figures_since_the_design_are_known_while_they_can_be_undone():
    """Prices and notes bear on no place; figures count until the next design, and again when it is undone."""
    history = History(PROJECT)
    switch, *_ = (part for part in PROJECT.parts if part.id == "ib-36")
    history.do(SetPart(part=replace(switch, notes="mine", price=None)))
    assert changed_parts(designed_with(history), history.project) == ()
    history.do(SetPart(part=replace(switch, power_w=900)))
    assert changed_parts(designed_with(history), history.project) == ("ib-36",)
    assert redesign(history.project, history.project, ("ib-36",)) is None, "all devices have their places"
    moved = perform(history.project, MoveRack(rack=3, x_mm=9000.0, y_mm=9000.0))
    command = redesign(history.project, moved, ("ib-36",))
    assert command.step == "Redesign"
    assert redesign(history.project, moved) is None
    history.do(command)
    assert changed_parts(designed_with(history), history.project) == ()
    history.undo()
    assert changed_parts(designed_with(history), history.project) == ("ib-36",)


def test_what_is_asked_and_not_kept_is_told():
    assert not rules(PROJECT)
    requested = PROJECT.fabrics[0].requirement
    for changed in (
        {"families": ("star",)},
        {"core": ("modular-108",)},
        {"planes": 2},
        {"hosts_per_edge": 17},
        {"edges_per_rack": 2},
    ):
        group = PROJECT.hosts[0]
        by_rack = SetHosts(name=group.name, part=group.part, count=group.count, per_rack=18)
        before = perform(PROJECT, by_rack) if "edges_per_rack" in changed else PROJECT
        project = perform(before, SetFabric(requirement=replace(requested, **changed)))
        assert rules(project) == [("design-misses", "compute")]
    limited = perform(PROJECT, SetRequirements(limits=replace(PROJECT.wishes.limits, racks=3)))
    assert rules(limited) == [("over-limit", "racks")]


def test_a_switch_that_is_not_allowed_is_an_error():
    requested = PROJECT.fabrics[0].requirement
    project = perform(PROJECT, SetFabric(requirement=replace(requested, core=("modular-108",))))
    [finding] = not_kept(project)
    assert finding.severity is Severity.ERROR
    assert finding.text == "its core switch is ib-36, allowed is modular-108"


def test_blocking_that_is_worse_than_asked_is_told():
    wanted = replace(WANTED, fabrics=(replace(WANTED.fabrics[0], blocking="2"),))
    project = design_project(wanted, CATALOG, "x").project
    assert not rules(project)
    requested = replace(project.fabrics[0].requirement, blocking="1")
    assert rules(perform(project, SetFabric(requirement=requested))) == [("design-misses", "compute")]


@pytest.mark.parametrize("family", ["clos", "kary-tree"])
def test_equal_switches_are_checked_for_blocking_below_1(family):
    wanted = replace(WANTED, fabrics=(replace(WANTED.fabrics[0], families=(family,), core=()),), room=None)
    project = design_project(wanted, CATALOG, "x").project
    requested = project.fabrics[0].requirement
    below = perform(project, SetFabric(requirement=replace(requested, blocking="4/5")))
    assert [finding.text for finding in not_kept(below)] == ["its blocking is 1, requested: 4/5"]


def test_a_design_that_a_file_made_up_is_no_reason_to_stop():
    strange = replace(PROJECT.fabrics[0].design, params={"blocking": "<b>", "rails": "two"})
    decision = replace(PROJECT.fabrics[0], design=strange)
    stated = [finding.text for finding in not_kept(replace(PROJECT, fabrics=(decision,)))]
    assert stated == [
        "its blocking is <b>, which is not a ratio; requested: 1",
        "it has two rails, requested: 1",
    ]


# -- the building stays ------------------------------------------------------------------------------


def designed_again(project, wanted):
    """What the window does: search, place in the room of the project, and the step to it."""
    searched = search_fabrics(wanted, catalog_of(project, CATALOG))
    designs = tuple(one.design for one in searched.chosen)
    placed = assemble(wanted, designs, catalog_of(project, CATALOG), project.name, before=project)
    return redesign(project, placed)


def built():
    """A project with walls, a drawn tray, reserved units, feeds, a zone, and cables that are pulled."""
    project = PROJECT
    part = CATALOG.rack(project.floor.racks[0].part)
    racks = {rack_label(rack): rack for rack in project.floor.racks}
    last = max(racks.values(), key=lambda rack: (rack.row == 0, rack.position))
    for command in (
        AddColumn(column=Area(x_m=last.x_mm / 1e3 + part.width_mm / 1e3, y_m=0.1, width_m=0.3, depth_m=0.3)),
        AddColumn(column=Area(x_m=-2.0, y_m=0.0, width_m=0.2, depth_m=5.0, kind="wall", name="W")),
        AddTray(
            tray=replace(
                project.floor.trays[0], id="tray-mine", points_mm=((-1500.0, 500.0), (-1500.0, 4000.0))
            )
        ),
        SetFeed(feed=Feed(name="PDU A", racks=tuple(rack.number for rack in racks.values()))),
        SetZone(zone=zone_around("Zone 1", (racks["A01"], racks["A02"]), CATALOG)),
    ):
        project = perform(project, command)
    emptied = racks["A06"].devices[-1]
    project = perform(project, RemoveDevice(id=emptied.id))
    project = perform(project, Reserve(rack=racks["A06"].number, u=emptied.u, height_u=1, note="UPS"))
    ids = [row.id for row in Derived(project).rows if row.a.rack_label and row.b.rack_label]
    for cable in ids[:: len(ids) // 6][:6]:
        project = perform(project, SetCable(cable=CableRecord(id=cable, status="pulled")))
    return project


def where(project):
    return {
        device.id: (rack_label(rack), rack.x_mm, rack.y_mm, device.u)
        for rack in project.floor.racks
        for device in rack.devices
    }


def test_a_redesign_by_rack_leads_there_and_back():
    """Hosts are placed rack by rack with an edge switch in each, and without that again."""
    by_rack = replace(
        WANTED,
        hosts=(replace(WANTED.hosts[0], per_rack=16),),
        fabrics=(replace(WANTED.fabrics[0], edges_per_rack=1),),
        room=RoomRequirement(rows=5, racks_per_row=6, improve_steps=200),
    )
    project = perform(PROJECT, designed_again(PROJECT, by_rack))
    assert requirements_of(project) == by_rack
    racks = where(project)
    edges = [racks[key][0] for key in racks if "/edge/" in key]
    assert len(set(edges)) == len(edges) == 25
    assert not [c for c in check(Derived(project)) if c.finding.rule in ("edge-place", "over-hosts")]
    assert not rules(project)
    back = perform(project, designed_again(project, WANTED))
    assert {key: place[3] for key, place in where(back).items()} == {
        key: place[3] for key, place in where(PROJECT).items()
    }


@pytest.mark.parametrize("count", [410, 430, 300])
def test_a_redesign_keeps_the_building(count):
    project = built()
    assert search_fabrics(fewer(count), CATALOG).whole
    command = designed_again(project, replace(requirements_of(project), hosts=fewer(count).hosts))
    after = command.apply(project)
    assert after.floor.columns == project.floor.columns
    assert set(project.floor.trays) <= set(after.floor.trays)
    old = {rack_label(rack): rack for rack in project.floor.racks}
    new = {rack_label(rack): rack for rack in after.floor.racks}
    assert new["A06"].reserved == old["A06"].reserved
    for label in old.keys() & new.keys():
        assert (old[label].x_mm, old[label].y_mm, old[label].number) == (
            new[label].x_mm, new[label].y_mm, new[label].number,
        )  # fmt: skip
    assert after.floor.zones == project.floor.zones
    assert set(after.floor.feeds[0].racks) == {rack.number for rack in new.values()} & set(
        project.floor.feeds[0].racks
    )
    # every device once, in units that nothing else takes, and every cable has a tray
    assert set(where(after)) == set(Derived(after).wanted)
    assert not why_not_floor(after.floor, {part.id: part for part in after.parts})
    figures = figures_of(Derived(after))
    assert figures.unlaid == 0
    # devices at pulled cables are where they were, where the design has them as the same part
    places, now = where(project), where(after)
    was, made = Derived(project).wanted, Derived(after).wanted
    ends = {end.rsplit(":", 1)[0] for cable in project.cables for end in cable.split("--")}
    stay = {end for end in ends if made.get(end) == was[end]}
    assert len(stay) >= 6
    assert {end: now[end] for end in stay} == {end: places[end] for end in stay}
    # and what could not stay is told
    stated = "\n".join(changes(project, command))
    known = {cable for ids in Derived(after).link_ids for cable in ids}
    lost = [cable for cable in project.cables if cable not in known]
    moved = [
        cable
        for cable in project.cables
        if cable in known and any(end.rsplit(":", 1)[0] not in stay for end in cable.split("--"))
    ]
    for some, what in ((lost, "will not be in the design"), (moved, "will change ends")):
        word = "cable" if len(some) == 1 else "cables"
        assert (f"{len(some)} pulled {word} {what}" in stated) is bool(some), stated
    more = sorted(new.keys() - old.keys())
    assert all(label in stated for label in more)


def test_another_shape_of_the_room_keeps_what_it_can_and_tells_the_rest():
    project = built()
    wanted = requirements_of(project)
    room = replace(wanted.room or RoomRequirement(), aisle_m=2.4)
    command = designed_again(project, replace(wanted, room=room))
    after = command.apply(project)
    assert set(project.floor.columns) <= set(after.floor.columns)
    assert "tray-mine" in {tray.id for tray in after.floor.trays}
    kept, before = ({rack_label(r): r.reserved for r in some.floor.racks} for some in (after, project))
    assert kept["A06"] == before["A06"]
    assert sum(map(len, kept.values())) == sum(map(len, before.values()))
    assert set(where(after)) == set(Derived(after).wanted)
    places, now = where(project), where(after)
    moved = [
        cable
        for cable in project.cables
        if any(places[end.rsplit(":", 1)[0]] != now[end.rsplit(":", 1)[0]] for end in cable.split("--"))
    ]
    stated = "\n".join(changes(project, command))
    assert moved, "row B is elsewhere now"
    assert f"{len(moved)} pulled cable" in stated
    assert "change ends" in stated
    assert "moved: B" in stated


def test_a_floor_that_nobody_touched_is_laid_out_as_from_the_start():
    command = designed_again(PROJECT, fewer(100))
    fresh = design_project(fewer(100), CATALOG, "nodes-396").project
    assert command.floor == fresh.floor
    assert is_as_laid_out(PROJECT.floor, WANTED.room or RoomRequirement(), CATALOG)
    assert not drawn_trays(PROJECT.floor, WANTED.room or RoomRequirement(), CATALOG)


def test_a_room_that_is_full_says_so():
    full = replace(WANTED, room=RoomRequirement(rows=2, racks_per_row=7))
    project = design_project(full, CATALOG, "full").project
    for rack in project.floor.racks[:4]:
        for device in rack.devices:
            project = perform(project, RemoveDevice(id=device.id))
        project = perform(project, Reserve(rack=rack.number, u=1, height_u=42))
    design = project.fabrics[0].design
    with pytest.raises(RoomTooSmallError, match="too small"):
        assemble(full, [design], CATALOG, "full", before=project)


def test_templates_of_names_stay_and_new_collisions_are_named_apart():
    """The racks of the third of five rows are C01 and on, as are the plain names of core switches."""
    named = perform(PROJECT, SetNaming(host="node{index:04}"))
    room = RoomRequirement(rows=5, racks_per_row=4)
    wanted = replace(fewer(100), room=room)
    for before in (named, None):
        searched = search_fabrics(wanted, CATALOG)
        placed = assemble(wanted, searched.designs, CATALOG, "x", before=before)
        after = perform(named, redesign(named, placed))
        names = set(Derived(after).device_names.values())
        assert {"node0001", "core-01"} <= names
        assert names.isdisjoint(rack_label(rack) for rack in after.floor.racks)
    own = perform(PROJECT, SetNaming(core="spine{index}"))
    again = perform(own, redesign(own, placed))
    assert again.naming.core == "spine{index}"


def test_a_requirements_file_of_a_project_has_its_names():
    """Those of the project as it was designed: a design of the file is named the same."""
    named = perform(PROJECT, SetNaming(host="{label}-n{in_rack:02}"))
    assert with_names(WANTED, PROJECT) == WANTED
    wanted = with_names(requirements_of(named), named)
    again = parse_requirements(requirements_yaml(wanted), "r.yaml", CATALOG)
    assert again == wanted
    designed = assemble(again, search_fabrics(again, CATALOG).designs, CATALOG, "x")
    assert Derived(designed).device_names["nodes/1"] == Derived(named).device_names["nodes/1"]


def test_a_rack_turned_by_a_quarter_is_turned_again_only_where_it_has_room():
    """In its row it is as deep as a rack is wide, and in the way of its neighbours; that is reported."""
    racks = {rack_label(rack): rack for rack in PROJECT.floor.racks}
    inner, row = racks["A03"], [rack for label, rack in racks.items() if label.startswith("A")]
    last = max(row, key=lambda rack: rack.position)
    project = perform(PROJECT, MoveRack(rack=inner.number, x_mm=9000.0, y_mm=9000.0))
    project = perform(project, TurnRacks(racks=(inner.number,), front="left"))
    project = perform(project, MoveRack(rack=last.number, x_mm=9000.0, y_mm=12000.0))
    project = perform(project, TurnRacks(racks=(last.number,), front="up"))
    wanted = requirements_of(project)
    command = designed_again(project, replace(wanted, room=RoomRequirement(aisle_m=2.4)))
    after = command.apply(project)
    assert "no room for a quarter turn: A03" in "\n".join(changes(project, command))
    now = {rack_label(rack): rack for rack in after.floor.racks}
    assert (now["A03"].front, now[rack_label(last)].front) == (inner.front, "up")
    assert not why_not_floor(after.floor, {part.id: part for part in after.parts})


def test_north_is_no_decision_about_racks():
    project = perform(PROJECT, SetPlan(north_deg=30.0))
    assert is_as_laid_out(project.floor, WANTED.room or RoomRequirement(), CATALOG)
    after = designed_again(project, fewer(100)).apply(project)
    fresh = design_project(fewer(100), CATALOG, "nodes-396").project
    assert after.floor == replace(fresh.floor, plan=project.floor.plan)
    assert redesign(project, design_project(WANTED, CATALOG, "other").project) is None


def test_a_grid_of_the_room_is_kept_until_another_is_required():
    by_hand = perform(PROJECT, SetPlan(grid=RoomGrid(first="B7"), north_deg=90.0))
    limited = replace(WANTED, limits=replace(WANTED.limits, models=3))
    same = perform(by_hand, redesign(by_hand, assembled(limited, by_hand)))
    assert same.floor.plan == by_hand.floor.plan
    room = replace(WANTED.room or RoomRequirement(), grid=RoomGrid(pitch_m=0.5))
    required = replace(WANTED, room=room)
    after = perform(by_hand, redesign(by_hand, assembled(required, by_hand)))
    assert after.floor.plan.grid == RoomGrid(pitch_m=0.5)
    assert after.floor.plan.north_deg == 90.0
    assert requirements_of(after).room == room
    fewer_hosts = replace(required, hosts=(replace(WANTED.hosts[0], count=100),))
    edited = perform(after, SetPlan(grid=RoomGrid(first="C1")))
    again = perform(edited, redesign(edited, assembled(fewer_hosts, edited)))
    assert again.floor.plan == edited.floor.plan


def assembled(wanted, before):
    searched = search_fabrics(wanted, CATALOG)
    return assemble(wanted, searched.designs, CATALOG, before.name, before=before)

"""A hall of other equipment as a project: racks in rows, nothing is designed into units that are taken."""

import dataclasses

import pytest
from msgspec.structs import replace

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.dcim.hall import Hall, HallRack, Taken
from fatdesk.engine.design.requirements_file import parse_requirements
from fatdesk.engine.design.search import search
from fatdesk.engine.floor.floor import Reserved, rack_label
from fatdesk.project.commands.history import perform
from fatdesk.project.derived.check import check
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.designing import assemble
from fatdesk.project.designing.hall import hall_project, places_of_labels
from fatdesk.project.designing.hall_merge import merge_hall
from fatdesk.project.files.storing import load_project, save_project

RACK = HallRack(
    name="A01", location="", cell="", model="AR3300", vendor="APC", height_u=42, width_mm=600.0,
    depth_mm=1200.0, mass_limit_kg=1360.8, taken=(Taken(1, 10, "store-1 (Old)"), Taken(40, 3, "patch")),
)  # fmt: skip


def hall_of(*racks: HallRack) -> Hall:
    return Hall("Hall 3", "https://netbox.example.com", racks, 2, ())


def test_devices_are_designed_into_the_free_units_of_a_hall(tmp_path):
    """60 hosts and 6 switches of 1 U in three racks with 29 free units each, and an empty one."""
    racks = [dataclasses.replace(RACK, name=name) for name in ("A01", "A02", "A03")]
    empty = dataclasses.replace(RACK, name="A04", taken=())
    made = hall_project(hall_of(*racks, empty), "hall")
    assert made.free_u == 3 * 29 + 42
    project = made.project
    save_project(project, tmp_path / "hall.fatdesk")
    assert load_project(tmp_path / "hall.fatdesk").project == project
    catalog = Catalog([*load_shipped([]), *project.parts])
    wish = b"""
hosts: [{name: n, part: server-1u, count: 60}]
fabrics: [{name: compute, blocking: 1, edge: [ib-36], core: [ib-36], families: [two-level]}]
"""
    required = replace(parse_requirements(wish, "w.yaml", catalog), room=project.wishes.room)
    best = search(required, required.fabrics[0], catalog).best.design
    placed = assemble(required, [best], catalog, "hall", before=project)
    reserved = {rack_label(rack): rack.reserved for rack in project.floor.racks}
    assert {rack_label(rack): rack.reserved for rack in placed.floor.racks} == reserved
    assert sum(len(rack.devices) for rack in placed.floor.racks) == 66
    assert not [some for some in check(Derived(placed)) if some.finding.severity.name == "ERROR"]


@pytest.mark.parametrize(
    ("names", "places"),
    [
        (("A01", "A02", "B01"), [(0, 0), (0, 1), (1, 0)]),
        (("R1-07", "R1-08", "R2-07"), [(0, 6), (0, 7), (1, 6)]),
        (("alpha", "beta", "gamma"), [(0, 0), (0, 1), (0, 2)]),
        (("C900", "C901"), [(2, 0), (2, 1)]),
    ],
)
def test_rows_follow_the_names(names, places):
    assert places_of_labels([("", name) for name in names]) == places


def test_cells_decide_where_all_racks_have_one_and_equal_names_get_their_location():
    racks = [
        dataclasses.replace(RACK, name="R1", location=room, cell=cell)
        for room, cell in (("North", "B03"), ("South", "A02"), ("East", "A03"))
    ]
    found = {
        rack_label(rack): (rack.row, rack.position)
        for rack in hall_project(hall_of(*racks), "h").project.floor.racks
    }
    assert found == {"North R1": (1, 2), "South R1": (0, 1), "East R1": (0, 2)}


def test_unknown_sizes_are_assumed_and_noted():
    made = hall_project(hall_of(dataclasses.replace(RACK, width_mm=None, mass_limit_kg=None)), "h")
    (part,) = made.project.parts
    assert (part.width_mm, part.depth_mm, part.mass_limit_kg) == (609.6, 1200.0, None)
    assert any("609.6 x 914.4 mm" in note for note in made.notes)


def project_with(*racks, **changes):
    """A project of a hall of these racks, in which the first has other reserved units."""
    project = hall_project(hall_of(*racks), "h").project
    first, *rest = project.floor.racks
    return replace(project, floor=replace(project.floor, racks=(replace(first, **changes), *rest)))


def test_a_hall_is_pulled_into_a_project_as_one_step_and_the_second_pull_changes_nothing():
    """A rack that is new, a block that is new, one that others replaced, one partly reserved here."""
    other = dataclasses.replace(RACK, name="A02", model="Wide", height_u=47, taken=(Taken(45, 3, "s (T)"),))
    project = project_with(
        RACK,
        reserved=(
            Reserved(u=1, height_u=10, note="store-0 (Gone)"),
            Reserved(u=20, height_u=2, note="for us"),
            Reserved(u=40, height_u=1),
        ),
    )
    made = merge_hall(project, hall_of(RACK, other))
    assert [tuple(line) for line in made.lines] == [
        ("change", "A01", "units 1 to 10: store-0 (Gone) -> store-1 (Old)"),
        ("reserve", "A01", "units 41 to 42: patch"),
        ("kept", "A01", "units 20 to 21 reserved here alone (for us)"),
        ("add", "A02", "47 units, 3 of them taken"),
        ("reserve", "A02", "units 45 to 47: s (T)"),
    ]
    after = perform(project, made.step)
    first, second = after.floor.racks
    assert [(one.u, one.height_u, one.note) for one in first.reserved] == [
        (1, 10, "store-1 (Old)"), (20, 2, "for us"), (40, 1, ""), (41, 2, "patch"),
    ]  # fmt: skip
    assert (rack_label(second), second.row, second.position) == ("A02", 0, 1)
    assert {part.id for part in after.parts} == {"netbox-ar3300-42u", "netbox-wide-47u"}
    again = merge_hall(after, hall_of(RACK, other))
    assert (again.step, [line.action for line in again.lines]) == (None, ["kept"])
    assert not [some for some in check(Derived(after)) if some.finding.severity.name == "ERROR"]


def test_planned_devices_stay_and_what_others_have_there_is_a_conflict(designed):
    """Hosts of the plan are not reserved over; equipment of the same name is the planned device."""
    project = designed("nodes-60")
    rack = project.floor.racks[0]
    names = Derived(project).plan.device_names
    lowest, second = sorted(rack.devices, key=lambda one: one.u)[:2]
    taken = (
        Taken(lowest.u, 1, "store-1 (Old)"),
        Taken(second.u, 1, f"{names[second.id].upper()} (Server)"),
    )
    made = merge_hall(project, hall_of(dataclasses.replace(RACK, name=rack_label(rack), taken=taken)))
    (line,) = made.lines
    assert (line.action, made.step) == ("conflict", None)
    assert line.what == f"unit {lowest.u}: {names[lowest.id]} in the plan, store-1 (Old) there"
    assert "1 rack of the project not there, which stay" in " ".join(made.notes)


def test_racks_whose_place_is_taken_get_a_row_of_their_own_and_other_heights_are_reported():
    project = project_with(RACK, label="B77")
    made = merge_hall(project, hall_of(RACK, dataclasses.replace(RACK, name="B77", height_u=47, taken=())))
    assert ("conflict", "B77", "has 42 units here, 47 there") in [tuple(line) for line in made.lines]
    after = perform(project, made.step)
    assert {rack_label(rack): (rack.row, rack.position) for rack in after.floor.racks} == {
        "B77": (0, 0), "A01": (1, 0),
    }  # fmt: skip

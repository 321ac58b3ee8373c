"""Identifiers of ports on a floor: printed on both ends of each cable, and found again."""

import pytest
from msgspec.structs import replace

from fatdesk.engine.drawing.sheets.labels import labels_of
from fatdesk.engine.floor.room_grid import RoomGrid
from fatdesk.engine.identifiers.schemes import SCHEMES, Identifiers
from fatdesk.engine.wiring.port_identifiers import Found, Marking, port_values, printed_port
from fatdesk.engine.wiring.rows import Writing, near_labels
from fatdesk.project.derived.derived import Derived

OWN = Identifiers(scheme="own", template="{row}{rack:02}.{u_from_top:02}:{device}/[{slot}.]{port}[{side}]")
EVERY = (*(Identifiers(scheme=name, floor="4", room="BK") for name in SCHEMES), OWN)


@pytest.fixture(params=["nodes-60", "gpu-31", "blades-224"])
def project(request, designed):
    """An example in a room with a grid."""
    made = designed(request.param)
    plan = replace(made.floor.plan, grid=RoomGrid(x_m=-1.2, y_m=-1.2))
    return replace(made, floor=replace(made.floor, plan=plan))


def derived_of(project, identifiers):
    return Derived(replace(project, naming=replace(project.naming, identifiers=identifiers)))


def ends(row):
    return (row.a, *(row.legs or (row.b,)))


@pytest.mark.parametrize("identifiers", EVERY, ids=lambda one: one.scheme)
def test_each_end_is_found_by_its_identifier(project, identifiers):
    derived = derived_of(project, identifiers)
    marking, names = derived.marking, derived.device_names
    seen = set()
    for row in derived.rows:
        for end in ends(row):
            if end.rack is None:
                assert not end.identifier
                continue
            found = marking.find(end.identifier)
            assert isinstance(found, Found), found
            assert names[found.device] == end.device
            assert found.port == end.port
            seen.add(end.identifier)
    every = [end for row in derived.rows for end in ends(row) if end.rack is not None]
    assert len(seen) == len(every)


def test_both_ends_of_a_label_are_parsed_near_end_first(project):
    derived = derived_of(project, EVERY[1])
    marking, names = derived.marking, {name: one for one, name in derived.device_names.items()}
    for row in derived.rows[:200]:
        if None in (row.a.rack, row.b.rack):
            continue
        for near, far in ((row.a, row.b), (row.b, row.a)):
            assert near.label == f"{near.near}/{near.far}"
            found = [marking.find(one) for one in marking.ends_of(near.label)]
            assert [one.device for one in found] == [names[near.device], names[far.device]]
        first, second = labels_of(row, "1")
        assert (first.here, first.there) == (row.a.identifier, row.b.identifier)
        assert (second.here, second.there) == (row.b.identifier, row.a.identifier)


def test_labels_that_are_checked_are_those_of_rows(project):
    derived = derived_of(project, EVERY[2])
    naming = derived.project.naming
    writing = Writing(derived.names, naming.label, derived.project.floor, derived.catalog, naming.identifiers)
    near = [label for label, _ in near_labels(derived.cabling, writing)]
    assert near == [end.near for row in derived.rows for end in ends(row)]


def test_a_rack_is_identified_by_the_first_part_of_the_template(project):
    for identifiers, rack in zip(EVERY, ("4BK-AC04", "4BK.A01", "R1", "A01", "A01"), strict=True):
        assert derived_of(project, identifiers).marking.rack(0) == rack


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("R1-U01", "is not an identifier by the scheme R{number}-U{u}-P"),
        ("r1-u1-p1", "is not an identifier by the scheme"),
        ("x" * 400, "is not an identifier by the scheme"),
        ("R99-U1-P1", "names a rack that the project does not have: number 99"),
        ("R1-U99-P1", "names unit 99 of rack A01, where no device begins"),
    ],
)
def test_a_wrong_identifier_is_refused_with_the_reason(designed, text, reason):
    marking = derived_of(designed("nodes-60"), Identifiers(scheme="rack-unit")).marking
    assert reason in marking.find(text)


def test_a_port_or_unit_that_a_device_does_not_begin_with_is_named(designed):
    derived = derived_of(designed("nodes-60"), Identifiers(scheme="rack-unit"))
    end = derived.rows[0].a
    port = end.identifier.rpartition("-")[0] + "-P99"
    assert derived.marking.find(port) == f"names port 99 of {end.device}, which has no such port"
    tall = derived_of(designed("gpu-31"), Identifiers(scheme="rack-unit"))
    host = next(end for row in tall.rows for end in ends(row) if end.height_u and end.height_u > 2)
    rack, _, port = host.identifier.split("-")
    text = tall.marking.find(f"{rack}-U{host.u + 1}-{port}")
    assert text.endswith(f"where no device begins ({host.device} begins at unit {host.u})")


def test_without_a_grid_ends_have_plain_labels_and_a_finding(designed):
    derived = derived_of(designed("nodes-60"), Identifiers(scheme="tia-grid"))
    row = derived.rows[0]
    assert not row.a.identifier
    assert row.a.near == f"{row.a.rack_label}-{row.a.device}-P{row.a.port}"
    found = derived.findings_of_names(derived.named, derived.project.naming)
    assert [(one.rule, one.where) for one in found] == [("identifier-none", "identifiers")]
    assert found[0].text.startswith("no rack has a cell")


def test_labels_follow_the_grid(designed):
    made = designed("nodes-60")
    derived = derived_of(made, Identifiers(scheme="tia-grid", floor="1", room="A"))
    before = derived.rows[0].a.label
    project = derived.project
    plan = replace(project.floor.plan, grid=RoomGrid(first="AJ05"))
    derived = Derived(replace(project, floor=replace(project.floor, plan=plan)), derived)
    assert derived.rows[0].a.label != before
    assert derived.rows[0].a.label.startswith("1A-AJ06-")


def test_plugs_over_several_cages_have_no_port():
    assert port_values("", "3/1, 3/2") is None
    assert port_values("", "3/27") is None
    assert port_values("A", "3") is None
    for values in ({"port": "3"}, {"slot": 2, "port": "mgmt1"}, {"port": "12", "side": "B", "leg": 2}):
        assert port_values(*printed_port(values)) == values


def test_a_slot_of_an_enclosure_is_not_taken_for_a_card(designed):
    derived = derived_of(designed("blades-224"), Identifiers(scheme="from-top"))
    end = next(end for row in derived.rows for end in ends(row) if end.slot)
    found = derived.marking.find(end.identifier)
    assert derived.device_names[found.device] == end.device
    assert found.slot == ""


def test_a_marking_without_seats_prints_alone(designed):
    made = designed("nodes-60")
    marking = Marking(Identifiers(scheme="rack-unit"), made.floor, Derived(made).catalog)
    assert marking.rack(1) == "R2"
    assert marking.find("R1-U42-P1").startswith("names unit 42")

"""Reports and lists whose ports are named by the identifiers of the project."""

import pytest
from msgspec.structs import replace

from fatdesk.engine.asbuilt.comparing import compare
from fatdesk.engine.asbuilt.readers import read_discovered
from fatdesk.engine.floor.room_grid import RoomGrid
from fatdesk.engine.identifiers.schemes import SCHEMES, Identifiers
from fatdesk.project.derived.as_built import plan_for, report_for
from fatdesk.project.derived.derived import Derived


def derived_of(project, scheme):
    plan = replace(project.floor.plan, grid=RoomGrid(x_m=-1.2, y_m=-1.2))
    naming = replace(project.naming, identifiers=Identifiers(scheme=scheme, floor="1", room="A"))
    return Derived(replace(project, naming=naming, floor=replace(project.floor, plan=plan)))


def ends_of(derived):
    """The ends of each cable; of a splitter of each leg."""
    return [
        (row.a, leg)
        for row in derived.rows
        for leg in (row.legs or (row.b,))
        if None not in (row.a.rack, leg.rack)
    ]


def compared(derived, lines):
    found = read_discovered("\n".join(lines).encode(), "room.csv")
    report = report_for(derived, found)
    return compare(plan_for(derived, report), report)


@pytest.fixture
def sixty(designed):
    return derived_of(designed("nodes-60"), "rack-unit")


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("name", ["nodes-60", "gpu-31", "blades-224"])
def test_a_list_of_both_ends_is_matched(designed, name, scheme):
    derived = derived_of(designed(name), scheme)
    ends = ends_of(derived)
    built = compared(
        derived, ["Identifier A,Identifier B", *(f"{a.identifier},{b.identifier}" for a, b in ends)]
    )
    assert not [note for note in built.notes if note.line]
    assert not built.unknown
    assert built.matched >= len(ends)


def test_labels_of_both_ends_are_read_by_their_near_end(sixty):
    lines = ["From label,To label", *(f"{a.label},{b.label}" for a, b in ends_of(sixty))]
    built = compared(sixty, lines)
    assert (built.matched, built.planned, built.differences) == (132, 132, ())


def test_ports_of_a_table_are_named_by_identifiers(sixty):
    lines = ["node,port,remote node,remote port"]
    lines += [f"{a.device},{a.identifier},{b.device},{b.identifier}" for a, b in ends_of(sixty)]
    assert compared(sixty, lines).matched == 132


def test_an_exchange_in_a_list_is_found_and_named(sixty):
    ends = ends_of(sixty)
    (a, b), (c, d), *others = ends
    pairs = [(a, d), (c, b), *others]
    built = compared(sixty, ["A end,B end", *(f"{one.identifier},{two.identifier}" for one, two in pairs)])
    assert [str(one.kind) for one in built.differences] in (["swap"], ["devices"])


def test_wrong_identifiers_are_noted_with_their_line_and_stay_as_they_are(sixty):
    pairs = [[a.identifier, b.identifier] for a, b in ends_of(sixty)]
    pairs[1][0] = "R1-U99-P2"
    pairs[2][0] = "R1-41-3"
    pairs[4][1] = "R9-U1-P1"
    built = compared(sixty, ["near end,far end", *map(",".join, pairs)])
    notes = {note.line: note.what for note in built.notes}
    assert notes[3] == "R1-U99-P2 names unit 99 of rack A01, where no device begins"
    assert notes[4].startswith("R1-41-3 is no identifier by the scheme R{number}-U{u}")
    assert notes[6] == "R9-U1-P1 names a rack that the project does not have: number 9"
    assert set(built.unknown) == {"R1-U99-P2", "R1-41-3"}  # the host in rack 9 is recognised by its port
    assert built.matched == 130


def test_an_identifier_of_another_device_than_that_which_reports_it_is_noted(sixty):
    (a, b), *others = ends_of(sixty)
    lines = ["node,port,remote node,remote port", f"E02,{a.identifier},{b.device},{b.identifier}"]
    lines += [f"{one.device},{one.identifier},{two.device},{two.identifier}" for one, two in others]
    built = compared(sixty, lines)
    assert [(note.line, note.what) for note in built.notes if "reports" in note.what] == [
        (2, f"E02 reports {a.identifier}, which is a port of {a.device}")
    ]


def test_a_report_without_identifiers_stays_as_it_is(sixty):
    lines = ["node,port,remote node,remote port", "E01,1,n01,1", "E01,2,n02,1"]
    found = read_discovered("\n".join(lines).encode(), "room.csv")
    assert report_for(sixty, found) is found


def test_many_wrong_identifiers_are_counted(sixty):
    pairs = [(a.identifier, b.identifier) for a, b in ends_of(sixty)]
    wrong = [(f"R1-U99-P{n}", f"R1-U98-P{n}") for n in range(1, 41)]
    built = compared(sixty, ["near end,far end", *map(",".join, [*pairs, *wrong])])
    assert built.notes[-1].what == "identifiers that name no port of the plan: 60 more"

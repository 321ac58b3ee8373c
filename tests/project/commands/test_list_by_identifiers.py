"""Returned lists that name cables by the identifiers of both ends instead of their ids."""

import pytest
from msgspec.structs import replace

from fatdesk.core.errors import InputError
from fatdesk.engine.identifiers.schemes import Identifiers
from fatdesk.project.commands.list_import import read_back
from fatdesk.project.derived.derived import Derived
from tests.project.commands.returned_lists import as_csv, plain, rows_of, splitting, wiring_bytes

HEAD = ["A identifier", "B identifier", "Status", "Remark"]


def derived_of(project):
    naming = replace(project.naming, identifiers=Identifiers(scheme="rack-unit"))
    return Derived(replace(project, naming=naming))


@pytest.fixture(scope="module")
def sixty():
    return derived_of(plain())


def read(of, rows):
    return read_back(of, [("room.csv", as_csv(rows))])


def ends_of(of, number):
    row = of.rows[number]
    return row.a.identifier, row.b.identifier


def test_rows_are_those_of_the_cable_that_has_both_ends(sixty):
    (a, b), (c, d) = ends_of(sixty, 3), ends_of(sixty, 7)
    report = read(sixty, [HEAD, [a, b, "laid", ""], [d, c, "tested", "far end first"]])
    changes = [(one.line, one.key, one.field, one.becomes) for one in report.changes]
    ids = [sixty.rows[number].id for number in (3, 7)]
    assert changes == [
        (2, ids[0], "status", "laid"),
        (3, ids[1], "status", "tested"),
        (3, ids[1], "remark", "far end first"),
    ]
    assert not [one for one in report.remarks if one.severity == "error"]


def test_wrong_identifiers_are_named_with_file_and_line(sixty):
    (a, b), (c, d) = ends_of(sixty, 3), ends_of(sixty, 7)
    rows = [
        HEAD,
        [a, "R1-U99-P1", "laid", ""],
        ["A1-3", b, "laid", ""],
        [a, d, "laid", ""],
        [c, "", "laid", ""],
    ]
    report = read(sixty, rows)
    assert not report.changes
    found = [str(one) for one in report.remarks if one.severity == "error"]
    scheme = "R{number}-U{u}-P[{slot}/]{port}[{side}][.{leg}]"
    not_applied = "; nothing of the row is applied"
    assert found == [
        f"room.csv:2: identifier_b: R1-U99-P1 names unit 99 of rack A01, where no device begins{not_applied}",
        f"room.csv:3: identifier_a: A1-3 is not an identifier by the scheme {scheme}{not_applied}",
        f"room.csv:4: identifier_a: no cable of this project joins {a} and {d}",
        f"room.csv:5: identifier_b: is empty{not_applied}",
    ]


def test_a_wrong_identifier_next_to_the_id_of_a_cable_is_a_contradiction_with_the_reason(sixty):
    rows = rows_of(wiring_bytes(sixty))
    at = rows[0].index("B identifier")
    was = rows[5][at]
    rows[5][at] = "R1-U99-P1"
    report = read(sixty, rows)
    (error,) = [one for one in report.remarks if one.severity == "error"]
    assert (error.line, error.field) == (6, "identifier_b")
    why = "it names unit 99 of rack A01, where no device begins"
    assert error.what.endswith(f", the design “{was}”, which a list cannot change; {why}")


def test_legs_of_a_splitter_are_those_of_their_far_end():
    of = derived_of(splitting())
    number, row = next((n, row) for n, row in enumerate(of.rows) if len(row.legs) > 1)
    pairs = [[row.a.identifier, leg.identifier, "laid", ""] for leg in row.legs]
    report = read(of, [HEAD, *pairs[::-1]])
    assert [(one.key, one.becomes) for one in report.changes] == [(row.id, "laid")]
    assert number >= 0


def test_a_list_without_scheme_or_id_is_refused_with_the_reason():
    of = Derived(plain())
    report = read(of, [HEAD, ["R1-U1-P1", "R1-U2-P1", "laid", ""]])
    assert not report.changes
    assert any("the project has no scheme of identifiers" in one.what for one in report.remarks)
    report = read(of, [HEAD, ["9" * 5000, "R1-U2-P1", "laid", ""]])
    assert all(len(one.what) < 300 for one in report.remarks)
    with pytest.raises(InputError, match="has no head of a wiring list"):
        read(of, [["A identifier", "Status"], ["R1-U1-P1", "laid"]])

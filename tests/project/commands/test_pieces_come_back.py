"""Lists of pieces that come back: ticks are recorded, contradictions named, nothing else changes."""

import csv
import io
from functools import cache

import pytest

from fatdesk.engine.export.structured import PIECES_CSV, XLSX
from fatdesk.project.commands.list_import import read_back, taking
from fatdesk.project.derived.check import check
from fatdesk.project.derived.derived import Derived
from tests.engine.structured.samples import four_units, four_units_derived, with_rules


@cache
def project():
    """Four units with the 128 links between two of their racks over panels."""
    floor = four_units().floor
    trunk = min(four_units_derived().structured.trunks, key=lambda trunk: len(trunk.cables))
    ends = tuple(f"rack:{floor.racks[rack].number}" for rack in trunk.rack)
    return with_rules(four_units(), panel_ends=(ends,))


@cache
def derived():
    return Derived(project())


@pytest.fixture(scope="module")
def exported():
    """The rows of the exported list as a spreadsheet program would read them."""
    [data] = PIECES_CSV.make(derived().plan).values()
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"))))


def as_file(rows):
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    return out.getvalue().encode()


def changed(exported, *edits):
    """The list with some cells changed, each by row from 1, column and text."""
    rows = [list(row) for row in exported]
    for number, column, text in edits:
        rows[number][rows[0].index(column)] = text
    return rows


def report_of(rows, after=None):
    return read_back(after or derived(), [("pieces.csv", as_file(rows))])


def test_the_list_as_it_was_changes_nothing(exported):
    report = report_of(exported)
    assert len(exported) == 1 + 3 * 128
    assert (report.rows, report.changes, report.findings) == (384, (), ())
    assert report.kinds == (("pieces.csv", "pieces"),)


def test_ticks_are_recorded_and_stay(exported):
    edits = [
        (1, "status", "Installed"),
        (2, "result", "pass"),
        (2, "tested_by", "KL"),
        (3, "measured_m", "1.25"),
        (3, "remark", "green boot"),
    ]
    report = report_of(changed(exported, *edits))
    assert not report.findings
    ids = [row[0] for row in exported[1:4]]
    assert [(change.key, change.field, change.value) for change in report.changes] == [
        (ids[0], "status", "installed"),
        (ids[1], "tested_by", "KL"),
        (ids[1], "result", "pass"),
        (ids[2], "remark", "green boot"),
        (ids[2], "measured_m", 1.25),
    ]
    after = Derived(taking(project(), report.changes).apply(project()))
    assert [ending[-2:] for ending in ids] == ["-A", "-B", "-C"]
    [data] = PIECES_CSV.make(after.plan).values()
    again = list(csv.reader(io.StringIO(data.decode("utf-8-sig"))))
    expected = changed(exported, *edits, (1, "status", "installed"))
    assert again == expected
    assert not report_of(again, after).changes
    assert not [one for one in check(after) if one.finding.rule == "no-such-cable"]


def test_the_sheet_of_the_workbook_comes_back(exported):
    [data] = XLSX.make(derived().plan).values()
    report = read_back(derived(), [("structured.xlsx", data)])
    assert (report.rows, report.changes) == (384, ())


@pytest.mark.parametrize(
    ("edit", "field", "what"),
    [
        ((1, "a_port", "99/9"), "a_port", "contradicts the design"),
        ((1, "fibres", "1-99"), "fibres", "contradicts the design"),
        ((1, "piece_id", "no-such-piece"), "piece_id", "is not a piece of the project"),
        ((1, "piece_id", "9" * 5000), "piece_id", "is not a piece of the project"),
        ((1, "status", "instaled"), "status", "did you mean “installed”"),
        ((1, "measured_m", "9000"), "measured_m", "cannot be the length"),
        ((1, "measured_m", "long"), "measured_m", "long"),
    ],
)
def test_what_cannot_be_is_named_with_its_line(exported, edit, field, what):
    rows = changed(exported, edit, (1, "remark", "seen")) if field == "a_port" else changed(exported, edit)
    report = report_of(rows)
    found = [one for one in report.findings if one.field == field]
    assert [one.line for one in found] == [2]
    assert what in found[0].what
    assert len(str(found[0])) < 300
    assert not report.changes


def test_rows_that_come_twice(exported):
    report = report_of([*exported, exported[1]])
    assert [(one.line, one.field) for one in report.findings] == [(386, "piece_id")]


def test_columns_that_are_gone_are_noted(exported):
    keep = [n for n, name in enumerate(exported[0]) if name not in ("remark", "result")]
    report = report_of([[row[n] for n in keep] for row in exported])
    assert not report.findings
    assert any("no column remark, result" in one.what for one in report.notes)

"""Wiring lists and bills that come back: what was edited is reported, all of it and nothing else."""

import io
import random
from decimal import Decimal

import msgspec
import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.core.errors import FatdeskError, InputError, InputErrors
from fatdesk.core.finding import Severity
from fatdesk.engine.catalog.parts import Cable
from fatdesk.engine.listing.cells import plain_number
from fatdesk.engine.listing.wiring_columns import COLUMNS
from fatdesk.project.commands.bill import SetAlternative, SetPart
from fatdesk.project.commands.cables import SetCables
from fatdesk.project.commands.history import History, perform
from fatdesk.project.commands.list_import import read_back, taking
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.cable_records import CableRecord
from tests.project.commands import returned_lists as lists
from tests.project.commands.returned_lists import as_csv, edited, report_on, rows_of, taken

TITLES = [column.title for column in COLUMNS]
PLACE = {column.name: number for number, column in enumerate(COLUMNS)}
TEXT = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Co", "Cn", "Zl", "Zp")), max_size=9
)


@pytest.fixture(scope="module")
def plain():
    return lists.derived("plain")


@pytest.fixture(scope="module")
def splitting():
    return lists.derived("splitting")


def stated(report):
    return {(str(change.key), change.field): change.value for change in report.changes}


def rules(report):
    return [(remark.line, remark.field) for remark in report.findings]


@pytest.mark.parametrize("name", ["plain", "splitting"])
@pytest.mark.parametrize("make", [lists.wiring_bytes, lists.bill_bytes])
def test_a_list_that_nobody_edited_changes_nothing(name, make):
    of = lists.derived(name)
    data = make(of)
    for file in (data, as_csv(rows_of(data)), as_csv(rows_of(data), ";"), as_csv(rows_of(data), "\t")):
        report = report_on(of, file)
        assert (report.changes, report.findings, report.missing) == ((), (), ())
        assert report.rows >= 5
        assert not report.notes


def test_edits_by_openpyxl_are_reported_and_taken_as_one_step(plain):
    rows = plain.rows
    data = edited(
        lists.wiring_bytes(plain),
        {
            (2, "Status"): "laid",
            (2, "Remark"): "checked twice",
            (3, "Tested by"): "Ada",
            (3, "Result"): "pass",
            (4, "Measured, m"): 2.25,
            (5, "Phase"): 2,
        },
    )
    report = report_on(plain, data)
    assert stated(report) == {
        (rows[0].id, "status"): "laid",
        (rows[0].id, "remark"): "checked twice",
        (rows[1].id, "tested_by"): "Ada",
        (rows[1].id, "result"): "pass",
        (rows[2].id, "measured_m"): 2.25,
        (rows[3].id, "phase"): "2",
    }
    assert [change.line for change in report.changes] == [2, 2, 3, 3, 4, 5]
    assert str(report.changes[0]) == f"list.xlsx:2: status: {rows[0].id}: planned -> laid"
    assert not report.findings
    history = History(plain.project)
    history.do(taking(plain.project, report.changes))
    assert history.project.cables[rows[1].id] == CableRecord(id=rows[1].id, tested_by="Ada", result="pass")
    assert history.undo_label == "Apply 6 changes from list.xlsx"
    history.undo()
    assert history.project == plain.project
    after = taken(plain, report)
    again = report_on(after, data)
    assert (again.changes, again.findings) == ((), ())
    assert "is of an earlier state" in again.notes[0].what


def test_only_what_is_chosen_is_taken(plain):
    data = edited(lists.wiring_bytes(plain), {(2, "Status"): "laid", (3, "Status"): "laid"})
    report = report_on(plain, data)
    project = perform(plain.project, taking(plain.project, report.changes[1:]))
    assert list(project.cables) == [plain.rows[1].id]
    with pytest.raises(FatdeskError, match="no change to apply"):
        taking(plain.project, [])


@given(st.data())
@pytest.mark.parametrize("name", ["plain", "splitting"])
def test_random_edits_are_what_is_reported(name, data):
    """Rows sorted, columns moved and added, cells edited, rows taken away or doubled: all told, no more."""
    of = lists.derived(name)
    head, *body = rows_of(lists.wiring_bytes(of))
    chance = random.Random(data.draw(st.integers(0, 2**32)))
    ids = sorted({row[0] for row in body})
    chosen = chance.sample(ids, 9)
    expected, wrong = {}, set()
    for cable, field in zip(
        chosen[:5], ("status", "remark", "tested_by", "measured_m", "result"), strict=True
    ):
        value = data.draw(TEXT)
        if field == "measured_m":
            value = data.draw(st.integers(1, 9_000)) / 1000
        mine = [row for row in body if row[0] == cable]
        for row in mine[: 1 if field == "measured_m" else None]:
            row[PLACE[field]] = value
        now = value.strip() if isinstance(value, str) else value
        now = now or ("planned" if field == "status" else "")
        if now != ("planned" if field == "status" else ""):
            expected[cable, field] = now
    for cable, field in ((chosen[5], "a_port"), (chosen[6], "b_device")):
        row = next(row for row in body if row[0] == cable)
        row[PLACE[field]] = f"{row[PLACE[field]]}x"
        wrong.add((cable, field))
    body = [row for row in body if row[0] != chosen[7]]
    doubled = next(row for row in body if row[0] == chosen[8])
    body.append(list(doubled))
    wrong.add((chosen[8], "cable_id"))
    chance.shuffle(body)
    order = list(range(len(head)))
    chance.shuffle(order)
    rows = [[row[n] for n in order] for row in (head, *body)]
    for row in rows:
        row.insert(3, "Installer" if row is rows[0] else "x")
    report = report_on(of, as_csv(rows, chance.choice(",;\t")), "list.csv")
    assert stated(report) == expected
    assert {(remark.key, remark.field) for remark in report.findings if remark.key} == wrong
    assert report.missing == (chosen[7],)
    after = taken(of, report) if report.changes else of
    for (cable, field), value in expected.items():
        assert getattr(after.project.cables[cable], field) == value


def test_what_contradicts_the_design_is_told_and_not_taken(plain):
    rows = plain.rows
    data = edited(
        lists.wiring_bytes(plain),
        {
            (2, "A port"): "99",
            (3, "B rack"): "Z99",
            (4, "A device"): "nobody",
            (5, "Kind"): "AOC" if rows[3].kind != "AOC" else "DAC",
            (6, "Ordered, m"): 4.44,
            (7, "Cable"): "no-such-cable",
            (8, "Measured, m"): "long",
            (9, "Measured, m"): -1,
            (10, "Computed, m"): 0.5,
            (11, "Cable part"): "ib-36",
            (12, "Cable part"): "nothing-of-that-name",
        },
    )
    report = report_on(plain, data)
    assert report.changes == ()
    assert set(rules(report)) == {
        (1, "cable_id"),  # the one whose id is another now is missing
        (2, "a_port"),
        (3, "b_rack"),
        (4, "a_device"),
        (5, "kind"),
        (6, "ordered_m"),
        (7, "cable_id"),
        (8, "measured_m"),
        (9, "measured_m"),
        (10, "computed_m"),
        (11, "part"),
        (12, "part"),
    }
    assert report.missing == (rows[5].id,)
    assert str(report.findings[0]).startswith("list.xlsx:2: a_port: net1/")
    words = "\n".join(map(str, report.findings))
    assert "is not sold in 4.44 m" in words
    assert "there is no part nothing-of-that-name in the project" in words


def test_rows_that_say_different_things_are_not_taken(plain):
    rows = rows_of(lists.wiring_bytes(plain))
    rows.append(list(rows[1]))
    rows[1][PLACE["status"]] = "laid"
    report = report_on(plain, as_csv(rows), "l.csv")
    assert report.changes == ()
    assert {remark.field for remark in report.findings} == {"cable_id", "status"}
    assert any("is laid in line 2 and planned in line 134" in remark.what for remark in report.findings)


def test_all_legs_of_a_splitter_say_the_state_and_the_first_the_length(splitting):
    head, *body = rows_of(lists.wiring_bytes(splitting))
    cable = next(row for row in splitting.rows if len(row.legs) == 4)
    mine = [row for row in body if row[0] == cable.id]
    assert len(mine) == 4
    for row in mine[::-1]:
        row[PLACE["status"]] = "laid"
    mine[0][PLACE["measured_m"]] = 3.5
    report = report_on(splitting, as_csv([head, *body[::-1]]))
    assert stated(report) == {(cable.id, "status"): "laid", (cable.id, "measured_m"): 3.5}
    mine[2][PLACE["status"]] = "planned"
    report = report_on(splitting, as_csv([head, *body]))
    assert stated(report) == {(cable.id, "measured_m"): 3.5}
    assert [remark.field for remark in report.findings] == ["status"]
    body.remove(mine[3])
    assert (
        "has 4 legs in the project and 3 in the list"
        in report_on(splitting, as_csv([head, *body])).findings[-1].what
    )


def test_another_part_and_another_length_are_taken_where_they_fit(plain):
    row = plain.rows[0]
    part = next(part for part in plain.project.parts if part.id == row.part)
    assert isinstance(part, Cable)
    longer = max(length.m for length in part.lengths)
    report = report_on(plain, edited(lists.wiring_bytes(plain), {(2, "Ordered, m"): longer}))
    assert stated(report) == {(row.id, "length_m"): longer}
    after = taken(plain, report)
    assert after.rows[0].length.ordered_um == round(longer * 1e6)
    # back by rule: an empty cell of what was decided by hand
    back = report_on(after, edited(lists.wiring_bytes(after), {(2, "Ordered, m"): None}))
    assert stated(back) == {(row.id, "length_m"): None}
    assert taken(after, back).project.cables == plain.project.cables
    other = next(
        one.id
        for one in plain.project.parts
        if isinstance(one, Cable) and one.id != row.part and one.connectors == part.connectors
    )
    report = report_on(plain, edited(lists.wiring_bytes(plain), {(2, "Cable part"): other}))
    assert stated(report) == {(row.id, "part"): other}
    assert taken(plain, report).rows[0].part == other


def test_three_ways(plain):
    """What the project changed since the list was made stays; what both changed is decided by the user."""
    ids = [row.id for row in plain.rows[:3]]
    records = (
        CableRecord(id=ids[0], remark="old"),
        CableRecord(id=ids[1], remark="old"),
        CableRecord(id=ids[2], remark="old"),
    )
    before = Derived(perform(plain.project, SetCables(cables=records)))
    data = edited(lists.wiring_bytes(before), {(3, "Remark"): "theirs", (4, "Remark"): "theirs"})
    newer = tuple(msgspec.structs.replace(record, remark="ours") for record in records[:2])
    now = Derived(perform(before.project, SetCables(cables=newer)))
    report = report_on(now, data)
    assert stated(report) == {(ids[2], "remark"): "theirs"}
    assert [(remark.key, remark.field) for remark in report.findings] == [(ids[1], "remark")]
    assert "was “old” when the list was made, is “ours” in the project by now" in report.findings[0].what
    notes = " ".join(note.what for note in report.notes)
    assert "is of an earlier state" in notes
    assert "1 value is unchanged in the list" in notes


def test_csv_as_it_is_shown_keeps_what_was_measured_finer(plain):
    """LibreOffice writes figures with the two digits that it shows."""
    cable = plain.rows[0].id
    now = Derived(perform(plain.project, SetCables(cables=(CableRecord(id=cable, measured_m=2.3456),))))
    rows = rows_of(lists.wiring_bytes(now))
    lengths = [place for place, title in enumerate(TITLES) if title.endswith(", m")]
    for row in rows[1:]:
        for place in lengths:
            if isinstance(row[place], int | float):
                row[place] = f"{row[place]:.2f}".replace(".", ",")
    report = report_on(now, as_csv(rows, ";"), "shown.csv")
    assert (report.changes, report.findings) == ((), ())


def test_two_lists_together(plain):
    data = lists.wiring_bytes(plain)
    one = edited(data, {(2, "Status"): "laid", (3, "Status"): "laid"})
    two = edited(data, {(2, "Status"): "tested", (4, "Status"): "laid"})
    report = read_back(plain, [("one.xlsx", one), ("two.xlsx", two)])
    ids = [row.id for row in plain.rows]
    assert stated(report) == {(ids[1], "status"): "laid", (ids[2], "status"): "laid"}
    assert [(remark.file, remark.key) for remark in report.findings] == [("two.xlsx", ids[0])]
    head, *body = rows_of(data)
    halves = [("a.csv", as_csv([head, *body[:50]])), ("b.csv", as_csv([head, *body[49:]]))]
    assert read_back(plain, halves).missing == ()
    assert read_back(plain, halves[:1]).missing == tuple(ids[50:])


def test_of_several_files_those_that_cannot_be_read_are_errors(plain):
    data = edited(lists.wiring_bytes(plain), {(2, "Status"): "laid"})
    files = [("notes.csv", b"a,b\n1,2\n"), ("one.xlsx", data), ("torn.xlsx", b"PK\x03\x04 no more")]
    report = read_back(plain, files)
    assert stated(report) == {(plain.rows[0].id, "status"): "laid"}
    assert [(one.file, one.severity) for one in report.findings] == [
        ("notes.csv", Severity.ERROR),
        ("torn.xlsx", Severity.ERROR),
    ]
    assert str(report.findings[0]).startswith("notes.csv:1: file: has no head of a wiring list")
    with pytest.raises(InputErrors) as caught:
        read_back(plain, [files[0], files[2]])
    assert [one.file for one in caught.value.errors] == ["notes.csv", "torn.xlsx"]


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([["a", "b"], ["1", "2"]], "list.csv:1: file: has no head of a wiring list"),
        ([["Cable", "Status", "Cable"], ["x", "y", "z"]], "list.csv:1: cable_id: the column Cable occurs 2"),
        ([], "list.csv:1: file: has no head"),
    ],
)
def test_what_is_no_list_is_refused(plain, rows, words):
    with pytest.raises(InputError) as caught:
        report_on(plain, as_csv(rows), "list.csv")
    assert str(caught.value).startswith(words)


def test_words_over_the_head_and_sums_under_the_list_are_left_aside(plain):
    rows = rows_of(lists.wiring_bytes(plain))
    rows[1][PLACE["status"]] = "laid"
    total = [""] * len(rows[0])
    total[PLACE["cost"]] = "12"
    report = report_on(plain, as_csv([["Our list"], [], *rows, [], total]), "l.csv")
    assert [change.line for change in report.changes] == [4]
    assert not report.findings
    assert [note.field for note in report.notes] == ["row"]


# The bill


def test_prices_and_alternatives_of_the_bill(plain):
    bill = plain.bill.lines
    priced = next(n for n, line in enumerate(bill) if line.category == "cables")
    server = next(n for n, line in enumerate(bill) if line.part == "server-1u")
    switch = next(n for n, line in enumerate(bill) if line.category == "switches")
    data = edited(
        lists.bill_bytes(plain),
        {
            (priced + 2, "Unit price"): 12.5,
            (priced + 2, "Source"): "quote 17",
            (priced + 2, "Price date"): "2026-11-20",
            (server + 2, "Unit price"): 4000,
            (switch + 2, "Alternative"): "other-36",
        },
    )
    report = report_on(plain, data, "bill.xlsx")
    assert not report.findings
    after = taken(plain, report)
    line = after.bill.lines[priced]
    assert (line.unit_price, line.source, line.price_date) == (Decimal("12.5"), "quote 17", "2026-11-20")
    assert line.extended == Decimal("12.5") * line.order
    assert (after.bill.lines[server].unit_price, after.bill.lines[server].source) == (
        Decimal(4000),
        "bill.xlsx",
    )
    assert after.bill.lines[switch].alternative == "other-36"
    assert report_on(after, lists.bill_bytes(after)).changes == ()
    again = report_on(after, data, "bill.xlsx")
    assert (again.changes, again.findings) == ((), ())


def test_a_price_of_trays_without_a_part_makes_the_part(plain):
    """As the same price typed in the bill does."""
    trays = [n for n, line in enumerate(plain.bill.lines) if line.category == "trays"]
    names = [plain.bill.lines[n].part for n in trays]
    assert trays
    assert not set(names) & {part.id for part in plain.project.parts}
    data = edited(lists.bill_bytes(plain), {(n + 2, "Unit price"): 41.5 + n for n in trays})
    report = report_on(plain, data, "bill.xlsx")
    assert not report.findings
    after = taken(plain, report)
    sizes = {(tray.width_mm, tray.depth_mm) for tray in plain.project.floor.trays}
    made = [part for part in after.project.parts if part.id in names]
    assert {(part.width_mm, part.tray_depth_mm) for part in made} == sizes
    for n in trays:
        line, before = after.bill.lines[n], plain.bill.lines[n]
        assert (line.part, line.order, line.unit_price) == (before.part, before.order, Decimal(41.5 + n))
    assert report_on(after, data, "bill.xlsx").changes == ()
    gone = msgspec.structs.replace(
        plain.project, floor=msgspec.structs.replace(plain.project.floor, trays=())
    )
    with pytest.raises(FatdeskError, match=f"there is no part {names[0]} in the project by now"):
        taking(gone, report.changes)


def test_terms_of_purchase_of_the_bill(plain):
    bill = plain.bill.lines
    n, line = next((n, line) for n, line in enumerate(bill) if line.category == "cables" and line.unit_price)
    data = edited(
        lists.bill_bytes(plain),
        {(n + 2, "Pack size"): 25, (n + 2, "Discount, %"): 12.5, (n + 2, "Lead time, days"): "12 weeks"},
    )
    report = report_on(plain, data, "bill.xlsx")
    assert not report.findings
    after = taken(plain, report)
    new = after.bill.lines[n]
    assert (new.pack_size, new.discount_percent, new.lead_time_days) == (25, Decimal("12.5"), 84)
    assert new.order == -(-line.needed // 25) * 25 == new.needed + new.spares
    assert new.extended == line.unit_price * Decimal("0.875") * new.order
    others = sum(one.extended or 0 for one in bill if one is not line)
    assert after.bill.total.amount == others + new.extended
    assert after.bill.lead_time_days == (84, True)
    again = report_on(after, lists.bill_bytes(after))
    assert (again.changes, again.findings) == ((), ())


@pytest.mark.parametrize(
    ("title", "value"), [("Pack size", 0), ("Pack size", 2.5), ("Discount, %", 101), ("Lead time, days", -1)]
)
def test_terms_that_cannot_be_are_refused(plain, title, value):
    report = report_on(plain, edited(lists.bill_bytes(plain), {(2, title): value}), "bill.xlsx")
    assert report.changes == ()
    assert [one.line for one in report.findings] == [2]


def test_what_a_bill_cannot_decide_is_told(plain):
    data = edited(
        lists.bill_bytes(plain),
        {
            (2, "Needed"): 7,
            (3, "Spares"): 9,
            (4, "Unit price"): "much",
            (5, "Currency"): "EUR",
            (6, "Length, m"): 77,
            (2, "Lead time, days"): "soon",
            (2, "Phase"): "2",
        },
    )
    report = report_on(plain, data, "bill.xlsx")
    assert report.changes == ()
    assert {
        (2, "needed"),
        (3, "spares"),
        (4, "unit_price"),
        (5, "currency"),
        (6, "part"),
        (2, "lead_time"),
    } <= set(rules(report))
    assert [note.field for note in report.notes] == ["phase"]


def test_a_price_that_changed_on_both_sides_is_not_taken(plain):
    number, line = next(
        (n, line)
        for n, line in enumerate(plain.bill.lines)
        if line.category == "switches" and line.unit_price
    )
    data = edited(lists.bill_bytes(plain), {(number + 2, "Unit price"): 1})
    part = next(part for part in plain.project.parts if part.id == line.part)
    price = msgspec.structs.replace(part.price, amount=Decimal(2))
    now = Derived(perform(plain.project, SetPart(part=msgspec.structs.replace(part, price=price))))
    report = report_on(now, data)
    assert report.changes == ()
    assert [remark.field for remark in report.findings] == ["unit_price"]
    untouched = report_on(now, lists.bill_bytes(plain))
    assert (untouched.changes, untouched.findings) == ((), ())
    assert plain_number(Decimal(2)) == "2.00"


def test_an_alternative_goes_when_its_cell_is_emptied(plain):
    line = plain.bill.lines[0]
    command = SetAlternative(part=line.part, length_m=line.length_m, alternative="x")
    now = Derived(perform(plain.project, command))
    report = report_on(now, edited(lists.bill_bytes(now), {(2, "Alternative"): None}))
    assert stated(report) == {(line.part, "alternative"): ""}
    assert taken(now, report).project == plain.project


def test_severity_tells_what_contradicts_from_what_is_missing(plain):
    rows = rows_of(lists.wiring_bytes(plain))
    report = report_on(plain, as_csv(rows[:-1]))
    assert [remark.severity for remark in report.findings] == [Severity.WARNING]


def test_a_state_that_is_none_is_quoted_in_short(plain):
    """The state is in the hidden sheet, where only damage changes it."""
    book = openpyxl.load_workbook(io.BytesIO(lists.wiring_bytes(plain)))
    book["As exported"]["A2"] = "9" * 5000
    stream = io.BytesIO()
    book.save(stream)
    [note] = [one.what for one in report_on(plain, stream.getvalue()).notes if "earlier state" in one.what]
    assert len(note) < 120

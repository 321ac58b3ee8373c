"""Lists that come back erase nothing and guess nothing: cells without a value, swapped rows, old states."""

import io
import re
import zipfile
from decimal import Decimal

import openpyxl
import pytest
import xlsxwriter

from fatdesk.core.errors import InputError
from fatdesk.core.formats.sheets import read_sheets
from fatdesk.engine.listing.wiring_columns import COLUMNS
from fatdesk.project.commands.cables import SetCables
from fatdesk.project.commands.history import perform
from fatdesk.project.commands.racks import MoveRack
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.cable_records import CableRecord
from tests.project.commands import returned_lists as lists
from tests.project.commands.returned_lists import as_csv, edited, report_on, rows_of

TITLES = [column.title for column in COLUMNS]
PLACE = {column.name: number for number, column in enumerate(COLUMNS)}
FORMULA, ERROR = "formula without a stored value: open and save", "error value"


@pytest.fixture(scope="module")
def plain():
    return lists.derived("plain")


@pytest.fixture(scope="module")
def recorded(plain):
    """The first four cables with everything that people write down."""
    records = tuple(
        CableRecord(
            id=row.id, status="installed", remark="checked", measured_m=1.3, tested_by="Ada", phase="2"
        )
        for row in plain.rows[:4]
    )
    return Derived(perform(plain.project, SetCables(cables=records)), plain)


def said(report):
    return {(remark.line, remark.field): remark.what for remark in report.findings}


def ods(rows) -> bytes:
    """A spreadsheet of another program: ``formula:TEXT`` has no result, ``error:TEXT`` is an error value."""

    def cell(value) -> str:
        text = str(value).replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
        kind, _, rest = text.partition(":")
        if kind == "formula":
            return f'<table:table-cell table:formula="of:={rest}"/>'
        if kind == "error":
            return (
                f'<table:table-cell table:formula="of:=X()" office:value-type="string" '
                f'calcext:value-type="error"><text:p>{rest}</text:p></table:table-cell>'
            )
        if isinstance(value, int | float):
            return f'<table:table-cell office:value-type="float" office:value="{value}"/>'
        return f'<table:table-cell office:value-type="string"><text:p>{text}</text:p></table:table-cell>'

    body = "".join(f"<table:table-row>{''.join(map(cell, row))}</table:table-row>" for row in rows)
    spaces = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for name in ("office", "table", "text")
    )
    calc = 'xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"'
    content = f"<office:document-content {spaces} {calc}><office:body><office:spreadsheet>"
    content += f'<table:table table:name="Wiring">{body}</table:table>'
    content += "</office:spreadsheet></office:body></office:document-content>"
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as packed:
        packed.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        packed.writestr("content.xml", content)
    return stream.getvalue()


# Cells without a value


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("='x'&A2", FORMULA), ("=1+1", FORMULA), ("#N/A", ERROR), ("#REF!", ERROR), ("#DIV/0!", ERROR),
        ("Err:522", ERROR),
    ],
)  # fmt: skip
def test_cells_without_a_value_are_reported_and_left_alone(recorded, value, words):
    """As openpyxl and pandas write them: formulas without results, error values."""
    titles = {"Status": "status", "Remark": "remark", "Measured, m": "measured_m", "Tested by": "tested_by",
              "Phase": "phase", "Ordered, m": "ordered_m", "Cable part": "part"}  # fmt: skip
    data = edited(lists.wiring_bytes(recorded), {(2, title): value for title in titles})
    report = report_on(recorded, data)
    assert report.changes == ()
    assert set(said(report)) == {(2, name) for name in titles.values()}
    assert all(words in what for what in said(report).values())


def test_the_same_in_ods_and_csv(recorded):
    rows = rows_of(lists.wiring_bytes(recorded))
    for value, name in (("formula:A2", "remark"), ("error:#N/A", "measured_m"), ("error:Err:522", "status")):
        rows[1][PLACE[name]] = value
    for value, name in (("formula:1", "status"), ("error:#REF!", "remark")):
        rows[2][PLACE[name]] = value
    report = report_on(recorded, ods(rows), "list.ods")
    assert report.changes == ()
    expected = {(2, "remark"), (2, "measured_m"), (2, "status"), (3, "status"), (3, "remark")}
    assert set(said(report)) == expected
    assert "error value Err:522" in said(report)[2, "status"]
    text = as_csv([[str(cell).replace("error:", "") for cell in row] for row in rows])
    text = text.replace(b"formula:", b"=")
    assert set(said(report_on(recorded, text, "list.csv"))) == expected
    assert report_on(recorded, text, "list.csv").changes == ()


def test_a_stored_result_of_a_formula_is_used(plain):
    """XlsxWriter stores what it is given, and 0 where it is given nothing."""
    rows = rows_of(lists.wiring_bytes(plain))
    stream = io.BytesIO()
    with xlsxwriter.Workbook(stream) as book:
        sheet = book.add_worksheet()
        for at, row in enumerate(rows):
            sheet.write_row(at, 0, row)
        sheet.write_formula(1, PLACE["remark"], '="a"&"b"', None, "ab")
        sheet.write_formula(1, PLACE["measured_m"], "=1+0.5", None, 1.5)
        sheet.write_formula(2, PLACE["measured_m"], "=1+0.5")
        sheet.write_formula(2, PLACE["remark"], '="a"&"b"')
    report = report_on(plain, stream.getvalue())
    assert {(change.line, change.field): change.value for change in report.changes} == {
        (2, "remark"): "ab",
        (2, "measured_m"): 1.5,
    }
    assert set(said(report)) == {(3, "remark"), (3, "measured_m")}


def test_prices_without_a_value_are_left_alone(plain):
    at = next(n for n, line in enumerate(plain.bill.lines) if line.unit_price)
    data = edited(
        lists.bill_bytes(plain), {(at + 2, "Unit price"): "=10500", (at + 3, "Alternative"): "#N/A"}
    )
    report = report_on(plain, data, "bill.xlsx")
    assert report.changes == ()
    assert {(at + 2, "unit_price"), (at + 3, "alternative")} == set(said(report))
    assert FORMULA in said(report)[at + 2, "unit_price"]


def test_an_id_without_a_value_is_reported(recorded):
    report = report_on(recorded, edited(lists.wiring_bytes(recorded), {(2, "Cable"): "=X1"}))
    assert report.changes == ()
    assert "nothing of the row is applied" in said(report)[2, "cable_id"]


# Where a sheet ends


def with_sheet_xml(data: bytes, change) -> bytes:
    stream = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as source,
        zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as target,
    ):
        for entry in source.infolist():
            content = source.read(entry)
            target.writestr(entry, change(content) if entry.filename.endswith("sheet1.xml") else content)
    return stream.getvalue()


@pytest.mark.parametrize(
    "last",
    [
        '<row r="1048576" ht="12.8"></row>',
        '<row r="1048576" ht="12.8"/>',
        '<row r="1048576"><c r="A1048576" s="3"/><c r="AW1048576" s="3"></c></row>',
    ],
)
def test_empty_rows_down_to_the_last_are_nothing(plain, last):
    """LibreOffice writes a last row when one was deleted."""
    data = with_sheet_xml(
        lists.wiring_bytes(plain), lambda xml: xml.replace(b"</sheetData>", f"{last}</sheetData>".encode())
    )
    report = report_on(plain, data)
    assert (report.changes, report.findings) == ((), ())
    assert len(read_sheets(data, "list.xlsx")[0].rows) == 133


def test_what_is_too_large_is_refused_with_its_limit(plain):
    cell = b'<row r="1048576"><c r="BZ1048576"><v>1</v></c></row></sheetData>'
    data = with_sheet_xml(lists.wiring_bytes(plain), lambda xml: xml.replace(b"</sheetData>", cell))
    with pytest.raises(InputError, match="reaches to row 1,048,576 and column 78, delete the rows"):
        read_sheets(data, "list.xlsx")
    wide = (
        '<table:table-cell office:value-type="float" office:value="1" table:number-columns-repeated="16384"/>'
    )
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(ods([["x"]]))) as source, zipfile.ZipFile(stream, "w") as target:
        xml = source.read("content.xml").decode()
        row = f'<table:table-row table:number-rows-repeated="1000000">{wide}</table:table-row></table:table>'
        target.writestr("content.xml", xml.replace("</table:table>", row))
    with pytest.raises(InputError, match="has more than 50,000,000 cells"):
        read_sheets(stream.getvalue(), "list.ods")


# Decimal signs


def test_the_plan_decides_what_a_comma_is(plain):
    """A German CSV with three decimals: nothing is reported, and a new length is read as the column is."""
    lengths = {"ordered_m", "computed_m", "slack_m", "tolerance_m", "route_m", "vertical_m", "side_m"}
    rows = rows_of(lists.wiring_bytes(plain))
    for row in rows[1:]:
        for name in lengths:
            if isinstance(row[PLACE[name]], int | float):
                row[PLACE[name]] = f"{row[PLACE[name]]:.3f}".replace(".", ",")
    row, cable = next(
        (n, cable)
        for n, cable in enumerate(plain.rows, start=2)
        if 1 < (cable.length.computed_um or 0) / 1e6 < 3
    )
    rows[row - 1][PLACE["measured_m"]] = "1,143"
    report = report_on(plain, as_csv(rows, ";"), "list.csv")
    assert report.findings == ()
    assert [(change.key, change.value) for change in report.changes] == [(cable.id, 1.143)]


def test_a_length_without_a_witness_is_not_guessed(plain):
    cable = plain.rows[0].id
    report = report_on(plain, as_csv([["Cable", "Measured, m"], [cable, "1,143"]]), "list.csv")
    assert report.changes == ()
    assert "“1,143” may be 1.143 or 1143" in said(report)[2, "measured_m"]


def test_a_german_bill(plain):
    head, *body = rows_of(lists.bill_bytes(plain))
    place = {title: n for n, title in enumerate(head)}
    priced = [row for row in body if isinstance(row[place["Unit price"]], int | float)]
    new = ["4.200", "4.200,00", "87,5"]
    for row, text in zip(priced, new, strict=False):
        row[place["Unit price"]] = text
    report = report_on(plain, as_csv([head, *body], ";"), "bill.csv")
    prices = [change.value.amount for change in report.changes if change.field == "price"]
    assert prices == [Decimal(4200), Decimal(4200), Decimal("87.5")][: len(priced)]
    for row in priced[1:]:
        row[place["Unit price"]] = "4.200"
    priced[0][place["Unit price"]] = "4.200"
    alone = [
        [row[place[title]] for title in ("Part", "Length, m", "Unit price")] for row in (head, priced[0])
    ]
    report = report_on(plain, as_csv(alone, ";"), "bill.csv")
    assert report.changes == ()
    assert "“4.200” may be 4.2 or 4200" in said(report)[2, "unit_price"]


@pytest.mark.parametrize("form", ["{:.2f} $", "${:,.2f}", "USD {:,.2f}", "{:.2f} USD"])
def test_amounts_with_the_currency_of_the_bill_are_amounts(plain, form):
    """As CSV has them where the column is formatted as currency; unchanged ones are no change."""
    head, *body = rows_of(lists.bill_bytes(plain))
    place = {title: n for n, title in enumerate(head)}
    for row in body:
        for title in ("Unit price", "Extended"):
            if isinstance(row[place[title]], int | float):
                row[place[title]] = form.format(row[place[title]])
    report = report_on(plain, as_csv([head, *body], ";"), "bill.csv")
    assert (report.changes, report.findings) == ((), ())
    at = next(n for n, line in enumerate(plain.bill.lines) if line.unit_price)
    body[at][place["Unit price"]] = form.format(1234.5)
    report = report_on(plain, as_csv([head, *body], ";"), "bill.csv")
    assert [change.value.amount for change in report.changes] == [Decimal("1234.50")]
    assert not report.findings
    body[at][place["Unit price"]] = "1.234,50 €"
    report = report_on(plain, as_csv([head, *body], ";"), "bill.csv")
    assert report.changes == ()
    assert said(report) == {(at + 2, "unit_price"): "is in EUR, the bill is in USD: enter the price in that"}


@pytest.mark.parametrize(
    ("title", "text", "words"),
    [
        ("Price date", "soon", "'soon' is not a date such as 2026-05-31"),
        ("Currency", "EUR", "is in EUR, the bill is in USD: enter the price in that"),
        ("Source", "x" * 2001, "has 2,001 characters, 2,000 are the most: shorten it"),
        ("Unit price", "free", "“free” is not a number, type one such as 2.5"),
        (
            "Unit price",
            1e15,
            "is 1000000000000000, a price is at most 1,000,000,000,000 and has at most 6 decimals",
        ),
    ],
)
def test_of_several_edited_cells_of_a_price_the_wrong_one_is_named(plain, title, text, words):
    at = next(n for n, line in enumerate(plain.bill.lines) if line.unit_price)
    cells = {"Unit price": 12.5, "Price date": "2026-05-31", "Source": "quote 17", title: text}
    data = edited(lists.bill_bytes(plain), {(at + 2, name): value for name, value in cells.items()})
    report = report_on(plain, data, "bill.xlsx")
    assert report.changes == ()
    field = title.lower().replace(" ", "_")
    assert said(report)[at + 2, field] == words


def test_a_length_in_another_unit_is_quoted_whole(plain):
    report = report_on(plain, edited(lists.wiring_bytes(plain), {(2, "Measured, m"): "250 cm"}), "w.xlsx")
    assert said(report)[2, "measured_m"].startswith("“250 cm” is not a number")


# Rows that are not what they seem


def test_swapped_ids_take_nothing_along(plain):
    """Status and remark of a row whose other columns are those of another cable."""
    one, other = plain.rows[0].id, plain.rows[1].id
    cells = {(2, "Cable"): other, (3, "Cable"): one, (2, "Status"): "installed", (3, "Remark"): "x"}
    report = report_on(plain, edited(lists.wiring_bytes(plain), cells))
    assert report.changes == ()
    assert said(report) == {
        (
            2,
            "cable_id",
        ): f"the other columns are those of {one}: no cell of the row is applied, correct its id",
        (
            3,
            "cable_id",
        ): f"the other columns are those of {other}: no cell of the row is applied, correct its id",
    }


def test_nothing_applies_while_the_ends_contradict_the_design(plain):
    cells = {(2, "A port"): "99", (2, "Status"): "installed", (3, "Status"): "installed"}
    report = report_on(plain, edited(lists.wiring_bytes(plain), cells))
    assert [(change.key, change.field) for change in report.changes] == [(plain.rows[1].id, "status")]
    assert set(said(report)) == {(2, "a_port"), (2, "status")}


def test_merged_cells_say_the_same_of_all_their_rows(recorded):
    data = lists.wiring_bytes(recorded)
    book = openpyxl.load_workbook(io.BytesIO(data))
    sheet = book.worksheets[0]
    remark, tested = (TITLES.index(title) + 1 for title in ("Remark", "Tested by"))
    sheet.cell(2, remark).value = "all three"
    sheet.merge_cells(start_row=2, end_row=4, start_column=remark, end_column=remark)
    assert tested == remark + 1
    sheet.merge_cells(start_row=5, end_row=5, start_column=remark, end_column=tested)
    stream = io.BytesIO()
    book.save(stream)
    report = report_on(recorded, stream.getvalue())
    assert [(change.key, change.value) for change in report.changes] == [
        (row.id, "all three") for row in recorded.rows[:3]
    ]
    assert set(said(report)) == {(5, "tested_by")}
    assert re.search("covered by the merged cell [A-Z]+5: unmerge it", said(report)[5, "tested_by"])


def test_a_second_copy_of_the_sheet_is_reported(plain):
    book = openpyxl.load_workbook(io.BytesIO(lists.wiring_bytes(plain)))
    copy = book.copy_worksheet(book.worksheets[0])
    copy.title = "Team 2"
    copy.cell(2, TITLES.index("Status") + 1).value = "installed"
    stream = io.BytesIO()
    book.save(stream)
    report = report_on(plain, stream.getvalue())
    assert report.changes == ()
    assert [remark.what for remark in report.findings] == [
        "the sheet “Team 2” is a list as well and is not read: import it as a file of its own"
    ]


@pytest.mark.parametrize(
    ("title", "text", "field", "words"),
    [
        ("Status", "instaled", "status", "did you mean “installed”?"),
        ("Measured, m", 46024, "measured_m", "is 46,024 m, which cannot be the length of a cable of 1 m"),
        ("Measured, m", 130, "measured_m", "is 130 m, which cannot be the length of a cable of 1 m"),
    ],
)
def test_what_is_probably_a_slip_is_asked(plain, title, text, field, words):
    report = report_on(plain, edited(lists.wiring_bytes(plain), {(2, title): text}))
    assert report.changes == ()
    assert words in said(report)[2, field]


def test_a_status_of_ones_own_is_accepted_and_mentioned(plain):
    report = report_on(
        plain, edited(lists.wiring_bytes(plain), {(2, "Status"): "abgenommen", (3, "Status"): "Tested"})
    )
    assert [change.value for change in report.changes] == ["abgenommen", "tested"]
    assert "“abgenommen” is not a known status" in said(report)[2, "status"]


@pytest.mark.parametrize("text", ["32.12.2026", "Tuesday", "TBD", "next week", "2026 Q3", "2026-05-31 or so"])
def test_a_wrong_price_date_is_said_in_plain_words(plain, text):
    at = next(n for n, line in enumerate(plain.bill.lines) if line.unit_price)
    report = report_on(plain, edited(lists.bill_bytes(plain), {(at + 2, "Price date"): text}), "bill.xlsx")
    assert report.changes == ()
    assert said(report) == {(at + 2, "price_date"): f"'{text}' is not a date such as 2026-05-31"}


@pytest.mark.parametrize("text", ["2026-05-31", "2026-05-31 00:00:00", "2026-05-31T14:30", "2026-05"])
def test_a_price_date_may_have_a_time_of_day(plain, text):
    at = next(n for n, line in enumerate(plain.bill.lines) if line.unit_price)
    report = report_on(plain, edited(lists.bill_bytes(plain), {(at + 2, "Price date"): text}), "bill.xlsx")
    assert [change.value.date for change in report.changes] == [text[:10]]
    assert not report.findings


@pytest.mark.parametrize("title", TITLES)
def test_a_sum_below_the_list_is_no_row_whatever_column_it_is_in(plain, title):
    rows = rows_of(lists.wiring_bytes(plain))
    total = [""] * len(rows[0])
    total[PLACE["ordered_m"]] = total[PLACE["measured_m"]] = 397.5
    total[TITLES.index(title)] = "Sum"
    report = report_on(plain, as_csv([*rows, [], total]), "list.csv")
    assert (report.changes, report.findings) == ((), ())
    assert [note.field for note in report.notes] == ["row"]


# What the project changed since


def moved(of: Derived) -> Derived:
    """The project with its second rack elsewhere, and so with another name."""
    return Derived(
        perform(of.project, MoveRack(rack=of.project.floor.racks[1].number, row=0, position=2)), of
    )


def test_what_the_project_changed_since_the_export_is_one_note(plain):
    """A rack moved after the export: 4 real contradictions are shown, and nothing else."""
    now = moved(plain)
    data = edited(
        lists.wiring_bytes(plain),
        {
            (2, "Status"): "installed",
            (132, "A port"): "99",
            (131, "Computed, m"): 0.5,
            (130, "B rack"): "Z99",
        },
    )
    report = report_on(now, data)
    assert [(change.key, change.field) for change in report.changes] == [(plain.rows[0].id, "status")]
    assert set(said(report)) == {(132, "a_port"), (131, "computed_m"), (130, "b_rack")}
    folded = [note.what for note in report.notes if "nothing to do" in note.what]
    assert len(folded) == 1
    assert re.fullmatch(r"A02 is A03 since the export: [1-9][0-9,]* cells, nothing to do", folded[0])
    untouched = report_on(now, lists.wiring_bytes(plain))
    assert (untouched.changes, untouched.findings) == ((), ())


def test_a_bill_of_an_earlier_state_has_no_contradictions(plain):
    now = moved(plain)
    report = report_on(now, lists.bill_bytes(plain), "bill.xlsx")
    assert report.changes == ()
    assert all(remark.field == "part" for remark in report.findings)  # lengths that are not ordered any more

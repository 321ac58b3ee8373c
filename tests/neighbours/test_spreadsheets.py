"""Spreadsheets opened by LibreOffice and by openpyxl: rows, totals, types, text that stays text."""

import csv
import io
import os
import shutil
import subprocess
import zipfile
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import msgspec
import openpyxl
import pytest

from fatdesk.core.money import Money
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.export import BY_NAME
from fatdesk.engine.listing.bill_columns import COLUMNS as BILL
from fatdesk.engine.listing.wiring_columns import COLUMNS as WIRING
from fatdesk.engine.listing.workbook import Sheet, workbook
from fatdesk.project.commands.list_import import read_back
from tests.engine import plan_samples as samples
from tests.patience import PATIENCE_S
from tests.project.commands import returned_lists as lists
from tests.trust.promises import Promise

OFFICE = shutil.which("soffice") or shutil.which("libreoffice")
needs_office = pytest.mark.skipif(
    OFFICE is None, reason="LibreOffice is missing (Debian: libreoffice-calc-nogui)"
)
HOSTILE = ["=1+1", "@SUM(1;1)", "+1", "-1", "\tx", "'=1", "{=1}", "http://example.com", "1e5", "007", "TRUE"]


def loaded(content: bytes, values: bool = True) -> openpyxl.Workbook:
    return openpyxl.load_workbook(io.BytesIO(content), data_only=values)


def bill_of(plan: Plan) -> bytes:
    return BY_NAME["bill.xlsx"].make(plan)["bill.xlsx"]


def wiring_of(plan: Plan) -> bytes:
    return BY_NAME["wiring.xlsx"].make(plan)["wiring.xlsx"]


def office_converts(name: str, form: str, folder: Path) -> Path:
    """A file of a folder as LibreOffice writes it in another form, with a profile of its own."""
    profile = f"-env:UserInstallation=file://{folder}/profile"
    made = folder / "made"
    subprocess.run(
        [str(OFFICE), profile, "--headless", "--convert-to", form, "--outdir", str(made), name],
        cwd=folder,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
        check=True,
        capture_output=True,
        timeout=PATIENCE_S,
    )
    suffix = form.partition(":")[0]
    (found,) = made.glob(f"*.{suffix}")
    return found.replace(folder / f"{found.stem}-{suffix}.{suffix}")


def office_rows(content: bytes, folder: Path) -> list[dict[str, str]]:
    """The first sheet as LibreOffice understands it."""
    (folder / "book.xlsx").write_bytes(content)
    form = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,1"
    with office_converts("book.xlsx", form, folder).open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def test_wiring_has_a_row_a_cable_and_figures_that_are_figures() -> None:
    plan = samples.nodes_60()
    book = loaded(wiring_of(plan))
    assert book.sheetnames == ["Wiring list", "Totals", "As exported"]
    assert book["As exported"].sheet_state == "hidden"
    sheet = book["Wiring list"]
    assert sheet.max_row == 1 + 132
    assert [cell.value for cell in sheet[1]] == [column.title for column in WIRING]
    place = {column.name: i for i, column in enumerate(WIRING)}
    for cells, cable in zip(sheet.iter_rows(min_row=2, values_only=True), plan.cables, strict=True):
        assert cells[place["cable_id"]] == cable.id
        assert isinstance(cells[place["a_u"]], int)
        assert cells[place["ordered_m"]] == (cable.length.ordered_um or 0) / 1e6
        assert cells[place["a_port"]] == cable.a.port
        assert isinstance(cells[place["a_port"]], str)
    assert sheet.freeze_panes == "B2"
    assert sheet.auto_filter.ref == f"A1:{openpyxl.utils.get_column_letter(len(WIRING))}133"
    assert sheet.page_setup.orientation == "landscape"
    assert sheet.page_setup.fitToHeight in (0, False)
    assert sheet.print_title_rows == "$1:$1"


def test_totals_are_those_of_the_list() -> None:
    plan = samples.nodes_60()
    rows = list(loaded(wiring_of(plan))["Totals"].iter_rows(min_row=2, values_only=True))
    *parts, total = rows
    assert total[0] == "Total"
    assert total[3] == sum(row[3] for row in parts) == 132
    metres = sum((cable.length.ordered_um or 0) for cable in plan.cables) / 1e6
    assert total[4] == sum(row[4] for row in parts) == metres
    assert total[5] == sum(row[5] for row in parts) == sum(float(cable.cost or 0) for cable in plan.cables)


def test_the_bill_adds_up_and_says_what_is_unknown() -> None:
    plan = samples.nodes_60()
    place = {column.name: i for i, column in enumerate(BILL)}
    rows = list(loaded(bill_of(plan))["Bill"].iter_rows(min_row=2, values_only=True))
    *lines, foot = rows
    assert len(lines) == len(plan.bill.lines)
    assert [line[place["extended"]] for line in lines] == [77000, "unknown", "unknown"]
    assert foot[place["category"]] == "Total, at least"
    assert foot[place["extended"]] == 77000
    formulas = list(loaded(bill_of(plan), values=False)["Bill"].iter_rows(min_row=2, values_only=True))
    assert formulas[0][place["extended"]] == '=IF(ISNUMBER(N2),M2*N2,"unknown")'
    lacks = 'AND(COUNTIF(S2:S4,"unknown")>0,SUM(S2:S4)=0)'
    assert formulas[-1][place["extended"]] == f'=IF({lacks},"unknown",SUM(S2:S4))'


@pytest.mark.promise("P12")
@pytest.mark.parametrize("text", HOSTILE)
def test_text_from_data_stays_text(text: str, promise: Promise) -> None:
    plan = samples.with_text(samples.nodes_60(), text)
    for content, name in ((wiring_of(plan), "Cable part"), (bill_of(plan), "Part")):
        book = loaded(content, values=False)
        sheet = book.worksheets[0]
        column = [cell.value for cell in sheet[1]].index(name) + 1
        cell = sheet.cell(2, column)
        assert (cell.data_type, cell.value) == ("s", text)
        assert not cell.hyperlink
    promise("{trials} in XLSX", trials=1)


def test_the_same_cells_are_the_same_bytes() -> None:
    plan = samples.blades()
    assert wiring_of(plan) == wiring_of(samples.blades())
    assert bill_of(plan) == bill_of(samples.blades())


def test_a_title_cannot_command_the_page_header() -> None:
    book = loaded(workbook("A&B &P", [Sheet("One", BILL, [])]))
    assert "A&&B" in (book["One"].oddHeader.left.text or "") or "A&B" in (
        book["One"].oddHeader.left.text or ""
    )


@needs_office
def test_libreoffice_reads_the_wiring_list(tmp_path: Path) -> None:
    plan = samples.with_text(samples.nodes_60(), "=1+1")
    plan = replace(
        plan,
        make_cables=lambda: [msgspec.structs.replace(row, part="=1+1") for row in samples.nodes_60().cables],
    )
    rows = office_rows(wiring_of(plan), tmp_path)
    assert len(rows) == 132
    assert {row["Cable part"] for row in rows} == {"=1+1"}
    assert sum(float(row["Ordered, m"]) for row in rows) == sum(
        (cable.length.ordered_um or 0) / 1e6 for cable in plan.cables
    )
    assert [row["Cable"] for row in rows] == [cable.id for cable in plan.cables]


@needs_office
def test_libreoffice_calculates_what_the_bill_stores(tmp_path: Path) -> None:
    rows = office_rows(bill_of(samples.nodes_60()), tmp_path)
    *lines, total = rows
    assert [line["Extended"] for line in lines] == ["77000", "unknown", "unknown"]
    assert total["Category"] == "Total, at least"
    assert float(total["Extended"]) == 77000


@needs_office
def test_libreoffice_calculates_no_total_where_nothing_has_a_price(tmp_path: Path) -> None:
    plan = samples.nodes_60()
    lines = tuple(msgspec.structs.replace(line, unit_price=None, extended=None) for line in plan.bill.lines)
    bill = msgspec.structs.replace(plan.bill, lines=lines, total=Money(Decimal(0), unpriced=len(lines)))
    plan = replace(plan, make_bill=lambda: bill)
    content = bill_of(plan)
    *_, foot = loaded(content)["Bill"].iter_rows(values_only=True)
    *_, row = office_rows(content, tmp_path)
    assert [row["Category"], row["Extended"]] == ["Total", "unknown"]
    assert {row["Category"], row["Extended"]} <= set(foot)


AS_SHOWN = "csv:Text - txt - csv (StarCalc):59,34,76,1,,1031,false,true,true"
"""Semicolons, German figures, cells as they are shown."""


@needs_office
def test_lists_come_back_whole_from_libreoffice(tmp_path: Path) -> None:
    """XLSX to ODS, ODS to XLSX, and CSV as it is shown: every row, every edit, nothing else."""
    of = lists.derived("splitting")
    one, two = of.rows[0].id, of.rows[-1].id
    head, *body = lists.rows_of(lists.wiring_bytes(of))
    last = len(body) + 1 - sum(row[0] == two for row in body[:-1])
    edits: dict[tuple[int, str], object] = {(last, "Measured, m"): 3.125}
    for row in range(2, 2 + sum(row[0] == one for row in body)):
        edits |= {(row, "Remark"): "+1 is text", (row, "Tested by"): "007"}
    (tmp_path / "list.xlsx").write_bytes(lists.edited(lists.wiring_bytes(of), edits))
    ods = office_converts("list.xlsx", "ods", tmp_path)
    back = office_converts(ods.name, "xlsx", tmp_path)
    shown = office_converts(back.name, AS_SHOWN, tmp_path)
    assert lists.rows_of(ods.read_bytes()) == lists.rows_of(back.read_bytes())
    for path in (ods, back, shown):
        report = read_back(of, [(path.name, path.read_bytes())])
        found = {(str(change.key), change.field): change.value for change in report.changes}
        assert found == {
            (one, "remark"): "+1 is text",
            (one, "tested_by"): "007",
            (two, "measured_m"): 3.125,
        }, path.name
        assert (report.rows, report.findings, report.missing) == (len(body), (), ()), path.name
    assert len(head) == len(WIRING)


MACRO = """<?xml version="1.0" encoding="UTF-8"?>
<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Rows"
 script:language="StarBasic">
Sub Remove(source As String, target As String)
  Dim hidden(0) As New com.sun.star.beans.PropertyValue
  hidden(0).Name = "Hidden"
  hidden(0).Value = True
  book = StarDesktop.loadComponentFromURL(source, "_blank", 0, hidden())
  book.Sheets.getByIndex(0).Rows.removeByIndex(20, 1)
  Dim form(0) As New com.sun.star.beans.PropertyValue
  form(0).Name = "FilterName"
  form(0).Value = "Calc MS Excel 2007 XML"
  book.storeToURL(target, form())
  book.close(True)
End Sub
</script:module>
"""
LIBRARY = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE library:library PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "library.dtd">
<library:library xmlns:library="http://openoffice.org/2000/library" library:name="Standard"
 library:readonly="false">
 <library:element library:name="Rows"/>
</library:library>
"""


@needs_office
def test_a_list_from_which_libreoffice_deleted_a_row_is_read(tmp_path: Path) -> None:
    """LibreOffice then writes a row 1,048,576 without cells."""
    of = lists.derived("plain")
    (tmp_path / "list.xlsx").write_bytes(lists.wiring_bytes(of))
    office_converts("list.xlsx", "ods", tmp_path)  # makes the profile
    library = tmp_path / "profile" / "user" / "basic" / "Standard"
    library.mkdir(parents=True, exist_ok=True)
    (library / "Rows.xba").write_text(MACRO, encoding="utf-8")
    (library / "script.xlb").write_text(LIBRARY, encoding="utf-8")
    target = tmp_path / "deleted.xlsx"
    call = f'macro:///Standard.Rows.Remove("{(tmp_path / "list.xlsx").as_uri()}","{target.as_uri()}")'
    subprocess.run(
        [str(OFFICE), f"-env:UserInstallation=file://{tmp_path}/profile", "--headless", call],
        env={**os.environ, "LC_ALL": "C.UTF-8"},
        check=True,
        capture_output=True,
        timeout=PATIENCE_S,
    )
    with zipfile.ZipFile(target) as book:
        assert b'<row r="1048576"' in book.read("xl/worksheets/sheet1.xml")
    report = read_back(of, [("deleted.xlsx", target.read_bytes())])
    assert report.missing == (of.rows[19].id,)
    assert [remark.field for remark in report.findings] == ["cable_id"]
    assert (report.rows, report.changes) == (131, ())

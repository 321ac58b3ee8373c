"""Tables that people bring, against the libraries that write them and against damaged bytes."""

import csv
import io
import zipfile
from contextlib import suppress

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.core.errors import InputError
from fatdesk.core.formats.cell import guarded
from fatdesk.core.formats.sheets import read_sheets

TEXT = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Co", "Cn")), max_size=12)


def xlsx(rows):
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


GOOD = xlsx([["cable", "m"], ["C-1", 2.5]])
"""Made once: it holds the time of its making."""


def test_cells_of_a_workbook_are_what_openpyxl_wrote():
    (sheet,) = read_sheets(xlsx([["cable", "m"], ["C-1", 2.5], ["C-2", 3], ["=x", None, True]]), "a.xlsx")
    assert sheet.name == "Sheet"
    assert sheet.rows == (("cable", "m", ""), ("C-1", 2.5, ""), ("C-2", 3, ""), ("=x", "", True))
    assert sheet.lines == (1, 2, 3, 4)


@given(st.lists(st.lists(TEXT, min_size=2, max_size=4), min_size=1, max_size=5), st.sampled_from(",;\t"))
@pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig", "utf-16"])
def test_csv_gives_back_what_was_written(coding, rows, separator):
    head = [f"c{n}" for n in range(4)]
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, delimiter=separator)
    writer.writerows([head, *([guarded(cell) for cell in row] for row in rows)])
    (sheet,) = read_sheets(stream.getvalue().encode(coding), "a.csv")
    assert sheet.rows == (tuple(head), *map(tuple, rows))


def test_lines_of_csv_are_those_of_the_file():
    (sheet,) = read_sheets(b'a,b\r\n"one\ntwo",2\r\n3,4\r\n', "a.csv")
    assert sheet.lines == (1, 2, 4)


def test_old_windows_text():
    (sheet,) = read_sheets("Länge;m\nfünf;5\n".encode("cp1252"), "a.csv")
    assert sheet.rows == (("Länge", "m"), ("fünf", "5"))


@pytest.mark.parametrize("data", [b"\x00\x01\x02", b"PK\x03\x04nothing", b"\xd0\xcf\x11\xe0" * 9, b'"open'])
def test_what_is_no_table_is_told(data):
    with pytest.raises(InputError, match=r"^bad:1: "):
        read_sheets(data, "bad")


GOOD = xlsx([["cable", "m"], ["C-1", 2.5]])
"""Made once: its bytes hold the time."""


@given(st.data())
def test_damaged_workbooks_are_read_or_refused(data):
    good = GOOD
    at = data.draw(st.integers(0, len(good) - 1))
    bad = good[:at] + data.draw(st.binary(max_size=4)) + good[at + data.draw(st.integers(0, 40)) :]
    with suppress(InputError):
        read_sheets(bad, "bad")


@pytest.mark.parametrize("place", ["XFD1048576", "A99999999999", "zz999999", "A" + "4" * 60, "ABCD1"])
def test_a_cell_far_off_is_told_before_it_takes_all_memory(place):
    data = xlsx([["a", "b"], [1, 2]])
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(stream, "w") as new:
        for name in old.namelist():
            new.writestr(name, old.read(name).replace(b'r="B2"', f'r="{place}"'.encode()))
    with pytest.raises(InputError, match=r"^far\.xlsx:1: file: has a (sheet that reaches to row|cell at)"):
        read_sheets(stream.getvalue(), "far.xlsx")


@pytest.mark.parametrize("part", ["xl/workbook.xml", "xl/_rels/workbook.xml.rels", "content.xml"])
def test_an_encoding_that_does_not_exist_is_damage(part):
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(GOOD)) as old, zipfile.ZipFile(stream, "w") as new:
        for name in {*old.namelist(), part}:
            new.writestr(name, b'<?xml version="1.0" encoding="no"?><a/>' if name == part else old.read(name))
    with pytest.raises(
        InputError, match=r"^l\.xlsx:1: file: is damaged \(unknown encoding: no\), save it again"
    ):
        read_sheets(stream.getvalue(), "l.xlsx")


def test_a_letterhead_does_not_hide_what_parts_the_cells():
    text = "ACME networks\nprices, all of them\nnumber;price\nS-1;1,50\nS-2;2,25\n"
    (sheet,) = read_sheets(text.encode(), "l.csv")
    assert sheet.rows[2:] == (("number", "price"), ("S-1", "1,50"), ("S-2", "2,25"))


def test_an_old_or_protected_spreadsheet_is_refused_with_what_to_do():
    with pytest.raises(InputError, match=r"^old\.xls:1: file: is an old spreadsheet .* save it as XLSX"):
        read_sheets(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "old.xls")

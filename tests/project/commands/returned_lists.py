"""Projects with lists to bring back, of plain cables and of splitters; lists as rows, and rows as files."""

import csv
import io
from functools import cache

import openpyxl

from fatdesk.core.formats.cell import guarded
from fatdesk.core.formats.sheets import read_sheets
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.export import BY_NAME
from fatdesk.project.commands.history import perform
from fatdesk.project.commands.list_import import read_back, taking
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.project import Project
from tests.project.designing.test_end_to_end import IB, OWN, SN, designed


@cache
def plain() -> Project:
    """132 cables of single links, a hand's width of parts."""
    found = designed(Catalog([*load_shipped(), *OWN]), {"n": ("server-1u", 60)}, [IB]).project
    assert found is not None
    return found


@cache
def small() -> Project:
    """A switch and its eight hosts."""
    found = designed(Catalog([*load_shipped(), *OWN]), {"n": ("server-1u", 8)}, [IB]).project
    assert found is not None
    return found


@cache
def splitting() -> Project:
    """Cables with one end at a switch and four at hosts."""
    found = designed(Catalog([*load_shipped(), *OWN]), {"n": ("lane-host", 101)}, [SN | {"extra_ports": 2}])
    assert found.project is not None
    return found.project


@cache
def derived(project_name: str) -> Derived:
    return Derived({"plain": plain, "small": small, "splitting": splitting}[project_name]())


def wiring_bytes(of: Derived) -> bytes:
    return BY_NAME["wiring.xlsx"].make(of.plan)["wiring.xlsx"]


def bill_bytes(of: Derived) -> bytes:
    return BY_NAME["bill.xlsx"].make(of.plan)["bill.xlsx"]


def rows_of(data: bytes) -> list[list]:
    """The first sheet of a file, head and all, its rows as long as the head."""
    rows = read_sheets(data, "list")[0].rows
    return [[*row, *[""] * (len(rows[0]) - len(row))] for row in rows]


def as_csv(rows: list[list], separator: str = ",") -> bytes:
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, delimiter=separator)
    writer.writerows([guarded(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return stream.getvalue().encode()


def edited(data: bytes, edits: dict[tuple[int, str], object]) -> bytes:
    """A workbook after openpyxl wrote cells of its first sheet, by row from 2 and by title."""
    book = openpyxl.load_workbook(io.BytesIO(data))
    sheet = book.worksheets[0]
    place = {cell.value: cell.column for cell in sheet[1]}
    for (row, title), value in edits.items():
        sheet.cell(row, place[title]).value = value
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def report_on(of: Derived, data: bytes, file: str = "list.xlsx"):
    return read_back(of, [(file, data)])


def taken(of: Derived, report) -> Derived:
    """The project after all changes."""
    return Derived(perform(of.project, taking(of.project, report.changes)), of)

"""Spreadsheets that are always the same bytes for the same cells, ready to print."""

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

import xlsxwriter  # type: ignore[import-untyped]
from xlsxwriter.format import Format  # type: ignore[import-untyped]
from xlsxwriter.worksheet import Worksheet  # type: ignore[import-untyped]

from fatdesk.engine.listing.cells import UNKNOWN, Column, Formula, Value

CREATED = datetime(1980, 1, 1)  # noqa: DTZ001  # xlsxwriter takes no time zones
A3, A4 = 8, 9
WARN = "#8A5300"
FORMATS = {"integer": "#,##0", "length": "0.00", "money": "#,##0.00", "number": "#,##0.##", "text": "@"}


@dataclass(frozen=True)
class Sheet:
    """A table with its head; ``foot`` are rows under it that the filter leaves alone.

    ``frozen`` columns stay in view. Details, and columns that are empty in every row, are folded away.
    """

    name: str
    columns: Sequence[Column]
    rows: Iterable[Sequence[Value]]
    foot: Sequence[Sequence[Value]] = ()
    frozen: int = 1
    paper: int = A3


def workbook(title: str, sheets: Sequence[Sheet]) -> bytes:
    """The sheets as an XLSX file.

    Text is written as text whatever it begins with; figures are numbers; formulas are only our own,
    stored with their value. Each sheet prints in landscape, as wide as the page, with its head repeated.
    """
    stream = io.BytesIO()
    options = {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    with xlsxwriter.Workbook(stream, options) as book:
        book.set_properties({"title": title[:255], "created": CREATED})
        formats = _Formats(book)
        for sheet in sheets:
            _write(book.add_worksheet(sheet.name), sheet, formats, title)
    return stream.getvalue()


class _Formats:
    """The looks of cells; figures stand right, text a little off the figures before it."""

    def __init__(self, book: xlsxwriter.Workbook) -> None:
        head = {"bold": True, "bg_color": "#E9ECF0", "bottom": 1}
        self.unknown: Format = book.add_format({"font_color": WARN, "align": "right"})
        self.of_kind: dict[str, Format] = {}
        self.head: dict[str, Format] = {}
        self.foot: dict[str, Format] = {}
        for kind, code in FORMATS.items():
            side = {"align": "left", "indent": 1} if kind == "text" else {"align": "right"}
            look = {"num_format": code, **side}
            self.of_kind[kind] = book.add_format(look)
            self.head[kind] = book.add_format(head | side)
            self.foot[kind] = book.add_format(look | {"bold": True, "top": 1})


def _write(out: Worksheet, sheet: Sheet, formats: _Formats, title: str) -> None:
    columns = sheet.columns
    for i, column in enumerate(columns):
        out.write_string(0, i, column.title, formats.head[column.kind])
    kinds = [column.kind for column in columns]
    looks = [formats.of_kind[kind] for kind in kinds]
    longest = [0] * len(columns)
    text, number, unknown = out.write_string, out.write_number, formats.unknown
    last = 0
    for last, row in enumerate(sheet.rows, start=1):
        for i, value in enumerate(row):
            if value is None or value == "":
                continue
            if isinstance(value, str):
                longest[i] = max(longest[i], len(value))
                text(last, i, value, unknown if value == UNKNOWN and kinds[i] != "text" else looks[i])
            else:
                longest[i] = longest[i] or 1
                if isinstance(value, Formula):
                    out.write_formula(last, i, value.text, looks[i], value.value)
                else:
                    number(last, i, value, looks[i])
    for k, row in enumerate(sheet.foot, start=last + 1):
        for i, value in enumerate(row):
            _write_foot(out, k, i, value, formats.foot["money" if isinstance(value, Decimal) else kinds[i]])
    _lay_out(out, sheet, last, longest)
    out.set_header("&L" + title.replace("&", "&&")[:200])
    out.set_footer("&L&A&RPage &P of &N")


def _write_foot(out: Worksheet, row: int, column: int, value: Value, look: Format) -> None:
    if value is None:
        out.write_blank(row, column, None, look)
    elif isinstance(value, Formula):
        out.write_formula(row, column, value.text, look, value.value)
    elif isinstance(value, str):
        out.write_string(row, column, value, look)
    else:
        out.write_number(row, column, value, look)


def _lay_out(out: Worksheet, sheet: Sheet, last: int, longest: Sequence[int]) -> None:
    """Widths, frozen head, filter and paper."""
    out.freeze_panes(1, sheet.frozen)
    out.autofilter(0, 0, last, len(sheet.columns) - 1)
    for i, column in enumerate(sheet.columns):
        folded = {"hidden": True, "level": 1} if column.detail or (last and not longest[i]) else {}
        wished = min(column.width, longest[i] + 2.5) if column.kind == "text" else column.width
        head = len(column.title) + 3.5  # the filter's button is in it
        out.set_column(i, i, max(wished, head), None, folded)
    out.ignore_errors({"number_stored_as_text": f"A1:XFD{last + 1}"})
    out.set_landscape()
    out.set_paper(sheet.paper)
    out.set_margins(left=0.4, right=0.4, top=0.7, bottom=0.6)
    out.fit_to_pages(1, 0)
    out.repeat_rows(0)

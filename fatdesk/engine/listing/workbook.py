"""Reproducible spreadsheets, ready to print, with the hidden sheet that records the exported state."""

import io
import re
import tempfile
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from functools import lru_cache
from typing import IO, TYPE_CHECKING

from fatdesk.engine.floor.floor import letters
from fatdesk.engine.listing.cells import UNKNOWN, Formula, Heading, Value, plain_number

if TYPE_CHECKING:
    from xlsxwriter import Workbook  # type: ignore[import-untyped]  # it has no types
    from xlsxwriter.format import Format  # type: ignore[import-untyped]  # it has no types
    from xlsxwriter.worksheet import Worksheet  # type: ignore[import-untyped]  # it has no types
from collections.abc import Iterator

import msgspec

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.listing import bill_columns, wiring_columns

MOST_SIGNS = 32_767
"""Characters that a cell can hold."""

_CONTROL = re.compile("[\x00-\x08\x0b\x0c\r\x0e-\x1f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)")
_CLOSED = re.compile(r"\S(.*\S)?", re.ASCII)


def write_rows(
    out: IO[bytes], columns: Sequence[Heading], rows: Iterable[Sequence[Value]], styles: Mapping[str, int]
) -> tuple[int, list[int]]:
    """Write rows from the second one of a sheet on.

    Parameters
    ----------
    styles
        Number of the look of each kind of column, and of the word for unknown under ``unknown``.

    Returns
    -------
    tuple
        How many rows, and for each column the length of its longest text (1 where it has only figures,
        0 where it is empty).
    """
    kinds = [column.kind for column in columns]
    # what stands before the row number and after it, for figures, texts, and the word for unknown
    figure = [(f'<c r="{letters(i)}', f'" s="{styles[kind]}"') for i, kind in enumerate(kinds)]
    longest = [0] * len(columns)
    last = 0
    for last, row in enumerate(rows, start=1):
        number = str(last + 1)
        cells = [f'<row r="{number}">']
        for i, value in enumerate(row):
            if value is None or value == "":
                continue
            before, after = figure[i]
            if isinstance(value, str):
                longest[i] = max(longest[i], len(value))
                if value == UNKNOWN and kinds[i] != "text":
                    after = f'" s="{styles["unknown"]}"'
                cells.append(f'{before}{number}{after} t="inlineStr"><is>{_text(value)}</is></c>')
                continue
            longest[i] = longest[i] or 1
            if isinstance(value, Formula):
                cells.append(f"{before}{number}{after}{_formula(value)}</c>")
            else:
                cells.append(f"{before}{number}{after}><v>{_number(value)}</v></c>")
        cells.append("</row>")
        out.write("".join(cells).encode("utf-8", "replace"))
    return last, longest


def _number(value: float | Decimal) -> str:
    return str(value) if isinstance(value, int) else plain_number(value)


def _formula(formula: Formula) -> str:
    body = _escaped(formula.text.removeprefix("="))
    if isinstance(formula.value, str):
        return f' t="str"><f>{body}</f><v>{_escaped(formula.value)}</v>'
    return f"><f>{body}</f><v>{plain_number(formula.value)}</v>"


@lru_cache(maxsize=20_000)
def _text(text: str) -> str:
    """A text as XML that reads back the same: markup escaped, control characters as ``_x0007_``."""
    inner = _escaped(text[:MOST_SIGNS])
    return f"<t>{inner}</t>" if _CLOSED.fullmatch(text) else f'<t xml:space="preserve">{inner}</t>'


def _escaped(text: str) -> str:
    if _CONTROL.search(text):
        text = _CONTROL.sub(lambda found: f"_x{ord(found[0]):04X}_", text)
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


CREATED = datetime(1980, 1, 1)  # noqa: DTZ001  # xlsxwriter takes no time zones
A3, A4 = 8, 9
WARN = "#8A5300"
FORMATS = {
    "integer": "#,##0",
    "length": "0.00",
    "money": "#,##0.00",
    "number": "#,##0.##",
    "share": "0.00%",
    "text": "@",
}
SPOOL = 32 << 20
"""Bytes of rows that are kept in memory; more go to a temporary file."""

PIECE = 1 << 20


@dataclass(frozen=True)
class Sheet:
    """A table with its head; ``foot`` are rows under it that the filter leaves alone.

    ``frozen`` columns stay in view. Details, and columns that are empty in every row, are folded away.
    What is ``hidden`` is there for programs.
    """

    name: str
    columns: Sequence[Heading]
    rows: Iterable[Sequence[Value]]
    foot: Sequence[Sequence[Value]] = ()
    frozen: int = 1
    paper: int = A3
    hidden: bool = False


@dataclass(frozen=True)
class Extent:
    """Number of rows of a sheet, and the longest text of each column."""

    last: int
    longest: Sequence[int]


def workbook(title: str, sheets: Sequence[Sheet]) -> bytes:
    """The sheets as an XLSX file.

    Text is written as text whatever it begins with; figures are numbers; formulas are only our own,
    stored with their value. Each sheet prints in landscape, as wide as the page, with its head repeated.

    Notes
    -----
    The library makes the book with one sample row a sheet; the rows, written by :mod:`.sheet_rows` to a
    temporary file, then take the sample's place.
    """
    styles = _styles(_skeleton(title, sheets, [Extent(1, [0] * len(s.columns)) for s in sheets]))
    with tempfile.SpooledTemporaryFile(SPOOL) as spool:
        extents, starts = [], []
        for sheet in sheets:
            starts.append(spool.tell())
            extents.append(Extent(*write_rows(spool, sheet.columns, sheet.rows, styles)))
        starts.append(spool.tell())
        return _filled(_skeleton(title, sheets, extents), sheets, extents, spool, starts)


def _filled(
    skeleton: bytes,
    sheets: Sequence[Sheet],
    extents: Sequence[Extent],
    spool: IO[bytes],
    starts: Sequence[int],
) -> bytes:
    """The book with the rows in place of the samples."""
    stream = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(skeleton)) as source,
        zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=5) as target,
    ):
        places = {f"xl/worksheets/sheet{i + 1}.xml": i for i in range(len(sheets))}
        for entry in source.infolist():
            content = source.read(entry)
            number = places.get(entry.filename)
            if number is None:
                target.writestr(entry, content)
                continue
            before, _, after = _split(content)
            rows = 1 + extents[number].last + len(sheets[number].foot)
            corner = f"{letters(len(sheets[number].columns) - 1)}{rows}"
            before = re.sub(rb'<dimension ref="[^"]*"/>', f'<dimension ref="A1:{corner}"/>'.encode(), before)
            size = starts[number + 1] - starts[number]
            # a book of the usual size does without the 64-bit form, which makes Excel offer a repair
            huge = (len(content) + size) * 1.05 > zipfile.ZIP64_LIMIT
            with target.open(entry.filename, "w", force_zip64=huge) as part:
                part.write(before)
                spool.seek(starts[number])
                for start in range(0, size, PIECE):
                    part.write(spool.read(min(PIECE, size - start)))
                part.write(after)
    return stream.getvalue()


def _split(sheet: bytes) -> tuple[bytes, bytes, bytes]:
    """A sheet's XML before, of, and after its sample row."""
    start = sheet.index(b'<row r="2"')
    end = sheet.index(b"</row>", start) + len(b"</row>")
    return sheet[:start], sheet[start:end], sheet[end:]


def _styles(skeleton: bytes) -> dict[str, int]:
    """The numbers that the book gives to the looks of the sample row."""
    with zipfile.ZipFile(io.BytesIO(skeleton)) as source:
        _, sample, _ = _split(source.read("xl/worksheets/sheet1.xml"))
    found = [int(number) for number in re.findall(rb' s="(\d+)"', sample)]
    return dict(zip((*FORMATS, "unknown"), found, strict=True))


def _skeleton(title: str, sheets: Sequence[Sheet], extents: Sequence[Extent]) -> bytes:
    """The book with heads, feet, widths and print settings, and a sample row in each sheet."""
    from xlsxwriter import Workbook

    stream = io.BytesIO()
    with Workbook(stream, {"in_memory": True, "strings_to_formulas": False}) as book:
        book.set_properties({"title": title[:255], "created": CREATED})
        formats = _Formats(book)
        for sheet, extent in zip(sheets, extents, strict=True):
            out = book.add_worksheet(sheet.name)
            for i, column in enumerate(sheet.columns):
                out.write_string(0, i, column.title, formats.head[column.kind])
            for i, look in enumerate((*formats.of_kind.values(), formats.unknown)):
                out.write_blank(1, i, None, look)
            for k, row in enumerate(sheet.foot, start=extent.last + 1):
                for i, (value, column) in enumerate(zip(row, sheet.columns, strict=True)):
                    kind = "money" if isinstance(value, Decimal) else column.kind
                    _write_foot(out, max(k, 2), i, value, formats.foot[kind])
            _lay_out(out, sheet, extent)
            out.set_header("&L" + title.replace("&", "&&")[:200])
            out.set_footer("&L&A&RPage &P of &N")
    return stream.getvalue()


class _Formats:
    """The formats of cells: figures right-aligned, text indented after them."""

    def __init__(self, book: "Workbook") -> None:
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


def _write_foot(out: "Worksheet", row: int, column: int, value: Value, look: "Format") -> None:
    if value is None:
        out.write_blank(row, column, None, look)
    elif isinstance(value, Formula):
        out.write_formula(row, column, value.text, look, value.value)
    elif isinstance(value, str):
        out.write_string(row, column, value, look)
    else:
        out.write_number(row, column, value, look)


def _lay_out(out: "Worksheet", sheet: Sheet, extent: Extent) -> None:
    """Widths, frozen head, filter and paper."""
    if sheet.hidden:
        out.hide()
    out.freeze_panes(1, sheet.frozen)
    out.autofilter(0, 0, extent.last, len(sheet.columns) - 1)
    for i, column in enumerate(sheet.columns):
        folded = (
            {"hidden": True, "level": 1} if column.detail or (extent.last and not extent.longest[i]) else {}
        )
        wished = min(column.width, extent.longest[i] + 2.5) if column.kind == "text" else column.width
        head = len(column.title) + 3.5  # the filter's button is in it
        out.set_column(i, i, max(wished, head), None, folded)
    out.ignore_errors({"number_stored_as_text": f"A1:XFD{extent.last + 1}"})
    out.set_landscape()
    out.set_paper(sheet.paper)
    out.set_margins(left=0.4, right=0.4, top=0.7, bottom=0.6)
    out.fit_to_pages(1, 0)
    out.repeat_rows(0)


STATE = Heading("state", "State of the project", 20)
RECORDED = ("status", "remark", "phase", "tested_by", "result", "measured_m")
"""Fields that people record about cables; columns of the wiring list, and fields of its rows."""
TERMS = ("pack_size", "discount", "lead_time")
"""Columns of the terms of purchase of a line of the bill."""
PRICED = ("unit_price", "currency", "price_date", "source", "alternative", *TERMS)
"""Columns of the bill that people decide."""
SHEET = "As exported"


DESIGN = Heading("as_designed", "As designed", 20)
"""The cells of a row that the design decides, as JSON; in the row of the state the names of their columns."""


def wiring_as_exported(plan: Plan) -> Sheet:
    """The state, what was recorded of each cable, and what the design says of each row."""
    columns = {column.name: column for column in wiring_columns.COLUMNS}
    names = ("cable_id", *RECORDED)
    return Sheet(SHEET, (STATE, *(columns[name] for name in names), DESIGN), _cables(plan), hidden=True)


def bill_as_exported(plan: Plan) -> Sheet:
    """The state, the prices and alternatives of all lines, and what the design says of them."""
    columns = {column.name: column for column in bill_columns.COLUMNS}
    names = ("part", "length_m", *PRICED)
    return Sheet(SHEET, (STATE, *(columns[name] for name in names), DESIGN), _lines(plan), hidden=True)


def _cables(plan: Plan) -> Iterator[tuple[Value, ...]]:
    return _rows(
        plan.state, wiring_columns.COLUMNS, ("cable_id", *RECORDED), wiring_columns.wiring_rows(plan)
    )


def _lines(plan: Plan) -> Iterator[tuple[Value, ...]]:
    names = ("part", "length_m", *PRICED)
    return _rows(plan.state, bill_columns.COLUMNS, names, bill_columns.bill_rows(plan.bill))


def _rows(
    state: str, columns: Sequence[Heading], names: Sequence[str], rows: Iterable[tuple[Value, ...]]
) -> Iterator[tuple[Value, ...]]:
    place = {column.name: number for number, column in enumerate(columns)}
    kept = [place[name] for name in names]
    designed = [number for name, number in place.items() if name not in names]
    encode = msgspec.json.Encoder(decimal_format="number").encode
    yield (state, *(None,) * len(names), encode([columns[number].name for number in designed]).decode())
    for cells in rows:
        design = [_plain(cells[number]) for number in designed]
        yield (None, *(cells[number] for number in kept), encode(design).decode())


def _plain(value: Value) -> Value:
    return value.value if isinstance(value, Formula) else value

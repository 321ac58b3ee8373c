"""Read tables that people bring: spreadsheets of Excel and LibreOffice, and CSV of either, as plain cells."""

import csv
import io
import re
import zipfile
import zlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import islice
from typing import Any

from fatdesk.core.errors import InputError
from fatdesk.core.formats.cell import (
    Cell,
    UnreadCell,
    column_number,
    covered_cell,
    error_cell,
    formula_cell,
    is_error,
    plain_cell,
)
from fatdesk.core.formats.spreadsheet_files import CONTENT, Merged, Place, TooLarge, read_ods, unread_cells

LONGEST = 512 << 20
"""Bytes that a file may have when it is unpacked."""
MOST_CELLS = 50_000_000
"""Cells of a file, of each sheet up to the last row and column with content."""
PIECE = 1 << 22
"""Bytes of a sheet that are looked at at once."""
_PLACES = re.compile(
    rb"""<(?:[a-z]+:)?(c|row)\s(?:[^<>]*?\s)?r\s*=\s*["']([A-Za-z]*)([0-9]*)([^"'<>]?)[^<>]*?(/?)>(</)?"""
)
"""A row or a cell of an XLSX file: its column, row, what is neither, and whether it is empty."""
LAST = 7, 3
"""Digits and letters that a place has at most."""
SPREADSHEETS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""First bytes of spreadsheet files; all other files are text."""
_DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, ValueError, OverflowError, OSError)
_SEPARATORS = "\t;,"
_LOOKED_AT = 100_000
"""Letters of a CSV file that decide what separates its cells."""


@dataclass(frozen=True)
class ReadSheet:
    """A table as it stood in a file.

    Attributes
    ----------
    name
        Of the sheet; empty for CSV.
    rows
        The cells from the first row and column on; rows may be of different length. A merged cell gives its
        value to all rows that it covers. Cells without a usable value are :class:`UnreadCell`.
    lines
        For each row its number in the file, from 1, as errors give it.
    """

    name: str
    rows: tuple[tuple[Cell, ...], ...]
    lines: tuple[int, ...]


def read_sheets(data: bytes, file: str) -> tuple[ReadSheet, ...]:
    """All sheets of an XLSX or ODS file, or the one table of a CSV file, distinguished by their bytes.

    CSV may be UTF-8 or UTF-16 with or without a mark, or Windows-1252; comma, semicolon or tab part its
    cells, whichever most lines have equally many of. Cells that were guarded against being formulas are taken
    as what they were. Rows and columns behind the last cell with content are not read.

    Raises
    ------
    InputError
        When the file is damaged, protected, too large, or of Excel 2003 and before: one wrong byte in such a
        file may take all memory while it is read.
    """
    if data.startswith(SPREADSHEETS[1]):
        what = "is an old spreadsheet (XLS) or protected by a password, save it as XLSX without one"
        raise InputError(file, 1, "file", what)
    return _workbook(data, file) if data.startswith(SPREADSHEETS) else (_csv(data, file),)


def _workbook(data: bytes, file: str) -> tuple[ReadSheet, ...]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            size = sum(entry.file_size for entry in packed.infolist())
            if size > LONGEST:
                what = f"has {size >> 20:,} MB when it is unpacked, {LONGEST >> 20} is the most"
                raise InputError(file, 1, "file", f"{what}; delete what is not needed")
            if CONTENT in packed.namelist():
                return tuple(_sheet(one.name, one.rows, one.merged) for one in read_ods(packed, MOST_CELLS))
            far = _too_far(packed)
            if far:
                raise InputError(file, 1, "file", f"{far}, delete the rows and columns that are not needed")
            unread = unread_cells(packed)
    except TooLarge:
        what = f"has more than {MOST_CELLS:,} cells, delete the rows and columns that are not needed"
        raise InputError(file, 1, "file", what) from None
    except _DAMAGED as error:
        raise InputError(file, 1, "file", f"is damaged ({str(error)[:200]}), save it again as XLSX") from None
    return _xlsx(data, file, unread)


def _xlsx(data: bytes, file: str, unread: Mapping[str, Mapping[Place, UnreadCell]]) -> tuple[ReadSheet, ...]:
    import python_calamine

    try:
        book = python_calamine.load_workbook(io.BytesIO(data))
        found = [(name, book.get_sheet_by_name(name)) for name in book.sheet_names]
        cells = sum((sheet.total_height + 1) * (sheet.total_width + 1) for _, sheet in found)
        if cells > MOST_CELLS:
            raise InputError(file, 1, "file", f"has {cells:,} cells, delete what is not needed")
        return tuple(
            _sheet(
                name,
                _with_unread(sheet.to_python(skip_empty_area=False), unread.get(name, {})),
                [
                    Merged(row, column, last - row + 1, end - column + 1)
                    for (row, column), (last, end) in sheet.merged_cell_ranges or ()
                ],
            )
            for name, sheet in found
        )
    except InputError:
        raise
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt | SystemExit | MemoryError):
            raise
        reason = str(error).partition("\n")[0][:200] or type(error).__name__
        what = f"cannot be read as a spreadsheet ({reason}), save it again as XLSX"
        raise InputError(file, 1, "file", what) from None


def _with_unread(rows: list[list[Any]], unread: Mapping[Place, UnreadCell]) -> list[list[Any]]:
    """The rows with the cells that the reader left empty."""
    for (row, column), cell in unread.items():
        rows += ([] for _ in range(row + 1 - len(rows)))
        cells = rows[row]
        cells += [""] * (column + 1 - len(cells))
        cells[column] = cell
    return rows


def _too_far(packed: zipfile.ZipFile) -> str:
    """Return the first sheet of an XLSX file with cells beyond what the reader can read.

    Rows and cells without content are nothing: LibreOffice writes one in the last row that there can be.
    """
    for entry in packed.infolist():
        if not entry.filename.endswith(".xml") or entry.filename.endswith("sharedStrings.xml"):
            continue
        rows, columns, rest = 1, 1, b""
        with packed.open(entry) as stream:
            whole = False
            while not whole:
                piece = stream.read(PIECE)
                rest, whole = rest + piece, not piece
                end = len(rest) if whole else max(rest.rfind(b"<row"), 0)
                found = _PLACES.findall(rest, 0, end)
                if any(place[3] for place in found) or not _can_be(found):
                    return "has a cell at a place that no sheet has"
                filled = [place for place in found if place[0] == b"c" and not place[4] and not place[5]]
                rows = max([rows, *(int(digits) for digits in {place[2] for place in filled})])
                columns = max([columns, *(_column(letters) for letters in {place[1] for place in filled})])
                rest = rest[end:]
        if rows * columns > MOST_CELLS:
            return f"has a sheet that reaches to row {rows:,} and column {columns:,}"
    return ""


def _can_be(places: Sequence[tuple[bytes, ...]]) -> bool:
    most_digits, most_letters = LAST
    return all(0 < len(digits) <= most_digits for digits in {place[2] for place in places}) and all(
        len(letters) <= most_letters for letters in {place[1] for place in places}
    )


def _column(letters: bytes) -> int:
    """The number of a column, from 1; 0 for none."""
    return column_number(letters.decode("ascii")) + 1


def _sheet(name: str, rows: list[list[Any]], merged: Sequence[Merged]) -> ReadSheet:
    for one in merged:
        _spread(rows, one)
    return ReadSheet(name, tuple(tuple(map(_plain, row)) for row in rows), tuple(range(1, len(rows) + 1)))


def _spread(rows: list[list[Any]], merged: Merged) -> None:
    """Give the value of a merged cell to all rows that it covers; its other columns have no value."""
    first, column = merged.row, merged.column
    value = rows[first][column] if first < len(rows) and column < len(rows[first]) else ""
    for row in range(first, min(first + merged.rows, len(rows))):
        cells = rows[row] = list(rows[row])
        for at in range(column, min(column + merged.columns, max(len(cells), column + 1))):
            if (row, at) == (first, column):
                continue
            cells += [""] * (at + 1 - len(cells))
            cells[at] = value if at == column else covered_cell(first, column)


def _plain(value: Any) -> Cell:
    if isinstance(value, str):
        return error_cell(value) if not isinstance(value, UnreadCell) and is_error(value) else value
    if isinstance(value, float) and value.is_integer() and abs(value) < 1 << 53:
        return int(value)
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, timedelta):
        return str(value)
    cell: Cell = value
    return cell


def _separator(text: str) -> str:
    """The separator of cells: the sign of which most lines have as many; in doubt the first line decides."""
    lines = [line for line in text[:_LOOKED_AT].splitlines() if line.strip()][:60]
    first = lines[0] if lines else ""

    def even(sign: str) -> tuple[int, int]:
        counts = Counter(count for line in lines if (count := line.count(sign)))
        return max(counts.values(), default=0), first.count(sign)

    return max(_SEPARATORS, key=even)


def _csv(data: bytes, file: str) -> ReadSheet:
    text = read_text(data, file)
    separator = _separator(text)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    rows, lines, line = [], [], 1
    try:
        for row in islice(reader, MOST_CELLS):
            rows.append(tuple(map(_csv_cell, row)))
            lines.append(line)
            line = reader.line_num + 1
    except csv.Error as error:
        raise InputError(
            file, max(1, reader.line_num), "row", f"{error}, correct it or save it again"
        ) from None
    return ReadSheet("", tuple(rows), tuple(lines))


def _csv_cell(text: str) -> Cell:
    """A cell of CSV: an unguarded formula was saved in the place of its result."""
    plain = plain_cell(text)
    if len(text) > 1 and text[0] == "=":
        return formula_cell(text[1:])
    return error_cell(text) if plain == text and is_error(text) else plain


def read_text(data: bytes, file: str) -> str:
    """A text in UTF-8 or UTF-16 with or without a mark, or in Windows-1252.

    Raises
    ------
    InputError
        When it is too large or no text.
    """
    if len(data) > LONGEST:
        raise InputError(file, 1, "file", f"has more than {LONGEST >> 20} MB, delete what is not needed")
    coding = "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    try:
        text = data.decode(coding)
    except UnicodeDecodeError:
        text = data.decode("cp1252", "replace")
    if "\0" in text:
        raise InputError(file, 1, "file", "is neither a spreadsheet nor text, save it as XLSX or CSV")
    return text

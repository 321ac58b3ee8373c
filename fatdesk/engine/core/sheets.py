"""Read tables that people bring: spreadsheets of Excel and LibreOffice, and CSV of either, as plain cells."""

import csv
import io
import re
import zipfile
import zlib
from collections import Counter
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import islice
from typing import Any

from fatdesk.engine.core.cell_guard import plain_cell
from fatdesk.engine.core.errors import InputError

LONGEST = 512 << 20
"""Bytes that a file may have when it is unpacked."""
MOST_CELLS = 50_000_000
Cell = str | int | float | bool
"""An empty cell is the empty text; dates and times are ISO text."""
PIECE = 1 << 22
"""Bytes of a sheet that are looked at at once."""
_PLACES = re.compile(rb"""<(?:[a-z]+:)?(?:c|row)\s(?:[^<>]*?\s)?r\s*=\s*["']([A-Za-z]*)([0-9]*)([^"'<>]?)""")
"""Where a row or a cell of an XLSX file says that it stands: column, row, and what belongs to neither."""
LAST = 7, 3
"""Digits and letters that a place has at most."""
SPREADSHEETS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""How files of spreadsheet programs begin: all else is text."""
_DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, ValueError, OverflowError, OSError)
_SEPARATORS = "\t;,"
_LOOKED_AT = 100_000
"""Letters of a CSV file that tell what parts its cells."""


@dataclass(frozen=True)
class ReadSheet:
    """A table as it stood in a file.

    Attributes
    ----------
    name
        Of the sheet; empty for CSV.
    rows
        The cells from the first row and column on; rows may be of different length.
    lines
        For each row its number in the file, from 1, as errors tell it.
    """

    name: str
    rows: tuple[tuple[Cell, ...], ...]
    lines: tuple[int, ...]


def read_sheets(data: bytes, file: str) -> tuple[ReadSheet, ...]:
    """All sheets of an XLSX or ODS file, or the one table of a CSV file, told apart by their bytes.

    CSV may be UTF-8 or UTF-16 with or without a mark, or Windows-1252; comma, semicolon or tab part its
    cells, whichever most lines have equally many of. Cells that were guarded against being formulas are taken
    as what they were.

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
    import python_calamine

    _check_size(data, file)
    try:
        book = python_calamine.load_workbook(io.BytesIO(data))
        found = [(name, book.get_sheet_by_name(name)) for name in book.sheet_names]
        cells = sum(sheet.total_height * sheet.total_width for _, sheet in found)
        if cells > MOST_CELLS:
            raise InputError(file, 1, "file", f"has {cells:,} cells, take away what is not needed")
        return tuple(_sheet(name, sheet.to_python(skip_empty_area=False)) for name, sheet in found)
    except InputError:
        raise
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt | SystemExit | MemoryError):
            raise
        told = str(error).partition("\n")[0][:200] or type(error).__name__
        what = f"is no spreadsheet that can be read ({told}), save it anew as XLSX"
        raise InputError(file, 1, "file", what) from None


def _check_size(data: bytes, file: str) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            size = sum(entry.file_size for entry in packed.infolist())
            far = "" if size > LONGEST else _too_far(packed)
    except _DAMAGED as error:
        raise InputError(file, 1, "file", f"is damaged ({error}), save it anew as XLSX") from None
    if size > LONGEST:
        what = f"has {size >> 20:,} MB when it is unpacked, {LONGEST >> 20} is the most"
        raise InputError(file, 1, "file", f"{what}; take away what is not needed")
    if far:
        raise InputError(file, 1, "file", f"{far}, take it away and save it anew")


def _too_far(packed: zipfile.ZipFile) -> str:
    """Which sheet of an XLSX file reaches farther than can be read; the reader would end the program."""
    for entry in packed.infolist():
        if not entry.filename.endswith(".xml") or entry.filename.endswith("sharedStrings.xml"):
            continue
        rows, columns, rest = 1, 1, b""
        with packed.open(entry) as stream:
            whole = False
            while not whole:
                piece = stream.read(PIECE)
                rest, whole = rest + piece, not piece
                end = len(rest) if whole else max(rest.rfind(b"<"), 0)
                found = _PLACES.findall(rest, 0, end)
                letters, digits = {place[0] for place in found}, {place[1] for place in found}
                if any(place[2] for place in found) or not _can_be(letters, digits):
                    return "has a cell at a place that no sheet has"
                rows = max([rows, *map(int, digits)])
                columns = max([columns, *map(_column, letters)])
                rest = rest[end:]
        if rows * columns > MOST_CELLS:
            return f"has a sheet that reaches to row {rows:,} and column {columns:,}"
    return ""


def _can_be(letters: set[bytes], digits: set[bytes]) -> bool:
    most_digits, most_letters = LAST
    return all(0 < len(some) <= most_digits for some in digits) and all(
        len(some) <= most_letters for some in letters
    )


def _column(letters: bytes) -> int:
    """The number of a column, from 1; 0 for none."""
    number = 0
    for letter in letters.upper():
        number = 26 * number + letter - ord("A") + 1
    return number


def _sheet(name: str, rows: list[list[Any]]) -> ReadSheet:
    return ReadSheet(name, tuple(tuple(map(_plain, row)) for row in rows), tuple(range(1, len(rows) + 1)))


def _plain(value: Any) -> Cell:
    if isinstance(value, float) and value.is_integer() and abs(value) < 1 << 53:
        return int(value)
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, timedelta):
        return str(value)
    cell: Cell = value
    return cell


def _separator(text: str) -> str:
    """What parts the cells: the sign of which most lines have as many; in doubt the first line tells."""
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
            rows.append(tuple(map(plain_cell, row)))
            lines.append(line)
            line = reader.line_num + 1
    except csv.Error as error:
        raise InputError(file, max(1, reader.line_num), "row", f"{error}, mend it or save it anew") from None
    return ReadSheet("", tuple(rows), tuple(lines))


def read_text(data: bytes, file: str) -> str:
    """A text in UTF-8 or UTF-16 with or without a mark, or in Windows-1252.

    Raises
    ------
    InputError
        When it is too large or no text.
    """
    if len(data) > LONGEST:
        raise InputError(file, 1, "file", f"has more than {LONGEST >> 20} MB, take away what is not needed")
    coding = "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    try:
        text = data.decode(coding)
    except UnicodeDecodeError:
        text = data.decode("cp1252", "replace")
    if "\0" in text:
        raise InputError(file, 1, "file", "is neither a spreadsheet nor text, save it as XLSX or CSV")
    return text

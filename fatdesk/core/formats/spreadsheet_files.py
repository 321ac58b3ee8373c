"""Spreadsheet files: sheets of OpenDocument, and cells of XLSX that readers leave out."""

import re
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from posixpath import join, normpath
from typing import NamedTuple
from xml.parsers import expat

from fatdesk.core.formats.cell import Cell, UnreadCell, column_number, error_cell, formula_cell, is_error

Place = tuple[int, int]
"""Row and column of a cell, from 0."""
_SUSPECT = re.compile(rb"""<(?:[a-z]+:)?f[\s/>]|\st\s*=\s*["']e["']""")
"""A formula, or an error value."""
_XLSX_PIECE = 1 << 20
_BOOK = "xl/workbook.xml"


def unread_cells(packed: zipfile.ZipFile) -> dict[str, dict[Place, UnreadCell]]:
    """For each sheet by name its cells without a usable value; sheets without any are left out.

    Raises
    ------
    ValueError
        When the file is damaged.
    """
    names = set(packed.namelist())
    if _BOOK not in names:
        return {}
    try:
        sheets, recalculated = _sheets(packed)
        found = {}
        for name, path in sheets.items():
            if path in names and _SUSPECT.search(packed.read(path)):
                scan = _Scan(recalculated)
                scan.read(packed, path)
                if scan.found:
                    found[name] = scan.found
        return found
    except (expat.ExpatError, LookupError) as error:  # the latter of an encoding that does not exist
        raise ValueError(str(error)) from None


def _sheets(packed: zipfile.ZipFile) -> tuple[dict[str, str], bool]:
    """The path of each sheet, and whether all formulas are to be calculated when the file is opened."""
    rels: dict[str, str] = {}
    relations = "xl/_rels/workbook.xml.rels"
    if relations in packed.namelist():
        for tag, attributes in _elements(packed.read(relations)):
            if tag == "Relationship":
                rels[attributes.get("Id", "")] = attributes.get("Target", "")
    sheets: dict[str, str] = {}
    recalculated = False
    for tag, attributes in _elements(packed.read(_BOOK)):
        if tag == "sheet":
            target = next((rels.get(value, "") for key, value in attributes.items() if key == "id"), "")
            path = target.removeprefix("/") if target.startswith("/") else normpath(join("xl", target))
            sheets[attributes.get("name", "")] = path
        elif tag == "calcPr":
            recalculated = attributes.get("fullCalcOnLoad") in ("1", "true")
    return sheets, recalculated


def _elements(data: bytes) -> list[tuple[str, dict[str, str]]]:
    """All elements with their attributes, by local names."""
    found: list[tuple[str, dict[str, str]]] = []

    def start(tag: str, attributes: dict[str, str]) -> None:
        found.append((_local(tag), {_local(key): value for key, value in attributes.items()}))

    parser = plain_parser()
    parser.StartElementHandler = start
    parser.Parse(data, True)
    return found


def plain_parser() -> expat.XMLParserType:
    """A parser with names as ``namespace name``, which refuses entities of a file's own.

    No spreadsheet program writes them.
    """
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = _no_doctype
    return parser


def _no_doctype(*_: object) -> None:
    raise ValueError("it has a document type of its own")


def _local(tag: str) -> str:
    return tag.rpartition(" ")[2]


class _Scan:
    """The cells of one sheet, one after the other."""

    def __init__(self, recalculated: bool) -> None:
        self.found: dict[Place, UnreadCell] = {}
        self._recalculated = recalculated
        self._row = self._column = -1
        self._type = ""
        self._texts: dict[str, str] = {}
        self._inside = ""

    def read(self, packed: zipfile.ZipFile, path: str) -> None:
        """Go through the sheet."""
        parser = plain_parser()
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        with packed.open(path) as stream:
            while piece := stream.read(_XLSX_PIECE):
                parser.Parse(piece, False)
        parser.Parse(b"", True)

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        tag = _local(tag)
        if tag == "row":
            self._row = int(attributes["r"]) - 1 if "r" in attributes else self._row + 1
            self._column = -1
        elif tag == "c":
            letters = attributes.get("r", "").rstrip("0123456789")
            self._column = column_number(letters) if letters else self._column + 1
            self._type = attributes.get("t", "n")
            self._texts = {}
        elif tag in ("f", "v"):
            self._inside = tag
            self._texts[tag] = ""
        elif tag == "is":
            self._texts["v"] = "text"

    def _text(self, text: str) -> None:
        if self._inside:
            self._texts[self._inside] += text

    def _end(self, tag: str) -> None:
        tag = _local(tag)
        if tag in ("f", "v"):
            self._inside = ""
        elif tag == "c":
            cell = self._cell()
            if cell is not None:
                self.found[self._row, self._column] = cell

    def _cell(self) -> UnreadCell | None:
        formula, value = self._texts.get("f"), self._texts.get("v")
        if self._type == "e":
            return error_cell(value or "#VALUE!")
        if formula is None or (value is not None and self._type == "str"):
            return None
        # XlsxWriter leaves 0 in the place of a result that is to be calculated
        return formula_cell(formula) if not value or (value == "0" and self._recalculated) else None


CONTENT = "content.xml"
_PIECE = 1 << 20
_NAMES = {
    "urn:oasis:names:tc:opendocument:xmlns:table:1.0": "table:",
    "urn:oasis:names:tc:opendocument:xmlns:office:1.0": "office:",
    "urn:oasis:names:tc:opendocument:xmlns:text:1.0": "text:",
    "urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0": "calcext:",
}
_CELLS = ("table:table-cell", "table:covered-table-cell")
_TIME = re.compile(r"PT(\d{1,9})H(\d{1,2})M(\d{1,2})(?:[.,]\d+)?S")
LAST = 1 << 20, 1 << 14
"""Rows and columns that a sheet has at most, as in the spreadsheet programs."""


class Merged(NamedTuple):
    """A merged cell: its first row and column, from 0, and how many of both it covers."""

    row: int
    column: int
    rows: int
    columns: int


@dataclass
class OdsSheet:
    """A sheet: rows up to the last cell with a value, each up to its own last one."""

    name: str
    rows: list[list[Cell]] = field(default_factory=list)
    merged: list[Merged] = field(default_factory=list)


class TooLarge(ValueError):
    """More cells than are read."""


def read_ods(packed: zipfile.ZipFile, most_cells: int) -> list[OdsSheet]:
    """All sheets of a file.

    Raises
    ------
    ValueError
        When the file is damaged, protected, or has more cells than ``most_cells``.
    """
    if b"encryption-data" in (packed.read("META-INF/manifest.xml") if _has_manifest(packed) else b""):
        raise ValueError("it is protected by a password")
    reading = _Reading(most_cells)
    try:
        reading.read(packed)
    except (expat.ExpatError, LookupError) as error:  # the latter of an encoding that does not exist
        raise ValueError(str(error)) from None
    return reading.sheets


def _has_manifest(packed: zipfile.ZipFile) -> bool:
    return "META-INF/manifest.xml" in packed.namelist()


class _Reading:
    """The sheets as their elements come by."""

    def __init__(self, most_cells: int) -> None:
        self.sheets: list[OdsSheet] = []
        self._left = most_cells
        self._short: dict[str, str] = {}
        self._depth = 0
        self._cell_depth = self._skipped = 0
        """Depth of the open cell, and of an element in it that is not its text; 0: none."""
        self._row: list[Cell] = []
        self._row_repeats = 1
        self._blank_rows = self._blank_cells = 0
        self._cell: dict[str, str] = {}
        self._paragraphs: list[list[str]] = []
        self._writing = False

    def read(self, packed: zipfile.ZipFile) -> None:
        """Go through the content."""
        parser = plain_parser()
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        with packed.open(CONTENT) as stream:
            while piece := stream.read(_PIECE):
                parser.Parse(piece, False)
        parser.Parse(b"", True)

    def _name(self, full: str) -> str:
        """A name with its usual prefix."""
        found = self._short.get(full)
        if found is None:
            space, _, local = full.rpartition(" ")
            found = self._short[full] = f"{_NAMES.get(space, '?')}{local}"
        return found

    def _start(self, full: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        tag = self._name(full)
        if self._cell_depth:
            self._inside(tag, attributes)
        elif tag == "table:table":
            found = {self._name(key): value for key, value in attributes.items()}
            self.sheets.append(OdsSheet(found.get("table:name", "")))
            self._blank_rows = 0
        elif tag == "table:table-row" and self.sheets:
            found = {self._name(key): value for key, value in attributes.items()}
            self._row, self._blank_cells = [], 0
            self._row_repeats = _repeats(found.get("table:number-rows-repeated"), LAST[0])
        elif tag in _CELLS and self.sheets:
            self._cell = {self._name(key): value for key, value in attributes.items()}
            self._cell_depth, self._paragraphs = self._depth, []

    def _inside(self, tag: str, attributes: dict[str, str]) -> None:
        """An element of a cell: its paragraphs are its text, notes and drawings are not."""
        if self._skipped:
            return
        if tag == "text:p" and self._depth == self._cell_depth + 1:
            self._paragraphs.append([])
            self._writing = True
        elif not tag.startswith("text:") or not self._writing:
            self._skipped = self._depth
        elif tag == "text:s":
            counts = [value for key, value in attributes.items() if self._name(key) == "text:c"]
            self._text(" " * _repeats(counts[0] if counts else None, 1 << 15))
        elif tag in ("text:tab", "text:line-break"):
            self._text("\t" if tag == "text:tab" else "\n")

    def _text(self, text: str) -> None:
        if self._writing and not self._skipped:
            self._paragraphs[-1].append(text)

    def _end(self, full: str) -> None:
        if self._skipped == self._depth:
            self._skipped = 0
        elif self._writing and self._depth == self._cell_depth + 1:
            self._writing = False
        elif self._cell_depth == self._depth:
            self._end_cell()
            self._cell_depth = 0
        elif not self._cell_depth and self._name(full) == "table:table-row" and self.sheets:
            self._end_row()
        self._depth -= 1

    def _end_cell(self) -> None:
        cell, attributes = _value(self._cell, self._paragraphs), self._cell
        repeats = _repeats(attributes.get("table:number-columns-repeated"), LAST[1])
        rows = _repeats(attributes.get("table:number-rows-spanned"), LAST[0])
        columns = _repeats(attributes.get("table:number-columns-spanned"), LAST[1])
        if rows * columns > 1:
            sheet = self.sheets[-1]
            row = len(sheet.rows) + self._blank_rows
            sheet.merged.append(Merged(row, len(self._row) + self._blank_cells, rows, columns))
        if cell == "" and not isinstance(cell, UnreadCell):
            self._blank_cells += repeats
            return
        self._spend(self._blank_cells + repeats)
        self._row += [""] * self._blank_cells + [cell] * repeats
        self._blank_cells = 0

    def _end_row(self) -> None:
        if not self._row:
            self._blank_rows += self._row_repeats
            return
        rows = self.sheets[-1].rows
        self._spend(self._blank_rows + (self._row_repeats - 1) * len(self._row))
        rows += ([] for _ in range(self._blank_rows))
        rows += (self._row for _ in range(self._row_repeats))
        self._blank_rows = 0

    def _spend(self, cells: int) -> None:
        self._left -= cells
        if self._left < 0:
            raise TooLarge("it has too many cells")


def _repeats(text: str | None, most: int) -> int:
    """Return the repeat count of a cell or row, at most ``most``."""
    if text is None:
        return 1
    if not text.isdecimal() or len(text) > 9:
        raise ValueError(f"{text[:20]!r} is not a number of rows or columns")
    return max(1, min(int(text), most))


def _value(attributes: dict[str, str], paragraphs: Sequence[Sequence[str]]) -> Cell:
    """The value of a cell by its attributes and its text."""
    shown = "\n".join("".join(words) for words in paragraphs)
    formula = attributes.get("table:formula")
    kind = attributes.get("office:value-type", "")
    if attributes.get("calcext:value-type") == "error" or (formula is not None and is_error(shown)):
        return error_cell(shown or "#VALUE!")
    if kind in ("float", "percentage", "currency"):
        number = float(attributes.get("office:value", ""))
        return int(number) if number.is_integer() and abs(number) < 1 << 53 else number
    if kind == "boolean":
        return attributes.get("office:boolean-value") == "true"
    if kind == "date":
        return attributes.get("office:date-value", shown)
    if kind == "time":
        clock = _TIME.fullmatch(attributes.get("office:time-value", ""))
        return f"{int(clock[1])}:{int(clock[2]):02}:{int(clock[3]):02}" if clock else shown
    if kind == "" and formula is not None and not paragraphs:
        return formula_cell(formula.partition("=")[2])
    return attributes.get("office:string-value", shown) if kind == "string" else shown

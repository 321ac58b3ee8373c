"""XLSX cells that readers leave out: error values, and formulas without stored results."""

import re
import zipfile
from posixpath import join, normpath
from xml.parsers import expat

from fatdesk.core.cell import UnreadCell, column_number, error_cell, formula_cell

Place = tuple[int, int]
"""Row and column of a cell, from 0."""
_SUSPECT = re.compile(rb"""<(?:[a-z]+:)?f[\s/>]|\st\s*=\s*["']e["']""")
"""A formula, or an error value."""
_PIECE = 1 << 20
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
    except expat.ExpatError as error:
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
            while piece := stream.read(_PIECE):
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

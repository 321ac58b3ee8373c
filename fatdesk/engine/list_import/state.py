"""The state of the project from which an exported spreadsheet was made."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec

from fatdesk.core.cell import Cell
from fatdesk.core.sheets import ReadSheet
from fatdesk.engine.list_import.cells import figure_of, text_of
from fatdesk.engine.list_import.report import LineKey
from fatdesk.engine.list_import.table import KEYS, ListKind, column_names, find_as_exported, plain_title
from fatdesk.engine.listing.cells import Heading
from fatdesk.engine.listing.workbook import DESIGN, PRICED, RECORDED, STATE

_Rows = Mapping[str | LineKey, Mapping[str, Cell]]


@dataclass(frozen=True)
class Exported:
    """A list as it was exported.

    Attributes
    ----------
    state
        Of the project.
    rows
        By cable or line of the bill what people may change.
    designed
        What the design decided, by column, for each row of a cable or a line; older lists have none.
    """

    state: str
    rows: _Rows
    designed: Mapping[str | LineKey, Sequence[Mapping[str, Cell]]]

    def recorded(self, cable: str, name: str) -> Cell:
        """Return the recorded values of a cable; older versions leave out cables with defaults."""
        row = self.rows.get(cable)
        if row is not None:
            return row.get(name, "")
        return "planned" if name == "status" else ""

    def priced(self, line: LineKey, name: str) -> Cell | None:
        """Return the values of a line of the bill; None: there was no such line."""
        row = self.rows.get(line)
        return None if row is None else row.get(name, "")

    def design_of(self, key: str | LineKey, number: int) -> Mapping[str, Cell]:
        """Return the designed values of a cable's row by its number from 0, or of a line of the bill."""
        rows = self.designed.get(key, ())
        return rows[number] if number < len(rows) else {}


def exported_of(sheets: Sequence[ReadSheet], kind: ListKind) -> Exported | None:
    """Return the recorded state of a file; None for CSV, another kind of list, or without one."""
    sheet = find_as_exported(sheets)
    if sheet is None or len(sheet.rows) < 2:
        return None
    places = column_names(sheet.rows[0], kind)
    names = RECORDED if kind == "wiring" else PRICED
    if not {KEYS[kind], *names} <= places.keys():
        return None
    at, design = (_place(sheet.rows[0], column) for column in (STATE, DESIGN))
    columns = _json(_at(sheet.rows[1], design))
    rows: dict[str | LineKey, Mapping[str, Cell]] = {}
    designed: dict[str | LineKey, list[Mapping[str, Cell]]] = {}
    for row in sheet.rows[2:]:
        stated = {name: _at(row, place) for name, place in places.items()}
        text = text_of(stated[KEYS[kind]])
        if not text:
            continue
        key = text if kind == "wiring" else LineKey(text, _length(stated.get("length_m", "")))
        rows.setdefault(key, stated)
        cells = _json(_at(row, design))
        if columns and len(cells) == len(columns):
            designed.setdefault(key, []).append(dict(zip(map(str, columns), cells, strict=True)))
    return Exported(text_of(_at(sheet.rows[1], at)), rows, designed)


def _place(head: Sequence[Cell], column: Heading) -> int:
    title = plain_title(column.title)
    return next((n for n, cell in enumerate(head) if plain_title(str(cell)) == title), -1)


def _at(row: Sequence[Cell], place: int) -> Cell:
    return row[place] if 0 <= place < len(row) else ""


def _json(cell: Cell) -> list[Cell]:
    """The cells that a JSON text has; none when somebody changed it."""
    try:
        return [
            "" if value is None else value for value in msgspec.json.decode(str(cell), type=list[Cell | None])
        ]
    except msgspec.MsgspecError:
        return []


def _length(cell: Cell) -> float | None:
    try:
        figure = figure_of(cell)
    except ValueError:
        return None
    return None if figure is None else float(figure)

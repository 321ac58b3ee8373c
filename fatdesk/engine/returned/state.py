"""What a spreadsheet of ours remembers of the state that it was made from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fatdesk.engine.core.sheets import Cell, ReadSheet
from fatdesk.engine.listing.as_exported import PRICED, RECORDED, STATE
from fatdesk.engine.returned.cells import figure_of, text_of
from fatdesk.engine.returned.head import KEYS, ListKind, column_names, find_as_exported, plain_title
from fatdesk.engine.returned.report import LineKey

_Rows = Mapping[str | LineKey, Mapping[str, Cell]]


@dataclass(frozen=True)
class Exported:
    """The state, and what stood in the list of it that people may change."""

    state: str
    rows: _Rows

    def recorded(self, cable: str, name: str) -> Cell:
        """What was recorded of a cable; a cable that is not there had nothing but defaults."""
        row = self.rows.get(cable)
        if row is not None:
            return row.get(name, "")
        return "planned" if name == "status" else ""

    def priced(self, line: LineKey, name: str) -> Cell | None:
        """What stood in a line of the bill; None: that line was not there."""
        row = self.rows.get(line)
        return None if row is None else row.get(name, "")


def exported_of(sheets: Sequence[ReadSheet], kind: ListKind) -> Exported | None:
    """What a file remembers; None when it remembers nothing, as CSV, or another kind of list."""
    sheet = find_as_exported(sheets)
    if sheet is None or len(sheet.rows) < 2:
        return None
    places = column_names(sheet.rows[0], kind)
    names = RECORDED if kind == "wiring" else PRICED
    if not {KEYS[kind], *names} <= places.keys():
        return None
    at = next(n for n, cell in enumerate(sheet.rows[0]) if plain_title(str(cell)) == plain_title(STATE.title))
    rows: dict[str | LineKey, Mapping[str, Cell]] = {}
    for row in sheet.rows[2:]:
        told = {name: row[place] if place < len(row) else "" for name, place in places.items()}
        key = text_of(told[KEYS[kind]])
        if not key:
            continue
        rows[key if kind == "wiring" else LineKey(key, _length(told.get("length_m", "")))] = told
    state = sheet.rows[1][at] if at < len(sheet.rows[1]) else ""
    return Exported(text_of(state), rows)


def _length(cell: Cell) -> float | None:
    try:
        figure = figure_of(cell)
    except ValueError:
        return None
    return None if figure is None else float(figure)

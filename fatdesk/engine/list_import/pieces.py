"""Compare an edited list of pieces of links over panels with the present ones: what people recorded."""

from collections.abc import Mapping, Sequence

from fatdesk.core.finding import Severity
from fatdesk.core.formats.cell import Cell, UnreadCell
from fatdesk.core.number_text import Sign
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.list_import.report import Change, Report
from fatdesk.engine.list_import.state import Remarks, few
from fatdesk.engine.list_import.table import (
    STATUSES,
    Table,
    column_signs,
    is_as_it_was,
    is_sum_row,
    known_status,
    measured,
    sound_text,
    text_of,
)
from fatdesk.engine.listing.cells import Value
from fatdesk.engine.listing.structured_columns import PIECES, RECORDED_OF_PIECES, piece_rows

PLACE = {column.name: number for number, column in enumerate(PIECES)}
NUMBERS = tuple(column.name for column in PIECES if column.kind != "text")
ENDS = ("cable_id", "piece", "a_device", "a_port", "b_device", "b_port", "trunk", "fibres")
"""Columns that say which piece a row is of: while one contradicts the design, nothing of the row applies."""

Row = tuple[Cell, ...]


def compare_pieces(table: Table, plan: Plan, file: str) -> Report:
    """Return the changes of a list of pieces that can be applied, and the contradictions with the design."""
    return _Comparing(table, plan, file).report()


class _Comparing:
    """One comparison, row by row."""

    def __init__(self, table: Table, plan: Plan, file: str) -> None:
        self.table, self.plan, self.file = table, plan, file
        self.pieces = {str(cells[0]): cells for cells in piece_rows(plan)}
        self.remarks = Remarks(file, table)
        self.changes: list[Change] = []
        self.recorded = [(name, table.places[name]) for name in RECORDED_OF_PIECES if name in table.places]
        self.ends = [(name, table.places[name]) for name in ENDS if name in table.places]
        self.signs: Mapping[str, Sign | None] = {}
        self.statuses = {str(cells[PLACE["status"]]) for cells in self.pieces.values()}

    def report(self) -> Report:
        found = self._rows()
        self.signs = self._signs(found)
        for name, (line, row) in found.items():
            self._compare(name, line, row)
        missing = tuple(name for name in self.pieces if name not in found)
        if missing and found:
            what = f"{few(missing)} {'are' if len(missing) > 1 else 'is'} in the project but not in the list"
            self.remarks.of_list("piece_id", what, Severity.NOTE)
        self.remarks.of_table(None, self.plan.state, 0, RECORDED_OF_PIECES)
        remarks = self.remarks.in_order()
        return Report(((self.file, "pieces"),), len(found), tuple(self.changes), remarks, missing)

    def _rows(self) -> dict[str, tuple[int, Row]]:
        """The rows of pieces of the project, each with its line."""
        at = self.table.places["piece_id"]
        known = [n for n, row in enumerate(self.table.rows) if text_of(_at(row, at)) in self.pieces]
        last = max(known, default=-1)
        found: dict[str, tuple[int, Row]] = {}
        for number, (line, row) in enumerate(zip(self.table.lines, self.table.rows, strict=True)):
            name = text_of(_at(row, at))
            if name in found:
                what = f"is in line {found[name][0]} already, keep one row of each piece"
                self.remarks.say(line, name, "piece_id", what)
            elif name in self.pieces:
                found[name] = line, row
            elif is_sum_row(row, [place for _, place in self.recorded], number > last):
                self.remarks.aside(line)
            else:
                what = "is not a piece of the project, export the list again" if name else "names no piece"
                self.remarks.say(line, name, "piece_id", what)
        return found

    def _signs(self, found: Mapping[str, tuple[int, Row]]) -> Mapping[str, Sign | None]:
        places = self.table.places
        return column_signs(
            {
                name: [
                    (_at(row, places[name]), self.pieces[piece][PLACE[name]])
                    for piece, (_, row) in found.items()
                ]
                for name in NUMBERS
                if name in places
            }
        )

    def _compare(self, name: str, line: int, row: Row) -> None:
        cells = self.pieces[name]
        wrong = [
            (column, at) for column, at in self.ends if not is_as_it_was(_at(row, at), cells[PLACE[column]])
        ]
        for column, at in wrong:
            is_now = text_of(_as_cell(cells[PLACE[column]])) or "nothing"
            what = f"“{text_of(_at(row, at))[:80]}” contradicts the design, where it is {is_now}: correct it"
            self.remarks.say(line, name, column, what)
        for column, at in self.recorded:
            cell, was = _at(row, at), cells[PLACE[column]]
            if is_as_it_was(cell, was):
                continue
            if wrong:
                what = f"“{text_of(cell)[:80]}” is not applied while the row contradicts the design"
                self.remarks.say(line, name, column, what)
                continue
            self._take(name, line, column, cell, was)

    def _take(self, name: str, line: int, column: str, cell: Cell, was: Value) -> None:
        try:
            value = self._value(name, column, cell)
        except ValueError as error:
            self.remarks.say(line, name, column, str(error))
            return
        words = "" if value is None else text_of(_as_cell(value))
        before = text_of(_as_cell(was))
        if words == before:
            return
        self.changes.append(Change(self.file, line, name, column, before, words, value))
        if column == "status" and value not in self.statuses and value not in STATUSES:
            self.remarks.own_status(str(value), line)

    def _value(self, name: str, column: str, cell: Cell) -> str | float | None:
        """Return the value that a cell states for a record.

        Raises
        ------
        ValueError
            What is wrong with it, and what to do.
        """
        if isinstance(cell, UnreadCell):
            raise ValueError(cell.why)
        if column == "measured_m":
            lengths = (self.pieces[name][PLACE[one]] for one in ("ordered_m", "computed_m"))
            planned = next((length for length in lengths if isinstance(length, int | float)), None)
            return measured(cell, self.signs.get(column), planned)
        text = sound_text(cell)
        if column != "status":
            return text
        return "planned" if not text else text if text in self.statuses else known_status(text)


def _at(row: Sequence[Cell], place: int) -> Cell:
    """A cell; rows may be shorter than the head."""
    return row[place] if place < len(row) else ""


def _as_cell(value: Value) -> Cell:
    return "" if value is None else value if isinstance(value, str | int | float) else str(value)

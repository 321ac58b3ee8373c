"""The state from which an imported list was exported, and remarks on its rows against that state."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec

from fatdesk.core.finding import Severity
from fatdesk.core.formats.cell import Cell
from fatdesk.core.formats.sheets import ReadSheet
from fatdesk.engine.list_import.report import LineKey, Remark, in_order
from fatdesk.engine.list_import.table import (
    KEYS,
    STATUSES,
    ListKind,
    Table,
    column_names,
    figure_of,
    find_as_exported,
    plain_title,
    text_of,
)
from fatdesk.engine.listing.cells import Heading, Value
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
    except (msgspec.MsgspecError, RecursionError):
        return []


def _length(cell: Cell) -> float | None:
    try:
        figure = figure_of(cell)
    except ValueError:
        return None
    return None if figure is None else float(figure)


NAMED = 3
"""Largest number of items that are named."""
MOST_SHOWN = 80
"""Characters of a key that are shown."""


class Remarks:
    """Remarks as they are found; ``found`` holds them."""

    def __init__(self, file: str, table: Table) -> None:
        self.found: list[Remark] = []
        self._file, self._table = file, table
        self._aside: list[int] = []
        self._former: list[int] = []
        self._not_compared: list[int] = []
        self._outdated: list[int] = []
        self._renamed: Counter[tuple[str, str]] = Counter()
        self._own: Counter[str] = Counter()
        self._not_kept: Counter[str] = Counter()
        self._first: dict[str, int] = {}

    def say(self, line: int, key: str, field: str, what: str, severity: Severity = Severity.ERROR) -> None:
        """Say something of a row; keys of any length come from lists, so that long ones are cut."""
        self.found.append(Remark(self._file, line, key[:MOST_SHOWN], field, what, severity))

    def of_list(self, field: str, what: str, severity: Severity = Severity.NOTE) -> None:
        """Say something of the whole list."""
        self.say(self._table.head, "", field, what, severity)

    def in_order(self) -> tuple[Remark, ...]:
        """All of them, the worst first, then in the order of the file."""
        return in_order(sorted(self.found, key=lambda one: one.line))

    def aside(self, line: int) -> None:
        """A row that names nothing of ours, such as a sum that somebody made under the list."""
        self._aside.append(line)

    def not_kept(self, name: str, line: int) -> None:
        """A cell of a column of which a project holds nothing."""
        self._not_kept[name] += 1
        self._first.setdefault(name, line)

    def former(self, line: int) -> None:
        """A row that nobody edited, of something that the project had when the list was exported."""
        self._former.append(line)

    def not_compared(self, line: int) -> None:
        """A cell without a usable value in a column that the design decides."""
        self._not_compared.append(line)

    def outdated(self, line: int, renamed: tuple[str, str] | None = None) -> None:
        """A cell as exported that the project has changed since; what a rack or device was and is called."""
        self._outdated.append(line)
        if renamed is not None:
            self._renamed[renamed] += 1

    def own_status(self, status: str, line: int) -> None:
        """A status that is none of the known words."""
        self._own[status] += 1
        self._first.setdefault(f"status {status}", line)

    def of_table(self, exported: Exported | None, state: str, stayed: int, decided: Sequence[str]) -> None:
        """Say what is so of the whole list: its state, its columns, what was left aside."""
        table = self._table
        if exported is not None and exported.state and state and exported.state != state:
            what = f"is of an earlier state, {exported.state[:40]}; the project is {state} by now"
            self.of_list("state", what)
        if stayed:
            what = "is unchanged in the list and was changed in the project since: the project keeps it"
            self.of_list("state", f"{stayed:,} {'values' if stayed > 1 else 'value'} {what}")
        self._of_changes_since()
        for sheet in table.others:
            what = (
                f"the sheet “{sheet[:60]}” is a list as well and is not read: import it as a file of its own"
            )
            self.of_list("file", what, Severity.WARNING)
        for status, count in self._own.items():
            known = f"({', '.join(STATUSES[:8])}, ...)"
            what = f"“{status[:40]}” is not a known status {known}, {count:,} times accepted as a new one"
            self.say(self._first[f"status {status}"], "", "status", what, Severity.WARNING)
        if self._not_compared:
            cells = _counted(self._not_compared, "cell", "cells")
            what = f"{cells} of the design without a stored value: not compared"
            self.say(self._not_compared[0], "", "row", what, Severity.NOTE)
        for name in table.doubled:
            what = "is twice in the head and is not read, keep one column"
            self.of_list(name, what, Severity.WARNING)
        absent = [name for name in decided if name not in table.places and name not in table.doubled]
        if absent:
            self.of_list("head", f"has no column {', '.join(absent)}: nothing is read of that")
        if table.foreign:
            self.of_list("head", f"{few(table.foreign)}: no column of this list, ignored")
        if self._aside:
            rows = f"{len(self._aside):,} rows match" if len(self._aside) > 1 else "the row matches"
            self.say(self._aside[0], "", "row", f"{rows} nothing in the list, ignored", Severity.NOTE)
        for name, count in self._not_kept.items():
            cells = f"{count:,} cells are" if count > 1 else "the cell is"
            what = f"{cells} ignored: projects do not keep this column"
            self.say(self._first[name], "", name, what, Severity.NOTE)

    def _of_changes_since(self) -> None:
        """Return the remark on values that only the project has changed since the export."""
        if self._outdated:
            names = [f"{before or 'nothing'} is {now or 'nothing'}" for before, now in self._renamed]
            what = f"{few(names)} since the export" if names else "the design has changed since the export"
            cells = _counted(self._outdated, "cell", "cells")
            self.say(self._outdated[0], "", "state", f"{what}: {cells}, nothing to do", Severity.NOTE)
        if self._former:
            rows = _counted(self._former, "row", "rows")
            what = f"{rows} of what the project does not have any more, not edited: nothing to do"
            self.say(self._former[0], "", "state", what, Severity.NOTE)


def _counted(lines: Sequence[int], one: str, several: str) -> str:
    return f"{len(lines):,} {one if len(lines) == 1 else several}"


def both_changed(before: Value, now: Value, cell: Cell) -> str:
    """Return the message for a cell that was edited and has also changed in the project."""
    words = [text_of(_as_cell(value)) for value in (before, now, cell)]
    was, is_now, here = (f"“{word[:80]}”" if word else "nothing" for word in words)
    what = f"was {was} when the list was made, is {is_now} in the project by now and {here} here"
    return f"{what}: decide, and set it by hand"


def _as_cell(value: Value) -> Cell:
    return "" if value is None else value if isinstance(value, str | int | float) else str(value)


def few(names: Sequence[str]) -> str:
    """Some names and how many more there are.

    >>> few(["a", "b", "c", "d", "e"])
    'a, b, c and 2 more'
    """
    rest = len(names) - NAMED
    if rest <= 0:
        return ", ".join(names)
    return f"{', '.join(names[:NAMED])} and {rest:,} more"

"""Remarks on an imported list, gathered where many rows share one."""

from collections import Counter
from collections.abc import Sequence

from fatdesk.core.cell import Cell
from fatdesk.core.finding import Severity
from fatdesk.engine.list_import.cells import STATUSES, text_of
from fatdesk.engine.list_import.report import Remark, in_order
from fatdesk.engine.list_import.state import Exported
from fatdesk.engine.list_import.table import Table
from fatdesk.engine.listing.cells import Value

NAMED = 3
"""Largest number of items that are named."""


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
        """Say something of a row."""
        self.found.append(Remark(self._file, line, key, field, what, severity))

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
            what = f"is of an earlier state, {exported.state}; the project is {state} by now"
            self.of_list("state", what)
        if stayed:
            what = "stood in the list as it was made and was changed in the project since: that stays"
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
            self.of_list("head", f"{few(table.foreign)}: no column of this list, left aside")
        if self._aside:
            rows = f"{len(self._aside):,} rows name" if len(self._aside) > 1 else "the row names"
            self.say(self._aside[0], "", "row", f"{rows} nothing of the list, left aside", Severity.NOTE)
        for name, count in self._not_kept.items():
            cells = f"{count:,} cells are" if count > 1 else "the cell is"
            what = f"{cells} left aside: a project keeps nothing of that"
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

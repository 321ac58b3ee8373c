"""Remarks on a list that came back, those on many rows gathered to one."""

from collections import Counter
from collections.abc import Sequence

from fatdesk.engine.core.finding import Severity
from fatdesk.engine.returned.head import Table
from fatdesk.engine.returned.report import Remark, in_order
from fatdesk.engine.returned.state import Exported

NAMED = 3
"""So many of a number of things are named."""


class Remarks:
    """Remarks as they are found; ``found`` holds them."""

    def __init__(self, file: str, table: Table) -> None:
        self.found: list[Remark] = []
        self._file, self._table = file, table
        self._aside: list[int] = []
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

    def of_table(self, exported: Exported | None, state: str, stayed: int, decided: Sequence[str]) -> None:
        """Say what is so of the whole list: its state, its columns, what was left aside."""
        table = self._table
        if exported is not None and exported.state and state and exported.state != state:
            what = f"is of an earlier state, {exported.state}; the project is {state} by now"
            self.of_list("state", what)
        if stayed:
            what = "stood in the list as it was made and was changed in the project since: that stays"
            self.of_list("state", f"{stayed:,} {'values' if stayed > 1 else 'value'} {what}")
        for name in table.doubled:
            what = "stands twice in the head and is not read, keep one column"
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


def few(names: Sequence[str]) -> str:
    """Some names and how many more there are.

    >>> few(["a", "b", "c", "d", "e"])
    'a, b, c and 2 more'
    """
    rest = len(names) - NAMED
    if rest <= 0:
        return ", ".join(names)
    return f"{', '.join(names[:NAMED])} and {rest:,} more"

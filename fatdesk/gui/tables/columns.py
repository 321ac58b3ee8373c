"""Columns of a table that are shown, in which order and width: chosen from a menu, and kept."""

from collections.abc import Iterable
from typing import Annotated

import msgspec

from fatdesk.gui.desk import Desk
from fatdesk.gui.settings import Settings
from fatdesk.gui.tables.table import Table
from fatdesk.gui.widgets.menu_button import MenuButton, TickMenu
from fatdesk.gui.widgets.plain_text import menu_text

NARROWEST, WIDEST = 24, 2000
FOLDED = "no room"
"""Note at a column that is out of view because the window is too narrow."""


class ColumnPlace(msgspec.Struct, frozen=True):
    """A column as it stood."""

    id: str
    width: Annotated[int, msgspec.Meta(ge=-100_000_000, le=100_000_000)]
    shown: bool = True
    kept: bool = False
    """Whether it stays in view where the table is too narrow for it."""


def places(table: Table) -> list[ColumnPlace]:
    """All columns from left to right, hidden ones too."""
    head, columns = table.horizontalHeader(), table.rows.columns
    widths = [table.columnWidth(n) for n in range(len(columns))]
    for number in range(len(columns)):
        if head.isSectionHidden(number):  # Qt says 0 of those
            widths[number] = table.hidden_width(number)
    order = [head.logicalIndex(place) for place in range(head.count())]
    shown = set(table.wanted_columns())
    kept = table.kept
    return [ColumnPlace(columns[n].id, widths[n], n in shown, n in kept) for n in order]


def arrange(table: Table, wanted: list[ColumnPlace]) -> None:
    """Put columns as they stood; columns that are not named keep their look and come last."""
    head = table.horizontalHeader()
    numbers = {column.id: number for number, column in enumerate(table.rows.columns)}
    known = [some for some in wanted if some.id in numbers]
    if not any(some.shown for some in known):
        return
    table.unfold()
    for place, some in enumerate({some.id: some for some in known}.values()):
        number = numbers[some.id]
        head.moveSection(head.visualIndex(number), place)
        table.keep(number, some.kept)
        table.hide_column(number, False)
        table.setColumnWidth(number, max(NARROWEST, min(WIDEST, some.width)))
        table.hide_column(number, not some.shown)
    table.fit()
    table.stretch()


def reset(table: Table) -> None:
    """Put columns as they start."""
    columns = enumerate(table.rows.columns)
    arrange(table, [ColumnPlace(c.id, table.first_width(number), not c.hidden) for number, c in columns])


class KeptColumns:
    """The columns in the settings: restored as tables are created, written for all of them.

    Tables that were not created keep the columns that they had in the settings.
    """

    def __init__(self, settings: Settings) -> None:
        self._found = settings.get("columns", dict[str, list[ColumnPlace]], {})
        self._tables: dict[str, Table] = {}
        settings.before_writing(lambda: settings.put("columns", self.places()))

    def keep(self, tables: Iterable[Table]) -> None:
        """Arrange tables as in the settings, and write their columns from now on."""
        for table in tables:
            name = table.accessibleName()
            self._tables[name] = table
            if name in self._found:
                arrange(table, self._found[name])

    def reset(self) -> None:
        """Reset the columns of all tables, created or not."""
        self._found = {}
        for table in self._tables.values():
            reset(table)

    def places(self) -> dict[str, list[ColumnPlace]]:
        """Return the columns of each table by its name."""
        return self._found | {name: places(table) for name, table in self._tables.items()}


class ColumnsButton(MenuButton):
    """Opens the list of columns to tick."""

    def __init__(self, desk: Desk, table: Table) -> None:
        super().__init__(desk.theme, "columns", "Columns", "Choose the columns")
        self.setObjectName("columns")
        self._table = table
        self.ticks = TickMenu(self)
        self.ticks.aboutToShow.connect(self._follow)
        self.boxes = {}
        for number, column in enumerate(table.rows.columns):
            box = self.ticks.addAction(menu_text(column.id))
            box.setCheckable(True)
            box.triggered.connect(lambda on, number=number: self._show(number, on))
            self.boxes[column.id] = box
        self.ticks.addSeparator()
        back = self.ticks.addAction("Reset columns")
        back.triggered.connect(lambda _: reset(table))
        self.setMenu(self.ticks)
        self._follow()

    def _follow(self) -> None:
        """Tick the columns in view; those that are folded say so."""
        for number, column in enumerate(self._table.rows.columns):
            box, folded = self.boxes[column.id], number in self._table.folded
            box.setChecked(not self._table.isColumnHidden(number))
            box.setText(menu_text(f"{column.id} ({FOLDED})" if folded else column.id))

    def _show(self, number: int, on: bool) -> None:
        if not on and len(self._table.shown_columns()) == 1:
            self._follow()  # the last one stays
            return
        self._table.keep(number, on)
        self._table.show_column(number, on)

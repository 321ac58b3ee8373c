"""Table with check boxes, set by a click or the space bar."""

from typing import Any, Generic, TypeVar

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent

from fatdesk.gui.desk import Desk
from fatdesk.gui.tables.column import Column
from fatdesk.gui.tables.model import RowsModel
from fatdesk.gui.tables.table import Table

Row = TypeVar("Row")


class TickedTable(Table, Generic[Row]):
    """Rows with a tick in front; ``turned`` is emitted when some were ticked or cleared."""

    turned = Signal()

    def __init__(self, desk: Desk, columns: tuple[Column[Row], ...], name: str, ticks: str) -> None:
        self.off: set[int] = set()
        """Numbers of the rows that are left."""
        self.can: list[bool] = []
        """Whether each row can be taken at all."""
        tick: Column[int] = Column(
            ticks,
            64,
            lambda n: ("yes" if self.is_on(n) else "no") if self.can[n] else "",
            tone=lambda n: "text" if self.is_on(n) else "text3",
            mark=lambda n: ("ticked" if self.is_on(n) else "unticked") if self.can[n] else "",
        )
        shown: RowsModel[Any] = RowsModel((tick, *(_of_row(column, self) for column in columns)))
        self.items: list[Row] = []
        super().__init__(desk, shown, name)
        shown.setParent(self)
        self.clicked.connect(self._clicked)

    def show_items(self, items: list[Row], can: list[bool]) -> None:
        """Show other rows; all that can be taken are."""
        self.items, self.can, self.off = items, can, set()
        self.rows.show(list(range(len(items))))
        self.turned.emit()

    def is_on(self, number: int) -> bool:
        """Whether a row is taken."""
        return self.can[number] and number not in self.off

    @property
    def taken(self) -> list[int]:
        """Numbers of the rows that are taken."""
        return [number for number in range(len(self.items)) if self.is_on(number)]

    def set_all(self, on: bool) -> None:
        """Take all rows, or none."""
        self.off = set() if on else set(range(len(self.items)))
        self._report_ticks()

    def turn(self, numbers: list[int]) -> None:
        """Take rows, or leave them when all of them are taken."""
        can = [number for number in numbers if self.can[number]]
        on = not all(self.is_on(number) for number in can)
        self.off = self.off - set(can) if on else self.off | set(can)
        self._report_ticks()

    def _report_ticks(self) -> None:
        self.rows.follow(list(range(len(self.items))))
        self.turned.emit()

    def _clicked(self, index: QModelIndex) -> None:
        if index.column() == 0:
            self.turn([self.rows.row(index.row())])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The space bar turns the rows that are selected."""
        if event.key() == Qt.Key.Key_Space:
            self.turn([int(number) for number in self.chosen_rows()])
        else:
            super().keyPressEvent(event)


def _of_row(column: Column[Row], table: TickedTable[Row]) -> Column[int]:
    """A column of rows as one of their numbers."""
    return Column(
        column.title,
        column.width,
        lambda n: column.text(table.items[n]),
        number=column.number,
        strong=column.strong,
        tone=lambda n: column.tone(table.items[n]),
        mark=lambda n: column.mark(table.items[n]),
        stretch=column.stretch,
    )

"""Table view of a drawing: the same elements as rows."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from fatdesk.core.number_text import counted
from fatdesk.gui.analysis.related import related
from fatdesk.gui.desk import Desk
from fatdesk.gui.session.session import Session
from fatdesk.gui.tables import Column, RowsModel, Table
from fatdesk.gui.tables.table import Foot
from fatdesk.gui.widgets.accessible import Role, give_role
from fatdesk.gui.widgets.plain_text import menu_text
from fatdesk.project.document.ref import Ref

Row = TypeVar("Row")


@dataclass(frozen=True)
class ViewTable(Generic[Row]):
    """One table as data: what it is called, its columns, its rows, and the element of each row."""

    title: str
    columns: tuple[Column[Row], ...]
    rows: Callable[[Session], Sequence[Row]]
    element: Callable[[Row], Ref]
    empty: str


class ViewTables(QWidget):
    """The tables of a drawing, one at a time."""

    def __init__(self, desk: Desk, tables: Sequence[ViewTable[Any]]) -> None:
        super().__init__()
        self._desk, self._session, self._twins = desk, desk.session, tuple(tables)
        self.setObjectName("table-view")
        self._choosing = False
        px = desk.theme.px
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        head = QWidget()
        head.setProperty("role", "toolbar")
        head.setFixedHeight(px(33))
        line = QHBoxLayout(head)
        line.setContentsMargins(px(8), 0, px(8), 0)
        self.tabs = QButtonGroup(self)
        self.stack = QStackedWidget()
        self.tables: list[Table] = []
        for number, twin in enumerate(self._twins):
            tab = QToolButton()
            give_role(tab, Role.RadioButton)
            tab.setText(menu_text(twin.title))
            tab.setObjectName(f"show-{twin.title.lower()}")
            tab.setProperty("kind", "tab")
            tab.setCheckable(True)
            self.tabs.addButton(tab, number)
            line.addWidget(tab)
            table = Table(desk, RowsModel(twin.columns, self), twin.title)
            table.setObjectName(f"view-{twin.title.lower()}")
            table.make_sortable()
            table.empty = twin.empty
            table.chosen.connect(self._choose)
            self.tables.append(table)
            self.stack.addWidget(table)
        line.addStretch(1)
        self.tabs.idClicked.connect(self.bring)
        self.tabs.button(0).setChecked(True)
        column.addWidget(head)
        head.setVisible(len(self._twins) > 1)
        column.addWidget(self.stack, 1)
        self.foot = Foot(desk, px(34))
        column.addWidget(self.foot)

    @property
    def table(self) -> Table:
        """The table on view."""
        return self.tables[self.stack.currentIndex()]

    def bring(self, number: int) -> None:
        """Bring a table to the front."""
        self.stack.setCurrentIndex(number)
        self.tabs.button(number).setChecked(True)
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)
        self.follow()

    def refresh(self) -> None:
        """Show the present project."""
        for twin, table in zip(self._twins, self.tables, strict=True):
            table.rows.show(twin.rows(self._session))
        self.follow()

    def follow(self) -> None:
        """Select the rows of what is selected; a table with nothing of it gives way to one with something."""
        elements = related(self._session)
        hits = []
        for twin, table in zip(self._twins, self.tables, strict=True):
            found = [n for n, row in enumerate(table.rows.rows) if twin.element(row) in elements]
            table.mark_numbers(found, reveal=not self._choosing)
            hits.append(len(found))
        here, own = self.stack.currentIndex(), set(self._session.selection)
        if not self._choosing and not hits[here]:
            for number, (twin, table) in enumerate(zip(self._twins, self.tables, strict=True)):
                if any(twin.element(row) in own for row in table.rows.rows):
                    self.stack.setCurrentIndex(number)
                    self.tabs.button(number).setChecked(True)
        self._tell()

    def _choose(self) -> None:
        twin = self._twins[self.stack.currentIndex()]
        self._choosing = True
        self._session.select([twin.element(row) for row in self.table.chosen_rows()])
        self._choosing = False
        self._tell()

    def _tell(self) -> None:
        count = self.table.rows.rowCount()
        self.foot.show_figures([(self._twins[self.stack.currentIndex()].title, f"{count:,}")])
        chosen = len(self.table.chosen_lines())
        self.foot.show_selected(f"{chosen:,} selected" if chosen else "")

    def copy(self) -> None:
        """Copy the selected rows, or all, as a table."""
        self.table.copy()
        count = len(self.table.chosen_lines()) or self.table.rows.rowCount()
        self._session.said.emit(f"Copied {counted(count, 'row')} with titles.")

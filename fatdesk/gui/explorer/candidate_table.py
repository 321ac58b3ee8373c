"""The table of candidates with its foot."""

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from fatdesk.gui.desk import Desk
from fatdesk.gui.explorer.columns import COLUMNS, REASON, Row
from fatdesk.gui.explorer.points import Mask, Points
from fatdesk.gui.tables import RowsModel, Table
from fatdesk.gui.tables.columns import ColumnsButton
from fatdesk.gui.widgets.plain_text import Line


class CandidateTable(Table):
    """P pins the current line."""

    pin_asked = Signal(int)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """P pins; the rest as in every table."""
        line = self.currentIndex().row()
        if event.key() == Qt.Key.Key_P and not event.modifiers() and line >= 0:
            self.pin_asked.emit(line)
        else:
            super().keyPressEvent(event)


class CandidateList(QWidget):
    """Candidates as rows; ``pin_asked`` and ``make_asked`` carry the number of one."""

    pin_asked = Signal(int)
    make_asked = Signal(int)

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        px = desk.theme.px
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.model: RowsModel[Row] = RowsModel(COLUMNS, self)
        self.table = CandidateTable(desk, self.model, "Candidates")
        self.table.make_sortable()
        self.table.clicked.connect(lambda index: self._clicked(index.row(), index.column()))
        self.table.doubleClicked.connect(lambda index: self._open(index.row(), index.column()))
        self.table.opened.connect(lambda line: self.make_asked.emit(self.model.row(line).number))
        self.table.pin_asked.connect(lambda line: self.pin_asked.emit(self.model.row(line).number))
        column.addWidget(self.table, 1)
        foot = QWidget()
        foot.setProperty("role", "foot")
        foot.setFixedHeight(px(34))
        row = QHBoxLayout(foot)
        row.setContentsMargins(px(12), 0, px(8), 0)
        self.told = Line("", "text2")
        self.columns = ColumnsButton(desk, self.table)
        copy = QPushButton("Copy as table")
        copy.clicked.connect(self.table.copy)
        row.addWidget(self.told, 1)
        row.addWidget(self.columns)
        row.addWidget(copy)
        column.addWidget(foot)

    def _clicked(self, line: int, column: int) -> None:
        if not column:
            self.pin_asked.emit(self.model.row(line).number)

    def _open(self, line: int, column: int) -> None:
        if column:
            self.make_asked.emit(self.model.row(line).number)

    def show_points(self, points: Points | None, ports: int) -> None:
        """Show other candidates."""
        rows = []
        if points is not None:
            rows = [Row(n, one, points.hosts, ports) for n, one in enumerate(points.candidates)]
            self.model.titles = {"Cost": f"Cost, {points.currency}"}
        self.model.filter_by(None)  # what is listed is told by number, and numbers are others now
        self.model.show(rows)

    def show_letters(self, letters: Mapping[int, str]) -> None:
        """Show which candidates are pinned."""
        for row in self.model.rows:
            row.letter = letters.get(row.number, "")
        self.table.viewport().update()

    def limit(self, listed: Mask, *, reasons: bool) -> None:
        """List some of the candidates, with or without the reasons why they fall."""
        at = next(number for number, column in enumerate(COLUMNS) if column.title == REASON)
        self.table.show_column(at, reasons)
        self.model.filter_by(lambda _: listed)

    def chosen(self) -> list[int]:
        """Numbers of the selected candidates."""
        return [row.number for row in self.table.chosen_rows()]

"""A table view whose first column stays in view while the others are scrolled sideways."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHeaderView, QStyle, QStyleOptionViewItem, QTableView, QWidget

MOST = 0.5
"""Largest share of the view that the first column may take to stay."""


class PinnedHead(QHeaderView):
    """The titles of columns; that of the first one stays in place."""

    def __init__(self, table: "PinnedTable") -> None:
        super().__init__(Qt.Orientation.Horizontal, table)
        self._table = table
        self.setSectionsClickable(True)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the titles, that of the first column over those that are scrolled below it."""
        super().paintEvent(event)
        if wide := self._table.pinned_width():
            painter = QPainter(self.viewport())
            space = QRect(0, 0, wide, self.viewport().height())
            painter.fillRect(space, self.palette().button())
            self.paintSection(painter, space, self._table.first_column())
            painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Sort by the first column where its title is over another one."""
        pinned = event.position().x() < self._table.pinned_width()
        if not pinned or event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
        elif self.isSortIndicatorShown():
            first, order = self._table.first_column(), Qt.SortOrder
            again = self.sortIndicatorSection() == first
            falling = again and self.sortIndicatorOrder() == order.AscendingOrder
            self.setSortIndicator(first, order.DescendingOrder if falling else order.AscendingOrder)


class PinnedTable(QTableView):
    """A table view that paints its first column at the left edge while it is scrolled sideways."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setHorizontalHeader(PinnedHead(self))

    def first_column(self) -> int:
        """The column at the left."""
        head = self.horizontalHeader()
        places = range(head.count())
        return next((c for c in map(head.logicalIndex, places) if not head.isSectionHidden(c)), 0)

    def pinned_width(self) -> int:
        """Width of the first column while it is pinned; 0: it is in its place, or too wide to stay."""
        if not self.horizontalScrollBar().value():
            return 0
        wide = self.columnWidth(self.first_column())
        return wide if wide <= MOST * self.viewport().width() else 0

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Paint the pinned column again where it was scrolled away."""
        super().scrollContentsBy(dx, dy)
        if dx:
            self.viewport().update()
            self.horizontalHeader().viewport().update()

    def indexAt(self, pos: QPoint) -> QModelIndex:
        """The cell at a place; over the pinned column it is one of that."""
        found = super().indexAt(pos)
        if found.isValid() and pos.x() < self.pinned_width():
            return found.siblingAtColumn(self.first_column())
        return found

    def visualRect(self, index: QModelIndex | QPersistentModelIndex) -> QRect:
        """The place of a cell; one of the pinned column is at the left edge."""
        found = super().visualRect(index)
        if index.isValid() and index.column() == self.first_column() and self.pinned_width():
            found.moveLeft(0)
        return found

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the cells, those of the pinned column over the others."""
        super().paintEvent(event)
        if wide := self.pinned_width():
            self._paint_pinned(wide)

    def _paint_pinned(self, wide: int) -> None:
        option = QStyleOptionViewItem()
        self.initViewItemOption(option)
        plain, flags, column = option.state, QStyle.StateFlag, self.first_column()
        chosen, current = self.selectionModel(), self.currentIndex()
        first, last = self.rowAt(0), self.rowAt(self.viewport().height() - 1)
        last = self.model().rowCount() - 1 if last < 0 else last
        painter = QPainter(self.viewport())
        for line in range(max(0, first), last + 1):
            index = self.model().index(line, column)
            option.rect = QRect(0, self.rowViewportPosition(line), wide, self.rowHeight(line))
            option.state = plain
            if chosen.isSelected(index):
                option.state |= flags.State_Selected
            if index == current and self.hasFocus():
                option.state |= flags.State_HasFocus
            self.itemDelegate().paint(painter, option, index)
        painter.setPen(self.palette().mid().color())
        painter.drawLine(wide - 1, 0, wide - 1, self.viewport().height())
        painter.end()

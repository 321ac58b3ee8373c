"""Tables of the desk: columns as data, rows painted alike, selection copied as a table."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from PySide6.QtCore import (
    QAbstractTableModel,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFontMetrics, QGuiApplication, QKeyEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from fatdesk.gui.desk import Desk
from fatdesk.gui.theme.icons import severity_mark
from fatdesk.gui.theme.kinds import draw_swatch

Row = TypeVar("Row")
Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()

SWATCH = Qt.ItemDataRole.UserRole + 1
MARK = Qt.ItemDataRole.UserRole + 2
TONE = Qt.ItemDataRole.UserRole + 3
STRONG = Qt.ItemDataRole.UserRole + 4
CORNER = Qt.ItemDataRole.UserRole + 5
GROUP = Qt.ItemDataRole.UserRole + 6


def _nothing(_: Any) -> str:
    return ""


@dataclass(frozen=True)
class Column(Generic[Row]):
    """A column: what it says of a row, and what it is sorted by."""

    title: str
    width: int
    text: Callable[[Row], str]
    key: Callable[[Row], Any] | None = None
    number: bool = False
    strong: bool = False
    tone: Callable[[Row], str] = _nothing
    mark: Callable[[Row], str] = _nothing
    swatch: Callable[[Row], str | None] | None = None
    corner: Callable[[Row], bool] | None = None
    edit: Callable[[Row, str], bool] | None = None
    editable: Callable[[Row], bool] | None = None
    stretch: bool = False


class RowsModel(QAbstractTableModel, Generic[Row]):
    """Rows behind columns; sorting and filtering only order indices, so long lists stay quick."""

    def __init__(self, columns: Sequence[Column[Row]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.columns = tuple(columns)
        self.rows: Sequence[Row] = ()
        self.order: list[int] = []
        self.wanted: Callable[[Row], bool] | None = None
        self.sorted_by: tuple[int, bool] | None = None
        self.is_group: Callable[[Row], bool] = lambda _: False

    def show(self, rows: Sequence[Row]) -> None:
        """Show other rows, filtered and sorted as before."""
        self.beginResetModel()
        self.rows = rows
        self._arrange()
        self.endResetModel()

    def filter(self, wanted: Callable[[Row], bool] | None) -> None:
        """Show only the rows that are wanted."""
        self.beginResetModel()
        self.wanted = wanted
        self._arrange()
        self.endResetModel()

    def _arrange(self) -> None:
        wanted, rows = self.wanted, self.rows
        self.order = [i for i, row in enumerate(rows) if wanted is None or wanted(row)]
        if self.sorted_by is not None:
            column, down = self.sorted_by
            spec = self.columns[column]
            key = spec.key or spec.text
            self.order.sort(key=lambda i: key(rows[i]), reverse=down)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; equals stay in their order."""
        self.layoutAboutToBeChanged.emit()
        self.sorted_by = (column, order == Qt.SortOrder.DescendingOrder) if column >= 0 else None
        self._arrange()
        self.layoutChanged.emit()

    def row(self, number: int) -> Row:
        """The row that is shown at a place."""
        return self.rows[self.order[number]]

    def shown(self) -> list[Row]:
        """All rows that are shown, in their order."""
        return [self.rows[i] for i in self.order]

    def rowCount(self, parent: Index = ROOT) -> int:  # noqa: N802
        """Rows that are shown."""
        return 0 if parent.isValid() else len(self.order)

    def columnCount(self, parent: Index = ROOT) -> int:  # noqa: N802
        """Columns."""
        return 0 if parent.isValid() else len(self.columns)

    def headerData(  # noqa: N802
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Titles of the columns."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self.columns):
            return None
        column = self.columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.title
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if column.number else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What a cell says, and how it is painted."""
        row, column = self.row(index.row()), self.columns[index.column()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return column.text(row)
        if role == TONE:
            return column.tone(row)
        if role == STRONG:
            return column.strong
        if role == MARK:
            return column.mark(row)
        if role == SWATCH:
            return column.swatch(row) if column.swatch else None
        if role == CORNER:
            return bool(column.corner and column.corner(row))
        if role == GROUP:
            return self.is_group(row)
        if role == Qt.ItemDataRole.TextAlignmentRole and column.number:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Whether a cell can be selected or typed into."""
        found = Qt.ItemFlag.ItemIsEnabled
        row, column = self.row(index.row()), self.columns[index.column()]
        if not self.is_group(row):
            found |= Qt.ItemFlag.ItemIsSelectable
        if column.edit is not None and (column.editable is None or column.editable(row)):
            found |= Qt.ItemFlag.ItemIsEditable
        return found

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:  # noqa: N802
        """Take over what was typed, when it is another text than before."""
        row, column = self.row(index.row()), self.columns[index.column()]
        text = str(value).strip()
        if role != Qt.ItemDataRole.EditRole or column.edit is None or text == column.text(row):
            return False
        return column.edit(row, text)


class Painter(QStyledItemDelegate):
    """Paints every cell: swatch, mark, text, and the bar of a selected row."""

    def __init__(self, desk: Desk, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = desk.theme
        self.refresh()
        desk.theme.changed.connect(self.refresh)

    def refresh(self) -> None:
        """Take fonts and marks from the theme."""
        theme = self._theme
        self._plain, self._strong = theme.font(), theme.strong()
        self._marks = {
            name: severity_mark(theme, name, theme.px(15)) for name in ("error", "warning", "note", "waived")
        }
        self._metrics = {False: QFontMetrics(self._plain), True: QFontMetrics(self._strong)}

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one cell."""
        theme, rect = self._theme, option.rect
        state = option.state
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        group = bool(index.data(GROUP))
        painter.save()
        ground = "accent_tint" if chosen else "panel" if group else "base"
        painter.fillRect(rect, theme.colour(ground))
        painter.setPen(theme.colour("line"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        if chosen and index.column() == 0:
            painter.fillRect(rect.left(), rect.top(), theme.px(3), rect.height(), theme.colour("accent"))
        left, right = rect.left() + theme.px(8), rect.right() - theme.px(8)
        if index.data(CORNER):
            size = theme.px(7)
            painter.setBrush(theme.colour("accent_text"))
            painter.setPen(Qt.PenStyle.NoPen)
            corner = rect.topLeft()
            painter.drawPolygon([corner, corner + QPoint(size, 0), corner + QPoint(0, size)])
        kind = index.data(SWATCH)
        if kind is not None:
            space = QRectF(left, rect.center().y() - theme.px(4), theme.px(20), theme.px(9))
            draw_swatch(painter, theme, kind, space, theme.colour(ground))
            left += theme.px(28)
        mark = index.data(MARK)
        if mark:
            pixmap = self._marks[mark]
            painter.drawPixmap(left, rect.center().y() - theme.px(7), pixmap)
            left += theme.px(20)
        strong = bool(index.data(STRONG)) or group
        tone = index.data(TONE) or "text"
        painter.setFont(self._strong if strong else self._plain)
        painter.setPen(theme.colour(tone))
        align = index.data(Qt.ItemDataRole.TextAlignmentRole) or (
            Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        )
        text = self._metrics[strong].elidedText(
            index.data() or "", Qt.TextElideMode.ElideRight, max(0, right - left)
        )
        painter.drawText(QRectF(left, rect.top(), right - left, rect.height()), int(align), text)
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.colour("accent"), 2))
            painter.drawRect(rect.adjusted(1, 1, -2, -2))
        painter.restore()


class Table(QTableView):
    """A table view of the desk; ``chosen`` tells the rows that the user selected, ``opened`` Enter on one."""

    chosen = Signal()
    opened = Signal(int)

    def __init__(self, desk: Desk, model: RowsModel[Any], name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme = desk.theme
        self.rows = model
        self._desk = desk
        self._listening = True
        self.empty = ""
        self.setModel(model)
        self.setAccessibleName(name)
        self.setItemDelegate(Painter(desk, self))
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.EditKeyPressed | QAbstractItemView.EditTrigger.DoubleClicked
        )
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(theme.px(25))
        head = self.horizontalHeader()
        head.setFixedHeight(theme.px(28))
        head.setHighlightSections(False)
        head.setSectionsMovable(True)
        head.setMinimumSectionSize(theme.px(24))
        for number, column in enumerate(model.columns):
            self.setColumnWidth(number, theme.px(column.width))
        self.selectionModel().selectionChanged.connect(self._tell)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Give what is left to the column that stretches; never less than it wants."""
        super().resizeEvent(event)
        for number, column in enumerate(self.rows.columns):
            if column.stretch:
                others = self.horizontalHeader().length() - self.columnWidth(number)
                room = self.viewport().width() - others
                self.setColumnWidth(number, max(self._desk.theme.px(column.width), room))

    def make_sortable(self) -> None:
        """Sort by a click on a head."""
        self.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)

    def _tell(self, *_: object) -> None:
        if self._listening:
            self.chosen.emit()

    def chosen_rows(self) -> list[Any]:
        """The selected rows, in the order in which they are shown."""
        numbers = sorted(index.row() for index in self.selectionModel().selectedRows())
        return [self.rows.row(number) for number in numbers]

    def mark_rows(self, wanted: Callable[[Any], bool], reveal: bool) -> None:
        """Select the rows that are wanted, without telling; show the first when asked."""
        numbers = [n for n in range(len(self.rows.order)) if wanted(self.rows.row(n))]
        picked = QItemSelection()
        last = self.rows.columnCount() - 1
        start = 0
        while start < len(numbers):
            stop = start
            while stop + 1 < len(numbers) and numbers[stop + 1] == numbers[stop] + 1:
                stop += 1
            picked.select(self.rows.index(numbers[start], 0), self.rows.index(numbers[stop], last))
            start = stop + 1
        self._listening = False
        self.selectionModel().select(picked, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        if numbers and reveal:
            first = self.rows.index(numbers[0], 0)
            self.selectionModel().setCurrentIndex(first, QItemSelectionModel.SelectionFlag.NoUpdate)
            self.scrollTo(first)
        self._listening = True

    def as_table(self) -> str:
        """The selected rows (or all that are shown) as tab-separated text with titles."""
        rows = self.chosen_rows() or self.rows.shown()
        lines = [[column.title for column in self.rows.columns]]
        lines += [[column.text(row) for column in self.rows.columns] for row in rows]
        return "\n".join("\t".join(cell.replace("\t", " ") for cell in line) for line in lines) + "\n"

    def copy(self) -> None:
        """Put the selection on the clipboard as a table."""
        QGuiApplication.clipboard().setText(self.as_table())

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Ctrl+C copies as a table; Enter opens."""
        if event.key() == Qt.Key.Key_C and event.modifiers() == Qt.KeyboardModifier.ControlModifier:
            self.copy()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            self.opened.emit(self.currentIndex().row())
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: Any) -> None:  # noqa: N802
        """The rows, or in words why there are none."""
        super().paintEvent(event)
        if not self.rows.order and self.empty:
            painter = QPainter(self.viewport())
            painter.setPen(QColor(self._desk.theme.tokens.text2))
            painter.setFont(self._desk.theme.font(14))
            painter.drawText(self.viewport().rect(), Qt.AlignmentFlag.AlignCenter, self.empty)
            painter.end()

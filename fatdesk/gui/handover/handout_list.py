"""The list of documents: name, what it is, and when it was made last."""

from datetime import datetime
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from fatdesk.gui.desk import Desk
from fatdesk.gui.handover.handout import GROUPS, HANDOUTS, Handout, Kind
from fatdesk.gui.handover.last_runs import Run, told_when
from fatdesk.gui.plain import tip

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
ROW = Qt.ItemDataRole.UserRole + 1


def _rows(title: str, kind: Kind) -> list[Handout | str]:
    return [title, *(some for some in HANDOUTS if some.kind == kind)]


ROWS: tuple[Handout | str, ...] = tuple(row for kind, title in GROUPS.items() for row in _rows(title, kind))
"""Titles of groups, each followed by its documents."""


class HandoutModel(QAbstractListModel):
    """Rows of the list, with what is known of their last run."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.runs: dict[str, Run] = {}
        self.state = ""

    def told_run(self, row: Handout) -> tuple[str, str]:
        """When a document was made last, and the tone in which that is said."""
        run = self.runs.get(row.name)
        if run is None:
            return "not yet", "text3"
        when = told_when(run.when, datetime.now().astimezone())
        if run.state != self.state:
            return f"{when}, outdated", "warn"
        return when, "text2"

    def rowCount(self, parent: Index = ROOT) -> int:
        """Groups and documents."""
        return 0 if parent.isValid() else len(ROWS)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Text for readers of the screen; the row itself for the painter."""
        row = ROWS[index.row()]
        if role == ROW:
            return row
        if role == Qt.ItemDataRole.ToolTipRole:
            return None if isinstance(row, str) else tip(row.told)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return row if isinstance(row, str) else f"{row.name}, {row.told}, made: {self.told_run(row)[0]}"
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Titles of groups cannot be selected."""
        if isinstance(ROWS[index.row()], str):
            return Qt.ItemFlag.ItemIsEnabled
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable


class HandoutPainter(QStyledItemDelegate):
    """Two lines a document."""

    def __init__(self, desk: Desk, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = desk.theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Titles are lower."""
        return QSize(0, self._theme.px(30 if isinstance(index.data(ROW), str) else 44))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint a row."""
        theme, rect, row = self._theme, option.rect, index.data(ROW)
        px = theme.px
        left, wide = rect.left() + px(12), rect.width() - px(20)
        middle = int(Qt.AlignmentFlag.AlignVCenter)
        painter.save()
        if isinstance(row, str):
            painter.fillRect(rect, theme.colour("panel"))
            painter.setPen(theme.colour("text2"))
            painter.setFont(theme.strong(12))
            painter.drawText(QRectF(left, rect.top(), wide, rect.height()), middle, row)
            painter.restore()
            return
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.fillRect(rect, theme.colour("accent_tint" if chosen else "base"))
        painter.setPen(theme.colour("line"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        if chosen:
            painter.fillRect(rect.left(), rect.top(), px(3), rect.height(), theme.colour("accent"))
        model = index.model()
        assert isinstance(model, HandoutModel)
        run, tone = model.told_run(row)
        lines = (
            (row.name, run, theme.strong(), "text", tone, rect.top() + px(3)),
            (row.told, "", theme.font(12), "text2", "", rect.top() + px(21)),
        )
        for words, right, font, ink, other, top in lines:
            line = QRectF(left, top, wide, px(19))
            small = theme.font(12)
            taken = QFontMetrics(small).horizontalAdvance(right) + px(8) if right else 0
            painter.setFont(font)
            painter.setPen(theme.colour(ink))
            short = QFontMetrics(font).elidedText(words, Qt.TextElideMode.ElideRight, int(wide - taken))
            painter.drawText(line, middle, short)
            if right:
                painter.setFont(small)
                painter.setPen(theme.colour(other))
                painter.drawText(line, middle | int(Qt.AlignmentFlag.AlignRight), right)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(theme.colour("accent"))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(rect.adjusted(0, 0, -1, -1))
        painter.restore()


class HandoutList(QListView):
    """One document is looked at, several can be selected for export."""

    chosen = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.handouts = HandoutModel(self)
        self.setModel(self.handouts)
        self.setItemDelegate(HandoutPainter(desk, self))
        self.setAccessibleName("Documents")
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMinimumWidth(desk.theme.px(220))
        self.selectionModel().selectionChanged.connect(lambda *_: self.chosen.emit())
        self.choose(HANDOUTS[0].name)

    def choose(self, name: str) -> None:
        """Select one document by the name of its file."""
        number = next(n for n, row in enumerate(ROWS) if not isinstance(row, str) and row.name == name)
        self.setCurrentIndex(self.handouts.index(number))
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.selectionModel().select(self.handouts.index(number), flags)

    def chosen_handouts(self) -> list[Handout]:
        """What is selected, in the order of the list."""
        numbers = sorted(index.row() for index in self.selectionModel().selectedIndexes())
        return [row for row in (ROWS[number] for number in numbers) if not isinstance(row, str)]

    @property
    def looked_at(self) -> Handout | None:
        """The document whose preview is shown: the current one while it is selected."""
        found = self.chosen_handouts()
        row = ROWS[self.currentIndex().row()] if self.currentIndex().isValid() else None
        if isinstance(row, Handout) and row in found:
            return row
        return found[0] if found else None

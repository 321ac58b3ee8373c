"""Ctrl+K: run any action, or go to anything in the project, by typing a part of its name."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from fatdesk.engine.floor.floor import rack_label
from fatdesk.gui.desk import Desk
from fatdesk.gui.session import Session, Thing
from fatdesk.gui.theme.icons import picture

MOST = 12


class Entry(NamedTuple):
    """One thing to choose."""

    text: str
    note: str
    shortcut: str
    icon: str
    run: Callable[[], object]


ENTRY = Qt.ItemDataRole.UserRole + 1
ROOT = QModelIndex()


class _Found(QAbstractListModel):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.found: list[Entry] = []

    def show(self, found: list[Entry]) -> None:
        self.beginResetModel()
        self.found = found
        self.endResetModel()

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = ROOT) -> int:  # noqa: N802
        return 0 if parent.isValid() else len(self.found)

    def data(
        self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        entry = self.found[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return entry.text
        return entry.icon if role == ENTRY else None


class _Painter(QStyledItemDelegate):
    def __init__(self, desk: Desk, model: _Found, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._model = desk.theme, model

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:  # noqa: N802
        return QSize(self._theme.px(100), self._theme.px(32))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        theme, px, entry = self._theme, self._theme.px, self._model.found[index.row()]
        rect = option.rect
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.fillRect(rect, theme.colour("accent_tint" if chosen else "raised"))
        if entry.icon:
            painter.drawPixmap(
                rect.left() + px(12), rect.center().y() - px(8), picture(theme, entry.icon, "text2", px(16))
            )
        left = rect.left() + px(40)
        painter.setFont(theme.strong() if chosen else theme.font())
        painter.setPen(theme.colour("text"))
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(QRectF(left, rect.top(), rect.width(), rect.height()), int(middle), entry.text)
        left += painter.fontMetrics().horizontalAdvance(entry.text) + px(12)
        painter.setFont(theme.font(12))
        painter.setPen(theme.colour("text3"))
        painter.drawText(QRectF(left, rect.top(), rect.width(), rect.height()), int(middle), entry.note)
        right = int(middle | Qt.AlignmentFlag.AlignRight)
        painter.drawText(
            QRectF(rect.left(), rect.top(), rect.width() - px(14), rect.height()), right, entry.shortcut
        )
        painter.restore()


def things(session: Session) -> Iterator[tuple[str, str, str, Thing]]:
    """Everything in the project that can be gone to: name, what it is, icon, and the thing."""
    if not session.is_open:
        return
    for rack in session.project.floor.racks:
        yield f"Rack {rack_label(rack)}", rack.part, "racks", Thing("rack", str(rack.number))
    for tray in session.project.floor.trays:
        yield f"Tray {tray.id}", "tray", "tray", Thing("tray", tray.id)
    for device, name in session.derived.device_names.items():
        yield name, device, "host", Thing("device", device)
    for part in session.project.parts:
        yield part.id, part.name, "part", Thing("part", part.id)


class Palette(QFrame):
    """A field over a list; Enter runs what is chosen, Esc closes."""

    def __init__(
        self,
        desk: Desk,
        commands: Callable[[], list[Entry]],
        go_to: Callable[[Thing], object],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._go_to, self._over = go_to, parent
        self._desk, self._commands = desk, commands
        px = desk.theme.px
        self.setProperty("role", "palette")
        column = QVBoxLayout(self)
        column.setContentsMargins(px(8), px(8), px(8), px(8))
        self.field = QLineEdit()
        self.field.setProperty("kind", "palette")
        self.field.setPlaceholderText("Type a command, rack, device, tray or part")
        self.field.setAccessibleName("Find or run")
        self.field.textChanged.connect(self._search)
        self.field.installEventFilter(self)
        column.addWidget(self.field)
        line = QFrame()
        line.setProperty("role", "hairline")
        column.addWidget(line)
        self.model = _Found(self)
        self.list = QListView()
        self.list.setProperty("kind", "palette")
        self.list.setModel(self.model)
        self.list.setItemDelegate(_Painter(desk, self.model, self.list))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.clicked.connect(lambda index: self._run(index.row()))
        column.addWidget(self.list)
        self.hide()

    def come_up(self) -> None:
        """Come up over the window."""
        px, parent = self._desk.theme.px, self._over
        wide = min(px(600), parent.width() - px(40))
        self.setGeometry((parent.width() - wide) // 2, px(74), wide, px(48 + 32 * MOST + 20))
        self.field.clear()
        self._search("")
        self.show()
        self.raise_()
        self.field.setFocus()

    def _search(self, text: str) -> None:
        words = text.casefold().split()
        found = [entry for entry in self._commands() if all(word in entry.text.casefold() for word in words)]
        if words:
            hits = (
                hit
                for hit in things(self._desk.session)
                if all(w in f"{hit[0]} {hit[1]}".casefold() for w in words)
            )
            for name, note, icon, thing in hits:
                if len(found) >= MOST:
                    break
                found.append(Entry(name, note, "", icon, partial(self._go_to, thing)))
        self.model.show(found)
        px = self._desk.theme.px
        self.setFixedHeight(px(62 + 32 * max(1, min(MOST, len(found)))))
        if found:
            self.list.setCurrentIndex(self.model.index(0))

    def _run(self, row: int) -> None:
        if 0 <= row < len(self.model.found):
            entry = self.model.found[row]
            self.hide()
            self._over.setFocus()
            entry.run()

    def eventFilter(self, watched: object, event: object) -> bool:  # noqa: N802
        """Keys of the list while the field has the focus."""
        if isinstance(event, QKeyEvent) and event.type() == QKeyEvent.Type.KeyPress:
            row, key = self.list.currentIndex().row(), event.key()
            if key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
                step = 1 if key == Qt.Key.Key_Down else -1
                row = max(0, min(len(self.model.found) - 1, row + step))
                self.list.setCurrentIndex(self.model.index(row))
                return True
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._run(row)
                return True
            if key == Qt.Key.Key_Escape:
                self.hide()
                self._over.setFocus()
                return True
        return False

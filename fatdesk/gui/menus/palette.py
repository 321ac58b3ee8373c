"""Command palette (Ctrl+K): search actions and elements by part of their name, run or go to them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import NamedTuple

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from fatdesk.gui.desk import Desk
from fatdesk.gui.theme.icons import picture
from fatdesk.gui.widgets.plain_text import label
from fatdesk.project.document.ref import Ref

MOST_EACH = 7
"""Maximum number of elements shown together with commands."""
MOST = 200
"""Maximum number of matches."""

COMMANDS, PROJECT, HELP = "Commands", "In this project", "Help"
LATER = "Not available now"
"""Group of the commands that cannot be run in the present state, each with the reason."""
PREFIXES = {">": "commands", "#": "cables", "@": "devices", "?": "help"}
NOTHING = "No matches."


class Entry(NamedTuple):
    """A match; without ``run`` it is for information only."""

    text: str
    note: str
    shortcut: str
    icon: str
    run: Callable[[], object] | None
    group: str = COMMANDS
    words: str = ""
    """Further words that find it."""


class Hit(NamedTuple):
    """An element of the project: name, kind, icon."""

    name: str
    note: str
    icon: str
    element: Ref


class PaletteSearch:
    """Finds commands and elements for a typed text.

    Parameters
    ----------
    commands
        Returns the available commands, or all with True.
    elements
        Finds elements of the project by a prefix and words.
    go_to
        Selects an element and shows it in its workspace.
    write
        Sets the text of the field.
    """

    def __init__(
        self,
        commands: Callable[[bool], list[Entry]],
        elements: Callable[[str, Sequence[str]], Iterable[Hit]],
        go_to: Callable[[Ref], object],
        write: Callable[[str], object],
    ) -> None:
        self._commands, self._elements, self._go_to, self._write = commands, elements, go_to, write

    def find(self, text: str) -> list[Entry]:
        """Return the matches, best of each group first."""
        text = text.strip()
        prefix, words = (text[0], text[1:]) if text[:1] in PREFIXES else ("", text)
        wanted = words.casefold().split()
        if prefix == "?":
            return [*self._help(), *_best(self._commands(True), wanted, MOST)]
        if prefix == ">":
            return _best(self._commands(False), wanted, MOST) + self._refused(wanted)
        if prefix:
            return self._entries(self._elements(prefix, wanted), MOST)
        found = _best(self._commands(False), wanted, MOST)
        if wanted:
            found += self._entries(self._elements("", wanted), MOST_EACH if found else MOST)
        if not found:  # a cable number without prefix, as on a label
            found = self._entries(self._elements("#", wanted), MOST_EACH)
        return found + self._refused(wanted)

    def _refused(self, wanted: Sequence[str]) -> list[Entry]:
        """Return the commands with all words that are not available, with the reasons."""
        refused = [entry._replace(group=LATER) for entry in self._commands(True) if entry.run is None]
        return _best(refused, wanted, MOST_EACH) if wanted else []

    def _help(self) -> Iterator[Entry]:
        prefixes = {
            ">": "Commands only",
            "#": "Cables, by number, device, rack, part or kind",
            "@": "Devices, by name",
            "?": "Help, and all commands with their shortcuts",
        }
        for prefix, words in prefixes.items():
            yield Entry(f"{prefix}  {words}", "", "", "search", partial(self._write, prefix), HELP)

    def _entries(self, hits: Iterable[Hit], most: int) -> list[Entry]:
        return [
            Entry(hit.name, hit.note, "", hit.icon, partial(self._go_to, hit.element), PROJECT)
            for hit in islice(hits, most)
        ]


def _best(entries: Iterable[Entry], wanted: Sequence[str], most: int) -> list[Entry]:
    """Return commands with all words: those that start with the first word first, then whole words.

    Those found by further words come last.
    """

    def rank(entry: Entry) -> int:
        said = entry.text.casefold()
        if not wanted or said.startswith(wanted[0]):
            return 0
        starts = said.split()
        if all(any(start.startswith(word) for start in starts) for word in wanted):
            return 1
        return 2 if all(word in said for word in wanted) else 3

    def fits(entry: Entry) -> bool:
        said, more = entry.text.casefold(), entry.words.split()
        return all(word in said or any(one.startswith(word) for one in more) for word in wanted)

    fit = [entry for entry in entries if fits(entry)]
    return sorted(fit, key=rank)[:most]


HIGH, HEAD = 30, 26
TALLEST = 420
"""Maximum height of the list in pixels."""
Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
GROUP = Qt.ItemDataRole.UserRole + 1


class Found(QAbstractListModel):
    """Entries with group headings, as a list model."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.lines: list[Entry | str] = []

    def show(self, found: Sequence[Entry]) -> None:
        """Show entries."""
        lines: list[Entry | str] = []
        group = ""
        for entry in found:
            if entry.group != group:
                group = entry.group
                lines.append(group)
            lines.append(entry)
        self.beginResetModel()
        self.lines = lines or [NOTHING]
        self.endResetModel()

    def rowCount(self, parent: Index = ROOT) -> int:
        """Return the number of rows, including headings."""
        return 0 if parent.isValid() else len(self.lines)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Make headings unselectable."""
        line = self.lines[index.row()]
        return Qt.ItemFlag.NoItemFlags if isinstance(line, str) else super().flags(index)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the text, also for screen readers."""
        line = self.lines[index.row()]
        if role == GROUP:
            return isinstance(line, str)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return line if isinstance(line, str) else line.text
        return None

    def next_entry(self, row: int, step: int) -> int:
        """Return the next selectable row, or the same one if there is none."""
        at = row + step
        while 0 <= at < len(self.lines):
            if not isinstance(self.lines[at], str):
                return at
            at += step
        return row


class _Painter(QStyledItemDelegate):
    def __init__(self, desk: Desk, model: Found, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._model = desk.theme, model

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(self._theme.px(100), self._theme.px(HEAD if index.data(GROUP) else HIGH))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, px, line = self._theme, self._theme.px, self._model.lines[index.row()]
        rect = QRectF(option.rect)
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.save()
        if isinstance(line, str):
            painter.setFont(theme.strong(12))
            painter.setPen(theme.colour("text2"))
            painter.drawText(rect.adjusted(px(12), px(2), 0, 0), int(middle), line)
            painter.restore()
            return
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.fillRect(rect, theme.colour("accent_tint" if chosen else "raised"))
        tone = "text" if line.run is not None else "text3"
        if line.icon:
            spot = rect.topLeft().toPoint()
            painter.drawPixmap(
                spot.x() + px(12), spot.y() + px(HIGH // 2 - 8), picture(theme, line.icon, "text2", px(16))
            )
        right = rect.right() - px(14)
        painter.setFont(theme.font(12))
        painter.setPen(theme.colour("text3"))
        painter.drawText(
            rect.adjusted(0, 0, -px(14), 0), int(middle | Qt.AlignmentFlag.AlignRight), line.shortcut
        )
        right -= painter.fontMetrics().horizontalAdvance(line.shortcut) + px(12)
        painter.setFont(theme.strong() if chosen else theme.font())
        painter.setPen(theme.colour(tone))
        left = rect.left() + px(40)
        metrics = painter.fontMetrics()
        text = metrics.elidedText(line.text, Qt.TextElideMode.ElideRight, round(right - left))
        painter.drawText(QRectF(left, rect.top(), right - left, rect.height()), int(middle), text)
        left += metrics.horizontalAdvance(text) + px(12)
        painter.setFont(theme.font(12))
        painter.setPen(theme.colour("text3"))
        if right - left > px(30):
            note = painter.fontMetrics().elidedText(
                line.note, Qt.TextElideMode.ElideRight, round(right - left)
            )
            painter.drawText(QRectF(left, rect.top(), right - left, rect.height()), int(middle), note)
        painter.restore()


class Palette(QFrame):
    """Text field with a list of matches; Enter runs the selected one, Tab completes, Esc closes."""

    def __init__(
        self,
        desk: Desk,
        commands: Callable[[bool], list[Entry]],
        elements: Callable[[str, Sequence[str]], Iterable[Hit]],
        go_to: Callable[[Ref], object],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._over, self._desk = parent, desk
        self._before: QWidget | None = None
        self.search = PaletteSearch(commands, elements, go_to, self._write)
        px = desk.theme.px
        self.setObjectName("palette-box")
        self.setProperty("role", "palette")
        column = QVBoxLayout(self)
        column.setContentsMargins(px(8), px(8), px(8), px(8))
        column.setSpacing(px(4))
        self.field = QLineEdit()
        self.field.setObjectName("palette-field")
        self.field.setProperty("kind", "palette")
        self.field.setPlaceholderText("Type a command, rack, device, tray or part")
        self.field.setAccessibleName("Find or run")
        self.field.setFixedHeight(px(34))
        self.field.textChanged.connect(self._look_for)
        self.field.installEventFilter(self)
        column.addWidget(self.field)
        column.addWidget(_hairline())
        self.model = Found(self)
        self.list = QListView()
        self.list.setObjectName("palette-list")
        self.list.setProperty("kind", "palette")
        self.list.setAccessibleName("Matches")
        self.list.setModel(self.model)
        self.list.setItemDelegate(_Painter(desk, self.model, self.list))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.list.clicked.connect(lambda index: self._run(index.row()))
        column.addWidget(self.list)
        column.addWidget(_hairline())
        foot = QHBoxLayout()
        foot.setContentsMargins(px(12), px(2), px(12), 0)
        self._hints = label("↑ ↓ select   Enter run   Tab complete   Esc close", "text2")
        prefixes = "   ".join(f"{sign} {word}" for sign, word in PREFIXES.items())
        self._prefixes = label(prefixes, "text2")
        foot.addWidget(self._hints)
        foot.addStretch(1)
        foot.addWidget(self._prefixes)
        column.addLayout(foot)
        desk.theme.changed.connect(self._look)
        self._look()
        self.hide()

    def open_with(self, text: str = "") -> None:
        """Open the palette with a text."""
        px, parent = self._desk.theme.px, self._over
        wide = min(px(600), parent.width() - px(40))
        self.setFixedWidth(wide)
        self.move((parent.width() - wide) // 2, px(74))
        before = QApplication.focusWidget()
        if before is not None and not self.isAncestorOf(before):
            self._before = before
        self._write(text)
        self._look_for(text)
        self.show()
        self.raise_()
        self.field.setFocus()

    def _write(self, text: str) -> None:
        self.field.setText(text)

    def _look_for(self, text: str) -> None:
        self.model.show(self.search.find(text))
        px = self._desk.theme.px
        high = sum(px(HEAD if isinstance(line, str) else HIGH) for line in self.model.lines[:30])
        self.list.setFixedHeight(min(px(TALLEST), self._over.height() - px(200), high + px(2)))
        self.adjustSize()
        first = self.model.next_entry(-1, 1)
        if first >= 0:
            self.list.setCurrentIndex(self.model.index(first))
            self.list.scrollToTop()

    def _run(self, row: int) -> None:
        line = self.model.lines[row] if 0 <= row < len(self.model.lines) else NOTHING
        if isinstance(line, str) or line.run is None:
            return
        if line.group == HELP:
            line.run()
            return
        self.leave()
        line.run()

    def leave(self) -> None:
        """Close the palette and restore the focus."""
        self.hide()
        before = self._before
        if before is None or not isValid(before) or not before.isVisible():
            before = self._over
        before.setFocus()

    def _complete(self) -> None:
        line = self.model.lines[max(0, self.list.currentIndex().row())]
        if not isinstance(line, str) and line.group != HELP:
            prefix = self.field.text()[:1]
            self._write((prefix if prefix in PREFIXES else "") + line.text)

    def eventFilter(self, watched: object, event: object) -> bool:
        """Handle keys of the list while the field has the focus."""
        if isinstance(event, QKeyEvent) and event.type() == QKeyEvent.Type.KeyPress:
            return self._key(Qt.Key(event.key()))
        return False

    def _key(self, key: Qt.Key) -> bool:
        row = self.list.currentIndex().row()
        if key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            row = self.model.next_entry(row, 1 if key == Qt.Key.Key_Down else -1)
            self.list.setCurrentIndex(self.model.index(row))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._run(row)
        elif key == Qt.Key.Key_Tab:
            self._complete()
        elif key == Qt.Key.Key_Escape:
            self.leave()
        else:
            return False
        return True

    def _look(self) -> None:
        for words in (self._hints, self._prefixes):
            words.setFont(self._desk.theme.font(12))


def _hairline() -> QFrame:
    line = QFrame()
    line.setProperty("role", "hairline")
    return line

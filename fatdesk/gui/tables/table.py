"""Table widget: selection by rows, groups that open and close, copying, the line of figures under it."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from html import escape
from typing import Any

import numpy as np
from PySide6.QtCore import (
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QWidget,
)

from fatdesk.core.formats.cell import numbers_in_language, read_block, unproved_number
from fatdesk.core.number_text import counted, readings
from fatdesk.gui.desk import Desk
from fatdesk.gui.tables.folding import FoldingTable
from fatdesk.gui.tables.model import RowsModel
from fatdesk.gui.tables.painter import Painter, show_refusal
from fatdesk.gui.theme.theme import BODY
from fatdesk.gui.widgets.numbers import in_field, in_sentence, number_language, plain, to_read
from fatdesk.gui.widgets.plain_text import label, put_table
from fatdesk.gui.widgets.sorting import Numbers


def html_table(lines: Sequence[Sequence[str]], numbers: Sequence[bool]) -> str:
    """A table with a head; numbers are right-aligned, and no text is taken for markup.

    >>> html_table([["U", "Name"], ["3", "<b>"]], [True, False]).count("&lt;b&gt;")
    1
    """
    sides = [' align="right"' if number else "" for number in numbers]
    rows = []
    for place, line in enumerate(lines):
        tag = "td" if place else "th"
        cells = (f"<{tag}{side}>{escape(text)}</{tag}>" for side, text in zip(sides, line, strict=True))
        rows.append(f"<tr>{''.join(cells)}</tr>")
    return f"<table>{''.join(rows)}</table>"


MOST_HTML = 5_000
"""Longer tables are copied as text alone: no letter takes them."""
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class Table(FoldingTable):
    """A table view of the desk.

    ``chosen`` is emitted when the user selects other rows, ``opened`` for Enter on a line, ``opened_far`` for
    Ctrl+Enter on one, ``head_chosen`` for a click on the head of a group, ``requested`` with the place on the
    screen where the menu of a line and column is wanted, ``head_requested`` where that of a group is,
    ``head_acted`` for a click on a link in the head of a group, with its column.
    """

    chosen = Signal()
    opened = Signal(int)
    opened_far = Signal(int)
    head_chosen = Signal(int)
    requested = Signal(int, int, QPoint)
    head_requested = Signal(int, QPoint)
    head_acted = Signal(int, int)

    def __init__(self, desk: Desk, model: RowsModel[Any], name: str, parent: QWidget | None = None) -> None:
        super().__init__(desk, model, parent)
        theme = desk.theme
        self.doubtful = ""
        """A number of the last block that means another one with the other decimal sign; empty: none."""
        self._listening = True
        self.empty = ""
        self.acting: frozenset[int] = frozenset()
        """Columns in which a click on a selected row acts on all selected rows."""
        self.setModel(model)
        self.setAccessibleName(name)
        self.setObjectName(f"table-{name.lower()}")
        self.painter = Painter(desk, model, self.first_column, self)
        self.setItemDelegate(self.painter)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setMouseTracking(True)
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
        self._taller = 0
        self._text_size = theme.text_px(BODY)
        self._size_rows()
        head = self.horizontalHeader()
        head.setSelectionModel(QItemSelectionModel(model, head))  # else it asks after every cell of a column
        head.setFixedHeight(theme.px(28))
        head.setHighlightSections(False)
        head.setSectionsMovable(True)
        head.setMinimumSectionSize(theme.px(24))
        for number, column in enumerate(model.columns):
            self.setColumnWidth(number, self.first_width(number))
            self.hide_column(number, column.hidden)
        theme.changed.connect(self._look)
        self.selectionModel().selectionChanged.connect(self._tell)
        model.together = self._together
        model.modelAboutToBeReset.connect(self._keep)
        model.arranged.connect(self._bring_back)
        self._kept: tuple[Numbers, int, int] | None = None

    def _size_rows(self) -> None:
        """Give the rows the height that the user prefers."""
        rows, height = self.verticalHeader(), self._desk.theme.row + self._taller
        if rows.defaultSectionSize() != height:
            rows.setDefaultSectionSize(height)

    def _look(self) -> None:
        """Size rows and columns by the preferences of the user; the columns keep their proportions."""
        self._size_rows()
        size = self._desk.theme.text_px(BODY)
        if size == self._text_size:
            return
        grown, self._text_size = size / self._text_size, size
        for number in range(len(self.rows.columns)):
            if self.isColumnHidden(number):
                self._widths[number] = round(self.hidden_width(number) * grown)
            else:
                self.setColumnWidth(number, round(self.columnWidth(number) * grown))
        self.stretch()

    def make_rows_taller(self, by: int) -> None:
        """Make the rows some pixels taller than those of other tables."""
        self._taller = by
        self._size_rows()

    # Columns

    def make_sortable(self) -> None:
        """Sort by a click on a head, and show the first rows in the new order."""
        self.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)
        self.horizontalHeader().sortIndicatorChanged.connect(lambda *_: self.scrollToTop())

    # Selection

    def _tell(self, *_: object) -> None:
        if self._listening:
            self.chosen.emit()

    def chosen_lines(self) -> list[int]:
        """The selected lines, in the order in which they are shown."""
        picked = self.selectionModel().selection()
        ranges = [picked.at(number) for number in range(picked.count())]
        found = {line for some in ranges for line in range(some.top(), some.bottom() + 1)}
        return [line for line in sorted(found) if self.rows.head(line) is None]

    def chosen_numbers(self) -> Numbers:
        """The numbers of the selected rows, each once."""
        lines = np.array(self.chosen_lines(), np.int64)
        return np.unique(self.rows.lines.line[lines])

    def chosen_rows(self) -> list[Any]:
        """The selected rows, in the order in which they are shown."""
        return [self.rows.row(line) for line in self.chosen_lines()]

    def _together(self, line: int) -> list[int]:
        lines = self.chosen_lines()
        return lines if line in lines else [line]

    def mark_rows(self, wanted: Callable[[Any], bool], reveal: bool) -> None:
        """Select the rows that are wanted, without emitting ``chosen``; show the first when asked."""
        self.mark_numbers([n for n, row in enumerate(self.rows.rows) if wanted(row)], reveal)

    def mark_numbers(self, numbers: Iterable[int] | Numbers, reveal: bool) -> None:
        """Select rows by their numbers, without emitting ``chosen``; show the first when asked."""
        wanted = np.zeros(len(self.rows.rows), np.bool_)
        wanted[np.fromiter(numbers, np.int64)] = True
        line = self.rows.lines.line
        lines = np.flatnonzero((line >= 0) & wanted[np.maximum(line, 0)]) if len(wanted) else line[:0]
        picked = QItemSelection()
        last = self.rows.columnCount() - 1
        for run in np.split(lines, np.flatnonzero(np.diff(lines) > 1) + 1) if len(lines) else ():
            picked.select(self.rows.index(int(run[0]), 0), self.rows.index(int(run[-1]), last))
        self._listening = False
        self.selectionModel().select(picked, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        if len(lines) and reveal:
            first = self.rows.index(int(lines[0]), self.first_column())
            self.selectionModel().setCurrentIndex(first, QItemSelectionModel.SelectionFlag.NoUpdate)
            self.reveal(int(lines[0]))
        self._listening = True

    def reveal(self, line: int) -> None:
        """Scroll to a line, into the middle unless it is in view already; the first row in view is whole."""
        self.executeDelayedItemsLayout()
        place = self.visualRect(self.rows.index(line, self.first_column()))
        if 0 <= place.top() <= place.bottom() < self.viewport().height():
            return
        bar, aside = self.verticalScrollBar(), self.horizontalScrollBar().value()
        self.scrollTo(
            self.rows.index(line, self.first_column()), QAbstractItemView.ScrollHint.PositionAtCenter
        )
        self.horizontalScrollBar().setValue(aside)
        by_pixel = self.verticalScrollMode() == QAbstractItemView.ScrollMode.ScrollPerPixel
        if by_pixel and bar.value() < bar.maximum():  # at the end it is the last row that is whole
            bar.setValue(bar.value() + self.rowViewportPosition(self.rowAt(0)))

    def _keep(self) -> None:
        """Before rows are put in other places: which are selected, and which cell is the current one."""
        current = self.currentIndex()
        line = self.rows.lines.line
        at = int(line[current.row()]) if current.isValid() and current.row() < len(line) else -1
        self._kept = (self.chosen_numbers(), at, current.column())

    def _bring_back(self) -> None:
        """After it: the same rows are selected."""
        if self._kept is None:
            return
        numbers, at, column = self._kept
        self.mark_numbers(numbers, reveal=False)
        lines = np.flatnonzero(self.rows.lines.line == at)
        if len(lines):
            index = self.rows.index(int(lines[0]), column)
            self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)
            self.scrollTo(index)

    # Groups

    def currentChanged(
        self, current: QModelIndex | QPersistentModelIndex, previous: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint the heads of groups, too: the ring of one is wider than its cell."""
        super().currentChanged(current, previous)
        if self.rows.groups is not None:
            self.viewport().update()

    def set_all_open(self, is_open: bool) -> None:
        """Expand or collapse all groups."""
        if self.rows.groups is not None:
            self.rows.set_open(range(len(self.rows.groups.titles)), is_open)

    def _head_at(self, at: QPoint) -> int | None:
        index = self.indexAt(at)
        return self.rows.head(index.row()) if index.isValid() else None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """On the head of a group: its arrow opens or closes, a link acts, the rest selects what is in it."""
        group = self._head_at(event.position().toPoint())
        if group is None or event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
        elif event.position().x() < self._head_place() + self._desk.theme.px(26):
            self.rows.set_open([group], not self.rows.is_open(group))
        else:
            index = self.indexAt(event.position().toPoint())
            self.setCurrentIndex(index)
            column = index.column()
            is_link = self.rows.columns[column].id in self.rows.head_links
            if is_link and self.rows.cell(index.row(), column).text:
                self.head_acted.emit(group, column)
            else:
                self.head_chosen.emit(group)

    def selectionCommand(
        self, index: QModelIndex | QPersistentModelIndex, event: QEvent | None = None
    ) -> QItemSelectionModel.SelectionFlag:
        """Keep the selected rows while one of them is clicked in a column that acts on all of them."""
        if (
            index.column() in self.acting
            and isinstance(event, QMouseEvent)
            and event.modifiers() == Qt.KeyboardModifier.NoModifier
            and index.row() in self.chosen_lines()
        ):
            return QItemSelectionModel.SelectionFlag.NoUpdate
        return super().selectionCommand(index, event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """On the head of a group: open or close."""
        group = self._head_at(event.position().toPoint())
        if group is None:
            super().mouseDoubleClickEvent(event)
        else:
            self.rows.set_open([group], not self.rows.is_open(group))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """With the mouse or the menu key: ask for the menu of a cell, or of the head of a group."""
        at = event.pos()
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            at = self.visualRect(self.currentIndex()).center()
        index = self.indexAt(at)
        if not index.isValid():
            return
        group = self.rows.head(index.row())
        if group is None:
            self.requested.emit(index.row(), index.column(), self.viewport().mapToGlobal(at))
        else:
            self.head_requested.emit(group, self.viewport().mapToGlobal(at))

    # Copying

    def as_lines(self) -> list[list[str]]:
        """The titles, and the cells of the selected rows (or of all that are shown)."""
        rows = self.chosen_rows() or self.rows.shown()
        columns = [self.rows.columns[number] for number in self.wanted_columns()]
        lines = [[self.rows.titles.get(column.id, column.title) for column in columns]]
        return lines + [[column.pasted(column.text(row)) for column in columns] for row in rows]

    def copy(self) -> None:
        """Put the selection on the clipboard as a table: for spreadsheets, and for letters."""
        lines = self.as_lines()
        page = ""
        if len(lines) <= MOST_HTML:
            columns = [self.rows.columns[number] for number in self.wanted_columns()]
            page = html_table(lines, [column.number for column in columns])
        put_table("\n".join("\t".join(line) for line in lines) + "\n", page)

    # Editing as in a spreadsheet

    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        """Tab goes to the next cell that can be edited, Enter to the one below; a refused text stays put."""
        hints = QAbstractItemDelegate.EndEditHint
        at = self.currentIndex()
        if hint != hints.RevertModelCache and self.painter.edited is not None:
            at = self.rows.index(*self.painter.edited)  # the current cell may be another in new rows
        self.painter.edited = None
        if hint == hints.RevertModelCache and at.isValid():
            self.rows.refuse(at.row(), at.column(), "", "")
        on = hint in (hints.EditNextItem, hints.EditPreviousItem)
        super().closeEditor(editor, hints.NoHint if on else hint)
        if self.painter.refusal or not at.isValid():
            return
        self._go(at)
        if on:
            self.edit_next(1 if hint == hints.EditNextItem else -1)
        elif hint == hints.SubmitModelCache and len(self.chosen_lines()) <= 1:
            below = self.rows.index(at.row() + 1, at.column())
            if below.isValid() and self.rows.head(below.row()) is None:
                self._go(below)

    def _has_refusal(self) -> bool:
        """Whether the current cell shows a refused text."""
        at = self.currentIndex()
        return at.isValid() and self.rows.refusal(at.row(), at.column()) is not None

    def _go(self, index: QModelIndex) -> None:
        """Make a cell the current one; rows that are selected with it stay selected."""
        if index.row() in self.chosen_lines():
            self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)
            self.scrollTo(index)
        else:
            self.setCurrentIndex(index)

    def edit_next(self, step: int) -> bool:
        """Edit the next cell that can be, or with -1 the one before; False: there is none."""
        columns, at = self.shown_columns(), self.currentIndex()
        cells = len(columns) * self.rows.rowCount()
        place = at.row() * len(columns) + columns.index(at.column()) + step
        while 0 <= place < cells:
            line, column = divmod(place, len(columns))
            index = self.rows.index(line, columns[column])
            if index.flags() & Qt.ItemFlag.ItemIsEditable:
                self._go(index)
                self.edit(index)
                return True
            place += step
        return False

    def _type_into(self, text: str) -> bool:
        """Edit the current cell, beginning with a digit that was typed; False: it cannot be edited."""
        index = self.currentIndex()
        if not index.isValid() or not index.flags() & Qt.ItemFlag.ItemIsEditable:
            return False
        self.edit(index)
        editor = self.viewport().findChild(QLineEdit)
        if isinstance(editor, QLineEdit):
            editor.setText(text)
        return True

    def paste(self) -> None:
        """Paste the cells of the clipboard from the current cell on, as one undo step."""
        try:
            block = read_block(QGuiApplication.clipboard().text())
        except ValueError as error:
            self._desk.session.refuse(in_sentence(str(error)))
            return
        if block:
            self.paste_block(block)

    def block_columns(self, block: list[list[str]]) -> tuple[list[list[str]], list[int]]:
        """Return a block without a first line of titles, and with its numbers in the number language.

        The columns are those from the current cell on, folded ones too, as they are copied. A number that may
        mean two is kept in ``doubtful``.
        """
        self.doubtful = ""
        wanted, at = self.wanted_columns(), self.currentIndex()
        columns = wanted[wanted.index(at.column()) if at.isValid() else 0 :]
        titles = [self.title_of(number) for number in columns]
        if block and block[0] == titles[: len(block[0])]:
            block = block[1:]
        block = [list(line) for line in block]
        for place, number in enumerate(columns):
            if self.rows.columns[number].number:
                lines = [line for line in block if place < len(line)]
                written = [line[place] for line in lines]
                self.doubtful = self.doubtful or unproved_number(written)
                texts = numbers_in_language(written, number_language())
                for line, text in zip(lines, texts, strict=True):
                    line[place] = text
        return block, columns

    def paste_block(self, block: list[list[str]]) -> bool:
        """Apply the cells of a block, all or none; those that cannot be edited are passed over."""
        session = self._desk.session
        block, columns = self.block_columns(block)
        at = self.currentIndex()
        here = at.row(), at.column()
        lines = list(range(max(0, at.row()), self.rows.rowCount()))
        lines = [line for line in lines if self.rows.head(line) is None]
        if len(block) == 1 and len(block[0]) == 1 and len(self.chosen_lines()) > 1:
            lines = self.chosen_lines()
            block = block * len(lines)
        why = ""
        if len(block) > len(lines):
            left = counted(len(lines), "row")
            why = f"it has {counted(len(block), 'row')}, and the table has {left} from the current cell on"
        elif max(map(len, block), default=0) > len(columns):
            why = "it has more columns than are left from the current cell on"
        if why:
            return self.refuse_block(in_sentence(f"the copied block does not fit: {why}"))
        todo, place, fixed = [], [""], 0
        edited: set[tuple[int, str]] = set()
        for line, texts in zip(lines, block, strict=False):
            for number, text in sorted(zip(columns, texts, strict=False)):
                column, row = self.rows.columns[number], self.rows.row(line)
                again = (line, column.follows) in edited
                differs = text not in (column.text(row), in_field(column.text(row)))
                if again or (differs and column.can_edit(row)):
                    edited.add((line, column.id))
                    todo.append(partial(self._paste_cell, place, line, number, text))
                elif differs:
                    fixed += 1
        refused: list[str] = []
        listening = session.refused.connect(refused.append)
        try:
            done = session.do_together(f"Paste {counted(len(todo), 'cell')}", todo)
        finally:
            session.refused.disconnect(listening)
        if not done:
            why = refused[-1] if refused else "the value is refused."
            return self.refuse_block(f"Nothing was pasted. {place[0]}: {why}")
        if not todo:
            why = "the cells cannot be edited or have these values already"
            return self.refuse_block(f"Nothing to paste here: {why}.")
        self._end_paste(here, len(todo), fixed)
        return True

    def refuse_block(self, why: str) -> bool:
        """State why a block was not pasted."""
        self._desk.session.refuse(why)
        show_refusal(self, self.currentIndex(), why)
        return False

    def _end_paste(self, here: tuple[int, int], pasted: int, fixed: int) -> None:
        """Return to the cell from which a block was pasted, and state how many of its cells had an effect."""
        at = self.rows.index(*here)
        if at.isValid():
            self._go(at)
        passed = f"; {counted(fixed, 'other')} cannot be edited" if fixed else ""
        self._desk.session.said.emit(to_read(f"Pasted {counted(pasted, 'cell')}{passed}."))
        self.say_doubtful()

    def say_doubtful(self) -> None:
        """State how a pasted number was read that means another one with the other decimal sign."""
        if self.doubtful:
            sign = number_language()
            found = readings(self.doubtful)
            here, other = (in_field(plain(found[one])) for one in (sign, "." if sign == "," else ","))
            self._desk.session.said.emit(
                f"“{self.doubtful}” was read as {here}. Undo the paste if it is {other}."
            )

    def _paste_cell(self, place: list[str], line: int, number: int, text: str) -> bool:
        """Apply the text of one cell; ``place`` is where the words for an error begin."""
        column, row = self.rows.columns[number], self.rows.row(line)
        first = self.rows.columns[self.first_column()]
        name = "" if first.number else " ".join(first.text(row).split())
        place[0] = f"{name or f'Row {line + 1}'}, {self.title_of(number)}"
        if column.follows and not column.can_edit(row):
            return True  # after the cells before: such as the source of a price that was cleared
        if column.choices is not None:
            text = next((one.text for one in column.choices(row) if text == one.title), text)
        if column.edit_all is not None:
            return column.edit_all([row], text)
        return column.edit is not None and column.edit(row, text)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+C copies as a table; Enter opens; Esc drops refused text; on heads of groups arrows fold."""
        if self.state() == QAbstractItemView.State.EditingState:
            return  # Enter in an editor comes by here too
        key, control = event.key(), event.modifiers() & Qt.KeyboardModifier.ControlModifier
        line = self.currentIndex().row()
        is_line = 0 <= line < self.rows.rowCount()
        group = self.rows.head(line) if is_line else None
        if key == Qt.Key.Key_C and event.modifiers() == Qt.KeyboardModifier.ControlModifier:
            self.copy()
        elif event.matches(QKeySequence.StandardKey.Paste):
            self.paste()
        elif key == Qt.Key.Key_Escape and group is None and self._has_refusal():
            self.rows.refuse(line, self.currentIndex().column(), "", "")
        elif event.text() and event.text() in "0123456789=.," and self._type_into(event.text()):
            return
        elif group is not None and key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Space, *ENTER):
            is_open = self.rows.is_open(group)
            wish = key == Qt.Key.Key_Right or (key != Qt.Key.Key_Left and not is_open)
            self.rows.set_open([group], wish)
        elif key in ENTER and is_line and control:
            self.opened_far.emit(line)
        elif key in ENTER and is_line and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            self.opened.emit(line)
        else:
            super().keyPressEvent(event)

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """The rows, or in words why there are none."""
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        if not self.rows.rowCount() and self.empty:
            painter.setPen(self._desk.theme.colour("text2"))
            painter.setFont(self._desk.theme.font(14))
            painter.drawText(self.viewport().rect(), Qt.AlignmentFlag.AlignCenter, self.empty)
        elif self.rows.groups is not None:
            self._paint_heads(painter)
        painter.end()

    def _head_place(self) -> int:
        """The left edge of the heads of groups in the view; those of a pinned column stay."""
        return 0 if self.pinned_width() else self.columnViewportPosition(self.first_column())

    def _paint_heads(self, painter: QPainter) -> None:
        first, last = self.rowAt(0), self.rowAt(self.viewport().height() - 1)
        last = self.rows.rowCount() - 1 if last < 0 else last
        columns = self.shown_columns()
        for line in range(max(0, first), last + 1):
            group = self.rows.head(line)
            if group is None:
                continue
            free = [c for c in columns if not self.rows.cell(line, c).text]
            wide = 0
            for column in columns:
                if column not in free:
                    break
                wide += self.columnWidth(column)
            left = self._head_place()
            wide -= left - self.columnViewportPosition(columns[0])
            space = QRect(
                left,
                self.rowViewportPosition(line),
                max(wide, self.columnWidth(columns[0])),
                self.rowHeight(line),
            )
            title, note = self.rows.title(group), self.rows.note(group)
            self.painter.paint_head(painter, space, title, note, is_open=self.rows.is_open(group))
            if self.hasFocus() and self.currentIndex().row() == line:
                painter.setPen(QPen(self._desk.theme.colour("accent"), 2))
                painter.drawRect(space.adjusted(1, 1, -2, -2))


class Foot(QWidget):
    """Names in a quiet tone, each before its figure."""

    def __init__(self, desk: Desk, height: int) -> None:
        super().__init__()
        self._desk = desk
        px = desk.theme.px
        self.setProperty("role", "foot")
        self.setFixedHeight(height)
        self.setObjectName("foot")
        self.line = QHBoxLayout(self)
        self.line.setContentsMargins(px(12), 0, px(12), 0)
        self.line.setSpacing(px(6))
        self._figures = QHBoxLayout()
        self._figures.setSpacing(px(6))
        self._used = 0
        self._pairs: list[tuple[QLabel, QLabel]] = []
        self.right = label("", "text2")
        self.right.setObjectName("foot-selected")
        self.line.addLayout(self._figures)
        self.line.addStretch(1)
        self.line.addWidget(self.right)
        desk.theme.changed.connect(self._fonts)

    def show_figures(self, figures: list[tuple[str, str]]) -> None:
        """Show other figures; of several words the labels are kept."""
        self._used = len(figures)
        while len(self._pairs) < len(figures):
            pair = (label("", "text2"), label(""))
            pair[1].setContentsMargins(0, 0, self._desk.theme.px(12), 0)
            for made in pair:
                self._figures.addWidget(made)
            self._pairs.append(pair)
        for number, (name, figure) in enumerate(self._pairs):
            shown = number < len(figures)
            name.setVisible(shown)
            figure.setVisible(shown)
            if shown:
                name.setText(figures[number][0])
                figure.setText(to_read(figures[number][1]))
        self._fonts()
        self._arrange()

    def show_selected(self, text: str) -> None:
        """Show the figures of what is selected, at the right."""
        self.right.setText(to_read(text))
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many figures as fit."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """Hide the last figures where the line is too short for all, rather than cut digits off."""
        px = self._desk.theme.px
        items = [self.line.itemAt(number) for number in range(self.line.count())]
        others = [item.widget() for item in items if item is not None]
        texts = [one for one in others if isinstance(one, QLabel) and one.text()]
        gaps = [gap.sizeHint().width() for item in items if item is not None and (gap := item.spacerItem())]
        room = self.width() - px(24) - sum(gaps) - sum(one.sizeHint().width() + px(6) for one in texts)
        for number, (name, figure) in enumerate(self._pairs):
            if number >= self._used:
                continue
            wide = name.sizeHint().width() + figure.sizeHint().width() + px(6 + 6)
            room -= wide
            name.setVisible(room >= 0)
            figure.setVisible(room >= 0)

    def stated(self) -> dict[str, str]:
        """The figures by their names."""
        return {name.text(): figure.text() for name, figure in self._pairs[: self._used]}

    def _fonts(self) -> None:
        for name, figure in self._pairs:
            name.setFont(self._desk.theme.font(12))
            figure.setFont(self._desk.theme.strong())

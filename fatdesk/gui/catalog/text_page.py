"""Text editor for the file of a part, with line numbers and error marks."""

from collections.abc import Callable

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontDatabase, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from fatdesk.core.errors import FatdeskError, InputError, InputErrors
from fatdesk.engine.catalog.part_files import overridden, override_name, read_part
from fatdesk.gui.desk import Desk
from fatdesk.gui.session.library import Entry
from fatdesk.gui.theme.icons import severity_mark
from fatdesk.gui.widgets.menu_button import ChoiceButton
from fatdesk.gui.widgets.numbers import in_sentence
from fatdesk.gui.widgets.plain_text import label, set_tone, tip

Mark = tuple[int, str, str]
"""Line, severity, message."""


class Editor(QPlainTextEdit):
    """Text editor with a margin for line numbers and marks; ``entered`` signals Ctrl+Enter."""

    entered = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self.marks: dict[int, tuple[str, str]] = {}
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setAccessibleName("Text of the file")
        self.setTabChangesFocus(True)
        self._margin = _Margin(self)
        self.blockCountChanged.connect(lambda _: self._fit())
        self.updateRequest.connect(self._scrolled)
        desk.theme.changed.connect(self.look)
        self.look()

    def look(self) -> None:
        """Set a monospaced font in the size of the theme."""
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPixelSize(self._desk.theme.px(13))
        self.setFont(font)
        self._fit()

    def show_marks(self, marks: list[Mark]) -> None:
        """Mark lines; the first of several marks in a line is shown."""
        self.marks = {}
        for line, severity, words in marks:
            self.marks.setdefault(line, (severity, words))
        self._margin.setToolTip(tip("\n".join(f"Line {line}: {words}" for line, _, words in marks)))
        self._margin.update()

    def margin_width(self) -> int:
        """Return the width for mark and line number in pixels."""
        digits = len(str(max(99, self.blockCount())))
        return self._desk.theme.px(36) + digits * self.fontMetrics().horizontalAdvance("0")

    def _fit(self) -> None:
        self.setViewportMargins(self.margin_width(), 0, 0, 0)
        self._place()

    def _scrolled(self, rect: QRect, dy: int) -> None:
        if dy:
            self._margin.scroll(0, dy)
        else:
            self._margin.update(0, rect.y(), self._margin.width(), rect.height())

    def _place(self) -> None:
        inside = self.contentsRect()
        self._margin.setGeometry(QRect(inside.left(), inside.top(), self.margin_width(), inside.height()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Resize the margin with the text."""
        super().resizeEvent(event)
        self._place()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Emit ``entered`` on Ctrl+Enter."""
        control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if control and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit()
        else:
            super().keyPressEvent(event)

    def paint_margin(self, event: QPaintEvent) -> None:
        """Paint numbers and marks of the visible lines."""
        theme, px = self._desk.theme, self._desk.theme.px
        painter = QPainter(self._margin)
        painter.fillRect(event.rect(), theme.colour("panel"))
        painter.setFont(self.font())
        block = self.firstVisibleBlock()
        while block.isValid():
            rect = self.blockBoundingGeometry(block).translated(self.contentOffset())
            if rect.top() > event.rect().bottom():
                break
            number = block.blockNumber() + 1
            painter.setPen(theme.colour("text3"))
            space = QRect(0, round(rect.top()), self._margin.width() - px(10), round(rect.height()))
            painter.drawText(space, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, str(number))
            if number in self.marks:
                mark = severity_mark(theme, self.marks[number][0], px(14))
                painter.drawPixmap(px(5), round(rect.center().y()) - px(7), mark)
            block = block.next()
        painter.end()


class _Margin(QWidget):
    """The margin of an editor."""

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self._editor = editor

    def sizeHint(self) -> QSize:
        """Return the width computed by the editor."""
        return QSize(self._editor.margin_width(), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Delegate to the editor, which knows the lines."""
        self._editor.paint_margin(event)


class TextPage(QWidget):
    """Tab with the text of the file or of its override; the text is validated before it is applied."""

    def __init__(self, desk: Desk, take: Callable[[bytes, bool], bool]) -> None:
        super().__init__()
        px = desk.theme.px
        self._take = take
        self.setProperty("role", "base")
        self._entry: Entry | None = None
        self._of_override = False
        self._marks: list[Mark] = []
        self.editor = Editor(desk)
        self.editor.setObjectName("yaml")
        self.editor.textChanged.connect(self._typed)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        bar = QWidget()
        bar.setProperty("role", "panel")
        row = QHBoxLayout(bar)
        row.setContentsMargins(px(12), px(6), px(12), px(6))
        self.which = ChoiceButton(desk.theme, "documents", "Which file", ["Part", "Override"], self._choose)
        self.status = label("", "text2")
        self.status.setObjectName("yaml-status")
        self.status.setWordWrap(True)
        self.back, self.take = QPushButton("Revert"), QPushButton("Apply")
        self.back.setObjectName("revert")
        self.take.setObjectName("apply")
        self.take.setToolTip(tip("Ctrl+Enter"))
        self.back.clicked.connect(self.put_back)
        self.take.clicked.connect(self.take_over)
        self.editor.entered.connect(self.take_over)
        row.addWidget(self.which)
        row.addWidget(self.status, 1)
        row.addWidget(self.back)
        row.addWidget(self.take)
        column.addWidget(bar)
        column.addWidget(self.editor, 1)

    def show_entry(self, entry: Entry, marks: list[Mark], *, read_only: bool) -> None:
        """Show the text of a part; unapplied edits of the same text are kept."""
        same = self._entry is not None and self._entry.key == entry.key
        typed = same and self.touched
        old = self._text()
        self._entry, self._marks = entry, marks
        self.which.setVisible(entry.override is not None or bool(entry.own))
        if entry.override is None and self._of_override:
            self._of_override = False
            self.which.picks[0].setChecked(True)
        self.editor.setReadOnly(read_only or entry.data is None)
        if not typed or self._text() != old:
            self.put_back()
        else:
            self._typed()

    def _choose(self, number: int) -> None:
        self._of_override = number == 1
        self.put_back()

    def _text(self) -> str:
        """The text of the file."""
        entry = self._entry
        data = None if entry is None else entry.override if self._of_override else entry.data
        return (data or b"").decode("utf-8", "replace").removeprefix("\ufeff").replace("\r\n", "\n")

    @property
    def touched(self) -> bool:
        """Whether the text has unapplied edits."""
        return self.editor.toPlainText() != self._text()

    def put_back(self) -> None:
        """Discard unapplied edits."""
        self.editor.setPlainText(self._text())
        self._typed()

    def _data(self) -> bytes:
        text = self.editor.toPlainText()
        data = (self._entry and (self._entry.override if self._of_override else self._entry.data)) or b""
        return (text.replace("\n", "\r\n") if b"\r\n" in data else text).encode()

    def _problems(self) -> list[InputError]:
        """Return the errors of the edited text."""
        entry = self._entry
        if entry is None:
            return []
        try:
            if self._of_override:
                if entry.imported is not None:
                    overridden(entry.imported, self._data(), override_name(entry.key))
            else:
                read_part(self._data(), entry.key)
        except InputError as error:
            return [error]
        except InputErrors as several:
            return several.errors
        return []

    def _typed(self) -> None:
        wrong = self._problems()
        if wrong:
            text, tone = in_sentence(f"Line {wrong[0].line}: {wrong[0].field}: {wrong[0].what}"), "error"
        elif self.touched:
            text, tone = "Not applied yet", "warn"
        else:
            text, tone = "", "text2"
        self.status.setText(text)
        set_tone(self.status, tone)
        marks: list[Mark] = [(error.line, "error", f"{error.field}: {error.what}") for error in wrong]
        self.editor.show_marks(marks or ([] if self._of_override or self.touched else self._marks))
        self.back.setEnabled(self.touched)
        self.take.setEnabled(self.touched and not wrong)

    def take_over(self) -> None:
        """Apply the text if it is valid."""
        if self.touched and not self._problems():
            try:
                self._take(self._data(), self._of_override)
            except FatdeskError as error:
                self.status.setText(in_sentence(str(error)))
                set_tone(self.status, "error")

    def go_to_line(self, line: int) -> None:
        """Move the cursor to a line."""
        block = self.editor.document().findBlockByNumber(line - 1)
        if block.isValid():
            cursor = self.editor.textCursor()
            cursor.setPosition(block.position())
            self.editor.setTextCursor(cursor)
            self.editor.centerCursor()
        self.editor.setFocus()

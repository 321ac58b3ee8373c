"""Labels, tooltips, messages and dialog buttons of literal text, and tables that are copied as text."""

from collections.abc import Callable
from html import escape
from pathlib import Path
from textwrap import fill

from PySide6.QtCore import QByteArray, QEvent, QMimeData, QRect, QSize, Qt
from PySide6.QtGui import QGuiApplication, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QMessageBox,
    QPushButton,
    QToolTip,
    QWidget,
)

from fatdesk.gui.theme.theme import set_property

LINE = 60
"""Width of the text of a message box in characters."""


def label(text: str = "", tone: str = "text", parent: QWidget | None = None) -> QLabel:
    """Return a label of plain text in a colour of the theme."""
    made = QLabel(parent)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setProperty("tone", tone)
    made.setText(text)
    return made


class NoteLabel(QLabel):
    """A label of several lines that keeps room for the longest of some texts, so that nothing below moves.

    A longer text ends in an ellipsis; whoever shows one has to show it whole somewhere else.
    """

    def __init__(self, text: str = "", tone: str = "text") -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("tone", tone)
        self.setWordWrap(True)
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._texts = [text]
        self._heights: dict[tuple[int, str], int] = {}
        """Heights of the longest text by width and font."""
        self.setText(text)

    def keep_room_for(self, text: str) -> None:
        """Keep room for a text that may be shown later."""
        self._texts.append(text)
        self._heights.clear()
        self.updateGeometry()

    def heightForWidth(self, width: int) -> int:
        """Return the height of the longest text that room is kept for."""
        key = (width, self.font().key())
        kept = self._heights.get(key)
        if kept is None:
            kept = self._heights[key] = max(self._height(text, width) for text in self._texts)
        return kept

    @property
    def is_cut(self) -> bool:
        """Whether the text is longer than its room."""
        return self._height(self.text(), self.width()) > self.height()

    def _height(self, text: str, width: int) -> int:
        flags = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft
        return self.fontMetrics().boundingRect(QRect(0, 0, width, 10_000), flags, text).height()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The text, or its first words with an ellipsis."""
        if not self.is_cut:
            super().paintEvent(event)
            return
        words = self.text().split()
        while words and self._height(f"{' '.join(words)}…", self.width()) > self.height():
            words.pop()
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        align = int(self.alignment() | Qt.TextFlag.TextWordWrap)
        painter.drawText(self.contentsRect(), align, f"{' '.join(words)}…")
        painter.end()


class ElidedLabel(QLabel):
    """A label of one line that ends in an ellipsis if it is too long; its tooltip is then the whole text."""

    def __init__(self, text: str = "", tone: str = "text", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("tone", tone)
        self.setText(text)

    def minimumSizeHint(self) -> QSize:
        """Allow any width."""
        return QSize(0, super().minimumSizeHint().height())

    @property
    def is_cut(self) -> bool:
        """Whether the text is longer than its room."""
        return self.fontMetrics().horizontalAdvance(self.text()) > self.contentsRect().width()

    def event(self, event: QEvent) -> bool:
        """Show the whole text as a tooltip where it is cut and has no other."""
        if event.type() == QEvent.Type.ToolTip and self.is_cut and not self.toolTip():
            assert isinstance(event, QHelpEvent)
            QToolTip.showText(event.globalPos(), tip_lines(self.text()), self)
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The text, cut to the width of the control."""
        painter = QPainter(self)
        rect = self.contentsRect()
        text = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, rect.width())
        align = int(self.alignment() | Qt.AlignmentFlag.AlignVCenter)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(rect, align, text)
        painter.end()


def set_tone(made: QLabel, tone: str) -> None:
    """Set the colour of a label."""
    set_property(made, "tone", tone)


def tip(text: str) -> str:
    """Return a tooltip that Qt shows literally, including markup characters."""
    if "<" not in text:
        return text
    return f"<qt>{escape(text).replace(chr(10), '<br>')}</qt>"


TIP_LETTERS = 70
"""Tooltips of plain text are cut into lines of this length: Qt does not."""


def tip_lines(text: str) -> str:
    """Return a long text as a tooltip: its lines are cut to a readable length."""
    return tip("\n".join(fill(line, TIP_LETTERS) for line in text.splitlines()))


def box(parent: QWidget | None, title: str, text: str, more: str = "") -> QMessageBox:
    """Return a message box of plain text; the caller adds buttons and shows it."""
    made = QMessageBox(parent)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setWindowTitle(title)
    made.setText(text)
    made.setInformativeText(more)
    explanation = made.findChild(QLabel, "qt_msgbox_informativelabel")
    if isinstance(explanation, QLabel):  # wide enough for the text, whatever the width of the buttons
        explanation.setMinimumWidth(LINE * made.fontMetrics().averageCharWidth())
    return made


def menu_text(text: str) -> str:
    """Escape ``&`` for menus and buttons, where it would mark a mnemonic."""
    return text.replace("&", "&&")


class DialogButtons(QDialogButtonBox):
    """The default button ``yes``, which runs ``take``, and Cancel, which closes the dialog."""

    def __init__(self, dialog: QDialog, take: Callable[[], object], text: str = "") -> None:
        super().__init__(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.yes: QPushButton = self.button(QDialogButtonBox.StandardButton.Ok)
        self.yes.setObjectName("accept")
        if text:
            self.yes.setText(text)
        self.yes.setProperty("kind", "primary")
        self.accepted.connect(take)
        self.rejected.connect(dialog.reject)


def error_line() -> QLabel:
    """Return a label for the error message of a dialog, hidden at first."""
    made = label("", "error")
    made.setWordWrap(True)
    made.hide()
    return made


OURS = "fatdesk table"
"""Object name of clipboard data that this program made."""


def put_table(text: str, page: str = "") -> None:
    """Copy a table as tab-separated text for spreadsheets, and as HTML for word processors."""
    copied = QMimeData()
    copied.setObjectName(OURS)
    copied.setText(text)
    if page:
        copied.setData("text/html", QByteArray(page.encode()))
    QGuiApplication.clipboard().setMimeData(copied)


def put_data(format_name: str, data: bytes, text: str = "") -> None:
    """Add data of another format to what this program copied, or copy it with a text."""
    clipboard = QGuiApplication.clipboard()
    held: QMimeData | None = clipboard.mimeData()
    copied = QMimeData()
    copied.setObjectName(OURS)
    if text:
        copied.setText(text)
    elif held is not None:
        copied.setText(held.text())
        if held.hasHtml():
            copied.setData("text/html", held.data("text/html"))
    copied.setData(format_name, QByteArray(data))
    clipboard.setMimeData(copied)


def clipboard_data(format_name: str) -> bytes:
    """Return the data of a format on the clipboard; empty: there is none."""
    held: QMimeData | None = QGuiApplication.clipboard().mimeData()
    return bytes(held.data(format_name).data()) if held is not None and held.hasFormat(format_name) else b""


def keep_as_text() -> None:
    """Replace a table that this program copied by its plain text.

    Qt deletes the clipboard data after the Python interpreter has ended; an object created by Python would
    crash the program then.
    """
    clipboard = QGuiApplication.clipboard()
    held: QMimeData | None = clipboard.mimeData()  # None if nothing was copied
    if held is not None and held.objectName() == OURS:
        clipboard.setText(held.text())


def home_path(folder: Path) -> str:
    """Return a folder path, with ~ for the home folder."""
    try:
        return str(Path("~") / folder.relative_to(Path.home()))
    except (ValueError, RuntimeError):
        return str(folder)

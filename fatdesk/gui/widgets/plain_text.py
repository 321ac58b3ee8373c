"""Text for people, never interpreted: the one place that makes labels, tips and message boxes."""

from html import escape

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QMessageBox, QWidget

LINE = 60
"""Letters in a line that is read easily."""


def label(text: str = "", tone: str = "text", parent: QWidget | None = None) -> QLabel:
    """A label of plain text in a tone of the theme."""
    made = QLabel(parent)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setProperty("tone", tone)
    made.setText(text)
    return made


class Line(QLabel):
    """A label of one line that ends in an ellipsis where there is no room for all of it."""

    def __init__(self, text: str = "", tone: str = "text", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("tone", tone)
        self.setText(text)

    def minimumSizeHint(self) -> QSize:
        """As narrow as need be."""
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """As much of the text as there is room for."""
        painter = QPainter(self)
        rect = self.contentsRect()
        text = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, rect.width())
        align = int(self.alignment() | Qt.AlignmentFlag.AlignVCenter)
        self.style().drawItemText(
            painter, rect, align, self.palette(), self.isEnabled(), text, self.foregroundRole()
        )
        painter.end()


def set_tone(made: QLabel, tone: str) -> None:
    """Give a label another tone."""
    if made.property("tone") != tone:
        made.setProperty("tone", tone)
        made.style().unpolish(made)
        made.style().polish(made)


def tip(text: str) -> str:
    """A tool tip that Qt shows as it stands, whatever signs it holds."""
    if "<" not in text:
        return text
    return f"<qt>{escape(text).replace(chr(10), '<br>')}</qt>"


def box(parent: QWidget | None, title: str, text: str, more: str = "") -> QMessageBox:
    """A message box of plain text; the caller adds buttons and shows it."""
    made = QMessageBox(parent)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setWindowTitle(title)
    made.setText(text)
    made.setInformativeText(more)
    explanation = made.findChild(QLabel, "qt_msgbox_informativelabel")
    if isinstance(explanation, QLabel):  # as wide as a line of a book, not as the buttons
        explanation.setMinimumWidth(LINE * made.fontMetrics().averageCharWidth())
    return made


def menu_text(text: str) -> str:
    """A text in a menu or on a button, where ``&`` stands for itself."""
    return text.replace("&", "&&")

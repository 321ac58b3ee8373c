"""Text for people, never interpreted: the one place that makes labels, tips and message boxes."""

from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QMessageBox, QWidget


def label(text: str = "", tone: str = "text", parent: QWidget | None = None) -> QLabel:
    """A label of plain text in a tone of the theme."""
    made = QLabel(parent)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setProperty("tone", tone)
    made.setText(text)
    return made


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
    made.setText(title if more else text)
    made.setInformativeText(text if more else "")
    if more:
        made.setText(text)
        made.setInformativeText(more)
    return made


def menu_text(text: str) -> str:
    """A text in a menu or on a button, where ``&`` stands for itself."""
    return text.replace("&", "&&")

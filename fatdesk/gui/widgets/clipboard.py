"""Copy tables to the clipboard, and keep their text there when the program ends."""

from PySide6.QtCore import QByteArray, QMimeData
from PySide6.QtGui import QGuiApplication

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


def keep_as_text() -> None:
    """Replace a table that this program copied by its plain text.

    Qt deletes the clipboard data after the Python interpreter has ended; an object created by Python would
    crash the program then.
    """
    clipboard = QGuiApplication.clipboard()
    held: QMimeData | None = clipboard.mimeData()  # None if nothing was copied
    if held is not None and held.objectName() == OURS:
        clipboard.setText(held.text())

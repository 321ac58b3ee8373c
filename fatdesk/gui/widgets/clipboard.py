"""What is copied, and how it is left to the system when the program ends."""

from PySide6.QtCore import QByteArray, QMimeData
from PySide6.QtGui import QGuiApplication

OURS = "fatdesk table"
"""Tells what was copied here from what other programs copied."""


def put_table(text: str, page: str = "") -> None:
    """Copy a table: tab-separated for spreadsheets, and as a page for letters."""
    copied = QMimeData()
    copied.setObjectName(OURS)
    copied.setText(text)
    if page:
        copied.setData("text/html", QByteArray(page.encode()))
    QGuiApplication.clipboard().setMimeData(copied)


def let_go() -> None:
    """Put plain text in the place of a table that was copied here.

    Qt deletes what is on the clipboard when the program has ended and Python is gone: data that Python made
    would bring it down then.
    """
    clipboard = QGuiApplication.clipboard()
    held: QMimeData | None = clipboard.mimeData()  # none where nothing was copied
    if held is not None and held.objectName() == OURS:
        clipboard.setText(held.text())

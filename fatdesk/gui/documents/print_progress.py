"""Progress of printing with cancel; a printer is fed from here, so no worker can do it."""

from time import monotonic

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QProgressDialog, QWidget

from fatdesk.core.errors import Cancelled
from fatdesk.gui.widgets.plain_text import label

STEP_S = 0.05


class ShownProgress:
    """A progress that shows what is being done, and raises ``Cancelled`` after Cancel was pressed."""

    def __init__(self, parent: QWidget, title: str) -> None:
        self._dialog = QProgressDialog(parent)
        words = label(title)
        self._dialog.setLabel(words)
        self._words = words
        self._dialog.setWindowTitle(title)
        self._dialog.setWindowModality(Qt.WindowModality.WindowModal)
        self._dialog.setMinimumDuration(400)
        self._dialog.setAutoClose(False)
        self._dialog.setAutoReset(False)
        self._last = 0.0

    def step(self, done: int, total: int, text: str) -> None:
        """Show how far it is."""
        if monotonic() - self._last < STEP_S:
            return
        self._last = monotonic()
        self._dialog.setMaximum(max(1, total))
        self._dialog.setValue(min(done, max(1, total)))
        self._words.setText(text)
        QApplication.processEvents()
        if self._dialog.wasCanceled():
            raise Cancelled

    def done(self) -> None:
        """Take it off the screen."""
        self._dialog.reset()
        self._dialog.close()
        self._dialog.deleteLater()

"""The table of the networks of a study: what is clicked twice, and what shall be removed."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent

from fatdesk.gui.tables import Table


class NetworkTable(Table):
    """``again`` tells that a row was clicked which was selected already, ``removed`` the key Delete."""

    again = Signal()
    removed = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete asks to remove; the rest as in every table."""
        if event.key() == Qt.Key.Key_Delete and not event.modifiers():
            self.removed.emit()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """See whether the row is selected before Qt selects it."""
        line = self.indexAt(event.position().toPoint()).row()
        same = self.chosen_lines() == [line] and not event.modifiers()
        super().mousePressEvent(event)
        if same and event.button() == Qt.MouseButton.LeftButton:
            self.again.emit()

"""A text field that shows the beginning of a long text."""

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPaintEvent, QPalette
from PySide6.QtWidgets import QLineEdit, QStyle, QStyleOptionFrame, QStylePainter

CARET = 2
"""Pixels that Qt keeps at both sides of a text field for its caret."""


class ElidedField(QLineEdit):
    """A text field that ends a text longer than its room with an ellipsis until it gets the keys."""

    @property
    def shown_text(self) -> str:
        """The text as it is painted."""
        if self.hasFocus():
            return self.text()
        return self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self._room().width())

    def _room(self) -> QRect:
        option = QStyleOptionFrame()
        self.initStyleOption(option)
        inside = self.style().subElementRect(QStyle.SubElement.SE_LineEditContents, option, self)
        return inside.adjusted(CARET, 0, -CARET, 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the field, and the text as far as it has room."""
        text = self.shown_text
        if text == self.text():
            super().paintEvent(event)
            return
        painter, option = QStylePainter(self), QStyleOptionFrame()
        self.initStyleOption(option)
        painter.drawPrimitive(QStyle.PrimitiveElement.PE_PanelLineEdit, option)
        align = int(self.alignment() | Qt.AlignmentFlag.AlignVCenter)
        role = QPalette.ColorRole.Text
        painter.drawItemText(self._room(), align, self.palette(), self.isEnabled(), text, role)
        painter.end()

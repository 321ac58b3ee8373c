"""A field with a list to choose from, and an arrow in the colours of the theme."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QHelpEvent, QPaintEvent, QPalette
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox, QStylePainter, QToolTip

from fatdesk.gui.theme.icons import picture
from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.widgets.plain_text import tip


class Combo(QComboBox):
    """A combo box of the desk; a text that has no room ends in an ellipsis, its tooltip shows all of it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme

    @property
    def shown_text(self) -> str:
        """As much of the text as there is room for."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        text = self.currentText() if self.currentIndex() >= 0 else self.placeholderText()
        part = QStyle.SubControl.SC_ComboBoxEditField
        field = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, self)
        arrow = self.width() - self._theme.px(24)
        wide = min(field.right(), arrow) - field.left() - self._theme.px(2)
        return self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, wide)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The field with its text, then the arrow."""
        px = self._theme.px
        painter = QStylePainter(self)
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        option.currentText = self.shown_text
        if self.currentIndex() < 0:
            option.palette.setBrush(QPalette.ColorRole.ButtonText, option.palette.placeholderText())
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
        arrow = picture(self._theme, "down", "text2", px(14))
        painter.drawPixmap(self.width() - px(21), (self.height() - px(14)) // 2, arrow)
        painter.end()

    def event(self, event: QEvent) -> bool:
        """Show the whole of a text that is cut, where there is no other tooltip."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip and not self.toolTip():
            cut = self.currentIndex() >= 0 and self.shown_text != self.currentText()
            QToolTip.showText(event.globalPos(), tip(self.currentText()) if cut else "", self)
            return True
        return super().event(event)

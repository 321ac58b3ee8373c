"""Combo box with an arrow in the colours of the theme."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QHelpEvent, QPaintEvent, QPalette
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox, QStylePainter, QToolTip

from fatdesk.gui.theme.icons import picture
from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.widgets.plain_text import tip


class Combo(QComboBox):
    """Combo box; a text that is too long ends in an ellipsis, and its tooltip shows the full text."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme

    @property
    def shown_text(self) -> str:
        """The text, cut to the width of the control."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        text = self.currentText() if self.currentIndex() >= 0 else self.placeholderText()
        part = QStyle.SubControl.SC_ComboBoxEditField
        field = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, self)
        arrow = self.width() - self._theme.px(24)
        wide = min(field.right(), arrow) - field.left() - self._theme.px(2)
        return self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, wide)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the field with its text, then the arrow."""
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
        """Show a cut text in full as a tooltip, unless another tooltip is set."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip and not self.toolTip():
            cut = self.currentIndex() >= 0 and self.shown_text != self.currentText()
            QToolTip.showText(event.globalPos(), tip(self.currentText()) if cut else "", self)
            return True
        return super().event(event)

"""A field with a list to choose from, and an arrow in the colours of the theme."""

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QComboBox

from fatdesk.gui.theme.icons import picture
from fatdesk.gui.theme.theme import Theme


class Combo(QComboBox):
    """A combo box of the desk."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme

    def paintEvent(self, event: QPaintEvent) -> None:
        """The field, then the arrow."""
        super().paintEvent(event)
        px = self._theme.px
        painter = QPainter(self)
        arrow = picture(self._theme, "down", "text2", px(14))
        painter.drawPixmap(self.width() - px(21), (self.height() - px(14)) // 2, arrow)
        painter.end()

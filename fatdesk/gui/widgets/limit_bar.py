"""A bar of a figure against its limit, with a tick at the limit."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from fatdesk.gui.theme.theme import Theme

NEARLY_FULL = 0.9
"""Part of a limit from which a bar warns."""


def bar_tone(share: float, *, over: bool) -> str:
    """The colour of a bar: plain, a warning when nearly full, an error over the limit.

    >>> bar_tone(0.8, over=False), bar_tone(0.9, over=False), bar_tone(1.01, over=True)
    ('text3', 'warn_fill', 'error')
    """
    return "error" if over else "warn_fill" if share >= NEARLY_FULL else "text3"


class LimitBar(QWidget):
    """A part of a limit, in the colours of ``bar_tone``."""

    def __init__(self, theme: Theme, share: float = 0.0, over: bool = False) -> None:
        super().__init__()
        self._theme = theme
        self.share, self.over = share, over
        self.setFixedSize(theme.px(70), theme.px(12))

    def paintEvent(self, event: QPaintEvent) -> None:
        """A bar, with a tick at the limit."""
        theme, px = self._theme, self._theme.px
        painter = QPainter(self)
        wide = self.width() - px(2)
        painter.fillRect(QRectF(0, px(3), wide, px(6)), theme.colour("press"))
        used = QRectF(0, px(3), wide * min(1.0, self.share), px(6))
        painter.fillRect(used, theme.colour(bar_tone(self.share, over=self.over)))
        painter.fillRect(QRectF(wide, 0, px(2), px(12)), theme.colour("text"))
        painter.end()

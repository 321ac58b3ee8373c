"""Colour key of load factors in the tables: five bins with their limits."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from fatdesk.engine.topology.link_colours import BINS, bin_names
from fatdesk.gui.desk import Desk
from fatdesk.gui.theme.icons import ink_on

CELL = 72


class HeatKey(QWidget):
    """Bins of load factors, each with its range in it."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._theme = desk.theme
        self.names = bin_names(1.0)
        self.setFixedHeight(desk.theme.px(34))
        self.setAccessibleName("Key to the load factors")

    def show_top(self, top: float) -> None:
        """Bins up to a figure."""
        self.names = bin_names(top)
        self.setAccessibleDescription("Load factors in five shades: " + ", ".join(self.names))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The words, then the bins."""
        theme, px = self._theme, self._theme.px
        painter = QPainter(self)
        painter.setFont(theme.font(12))
        painter.setPen(theme.colour("text2"))
        words = "Load factor"
        painter.drawText(QPointF(px(12), self.height() / 2 + px(4)), words)
        left = px(12) + painter.fontMetrics().horizontalAdvance(words) + px(12)
        cell = min(px(CELL), (self.width() - left - px(12)) / BINS)
        painter.setFont(theme.strong(11))
        for number, name in enumerate(self.names):
            fill = theme.tokens.drawing.heat[number]
            bar = QRectF(left + number * cell, px(7), cell, self.height() - px(14))
            painter.setPen(QPen(QColor(theme.tokens.drawing.heat_outline), 1))
            painter.setBrush(QColor(fill))
            painter.drawRect(bar)
            painter.setPen(ink_on(fill))
            painter.drawText(bar, int(Qt.AlignmentFlag.AlignCenter), name)
        painter.end()

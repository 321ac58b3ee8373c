"""A quiet drawing of curves, for the view while there is nothing to show."""

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from fatdesk.gui.desk import Desk

WIDE, HIGH = 300, 150
KNEES = (0.42, 0.55, 0.82)
"""Where the curves of the drawing rise, as shares of its width."""


class Sketch(QWidget):
    """Axes and some curves, quietly."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._theme = desk.theme
        self.setFixedSize(desk.theme.px(WIDE), desk.theme.px(HIGH))
        desk.theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The drawing."""
        theme, px = self._theme, self._theme.px
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(px(10), px(8), self.width() - px(20), self.height() - px(18))
        painter.setPen(QPen(theme.colour("line2"), 1.5))
        painter.drawLine(area.bottomLeft(), area.bottomRight())
        painter.drawLine(area.bottomLeft(), area.topLeft())
        for knee in KNEES:
            path = QPainterPath(QPointF(area.left(), area.bottom() - 0.12 * area.height()))
            x = area.left() + knee * area.width()
            path.cubicTo(
                QPointF(x - 10, area.bottom() - 0.12 * area.height()),
                QPointF(x, area.bottom() - 0.3 * area.height()),
                QPointF(x + 6, area.top()),
            )
            painter.setPen(QPen(theme.colour("text3"), 1.5))
            painter.drawPath(path)
        painter.end()

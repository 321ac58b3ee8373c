"""A painter that records what is drawn, so that the screen can be compared with paper."""

from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPainterPath, QPen


class Call(NamedTuple):
    """One call of a painter: its name, what it covers, its text, its fill and its line (colours or "")."""

    name: str
    rect: QRectF
    text: str
    fill: str
    line: str


class Recorder(QPainter):
    """Paints on an image, and records rectangles, paths, lines and texts."""

    def __init__(self):
        self.image = QImage(16, 16, QImage.Format.Format_ARGB32)
        super().__init__(self.image)
        self.calls: list[Call] = []

    def _add(self, name, rect, text="", fill=None):
        brush, pen = self.brush(), self.pen()
        if fill is None:
            fill = brush.color().name() if brush.style().value else ""
        line = pen.color().name() if pen.style().value else ""
        self.calls.append(Call(name, QRectF(rect), text, fill.upper(), line.upper()))

    def drawText(self, *given):
        place, text = given[0], given[-1]
        self._add("text", place if isinstance(place, QRectF) else QRectF(place, place), text)
        super().drawText(*given)

    def drawRoundedRect(self, rect, *radii):
        self._add("rounded", rect)
        super().drawRoundedRect(rect, *radii)

    def drawRect(self, rect):
        self._add("rect", rect)
        super().drawRect(rect)

    def fillRect(self, rect, fill):
        solid = fill.color() if isinstance(fill, QBrush) else QColor(fill)
        self._add("fill", rect, fill=solid.name())
        super().fillRect(rect, fill)

    def drawPath(self, path: QPainterPath):
        self._add("path", path.boundingRect())
        super().drawPath(path)

    def drawPolygon(self, polygon):
        self._add("fill", polygon.boundingRect())
        super().drawPolygon(polygon)

    def drawLine(self, start: QPointF, stop: QPointF):
        self._add("line", QRectF(start, stop))
        super().drawLine(start, stop)


def recorded(*layers) -> list[Call]:
    """Return what some functions draw with the painter that they are given."""
    painter = Recorder()
    for draw in layers:
        draw(painter)
    painter.setPen(QPen())
    painter.end()
    return painter.calls

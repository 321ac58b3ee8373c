"""Appearance of cable kinds: colour and pattern, as a swatch or as a line."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from fatdesk.engine.drawing.palette import DASHES
from fatdesk.gui.theme.theme import Theme


def kind_colour(theme: Theme, kind: str) -> QColor:
    """The colour of a cable kind."""
    kinds = theme.tokens.drawing.kinds
    return QColor(kinds.get(kind, kinds[""]))


def draw_swatch(painter: QPainter, theme: Theme, kind: str, space: QRectF, ground: QColor) -> None:
    """A short line in the colour and pattern of a kind."""
    y = space.center().y()
    width = float(theme.px(4 if kind == "AOC" else 3))
    pen = QPen(kind_colour(theme, kind), width)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    if kind in DASHES:
        pen.setDashPattern([max(0.5, part * 2 / 3) for part in DASHES[kind]])
    painter.setPen(pen)
    painter.drawLine(QPointF(space.left(), y), QPointF(space.right(), y))
    if kind == "AOC":
        painter.setPen(QPen(ground, 1))
        painter.drawLine(QPointF(space.left(), y), QPointF(space.right(), y))

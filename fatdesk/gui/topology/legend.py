"""The key to the colours, floating at the lower left."""

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen

from fatdesk.engine.drawing.palette import DASHES
from fatdesk.engine.topology.colour_key import Key
from fatdesk.engine.topology.frame_style import Look
from fatdesk.gui.theme.theme import Theme

LINE, SWATCH = 20, 24


def draw_legend(theme: Theme, painter: QPainter, look: Look, key: Key, height: int) -> QRectF:
    """Title, a line for each colour, and what had to be left out; where it stands."""
    px = theme.px
    notes = [*((text, "text2") for text in key.notes), *((text, "warn") for text in key.left_out)]
    painter.setFont(theme.strong(12))
    shift = painter.fontMetrics().horizontalAdvance(key.title) + px(8)
    painter.setFont(theme.font(12))
    metrics = painter.fontMetrics()
    figures = [f"{row.links:,}" for row in key.rows]
    number = max((metrics.horizontalAdvance(figure) for figure in figures), default=0)
    wide = max(
        [
            shift + metrics.horizontalAdvance(key.note),
            *(px(SWATCH + 26) + metrics.horizontalAdvance(row.name) + number for row in key.rows),
            *(metrics.horizontalAdvance(text) for text, _ in notes),
        ]
    )
    high = px(36) + px(LINE) * (len(key.rows) + len(notes))
    box = QRectF(px(12), height - px(12) - high, wide + px(28), high)
    painter.setPen(theme.colour("line2"))
    painter.setBrush(theme.colour("raised"))
    painter.drawRoundedRect(box, px(6), px(6))
    left, y = box.left() + px(14), box.top() + px(20)
    painter.setPen(theme.colour("text2"))
    painter.drawText(QPointF(left + shift, y), key.note)
    painter.setFont(theme.strong(12))
    painter.setPen(theme.colour("text"))
    painter.drawText(QPointF(left, y), key.title)
    painter.setFont(theme.font(12))
    kinds = look.colours.kinds
    for row, figure in zip(key.rows, figures, strict=True):
        y += px(LINE)
        pen = QPen(QColor(look.lines[row.code]), 3)
        dash = DASHES.get(kinds[row.code], ()) if kinds else ()
        if dash:
            pen.setDashPattern(list(dash))
        painter.setPen(pen)
        painter.drawLine(QPointF(left, y - px(4)), QPointF(left + px(SWATCH), y - px(4)))
        painter.setPen(theme.colour("text"))
        painter.drawText(QPointF(left + px(SWATCH + 10), y), row.name)
        painter.setPen(theme.colour("text2"))
        painter.drawText(QPointF(box.right() - px(14) - metrics.horizontalAdvance(figure), y), figure)
    for text, tone in notes:
        y += px(LINE)
        painter.setPen(theme.colour(tone))
        painter.drawText(QPointF(left, y), text)
    return box

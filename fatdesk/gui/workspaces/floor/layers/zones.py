"""Zones of the room: what is lost as a whole, as a dotted outline with its name."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from fatdesk.gui.workspaces.floor.layers.view import View


def draw_zones(view: View, painter: QPainter) -> None:
    """Under the racks; the selected one stands out, one that is lost is red."""
    theme, px = view.theme, view.theme.px
    chosen, lost = view.session.ids("zone"), view.session.broken.lost_zones
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setFont(theme.font(11))
    for zone in view.scene.floor.zones:
        mm = [1000 * value for value in (zone.x_m, zone.y_m, zone.width_m, zone.depth_m)]
        box = view.rect_px(QRectF(*mm))
        token = "error" if zone.name in lost else "accent" if zone.name in chosen else "text3"
        strong = zone.name in chosen or zone.name in lost
        painter.setPen(QPen(theme.colour(token), 2.2 if strong else 1.2, Qt.PenStyle.DotLine))
        painter.drawRect(box)
        painter.setPen(theme.colour("error" if zone.name in lost else "text2"))
        painter.drawText(QPointF(box.left() + px(4), box.top() - px(4)), zone.name)

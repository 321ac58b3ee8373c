"""Zones of the room: what is lost as a whole, as a dotted outline with its name."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from fatdesk.engine.floor.floor import racks_in_zone
from fatdesk.gui.analysis.outages import broken_of
from fatdesk.gui.floor.layers.view import View
from fatdesk.project.document.ref import ZONE

TINT = 56
"""How strong the tint of a rack in a selected zone is, of 255."""


def draw_zones(view: View, painter: QPainter) -> None:
    """Under the racks; the selected one stands out, one that is lost is red."""
    theme, px = view.theme, view.theme.px
    chosen, lost = view.session.ids(ZONE), broken_of(view.session).lost_zones
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


def draw_held_racks(view: View, painter: QPainter) -> None:
    """Over the racks: a tint on those that a selected zone holds."""
    chosen = view.session.ids(ZONE)
    if not chosen:
        return
    theme, catalog = view.theme, view.session.derived.catalog
    tint = theme.colour("accent")
    tint.setAlpha(TINT)
    painter.setBrush(tint)
    painter.setPen(QPen(theme.colour("accent"), 1.5, Qt.PenStyle.DotLine))
    for zone in view.scene.floor.zones:
        if zone.name in chosen:
            for rack in racks_in_zone(view.scene.floor, zone, catalog):
                painter.drawRect(view.rect_px(view.scene.boxes[rack.number]).adjusted(2, 2, -2, -2))

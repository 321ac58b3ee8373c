"""Racks and trays that are out, dashed with a cross, and racks in which something is cut off, hatched."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QPainter, QPen

from fatdesk.gui.analysis.outages import broken_of
from fatdesk.gui.floor.layers.trays import band_path, width_px
from fatdesk.gui.floor.layers.view import View

CROSS = 7.0
"""Half the size of a cross on a tray, in pixels."""


def draw_broken(view: View, painter: QPainter) -> None:
    """Over racks and trays."""
    broken = broken_of(view.session)
    if not broken.anything:
        return
    theme, shown = view.theme, QRectF(view.viewport().rect())
    colour = theme.colour("error")
    dashed, plain = QPen(colour, 2.2, Qt.PenStyle.DashLine), QPen(colour, 1.2)
    for number, state in broken.rack_states.items():
        if number not in view.scene.boxes:
            continue
        box = view.rect_px(view.scene.boxes[number]).adjusted(1, 1, -1, -1)
        if not box.intersects(shown):
            continue
        painter.setPen(dashed if state == "out" else plain)
        painter.setBrush(
            QBrush(colour, Qt.BrushStyle.BDiagPattern if state == "cut" else Qt.BrushStyle.NoBrush)
        )
        painter.drawRect(box)
        if state == "out":
            painter.setPen(QPen(colour, 2))
            _cross(painter, box.center(), min(box.width(), box.height()) / 3)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    trays = {tray.id: tray for tray in view.trays}
    for some in broken.lost_segments:
        if some.tray not in trays:
            continue
        start, stop = view.to_px(*some.start), view.to_px(*some.stop)
        band = band_path([start, stop], width_px(view, trays[some.tray]))
        painter.setPen(QPen(theme.colour("base"), 5))
        painter.drawPath(band)
        painter.setPen(dashed)
        painter.drawPath(band)
        painter.setPen(QPen(colour, 2))
        _cross(painter, (start + stop) / 2, theme.px(CROSS))


def _cross(painter: QPainter, at: QPointF, size: float) -> None:
    for other in (QPointF(size, size), QPointF(size, -size)):
        painter.drawLine(at - other, at + other)

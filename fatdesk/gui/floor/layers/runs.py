"""The runs of selected cables through the trays."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF

from fatdesk.engine.floor.floor import rack_label
from fatdesk.gui.floor.layers.run_lines import shown_runs
from fatdesk.gui.floor.layers.view import View


def draw_runs(view: View, painter: QPainter) -> None:
    """Lines inside the trays, a ring where a cable goes down into its rack."""
    theme, px = view.theme, view.theme.px
    found = shown_runs(view)
    lines = list(found.values())
    for wide, token in ((8, "base"), (4, "accent")):
        pen = QPen(theme.colour(token), px(wide))
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for line in lines:
            painter.drawPolyline(QPolygonF([view.to_px(x, y) for x, y in line]))
    painter.setPen(QPen(theme.colour("accent"), 2.5))
    painter.setBrush(theme.colour("base"))
    for line in lines:
        for x, y in (line[0], line[-1]):
            painter.drawEllipse(view.to_px(x, y), px(7), px(7))
    row = view.session.cable(next(iter(found))) if len(found) == 1 else None
    if row is not None:
        numbers = {rack_label(rack): number for number, rack in view.scene.racks.items()}
        for end, spot, other in ((row.a, lines[0][0], lines[0][-1]), (row.b, lines[0][-1], lines[0][0])):
            box = view.rect_px(view.scene.boxes[numbers[end.rack_label]])
            text = f"{end.device} U{end.u:02d}" if end.u else end.device
            _plate(view, painter, box, text, above=spot[1] <= other[1])


def _plate(view: View, painter: QPainter, box: QRectF, text: str, *, above: bool) -> None:
    """The name of an end on a plate outside its rack."""
    theme, px = view.theme, view.theme.px
    painter.setFont(theme.strong(12))
    wide = painter.fontMetrics().horizontalAdvance(text) + px(14)
    y = box.top() - px(28) if above else box.bottom() + px(6 if box.width() >= px(62) else 20)
    plate = QRectF(box.center().x() - wide / 2, y, wide, px(22))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("accent"))
    painter.drawRoundedRect(plate, px(4), px(4))
    painter.setPen(theme.colour("on_accent"))
    painter.drawText(plate, int(Qt.AlignmentFlag.AlignCenter), text)

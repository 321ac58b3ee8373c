"""The routes of selected cables through the trays."""

from collections.abc import Mapping

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF

from fatdesk.engine.cabling.wiring_list import CableRow
from fatdesk.engine.drawing.display import Point
from fatdesk.engine.drawing.route_sheets import run_way
from fatdesk.engine.floor.floor import Floor, rack_label
from fatdesk.gui.floor.layers.view import View
from fatdesk.project.document.ref import CABLE

MOST_RUNS = 60
"""More runs than this only hide each other."""


def run_line(row: CableRow, floor: Floor, boxes: Mapping[int, QRectF]) -> list[Point]:
    """From rack to rack along the trays of its run; a cable inside a rack, or not laid, has none."""
    centres = {rack_label(rack): boxes[rack.number].center() for rack in floor.racks}
    if row.a.rack_label not in centres or row.b.rack_label not in centres:
        return []
    trays = {tray.id: tray.points_mm for tray in floor.trays}
    first, last = centres[row.a.rack_label], centres[row.b.rack_label]
    return run_way(row.run, trays, (first.x(), first.y()), (last.x(), last.y()))


def shown_runs(view: View) -> dict[str, list[Point]]:
    """The lines of the selected cables by id; of very many the first."""
    cables = sorted(view.session.ids(CABLE))[:MOST_RUNS]
    rows = [row for row in map(view.session.cable, cables) if row is not None]
    lines = {row.id: run_line(row, view.scene.floor, view.scene.boxes) for row in rows}
    return {cable: line for cable, line in lines.items() if line}


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

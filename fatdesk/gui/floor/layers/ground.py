"""The ground of the plan: obstacles, areas and zones, names of rows, widths of aisles."""

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPainterPathStroker,
    QPen,
    QPolygonF,
)

from fatdesk.engine.drawing.display import Point
from fatdesk.engine.drawing.floor_picture import AISLE_NAMES, FloorPicture
from fatdesk.engine.floor.floor import Aisle, Zone, racks_in_zone
from fatdesk.gui.analysis.outages import outages_of
from fatdesk.gui.floor.layers.grid import RULER
from fatdesk.gui.floor.layers.view import View
from fatdesk.gui.floor.scene import rect
from fatdesk.gui.widgets.numbers import length_text
from fatdesk.project.document.ref import AISLE, COLUMN, DOOR, WALL, ZONE, Between, Ref

TINT = 0.22
"""Opacity of the tint of racks in a selected zone."""


def draw_zones(view: View, painter: QPainter) -> None:
    """Draw zones under the racks; the selected one is highlighted, a lost one is red."""
    theme = view.theme
    chosen, lost = view.session.ids(ZONE), outages_of(view.session).lost_zones
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setFont(theme.font(11))
    for zone in view.scene.floor.zones:
        box = view.rect_px(_box_of(zone))
        token = "error" if zone.name in lost else "accent" if zone.name in chosen else "text3"
        strong = zone.name in chosen or zone.name in lost
        painter.setPen(QPen(theme.colour(token), 2.2 if strong else 1.2, Qt.PenStyle.DotLine))
        painter.drawRect(box)
    for zone, plate in zone_plates(view, QFontMetricsF(painter.font())):
        painter.fillRect(plate, theme.colour("canvas"))
        painter.setPen(theme.colour("error" if zone.name in lost else "text2"))
        painter.drawText(plate, int(Qt.AlignmentFlag.AlignCenter), zone.name)


def _box_of(zone: Zone) -> QRectF:
    """The area of a zone, in millimetres."""
    return QRectF(*(1000 * value for value in (zone.x_m, zone.y_m, zone.width_m, zone.depth_m)))


def zone_plates(view: View, metrics: QFontMetricsF) -> list[tuple[Zone, QRectF]]:
    """Zones and the boxes of their names in pixels: above or below, clear of walls, obstacles, racks."""
    zones, px = view.scene.floor.zones, view.theme.px
    if not zones:
        return []
    solid = QPainterPath()
    for wall in view.scene.picture.walls:
        stroker = QPainterPathStroker(QPen(Qt.GlobalColor.black, max(wall.thickness * view.scale, 2.0)))
        for line in wall.lines:
            path = QPainterPath()
            path.addPolygon(QPolygonF([view.to_px(*point) for point in line]))
            solid.addPath(stroker.createStroke(path))
    taken = [view.rect_px(rect(area.bounds)) for area in view.scene.picture.areas]
    taken += [view.rect_px(box) for box in view.scene.boxes.values()]
    found = []
    for zone in zones:
        box = view.rect_px(_box_of(zone))
        wide, high = metrics.horizontalAdvance(zone.name) + px(6), metrics.height()
        left, right = box.left() + px(1), box.right() - wide - px(1)
        above, below = box.top() - high - px(2), box.bottom() + px(2)
        places = [QRectF(x, y, wide, high) for y in (above, below) for x in (left, right)]
        clear = (
            place
            for place in places
            if not solid.intersects(place) and not any(place.intersects(other) for other in taken)
        )
        plate = next(clear, places[0])
        taken.append(plate)
        found.append((zone, plate))
    return found


def draw_held_racks(view: View, painter: QPainter) -> None:
    """Over the racks: a tint on those that a selected zone holds."""
    chosen = view.session.ids(ZONE)
    if not chosen:
        return
    theme, catalog = view.theme, view.session.derived.catalog
    painter.setBrush(theme.colour("accent", TINT))
    painter.setPen(QPen(theme.colour("accent"), 1.5, Qt.PenStyle.DotLine))
    for zone in view.scene.floor.zones:
        if zone.name in chosen:
            for rack in racks_in_zone(view.scene.floor, zone, catalog):
                painter.drawRect(view.rect_px(view.scene.boxes[rack.number]).adjusted(2, 2, -2, -2))


def draw_areas(view: View, painter: QPainter) -> None:
    """Columns and walls solid, keep-out areas hatched, with their names."""
    theme, px, chosen = view.theme, view.theme.px, view.session.ids(COLUMN)
    for number, area in enumerate(view.scene.picture.areas):
        box = view.rect_px(rect(area.bounds))
        if area.role == "keep-out":
            painter.setPen(QPen(theme.colour("wall"), 1, Qt.PenStyle.DashLine))
            painter.setBrush(QBrush(theme.colour("disabled"), Qt.BrushStyle.BDiagPattern))
            painter.drawRect(box)
        else:
            painter.fillRect(box, theme.colour("wall"))
        if number in chosen:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.colour("accent"), 2.5))
            painter.drawRect(box.adjusted(-2, -2, 2, 2))
        if area.label and "names" in view.options.layers:
            painter.setFont(theme.font(11))
            size = painter.fontMetrics().boundingRect(area.label)
            plate = QRectF(0, 0, size.width() + px(10), size.height() + px(4))
            plate.moveCenter(box.center())
            if area.role == "solid" or plate.width() > box.width() or plate.height() > box.height():
                plate.moveTop(box.bottom() + px(3))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("canvas"))
            painter.drawRoundedRect(plate, px(3), px(3))
            painter.setPen(theme.colour("text2"))
            painter.drawText(plate, int(Qt.AlignmentFlag.AlignCenter), area.label)


def draw_walls(view: View, painter: QPainter) -> None:
    """Walls solid, with the openings of doors left free."""
    theme, chosen = view.theme, view.session.ids(WALL)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for number, wall in enumerate(view.scene.picture.walls):
        width = max(wall.thickness * view.scale, 2.0)
        if number in chosen:
            _polylines(view, painter, wall.lines, QPen(theme.colour("accent"), width + 5))
        _polylines(view, painter, wall.lines, QPen(theme.colour("wall"), width))
        if wall.label and "names" in view.options.layers and wall.lines:
            (x1, y1), (x2, y2) = max(
                (piece for line in wall.lines for piece in pairwise(line)),
                key=lambda piece: math.dist(*piece),
            )
            _name_at(view, painter, view.to_px((x1 + x2) / 2, (y1 + y2) / 2), wall.label, width)


def _polylines(view: View, painter: QPainter, lines: Iterable[Sequence[Point]], pen: QPen) -> None:
    pen.setCapStyle(Qt.PenCapStyle.SquareCap)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    painter.setPen(pen)
    for line in lines:
        painter.drawPolyline(QPolygonF([view.to_px(*point) for point in line]))


def _name_at(view: View, painter: QPainter, at: QPointF, text: str, away: float) -> None:
    """Write a name on a plate below a point."""
    theme, px = view.theme, view.theme.px
    painter.setFont(theme.font(11))
    size = painter.fontMetrics().boundingRect(text)
    plate = QRectF(0, 0, size.width() + px(10), size.height() + px(4))
    plate.moveCenter(QPointF(at.x(), at.y() + away / 2 + plate.height() / 2 + px(2)))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("canvas"))
    painter.drawRoundedRect(plate, px(3), px(3))
    painter.setPen(theme.colour("text2"))
    painter.drawText(plate, int(Qt.AlignmentFlag.AlignCenter), text)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def draw_doors(view: View, painter: QPainter) -> None:
    """Open leaves, and the quarter circles that they need."""
    theme, chosen = view.theme, view.session.ids(DOOR)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for number, door in enumerate(view.scene.picture.doors):
        colour = theme.colour("accent" if number in chosen else "wall")
        for leaf in door.leaves:
            _polylines(view, painter, [(leaf.hinge, leaf.open_end)], QPen(colour, 2.5))
            _polylines(view, painter, [leaf.arc], QPen(colour, 1))
        if number in chosen:
            _polylines(view, painter, [(door.hinge, door.latch)], QPen(colour, 1.5, Qt.PenStyle.DotLine))
        if door.label and "names" in view.options.layers:
            hinge, latch = view.to_px(*door.hinge), view.to_px(*door.latch)
            _name_at(view, painter, (hinge + latch) / 2, door.label, 2.0)


def draw_north(view: View, painter: QPainter) -> None:
    """An arrow to north in the upper right corner, under the tools."""
    north = view.scene.picture.north_deg
    if north is None:
        return
    theme, px = view.theme, view.theme.px
    at = QPointF(view.viewport().width() - px(34), px(58))
    turn = math.radians(north)
    to = QPointF(math.sin(turn), -math.cos(turn))
    side = QPointF(to.y(), -to.x())
    head, tail = at + to * px(16), at - to * px(16)
    painter.setPen(QPen(theme.colour("text2"), 1.8))
    painter.drawLine(tail, head)
    painter.drawPolyline(
        QPolygonF([head - to * px(9) + side * px(4), head, head - to * px(9) - side * px(4)])
    )
    painter.setFont(theme.strong(12))
    middle = at + to * px(25)
    box = QRectF(middle.x() - px(9), middle.y() - px(9), px(18), px(18))
    painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), "N")


def row_names(view: View) -> dict[int, QRectF]:
    """The box of the name of each row, at its left, in pixels; names of racks that face left are between."""
    px, picture = view.theme.px, view.scene.picture
    between = view.memo.keep("names at the left", (picture,), lambda: _names_at_the_left(picture))
    metrics = QFontMetricsF(view.theme.strong(10))
    found = {}
    for row, (span, _) in picture.rows.items():
        at = view.to_px(span.left, (span.near + span.far) / 2)
        away = metrics.horizontalAdvance(between[row]) + px(6) if row in between else 0
        found[row] = beside_ruler(view, QRectF(at.x() - away - px(70), at.y() - px(10), px(64), px(20)))
    return found


def _names_at_the_left(picture: FloorPicture) -> dict[int, str]:
    """The longest name of the racks of each row that face left."""
    found: dict[int, str] = {}
    for rack in picture.racks.values():
        if rack.front == "left":
            found[rack.row] = max(found.get(rack.row, ""), rack.label, key=len)
    return found


def beside_ruler(view: View, plate: QRectF) -> QRectF:
    """The place of a text that the ruler at the left would cover in part, which would change a figure."""
    edge = view.theme.px(RULER) if "grid" in view.options.layers else 0
    if plate.left() < edge < plate.right():
        plate.moveLeft(edge)
    return plate


def aisle_plates(view: View) -> dict[Between, tuple[Aisle, QRectF]]:
    """The width of each aisle as text, and its box in pixels."""
    px = view.theme.px
    found = {}
    for aisle in view.scene.picture.aisles:
        middle = view.to_px(aisle.left, (aisle.near + aisle.far) / 2)
        if (aisle.far - aisle.near) * view.scale >= px(30):
            spot = beside_ruler(view, QRectF(middle.x() - px(72), middle.y() - px(10), px(64), px(20)))
            found[Between(aisle.before, aisle.after)] = (aisle, spot)
    return found


def draw_rows(view: View, painter: QPainter) -> None:
    """Draw the name of each row, by which the row can be dragged, on a plate over trays."""
    if "names" not in view.options.layers:
        return
    painter.setFont(view.theme.strong(12))
    painter.setPen(view.theme.colour("text2"))
    right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
    px, metrics = view.theme.px, painter.fontMetrics()
    for row, line in row_names(view).items():
        text = view.scene.picture.rows[row].label
        plate = QRectF(line)
        plate.setLeft(line.right() - metrics.horizontalAdvance(text) - px(3))
        painter.fillRect(plate.adjusted(0, px(2), px(2), -px(2)), view.theme.colour("canvas"))
        painter.drawText(line, int(right), text)


def draw_aisles(view: View, painter: QPainter) -> None:
    """Dimension lines from row to row."""
    if "dimensions" not in view.options.layers:
        return
    theme, px = view.theme, view.theme.px
    chosen = view.session.ids(AISLE)
    painter.setFont(theme.font(11))
    for name, (aisle, plate) in aisle_plates(view).items():
        x = plate.center().x()
        top, bottom = view.to_px(0, aisle.near).y(), view.to_px(0, aisle.far).y()
        token = "accent" if name in chosen else "text3"
        draw_dimension(view, painter, QPointF(x, top), QPointF(x, bottom), token)
        painter.fillRect(plate.adjusted(0, px(1), 0, -px(1)), theme.colour("canvas"))
        painter.setPen(theme.colour("accent_text" if name in chosen else "text2"))
        painter.drawText(plate, int(Qt.AlignmentFlag.AlignCenter), length_text(aisle.width_mm / 1000, 3))


def name_aisles(view: View, painter: QPainter) -> None:
    """Write "Cold aisle" or "Hot aisle" where rows face each other, clear of trays and of widths."""
    if "dimensions" not in view.options.layers:
        return
    theme, px = view.theme, view.theme.px
    painter.setFont(theme.font(11))
    metrics = painter.fontMetrics()
    taken = [view.rect_px(rect(band.bounds)) for band in view.scene.picture.trays]
    taken += [plate for _, plate in aisle_plates(view).values()]
    for aisle in view.scene.picture.aisles:
        if not aisle.kind:
            continue
        text = AISLE_NAMES[aisle.kind]
        wide, high = metrics.horizontalAdvance(text) + px(12), metrics.height() + px(4)
        start, stop = view.to_px(aisle.left, aisle.near), view.to_px(aisle.right, aisle.far)
        if stop.y() - start.y() < high or stop.x() - start.x() < wide:
            continue
        for share in (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8):
            x, y = start.x() + (stop.x() - start.x()) * share, (start.y() + stop.y()) / 2
            plate = QRectF(x - wide / 2, y - high / 2, wide, high)
            if not any(plate.intersects(other) for other in taken):
                painter.setPen(theme.colour("text2"))
                painter.drawText(plate, int(Qt.AlignmentFlag.AlignCenter), text)
                break


def draw_dimension(view: View, painter: QPainter, a: QPointF, b: QPointF, token: str) -> None:
    """A line between two points with a bar across each end."""
    px = view.theme.px
    way = b - a
    length = max((way.x() ** 2 + way.y() ** 2) ** 0.5, 1e-9)
    across = QPointF(-way.y(), way.x()) * (px(5) / length)
    painter.setPen(QPen(view.theme.colour(token), 1.2))
    painter.drawLine(a, b)
    for end in (a, b):
        painter.drawLine(end - across, end + across)


def aisle_at(view: View, at: QPointF) -> Ref | None:
    """The aisle whose figure is at a pixel."""
    if "dimensions" in view.options.layers:
        for name, (_, plate) in aisle_plates(view).items():
            if plate.contains(at):
                return AISLE(name)
    return None

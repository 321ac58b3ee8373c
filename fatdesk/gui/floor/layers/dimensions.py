"""Names of rows, and widths of the aisles between them."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from fatdesk.engine.drawing.floor_picture import metres
from fatdesk.engine.floor.rows import Aisle
from fatdesk.gui.floor.layers.ground import RULER
from fatdesk.gui.floor.layers.view import View
from fatdesk.project.document.ref import AISLE, Between, Ref


def row_names(view: View) -> dict[int, QRectF]:
    """The box of the name of each row, at its left, in pixels."""
    px = view.theme.px
    found = {}
    for row, (span, _) in view.scene.picture.rows.items():
        at = view.to_px(span.left, (span.near + span.far) / 2)
        found[row] = beside_ruler(view, QRectF(at.x() - px(70), at.y() - px(10), px(64), px(20)))
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
    """Draw the name of each row, by which the row can be dragged."""
    if "names" not in view.options.layers:
        return
    painter.setFont(view.theme.strong(12))
    painter.setPen(view.theme.colour("text2"))
    right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
    for row, line in row_names(view).items():
        painter.drawText(line, int(right), view.scene.picture.rows[row].label)


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
        painter.drawText(plate, int(Qt.AlignmentFlag.AlignCenter), metres(aisle.width_mm))


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

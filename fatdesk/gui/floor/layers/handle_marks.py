"""Handles of the selected tray or area, and the ghost of what is dragged."""

from collections.abc import Iterable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QPainter, QPen

from fatdesk.gui.floor.handles import handle_points
from fatdesk.gui.floor.layers.trays import band_path, tray_path
from fatdesk.gui.floor.layers.view import View
from fatdesk.gui.floor.scene import area_box
from fatdesk.gui.views.tool import Ghost
from fatdesk.gui.widgets.numbers import MINUS
from fatdesk.project.document.ref import COLUMN, TRAY

HANDLE = 8


def draw_handles(view: View, painter: QPainter) -> None:
    """Corners of the one tray or area that is selected."""
    chosen = view.session.selection
    if len(chosen) != 1:
        return
    element = chosen[0]
    if (tray := view.scene.tray(TRAY.id_of(element))) is not None:
        draw_squares(view, painter, (view.to_px(*point) for point in tray.points_mm))
    elif (area := view.scene.area(COLUMN.id_of(element))) is not None:
        points = handle_points(view.rect_px(area_box(area)))
        draw_squares(view, painter, points.values())


def draw_squares(view: View, painter: QPainter, points: Iterable[QPointF]) -> None:
    """Draw handles as small squares."""
    half = view.theme.px(HANDLE) / 2
    painter.setPen(QPen(view.theme.colour("accent"), 1.5))
    painter.setBrush(view.theme.colour("base"))
    for at in points:
        painter.drawRect(QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half))


def draw_lifted(view: View, painter: QPainter, ghost: Ghost, *, refused: bool) -> None:
    """Draw the ground of what is dragged, under the trays."""
    theme, px = view.theme, view.theme.px
    for box, _ in ghost.boxes:
        target = view.rect_px(box)
        painter.setPen(QPen(theme.colour("base"), 6))
        painter.setBrush(theme.colour("error_tint" if refused else "accent_tint"))
        painter.drawRoundedRect(target, px(2), px(2))


def draw_ghost(view: View, painter: QPainter, ghost: Ghost, *, refused: bool) -> None:
    """Boxes and trays at their new places, with names."""
    theme, px = view.theme, view.theme.px
    colour = theme.colour("error" if refused else "accent")
    for tray in ghost.trays:
        painter.setPen(QPen(colour, 2))
        painter.setBrush(theme.colour("error_tint") if refused else Qt.BrushStyle.NoBrush)
        painter.drawPath(tray_path(view, tray))
        draw_squares(view, painter, (view.to_px(*point) for point in tray.points_mm))
    for box, words in ghost.boxes:
        target = view.rect_px(box)
        painter.setPen(QPen(colour, 2))
        painter.setBrush(QBrush(colour, Qt.BrushStyle.BDiagPattern) if refused else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(target, px(2), px(2))
        painter.setFont(theme.strong())
        metrics = painter.fontMetrics()
        wide = metrics.horizontalAdvance(words)
        if words and wide <= target.width():
            low = max(target.bottom() - px(28), target.center().y() - px(10))  # where no tray runs
            # at the left, over the name of what stands there now
            over = max(wide, min(px(36), target.width() - px(12)))
            plate = QRectF(target.left() + px(8), low, over, px(20))
            painter.fillRect(plate.adjusted(-4, 0, 4, 0), theme.colour("base"))
            painter.setPen(colour if refused else theme.colour("accent_text"))
            painter.drawText(plate, int(Qt.AlignmentFlag.AlignCenter), words)


def draw_displacement(view: View, painter: QPainter, before: QRectF, after: QRectF) -> None:
    """Lines through the edges of what is dragged, and how far it went along both axes."""
    theme, px = view.theme, view.theme.px
    old, new, room = view.rect_px(before), view.rect_px(after), view.viewport().rect()
    painter.setPen(QPen(theme.colour("accent"), 1))
    painter.drawLine(QPointF(new.left(), 0), QPointF(new.left(), room.height()))
    painter.drawLine(QPointF(0, new.top()), QPointF(room.width(), new.top()))
    painter.setFont(theme.strong(11))
    dx, dy = after.left() - before.left(), after.top() - before.top()
    if abs(dx) >= 1:
        y = max(old.bottom(), new.bottom()) + px(14)
        _dimension(view, painter, QPointF(old.left(), y), QPointF(new.left(), y), f"{dx / 1000:+.3f} m")
    if abs(dy) >= 1:
        x = min(old.left(), new.left()) - px(14)
        _dimension(view, painter, QPointF(x, old.top()), QPointF(x, new.top()), f"{dy / 1000:+.3f} m")


def _dimension(view: View, painter: QPainter, start: QPointF, stop: QPointF, words: str) -> None:
    """A line with ends across, and its length on a plate in the middle."""
    theme, px = view.theme, view.theme.px
    painter.setPen(QPen(theme.colour("accent"), 1.5))
    painter.drawLine(start, stop)
    flat = start.y() == stop.y()
    across = QPointF(0, px(5)) if flat else QPointF(px(5), 0)
    for end in (start, stop):
        painter.drawLine(end - across, end + across)
    words = words.replace("-", MINUS)
    metrics = painter.fontMetrics()
    wide, middle = metrics.horizontalAdvance(words) + px(8), (start + stop) / 2
    plate = QRectF(middle.x() - wide / 2, middle.y() - px(9), wide, px(18))
    painter.fillRect(plate, theme.colour("canvas"))
    painter.setPen(theme.colour("accent_text"))
    painter.drawText(plate, int(Qt.AlignmentFlag.AlignCenter), words)


def draw_way(
    view: View, painter: QPainter, points: list[QPointF], width_mm: float, *, filled: bool = True
) -> None:
    """A tray that is being drawn; not ``filled`` where its fill is drawn already."""
    painter.setPen(QPen(view.theme.colour("accent"), 1.5))
    painter.setBrush(view.theme.colour("accent_tint") if filled else Qt.BrushStyle.NoBrush)
    if len(points) > 1:
        painter.drawPath(band_path(points, max(width_mm * view.scale, view.theme.px(4))))
    draw_squares(view, painter, points)

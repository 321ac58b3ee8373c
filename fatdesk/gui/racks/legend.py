"""What the colours of the elevations mean, clear of the racks."""

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen

from fatdesk.engine.drawing.rack_picture import device_colours
from fatdesk.gui.racks.elevations import CAPTION, View

STRIP = 24
"""Height of the strip at the foot, in pixels."""


def _items(view: View) -> list[tuple[str, str, str]]:
    """Words, fill and stroke of each entry."""
    theme, drawing = view.theme, view.theme.tokens.drawing
    items = []
    for role in () if view.scene.picture is None else view.scene.picture.counts:
        look = device_colours(drawing, role.level)
        fill = look.fill if role.level.level else theme.tokens.base
        items.append((f"{role.role} {role.devices:,}", fill, look.stroke))
    reserved = sum(kept.height_u for _, kept, _ in view.scene.kept.values())
    if reserved:
        items.append((f"Reserved {reserved:,} U", drawing.reserved.fill, drawing.reserved.stroke))
    for block in view.scene.spread[:5]:
        colour = view.look.block_colour(block)
        items.append((f"Block {view.scene.names.get(block, block)}", colour, colour))
    if len(view.scene.spread) > 5:
        items.append(
            (f"{len(view.scene.spread) - 5} spread blocks more", theme.tokens.base, theme.tokens.base)
        )
    return items


def _place(view: View, wide: float) -> tuple[QRectF, bool]:
    """The box of the legend, and whether it is a strip across the foot of the view."""
    px, room = view.theme.px, view.viewport()
    box = QRectF(px(12), room.height() - px(46), wide, px(34))
    if view.rect_px(view.scene.standing).bottom() + px(CAPTION) > box.top():
        return QRectF(0, room.height() - px(STRIP), room.width(), px(STRIP)), True
    return box, False


def _widths(view: View, items: list[tuple[str, str, str]]) -> list[int]:
    metrics = QFontMetrics(view.theme.font(12))
    return [metrics.horizontalAdvance(text) + view.theme.px(38) for text, _, _ in items]


def legend_box(view: View) -> QRectF:
    """Where the legend is."""
    return _place(view, sum(_widths(view, _items(view))) + view.theme.px(8))[0]


def draw_legend(view: View, painter: QPainter) -> None:
    """Roles and spread blocks with their counts, at the lower left.

    Where the racks reach so far down, it is a strip across the foot.
    """
    theme, px, items = view.theme, view.theme.px, _items(view)
    painter.setFont(theme.font(12))
    room = view.viewport().width() - px(24)
    widths = _widths(view, items)
    while items and sum(widths) + px(8) > room:
        items.pop()
        widths.pop()
    if not items:
        return
    box, strip = _place(view, sum(widths) + px(8))
    if strip:
        painter.fillRect(box, theme.colour("raised"))
        painter.setPen(theme.colour("line2"))
        painter.drawLine(box.topLeft(), box.topRight())
    else:
        painter.setBrush(theme.colour("raised"))
        painter.setPen(theme.colour("line2"))
        painter.drawRoundedRect(box, px(6), px(6))
    x = box.left() + px(14)
    for (text, fill, stroke), wide in zip(items, widths, strict=True):
        painter.setPen(QPen(QColor(stroke), 1.2))
        painter.setBrush(QColor(fill))
        painter.drawRect(QRectF(x, box.center().y() - px(5), px(12), px(10)))
        painter.setPen(theme.colour("text2"))
        painter.drawText(QPointF(x + px(18), box.center().y() + px(4)), text)
        x += wide

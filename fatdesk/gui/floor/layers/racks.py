"""Racks with names, used units, heat map or role."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen

from fatdesk.engine.drawing.floor_picture import DETAIL, RackBox, RackMark, rack_colours, rack_mark
from fatdesk.gui.analysis.related import related
from fatdesk.gui.floor.layers.view import View
from fatdesk.gui.theme.icons import ink_on
from fatdesk.project.document.ref import RACK

AROUND = 24
"""Largest distance of a name from its rack, in pixels."""


def draw_racks(view: View, painter: QPainter) -> None:
    """The boxes."""
    chosen, shown, seen = chosen_racks(view), QRectF(view.viewport().rect()), on_view(view)
    if view.scale * 600 < view.theme.px(DETAIL.rounded):
        _draw_plain(view, painter, chosen)
        return
    lifted = view.lifted
    for number, rack in view.scene.picture.racks.items():
        place = view.scene.boxes[number]
        if not seen.intersects(place):
            continue
        box = view.rect_px(place)
        if number in lifted:
            painter.setPen(QPen(view.theme.colour("text3"), 1, Qt.PenStyle.DashLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), view.theme.px(2), view.theme.px(2))
        elif box.intersects(shown):
            _draw_rack(view, painter, rack, box, chosen=number in chosen)


def _draw_plain(view: View, painter: QPainter, chosen: frozenset[int]) -> None:
    """Draw small racks as plain boxes, all of one colour at once."""
    looks: dict[tuple[str, str, bool], list[QRectF]] = {}
    scale, x0, y0 = view.scale, view.origin.x(), view.origin.y()
    for number, rack in view.scene.picture.racks.items():
        box = view.scene.boxes[number]
        left, top = x0 + box.x() * scale + 1, y0 + box.y() * scale + 1
        place = QRectF(left, top, box.width() * scale - 2, box.height() * scale - 2)
        picked = number in chosen
        looks.setdefault((*_look(view, rack, number in view.lifted), picked), []).append(place)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    for (fill, stroke, picked), places in sorted(looks.items(), key=lambda look: look[0][2]):
        painter.setBrush(QColor(fill) if fill else QBrush(Qt.BrushStyle.NoBrush))
        painter.setPen(QPen(view.theme.colour("accent"), 2) if picked else QPen(QColor(stroke), 1))
        painter.drawRects(places)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)


def _look(view: View, rack: RackBox, lifted: bool) -> tuple[str, str]:
    """Ground and edge of a small rack."""
    if lifted:
        return "", view.theme.tokens.text3
    return fill_of(view, rack).name(), _stroke(view, rack).name()


def _stroke(view: View, rack: RackBox) -> QColor:
    drawing = view.theme.tokens.drawing
    if view.heat is not None:
        return QColor(drawing.heat_outline)
    if not rack.occupied:
        return view.theme.colour("line2")
    if view.options.colour == "role":
        return QColor(rack_colours(drawing, mark_of(view, rack.number).role).stroke)
    return QColor(drawing.host.stroke)


def draw_labels(view: View, painter: QPainter) -> None:
    """Bars of used units, names and figures, over the trays."""
    chosen, heat, names = chosen_racks(view), view.heat, "names" in view.options.layers
    if view.scale * 1200 < view.theme.px(DETAIL.label) and heat is None:
        return
    lifted, seen = view.lifted, on_view(view)
    for number, rack in view.scene.picture.racks.items():
        place = view.scene.boxes[number]
        if number in lifted or not seen.intersects(place):
            continue
        box = view.rect_px(place)
        if rack.occupied and heat is None and box.width() >= view.theme.px(DETAIL.bar):
            _draw_bar(view, painter, rack, box)
        if heat is not None:
            _write_heat(view, painter, rack, box, heat.text(number))
        if names and box.width() >= view.theme.px(DETAIL.label):
            _draw_label(view, painter, rack, box, chosen=number in chosen)


def on_view(view: View) -> QRectF:
    """The part of the floor that is seen, in millimetres, and around it room for names."""
    around, room = view.theme.px(AROUND), QRectF(view.viewport().rect())
    room.adjust(-around, -around, around, around)
    scale = view.scale
    left, top = (room.left() - view.origin.x()) / scale, (room.top() - view.origin.y()) / scale
    return QRectF(left, top, room.width() / scale, room.height() / scale)


def chosen_racks(view: View) -> frozenset[int]:
    """Selected racks, and racks related to the selection."""
    return frozenset(RACK.ids(related(view.session)))


def mark_of(view: View, number: int) -> RackMark:
    """Bar, role and units in use of a rack."""
    return rack_mark(view.session.subjects.rack(view.scene.racks[number]))


def fill_of(view: View, rack: RackBox) -> QColor:
    """The fill of a rack; that of the ground, under a hatch, where its figure is unknown."""
    heat = view.heat
    if heat is not None:
        number = heat.bin_of(rack.number)
        return view.theme.colour("base") if number is None else QColor(view.theme.tokens.drawing.heat[number])
    if not rack.occupied:
        return view.theme.colour("base")
    role = mark_of(view, rack.number).role if view.options.colour == "role" else 0
    return QColor(rack_colours(view.theme.tokens.drawing, role).fill)


def _draw_rack(view: View, painter: QPainter, rack: RackBox, box: QRectF, *, chosen: bool) -> None:
    theme, px = view.theme, view.theme.px
    empty, heat = not rack.occupied, view.heat
    inner = box.adjusted(1, 1, -1, -1)
    stroke = _stroke(view, rack)
    painter.setBrush(fill_of(view, rack))
    painter.setPen(QPen(stroke, 1, Qt.PenStyle.DashLine if empty else Qt.PenStyle.SolidLine))
    painter.drawRoundedRect(inner, px(2), px(2))
    if heat is not None and heat.bin_of(rack.number) is None:
        painter.setBrush(QBrush(theme.colour("text3"), Qt.BrushStyle.BDiagPattern))
        painter.drawRoundedRect(inner, px(2), px(2))
    if chosen:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.colour("accent"), 2.5))
        painter.drawRoundedRect(inner, px(2), px(2))


def _write_heat(view: View, painter: QPainter, rack: RackBox, box: QRectF, text: str) -> None:
    """The figure in the upper part, where no tray hides it."""
    theme, px = view.theme, view.theme.px
    painter.setFont(theme.strong(12 if box.width() >= px(DETAIL.label_inside) else 10))
    metrics = painter.fontMetrics()
    if metrics.horizontalAdvance(text) > box.width() - px(4) or box.height() < px(34):
        return
    ground = fill_of(view, rack)
    line = QRectF(box.left(), box.top() + px(3), box.width(), metrics.height() + px(2))
    wide = metrics.horizontalAdvance(text) + px(8)
    painter.fillRect(QRectF(line.center().x() - wide / 2, line.top(), wide, line.height()), ground)
    painter.setPen(ink_on(ground.name()))
    painter.drawText(line, int(Qt.AlignmentFlag.AlignCenter), text)


def _draw_bar(view: View, painter: QPainter, rack: RackBox, box: QRectF) -> None:
    """Draw the share of used units at the front of the rack."""
    px, mark = view.theme.px, mark_of(view, rack.number)
    bar = QRectF(box.left() + px(4), box.bottom() - px(9), box.width() - px(8), px(5))
    painter.fillRect(bar, view.theme.colour("press"))
    bar.setWidth(bar.width() * mark.share)
    painter.fillRect(bar, QColor(view.theme.tokens.drawing.bars[mark.role]))


def _draw_label(view: View, painter: QPainter, rack: RackBox, box: QRectF, *, chosen: bool) -> None:
    theme, px = view.theme, view.theme.px
    empty, inside = not rack.occupied, box.width() >= px(DETAIL.label_inside)
    painter.setFont(theme.strong(13 if inside else 10))
    metrics = painter.fontMetrics()
    name = metrics.elidedText(rack.label, Qt.TextElideMode.ElideRight, int(box.width()) - px(6))
    left, base = box.left() + px(8), box.bottom() - px(16)
    if not inside:
        left, base = box.left() + px(3), box.bottom() + px(12)
    plate = QRectF(
        left - px(3), base - metrics.ascent(), metrics.horizontalAdvance(name) + px(6), metrics.height()
    )
    ground = fill_of(view, rack) if inside else theme.colour("canvas")
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ground)
    painter.drawRoundedRect(plate, px(3), px(3))
    plain = view.heat is None or not inside
    ink = theme.colour("accent_text" if chosen else "text3" if empty else "text") if plain else None
    painter.setPen(ink or ink_on(ground.name()))
    painter.drawText(QPointF(left, base), name)
    if box.width() >= px(DETAIL.used) and not empty and view.heat is None:
        painter.setFont(theme.font(11))
        text = mark_of(view, rack.number).text
        wide = painter.fontMetrics().horizontalAdvance(text) + px(6)
        line = QRectF(box.right() - px(5) - wide, plate.top(), wide, plate.height())
        painter.setBrush(ground)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawRoundedRect(line, px(3), px(3))
        painter.setPen(theme.colour("text2"))
        painter.drawText(line, int(Qt.AlignmentFlag.AlignCenter), text)

"""Racks with names, used units, heat map or role, and the legend of the colours of the plan."""

from collections import Counter

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetrics, QPainter, QPen

from fatdesk.engine.drawing.floor_picture import (
    BINS,
    DETAIL,
    RACK_ROLES,
    RackBox,
    RackMark,
    fill_edges,
    front_bar,
    rack_colours,
    rack_mark,
)
from fatdesk.engine.drawing.palette import heat_bin
from fatdesk.gui.analysis.related import related
from fatdesk.gui.floor.layers.grid import RULER
from fatdesk.gui.floor.layers.view import View
from fatdesk.gui.floor.scene import rect
from fatdesk.gui.floor.tray_colours import TRAY_COLOURS
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
    lifted, in_hand = view.lifted, ("", view.theme.tokens.text3)
    for number, look in _plain_looks(view).items():
        box = view.scene.boxes[number]
        left, top = x0 + box.x() * scale + 1, y0 + box.y() * scale + 1
        place = QRectF(left, top, box.width() * scale - 2, box.height() * scale - 2)
        fill, stroke = in_hand if number in lifted else look
        looks.setdefault((fill, stroke, number in chosen), []).append(place)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    for (fill, stroke, picked), places in sorted(looks.items(), key=lambda look: look[0][2]):
        painter.setBrush(QColor(fill) if fill else QBrush(Qt.BrushStyle.NoBrush))
        painter.setPen(QPen(view.theme.colour("accent"), 2) if picked else QPen(QColor(stroke), 1))
        painter.drawRects(places)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)


def _plain_looks(view: View) -> dict[int, tuple[str, str]]:
    """Ground and edge of each rack where racks are small; kept from one place of the view to the next."""
    picture, colour = view.scene.picture, view.options.colour
    return view.memo.keep(
        f"racks {colour}",
        (picture, view.session.project, view.heat, view.theme.tokens),
        lambda: {
            n: (fill_of(view, rack).name(), _stroke(view, rack).name()) for n, rack in picture.racks.items()
        },
    )


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
        wide = _front_width(rack, box)
        if heat is None and wide >= view.theme.px(DETAIL.bar):
            _draw_bar(view, painter, rack, box)
        if heat is not None and (figure := heat.text(number)):
            _write_heat(view, painter, rack, box, figure)
        if names and wide >= view.theme.px(DETAIL.label):
            _draw_label(view, painter, rack, box, chosen=number in chosen)


def _front_width(rack: RackBox, box: QRectF) -> float:
    """The width of a rack along its front, which decides what is drawn of it, however it is turned."""
    return box.width() if rack.front in ("down", "up") else box.height()


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
    if heat is not None and heat.is_unknown(rack.number):
        painter.setBrush(QBrush(theme.colour("text3"), Qt.BrushStyle.BDiagPattern))
        painter.drawRoundedRect(inner, px(2), px(2))
    if chosen:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.colour("accent"), 2.5))
        painter.drawRoundedRect(inner, px(2), px(2))


def _write_heat(view: View, painter: QPainter, rack: RackBox, box: QRectF, text: str) -> None:
    """The figure in the upper part, where no tray hides it."""
    theme, px = view.theme, view.theme.px
    painter.setFont(theme.strong(12 if _front_width(rack, box) >= px(DETAIL.label_inside) else 10))
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
    """Draw the share of used units at the front of the rack; of an empty rack only where its front is."""
    px = view.theme.px
    bounds = (box.left(), box.top(), box.right(), box.bottom())
    sizes = px(4), px(4), px(5)
    if not rack.occupied:
        line = front_bar(bounds, rack.front, px(4), px(4), px(2))
        painter.fillRect(rect(line), view.theme.colour("line2"))
        return
    mark = mark_of(view, rack.number)
    painter.fillRect(rect(front_bar(bounds, rack.front, *sizes)), view.theme.colour("press"))
    filled = rect(front_bar(bounds, rack.front, *sizes, mark.share))
    painter.fillRect(filled, QColor(view.theme.tokens.drawing.bars[mark.role]))


LEAST_NAME = 5
"""Letters of a name that is cut, with its ellipsis; a shorter one names no rack."""


def _draw_label(view: View, painter: QPainter, rack: RackBox, box: QRectF, *, chosen: bool) -> None:
    theme, px = view.theme, view.theme.px
    empty, inside = not rack.occupied, _front_width(rack, box) >= px(DETAIL.label_inside)
    painter.setFont(theme.strong(13 if inside else 10))
    metrics = painter.fontMetrics()
    room = int(box.width()) - px(6 if inside else 2)
    name = metrics.elidedText(rack.label, Qt.TextElideMode.ElideRight, room)
    if name != rack.label and len(name) < LEAST_NAME:
        return
    wide = metrics.horizontalAdvance(name)
    pad = px(3) if inside else min(px(3), (box.width() - wide) / 2)
    left, base = box.left() + px(8), box.bottom() - px(16)
    if rack.front == "up":
        base = box.top() + px(14) + metrics.ascent()
    elif rack.front == "left":
        left += px(8)
    if not inside:
        left, base = box.left() + pad, box.bottom() + px(12)
        if rack.front == "up":
            base = box.top() - px(4)
        elif rack.front in ("left", "right"):  # at the aisle, as of the others
            left = box.right() + px(4) if rack.front == "right" else box.left() - px(4) - wide
            base = box.center().y() + metrics.ascent() / 2
    plate = QRectF(left - pad, base - metrics.ascent(), wide + 2 * pad, metrics.height())
    ground = fill_of(view, rack) if inside else theme.colour("canvas")
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ground)
    painter.drawRoundedRect(plate, px(3), px(3))
    plain = view.heat is None or not inside
    ink = theme.colour("accent_text" if chosen else "text3" if empty else "text") if plain else None
    painter.setPen(ink or ink_on(ground.name()))
    painter.drawText(QPointF(left, base), name)
    if _front_width(rack, box) >= px(DETAIL.used) and not empty and view.heat is None:
        painter.setFont(theme.font(11))
        text = mark_of(view, rack.number).text
        wide = painter.fontMetrics().horizontalAdvance(text) + px(6)
        line = QRectF(box.right() - px(5) - wide, plate.top(), wide, plate.height())
        painter.setBrush(ground)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawRoundedRect(line, px(3), px(3))
        painter.setPen(theme.colour("text2"))
        painter.drawText(line, int(Qt.AlignmentFlag.AlignCenter), text)


CELL, HIGH = 56, 86
LEAST = 440
"""Views that are narrower do without: the key would be cut off, and hide what it explains."""


def draw_legend(view: View, painter: QPainter) -> QRectF | None:
    """Draw the legend of the colours; return its box, or None where there is nothing to explain."""
    if view.viewport().width() < view.theme.px(LEAST):
        return None
    if view.heat is not None:
        heat = view.heat
        counts, unknown = heat.counts()
        edges = [_short(edge) for edge in heat.edges]
        note = heat.measure.note + (f", limit {edges[-1]}" if heat.limited else "")
        if heat.figures:
            return _bins(
                view, painter, heat.measure.title, note, edges, counts, "rack", heat.limited, unknown
            )
    elif view.options.colour == "role":
        return _roles(view, painter)
    elif view.scene.floor.trays and "trays" in view.options.layers:
        limit, worst = view.tray_scale.limit, dict[str, float]()
        if not view.tray_scale.of_limit:
            worst = {tray: fill for tray, (fill, _) in view.filling.worst.items()}
        for part in view.stretches:
            worst[part.tray] = max(part.fill, worst.get(part.tray, 0.0))
        counts = [0] * (BINS + 1)
        for fill in worst.values():
            counts[heat_bin(fill, limit)] += 1
        edges, colour = fill_edges(limit), TRAY_COLOURS.get(view.options.colour, TRAY_COLOURS["trays"])
        note = colour.note if colour.figure else f"{colour.note}, limit {edges[BINS]}"
        unknown = len(view.trays) - len(worst)
        return _bins(view, painter, colour.title, note, edges, counts, "tray", True, unknown)
    return None


def _short(edge: float) -> str:
    """The end of a bin without needless decimals."""
    return f"{edge:,.2f}".rstrip("0").rstrip(".")


def _plate(view: View, painter: QPainter, wide: float, high: float) -> QRectF:
    px = view.theme.px
    left = px(12 + (RULER if "grid" in view.options.layers else 0))
    box = QRectF(left, view.viewport().height() - px(12) - high, wide, high)
    painter.setPen(view.theme.colour("line2"))
    painter.setBrush(view.theme.colour("raised"))
    painter.drawRoundedRect(box, px(6), px(6))
    return box


def _bins(
    view: View,
    painter: QPainter,
    title: str,
    note: str,
    edges: list[str],
    counts: list[int],
    element: str,
    limited: bool,
    unknown: int,
) -> QRectF:
    """A bar of bins with their ends below and the number of elements in each inside."""
    theme, px = view.theme, view.theme.px
    drawing, cell = theme.tokens.drawing, px(CELL)
    cells = BINS + limited
    painter.setFont(theme.strong(12))
    shift = painter.fontMetrics().horizontalAdvance(title) + px(8)
    painter.setFont(theme.font(12))
    heading = shift + painter.fontMetrics().horizontalAdvance(note)
    more = px(100) if unknown else 0
    wide = max(heading, cells * cell + more, _wide(view, _small_print(view, element)))
    box = _plate(view, painter, wide + px(34), px(HIGH))
    left, top = box.left() + px(14), box.top() + px(20)
    painter.setPen(theme.colour("text2"))
    painter.drawText(QPointF(left + shift, top), note)
    painter.setFont(theme.strong(12))
    painter.setPen(theme.colour("text"))
    painter.drawText(QPointF(left, top), title)
    centre = int(Qt.AlignmentFlag.AlignCenter)
    for number in range(cells):
        bar = QRectF(left + number * cell, box.top() + px(30), cell, px(22))
        painter.setPen(QPen(QColor(drawing.heat_outline), 1))
        painter.setBrush(QColor(drawing.heat[number]))
        painter.drawRect(bar)
        painter.setFont(theme.strong(11))
        painter.setPen(ink_on(drawing.heat[number]))
        painter.drawText(bar, centre, f"{counts[number]:,}" if counts[number] else "")
    painter.setFont(theme.font(11))
    painter.setPen(theme.colour("text2"))
    for number, edge in enumerate(edges):
        space = QRectF(left + number * cell - cell / 2, box.top() + px(54), cell, px(16))
        if number == 0:
            space.moveLeft(left)
            painter.drawText(space, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), edge)
        else:
            painter.drawText(space, centre, edge)
    if limited:
        x = left + BINS * cell
        painter.setPen(QPen(theme.colour("text"), 2))
        painter.drawLine(QPointF(x, box.top() + px(26)), QPointF(x, box.top() + px(55)))
        painter.setPen(theme.colour("text2"))
        over = QRectF(x + cell / 2, box.top() + px(54), cell / 2, px(16))
        painter.drawText(over, centre, "over")
    painter.setFont(theme.font(10))
    painter.setPen(theme.colour("text3"))
    painter.drawText(QPointF(left, box.bottom() - px(5)), _small_print(view, element))
    if unknown:
        _unknown_bin(view, painter, QPointF(left + cells * cell + px(16), box.top() + px(30)), unknown)
    return box


def _unknown_bin(view: View, painter: QPainter, at: QPointF, unknown: int) -> None:
    """A hatched square with the number of elements whose figure is unknown."""
    theme, px = view.theme, view.theme.px
    bar = QRectF(at.x(), at.y(), px(22), px(22))
    painter.setPen(QPen(QColor(theme.tokens.drawing.heat_outline), 1))
    painter.setBrush(QBrush(theme.colour("text3"), Qt.BrushStyle.BDiagPattern))
    painter.drawRect(bar)
    painter.setFont(theme.font(11))
    painter.setPen(theme.colour("text2"))
    painter.drawText(QPointF(bar.right() + px(6), bar.center().y() + px(4)), f"unknown {unknown:,}")


def _wide(view: View, text: str) -> int:
    return QFontMetrics(view.theme.font(10)).horizontalAdvance(text)


def _small_print(view: View, element: str) -> str:
    """Return the meaning of the numbers, and of the bars on racks and the trunks where they are drawn."""
    barred = view.heat is None and view.scene.widest_mm * view.scale >= view.theme.px(DETAIL.bar)
    front = " · bars on racks: units in use, at the front" if barred else ""
    trunks = " · lines in trays: trunks, wider with more fibres" if view.trunks else ""
    return f"Numbers in the bar: {element}s per bin{front}{trunks}"


def _roles(view: View, painter: QPainter) -> QRectF:
    """Racks by the highest level of their switches."""
    theme, px = view.theme, view.theme.px
    found = Counter(
        mark_of(view, rack.number).role for rack in view.scene.picture.racks.values() if rack.occupied
    )
    words = [f"{RACK_ROLES[role].capitalize()}: {found[role]:,}" for role in sorted(found)]
    painter.setFont(theme.font(12))
    metrics = painter.fontMetrics()
    title = "Racks by the highest level of their devices"
    wide = max(
        sum(metrics.horizontalAdvance(word) + px(44) for word in words),
        metrics.horizontalAdvance(title) + px(30),
    )
    box = _plate(view, painter, wide + px(8), px(58))
    painter.setFont(theme.strong(12))
    painter.setPen(theme.colour("text"))
    painter.drawText(QPointF(box.left() + px(14), box.top() + px(20)), title)
    painter.setFont(theme.font(12))
    x = box.left() + px(14)
    for role, word in zip(sorted(found), words, strict=True):
        look = rack_colours(theme.tokens.drawing, role)
        painter.setPen(QPen(QColor(look.stroke), 1.2))
        painter.setBrush(QColor(look.fill))
        painter.drawRect(QRectF(x, box.top() + px(34), px(14), px(10)))
        painter.setPen(theme.colour("text2"))
        painter.drawText(QPointF(x + px(22), box.top() + px(44)), word)
        x += metrics.horizontalAdvance(word) + px(44)
    return box

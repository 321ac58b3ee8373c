"""The legend of the colours at the lower left, with counts."""

from collections import Counter

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen

from fatdesk.engine.drawing.floor_picture import BINS, RACK_ROLES, fill_edges, rack_colours
from fatdesk.engine.drawing.palette import heat_bin
from fatdesk.gui.floor.layers.ground import RULER
from fatdesk.gui.floor.layers.racks import mark_of
from fatdesk.gui.floor.layers.view import View
from fatdesk.gui.theme.icons import ink_on

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
        limit, worst = view.session.project.cabling.fill_max, view.filling.worst
        counts = [0] * (BINS + 1)
        for fill, _ in worst.values():
            counts[heat_bin(fill, limit)] += 1
        edges = fill_edges(limit)
        note = f"% of cross-section at the worst place, limit {edges[BINS]}"
        return _bins(view, painter, "Tray fill", note, edges, counts, "tray", True, 0)
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
    box = _plate(view, painter, max(heading, cells * cell + more) + px(34), px(HIGH))
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
        bar = QRectF(left + cells * cell + px(16), box.top() + px(30), px(22), px(22))
        painter.setPen(QPen(QColor(drawing.heat_outline), 1))
        painter.setBrush(QBrush(theme.colour("text3"), Qt.BrushStyle.BDiagPattern))
        painter.drawRect(bar)
        painter.setFont(theme.font(11))
        painter.setPen(theme.colour("text2"))
        painter.drawText(QPointF(bar.right() + px(6), bar.center().y() + px(4)), f"unknown {unknown:,}")
    return box


def _small_print(view: View, element: str) -> str:
    """Return the meaning of the numbers, and of the bars on racks where they are drawn."""
    front = "" if view.heat is not None else " · bars on racks: units in use, at the front"
    return f"Numbers in the bar: {element}s per bin{front}"


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

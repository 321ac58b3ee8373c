"""Marks on racks, trays and areas: findings, failures, differences, handles; outlines of what is dragged."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QPainter, QPen, QPolygonF

from fatdesk.engine.asbuilt.difference import Difference
from fatdesk.engine.drawing.display import Point
from fatdesk.engine.floor.floor import rack_label
from fatdesk.gui.analysis.outages import outages_of
from fatdesk.gui.floor.handles import handle_points
from fatdesk.gui.floor.layers.trays import band_path, end_plates, tray_path, width_px
from fatdesk.gui.floor.layers.view import View
from fatdesk.gui.floor.scene import area_box
from fatdesk.gui.theme.icons import severity_mark
from fatdesk.gui.views.difference_marks import (
    Badge,
    apart,
    badges_at,
    draw_badges,
    draw_plug_move,
    marks_by_rack,
    plug_moves,
)
from fatdesk.gui.views.tool import Ghost
from fatdesk.gui.widgets.numbers import MINUS, signed_length
from fatdesk.project.document.ref import COLUMN, RACK, TRAY, Ref


def _boxes_by_label(view: View) -> dict[str, QRectF]:
    return {rack_label(rack): view.rect_px(view.scene.boxes[n]) for n, rack in view.scene.racks.items()}


def difference_badges(view: View, differences: Sequence[Difference]) -> list[Badge]:
    """Return a badge a kind at each rack; none covers another one, the fill of a tray or a finding."""
    boxes, theme = _boxes_by_label(view), view.theme
    stacks = [
        badges_at(theme, marks, boxes[name].center(), stacked=True)
        for name, marks in marks_by_rack(differences).items()
        if name in boxes
    ]
    taken = [plate.box for plate in view.plates] + [box for _, _, box in _spots(view)]
    return apart(theme, stacks, taken)


def draw_differences(view: View, painter: QPainter, differences: Sequence[Difference]) -> None:
    """Arrows from rack to rack, and the badges."""
    if not differences:
        return
    boxes = _boxes_by_label(view)
    for start, stop in plug_moves(differences):
        if start in boxes and stop in boxes:
            draw_plug_move(view.theme, painter, (boxes[start].center(), boxes[stop].center()))
    draw_badges(view.theme, painter, difference_badges(view, differences))


CROSS = 7.0
"""Half the size of a cross on a tray, in pixels."""


def draw_broken(view: View, painter: QPainter) -> None:
    """Over racks and trays."""
    outages = outages_of(view.session)
    if not outages.anything:
        return
    theme, shown = view.theme, QRectF(view.viewport().rect())
    colour = theme.colour("error")
    dashed, plain = QPen(colour, 2.2, Qt.PenStyle.DashLine), QPen(colour, 1.2)
    for number, state in outages.rack_states.items():
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
    for some in outages.lost_segments:
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


SIZE = 18


def marks(view: View) -> dict[Ref, str]:
    """The worst severity of each rack and tray that has an error or a warning."""
    inputs = (view.session.findings_so_far, view.scene.floor)
    return view.memo.keep("marks", inputs, lambda: _marks(view))


def _marks(view: View) -> dict[Ref, str]:
    racks = {rack_label(rack): RACK(n) for n, rack in view.scene.racks.items()}
    trays = {tray.id: TRAY(tray.id) for tray in view.scene.floor.trays}
    found: dict[Ref, str] = {}
    for checked in view.session.findings_so_far:
        severity = str(checked.finding.severity)
        if checked.waived or severity not in ("error", "warning"):
            continue
        for name in checked.finding.elements or (checked.finding.where,):
            element = racks.get(name) or trays.get(name)
            if element is not None and found.get(element) != "error":
                found[element] = severity
    return found


def _spots(view: View) -> list[tuple[Ref, str, QRectF]]:
    """Place a mark above the middle of a rack and the name of an end there, or next to a tray's number."""
    if "findings" not in view.options.layers:
        return []
    px, found = view.theme.px, []
    plates = {plate.tray: plate.box for plate in view.plates}
    ends = [plate for _, plate in end_plates(view)]
    size = px(SIZE)
    for element, severity in marks(view).items():
        if (number := RACK.id_of(element)) is not None:
            box = view.rect_px(view.scene.boxes[number])
            at = QPointF(box.center().x() - size / 2, box.top() - size - px(3))
        elif (tray := TRAY.id_of(element)) in plates:
            at = QPointF(plates[tray].right() + px(4), plates[tray].center().y() - size / 2)
        else:
            continue
        spot = QRectF(at.x(), at.y(), size, size)
        for plate in ends:
            if spot.intersects(plate):
                spot.moveBottom(plate.top() - px(3))
        found.append((element, severity, spot))
    return found


def draw_findings(view: View, painter: QPainter) -> None:
    """The marks."""
    for _, severity, box in _spots(view):
        painter.drawPixmap(box.topLeft(), severity_mark(view.theme, severity, view.theme.px(SIZE)))


def finding_at(view: View, at: QPointF) -> list[Ref] | None:
    """The elements of the mark at a pixel."""
    return next(([element] for element, _, box in _spots(view) if box.contains(at)), None)


HANDLE = 8


def draw_handles(view: View, painter: QPainter) -> None:
    """Corners of the one tray or area that is selected."""
    chosen = view.session.selection
    if len(chosen) != 1:
        return
    element = chosen[0]
    if (corners := view.scene.points_of(element)) is not None:
        draw_squares(view, painter, (view.to_px(*point) for point in corners))
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
    for points, width in ghost.lines:
        draw_line(view, painter, points, width, refused=refused)
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


def draw_line(
    view: View, painter: QPainter, points: Sequence[Point], width_mm: float, *, refused: bool
) -> None:
    """A wall or a line of a door that is drawn or dragged."""
    theme = view.theme
    colour = theme.colour("error" if refused else "accent")
    way = [view.to_px(*point) for point in points]
    painter.setPen(QPen(colour, 2))
    if width_mm:
        painter.setBrush(theme.colour("error_tint" if refused else "accent_tint"))
        painter.drawPath(band_path(way, max(width_mm * view.scale, theme.px(3))))
    else:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline(QPolygonF(way))


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
        _dimension(view, painter, QPointF(old.left(), y), QPointF(new.left(), y), signed_length(dx / 1000, 3))
    if abs(dy) >= 1:
        x = min(old.left(), new.left()) - px(14)
        _dimension(view, painter, QPointF(x, old.top()), QPointF(x, new.top()), signed_length(dy / 1000, 3))


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

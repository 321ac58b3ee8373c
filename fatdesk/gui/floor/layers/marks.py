"""Marks on racks and trays: findings, failures, and differences from what is installed."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QPainter, QPen

from fatdesk.engine.asbuilt.difference import Difference
from fatdesk.engine.floor.floor import rack_label
from fatdesk.gui.analysis.outages import broken_of
from fatdesk.gui.floor.layers.trays import band_path, width_px
from fatdesk.gui.floor.layers.view import View
from fatdesk.gui.theme.icons import severity_mark
from fatdesk.gui.views.difference_marks import draw_marks, draw_plug_move, marks_by_rack, plug_moves
from fatdesk.project.document.ref import RACK, TRAY, Ref


def draw_differences(view: View, painter: QPainter, differences: Sequence[Difference]) -> None:
    """Arrows from rack to rack, and a badge a kind at each rack."""
    if not differences:
        return
    numbers = {rack_label(rack): number for number, rack in view.scene.racks.items()}
    boxes = {name: view.rect_px(view.scene.boxes[number]) for name, number in numbers.items()}
    for start, stop in plug_moves(differences):
        if start in boxes and stop in boxes:
            draw_plug_move(view.theme, painter, (boxes[start].center(), boxes[stop].center()))
    for name, marks in marks_by_rack(differences).items():
        if name in boxes:
            draw_marks(view.theme, painter, marks, boxes[name].center(), stacked=True)


CROSS = 7.0
"""Half the size of a cross on a tray, in pixels."""


def draw_broken(view: View, painter: QPainter) -> None:
    """Over racks and trays."""
    broken = broken_of(view.session)
    if not broken.anything:
        return
    theme, shown = view.theme, QRectF(view.viewport().rect())
    colour = theme.colour("error")
    dashed, plain = QPen(colour, 2.2, Qt.PenStyle.DashLine), QPen(colour, 1.2)
    for number, state in broken.rack_states.items():
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
    for some in broken.lost_segments:
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
    """Place a mark above the middle of a rack, or next to the number of a tray."""
    if "findings" not in view.options.layers:
        return []
    px, found = view.theme.px, []
    plates = {plate.tray: plate.box for plate in view.plates}
    size = px(SIZE)
    for element, severity in marks(view).items():
        if (number := RACK.id_of(element)) is not None:
            box = view.rect_px(view.scene.boxes[number])
            at = QPointF(box.center().x() - size / 2, box.top() - size - px(3))
        elif (tray := TRAY.id_of(element)) in plates:
            at = QPointF(plates[tray].right() + px(4), plates[tray].center().y() - size / 2)
        else:
            continue
        found.append((element, severity, QRectF(at.x(), at.y(), size, size)))
    return found


def draw_findings(view: View, painter: QPainter) -> None:
    """The marks."""
    for _, severity, box in _spots(view):
        painter.drawPixmap(box.topLeft(), severity_mark(view.theme, severity, view.theme.px(SIZE)))


def finding_at(view: View, at: QPointF) -> list[Ref] | None:
    """The elements of the mark at a pixel."""
    return next(([element] for element, _, box in _spots(view) if box.contains(at)), None)

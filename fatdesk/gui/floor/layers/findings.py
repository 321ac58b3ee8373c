"""Marks of errors and warnings beside racks and trays; a click selects what they are about."""

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from fatdesk.engine.floor.floor import rack_label
from fatdesk.gui.floor.layers.view import View
from fatdesk.gui.theme.icons import severity_mark
from fatdesk.project.document.ref import RACK, TRAY, Ref

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
            thing = racks.get(name) or trays.get(name)
            if thing is not None and found.get(thing) != "error":
                found[thing] = severity
    return found


def _spots(view: View) -> list[tuple[Ref, str, QRectF]]:
    """Above the middle of a rack, beside the number of a tray."""
    if "findings" not in view.options.layers:
        return []
    px, found = view.theme.px, []
    plates = {plate.tray: plate.box for plate in view.plates}
    size = px(SIZE)
    for thing, severity in marks(view).items():
        if (number := RACK.id_of(thing)) is not None:
            box = view.rect_px(view.scene.boxes[number])
            at = QPointF(box.center().x() - size / 2, box.top() - size - px(3))
        elif (tray := TRAY.id_of(thing)) in plates:
            at = QPointF(plates[tray].right() + px(4), plates[tray].center().y() - size / 2)
        else:
            continue
        found.append((thing, severity, QRectF(at.x(), at.y(), size, size)))
    return found


def draw_findings(view: View, painter: QPainter) -> None:
    """The marks."""
    for _, severity, box in _spots(view):
        painter.drawPixmap(box.topLeft(), severity_mark(view.theme, severity, view.theme.px(SIZE)))


def finding_at(view: View, at: QPointF) -> list[Ref] | None:
    """What a mark at a pixel is about."""
    return next(([thing] for thing, _, box in _spots(view) if box.contains(at)), None)

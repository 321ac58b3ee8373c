"""Trunks between panels on the plan: lines in the trays as thick as they have fibres, and those selected."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from fatdesk.engine.drawing.floor_picture import TrunkStretch, trunk_width
from fatdesk.gui.floor.layers.view import View
from fatdesk.gui.floor.scene import nearest
from fatdesk.project.document.ref import TRUNK, Ref

THINNEST, THICKEST = 2.0, 9.0
"""Widths of lines in pixels."""
REACH = 3.0
"""Pixels next to a line that still belong to it for clicks."""


def line_width(view: View, one: TrunkStretch) -> float:
    """Width of a stretch in pixels."""
    return view.theme.px(100) / 100 * trunk_width(one.fibres, view.trunks, THINNEST, THICKEST)


def draw_trunks(view: View, painter: QPainter) -> None:
    """All trunks in the colour of their kind, those that are selected with an outline."""
    if not view.trunks:
        return
    chosen = chosen_trunks(view)
    selected = [one for one in view.trunks if chosen.intersection(one.trunks)]
    for stretches, more, token in (
        (view.trunks, 2.0, "base"),
        (view.trunks, 0.0, ""),
        (selected, 0.0, "accent"),
    ):
        for one in stretches:
            colour = view.theme.colour(token) if token else QColor(view.theme.tokens.drawing.kinds["TRK"])
            pen = QPen(colour, line_width(view, one) + more)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.drawLine(view.to_px(*one.start), view.to_px(*one.stop))


def chosen_trunks(view: View) -> frozenset[int]:
    """The numbers of the selected trunks."""
    structured = view.session.derived.structured
    chosen = view.session.ids(TRUNK)
    if structured is None or not chosen:
        return frozenset()
    return frozenset(number for number, trunk in enumerate(structured.trunks) if trunk.id in chosen)


def trunks_at(view: View, at: QPointF) -> list[Ref]:
    """The trunks at a pixel, in their order."""
    structured = view.session.derived.structured
    if structured is None:
        return []
    found: dict[int, None] = {}
    for one in _near(view, view.trunks, at):
        found |= dict.fromkeys(one.trunks)
    return [TRUNK(structured.trunks[number].id) for number in sorted(found)]


def _near(view: View, stretches: Sequence[TrunkStretch], at: QPointF) -> list[TrunkStretch]:
    found = []
    for one in stretches:
        start, stop = view.to_px(*one.start), view.to_px(*one.stop)
        x, y = nearest(((start.x(), start.y()), (stop.x(), stop.y())), (at.x(), at.y()))
        reach = line_width(view, one) / 2 + REACH
        if (x - at.x()) ** 2 + (y - at.y()) ** 2 <= reach**2:
            found.append(one)
    return found

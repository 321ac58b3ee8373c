"""Route rules on the plan (trays and points that cables pass or avoid), and trunks as lines."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from fatdesk.engine.drawing.floor_picture import TrunkStretch, trunk_width
from fatdesk.engine.floor.route_rules import RouteRule, point_of
from fatdesk.gui.floor.layers.trays import tray_path
from fatdesk.gui.floor.layers.view import View
from fatdesk.gui.floor.scene import nearest
from fatdesk.project.document.ref import ROUTE, TRUNK, Ref


def draw_routes(view: View, painter: QPainter) -> None:
    """Solid lines around trays that the selected rules pass, dashed ones around those that they avoid."""
    chosen = view.session.ids(ROUTE)
    rules = [rule for rule in view.scene.floor.routes if rule.name in chosen]
    if not rules:
        return
    painter.setBrush(Qt.BrushStyle.NoBrush)
    trays = {tray.id: tray for tray in view.trays}
    for rule in rules:
        for names, token, style in (
            (rule.via, "ok", Qt.PenStyle.SolidLine),
            (rule.avoid, "error", Qt.PenStyle.DashLine),
        ):
            for tray in (trays[name] for name in names if name in trays):
                for width, colour in ((5.0, "base"), (2.5, token)):
                    painter.setPen(QPen(view.theme.colour(colour), width, style))
                    painter.drawPath(tray_path(view, tray, 3.0))
        _draw_points(view, painter, rule)


def _draw_points(view: View, painter: QPainter, rule: RouteRule) -> None:
    """A ring with a dot at each point."""
    px = view.theme.px
    for stop in rule.via:
        if ";" not in stop:
            continue
        x, y = point_of(stop)
        at = QPointF(view.to_px(x / 1000, y / 1000))
        for radius, token, width in ((8, "base", 6.0), (8, "ok", 2.5), (2, "ok", 2.5)):
            painter.setPen(QPen(view.theme.colour(token), width))
            painter.drawEllipse(at, px(radius), px(radius))


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

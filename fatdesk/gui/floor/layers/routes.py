"""Rules of routes on the plan: trays and points that cables pass, and trays that they avoid."""

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPen

from fatdesk.engine.floor.route_rules import RouteRule, point_of
from fatdesk.gui.floor.layers.trays import tray_path
from fatdesk.gui.floor.layers.view import View
from fatdesk.project.document.ref import ROUTE


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

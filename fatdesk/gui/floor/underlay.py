"""The building plan below the floor: its file, the picture, and the tools that scale and move it."""

import math

from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPen, QTransform
from PySide6.QtWidgets import QInputDialog

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.floor.building import Underlay
from fatdesk.gui.analysis.building_plans import drawing_of, rescaled
from fatdesk.gui.floor.layers.ground import draw_dimension
from fatdesk.gui.floor.layers.view import View
from fatdesk.gui.floor.scene import Guides, Point, Snap
from fatdesk.gui.floor.tools.tool import PointTool, ToolCanvas
from fatdesk.gui.inspector.typed import metres_in_field, millimetres
from fatdesk.gui.session.session import Session
from fatdesk.project.commands import Batch
from fatdesk.project.commands.building import SetPlan

STRENGTH = 0.45
"""Opacity of the building plan."""


class Drawings:
    """The building plan of a session, painted below the floor."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._inverted: tuple[QImage, QImage] | None = None

    def draw(self, view: View, painter: QPainter) -> None:
        """Draw it in the room, light enough for what is planned."""
        underlay = view.scene.floor.plan.underlay
        if underlay is None or "underlay" not in view.options.layers:
            return
        found = drawing_of(self._session, underlay)
        if found.problem:
            return
        origin, one = view.to_px(underlay.x_mm, underlay.y_mm), underlay.mm_per_unit * view.scale
        way = QTransform().translate(origin.x(), origin.y()).rotate(underlay.rotation_deg).scale(one, one)
        picture = found.plan.picture
        painter.save()
        painter.setOpacity(STRENGTH)
        if found.image is not None and picture is not None:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.setTransform(way, True)
            painter.drawImage(QRectF(0, 0, picture.width, picture.height), self._shown(view, found.image))
        elif found.path is not None:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(view.theme.colour("text2"), 1))
            painter.drawPath(way.map(found.path))
        painter.restore()

    def extent(self, view: View) -> QRectF:
        """Return its bounds in the room; empty: it is not shown."""
        underlay = view.scene.floor.plan.underlay
        if underlay is None or "underlay" not in view.options.layers:
            return QRectF()
        found = drawing_of(self._session, underlay)
        if found.problem:
            return QRectF()
        left, top, right, bottom = found.plan.bounds
        way = QTransform().translate(underlay.x_mm, underlay.y_mm).rotate(underlay.rotation_deg)
        way.scale(underlay.mm_per_unit, underlay.mm_per_unit)
        return way.mapRect(QRectF(QPointF(left, top), QPointF(right, bottom)))

    def _shown(self, view: View, image: QImage) -> QImage:
        """A picture as it is; white paper becomes dark in the dark theme."""
        if view.theme.colour("canvas").lightness() > 128:
            return image
        if self._inverted is None or self._inverted[0] is not image:
            dark = image.convertToFormat(QImage.Format.Format_ARGB32)
            dark.invertPixels()
            self._inverted = (image, dark)
        return self._inverted[1]


class UnderlayTool(PointTool):
    """Two points of the building plan, by two clicks or a drag."""

    def __init__(self, canvas: ToolCanvas) -> None:
        super().__init__(canvas)
        self.start: Snap | None = None

    @property
    def underlay(self) -> Underlay | None:
        """The building plan of the project."""
        return self.canvas.scene.floor.plan.underlay

    def leave(self) -> None:
        """Forget the first point."""
        self.start = self.at = None

    def put(self, point: Snap) -> None:
        """The first point, or the other."""
        if self.start is None:
            self.start = point
        elif point.point != self.start.point:
            self.done(self.start.point, point.point)
            self.start = None
        self.redraw()

    def release(self, at: QPointF) -> None:
        """The end of a drag; a click alone leaves the first point set."""
        if self.start is not None and self.at is not None:
            far = math.dist(self.start.point, self.at.point)
            if far > self.canvas.reach_mm():
                self.put(self.at)

    def double(self, at: QPointF) -> None:
        """As a click."""

    def cancel(self) -> bool:
        """Forget the first point."""
        if self.start is None:
            return False
        self.start = None
        self.redraw()
        return True

    def done(self, one: Point, other: Point) -> None:
        """Both points are known."""
        raise NotImplementedError

    def draw(self, painter: QPainter) -> None:
        """The line between the points, and the cross."""
        if self.start is not None and self.at is not None:
            canvas = self.canvas
            a, b = canvas.to_px(self.start.x, self.start.y), canvas.to_px(self.at.x, self.at.y)
            draw_dimension(canvas.view, painter, a, b, "accent")
        self.draw_cross(painter)

    def _do(self, name: str, underlay: Underlay) -> None:
        self.canvas.session.do(Batch(name=name, commands=(SetPlan(underlay=underlay),)))


class ScaleTool(UnderlayTool):
    """Asks for the distance between two points, and scales the building plan by it."""

    name = "underlay-scale"
    hint = "Click two points of the building plan whose distance is known, then type the distance."

    def guides_now(self) -> Guides:
        """None: points are those of the picture."""
        return Guides()

    def done(self, one: Point, other: Point) -> None:
        """Ask for the distance."""
        underlay = self.underlay
        if underlay is None:
            return
        text, why, taken = metres_in_field(math.dist(one, other)), "", True
        while taken:
            what = f"{why}Distance between the two points in the building, m"
            text, taken = QInputDialog.getText(self.canvas, "Scale building plan", what, text=text)
            try:
                if taken:
                    self._do("Scale building plan", rescaled(underlay, one, other, _distance(text)))
                return
            except FatdeskError as error:
                why = f"{error}.\n\n"


def _distance(text: str) -> float:
    distance = millimetres(text)
    if distance <= 0:
        raise FatdeskError("Type a length above 0")
    return distance


class MoveTool(UnderlayTool):
    """Moves the building plan so that the first point comes to the other."""

    name = "underlay-move"
    hint = "Click a point of the building plan, then where it belongs. Shift: no snapping."

    def guides_now(self) -> Guides:
        """Racks, walls and obstacles, for the second point."""
        scene, tile = self.canvas.scene, self.canvas.options.tile_mm
        found = scene.edge_guides(tile)
        return found if self.start is not None else Guides()

    def put(self, point: Snap) -> None:
        """The guides hold for the second point."""
        super().put(point)
        self.project_changed()

    def done(self, one: Point, other: Point) -> None:
        """Shift it."""
        underlay = self.underlay
        if underlay is not None:
            x, y = underlay.x_mm + other[0] - one[0], underlay.y_mm + other[1] - one[1]
            self._do("Move building plan", replace(underlay, x_mm=round(x, 3), y_mm=round(y, 3)))

"""Base classes of the tools of the floor, and those that change nothing: panning and measuring."""

import math
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPen

from fatdesk.gui.floor.layers.ground import draw_dimension
from fatdesk.gui.floor.layers.view import View
from fatdesk.gui.floor.scene import Guides, Options, Point, Scene, Snap, next_along, snapped
from fatdesk.gui.views.canvas import MenuCanvas
from fatdesk.gui.views.drag_card import Line, draw_card
from fatdesk.gui.views.tool import ENTER, SHIFT, Tool, arrow_steps
from fatdesk.gui.widgets.numbers import length_text, signed_length
from fatdesk.project.commands import Command

REACH = 9
"""Distance in pixels within which a click hits an element."""
SNAP_REACH = 12


class ToolCanvas(MenuCanvas):
    """The interface of the floor plan to its tools: elements, settings and scale."""

    scene: Scene
    options: Options

    @property
    def view(self) -> View:
        """The floor plan as layers see it."""
        raise NotImplementedError

    def reach_mm(self, pixels: float = REACH) -> float:
        """Return pixels as a distance on the floor."""
        return self.theme.px(pixels) / self.scale


class FloorTool(Tool[ToolCanvas]):
    """A tool of the floor."""


class PointTool(FloorTool):
    """A tool that works with points: those of the mouse, or of a cross that the arrows move.

    Arrows go from guide to guide, with Shift ten of them; Enter puts a point.
    """

    def __init__(self, canvas: ToolCanvas) -> None:
        super().__init__(canvas)
        self.guides = Guides()
        self.at: Snap | None = None
        self.by_keys = False
        """Whether the cross was moved since the last point."""

    def begin(self) -> None:
        """Collect the guides."""
        self.project_changed()

    def project_changed(self) -> None:
        """Guides of the present floor."""
        self.guides = self.guides_now()

    def guides_now(self) -> Guides:
        """The guides of this tool."""
        return self.canvas.scene.edge_guides(self.canvas.options.tile_mm)

    @property
    def last(self) -> Point | None:
        """The point before, from which right angles are seen."""
        return None

    def put(self, point: Snap) -> None:
        """A point was set."""

    def finish(self) -> None:
        """Enter where the cross was not moved."""

    def moved(self) -> None:
        """Follow a new current point."""

    def spot(self, at: QPointF) -> Snap:
        """The point for a pixel: snapped, with Shift or without snapping to whole centimetres."""
        found = self.canvas.from_px(at)
        whole = (float(round(found.x(), -1)), float(round(found.y(), -1)))
        free = bool(self.canvas.modifiers & SHIFT)
        if self.canvas.options.snap and not free:
            near = snapped(whole, self.guides, self.canvas.reach_mm(SNAP_REACH), self.last)
            if near.what:
                return Snap(round(near.x, 3), round(near.y, 3), near.what)
        return Snap(*whole)

    def move(self, at: QPointF) -> None:
        """The point follows the pointer."""
        self.by_keys = False
        self._go(self.spot(at))

    def away(self) -> None:
        """Hide the cross, unless keys move it."""
        if not self.by_keys and not self.canvas.pressed:
            self.at = None
            self.moved()
            self.redraw()

    def press(self, at: QPointF) -> None:
        """Set a point."""
        self.by_keys = False
        self._go(self.spot(at))
        assert self.at is not None
        self.put(self.at)

    def _go(self, there: Snap) -> None:
        if there != self.at:
            self.at = there
            self.moved()
            self.redraw()

    def key(self, event: QKeyEvent) -> bool:
        """Arrow keys move the cross, Enter sets a point or finishes."""
        steps = arrow_steps(event)
        if steps is not None:
            self._arrow(*steps)
            return True
        if event.key() in ENTER:
            if self.by_keys and self.at is not None:
                self.by_keys = False
                self.put(self.at)
            else:
                self.finish()
            return True
        return False

    def _arrow(self, dx: int, dy: int) -> None:
        at = self.at or self._first()
        tile = self.canvas.options.tile_mm
        xs = {p.x for p in self.guides.points}
        ys = {p.y for p in self.guides.points}
        if self.at is not None:
            x = next_along(at.x, xs, dx, tile) if dx else at.x
            y = next_along(at.y, ys, dy, tile) if dy else at.y
            at = Snap(round(x, 3), round(y, 3), "keys")
        self.by_keys = True
        self._go(at)

    def _first(self) -> Snap:
        """The first point of the cross: at the selection, or the guide nearest to the middle of the view."""
        chosen = self.canvas.chosen_rect()
        room = self.canvas.viewport().rect()
        middle = self.canvas.from_px(QPointF(room.center())) if chosen is None else chosen.center()
        x, y, what = min(
            self.guides.points,
            key=lambda p: (p.x - middle.x()) ** 2 + (p.y - middle.y()) ** 2,
            default=Snap(round(middle.x(), -1), round(middle.y(), -1)),
        )
        return Snap(round(x, 3), round(y, 3), what)

    def draw_cross(self, painter: QPainter) -> None:
        """Draw lines through the current point, with a ring where it snapped."""
        if self.at is None:
            return
        canvas, px = self.canvas, self.canvas.theme.px
        at, room = canvas.to_px(self.at.x, self.at.y), canvas.viewport().rect()
        painter.setPen(QPen(canvas.theme.colour("accent"), 1))
        painter.drawLine(QPointF(0, at.y()), QPointF(room.width(), at.y()))
        painter.drawLine(QPointF(at.x(), 0), QPointF(at.x(), room.height()))
        if self.at.what:
            painter.setPen(QPen(canvas.theme.colour("accent"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(at, px(7), px(7))

    def draw_lines(self, painter: QPainter, lines: list[Line], *, wrong: bool = False) -> None:
        """Draw the card next to the current point."""
        canvas = self.canvas
        room = QRectF(canvas.viewport().rect())
        beside = None
        if self.at is not None:
            at = canvas.to_px(self.at.x, self.at.y)
            beside = QRectF(at.x() - 8, at.y() - 8, 16, 16)
        draw_card(painter, canvas.theme, lines, room, beside, wrong=wrong, legend=canvas.legend)


class SpanTool(PointTool):
    """A tool from one point to another: by dragging, by two clicks, or with Enter at both."""

    start: Snap | None = None

    def command(self) -> Command | None:
        """The command for the points so far; None while they are too close."""
        raise NotImplementedError

    def performed(self) -> None:
        """Follow a command that was performed."""

    @property
    def is_spanned(self) -> bool:
        """Whether the points are far enough apart for the end of a drag."""
        return self.command() is not None

    def leave(self) -> None:
        """Drop the drawing."""
        self.start = self.at = None
        self._try()

    def put(self, point: Snap) -> None:
        """Set the first point, or the other."""
        if self.start is None:
            self.start = point
        else:
            self.finish()

    def release(self, at: QPointF) -> None:
        """The end of a drag; a click alone leaves the first point set."""
        if self.is_spanned:
            self.finish()

    def double(self, at: QPointF) -> None:
        """As a click."""

    def moved(self) -> None:
        """Try it here."""
        self._try()

    def _try(self) -> None:
        self.try_out(self.command())

    def finish(self) -> None:
        """Perform the command."""
        command = self.command()
        self.start = None
        self._try()
        if command is not None and self.canvas.session.do(command):
            self.performed()

    def cancel(self) -> bool:
        """Drop the first point."""
        if self.start is None:
            return False
        self.start = None
        self._try()
        return True


class PanTool(FloorTool):
    """The hand."""

    name = "pan"
    hint = "Drag to move the view."
    cursor = Qt.CursorShape.OpenHandCursor

    def press(self, at: QPointF) -> None:
        """Take the floor."""
        self.canvas.pan_from(at)

    def double(self, at: QPointF) -> None:
        """Nothing more than a press."""
        self.canvas.pan_from(at)


class Measure(NamedTuple):
    """From a point to another, in metres."""

    dx_m: float
    dy_m: float

    @property
    def length_m(self) -> float:
        """The straight distance."""
        return math.hypot(self.dx_m, self.dy_m)


class MeasureTool(PointTool):
    """Press, drag, let go; or click twice; or Enter at both points."""

    name = "measure"
    hint = (
        "Drag from point to point. Shift: no snapping. Esc clears. "
        "Arrow keys move the cross, Enter sets a point."
    )
    start: Snap | None = None
    stop: Snap | None = None
    """The end of the measure; None while it is taken."""

    def guides_now(self) -> Guides:
        """Corners and middles of racks and areas, trays."""
        scene, tile = self.canvas.scene, self.canvas.options.tile_mm
        edges, trays = scene.edge_guides(tile), scene.tray_guides(tile)
        return Guides(edges.points + trays.points, trays.lines, tile)

    @property
    def last(self) -> Point | None:
        """The beginning of the measure."""
        return self.start.point if self.start is not None and self.stop is None else None

    @property
    def measure(self) -> Measure | None:
        """The present measure."""
        end = self.stop or self.at
        if self.start is None or end is None:
            return None
        return Measure((end.x - self.start.x) / 1000, (end.y - self.start.y) / 1000)

    def leave(self) -> None:
        """Forget it."""
        self.start = self.stop = self.at = None

    def put(self, point: Snap) -> None:
        """Set the first point, or the second; a third begins a new measure."""
        if self.start is None or self.stop is not None:
            self.start, self.stop = point, None
        else:
            self.stop = point
        self.redraw()

    def release(self, at: QPointF) -> None:
        """The end of a drag; a click alone leaves the first point set."""
        if (
            self.stop is None
            and self.start is not None
            and self.at is not None
            and self.at.point != self.start.point
        ):
            self.stop = self.at
            self.redraw()

    def double(self, at: QPointF) -> None:
        """As a click."""

    def cancel(self) -> bool:
        """Clear the measure."""
        if self.start is None:
            return False
        self.start = self.stop = None
        self.redraw()
        return True

    def lines(self) -> list[Line]:
        """The lines of the card."""
        found = self.measure
        if found is None:
            return []
        return [
            Line("Length", length_text(found.length_m, 3), strong=True),
            Line("Along x", signed_length(found.dx_m, 3)),
            Line("Along y", signed_length(found.dy_m, 3)),
        ]

    def draw(self, painter: QPainter) -> None:
        """A dimension line with its figures."""
        end = self.stop or self.at
        if self.start is not None and end is not None:
            canvas = self.canvas
            a, b = canvas.to_px(self.start.x, self.start.y), canvas.to_px(end.x, end.y)
            draw_dimension(canvas.view, painter, a, b, "accent")
        if self.stop is None:
            self.draw_cross(painter)
        if self.start is not None:
            self.draw_lines(painter, self.lines())


class LineTool(PointTool):
    """A tool that sets the points of a line one by one."""

    def __init__(self, canvas: ToolCanvas) -> None:
        super().__init__(canvas)
        self.points: list[Snap] = []

    @property
    def last(self) -> Point | None:
        """The point set last."""
        return self.points[-1].point if self.points else None

    def line(self, *, with_hand: bool) -> tuple[Point, ...]:
        """The line so far, no point twice in a row; ``with_hand``: with the current point as its end."""
        points = [point.point for point in self.points]
        if with_hand and self.at is not None:
            points.append(self.at.point)
        return tuple(p for p, before in zip(points, (None, *points), strict=False) if p != before)

    def double(self, at: QPointF) -> None:
        """The first click has set the point already."""
        self.finish()

    def key(self, event: QKeyEvent) -> bool:
        """Backspace removes the last point."""
        if event.key() == Qt.Key.Key_Backspace and self.points:
            self.points.pop()
            self.moved()
            return True
        return super().key(event)

"""The tools that draw the building: walls with doors, columns and keep-out areas."""

import math

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from fatdesk.engine.floor.building import LEAST_DOOR_MM, Door, Wall
from fatdesk.engine.floor.room import Area, AreaKind
from fatdesk.gui.floor.handles import FREE_MM, LEAST_AREA_MM, area_of, door_ghost, rounded
from fatdesk.gui.floor.layers.marks import draw_ghost, draw_lifted, draw_line, draw_squares
from fatdesk.gui.floor.scene import Guides, Point, Snap, nearest
from fatdesk.gui.floor.tools.tool import LineTool, SpanTool, ToolCanvas
from fatdesk.gui.views.drag_card import Line
from fatdesk.gui.views.tool import SHIFT, Ghost
from fatdesk.gui.widgets.numbers import length_text, sides_text
from fatdesk.project.commands import Command
from fatdesk.project.commands.building import AddDoor, AddWall
from fatdesk.project.commands.room import AddColumn
from fatdesk.project.document.ref import COLUMN, DOOR, WALL

WORDS: dict[AreaKind, str] = {"column": "Column", "keep-out": "Keep-out area"}


class AreaTool(SpanTool):
    """From one corner to the other: by dragging, by two clicks, or with Enter at both."""

    def __init__(self, canvas: ToolCanvas, kind: AreaKind) -> None:
        super().__init__(canvas)
        self.kind: AreaKind = kind
        self.name = kind
        self.hint = (
            "Drag from corner to corner. Shift: no snapping. Arrow keys move the cross, Enter sets a corner."
        )

    def area(self) -> Area | None:
        """The area from the first corner to the current point."""
        if self.start is None or self.at is None:
            return None
        box = QRectF(QPointF(*self.start.point), QPointF(*self.at.point)).normalized()
        if box.width() < LEAST_AREA_MM or box.height() < LEAST_AREA_MM:
            return None
        return area_of(box, Area(x_m=0, y_m=0, width_m=0, depth_m=0, kind=self.kind))

    def command(self) -> Command | None:
        """The command that places the area."""
        area = self.area()
        return None if area is None else AddColumn(column=area)

    def performed(self) -> None:
        """Select the area."""
        session = self.canvas.session
        session.select([COLUMN(len(session.project.floor.columns) - 1)])

    def draw(self, painter: QPainter) -> None:
        """The rectangle, the cross, and its size."""
        area = self.area()
        refused = self.refused
        if area is not None:
            box = QRectF(area.x_m * 1000, area.y_m * 1000, area.width_m * 1000, area.depth_m * 1000)
            ghost = Ghost([(box, "")])
            draw_lifted(self.canvas.view, painter, ghost, refused=refused)
            draw_ghost(self.canvas.view, painter, ghost, refused=refused)
        self.draw_cross(painter)
        if area is None and self.start is not None and self.at is not None and self.at != self.start:
            self.draw_lines(painter, [Line(f"{WORDS[self.kind]}: drag from corner to corner")])
        if area is not None:
            size = f"{WORDS[self.kind]}, {sides_text(area.width_m, area.depth_m)}"
            lines = [Line(size, strong=True, tone="text")]
            if refused and self.trial is not None:
                lines = [Line(self.trial.refused, strong=True, tone="error"), Line(size)]
            self.draw_lines(painter, lines, wrong=refused)


WALL_MM = 100.0
"""Thickness of a wall that is drawn."""
DRAGGED_PX = 6
"""From this distance on, a press and a release are a drag from end to end."""


class WallTool(LineTool):
    """A drag draws a straight wall; clicks set its corners, Enter or a double click ends."""

    name = "wall"
    hint = (
        "Drag a straight wall, or click its corners and double-click the last; click the first to close. "
        "Shift: any angle, no snapping. Backspace removes the last point."
    )

    def __init__(self, canvas: ToolCanvas) -> None:
        super().__init__(canvas)
        self._pressed: QPointF | None = None

    def guides_now(self) -> Guides:
        """Other walls, obstacles, and the corners set so far."""
        found = self.canvas.scene.wall_guides(self.canvas.options.tile_mm)
        return found._replace(points=(*found.points, *self.points[:-1]))

    def leave(self) -> None:
        """Drop the drawing."""
        self.points, self.at, self._pressed = [], None, None
        self._try()

    def wall(self, *, with_hand: bool) -> Wall | None:
        """The wall so far; ``with_hand``: with the current point as its end."""
        line = self.line(with_hand=with_hand)
        return Wall(points_mm=line, thickness_mm=self.thickness_mm) if len(line) > 1 else None

    @property
    def thickness_mm(self) -> float:
        """As thick as the selected wall, or the last one."""
        walls, chosen = self.canvas.scene.floor.walls, self.canvas.session.ids(WALL)
        like = [wall for number, wall in enumerate(walls) if number in chosen] or list(walls[-1:])
        return like[0].thickness_mm if like else WALL_MM

    def press(self, at: QPointF) -> None:
        """Set a corner."""
        self._pressed = at
        super().press(at)

    def release(self, at: QPointF) -> None:
        """The end of a drag is the end of a straight wall; a click alone leaves its corner set."""
        start, self._pressed = self._pressed, None
        if start is None or len(self.points) != 1 or (at - start).manhattanLength() < DRAGGED_PX:
            return
        if self.at is not None and self.at.point != self.points[0].point:
            self.points.append(self.at)
            self.finish()

    def put(self, point: Snap) -> None:
        """One corner more; the first one again closes the wall."""
        if not self.points or self.points[-1].point != point.point:
            self.points.append(point)
            if len(self.points) > 3 and point.point == self.points[0].point:
                self.finish()
                return
            self.project_changed()
            self._try()

    def moved(self) -> None:
        """Try it here."""
        self._try()

    def _try(self) -> None:
        wall = self.wall(with_hand=True)
        self.try_out(None if wall is None else AddWall(wall=wall))

    def finish(self) -> None:
        """Build it."""
        wall, session = self.wall(with_hand=False), self.canvas.session
        self.points = []
        self.project_changed()
        self._try()
        if wall is None:
            session.said.emit("A wall needs two points: drag from one end to the other.")
        elif session.do(AddWall(wall=wall)):
            session.select([WALL(len(session.project.floor.walls) - 1)])

    def cancel(self) -> bool:
        """Drop what was begun."""
        if not self.points:
            return False
        self.points = []
        self.project_changed()
        self._try()
        return True

    def draw(self, painter: QPainter) -> None:
        """The wall so far, the cross, and the card."""
        wall, canvas, refused = self.wall(with_hand=True), self.canvas, self.refused
        if wall is not None:
            draw_line(canvas.view, painter, wall.points_mm, wall.thickness_mm, refused=refused)
        draw_squares(canvas.view, painter, (canvas.to_px(p.x, p.y) for p in self.points))
        self.draw_cross(painter)
        if wall is None:
            return
        (x1, y1), (x2, y2) = wall.points_mm[-2:]
        text = f"Wall, {length_text(math.dist((x1, y1), (x2, y2)) / 1000)}"
        lines = [Line(text, strong=True, tone="text")]
        if refused and self.trial is not None:
            lines.insert(0, Line(self.trial.refused, strong=True, tone="error"))
        self.draw_lines(painter, lines, wrong=refused)


def _is_on(line: tuple[Point, Point], point: Point) -> bool:
    return math.dist(nearest(line, point), point) < 1.0


class DoorTool(SpanTool):
    """From the hinge to the other side: by dragging, by two clicks, or with Enter at both."""

    name = "door"
    hint = (
        "Drag along a wall from the hinge to the other side; it opens to the side of the pointer. "
        "Shift: no snapping."
    )

    def __init__(self, canvas: ToolCanvas) -> None:
        super().__init__(canvas)
        self._hand: Point | None = None
        """The pointer itself, which is to one side of the door."""

    def guides_now(self) -> Guides:
        """Along walls."""
        return self.canvas.scene.wall_guides(self.canvas.options.tile_mm)

    @property
    def last(self) -> Point | None:
        """The hinge."""
        return None if self.start is None else self.start.point

    def spot(self, at: QPointF) -> Snap:
        """The point for a pixel, on the wall of the hinge; the pointer's side is kept."""
        found, canvas = self.canvas.from_px(at), self.canvas
        hand = self._hand = (found.x(), found.y())
        there, start = super().spot(at), self.start
        if start is None or not canvas.options.snap or canvas.modifiers & SHIFT:
            return there
        near = [line for line in self.guides.lines if _is_on(line, start.point)]
        if not near or any(_is_on(line, there.point) for line in near):
            return there
        x, y = min((nearest(line, hand) for line in near), key=lambda point: math.dist(point, hand))
        far = math.dist((x, y), start.point)
        share = rounded(far, FREE_MM) / far if far else 0.0
        return Snap(
            round(start.x + (x - start.x) * share, 3), round(start.y + (y - start.y) * share, 3), "tray"
        )

    def door(self) -> Door | None:
        """The door from the hinge to the current point."""
        if self.start is None or self.at is None:
            return None
        (x1, y1), (x2, y2) = self.start.point, self.at.point
        if math.dist((x1, y1), (x2, y2)) < LEAST_DOOR_MM:
            return None
        hx, hy = self._hand or self.at.point
        side = (x2 - x1) * (hy - y1) - (y2 - y1) * (hx - x1)
        return Door(hinge_mm=(x1, y1), latch_mm=(x2, y2), opens="right" if side > 0 else "left")

    def command(self) -> Command | None:
        """The command that puts the door in."""
        door = self.door()
        return None if door is None else AddDoor(door=door)

    def performed(self) -> None:
        """Select the door."""
        session = self.canvas.session
        session.select([DOOR(len(session.project.floor.doors) - 1)])

    def draw(self, painter: QPainter) -> None:
        """The door, open; the cross, and its width."""
        door = self.door()
        if door is not None:
            draw_ghost(self.canvas.view, painter, door_ghost(door), refused=self.refused)
        self.draw_cross(painter)
        if door is not None:
            width = f"Door, {door.width_mm / 1000:.2f} m, opens to the {door.opens}"
            self.draw_lines(painter, [Line(width, strong=True, tone="text")])

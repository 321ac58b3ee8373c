"""The tool that measures from point to point; the measure is kept until Esc."""

import math
from typing import NamedTuple

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

from fatdesk.gui.canvas.drag_card import Line
from fatdesk.gui.floor.layers.ground import draw_dimension
from fatdesk.gui.floor.snapping import Guides, Point, Snap
from fatdesk.gui.floor.tools.tool import PointTool
from fatdesk.gui.widgets.numbers import signed


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
            Line("Length", f"{found.length_m:.3f} m", strong=True),
            Line("Along x", f"{signed(found.dx_m, '.3f')} m"),
            Line("Along y", f"{signed(found.dy_m, '.3f')} m"),
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

"""The tool that draws columns and keep-out areas."""

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from fatdesk.engine.floor.room import Area, AreaKind
from fatdesk.gui.floor.handles import LEAST_AREA_MM, area_of
from fatdesk.gui.floor.layers.marks import draw_ghost, draw_lifted
from fatdesk.gui.floor.tools.tool import SpanTool, ToolCanvas
from fatdesk.gui.views.drag_card import Line
from fatdesk.gui.views.tool import Ghost
from fatdesk.gui.widgets.numbers import sides_text
from fatdesk.project.commands import Command
from fatdesk.project.commands.room import AddColumn
from fatdesk.project.document.ref import COLUMN

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

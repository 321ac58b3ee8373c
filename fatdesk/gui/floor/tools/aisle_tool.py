"""The tool that opens or widens an aisle: everything beyond a line moves away from it."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from fatdesk.gui.floor.tools.tool import SpanTool
from fatdesk.gui.views.drag_card import Line, is_wrong, trial_lines
from fatdesk.project.commands import Command
from fatdesk.project.commands.aisles import Way, gap_of, open_aisle

LEAST_MM = 10.0


class AisleTool(SpanTool):
    """From where the aisle begins to where it ends: by dragging, by two clicks, or with Enter at both."""

    name = "aisle"
    hint = (
        "Drag between rows (or racks) to widen the gap; everything beyond shifts. "
        "Arrow keys move the cross, Enter sets a point."
    )

    def way(self) -> Way | None:
        """The strip to open: its axis, beginning and width."""
        if self.start is None or self.at is None:
            return None
        dx, dy = self.at.x - self.start.x, self.at.y - self.start.y
        across = "x" if abs(dx) > abs(dy) else "y"
        begin, width = (self.start.x, dx) if across == "x" else (self.start.y, dy)
        if abs(width) < LEAST_MM:
            return None
        return Way(across, begin if width > 0 else begin + width, round(abs(width), 3))

    def command(self) -> Command | None:
        """The command for the release of the button."""
        way = self.way()
        if way is None:
            return None
        return open_aisle(self.canvas.scene.floor, self.canvas.scene.parts, way)

    @property
    def is_spanned(self) -> bool:
        """Whether there is a strip, with racks beyond it or without."""
        return self.way() is not None

    def finish(self) -> None:
        """Move everything beyond the line; without racks there, say so."""
        nothing_beyond = self.is_spanned and self.command() is None
        super().finish()
        if nothing_beyond:
            self.canvas.session.said.emit(
                "There are no racks beyond that line. Start where there are racks behind it."
            )

    def draw(self, painter: QPainter) -> None:
        """Draw the strip that opens, the new positions of racks, the cross, and the card."""
        way, canvas = self.way(), self.canvas
        theme, refused = canvas.theme, self.refused
        if way is not None:
            room = canvas.viewport().rect()
            start = canvas.to_px(way.begin_mm, way.begin_mm)
            wide = way.width_mm * canvas.scale
            strip = (
                QRectF(start.x(), 0, wide, room.height())
                if way.across == "x"
                else QRectF(0, start.y(), room.width(), wide)
            )
            painter.setPen(QPen(theme.colour("error" if refused else "accent"), 1.5, Qt.PenStyle.DashLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(strip)
        tried = None if self.trial is None else self.trial.tried
        if tried is not None:
            now = canvas.scene.racks
            painter.setPen(QPen(theme.colour("accent"), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            for rack in tried.project.floor.racks:
                if rack is not now.get(rack.number):
                    painter.drawRect(canvas.rect_px(canvas.scene.box_of(rack)))
        self.draw_cross(painter)
        if way is None:
            return
        title = gap_of(canvas.scene.floor, canvas.scene.parts, way).title(way)
        lines = [Line(title, strong=True, tone="text"), Line("There are no racks beyond it")]
        if self.trial is not None:
            lines = trial_lines(canvas.session.figures, self.trial, title)
        self.draw_lines(painter, lines, wrong=self.trial is not None and is_wrong(self.trial))

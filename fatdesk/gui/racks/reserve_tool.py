"""Reserve units of a rack by dragging over them."""

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from fatdesk.engine.floor.floor import rack_label
from fatdesk.gui.canvas.drag_card import Line, draw_card, trial_lines
from fatdesk.gui.racks.elevations import draw_kept
from fatdesk.gui.racks.rack_tool import RackTool, RackToolCanvas
from fatdesk.project.commands.racks import Reserve
from fatdesk.project.document.ref import RESERVATION, ReservedAt


class ReserveTool(RackTool):
    """From the unit where the button went down to the one where it goes up, in one rack."""

    name = "reserve"

    def __init__(self, canvas: RackToolCanvas) -> None:
        super().__init__(canvas)
        self.rack: int | None = None
        self.first = self.last = 1

    @property
    def begun(self) -> bool:
        """Units are being chosen."""
        return self.rack is not None

    def press(self, at: QPointF) -> None:
        """The first unit."""
        found = self.spot(at)
        if found is not None:
            self.rack, self.first = found
            self.last = self.first
            self._try()

    def move(self, at: QPointF) -> None:
        """The last unit so far."""
        if self.rack is not None:
            spot = self.canvas.from_px(at)
            last = self.canvas.scene.unit_at(self.rack, spot.y())
            if last != self.last:
                self.last = last
                self._try()

    def command(self) -> Reserve | None:
        """What letting go would do."""
        if self.rack is None:
            return None
        low, high = sorted((self.first, self.last))
        return Reserve(rack=self.rack, u=low, height_u=high - low + 1)

    def _try(self) -> None:
        command = self.command()
        self.tell(None if command is None else self.canvas.session.trial(command))

    def release(self) -> None:
        """Reserve them, where that is possible."""
        command, session = self.command(), self.canvas.session
        self.leave()
        if command is not None and session.do(command):
            session.select([RESERVATION(ReservedAt(command.rack, command.u))])

    def leave(self) -> None:
        """Nothing is about to be reserved."""
        self.rack = None
        self._try()

    def draw(self, painter: QPainter) -> None:
        """The units, and why they cannot be reserved."""
        command, canvas = self.command(), self.canvas
        if command is None or self.trial is None:
            return
        box = canvas.rect_px(canvas.scene.units(command.rack, command.u, command.height_u))
        draw_kept(canvas, painter, box, ("Reserve", f"{command.height_u} U"), chosen=True)
        top = command.u + command.height_u - 1
        title = f"Reserve U{command.u} to U{top} of {rack_label(canvas.scene.racks[command.rack])}"
        wrong = self.trial.figures is None
        lines = [Line(title, strong=True, tone="text")]
        if wrong:
            lines = trial_lines(canvas.session.figures, self.trial, title)
        draw_card(painter, canvas.theme, lines, QRectF(canvas.viewport().rect()), box, wrong=wrong)

"""The tool that places racks: at the pointer, or at a position chosen by arrow keys."""

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QKeyEvent, QPainter

from fatdesk.engine.catalog.parts import RackPart
from fatdesk.engine.floor.floor import Rack, letters, rack_label
from fatdesk.gui.floor.handles import ANYWHERE, FREE_MM, rounded
from fatdesk.gui.floor.layers.marks import draw_ghost, draw_lifted
from fatdesk.gui.floor.tools.tool import FloorTool
from fatdesk.gui.session.session import Session
from fatdesk.gui.views.drag_card import draw_card, is_wrong, trial_lines
from fatdesk.gui.views.tool import CTRL, ENTER, Ghost, arrow_steps
from fatdesk.project.commands.racks import AddRack
from fatdesk.project.document.ref import RACK


def rack_parts(session: Session) -> list[RackPart]:
    """The racks among the parts of the project."""
    return [part for part in session.project.parts if isinstance(part, RackPart)]


class RackTool(FloorTool):
    """Places a rack with a click or Enter."""

    name = "rack"
    hint = (
        "Click to place a rack. Ctrl: anywhere, not only at a position of a row. "
        "Arrow keys choose a position, Enter places the rack."
    )
    place: tuple[int, int] | None = None
    spot: tuple[float, float] | None = None
    """The corner of a rack outside the positions of a row."""
    by_keys = False
    """Whether arrow keys chose the position."""

    @property
    def part(self) -> str:
        """The part that is placed."""
        parts = [part.id for part in rack_parts(self.canvas.session)]
        chosen = self.canvas.options.rack_part
        return chosen if chosen in parts else parts[0] if parts else ""

    def leave(self) -> None:
        """Drop the ghost."""
        self.place = self.spot = None
        self._try()

    def project_changed(self) -> None:
        """Try again: the position may be occupied now."""
        self._try()

    def command(self) -> AddRack | None:
        """The command for a click."""
        if self.place is None or not self.part:
            return None
        row, position = self.place
        x, y = self.spot or (None, None)
        return AddRack(part=self.part, row=row, position=position, x_mm=x, y_mm=y)

    def _try(self) -> None:
        self.try_out(self.command())
        self.show_cursor()

    def move(self, at: QPointF) -> None:
        """The place under the pointer, which is the middle of the rack."""
        if not self.part:
            return
        self.by_keys = False
        part, found = self.canvas.scene.part(self.part), self.canvas.from_px(at)
        size = part.width_mm, part.depth_mm
        x, y = found.x() - part.width_mm / 2, found.y() - part.depth_mm / 2
        place, spot = self.canvas.scene.place_near(size, x, y), None
        if not self.canvas.options.snap or self.canvas.modifiers & CTRL:
            place, spot = self._free_name(place), (rounded(x, FREE_MM), rounded(y, FREE_MM))
        if (place, spot) != (self.place, self.spot):
            self.place, self.spot = place, spot
            self._try()

    def _free_name(self, place: tuple[int, int]) -> tuple[int, int]:
        """The next position of the row that no rack is named after."""
        taken = {(rack.row, rack.position) for rack in self.canvas.scene.racks.values()}
        row, position = place
        while (row, position) in taken:
            position += 1
        return row, position

    def away(self) -> None:
        """Hide the rack, unless keys move it."""
        if not self.by_keys:
            self.leave()

    def press(self, at: QPointF) -> None:
        """Put it up."""
        self.move(at)
        self._put()

    def double(self, at: QPointF) -> None:
        """Two clicks are not two racks in one place."""

    def _put(self) -> None:
        command, session = self.command(), self.canvas.session
        if command is None:
            session.said.emit("The project has no rack part. Add one first.")
        elif session.do(command):
            newest = max(session.project.floor.racks, key=lambda rack: rack.number)
            session.select([RACK(newest.number)])

    def key(self, event: QKeyEvent) -> bool:
        """Arrow keys choose a position, Enter places the rack."""
        steps = arrow_steps(event)
        if steps is not None:
            dx, dy = steps
            row, position = self.place or self._first()
            if self.place is not None:
                row, position = max(0, row + dy), max(0, position + dx)
            self.place, self.spot, self.by_keys = (row, position), None, True
            self._try()
            return True
        if event.key() in ENTER:
            self._put()
            return True
        return False

    def _first(self) -> tuple[int, int]:
        """The end of the last row."""
        places = [(rack.row, rack.position) for rack in self.canvas.scene.racks.values()]
        return (max(places)[0], max(places)[1] + 1) if places else (0, 0)

    def _box(self) -> QRectF | None:
        if self.place is None or not self.part:
            return None
        part = self.canvas.scene.part(self.part)
        x, y = self.spot or self.canvas.scene.places.corner(*self.place, (part.width_mm, part.depth_mm))
        return QRectF(x, y, part.width_mm, part.depth_mm)

    def draw(self, painter: QPainter) -> None:
        """Draw the rack at its place, and the card with its effect."""
        box, canvas = self._box(), self.canvas
        if box is None or self.place is None or self.trial is None:
            return
        row, position = self.place
        name = rack_label(Rack(number=1, part=self.part, row=row, position=position, x_mm=0, y_mm=0))
        ghost, refused = Ghost([(box, name)]), self.refused
        draw_lifted(canvas.view, painter, ghost, refused=refused)
        draw_ghost(canvas.view, painter, ghost, refused=refused)
        title = f"Rack {name}, row {letters(row)}, position {position + 1}"
        hint = ANYWHERE if self.spot is None else ""
        lines = trial_lines(canvas.session.figures, self.trial, title, hint=hint)
        room = QRectF(canvas.viewport().rect())
        wrong = is_wrong(self.trial)
        draw_card(painter, canvas.theme, lines, room, canvas.rect_px(box), wrong=wrong, legend=canvas.legend)

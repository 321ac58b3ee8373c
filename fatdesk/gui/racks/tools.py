"""Tools of the rack elevations: reserve units, and place devices into racks."""

from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QKeyEvent, QPainter, QPen

from fatdesk.engine.floor.floor import Device, rack_label
from fatdesk.gui.canvas.canvas import MenuCanvas
from fatdesk.gui.canvas.drag_card import Line, draw_card, is_wrong, trial_lines
from fatdesk.gui.canvas.tool import ENTER, Tool, arrow_steps
from fatdesk.gui.racks.elevations import draw_kept
from fatdesk.gui.racks.scene import Look, Scene
from fatdesk.project.commands import Batch
from fatdesk.project.commands.devices import AddDevice
from fatdesk.project.commands.racks import Reserve
from fatdesk.project.document.ref import DEVICE, RESERVATION, ReservedAt


class RackToolCanvas(MenuCanvas):
    """The interface of the rack elevations to their tools."""

    scene: Scene
    look: Look

    @property
    def waiting(self) -> list[Device]:
        """Devices that the networks need and that are in no rack."""
        raise NotImplementedError


class RackTool(Tool[RackToolCanvas]):
    """A tool of the rack elevations."""

    def spot(self, at: QPointF) -> tuple[int, int] | None:
        """The rack and unit at a pixel."""
        spot, scene = self.canvas.from_px(at), self.canvas.scene
        number = next((n for n, box in scene.boxes.items() if box.left() <= spot.x() <= box.right()), None)
        return None if number is None else (number, scene.unit_at(number, spot.y()))


class ReserveTool(RackTool):
    """From the unit where the button went down to the one where it goes up, in one rack."""

    name = "reserve"
    hint = "Drag over units to reserve them. Esc ends."

    def __init__(self, canvas: RackToolCanvas) -> None:
        super().__init__(canvas)
        self.rack: int | None = None
        self.first = self.last = 1

    def cancel(self) -> bool:
        """Drop the units that are being chosen."""
        begun = self.rack is not None
        self.leave()
        return begun

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
        """The command for the release of the button."""
        if self.rack is None:
            return None
        low, high = sorted((self.first, self.last))
        return Reserve(rack=self.rack, u=low, height_u=high - low + 1)

    def _try(self) -> None:
        self.try_out(self.command())

    def release(self, at: QPointF) -> None:
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
        wrong = self.refused
        lines = [Line(title, strong=True, tone="text")]
        if wrong:
            lines = trial_lines(canvas.session.figures, self.trial, title)
        room = QRectF(canvas.viewport().rect())
        draw_card(painter, canvas.theme, lines, room, box, wrong=wrong, legend=canvas.legend)


class PutTool(RackTool):
    """Places devices one after the other into the units under the pointer."""

    name = "put"
    hint = "Click or press Enter to place it."

    def __init__(self, canvas: RackToolCanvas) -> None:
        super().__init__(canvas)
        self.place: tuple[int, int] | None = None
        """The rack, and the lowest unit."""
        self.chosen = ""

    @property
    def device(self) -> Device | None:
        """The device to place: the chosen one, or the first without a rack."""
        waiting = self.canvas.waiting
        return next((some for some in waiting if some.id == self.chosen), waiting[0] if waiting else None)

    @property
    def height_u(self) -> int:
        """Units that it takes."""
        device = self.device
        return 1 if device is None else max(1, self.canvas.session.subjects.height_u(device))

    def choose(self, device_id: str) -> None:
        """Choose another device."""
        self.chosen = device_id
        self._try()

    def project_changed(self) -> None:
        """Try again: the units may be occupied now, the device may be placed."""
        self._try()

    def leave(self) -> None:
        """Drop the ghost."""
        self.place = None
        self.try_out(None)

    def move(self, at: QPointF) -> None:
        """The units under the pointer."""
        found = self.spot(at)
        place = None
        if found is not None:
            number, u = found
            top = self.canvas.scene.height_u(number)
            place = number, max(1, min(top - self.height_u + 1, u - (self.height_u - 1) // 2))
        if place != self.place:
            self.place = place
            self._try()

    def press(self, at: QPointF) -> None:
        """Place it."""
        self.move(at)
        self._put()

    def key(self, event: QKeyEvent) -> bool:
        """Arrow keys choose units and racks, Enter places the device."""
        steps = arrow_steps(event)
        if steps is not None and self.device is not None and self.canvas.scene.racks:
            self.place = self._stepped(*steps) if self.place is not None else self._first()
            self._try()
            return True
        if event.key() in ENTER:
            self._put()
            return True
        return False

    def _stepped(self, dx: int, dy: int) -> tuple[int, int]:
        assert self.place is not None
        numbers = list(self.canvas.scene.racks)
        number, u = self.place
        at = numbers.index(number) if number in numbers else 0
        number = numbers[max(0, min(len(numbers) - 1, at + dx))]
        top = self.canvas.scene.height_u(number) - self.height_u + 1
        return number, max(1, min(top, u - dy))

    def _first(self) -> tuple[int, int]:
        """The highest units that are free, rack after rack."""
        scene = self.canvas.scene
        for number in scene.racks:
            for low, count in reversed(scene.free_runs(number)):
                if count >= self.height_u:
                    return number, low + count - self.height_u
        return next(iter(scene.racks)), 1

    def command(self) -> Batch | None:
        """The command for a click."""
        device = self.device
        if device is None or self.place is None:
            return None
        number, u = self.place
        name = f"Put {self._name(device)} into {rack_label(self.canvas.scene.racks[number])}"
        return Batch(name=name, commands=(AddDevice(rack=number, device=replace(device, u=u)),))

    def _name(self, device: Device) -> str:
        return self.canvas.session.derived.device_names.get(device.id, device.id)

    def _try(self) -> None:
        if self.place is not None and self.place[0] not in self.canvas.scene.racks:
            self.place = None
        self.try_out(self.command())
        self.show_cursor()

    def _put(self) -> None:
        command, device, session = self.command(), self.device, self.canvas.session
        if device is None:
            session.said.emit("Every device is in a rack.")
        elif command is not None and session.do(command):
            session.select([DEVICE(device.id)])

    def draw(self, painter: QPainter) -> None:
        """Draw the device at its units, and the card with its effect."""
        canvas, device = self.canvas, self.device
        if self.place is None or device is None or self.trial is None:
            return
        theme, wrong = canvas.theme, self.refused
        number, u = self.place
        box = canvas.rect_px(canvas.scene.units(number, u, self.height_u))
        colour = theme.colour("error" if wrong else "accent")
        painter.setPen(QPen(colour, 2))
        painter.setBrush(theme.colour("error_tint" if wrong else "accent_tint"))
        painter.drawRect(box)
        if wrong:
            painter.setBrush(QBrush(colour, Qt.BrushStyle.BDiagPattern))
            painter.drawRect(box)
        painter.setFont(theme.strong(11))
        painter.setPen(theme.colour("error" if wrong else "accent_text"))
        painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), self._name(device))
        title = f"{self._name(device)} to rack {rack_label(canvas.scene.racks[number])}, U{u}"
        lines = trial_lines(canvas.session.figures, self.trial, title)
        room = QRectF(canvas.viewport().rect())
        draw_card(painter, theme, lines, room, box, wrong=is_wrong(self.trial), legend=canvas.legend)

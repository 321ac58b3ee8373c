"""Tools of the rack elevations (reserve units, place devices), and handles of devices and reserved units."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QKeyEvent, QPainter, QPen

from fatdesk.engine.floor.floor import Device, Rack, Reserved, middle_unit, rack_label
from fatdesk.gui.racks.elevations import draw_kept
from fatdesk.gui.racks.scene import UNIT, Look, Scene
from fatdesk.gui.views.canvas import MenuCanvas
from fatdesk.gui.views.drag_card import Line, draw_card, is_wrong, trial_lines
from fatdesk.gui.views.tool import ALT, CTRL, ENTER, Ghost, Handle, Keys, Tool, arrow_steps
from fatdesk.project.commands import Batch, Command
from fatdesk.project.commands.devices import AddDevice, MoveDevice, SwapDevices
from fatdesk.project.commands.racks import Free, Reserve
from fatdesk.project.document.ref import DEVICE, RESERVATION, ReservedAt

SWAP = ALT | CTRL
"""Keys that swap devices; window managers may take Alt."""


class Units(NamedTuple):
    """Units of a rack: the lowest of them."""

    rack: int
    u: int
    other: bool = False
    """Swap with what is there; of reserved units, reserve them a second time."""


class DevicesHandle(Handle[Units]):
    """One device or several; with Ctrl or Alt a single one swaps with the device at its goal."""

    def __init__(
        self, scene: Scene, device_id: str, others: Sequence[str], named: Callable[[str], str]
    ) -> None:
        self.scene, self.named = scene, named
        self.rack, self.device, self.box = scene.devices[device_id]
        self.all = [scene.devices[some] for some in (device_id, *others)]
        self.numbers = list(scene.racks)
        self.beside = scene.is_beside(device_id)
        """Whether the dragged one is at the side of its rack, where units mean nothing."""

    def anchor(self) -> QPointF:
        """The upper left corner."""
        return self.box.topLeft()

    def place(self, at: QPointF, keys: Keys, radius: float) -> Units:
        """The nearest rack and unit; ``other``: to change places."""
        number = self.scene.rack_near(at.x() + self.box.width() / 2)
        if self.beside:
            return self._beside(number)
        box = self.scene.boxes[number]
        units = round(self.box.height() / UNIT)
        u = round((box.bottom() - at.y() - self.box.height()) / UNIT) + 1
        return Units(number, max(1, min(self.scene.height_u(number) - units + 1, u)), bool(keys & SWAP))

    def step(self, dx: int, dy: int) -> Units | None:
        """Units up and down, racks to the side."""
        at = self.numbers.index(self.rack.number) + dx
        if not 0 <= at < len(self.numbers):
            return None
        number = self.numbers[at]
        return self._beside(number) if self.beside else Units(number, self.device.u - dy)

    def _beside(self, number: int) -> Units:
        """The sides of a rack; of its own rack the unit that is stated there."""
        own = number == self.rack.number
        return Units(number, self.device.u if own else middle_unit(self.scene.height_u(number)))

    def goals(self, place: Units) -> list[tuple[Device, int, int]]:
        """Rack and unit of each device at a place; empty where one would leave the racks."""
        number, u, _ = place
        aside = self.numbers.index(number) - self.numbers.index(self.rack.number)
        up = 0 if self.beside else u - self.device.u
        found = []
        for rack, device, _ in self.all:
            at = self.numbers.index(rack.number) + aside
            if not 0 <= at < len(self.numbers):
                return []
            flat = self.scene.is_beside(device.id)
            unit = middle_unit(self.scene.height_u(self.numbers[at])) if flat else device.u + up
            found.append((device, self.numbers[at], unit))
        return found

    def command(self, place: Units) -> Command | None:
        """All of them by as much, those in front first; or two that change places."""
        number, u, other = place
        if (self.rack.number, self.device.u) == (number, u):
            return None
        there = self._there(number, u)
        if other and len(self.all) == 1 and there is not None:
            return SwapDevices(a=self.device.id, b=there)
        goals = self.goals(place)
        if any(at < 1 for _, _, at in goals) or not goals:
            return None
        if len(goals) == 1:
            return MoveDevice(id=self.device.id, rack=number, u=u)
        right = self.numbers.index(number) >= self.numbers.index(self.rack.number)
        up = u > self.device.u
        goals.sort(key=lambda goal: (self.numbers.index(goal[1]), goal[2]))
        goals.sort(key=lambda goal: goal[2], reverse=up)
        goals.sort(key=lambda goal: self.numbers.index(goal[1]), reverse=right)
        moves = tuple(MoveDevice(id=device.id, rack=rack, u=at) for device, rack, at in goals)
        return Batch(name=f"Move {len(goals)} devices", commands=moves)

    def _there(self, number: int, u: int) -> str | None:
        """The device that takes a unit of a rack."""
        spot = self.scene.units(number, u, 1).center()
        for device_id, (rack, _, place) in self.scene.devices.items():
            here = rack.number == number and place.contains(spot)
            if here and not self.beside and device_id != self.device.id:
                return device_id
        return None

    def ghost(self, place: Units) -> Ghost:
        """All of them at their units."""
        heights = {device.id: round(box.height() / UNIT) for _, device, box in self.all}
        return Ghost(
            [
                (
                    self.scene.side_strip(rack)
                    if self.scene.is_beside(device.id)
                    else self.scene.units(rack, u, heights[device.id]),
                    self.named(device.id),
                )
                for device, rack, u in self.goals(place)
            ]
        )

    def title(self, place: Units) -> str:
        """To which units."""
        number, u, other = place
        label = rack_label(self.scene.racks[number])
        where = f"the side of rack {label}" if self.beside else f"rack {label}, U{u}"
        there = self._there(number, u)
        if other and there is not None and len(self.all) == 1:
            return f"Swaps with {self.named(there)}"
        if (number, u) == (self.rack.number, self.device.u):
            return "At its present rack" if self.beside else "At its present units"
        return f"To {where}" if len(self.all) == 1 else f"{len(self.all)} devices, the dragged one to {where}"

    def advice(self, place: Units) -> str:
        """Changing places, and the nearest units that are free."""
        number, u, other = place
        swap = (
            ""
            if other or len(self.all) > 1 or self._there(number, u) is None
            else "Hold Ctrl to swap the two. "
        )
        units = round(self.box.height() / UNIT)
        if len(self.all) > 1 or self.beside:
            return ""
        here = self.numbers.index(number)
        free = (
            (abs(self.numbers.index(n) - here), abs(at - u), n, at)
            for n in self.numbers
            for low, count in self.scene.free_runs(n)
            for at in range(low, low + count - units + 1)
        )
        best = min(free, default=None)
        if best is None:
            return f"{swap}No rack has {units} U free."
        return f"{swap}Nearest free: {rack_label(self.scene.racks[best[2]])} U{best[3]}."


class ReservedHandle(Handle[Units]):
    """Reserved units: moved, or with Ctrl reserved a second time."""

    def __init__(self, scene: Scene, kept_id: ReservedAt) -> None:
        self.scene = scene
        self.rack: Rack
        self.kept: Reserved
        self.rack, self.kept, self.box = scene.kept[kept_id]

    def anchor(self) -> QPointF:
        """The upper left corner."""
        return self.box.topLeft()

    def place(self, at: QPointF, keys: Keys, radius: float) -> Units:
        """The nearest rack and unit."""
        number = self.scene.rack_near(at.x() + self.box.width() / 2)
        box = self.scene.boxes[number]
        u = round((box.bottom() - at.y() - self.box.height()) / UNIT) + 1
        return Units(
            number, max(1, min(self.scene.height_u(number) - self.kept.height_u + 1, u)), bool(keys & CTRL)
        )

    def step(self, dx: int, dy: int) -> Units | None:
        """Units up and down, racks to the side."""
        numbers = list(self.scene.racks)
        at = numbers.index(self.rack.number) + dx
        return Units(numbers[at], self.kept.u - dy) if 0 <= at < len(numbers) else None

    def command(self, place: Units) -> Command | None:
        """Free the old units and reserve the new ones."""
        number, u, other = place
        if (self.rack.number, self.kept.u) == (number, u) or u < 1:
            return None
        kept = Reserve(rack=number, u=u, height_u=self.kept.height_u, note=self.kept.note)
        if other:
            return kept
        free = Free(rack=self.rack.number, u=self.kept.u)
        return Batch(name="Move reserved units", commands=(free, kept))

    def ghost(self, place: Units) -> Ghost:
        """The reserved units."""
        return Ghost([(self.scene.units(place.rack, place.u, self.kept.height_u), "Reserved")])

    def title(self, place: Units) -> str:
        """To which units."""
        number, u, other = place
        if (number, u) == (self.rack.number, self.kept.u):
            return "At its present units"
        word = "Also reserve" if other else "Reserved units to"
        return f"{word} rack {rack_label(self.scene.racks[number])}, U{u}"


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
    hint = "Drag over rack units to reserve them. Press Esc to finish."

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

    @property
    def beside(self) -> bool:
        """Whether it is mounted at the side of a rack."""
        device = self.device
        return device is not None and not self.canvas.session.subjects.height_u(device)

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
        scene = canvas.scene
        beside = self.beside
        box = canvas.rect_px(scene.side_strip(number) if beside else scene.units(number, u, self.height_u))
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
        label = rack_label(scene.racks[number])
        where = f"the side of rack {label}" if beside else f"rack {label}, U{u}"
        title = f"{self._name(device)} to {where}"
        lines = trial_lines(canvas.session.figures, self.trial, title)
        room = QRectF(canvas.viewport().rect())
        draw_card(painter, theme, lines, room, box, wrong=is_wrong(self.trial), legend=canvas.legend)

"""Handles of devices and reserved units: where they may be dragged, and the commands for it."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QPointF

from fatdesk.engine.floor.floor import Device, Rack, Reserved, rack_label
from fatdesk.gui.canvas.tool import ALT, CTRL, Ghost, Handle, Keys
from fatdesk.gui.racks.scene import UNIT, Scene
from fatdesk.project.commands import Batch, Command
from fatdesk.project.commands.devices import MoveDevice, SwapDevices
from fatdesk.project.commands.racks import Free, Reserve
from fatdesk.project.document.ref import ReservedAt

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

    def anchor(self) -> QPointF:
        """The upper left corner."""
        return self.box.topLeft()

    def place(self, at: QPointF, keys: Keys, radius: float) -> Units:
        """The nearest rack and unit; ``other``: to change places."""
        number = self.scene.rack_near(at.x() + self.box.width() / 2)
        box = self.scene.boxes[number]
        units = round(self.box.height() / UNIT)
        u = round((box.bottom() - at.y() - self.box.height()) / UNIT) + 1
        return Units(number, max(1, min(self.scene.height_u(number) - units + 1, u)), bool(keys & SWAP))

    def step(self, dx: int, dy: int) -> Units | None:
        """Units up and down, racks to the side."""
        at = self.numbers.index(self.rack.number) + dx
        return Units(self.numbers[at], self.device.u - dy) if 0 <= at < len(self.numbers) else None

    def goals(self, place: Units) -> list[tuple[Device, int, int]]:
        """Rack and unit of each device at a place; empty where one would leave the racks."""
        number, u, _ = place
        aside = self.numbers.index(number) - self.numbers.index(self.rack.number)
        found = []
        for rack, device, _ in self.all:
            at = self.numbers.index(rack.number) + aside
            if not 0 <= at < len(self.numbers):
                return []
            found.append((device, self.numbers[at], device.u + u - self.device.u))
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
            if rack.number == number and place.contains(spot) and device_id != self.device.id:
                return device_id
        return None

    def ghost(self, place: Units) -> Ghost:
        """All of them at their units."""
        heights = {device.id: round(box.height() / UNIT) for _, device, box in self.all}
        return Ghost(
            [
                (self.scene.units(rack, u, heights[device.id]), self.named(device.id))
                for device, rack, u in self.goals(place)
            ]
        )

    def title(self, place: Units) -> str:
        """To which units."""
        number, u, other = place
        where = f"rack {rack_label(self.scene.racks[number])}, U{u}"
        there = self._there(number, u)
        if other and there is not None and len(self.all) == 1:
            return f"Swaps with {self.named(there)}"
        if (number, u) == (self.rack.number, self.device.u):
            return "At its present units"
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
        if len(self.all) > 1:
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

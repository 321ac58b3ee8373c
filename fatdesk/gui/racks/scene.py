"""The racks side by side as Qt shapes, 16 units of drawing a rack unit; elements at a point, colours."""

from collections import Counter
from collections.abc import Mapping

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor

from fatdesk.engine.drawing.rack_picture import (
    DeviceBox,
    RackFront,
    RackPicture,
    SideBox,
    device_colours,
    rack_picture,
)
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.floor.floor import Device, Rack, Reserved
from fatdesk.gui.session.session import Session
from fatdesk.gui.theme.theme import Theme
from fatdesk.project.document.ref import DEVICE, RACK, RESERVATION, Ref, ReservedAt

UNIT = 16.0
WIDE = 86.0
GAP = 6.0
SIDE = UNIT
"""Width of a device at the side of a rack."""
MANAGER = 14.0
"""Width of a side manager at each side of a rack, where racks have some."""
ROW_GAP = 34.0
HEAD = 58.0
FEW = 6
"""Up to this number of racks they are drawn twice as wide."""


class Scene:
    """Racks, devices and reserved units of one project, and what is where."""

    def __init__(self) -> None:
        self.picture: RackPicture | None = None
        self.racks: dict[int, Rack] = {}
        self.boxes: dict[int, QRectF] = {}
        self.devices: dict[str, tuple[Rack, Device, QRectF]] = {}
        self.inside: dict[int, list[tuple[DeviceBox, QRectF]]] = {}
        """Devices in units with their places, rack by rack."""
        self.beside: dict[int, list[tuple[SideBox, QRectF]]] = {}
        """Devices at the sides with their places, rack by rack."""
        self.kept: dict[ReservedAt, tuple[Rack, Reserved, QRectF]] = {}
        self.block: dict[str, int] = {}
        """The block of each device that is in one."""
        self.spread: list[int] = []
        """Blocks in more than one rack."""
        self.names: dict[int, str] = {}
        """The first edge switch of each block."""
        self.wide = WIDE
        self.side = 0.0
        """Room at each side of a rack for its side manager and devices without height."""
        self.manager = 0.0
        """Width of side managers; 0: no rack has known ones."""
        self.standing = QRectF()
        """All racks with their heads, without room around them."""
        self._extent = QRectF(0, 0, 400, 700)

    def take(self, session: Session, *, empty: bool) -> None:
        """Lay out the racks of the present project, with ``empty`` also those without devices."""
        before, subjects = self.picture, session.subjects
        self.picture = rack_picture(subjects, empty=empty, before=before)
        fronts, tallest = self.picture.fronts, self.picture.tallest_u
        self.wide = WIDE if len(fronts) > FEW else WIDE * 2
        self.racks = {number: front.rack for number, front in fronts.items()}
        self.boxes, self.devices, self.kept = {}, {}, {}
        self.inside = {number: [] for number in self.racks}
        self.beside = {}
        self.manager = MANAGER if subjects.has_managers else 0.0
        self.side = self.manager + (SIDE if self.picture.sides else 0.0)
        x, row = self.side, None
        for number, front in fronts.items():
            rack = front.rack
            if row is not None and rack.row != row:
                x += ROW_GAP - GAP
            row = rack.row
            height = front.height_u * UNIT
            self.boxes[number] = QRectF(x, HEAD + tallest * UNIT - height, self.wide, height)
            x += self.wide + GAP + 2 * self.side
            inside = self.inside[number]
            for some in front.devices:
                place = self.units(number, some.u, some.height_u)
                self.devices[some.device.id] = (rack, some.device, place)
                inside.append((some, place))
            self.beside[number] = [(some, self._side_of(number, some)) for some in front.sides]
            for flat, place in self.beside[number]:
                self.devices[flat.device.id] = (rack, flat.device, place)
            for kept in front.reserved:
                place = self.units(number, kept.u, kept.height_u)
                self.kept[ReservedAt(number, kept.u)] = (rack, kept.reserved, place)
        whole = QRectF()
        for box in self.boxes.values():
            whole = whole.united(box)
        self.standing = whole.adjusted(-self.side, -HEAD, self.side, 0)
        self._extent = QRectF(0, 0, 400, 700) if whole.isEmpty() else self.standing.adjusted(-26, 0, 4, 22)
        self._find_blocks(session)

    @property
    def fronts(self) -> Mapping[int, RackFront]:
        """The fronts of the racks, in the order in which they are drawn."""
        return {} if self.picture is None else self.picture.fronts

    def _find_blocks(self, session: Session) -> None:
        self.block, self.names = {}, {}
        first = 0
        for fabric, names in zip(session.derived.fabrics, session.derived.names, strict=True):
            numbers = fabric.block.tolist()
            for node_id, number in zip(fabric.ids, numbers, strict=True):
                if number >= 0:
                    self.block.setdefault(node_id, first + number)
            for node in fabric.nodes(NodeKind.SWITCH).tolist():
                if numbers[node] >= 0:
                    self.names.setdefault(first + numbers[node], names[node])
            first += max(numbers, default=-1) + 1
        where: dict[int, set[int]] = {}
        for rack, device, _ in self.devices.values():
            number = self.block_of(device)
            if number is not None:
                where.setdefault(number, set()).add(rack.number)
        self.spread = sorted(number for number, racks in where.items() if len(racks) > 1)

    def block_of(self, device: Device) -> int | None:
        """The block of a device, or of what is inside it."""
        found = (self.block.get(some.id) for some in (device, *device.inside))
        return next((number for number in found if number is not None), None)

    def of_block(self, device_id: str) -> list[Ref]:
        """All devices of the block of a device."""
        if device_id not in self.devices:
            return []
        number = self.block_of(self.devices[device_id][1])
        if number is None:
            return []
        return [DEVICE(d.id) for _, d, _ in self.devices.values() if self.block_of(d) == number]

    def units(self, number: int, u: int, height_u: int) -> QRectF:
        """The box of some units of a rack."""
        box = self.boxes[number]
        return QRectF(box.left(), box.bottom() - (u - 1 + height_u) * UNIT, box.width(), height_u * UNIT)

    def _side_of(self, number: int, some: SideBox) -> QRectF:
        """The box of a device at a side of a rack."""
        box = self.boxes[number]
        inner = (box.left() - self.manager, box.top(), box.right() + self.manager, box.bottom())
        left, upper, right, lower = some.place(inner, SIDE)
        return QRectF(left, upper, right - left, lower - upper)

    def side_strip(self, number: int) -> QRectF:
        """The left side of a rack, where a device without height is shown while it is moved."""
        box = self.boxes[number]
        return QRectF(box.left() - self.manager - SIDE, box.top(), SIDE, box.height())

    def is_beside(self, device_id: str) -> bool:
        """Whether a device is at the side of its rack."""
        rack, device, _ = self.devices[device_id]
        return any(some.device is device for some, _ in self.beside[rack.number])

    def height_u(self, number: int) -> int:
        """The number of units of a rack."""
        return round(self.boxes[number].height() / UNIT)

    def unit_at(self, number: int, y: float) -> int:
        """The unit of a rack at a height."""
        u = int((self.boxes[number].bottom() - y) // UNIT) + 1
        return max(1, min(self.height_u(number), u))

    def rack_near(self, x: float) -> int:
        """The rack whose middle is nearest."""
        return min(self.boxes, key=lambda number: abs(self.boxes[number].center().x() - x))

    def free_runs(self, number: int) -> list[tuple[int, int]]:
        """Lowest unit and count of each run of units that nothing takes."""
        taken = set()
        places = [place for _, place in self.inside[number]]
        places += [place for rack, _, place in self.kept.values() if rack.number == number]
        for place in places:
            low = round((self.boxes[number].bottom() - place.bottom()) / UNIT) + 1
            taken |= set(range(low, low + round(place.height() / UNIT)))
        runs: list[tuple[int, int]] = []
        for u in range(1, self.height_u(number) + 1):
            if u in taken:
                continue
            if runs and sum(runs[-1]) == u:
                runs[-1] = (runs[-1][0], runs[-1][1] + 1)
            else:
                runs.append((u, 1))
        return runs

    def extent(self) -> QRectF:
        """All racks with their heads."""
        return self._extent

    def element_at(self, x: float, y: float) -> Ref | None:
        """A device, reserved units, or their rack."""
        spot = QPointF(x, y)
        number = next(
            (
                n
                for n, box in self.boxes.items()
                if box.adjusted(-self.side, -HEAD, self.side, 0).contains(spot)
            ),
            None,
        )
        if number is None:
            return None
        for some, place in self.inside[number]:
            if place.contains(spot):
                return DEVICE(some.device.id)
        for flat, place in self.beside[number]:
            if place.contains(spot):
                return DEVICE(flat.device.id)
        if not self.boxes[number].adjusted(0, -HEAD, 0, 0).contains(spot):
            return None
        for kept_id, (rack, _, place) in self.kept.items():
            if rack.number == number and place.contains(spot):
                return RESERVATION(kept_id)
        return RACK(number)

    def rect_of(self, element: Ref) -> QRectF | None:
        """The rectangle of an element, if it is drawn."""
        device, kept, number = DEVICE.id_of(element), RESERVATION.id_of(element), RACK.id_of(element)
        if device is not None and device in self.devices:
            return self.devices[device][2]
        if kept is not None and kept in self.kept:
            return self.kept[kept][2]
        return None if number is None else self.boxes.get(number)

    def in_order(self) -> list[Ref]:
        """Rack by rack: devices from the top down, those at its sides, then reserved units."""
        found: list[Ref] = []
        for number, rack in self.racks.items():
            found += [DEVICE(some.device.id) for some in self.fronts[number].boxes]
            found += [RESERVATION(ReservedAt(number, kept.u)) for kept in rack.reserved]
        return found


STRIPES = ("ACC", "AOC", "SPL", "FIB", "DAC")
"""Cable kinds whose colours mark spread blocks, one after the other."""


class Look:
    """Colours and notes of the devices of a project."""

    def __init__(self, theme: Theme, scene: Scene) -> None:
        self.theme, self.scene = theme, scene
        self._stripes: dict[int, int] = {}
        """The stripe of each spread block; a block keeps it while it is spread."""

    def stripe(self, some: DeviceBox) -> QColor:
        """Of spread blocks a colour each, of whole ones two greys in turn; of switches their role."""
        number, drawing = self.scene.block_of(some.device), self.theme.tokens.drawing
        if number is not None and number in self.scene.spread:
            return QColor(self.block_colour(number))
        if some.level.level or number is None or not number % 2:
            return QColor(device_colours(drawing, some.level).stroke)
        return self.theme.colour("line2")

    def block_colour(self, block: int) -> str:
        """The colour of a spread block."""
        self._deal()
        return self.theme.tokens.drawing.kinds[STRIPES[self._stripes[block]]]

    def _deal(self) -> None:
        """Give each new spread block the stripe that the fewest others have; the rest keep theirs."""
        spread = self.scene.spread
        if self._stripes.keys() == set(spread):
            return
        self._stripes = {block: number for block, number in self._stripes.items() if block in spread}
        for block in spread:
            if block not in self._stripes:
                taken = Counter(self._stripes.values())
                self._stripes[block] = min(range(len(STRIPES)), key=lambda number: (taken[number], number))

    def note(self, some: DeviceBox) -> str:
        """The text at the right of its name."""
        if some.nodes:
            return ""
        if some.device.inside:
            return f"{len(some.device.inside)} inside"
        number = self.scene.block_of(some.device)
        if number is not None and not some.level.level and number in self.scene.spread:
            return self.scene.names.get(number, "")
        return some.part

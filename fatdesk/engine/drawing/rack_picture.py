"""Geometry and labels of rack fronts, for the screen and for paper.

Elevations are schematic: a medium chooses the height of a unit and the width of a rack. Places are therefore
in rack units, 1 at the bottom; ``RackFront.place`` turns them into a rectangle inside the box of a rack.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from fatdesk.core.units import ceil_div
from fatdesk.engine.catalog.parts import Enclosure, PortSide, PowerUnit
from fatdesk.engine.drawing.display import Bounds
from fatdesk.engine.drawing.palette import Palette, RoleColours
from fatdesk.engine.drawing.plan import Level, Subjects
from fatdesk.engine.fabric.device_kinds import level_name
from fatdesk.engine.floor.floor import Device, Front, Rack, Reserved, letters, rack_label


class NodeBox(NamedTuple):
    """A node of a chassis, and its place there as shares of the front, from the upper left.

    ``device`` is None for what comes with the chassis, such as a drive shelf.
    """

    device: Device | None
    label: str
    left: float
    upper: float
    right: float
    lower: float

    def place(self, box: Bounds) -> Bounds:
        """Return where it is when the chassis fills a box."""
        left, upper, right, lower = box
        wide, high = right - left, lower - upper
        return (
            left + self.left * wide,
            upper + self.upper * high,
            left + self.right * wide,
            upper + self.lower * high,
        )


LABELLED = 0.34
"""Share of the front of a chassis that has its name; its nodes are drawn in the rest."""


POWER = "Power unit"
"""The role of power units at the sides of racks."""


class DeviceBox(NamedTuple):
    """A device in a rack, from unit ``u`` upwards; level 0 is a host or an enclosure of hosts.

    ``nodes`` are those of a chassis, line by line from the upper left.
    """

    device: Device
    u: int
    height_u: int
    label: str
    part: str
    level: Level
    nodes: tuple[NodeBox, ...] = ()

    @property
    def role(self) -> str:
        """The role as legends name it."""
        if not self.level.level and self.device.inside:
            return "Enclosure"
        return level_name(self.level.level, self.level.levels)


class ReservedBox(NamedTuple):
    """Reserved units of a rack."""

    reserved: Reserved
    u: int
    height_u: int

    @property
    def text(self) -> str:
        """The text in full: number of units and note."""
        note = self.reserved.note
        return f"Reserved {self.height_u} U" + (f" · {note}" if note else "")

    @property
    def lines(self) -> tuple[str, str]:
        """The text on two short lines: note, and number of units."""
        return (self.reserved.note or "Reserved", f"{self.height_u} U")


class PanelBox(NamedTuple):
    """A patch panel in a rack; ``ports`` states for each port, slot by slot, whether it is in use."""

    label: str
    u: int
    height_u: int
    ports: tuple[bool, ...]

    @property
    def short(self) -> str:
        """Its name without the label of its rack.

        >>> PanelBox("A01-PP1", 40, 1, ()).short
        'PP1'
        """
        return self.label.rpartition("-")[2]

    @property
    def text(self) -> str:
        """Ports in use and in all.

        >>> PanelBox("A01-PP1", 40, 1, (True, False)).text
        '1 of 2 ports'
        """
        return f"{sum(self.ports)} of {len(self.ports)} ports"


class SideBox(NamedTuple):
    """A device without height at a side of a rack, from a share of its height to another; 0 is the top."""

    device: Device
    label: str
    role: str
    level: Level
    side: Literal["left", "right"]
    upper: float
    lower: float

    def place(self, box: Bounds, wide: float) -> Bounds:
        """Return where it is when the rack fills a box, outside of it."""
        left, upper, right, lower = box
        high = lower - upper
        start, end = (left - wide, left) if self.side == "left" else (right, right + wide)
        return (start, upper + self.upper * high, end, upper + self.lower * high)


class RackFront(NamedTuple):
    """A rack with everything in it; ``sides`` are the devices without height, as power units are."""

    rack: Rack
    label: str
    height_u: int
    devices: tuple[DeviceBox, ...]
    reserved: tuple[ReservedBox, ...]
    sides: tuple[SideBox, ...] = ()
    panels: tuple[PanelBox, ...] = ()

    @property
    def boxes(self) -> tuple[DeviceBox | SideBox, ...]:
        """All devices: those in units, then those at the sides."""
        return (*self.devices, *self.sides)

    def place(self, box: Bounds, u: int, height_u: int) -> Bounds:
        """Return where some units are, when the rack fills a box."""
        left, upper, right, lower = box
        unit = (lower - upper) / self.height_u
        return (left, max(upper, lower - (u - 1 + height_u) * unit), right, lower - (u - 1) * unit)


class RoleCount(NamedTuple):
    """Number of devices have a role, and their level."""

    role: str
    level: Level
    devices: int


@dataclass(frozen=True)
class RackPicture:
    """Fronts of racks in drawing order: by row, from left to right.

    Attributes
    ----------
    source
        What fronts depend on besides their racks: networks, catalog and names of devices.
    fronts
        By number of the rack.
    """

    source: tuple[object, ...]
    fronts: Mapping[int, RackFront]

    @property
    def rows(self) -> dict[int, list[RackFront]]:
        """The fronts of each row."""
        found: dict[int, list[RackFront]] = {}
        for front in self.fronts.values():
            found.setdefault(front.rack.row, []).append(front)
        return found

    @property
    def tallest_u(self) -> int:
        """The height of the highest rack; 42 where there is none."""
        return max((front.height_u for front in self.fronts.values()), default=42)

    @property
    def sides(self) -> bool:
        """Whether a rack has devices at its sides, so that there is room for them at all racks."""
        return any(front.sides for front in self.fronts.values())

    @cached_property
    def counts(self) -> tuple[RoleCount, ...]:
        """Devices by role, in order of their names: the entries of a legend."""
        found: dict[str, tuple[Level, int]] = {}
        for front in self.fronts.values():
            for box in front.boxes:
                role = box.role
                level, count = found.get(role, (box.level, 0))
                found[role] = (level, count + 1)
        return tuple(RoleCount(role, *found[role]) for role in sorted(found))


def rack_picture(
    subjects: Subjects, *, empty: bool = False, before: RackPicture | None = None
) -> RackPicture:
    """Return the fronts of all racks of a plan.

    Parameters
    ----------
    empty
        Whether racks without devices and reserved units are included.
    before
        An earlier picture: fronts of racks that are the same are taken from it.
    """
    plan = subjects.plan
    source = (plan.fabrics, plan.catalog, plan.device_names, plan.structured)
    known: Mapping[int, RackFront] = {}
    if before is not None and all(a is b for a, b in zip(before.source, source, strict=True)):
        known = before.fronts
    racks = from_the_front(plan.floor.racks)
    fronts = {}
    for rack in (rack for rack in racks if empty or rack.devices or rack.reserved):
        old = known.get(rack.number)
        fronts[rack.number] = old if old is not None and old.rack is rack else rack_front(subjects, rack)
    return RackPicture(source, fronts)


def from_the_front(racks: Sequence[Rack]) -> list[Rack]:
    """Return racks row by row, in each row from left to right as seen from the front of most of its racks.

    >>> from msgspec.structs import replace
    >>> racks = [Rack(number=n, part="r", row=0, position=n, x_mm=600.0 * n, y_mm=0.0) for n in (1, 2, 3)]
    >>> up = [replace(rack, front="up") for rack in racks]
    >>> [rack.number for rack in from_the_front([*up[:2], replace(up[2], front="right")])]
    [3, 2, 1]
    """
    fronts: dict[int, Counter[Front]] = {}
    for rack in racks:
        fronts.setdefault(rack.row, Counter())[rack.front] += 1
    of_most = {row: counts.most_common(1)[0][0] for row, counts in fronts.items()}

    def along(rack: Rack) -> float:
        at = {"down": rack.x_mm, "up": -rack.x_mm, "left": rack.y_mm, "right": -rack.y_mm}
        return at[of_most[rack.row]]

    return sorted(racks, key=lambda rack: (rack.row, along(rack), rack.number))


def rack_front(subjects: Subjects, rack: Rack) -> RackFront:
    """Return the front of one rack."""
    devices = []
    for device in rack.devices:
        height = subjects.height_u(device)
        if height:
            name, part = subjects.name(device), subjects.part(device)
            level, nodes = subjects.level(device), node_boxes(subjects, device)
            devices.append(DeviceBox(device, device.u, height, name, part, level, nodes))
    return RackFront(
        rack,
        rack_label(rack),
        subjects.plan.catalog.rack(rack.part).height_u,
        tuple(devices),
        tuple(ReservedBox(kept, kept.u, kept.height_u) for kept in rack.reserved),
        side_boxes(subjects, rack),
        panel_boxes(subjects, rack),
    )


def panel_boxes(subjects: Subjects, rack: Rack) -> tuple[PanelBox, ...]:
    """Return the patch panels in the units of a rack."""
    structured, racks = subjects.plan.structured, subjects.plan.floor.racks
    if structured is None:
        return ()
    return tuple(
        PanelBox(
            some.name,
            some.u,
            some.part.height_u,
            tuple(
                (slot, port) in used
                for slot, cassette in enumerate(some.cassettes, start=1)
                for port in range(1, cassette.ports + 1)
            ),
        )
        for some, used in zip(structured.panels, structured.used_ports, strict=True)
        if some.u is not None and racks[some.rack].number == rack.number
    )


def side_boxes(subjects: Subjects, rack: Rack) -> tuple[SideBox, ...]:
    """Return the devices without height of a rack: left and right in turn, those of a side from the top."""
    flat = sorted(
        (device for device in rack.devices if not subjects.height_u(device)),
        key=lambda device: (len(device.id), device.id),
    )
    columns: tuple[tuple[Literal["left", "right"], list[Device]], ...] = (
        ("left", flat[::2]),
        ("right", flat[1::2]),
    )
    return tuple(
        SideBox(
            device,
            subjects.name(device),
            _role_at_side(subjects, device),
            subjects.level(device),
            side,
            number / len(some),
            (number + 1) / len(some),
        )
        for side, some in columns
        for number, device in enumerate(some)
    )


def _role_at_side(subjects: Subjects, device: Device) -> str:
    level = subjects.level(device)
    if not level.level and isinstance(subjects.plan.catalog.find(device.part), PowerUnit):
        return POWER
    return level_name(level.level, level.levels)


def node_boxes(subjects: Subjects, device: Device) -> tuple[NodeBox, ...]:
    """Return the nodes of a chassis in its places; none for other devices."""
    part = subjects.plan.catalog.find(device.part)
    if not isinstance(part, Enclosure) or part.switch or not device.inside:
        return ()
    columns, (low, count), height = part.side_by_side, part.open_units, part.height_u or 1
    wide, high = (1 - LABELLED) / columns, count / height / ceil_div(part.blades, columns)
    top = 1 - (low - 1 + count) / height
    found = []
    for number, node in enumerate(device.inside):
        line, column = divmod(number, columns)
        left, upper = LABELLED + column * wide, top + line * high
        found.append(NodeBox(node, subjects.name(node), left, upper, left + wide, upper + high))
    for some in part.contents:
        lower = 1 - (some.u - 1) / height
        found.append(NodeBox(None, some.name, LABELLED, lower - some.height_u / height, 1.0, lower))
    return tuple(found)


def device_colours(palette: Palette, level: Level) -> RoleColours:
    """Return the colours of devices of a level."""
    return palette.role(level.level, level.levels) if level.level else palette.host


def row_caption(row: int, ports: PortSide = "front") -> str:
    """Return the caption under a row of fronts, which names the side of its ports where that is the rear.

    >>> row_caption(0), row_caption(1, "rear")
    ('Row A, front', 'Row B, front with the ports of the rear')
    """
    return f"Row {letters(row)}, front{' with the ports of the rear' if ports == 'rear' else ''}"

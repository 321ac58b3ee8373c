"""Ports of the devices in the elevations, from the scale on at which they can be seen."""

from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from fatdesk.core.arrays import Floats
from fatdesk.engine.catalog.mounting import Side, port_side
from fatdesk.engine.drawing.faceplate import faceplate_of, ports_at
from fatdesk.engine.floor.floor import Device
from fatdesk.engine.wiring.ports import Port, PortMap, PortMaps
from fatdesk.gui.session.session import Session
from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.views.port_map import draw_ports, ends_of, port_lines
from fatdesk.project.document.ref import CABLE

LEAST_UNIT = 36.0
"""Least height of a rack unit, in pixels: ports of hosts and of switches appear together."""
LEAST, MOST = 6.5, 24.0
"""Least and greatest size of a cage in pixels."""
NAME_ROOM, EDGE = 64, 5
"""Room for the name at the left, and around the ports, in pixels."""


class DevicePorts(NamedTuple):
    """The ports of a device as they are drawn."""

    ports: PortMap
    squares: Floats
    left: float


class RackPorts:
    """Lays out the ports of devices and finds them again under the pointer."""

    def __init__(self, session: Session, theme: Theme) -> None:
        self._session, self._theme = session, theme
        self._made_of: PortMaps | None = None
        self._known: dict[str, PortMap | None] = {}
        self.side: Side = "front"
        """The side of the racks that is seen; ports at the other side are not."""
        self.drawn: list[tuple[Device, DevicePorts]] = []
        """The devices of the last frame that show their ports."""
        self._unit = 0.0

    def begin(self, unit: float) -> None:
        """Forget what the last frame showed; ``unit`` is the height of a rack unit in pixels."""
        self.drawn, self._unit = [], unit
        maps = self._session.derived.port_maps
        if maps is not self._made_of:
            self._made_of, self._known = maps, {}

    def place(self, device: Device, box: QRectF) -> DevicePorts | None:
        """The ports of a device at the right of its box; None: they are too small, or at the other side."""
        px = self._theme.px
        wide, high = box.width() - px(NAME_ROOM) - px(EDGE), box.height() - 2 * px(EDGE)
        if self._unit < self._theme.px(LEAST_UNIT) or min(wide, high) < LEAST or device.inside:
            return None
        part = self._session.derived.catalog.find(device.part)
        if part is not None and port_side(part) != self.side:
            return None
        if device.id not in self._known and self._made_of is not None:
            self._known[device.id] = self._made_of.of(device.id)
        ports = self._known[device.id]
        if ports is None:
            return None
        plate = faceplate_of(ports)
        size = plate.scale(wide, high, px(MOST))
        if size < LEAST:
            return None
        left = box.right() - px(EDGE) - plate.wide * size
        made = DevicePorts(ports, plate.placed(left, box.center().y() - plate.high * size / 2, size), left)
        self.drawn.append((device, made))
        return made

    def draw(self, painter: QPainter, some: DevicePorts) -> None:
        """Draw the ports of a device."""
        chosen = self._session.ids(CABLE)
        ports = some.ports.ports
        lit = [n for n, port in enumerate(ports) if port.end is not None and port.end.cable in chosen]
        texts = [port.number for port in ports]
        draw_ports(painter, self._theme, some.squares, ends_of(some.ports), texts, lit)

    def at(self, at: QPointF) -> tuple[Device, Port] | None:
        """The port at a pixel of the last frame, and its device."""
        for device, some in reversed(self.drawn):
            for number in ports_at(some.squares, at.x(), at.y()):
                return device, some.ports.ports[number]
        return None

    def tip(self, at: QPointF) -> str:
        """The tooltip of a pixel; empty: no port is there."""
        found = self.at(at)
        if found is None:
            return ""
        device, port = found
        name = self._session.derived.device_names.get(device.id, device.id)
        part = self._session.derived.catalog.find(device.part)
        side = f", ports at the {port_side(part)}" if part is not None else ""
        return "\n".join([f"{name}{side}", *port_lines(self._session, port)])

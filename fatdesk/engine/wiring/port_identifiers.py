"""Identifiers of racks and ports on a floor by the scheme of a project, and the way back to the device.

Data flow:

    Identifiers (scheme) + floor + seats  ->  Marking
        rack      the identifier of a rack
        end       the identifier of a port
        find      the device and port of an identifier, or why there is none
"""

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from fatdesk.core.errors import FatdeskError
from fatdesk.core.finding import Finding, Severity
from fatdesk.core.number_text import counted
from fatdesk.engine.cabling.positions import Position, height_of
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.plugs import port_table, port_text
from fatdesk.engine.floor.floor import Device, Floor, letters, rack_cells, rack_label
from fatdesk.engine.identifiers.fields import CAPITALS, FIELDS
from fatdesk.engine.identifiers.schemes import Identifiers
from fatdesk.engine.identifiers.template import CableTemplate, Value, Values

OF_PORT = ("slot", "port", "side", "leg")
"""Fields of a port of a device."""
LONGEST = 300
"""Characters of a text that is looked up."""
WORDS = {"u": "unit", "u_from_top": "unit from the top"}
NEEDED = {"grid": "a cell", "floor": "a floor", "room": "a room"}
FIXES = {
    "grid": "give the room a grid that covers the racks: Place, North, grid and building plan",
    "floor": "state the floor of the building in the names",
    "room": "state the room in the names",
}
_PORT = re.compile(r"(mgmt[0-9]*|R?[0-9]{1,9})(?:/([0-9]{1,2}))?")


def port_values(slot: str, port: str, leg: str = "") -> dict[str, Value] | None:
    """Return the fields of a port by what is printed at it; None where several ports are one plug.

    >>> port_values("3", "12/2", "4"), port_values("", "mgmt"), port_values("", "1, 2")
    ({'slot': 3, 'port': '12', 'side': 'B', 'leg': 4}, {'port': 'mgmt'}, None)
    """
    found = _PORT.fullmatch(port)
    if found is None or (slot and not slot.isdecimal()):
        return None
    values: dict[str, Value] = {"port": found[1]}
    if slot:
        values = {"slot": int(slot), **values}
    if found[2]:
        if not 1 <= int(found[2]) <= len(CAPITALS):
            return None
        values["side"] = CAPITALS[int(found[2]) - 1]
    return {**values, "leg": int(leg)} if leg else values


def printed_port(values: Values) -> tuple[str, str, str]:
    """Return card, printed port and leg of the fields of a port; empty where there is none.

    >>> printed_port({"slot": 3, "port": "12", "side": "B"})
    ('3', '12/2', '')
    """
    side = str(values.get("side", ""))
    port = str(values.get("port", "")) + (f"/{CAPITALS.index(side) + 1}" if side else "")
    return str(values.get("slot", "")), port, str(values.get("leg", ""))


class Found(NamedTuple):
    """A port that an identifier names: its device by id, and card, printed port and leg."""

    device: str
    slot: str
    port: str
    leg: str

    @property
    def text(self) -> str:
        """The port within its device."""
        return port_text(self.slot, self.port, self.leg)


class Marking:
    """Prints the identifiers of racks and ports on a floor.

    Parameters
    ----------
    seats
        The position of each device by its id; needed to find devices again.
    names
        The name of each device by its id.
    panels
        The position of each patch panel by its name; they count among the devices of their racks.
    """

    def __init__(
        self,
        identifiers: Identifiers,
        floor: Floor,
        catalog: Catalog,
        seats: Mapping[str, Position] | None = None,
        names: Mapping[str, str] | None = None,
        panels: Mapping[str, Position] = MappingProxyType({}),
    ) -> None:
        self.cable: CableTemplate = identifiers.cable
        self._catalog, self._racks = catalog, floor.racks
        self._seats, self._names = {**(seats or {}), **panels}, names or {}
        self._panels = panels
        room = {"floor": identifiers.floor, "room": identifiers.room}
        cells = rack_cells(floor, catalog.find)
        self._of_rack: list[dict[str, Value]] = [
            {
                **room,
                "grid": cells.get(rack.number, ""),
                "row": letters(rack.row),
                "rack": rack.position + 1,
                "number": rack.number,
                "label": rack_label(rack),
            }
            for rack in floor.racks
        ]
        self._bottoms: dict[int, list[int]] = {}
        self._known: dict[tuple[str, int, str], frozenset[tuple[str, str]] | None] = {}

    def rack(self, index: int) -> str:
        """Return the identifier of a rack; empty where it has none, or the scheme none of racks."""
        template = self.cable.end.rack
        return "" if template is None else template.print(self._of_rack[index]) or ""

    def place(self, seat: Position, device: str) -> dict[str, Value] | None:
        """Return the fields of a device by its position and name; None without a unit of its rack."""
        if not seat.height_u:
            return None
        rack = self._racks[seat.rack]
        top = self._catalog.rack(rack.part).height_u
        values = {
            **self._of_rack[seat.rack],
            "u": seat.u,
            "u_from_top": top - (seat.u + seat.height_u - 1) + 1,
            "chassis": 1 + sum(bottom > seat.u for bottom in self._devices(seat.rack)),
            "device": device,
        }
        return {**values, "slot": seat.slot} if seat.slot else values

    def _devices(self, rack: int) -> list[int]:
        """The lowest units of devices and panels of a rack that have some, without those in enclosures."""
        if rack not in self._bottoms:
            devices = self._racks[rack].devices
            self._bottoms[rack] = [
                *(one.u for one in devices if height_of(one, self._catalog)),
                *(seat.u for seat in self._panels.values() if seat.rack == rack),
            ]
        return self._bottoms[rack]

    def end(self, place: Values | None, slot: str, port: str, leg: str = "") -> str:
        """Return the identifier of a port of a device; empty where it has none."""
        own = None if place is None else port_values(slot, port, leg)
        return "" if own is None or place is None else self.cable.end.print({**place, **own}) or ""

    @property
    def incomplete(self) -> dict[str, list[int]]:
        """The racks, by index, that have no value of a field that identifiers need; none: all have them."""
        found: dict[str, list[int]] = {}
        for field in self.cable.end.required:
            racks = [at for at, values in enumerate(self._of_rack) if values.get(field) == ""]
            if racks:
                found[field] = racks
        return found

    # The way back

    def find(self, text: str) -> Found | str:
        """Return the port that an identifier names, or why there is none in words."""
        values = self.cable.end.parse(text.strip()) if len(text) <= LONGEST else None
        if values is None:
            return f"is not an identifier by the scheme {self.cable.end.text}"
        for slot in dict.fromkeys((values.get("slot"), None)):
            devices = self._index.get((*self._key(values), slot), [])
            if len(devices) > 1:
                return f"names {len(devices)} devices, {self._called(devices[0])} and others"
            if devices:
                own = {**values, "slot": "" if slot else values.get("slot", "")}
                return self._port(devices[0], own)
        return self._why(values)

    def ends_of(self, text: str) -> tuple[str, ...]:
        """Return the identifiers of both ends of a cable, or the text where it is none of a cable."""
        both = self.cable.parse(text.strip()) if len(text) <= LONGEST else None
        ends = () if both is None else tuple(self.cable.end.print(values) or "" for values in both)
        return ends or (text.strip(),)

    def _called(self, device: str) -> str:
        return self._names.get(device, device)

    @cached_property
    def _fields(self) -> tuple[str, ...]:
        """The fields of the template that are of a device and not of a port."""
        return tuple(field for field in self.cable.end.fields if field not in OF_PORT)

    def _key(self, values: Values) -> tuple[Value | None, ...]:
        return tuple(values.get(field) or None for field in self._fields)

    @cached_property
    def _index(self) -> dict[tuple[Value | None, ...], list[str]]:
        """Devices by the fields of the template, and the slot of those in enclosures."""
        found: dict[tuple[Value | None, ...], list[str]] = {}
        for device, seat in self._seats.items():
            values = self.place(seat, self._called(device))
            if values is not None:
                found.setdefault((*self._key(values), seat.slot or None), []).append(device)
        return found

    @cached_property
    def _devices_by_id(self) -> dict[str, Device]:
        every = (device for rack in self._racks for device in rack.devices)
        return {some.id: some for device in every for some in (device, *device.inside)}

    def _port(self, device: str, values: Values) -> Found | str:
        """The port of a device, where that has it."""
        slot, port, leg = printed_port(values)
        known = self._ports(device)
        if known is not None and (slot, port) not in known:
            return f"names port {port_text(slot, port)} of {self._called(device)}, which has no such port"
        return Found(device, slot, port, leg)

    def _ports(self, device: str) -> frozenset[tuple[str, str]] | None:
        """Card and name of each port of a device, and of each cage that a plug may fill; None: unknown."""
        part = self._devices_by_id.get(device)
        if part is None:
            return None  # a panel
        key = (part.part, part.cards, part.card)
        if key not in self._known:
            try:
                table = port_table(self._catalog, *key)
            except FatdeskError:
                self._known[key] = None
            else:
                names = [(table.slot(port), table.name(port)) for port in range(len(table.cage))]
                cages = [(slot, name.partition("/")[0]) for slot, name in names]
                self._known[key] = frozenset(names + cages)
        return self._known[key]

    def _why(self, values: Values) -> str:
        """Why no device has some values: there is no such rack, or nothing at its unit."""
        of_rack = {field: value for field, value in values.items() if FIELDS[field].of_rack}
        racks = [
            at
            for at, known in enumerate(self._of_rack)
            if all(known.get(field) == value for field, value in of_rack.items())
        ]
        rack = ", ".join(f"{field} {value}" for field, value in of_rack.items())
        if not racks:
            return f"names a rack that the project does not have: {rack}"
        own = {
            field: value for field, value in values.items() if field not in of_rack and field not in OF_PORT
        }
        what = ", ".join(f"{WORDS.get(field, field)} {value}" for field, value in own.items())
        label = self._of_rack[racks[0]]["label"]
        inside = self._inside(racks[0], values.get("u")) if len(racks) == 1 else ""
        where = f" of rack {label}" if len(racks) == 1 else ""
        return f"names {what}{where}, where no device begins{inside}" if what else f"names no device{where}"

    def _inside(self, rack: int, unit: Value | None) -> str:
        """The device that has a unit without beginning there, in words."""
        for device in self._racks[rack].devices:
            if isinstance(unit, int) and device.u < unit < device.u + height_of(device, self._catalog):
                return f" ({self._called(device.id)} begins at unit {device.u})"
        return ""


def identifier_findings(marking: Marking, floor: Floor) -> Iterator[Finding]:
    """Racks without a value that identifiers need: their ends have plain labels."""
    for field, racks in marking.incomplete.items():
        used = [floor.racks[at] for at in racks if floor.racks[at].devices]
        if used:
            count = (
                "no rack has" if len(racks) == len(floor.racks) else f"{counted(len(used), 'rack')} without"
            )
            text = (
                f"{count} {NEEDED.get(field, field)}, which identifiers by {marking.cable.end.text} contain"
            )
            where = "identifiers" if len(racks) == len(floor.racks) else rack_label(used[0])
            yield Finding(
                Severity.WARNING, "identifier-none", where, text, FIXES.get(field, "choose another scheme")
            )

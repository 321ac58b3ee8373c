"""Drafts of parts from device-type files: inferred kind, figures with sources, and corrections."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import PurePath
from typing import Any, get_args

import msgspec

from fatdesk.core.errors import InputError
from fatdesk.engine.catalog.parts import (
    OUTLETS,
    Airflow,
    AnyPart,
    Card,
    Equipment,
    PortNaming,
    Ports,
    Protocol,
)
from fatdesk.engine.catalog.plugs import table_of
from fatdesk.engine.catalog.port_names import recognised
from fatdesk.engine.devicetypes.read import DeviceType, Interface, Named
from fatdesk.engine.devicetypes.sockets import Socket, groups_of_cages, names_of_ports, sockets_of

LEAST_OF_A_CARD = 8
"""Cages from which on a module is a line card; adapters have fewer."""
LEAST_OF_A_SWITCH = 4
_SERVER_PORT = re.compile(r"\b(idrac|ilo|xcc|bmc|ipmi|imm|cimc)", re.IGNORECASE)
_SERVER_BAY = re.compile(r"pci-?e|\bocp|aiom|flexlom|riser|mezz", re.IGNORECASE)
_LINE_CARD = re.compile(r"line ?-?card|\bfpc\b|\blc ?\d", re.IGNORECASE)
_NO_BOARD = re.compile(r"\b(psu?|pem|pwr|power|fan|ft|slot|supply)(?![a-z])", re.IGNORECASE)
_SUPPLY = re.compile(r"\b(psu?|pem|pwr|power)(?![a-z])", re.IGNORECASE)
_MANAGEMENT = re.compile(r"(management|mgmt|eth|em|fxp|me|bmc|ilo|idrac|xcc)[ -]?[0-9/]*", re.IGNORECASE)
_MANAGES = re.compile(r"\bmanagement\b", re.IGNORECASE)


class Kind(StrEnum):
    """Kind of item that a file describes."""

    SWITCH = "switch"
    CHASSIS = "modular-switch"
    CARD = "line card"
    SERVER = "server"
    ENCLOSURE = "enclosure"
    ADAPTER = "adapter"
    POWER = "power"
    RACK = "rack"
    PANEL = "patch panel"
    UNKNOWN = "unknown"


IEC_60320 = "iec-60320-"
"""Begins the type of inlets and outlets in the files."""
WITH_INLETS = (Kind.SWITCH, Kind.CHASSIS, Kind.SERVER, Kind.ENCLOSURE)


def kind_of(device: DeviceType) -> Kind:
    """The kind of a device, module or rack type."""
    sockets, _ = sockets_of(device.interfaces)
    manages = {port.name for port in unmarked_management(device)}
    serving = [socket for socket in sockets if socket.name not in manages]
    if device.is_rack:
        return Kind.RACK
    if device.is_module:
        return _module(serving)
    if device.power_outlets:
        return Kind.POWER
    if device.device_bays:
        return Kind.ENCLOSURE
    if line_card_bays(device) and not serving:
        return Kind.CHASSIS
    if (device.front_ports or device.rear_ports) and not device.interfaces:
        return Kind.PANEL
    if _is_server(device):
        return Kind.SERVER
    if len(serving) >= LEAST_OF_A_SWITCH:
        return Kind.SWITCH
    return Kind.SERVER if serving else Kind.UNKNOWN


def _module(serving: list[Socket]) -> Kind:
    if not serving:
        return Kind.UNKNOWN
    return Kind.CARD if len(serving) >= LEAST_OF_A_CARD else Kind.ADAPTER


def _is_server(device: DeviceType) -> bool:
    ports = (f"{port.name} {port.description or ''}" for port in device.interfaces)
    return any(map(_SERVER_PORT.search, ports)) or any(
        _SERVER_BAY.search(_words(bay)) for bay in device.module_bays
    )


def unmarked_management(device: DeviceType) -> list[Interface]:
    """Ports that manage the device by their name or description, though they are not marked so."""
    found = []
    for port in device.interfaces:
        slow = port.type in ("1000base-t", "100base-tx")
        named = slow and _MANAGEMENT.fullmatch(port.name)
        if not port.mgmt_only and (named or _MANAGES.search(port.description or "")):
            found.append(port)
    return found


def line_card_bays(device: DeviceType) -> int:
    """Return the number of line cards it takes."""
    return sum(bool(_LINE_CARD.search(_words(bay))) for bay in device.module_bays)


def supplies(device: DeviceType) -> int:
    """Return the number of power supplies it has or takes."""
    return len(device.power_ports) or sum(bool(_SUPPLY.search(_words(bay))) for bay in device.module_bays)


def boards(device: DeviceType) -> dict[str, int]:
    """The boards of a chassis other than its line cards, supplies and fans, with how many of each."""
    found: Counter[str] = Counter()
    for bay in device.module_bays:
        words = bay.label or bay.name
        if _LINE_CARD.search(_words(bay)) or _NO_BOARD.search(re.sub(r"(?i) slot\b", "", words)):
            continue
        name = re.sub(r"[^a-z]+", "-", re.sub(r"(?i) slot\b", "", words).lower()).strip("-")
        if name:
            found[name[:80]] += 1
    return dict(found)


def _words(bay: Named) -> str:
    return f"{bay.name} {bay.label or ''} {bay.description or ''}"


_TAGS = {
    Kind.SWITCH: "switch",
    Kind.CHASSIS: "modular-switch",
    Kind.SERVER: "server",
    Kind.ADAPTER: "adapter",
    Kind.POWER: "power",
    Kind.RACK: "rack",
}
"""Kinds that become parts."""


_MANAGED = (Kind.SWITCH, Kind.CHASSIS)


@dataclass(frozen=True)
class Draft:
    """Contents of a file on the way to a part.

    Attributes
    ----------
    figures
        Fields of the part by name, but for its ports.
    sources
        Where single figures come from, by field.
    management
        Management ports of a switch.
    """

    kind: Kind
    figures: Mapping[str, Any]
    sockets: tuple[Socket, ...] = ()
    sources: Mapping[str, str] = field(default_factory=dict)
    management: tuple[Socket, ...] = ()

    def with_figure(self, name: str, value: Any, source: str = "") -> "Draft":
        """The draft with another figure."""
        sources = {**self.sources, name: source} if source else self.sources
        return replace(self, figures={**self.figures, name: value}, sources=sources)

    def lacking(self) -> tuple[str, ...]:
        """Fields that a part of its kind needs and that are missing."""
        if self.kind in (Kind.SWITCH, Kind.SERVER, Kind.ADAPTER):
            return () if self.sockets or self.figures.get("ports") else ("ports",)
        if self.kind is Kind.CHASSIS:
            return () if self.figures.get("cards") else ("cards",)
        if self.kind is Kind.RACK:
            return () if (self.figures.get("height_u") or 0) >= 1 else ("height_u",)
        return ("switch",) if self.kind is Kind.ENCLOSURE else ()

    @property
    def is_equipment(self) -> bool:
        """Whether no more is known of it than that it is mounted in racks."""
        return self.kind not in _TAGS or bool(self.lacking())

    def part(self, file: str) -> AnyPart | None:
        """The part: equipment where it lacks what a part of its kind needs; None of a card in its chassis.

        Raises
        ------
        InputError
            When a figure cannot be that of a part.
        """
        if self.figures.get("lodged"):
            return None
        stated: dict[str, Any] = {"kind": _TAGS.get(self.kind), **self.figures}
        if self.is_equipment:
            stated = {name: value for name, value in stated.items() if name in Equipment.__struct_fields__}
            stated |= {"kind": "equipment", "what": str(self.kind)}
        else:
            managing = groups_of_cages(self.management)
            stated |= {"management": managing} if managing and self.kind in _MANAGED else {}
            if self.kind is Kind.POWER and self.sockets:
                stated["ports"] = groups_of_cages(self.sockets)
            elif self.kind in (Kind.SWITCH, Kind.SERVER, Kind.ADAPTER):
                stated.setdefault("ports", groups_of_cages(self.sockets))
                naming = self._naming(stated["ports"], stated.get("management", ()))
                stated |= {"port_names": (naming,)} if naming is not None else {}
        stated["sources"] = {name: source for name, source in self.sources.items() if name in stated}
        try:
            plain = msgspec.to_builtins({name: value for name, value in stated.items() if value is not None})
            part: AnyPart = msgspec.convert(plain, AnyPart)
        except msgspec.ValidationError as error:
            what = f"makes no part ({error}), correct the file"
            raise InputError(file, 1, str(self.figures.get("id", "file")), what) from None
        return part

    def _naming(self, ports: Any, management: tuple[Ports, ...]) -> PortNaming | None:
        """The names of its interfaces as those of the part's ports, where each port has one."""
        try:
            groups = msgspec.convert(msgspec.to_builtins(ports), tuple[Ports, ...])
        except msgspec.ValidationError:
            return None  # the part says what is wrong with them
        if not self.sockets or not groups:
            return None
        table = table_of(groups, management)
        return recognised(table, names_of_ports(self.sockets), names_of_ports(self.management))

    def card(self) -> Card | None:
        """A line card as a card of a chassis."""
        if self.kind is not Kind.CARD or not self.sockets:
            return None
        return Card(
            name=self.figures["card"],
            ports=groups_of_cages(self.sockets),
            mass_kg=self.figures.get("mass_kg"),
            power_w=self.figures.get("power_w"),
        )


def plain_id(*words: str) -> str:
    """An id of words.

    >>> plain_id("Cisco", "Nexus 9504 (front)")
    'cisco-nexus-9504-front'
    """
    text = re.sub(r"[^a-z0-9._+-]+", "-", "-".join(words).lower())
    return re.sub(r"^[^a-z0-9]+", "", text)[:80].rstrip("-") or "part"


@dataclass(frozen=True)
class Give:
    """Give a figure."""

    name: str
    value: Any

    def __call__(self, draft: Draft) -> Draft:
        """The draft with it."""
        return draft.with_figure(self.name, self.value)


@dataclass(frozen=True)
class LeaveOut:
    """Leave ports out."""

    names: frozenset[str]

    def __call__(self, draft: Draft) -> Draft:
        """The draft without them."""
        return replace(draft, sockets=tuple(s for s in draft.sockets if s.name not in self.names))


@dataclass(frozen=True)
class Manage:
    """Make Ethernet ports management ports, and leave others out."""

    names: frozenset[str]

    def __call__(self, draft: Draft) -> Draft:
        """The draft with them."""
        moved = tuple(s for s in draft.sockets if s.name in self.names and s.protocol == "ethernet")
        return replace(LeaveOut(self.names)(draft), management=draft.management + moved)


@dataclass(frozen=True)
class Speak:
    """Make ports speak another protocol, at the rates that they have."""

    names: frozenset[str]
    protocol: Protocol

    def __call__(self, draft: Draft) -> Draft:
        """The draft with it."""
        return _changed(draft, self.names, protocol=self.protocol)


@dataclass(frozen=True)
class Add:
    """Add ports that the numbering leaves out, each like the one that it comes after."""

    after: tuple[tuple[str, str], ...]

    def __call__(self, draft: Draft) -> Draft:
        """The draft with them."""
        sockets = list(draft.sockets)
        for like, name in self.after:
            place = next((n for n, socket in enumerate(sockets) if socket.name == like), None)
            if place is not None:
                sockets.insert(place + 1, replace(sockets[place], name=name))
        return replace(draft, sockets=tuple(sockets))


@dataclass(frozen=True)
class Halve:
    """Take each of these ports as a cage of two links of half its rate."""

    names: frozenset[str]

    def __call__(self, draft: Draft) -> Draft:
        """The draft with it."""
        sockets = tuple(
            replace(socket, links=2, rate_gbps=socket.rate_gbps / 2, lanes=socket.lanes // 2)
            if socket.name in self.names and socket.links == 1
            else socket
            for socket in draft.sockets
        )
        return replace(draft, sockets=sockets)


@dataclass(frozen=True)
class Split:
    """Allow links to be split."""

    names: frozenset[str]
    breakout: tuple[int, ...]

    def __call__(self, draft: Draft) -> Draft:
        """The draft with it."""
        return _changed(draft, self.names, breakout=self.breakout)


def _changed(draft: Draft, names: frozenset[str], **changes: Any) -> Draft:
    sockets = tuple(replace(s, **changes) if s.name in names else s for s in draft.sockets)
    return replace(draft, sockets=sockets)


Edit = Give | LeaveOut | Manage | Speak | Add | Halve | Split


KILOGRAMS = {"kg": 1.0, "g": 0.001, "lb": 0.45359237, "oz": 0.028349523125}
MILLIMETRES = {"mm": 1.0, "in": 25.4}
AIRFLOWS: tuple[str, ...] = get_args(Airflow)
IMPORTED = ("device type ", "module type ")
"""Beginnings of the source of an imported part."""
_URL = re.compile(r"https?://[^\s)>\]'\"]+")


def draft_of(device: DeviceType, file: str, origin: str = "") -> Draft:
    """Return the contents of a file, without corrections.

    Parameters
    ----------
    device
        The file.
    file
        Its path; its last two steps state the source of the figures.
    origin
        What the file was taken from, such as a collection and its version.
    """
    kind = kind_of(device)
    figures: dict[str, Any] = {
        "id": plain_id(device.slug) if device.slug else plain_id(device.manufacturer, device.model),
        "name": device.model,
        "vendor": device.manufacturer,
        "part_number": device.part_number,
        "mass_kg": mass_kg(device.weight, device.weight_unit),
        "airflow": device.airflow if device.airflow in AIRFLOWS else None,
        "notes": _notes(device),
        "source": source_of(device, file, origin),
    }
    sources: dict[str, str] = {}
    if device.weight_unit and device.weight_unit != "kg" and figures["mass_kg"] is not None:
        sources["mass_kg"] = f"{device.weight:g} {device.weight_unit}"
    if device.u_height is not None:
        figures["height_u"] = -int(-device.u_height // 1)
        if device.u_height % 1:
            sources["height_u"] = f"{device.u_height:g} U, rounded up"
    if supplies(device) > 1:
        figures["redundancy"] = f"{supplies(device)} power supplies"
    sockets: dict[str, Socket] = {}
    managing: dict[str, Socket] = {}
    for socket in sockets_of(device.interfaces)[0]:
        sockets.setdefault(socket.name, socket)
    for socket in sockets_of(device.interfaces, management=True)[0]:
        (sockets if kind is Kind.POWER else managing).setdefault(socket.name, socket)
    _add_power(device, kind, figures, sources)
    _add_own(device, kind, figures)
    return Draft(kind, figures, tuple(sockets.values()), sources, tuple(managing.values()))


def source_of(device: DeviceType, file: str, origin: str) -> str:
    """Return the source of a file's figures: the file, its origin, the first page that it names."""
    steps = PurePath(file).parts[-2:]
    stated = f"{IMPORTED[device.is_module]}{'/'.join(steps)}"
    page = _URL.search(device.comments or "")
    return ", ".join(text for text in (stated, origin, page[0].rstrip(".,;") if page else "") if text)[:2000]


def from_same_file(source: str, other: str) -> bool:
    """Whether two parts were imported from files of the same maker and name.

    >>> from_same_file("device type Acme/S.yaml, the library of May", "device type Acme/S.yaml")
    True
    """
    first = source.partition(",")[0]
    return first.startswith(IMPORTED) and first == other.partition(",")[0]


def mass_kg(weight: float | None, unit: str | None) -> float | None:
    """A mass in kilograms, to 10 g; unknown without a unit that is one.

    >>> mass_kg(20, "lb"), mass_kg(20, None), mass_kg(0, "kg")
    (9.07, None, None)
    """
    if not weight or unit not in KILOGRAMS:
        return None
    return round(weight * KILOGRAMS[unit], 2) or None


def _notes(device: DeviceType) -> str | None:
    text = " ".join((device.description or device.comments or "").split())
    return None if re.fullmatch(r"\[[^\]]*\]\([^)]*\)|\S*", text) else text[:2000]


def _add_power(device: DeviceType, kind: Kind, figures: dict[str, Any], sources: dict[str, str]) -> None:
    """Add the power that it draws, or that a power unit may carry, as far as its inlets state it."""
    most = [port.maximum_draw for port in device.power_ports if port.maximum_draw]
    usual = [port.allocated_draw for port in device.power_ports if port.allocated_draw]
    if kind is Kind.POWER:
        if most and len(most) == len(device.power_ports):
            figures["power_limit_w"] = sum(most)
            sources["power_limit_w"] = "maximum draw of its inlets"
        return
    inlets = {one.type for one in device.power_ports}
    if kind in WITH_INLETS and len(inlets) == 1:
        inlet_type = (inlets.pop() or "").removeprefix(IEC_60320).upper()
        figures["inlet"] = inlet_type if inlet_type in OUTLETS else None
    drawn, word = (most, "maximum") if most else (usual, "allocated")
    if not drawn or len(drawn) != len(device.power_ports) or len(drawn) > 2 or len(set(drawn)) > 1:
        return
    figures["power_w"] = drawn[0]
    inlet = "its inlet" if len(drawn) == 1 else "one of its 2 inlets, the other taken as a spare"
    sources["power_w"] = f"{word} draw of {inlet}"


def _add_own(device: DeviceType, kind: Kind, figures: dict[str, Any]) -> None:
    """Add the fields of one kind of part."""
    if kind is Kind.POWER:
        figures["outlets"] = len(device.power_outlets)
        sockets = [one.type or "" for one in device.power_outlets]
        if all(sockets):
            figures["c13_outlets"] = sockets.count(f"{IEC_60320}c13")
            figures["c19_outlets"] = sockets.count(f"{IEC_60320}c19")
    elif kind is Kind.CHASSIS:
        figures["slots"] = line_card_bays(device)
        figures["fixed"] = [{"name": name, "count": count} for name, count in boards(device).items()]
    elif kind is Kind.CARD:
        figures["card"] = re.sub(r"[^A-Za-z0-9._+-]+", "-", device.model).lstrip("._+-")[:80] or "card"
    elif kind is Kind.RACK:
        scale = MILLIMETRES.get(device.outer_unit or "")
        for name, outer in (
            ("width_mm", device.outer_width),
            ("height_mm", device.outer_height),
            ("depth_mm", device.outer_depth),
        ):
            if outer and scale:
                figures[name] = round(outer * scale, 1)
        figures["mass_limit_kg"] = mass_kg(device.max_weight, device.weight_unit)

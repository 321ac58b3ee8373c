"""Kind of part of a device type, inferred from its bays and ports."""

import re
from collections import Counter
from enum import StrEnum

from fatdesk.engine.devicetypes.read import DeviceType, Interface, Named
from fatdesk.engine.devicetypes.sockets import Socket, sockets_of

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

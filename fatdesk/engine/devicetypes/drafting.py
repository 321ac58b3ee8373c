"""Make a draft of what a file says: each figure as it stands there, with where it comes from."""

import re
from pathlib import PurePath
from typing import Any, get_args

from fatdesk.engine.catalog.parts import Airflow
from fatdesk.engine.devicetypes.draft import Draft, plain_id
from fatdesk.engine.devicetypes.kinds import Kind, boards, kind_of, line_card_bays, supplies
from fatdesk.engine.devicetypes.read import DeviceType
from fatdesk.engine.devicetypes.sockets import Socket, sockets_of

KILOGRAMS = {"kg": 1.0, "g": 0.001, "lb": 0.45359237, "oz": 0.028349523125}
MILLIMETRES = {"mm": 1.0, "in": 25.4}
AIRFLOWS: tuple[str, ...] = get_args(Airflow)
IMPORTED = ("device type ", "module type ")
"""How the source of an imported part begins."""
_URL = re.compile(r"https?://[^\s)>\]'\"]+")


def draft_of(device: DeviceType, file: str, origin: str = "") -> Draft:
    """What the file says, nothing mended.

    Parameters
    ----------
    device
        The file.
    file
        Its path; its last two steps tell where the figures come from.
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
    for socket in sockets_of(device.interfaces)[0] if kind is not Kind.POWER else ():
        sockets.setdefault(socket.name, socket)
    _add_power(device, kind, figures, sources)
    _add_own(device, kind, figures)
    return Draft(kind, figures, tuple(sockets.values()), sources)


def source_of(device: DeviceType, file: str, origin: str) -> str:
    """Where a file's figures come from: the file, what it was taken from, the first page that it names."""
    steps = PurePath(file).parts[-2:]
    told = f"{IMPORTED[device.is_module]}{'/'.join(steps)}"
    page = _URL.search(device.comments or "")
    return ", ".join(text for text in (told, origin, page[0].rstrip(".,;") if page else "") if text)[:2000]


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
    """What it draws, or what a power unit may carry, as far as its inlets tell."""
    most = [port.maximum_draw for port in device.power_ports if port.maximum_draw]
    usual = [port.allocated_draw for port in device.power_ports if port.allocated_draw]
    if kind is Kind.POWER:
        if most and len(most) == len(device.power_ports):
            figures["power_limit_w"] = sum(most)
            sources["power_limit_w"] = "maximum draw of its inlets"
        return
    drawn, word = (most, "maximum") if most else (usual, "allocated")
    if not drawn or len(drawn) != len(device.power_ports) or len(drawn) > 2 or len(set(drawn)) > 1:
        return
    figures["power_w"] = drawn[0]
    inlet = "its inlet" if len(drawn) == 1 else "one of its 2 inlets, the other taken as a spare"
    sources["power_w"] = f"{word} draw of {inlet}"


def _add_own(device: DeviceType, kind: Kind, figures: dict[str, Any]) -> None:
    """What only parts of one kind have."""
    if kind is Kind.POWER:
        figures["outlets"] = len(device.power_outlets)
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

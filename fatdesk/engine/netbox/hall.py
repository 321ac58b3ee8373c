"""A hall of NetBox: the racks of a site with the units that devices and reservations take, over its API."""

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from fatdesk.core.errors import FatdeskError
from fatdesk.core.number_text import counted
from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.netbox.client import Client

MOST_UNITS = 100
MM = {"mm": 1.0, "in": 25.4}
KG = {"kg": 1.0, "g": 0.001, "lb": 0.45359237, "oz": 0.028349523125}
STEPS = 4
LONGEST_NOTE = 200


class Taken(NamedTuple):
    """Units that are taken: the lowest, 1 at the bottom, how many, and by what."""

    u: int
    height_u: int
    note: str


@dataclass(frozen=True)
class HallRack:
    """A rack of a hall; figures that NetBox does not state are None.

    Attributes
    ----------
    cell
        Its id in the hall, by which the facility calls it; may be empty.
    model, vendor
        Its type; empty where it has none.
    """

    name: str
    location: str
    cell: str
    model: str
    vendor: str
    height_u: int
    width_mm: float | None
    depth_mm: float | None
    mass_limit_kg: float | None
    taken: tuple[Taken, ...]


@dataclass(frozen=True)
class Hall:
    """The racks of a site, and what the reader should know of it."""

    site: str
    source: str
    racks: tuple[HallRack, ...]
    devices: int
    notes: tuple[str, ...]


def read_hall(client: Client, site: str, progress: Progress = SILENT) -> Hall:
    """Read the racks of a site.

    Raises
    ------
    FatdeskError
        When there is no such site, it has no racks, or NetBox cannot be read.
    """
    progress.step(0, STEPS, "Reading the site")
    sites = list(client.read("dcim/sites", {"name__ie": site})) or list(
        client.read("dcim/sites", {"slug": site})
    )
    if not sites:
        raise FatdeskError(f"{client.address}: there is no site {site}, or the token may not see it")
    query: dict[str, int | str] = {"site_id": sites[0]["id"]}
    progress.step(1, STEPS, "Reading racks")
    racks = list(client.read("dcim/racks", query))
    if not racks:
        raise FatdeskError(f"{client.address}: site {sites[0]['name']} has no racks")
    progress.step(2, STEPS, "Reading devices")
    devices = list(client.read("dcim/devices", query))
    types = sorted({row["device_type"]["id"] for row in devices})
    heights = {
        row["id"]: float(row["u_height"])
        for row in client.read_of("dcim/device-types", "id", types, {"fields": "id,u_height"})
    }
    progress.step(3, STEPS, "Reading reservations")
    reservations = list(client.read("dcim/rack-reservations", query))
    return _Reading(client.address, str(sites[0]["name"]), heights).hall(racks, devices, reservations)


class _Reading:
    def __init__(self, address: str, site: str, heights: Mapping[int, float]) -> None:
        self._address, self._site, self._heights = address, site, heights
        self._notes: list[str] = []

    def hall(
        self,
        racks: list[dict[str, Any]],
        devices: list[dict[str, Any]],
        reservations: list[dict[str, Any]],
    ) -> Hall:
        """The hall of what was read."""
        of_rack: dict[int, list[Taken]] = {row["id"]: [] for row in racks}
        numbering = {row["id"]: row for row in racks}
        placed = 0
        apart: Counter[str] = Counter()
        for row in devices:
            rack = (row.get("rack") or {}).get("id", 0)
            if rack not in of_rack:
                apart["without a rack"] += 1
            elif row.get("position") is None:
                apart["in a rack without a unit, which take no unit here"] += 1
            else:
                placed += 1
                height = self._heights.get(row["device_type"]["id"], 1.0)
                of_rack[rack] += self._taken(numbering[rack], float(row["position"]), height, _title(row))
        self._notes += [f"{counted(count, 'device')} {why}" for why, count in apart.items()]
        for row in reservations:
            rack = (row.get("rack") or {}).get("id", 0)
            for unit in row.get("units") or () if rack in of_rack else ():
                note = f"reserved: {row.get('description') or row.get('user', {}).get('display', '')}"
                of_rack[rack] += self._taken(numbering[rack], float(unit), 1.0, note)
        found = tuple(self._rack(row, of_rack[row["id"]]) for row in racks)
        unknown = sum(rack.width_mm is None or rack.depth_mm is None for rack in found)
        if unknown:
            self._notes.append(f"{counted(unknown, 'rack')} without outer width or depth")
        return Hall(self._site, self._address, found, placed, tuple(self._notes))

    def _taken(self, rack: Mapping[str, Any], position: float, height: float, note: str) -> list[Taken]:
        """Units from the bottom; half units take the whole one."""
        if not height:
            return []
        first = float(rack.get("starting_unit") or 1)
        units = int(rack["u_height"])
        low = math.floor(position - first) + 1
        high = math.ceil(position - first + height)
        if rack.get("desc_units"):
            low, high = units - high + 1, units - low + 1
        low, top = max(1, low), min(high, units)
        if top < low:
            self._notes.append(f"{note}: is outside of rack {rack['name']}, left out")
            return []
        return [Taken(low, top - low + 1, note[:LONGEST_NOTE])]

    def _rack(self, row: Mapping[str, Any], taken: list[Taken]) -> HallRack:
        unit = MM.get(_choice(row.get("outer_unit")), 1.0)
        kind = row.get("rack_type") or {}
        units = int(row["u_height"])
        if units > MOST_UNITS:
            self._notes.append(f"rack {row['name']}: has {units} units, {MOST_UNITS} are read")
        mass = row.get("max_weight")
        return HallRack(
            name=str(row["name"]),
            location=str((row.get("location") or {}).get("name", "")),
            cell=str(row.get("facility_id") or ""),
            model=str(kind.get("model", "")),
            vendor=str((kind.get("manufacturer") or {}).get("name", "")),
            height_u=min(units, MOST_UNITS),
            width_mm=None if not row.get("outer_width") else float(row["outer_width"]) * unit,
            depth_mm=None if not row.get("outer_depth") else float(row["outer_depth"]) * unit,
            mass_limit_kg=None if not mass else float(mass) * KG.get(_choice(row.get("weight_unit")), 1.0),
            taken=_apart(taken, min(units, MOST_UNITS)),
        )


def _apart(taken: list[Taken], units: int) -> tuple[Taken, ...]:
    """Units without overlaps, from the bottom up: where two faces are used, both names."""
    names: dict[int, list[str]] = {}
    for one in taken:
        for u in range(one.u, min(one.u + one.height_u, units + 1)):
            of_unit = names.setdefault(u, [])
            if one.note not in of_unit:
                of_unit.append(one.note)
    found: list[Taken] = []
    for u in sorted(names):
        note = "; ".join(names[u])[:LONGEST_NOTE]
        if found and found[-1].note == note and found[-1].u + found[-1].height_u == u:
            found[-1] = found[-1]._replace(height_u=found[-1].height_u + 1)
        else:
            found.append(Taken(u, 1, note))
    return tuple(found)


def _title(row: Mapping[str, Any]) -> str:
    """Name, type and face of a device."""
    name = row.get("name") or f"device {row['id']}"
    face = _choice(row.get("face"))
    rear = ", rear" if face == "rear" else ""
    return f"{name} ({row['device_type'].get('model', '')}{rear})"


def _choice(value: object) -> str:
    return str(value.get("value", "")) if isinstance(value, Mapping) else str(value or "")

"""A hall of a server: the racks of a site with the units that devices and reservations take."""

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from fatdesk.core.errors import FatdeskError
from fatdesk.core.number_text import counted
from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.dcim.comparing import ADOPTED, slugs
from fatdesk.engine.dcim.dialect import Dialect
from fatdesk.engine.dcim.product import NETBOX, Product
from fatdesk.engine.dcim.records import Id, Row

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
    """A rack of a hall; figures that the server does not state are None.

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
    """The racks of a site, and what the reader should know of it.

    Attributes
    ----------
    own
        Devices with the tag of the project, which take no units.
    """

    site: str
    source: str
    racks: tuple[HallRack, ...]
    devices: int
    notes: tuple[str, ...]
    product: Product = NETBOX
    own: int = 0


def read_hall(server: Dialect, site: str, progress: Progress = SILENT, *, own: str = "") -> Hall:
    """Read the racks of a site.

    Parameters
    ----------
    own
        The tag of a project: what its pushes made or adopted takes no units.

    Raises
    ------
    FatdeskError
        When there is no such site, it has no racks, or the server cannot be read.
    """
    place = server.product.place
    progress.step(0, STEPS, f"Reading the {place}")
    sites = list(server.rows("sites", "name", [site])) or list(server.rows("sites", "slug", [site]))
    if not sites:
        raise FatdeskError(f"{server.address}: there is no {place} {site}, or the token may not see it")
    if len(sites) > 1:
        raise FatdeskError(f"{server.address}: there are {len(sites)} {place}s {site}, give the id of one")
    where = sites[0]["id"]
    progress.step(1, STEPS, "Reading racks")
    racks = list(server.rows("racks", "site", [where]))
    if not racks:
        raise FatdeskError(f"{server.address}: {place} {sites[0]['name']} has no racks, add them there")
    progress.step(2, STEPS, "Reading devices")
    every = list(server.rows("devices", "site", [where]))
    tags = {own, own + ADOPTED} if own else set()
    devices = [row for row in every if not tags.intersection(slugs(row))]
    types = sorted({row["device_type"]["id"] for row in devices})
    known = {row["id"]: row for row in server.rows("device-types", "id", types)}
    progress.step(3, STEPS, "Reading reservations")
    reservations = list(server.rows("rack-reservations", "site", [where]))
    reading = _Reading(server, str(sites[0]["name"]), known)
    return replace(reading.hall(racks, devices, reservations), own=len(every) - len(devices))


class _Reading:
    def __init__(self, server: Dialect, site: str, types: Mapping[Id, Row]) -> None:
        self._server, self._site, self._types = server, site, types
        self._notes: list[str] = []

    def hall(
        self,
        racks: list[Row],
        devices: list[Row],
        reservations: list[Row],
    ) -> Hall:
        """The hall of what was read."""
        of_rack: dict[Id, list[Taken]] = {row["id"]: [] for row in racks}
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
                kind = self._types.get(row["device_type"]["id"], {})
                height = float(kind.get("u_height", 1.0))
                title = _title(row, str(kind.get("model", "")))
                of_rack[rack] += self._taken(numbering[rack], float(row["position"]), height, title)
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
        product, address = self._server.product, self._server.address
        return Hall(self._site, address, found, placed, tuple(self._notes), product)

    def _taken(self, rack: Row, position: float, height: float, note: str) -> list[Taken]:
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

    def _rack(self, row: Row, taken: list[Taken]) -> HallRack:
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


def _title(row: Row, model: str) -> str:
    """Name, type and face of a device."""
    name = row.get("name") or f"device {row['id']}"
    face = _choice(row.get("face"))
    rear = ", rear" if face == "rear" else ""
    return f"{name} ({model}{rear})"


def _choice(value: object) -> str:
    return str(value.get("value", "")) if isinstance(value, Mapping) else str(value or "")

"""Places of panels: the racks that hold them, the units that they take there, the side that they face."""

import math
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.engine.cabling.laying import Cabling
from fatdesk.engine.cabling.positions import FloorPositions
from fatdesk.engine.cabling.rules import PanelRacks
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.mounting import Side
from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.engine.floor.budget import heights_u
from fatdesk.engine.floor.floor import Floor, Rack, Reserved
from fatdesk.engine.trays.routes import shortest_runs

NOTE = "panels"
"""Note of reserved units that are kept for panels."""


def units_for_panels(rack: Rack, catalog: Catalog, count: int, height_u: int) -> list[int | None]:
    """Return the lowest unit of each of some panels; None for those that find no free units.

    Units that are reserved with the note ``panels`` come first, then free ones, both from the top of the
    rack downwards. Other reserved units stay free.
    """
    part = catalog.rack(rack.part)
    top = part.height_u
    taken = _taken(rack, catalog)
    kept = {u for some in rack.reserved if is_for_panels(some) for u in _units(some)} - taken
    taken |= {u for some in rack.reserved for u in _units(some)} - kept
    found: list[int | None] = []
    for allowed in (kept, set(range(1, top + 1)) - taken - kept):
        free = set(allowed)
        for u in range(top - height_u + 1, 0, -1):
            units = set(range(u, u + height_u))
            if len(found) < count and units <= free:
                found.append(u)
                free -= units
    return found + [None] * (count - len(found))


def _taken(rack: Rack, catalog: Catalog) -> set[int]:
    """The units of devices and of what the rack comes with."""
    taken = {u for some in catalog.rack(rack.part).contents for u in range(some.u, some.u + some.height_u)}
    for device, height in zip(rack.devices, heights_u(rack.devices, catalog), strict=True):
        taken |= set(range(device.u, device.u + height))
    return taken


def free_units(rack: Rack, catalog: Catalog, panels: Iterable[tuple[int, int]]) -> int:
    """Return the number of units that are left for devices; panels in the rack by lowest unit and height."""
    part = catalog.rack(rack.part)
    if part.holds:
        return 0
    taken = _taken(rack, catalog) | {u for some in rack.reserved for u in _units(some)}
    taken |= {u for low, height in panels for u in range(low, low + height)}
    return len(set(range(1, part.height_u + 1)) - taken)


def nearest_rack(floor: Floor, rack: int, free: Sequence[int], units: int) -> int | None:
    """Return the nearest other rack with some free units, those of its row first; None: there is none.

    Parameters
    ----------
    free
        The free units of each rack.
    """
    own = floor.racks[rack]
    found = [
        (other.row != own.row, math.hypot(other.x_mm - own.x_mm, other.y_mm - own.y_mm), number)
        for number, other in enumerate(floor.racks)
        if number != rack and free[number] >= units
    ]
    return min(found)[-1] if found else None


def is_for_panels(reserved: Reserved) -> bool:
    """Whether units are reserved for panels."""
    return reserved.note.strip().lower() == NOTE


def _units(reserved: Reserved) -> range:
    return range(reserved.u, reserved.u + reserved.height_u)


def side_for_panels(positions: FloorPositions, fabrics: Sequence[Fabric], rack: int) -> Side:
    """Return the side at which most switches of a rack have their ports, else most of its devices."""
    middle = int(positions.middles[rack])
    faces: list[tuple[bool, int]] = []
    for seats, fabric in zip(positions.placed, fabrics, strict=True):
        here = np.flatnonzero(seats.rack == rack)
        switch = fabric.kind[here] == NodeKind.SWITCH
        faces += zip(switch.tolist(), seats.face_um[here].tolist(), strict=True)
    counted = [face for is_switch, face in faces if is_switch] or [face for _, face in faces]
    front = sum(face < middle for face in counted)
    return "front" if 2 * front >= len(counted) else "rear"


def is_panel_rack(rack: Rack) -> bool:
    """Whether a rack holds no devices and keeps units for panels."""
    return not rack.devices and any(is_for_panels(some) for some in rack.reserved)


def free_panels(rack: Rack, catalog: Catalog, height_u: int) -> int:
    """Return the number of panels of a height that find units in a rack."""
    most = catalog.rack(rack.part).height_u // height_u
    return sum(unit is not None for unit in units_for_panels(rack, catalog, most, height_u))


def lacking_units(
    needs: Mapping[int, tuple[int, int]], floor: Floor, catalog: Catalog, where: PanelRacks
) -> dict[int, tuple[int, int]]:
    """Return the racks of devices whose panels are wanted in panel racks, with number and height of those.

    Parameters
    ----------
    needs
        Number of panels and their height in units of each rack, by its index, if all are in it.
    """
    if where == "devices":
        return {}
    return {
        rack: (count, height)
        for rack, (count, height) in sorted(needs.items())
        if where == "own" or free_panels(floor.racks[rack], catalog, height) < count
    }


def panel_homes(
    needs: Mapping[int, tuple[int, int]], cabling: Cabling, catalog: Catalog, where: PanelRacks
) -> Longs:
    """Return for each rack, by its index, the rack in which the panels of its devices are.

    The panels of a rack stay together: they go into the nearest panel rack with room for all of them, by the
    trays, those of its row first; with racks of their own only into one of its row, so that cables between
    rows go over panels at both ends. Where none has room they stay in the rack of the devices.

    Parameters
    ----------
    needs
        As in :func:`lacking_units`.
    """
    floor = cabling.positions.floor
    homes = np.arange(len(floor.racks))
    wanted = lacking_units(needs, floor, catalog, where)
    panel_racks = [index for index, rack in enumerate(floor.racks) if is_panel_rack(rack)]
    if not wanted or not panel_racks:
        return homes
    of_row = np.array([rack.row for rack in floor.racks])
    left: dict[int, dict[int, int]] = {}
    away = _distances(cabling, np.array(list(wanted), np.int64), np.array(panel_racks, np.int64))
    for (rack, (count, height)), distances in zip(wanted.items(), away, strict=True):
        if rack in panel_racks:
            continue
        room = left.setdefault(
            height, {one: free_panels(floor.racks[one], catalog, height) for one in panel_racks}
        )
        near = np.lexsort((panel_racks, distances, of_row[panel_racks] != of_row[rack]))
        for number in near.tolist():
            home = panel_racks[number]
            if where == "own" and of_row[home] != of_row[rack]:
                break
            if distances[number] >= 0 and room[home] >= count:
                room[home] -= count
                homes[rack] = home
                break
    return homes


def _distances(cabling: Cabling, racks: Longs, panel_racks: Longs) -> Longs:
    """Metres in trays from racks to panel racks in micrometres; negative where no tray leads there."""
    a, b = np.repeat(racks, len(panel_racks)), np.tile(panel_racks, len(racks))
    low, high = np.minimum(a, b), np.maximum(a, b)
    runs = shortest_runs(cabling.positions.graph, low, high, ways=cabling.positions.ways)
    found: Longs = runs.length_um.reshape(len(racks), len(panel_racks))
    return found

"""Places of panels in racks: the units that they take, from the top down, and the side that they face."""

import math
from collections.abc import Iterable, Sequence

import numpy as np

from fatdesk.engine.cabling.positions import FloorPositions
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.mounting import Side
from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.engine.floor.budget import heights_u
from fatdesk.engine.floor.floor import Floor, Rack, Reserved

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

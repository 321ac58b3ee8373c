"""Where each node of a fabric sits: rack, unit, and height below the top of the rack."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Longs
from fatdesk.core.units import HALF_U_UM, um_from_mm
from fatdesk.engine.cabling.faces import face_um
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.fabric.fabric import Fabric
from fatdesk.engine.floor.floor import Device, Rack

NOWHERE = -1


class Seat(NamedTuple):
    """A place on the floor: the device at it is ``device``, or sits inside it in ``slot`` (from 1)."""

    rack: int
    """Index into the floor's racks."""
    u: int
    height_u: int
    slot: int = 0
    face_um: int = 0
    """How far behind the rack's front its ports are."""


@dataclass(frozen=True, eq=False)
class Seats:
    """The seats of a fabric's nodes as arrays; rack is NOWHERE for what is not placed.

    ``z_um`` runs from the top of the rack's highest unit down to the middle of the device, ``face_um`` from
    the rack's front back to the ports.
    """

    rack: NDArray[np.int32]
    z_um: Longs
    face_um: Longs


def seat_map(racks: Sequence[Rack], catalog: Catalog) -> dict[str, Seat]:
    """The seat of every device by id, those inside enclosures included."""
    seats: dict[str, Seat] = {}
    known: dict[tuple[str, str], tuple[int, int]] = {}
    for index, rack in enumerate(racks):
        for device in rack.devices:
            key = (device.part, rack.part)
            if key not in known:
                face = face_um(catalog[device.part], catalog.rack(rack.part))
                known[key] = height_of(device, catalog), face
            height, face = known[key]
            seat = Seat(index, device.u, height, 0, face)
            seats[device.id] = seat
            for slot, inner in enumerate(device.inside, start=1):
                seats[inner.id] = seat._replace(slot=slot)
    return seats


def height_of(device: Device, catalog: Catalog) -> int:
    """Units that a device takes; one where its part does not say."""
    height = catalog[device.part].height_u
    return 1 if height is None else height


def seats_of(fabric: Fabric, seats: Mapping[str, Seat], racks: Sequence[Rack], catalog: Catalog) -> Seats:
    """The seats of a fabric's nodes.

    z = (units above the device's middle) = H - (u - 1) - h / 2 of a rack of H units, in halves of a unit.
    """
    tops = [catalog.rack(rack.part).height_u for rack in racks]
    rack = np.full(fabric.node_count, NOWHERE, np.int32)
    z_um = np.zeros(fabric.node_count, np.int64)
    face = np.zeros(fabric.node_count, np.int64)
    for node, node_id in enumerate(fabric.ids):
        seat = seats.get(node_id)
        if seat is not None:
            rack[node] = seat.rack
            z_um[node] = 2 * (tops[seat.rack] - seat.u + 1) - seat.height_u
            face[node] = seat.face_um
    return Seats(rack, z_um * HALF_U_UM, face)


def half_widths(racks: Sequence[Rack], catalog: Catalog) -> Longs:
    """Half of each rack's width, micrometres: the way of a cable to the side of its rack."""
    return np.array([um_from_mm(catalog.rack(rack.part).width_mm) // 2 for rack in racks], np.int64)


def middles(racks: Sequence[Rack], catalog: Catalog) -> Longs:
    """Half of each rack's depth, micrometres: from its front to its middle, below the tray."""
    return np.array([um_from_mm(catalog.rack(rack.part).depth_mm) // 2 for rack in racks], np.int64)

"""Ends of the pieces of channels in racks: cords from devices to panels, trunks from panels to the trays."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.engine.cabling.laying import FabricCabling
from fatdesk.engine.cabling.port_halves import Halves, port_halves
from fatdesk.engine.cabling.positions import Seats
from fatdesk.engine.cabling.rack_sides import CableEnds, HungCables, RackRoom
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.structured.structured import PlacedPanel, Structured


class _Heights(NamedTuple):
    """Micrometres from the top of the highest unit of their racks down to the middle of panels."""

    z_um: Longs
    at_rear: Longs

    @classmethod
    def of(cls, panels: Sequence[PlacedPanel], room: RackRoom) -> "_Heights":
        """Of all panels."""
        z_um = [panel.z_um(int(room.units[panel.rack])) for panel in panels]
        return cls(np.array(z_um, np.int64), np.array([panel.side == "rear" for panel in panels], np.int64))


def hung_pieces(structured: Structured, catalog: Catalog) -> tuple[list[HungCables], RackRoom]:
    """Return all cables as they are laid: direct ones, patch cords and trunks, and the racks.

    A cord runs at the side of the port of its device, within the rack. A trunk leaves its panel to the left
    and to the right in turn, by its number.
    """
    cabling = structured.cabling
    room = RackRoom.of(cabling.positions, catalog, cabling.depth)
    heights = _Heights.of(structured.panels, room)
    found = []
    for number, (made, seats) in enumerate(zip(cabling.fabrics, cabling.positions.placed, strict=True)):
        halves = port_halves(made.fabric, catalog)
        direct = np.ones(made.count, bool)
        direct[structured.channels[number].cable] = False
        found.append(HungCables.of(made.take(np.flatnonzero(direct)), seats, halves, room))
        if not direct.all():
            found += [
                _cords(structured, number, made, seats, halves, room, heights),
                _trunks(structured, number, made, room, heights),
            ]
    return found, room


def _cords(
    structured: Structured,
    number: int,
    made: FabricCabling,
    seats: Seats,
    halves: Halves,
    room: RackRoom,
    heights: _Heights,
) -> HungCables:
    """The patch cords of a fabric, those of the first ends of all channels before those of the others."""
    channels = structured.channels[number]
    head = made.heads[channels.cable]
    columns = []
    for end in (0, 1):
        node = made.fabric.ends[head, end]
        rack = seats.rack[node].astype(np.int64)
        side = 2 * (seats.face_um[node] > 0) + halves[head, end]
        device = room.unit(rack, seats.z_um[node])
        panel = room.unit(rack, heights.z_um[channels.port[:, end, 0]])
        columns.append((rack, side, np.minimum(device, panel), np.maximum(device, panel)))
    rack, side, low, high = (np.concatenate(pair) for pair in zip(*columns, strict=True))
    count, nothing = len(rack), np.zeros(len(rack), np.int64)
    ends = CableEnds(np.arange(count), nothing, rack, side, low, high, np.ones(count, bool), nothing)
    computed = channels.parts_um[:, :, 5].T.reshape(-1)
    choice = channels.cord.T.reshape(-1)
    return HungCables(ends, choice, made.laid.choices, computed, nothing, np.zeros(count, bool))


def _trunks(
    structured: Structured, number: int, made: FabricCabling, room: RackRoom, heights: _Heights
) -> HungCables:
    """The trunks of a fabric, each with its ends in two racks."""
    trunks = [trunk for trunk in structured.trunks if trunk.fabric == number]
    racks = np.array([trunk.rack for trunk in trunks], np.int64).reshape(-1)
    panels = np.array(
        [[structured.rears(trunk, end)[0].panel for end in (0, 1)] for trunk in trunks], np.int64
    ).reshape(-1)
    z, count = heights.z_um[panels], len(trunks)
    side = 2 * heights.at_rear[panels] + np.repeat(np.arange(count) % 2, 2)
    exit_um = room.exit_um[racks]
    first, last = room.unit(racks, z), room.unit(racks, exit_um)
    run = room.halves[racks] + np.abs(z - exit_um)
    if room.middles is not None:
        run += room.middles[racks]  # from the face of the panel to the middle of the rack
    cable = np.repeat(np.arange(count), 2)
    ends = CableEnds(
        cable,
        np.tile([0, 1], count),
        racks,
        side,
        np.minimum(first, last),
        np.maximum(first, last),
        np.zeros(2 * count, bool),
        run,
    )
    parts = np.array([trunk.parts_um for trunk in trunks], np.int64).reshape(-1, 6)
    choice = np.array([trunk.choice for trunk in trunks], np.int64)
    return HungCables(ends, choice, made.laid.choices, parts[:, 5], parts[:, 0], np.zeros(count, bool))

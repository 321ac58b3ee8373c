"""Ends of the pieces of channels in racks: cords from devices to panels, trunks from panels to the trays."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.engine.cabling.laying import FabricCabling
from fatdesk.engine.cabling.positions import Seats
from fatdesk.engine.cabling.rack_sides import CableEnds, Halves, HungCables, RackRoom, port_halves
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.structured.structured import PlacedPanel, Structured


class _Heights(NamedTuple):
    """Micrometres from the top of the highest unit of their racks down to the middle of panels."""

    rack: Longs
    z_um: Longs
    at_rear: Longs

    @classmethod
    def of(cls, panels: Sequence[PlacedPanel], room: RackRoom) -> "_Heights":
        """Of all panels."""
        z_um = [panel.z_um(int(room.units[panel.rack])) for panel in panels]
        at_rear = [panel.side == "rear" for panel in panels]
        columns = ([panel.rack for panel in panels], z_um, at_rear)
        return cls(*(np.array(column, np.int64) for column in columns))

    def side(self, panel: Longs, number: Longs) -> Longs:
        """The sides at which cables leave panels: left and right in turn by their numbers."""
        found: Longs = 2 * self.at_rear[panel] + number % 2
        return found


def hung_pieces(structured: Structured, catalog: Catalog) -> tuple[list[HungCables], RackRoom]:
    """Return all cables as they are laid: direct ones, patch cords and trunks, and the racks.

    A cord runs at the side of the port of its device, within the rack; one to a panel in another rack leaves
    both, there to the left and to the right in turn, as a trunk leaves its panel, by its number.
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
    head, count = made.heads[channels.cable], len(channels.cable)
    found = []
    for end in (0, 1):
        node, panel = made.fabric.ends[head, end], channels.port[:, end, 0]
        cord, rack, home = (
            end * count + np.arange(count),
            seats.rack[node].astype(np.int64),
            heights.rack[panel],
        )
        z, panel_z, face = seats.z_um[node], heights.z_um[panel], seats.face_um[node]
        side = 2 * (face > 0) + halves[head, end]
        device, other = room.unit(rack, z), room.unit(home, panel_z)
        low, high, nothing = np.minimum(device, other), np.maximum(device, other), np.zeros(count, np.int64)
        within = rack == home
        columns = cord, nothing, rack, side, low, high, within, nothing
        found.append(CableEnds(*(column[within] for column in columns)))
        apart = np.flatnonzero(~within)
        if len(apart):
            depth = nothing if room.middles is None else np.abs(face - room.middles[rack])
            some = cord, nothing, rack, side, z, depth
            found.append(_leaving(room, *(column[apart] for column in some)))
            some = cord, nothing + 1, home, heights.side(panel, cord), panel_z, _from_panel(room, home)
            found.append(_leaving(room, *(column[apart] for column in some)))
    ends = CableEnds(*(np.concatenate(column) for column in zip(*found, strict=True)))
    route, computed = (channels.parts_um[:, :, part].T.reshape(-1) for part in (0, 5))
    choice = channels.cord.T.reshape(-1)
    return HungCables(ends, choice, made.laid.choices, computed, route, np.zeros(2 * count, bool))


def _trunks(
    structured: Structured, number: int, made: FabricCabling, room: RackRoom, heights: _Heights
) -> HungCables:
    """The trunks of a fabric, each with its ends in two racks."""
    trunks = [trunk for trunk in structured.trunks if trunk.fabric == number]
    racks = np.array([trunk.rack for trunk in trunks], np.int64).reshape(-1)
    panels = np.array(
        [[structured.rears(trunk, end)[0].panel for end in (0, 1)] for trunk in trunks], np.int64
    ).reshape(-1)
    cable = np.repeat(np.arange(len(trunks)), 2)
    end = np.tile([0, 1], len(trunks))
    side, z = heights.side(panels, cable), heights.z_um[panels]
    ends = _leaving(room, cable, end, racks, side, z, _from_panel(room, racks))
    parts = np.array([trunk.parts_um for trunk in trunks], np.int64).reshape(-1, 6)
    choice = np.array([trunk.choice for trunk in trunks], np.int64)
    return HungCables(ends, choice, made.laid.choices, parts[:, 5], parts[:, 0], np.zeros(len(trunks), bool))


def _from_panel(room: RackRoom, rack: Longs) -> Longs:
    """From the face of panels to the middle of their racks."""
    return np.zeros(len(rack), np.int64) if room.middles is None else room.middles[rack]


def _leaving(
    room: RackRoom, cable: Longs, end: Longs, rack: Longs, side: Longs, z_um: Longs, depth_um: Longs
) -> CableEnds:
    """Ends of cables that leave their racks, by the height at which they begin and their way in depth."""
    exit_um = room.exit_um[rack]
    first, last = room.unit(rack, z_um), room.unit(rack, exit_um)
    low, high = np.minimum(first, last), np.maximum(first, last)
    run = room.halves[rack] + np.abs(z_um - exit_um) + depth_um
    return CableEnds(cable, end, rack, side, low, high, np.zeros(len(cable), bool), run)

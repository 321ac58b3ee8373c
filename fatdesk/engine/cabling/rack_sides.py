"""Cables at the sides of racks: what runs past each unit, what is stored there, and what leaves upward.

A cable leaves its device to the left or to the right (``port_halves``), runs at that side of the rack, at the
face of the ports, up to the tray (down where the tray is below), or to a device of the same rack. Cables
within a rack run at the side of their first end. What is ordered beyond the computed length is stored at the
same sides.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Bools, Longs
from fatdesk.core.units import HALF_U_UM, UM_PER_M
from fatdesk.engine.cabling.filling import section_um2
from fatdesk.engine.cabling.laying import Cabling, FabricCabling
from fatdesk.engine.cabling.port_halves import Halves, port_halves
from fatdesk.engine.cabling.positions import FloorPositions, Seats
from fatdesk.engine.cabling.rules import ExcessAt
from fatdesk.engine.cabling.spans import State
from fatdesk.engine.catalog.catalog import Catalog

U_UM = 2 * HALF_U_UM
SIDES = ("left at the front", "right at the front", "left at the rear", "right at the rear")
"""Sides of a rack, as seen by who faces the ports there; number 2 x (0 front, 1 rear) + (0 left, 1 right)."""
HALVES = ("left", "right")


@dataclass(frozen=True, eq=False)
class RackRoom:
    """Heights of racks and what leads out of them.

    Attributes
    ----------
    units
        Of each rack.
    first
        The first of the ``4 x units`` cells of each rack, side by side from unit 1; and the number of all.
    exit_um
        From the top of the highest unit down to where cables leave the rack: 0 is its top.
    upward
        Whether they pass its top.
    outside_um
        From there to the tray.
    halves, middles
        Half of its width and half of its depth; None: the depth does not count.
    """

    units: Longs
    first: Longs
    exit_um: Longs
    upward: Bools
    outside_um: Longs
    halves: Longs
    middles: Longs | None

    @classmethod
    def of(cls, positions: FloorPositions, catalog: Catalog, depth: bool) -> "RackRoom":
        """The racks of a floor."""
        heights = {part: catalog.rack(part).height_u for part in {r.part for r in positions.floor.racks}}
        units = np.array([heights[rack.part] for rack in positions.floor.racks], np.int64)
        drop = positions.graph.drop_um
        exit_um = np.clip(-drop, 0, units * U_UM)
        return cls(
            units,
            np.concatenate([[0], np.cumsum(4 * units)]).astype(np.int64),
            exit_um,
            drop >= 0,
            np.abs(drop + exit_um),
            positions.halves,
            positions.middles if depth else None,
        )

    def unit(self, rack: Longs, z_um: Longs) -> Longs:
        """The unit at a distance below the top of the highest unit."""
        units = self.units[rack]
        found: Longs = np.clip(units - z_um // U_UM, 1, units)
        return found

    def cell(self, rack: Longs, side: Longs, unit: Longs) -> Longs:
        """The cell of a unit at a side of a rack."""
        return self.first[rack] + side * self.units[rack] + unit - 1


class CableEnds(NamedTuple):
    """Ends of cables in racks; a cable within a rack is one of them.

    Attributes
    ----------
    cable
        Its number.
    end
        0: the first end of its links, 1: the other.
    rack, side
        Index of the rack, and its side.
    low, high
        Units past which it runs.
    within
        Whether both of its ends are in the rack.
    run_um
        Length in the rack, from the port to where it leaves; of one within a rack 0.
    """

    cable: Longs
    end: Longs
    rack: Longs
    side: Longs
    low: Longs
    high: Longs
    within: Bools
    run_um: Longs


def ends_in_racks(made: FabricCabling, seats: Seats, halves: Halves, room: RackRoom) -> CableEnds:
    """Find the ends of the cables of a fabric in racks, those without a known cable too.

    A cable of several links has one end at a device, a splitter one at each device that it goes to.
    """
    fabric, links = made.fabric, made.links
    cable = np.repeat(np.arange(made.count), np.diff(made.start))
    state = made.spans.state[cable]
    known = (state == State.LAID) | (state == State.NO_CABLE) | (state == State.EXTERNAL)
    if not known.all():
        cable, links = cable[known], links[known]
    nodes = fabric.ends[links].astype(np.int64)
    racks = seats.rack[nodes].astype(np.int64)
    within = (racks[:, 0] >= 0) & (racks[:, 0] == racks[:, 1])
    found = []
    for inner, end, here in (
        (True, 0, within),
        (False, 0, ~within & (racks[:, 0] >= 0)),
        (False, 1, ~within & (racks[:, 1] >= 0)),
    ):
        some = np.flatnonzero(here)
        if made.count < len(made.links):
            key = cable[some] * fabric.node_count + nodes[some, end]
            key = key * fabric.node_count + nodes[some, 1] if inner else key
            some = some[np.sort(np.unique(key, return_index=True)[1])]
        node, rack = nodes[some, end], racks[some, end]
        side = 2 * (seats.face_um[node] > 0) + halves[links[some], end]
        z = seats.z_um[node]
        other = seats.z_um[nodes[some, 1]] if inner else room.exit_um[rack]
        first, last = room.unit(rack, z), room.unit(rack, other)
        run = np.zeros(len(some), np.int64) if inner else room.halves[rack] + np.abs(z - other)
        if room.middles is not None and not inner:
            run += np.abs(seats.face_um[node] - room.middles[rack])
        low, high = np.minimum(first, last), np.maximum(first, last)
        whole, ends = np.full(len(some), inner), np.full(len(some), end)
        found.append(CableEnds(cable[some], ends, rack, side, low, high, whole, run))
    return CableEnds(*(np.concatenate(column) for column in zip(*found, strict=True)))


def stored_um(made: FabricCabling) -> Longs:
    """Length of each cable that is ordered beyond the computed one."""
    ordered = np.array([choice.ordered_um for choice in made.choices] + [0], np.int64)[made.choice]
    known = (made.choice >= 0) & (made.spans.computed_um >= 0)
    return np.where(known, np.maximum(ordered - made.spans.computed_um, 0), 0)


class EndRoles(NamedTuple):
    """The far ones of some ends of cables, and how many of each role their cables have in racks.

    The near end is the one with one plug, as end a of the wiring list.
    """

    is_far: Bools
    near: Longs
    far: Longs

    @classmethod
    def of(cls, ends: CableEnds, cables: int) -> "EndRoles":
        """The roles of all ends."""
        count = np.stack([np.bincount(ends.cable[ends.end == end], minlength=cables) for end in (0, 1)])
        turned = (count[1] > 0) & (count[1] < count[0])
        near, far = np.where(turned, count[::-1], count)[:, ends.cable]
        return cls((ends.end == 1) != turned[ends.cable], near, far)

    def shared(self, total: Longs, at: ExcessAt) -> Longs:
        """Return the share of each end in an amount of its cable.

        What would be at the other end, which is outside all racks or in the same one, is here.

        Parameters
        ----------
        total
            Of its cable, for each end.
        """
        own = np.where(self.is_far, self.far, self.near)
        alone = (self.near == 0) | (self.far == 0)
        if at == "both":
            return total // np.where(alone, own, 2 * own)
        return np.where(alone | (self.is_far == (at == "far")), total // own, 0)


@dataclass(frozen=True, eq=False)
class SideLoad:
    """Load of the sides of racks, as sums that can be added.

    Attributes
    ----------
    area_um2, cables, unknown
        Of each cell: cross-section of the cables that run there, their number, and those of unknown diameter.
    stored_nl, unstored
        Of each side of each rack: volume of the excess cable, nanolitres, and cables of unknown excess.
    stored_um
        Its length.
    top_um2, top_cables, top_unknown
        Of the left and the right half of each rack: what leaves it by its top.
    """

    area_um2: Longs
    cables: Longs
    unknown: Longs
    stored_nl: Longs
    unstored: Longs
    stored_um: Longs
    top_um2: Longs
    top_cables: Longs
    top_unknown: Longs

    @property
    def columns(self) -> tuple[Longs, ...]:
        """All figures, in the order of the fields."""
        return (
            self.area_um2,
            self.cables,
            self.unknown,
            self.stored_nl,
            self.unstored,
            self.stored_um,
            self.top_um2,
            self.top_cables,
            self.top_unknown,
        )

    def __add__(self, other: "SideLoad") -> "SideLoad":
        """Both together."""
        return SideLoad(*(one + more for one, more in zip(self.columns, other.columns, strict=True)))


@dataclass(frozen=True, eq=False)
class RackSides:
    """The load of the sides of racks, by the order of the racks on the floor."""

    room: RackRoom
    load: SideLoad

    @classmethod
    def of(cls, cabling: Cabling, catalog: Catalog) -> "RackSides":
        """Of all cables of a project."""
        positions = cabling.positions
        room = RackRoom.of(positions, catalog, cabling.depth)
        halves = [port_halves(made.fabric, catalog) for made in cabling.fabrics]
        return cls(room, side_load(cabling.fabrics, positions.placed, halves, room, cabling.excess_at))

    @property
    def stored_um2(self) -> Longs:
        """Cross-section of the excess cable at each side of each rack, spread over all its units."""
        high = np.repeat(self.room.units * U_UM, 4)
        return np.rint(self.load.stored_nl * (UM_PER_M / high)).astype(np.int64)


def side_load(
    fabrics: Sequence[FabricCabling],
    placed: Sequence[Seats],
    halves: Sequence[Halves],
    room: RackRoom,
    at: ExcessAt,
) -> SideLoad:
    """Return the load of the sides of all racks.

    Parameters
    ----------
    at
        Where excess cable is stored: near end, far end, or half at both.
    """
    racks, cells = len(room.units), int(room.first[-1])
    sizes = 3 * (cells,) + 3 * (4 * racks,) + 3 * (2 * racks,)
    found = SideLoad(*(np.zeros(size, np.int64) for size in sizes))
    for made, seats, of_links in zip(fabrics, placed, halves, strict=True):
        found += _of_fabric(made, ends_in_racks(made, seats, of_links, room), room, at)
    return found


def _of_fabric(made: FabricCabling, ends: CableEnds, room: RackRoom, at: ExcessAt) -> SideLoad:
    racks, cells = len(room.units), int(room.first[-1])
    sections = [choice.option.cable.diameter_mm for choice in made.choices]
    area = np.array([0 if d is None else section_um2(d) for d in sections] + [0], np.int64)
    unsized = np.array([d is None for d in sections] + [True], bool)
    choice = made.choice[ends.cable]
    own, lacks = area[choice], unsized[choice]
    first = room.cell(ends.rack, ends.side, ends.low)
    behind = room.cell(ends.rack, ends.side, ends.high) + 1
    excess = stored_um(made)
    volume = (area[made.choice] * excess) // UM_PER_M
    unstored = np.where(((excess > 0) & unsized[made.choice]) | (made.choice < 0), 2 * made.count, 0)
    roles, place = EndRoles.of(ends, made.count), 4 * ends.rack + ends.side
    volumes, open_, lengths = (roles.shared(total[ends.cable], at) for total in (volume, unstored, excess))
    up = np.flatnonzero(~ends.within & room.upward[ends.rack])
    half = 2 * ends.rack[up] + ends.side[up] % 2
    return SideLoad(
        _spread(first, behind, own, cells),
        _spread(first, behind, None, cells),
        _spread(first, behind, lacks, cells),
        _sums(place, volumes, 4 * racks),
        _sums(place, open_ > 0, 4 * racks),
        _sums(place, lengths, 4 * racks),
        _sums(half, own[up], 2 * racks),
        _sums(half, np.ones(len(up)), 2 * racks),
        _sums(half, lacks[up], 2 * racks),
    )


def _sums(place: Longs, weight: NDArray[np.generic], size: int) -> Longs:
    """Sums of whole numbers below 2^53, which the floats of bincount hold exactly."""
    return np.bincount(place, weight.astype(np.float64), size).astype(np.int64)


def _spread(first: Longs, behind: Longs, weight: Longs | Bools | None, count: int) -> Longs:
    """Add weights, or 1, to ranges of cells."""
    rises, falls = (np.bincount(some, weight, count + 1).astype(np.int64) for some in (first, behind))
    result: Longs = np.cumsum(rises - falls)[:count]
    return result

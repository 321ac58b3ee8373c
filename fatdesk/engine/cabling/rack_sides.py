"""Cables in racks: what runs past each unit at its sides, is stored there, leaves upward, and its mass.

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

from fatdesk.core.arrays import Bools, Longs, distinct
from fatdesk.core.errors import FatdeskError
from fatdesk.core.units import HALF_U_UM, UM_PER_M
from fatdesk.engine.cabling.choice.choosing import Choice
from fatdesk.engine.cabling.filling import section_um2
from fatdesk.engine.cabling.laying import Cabling, FabricCabling
from fatdesk.engine.cabling.positions import FloorPositions, Seats
from fatdesk.engine.cabling.rules import ExcessAt
from fatdesk.engine.cabling.spans import State
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.plugs import CageGrid, PortTable, port_table
from fatdesk.engine.fabric.fabric import Fabric, NodePart
from fatdesk.engine.floor.budget import Extra, InRacks
from fatdesk.engine.floor.floor import Rack

Halves = NDArray[np.int8]
"""For each link and each of its ends LEFT or RIGHT, as seen by who faces the ports: (m, 2)."""
LEFT, RIGHT, MIDDLE = 0, 1, 2


def port_halves(fabric: Fabric, catalog: Catalog) -> Halves:
    """Find the half of each end of each link, by the place of the port on its device or line card.

    No cable crosses the middle of the rack: ports in the left half of a device leave to the left. Ports in
    the middle, such as the only one of a host, leave to the left and to the right in turn, by the number of
    the device.
    """
    found = np.full(fabric.ends.shape, MIDDLE, np.int8)
    part = fabric.part[fabric.ends]
    for number, of in enumerate(fabric.parts):
        halves = np.append(_of_part(of, catalog), np.int8(MIDDLE))
        here = part == number
        found[here] = halves[np.minimum(fabric.ports[here], len(halves) - 1)]
    in_turn = (fabric.index[fabric.ends] % 2).astype(np.int8)
    return np.where(found == MIDDLE, in_turn, found)


def _of_part(of: NodePart, catalog: Catalog) -> NDArray[np.int8]:
    """The half of each port of a part; of one without known ports none."""
    try:
        table = port_table(catalog, of.part, of.cards, of.card)
    except FatdeskError:
        return np.zeros(0, np.int8)
    return halves_of(table)


def halves_of(table: PortTable) -> NDArray[np.int8]:
    """Return the half of each port of a table.

    >>> from fatdesk.engine.catalog.parts import Ports
    >>> from fatdesk.engine.catalog.plugs import table_of
    >>> halves_of(table_of((Ports(count=6, connector="qsfp", rate_gbps=100.0),))).tolist()
    [0, 0, 2, 2, 1, 1]
    """
    cage = table.cage.astype(np.int64)
    data, rest = cage[: table.data], cage[table.data :]
    if table.cages_per_card:
        data = data % table.cages_per_card
    groups = [data - data.min(initial=0), rest - rest.min(initial=0) if len(rest) else rest]
    return np.concatenate([_split(some) for some in groups])


def _split(cage: NDArray[np.int64]) -> NDArray[np.int8]:
    """The half of cages that are numbered from 0."""
    if not len(cage):
        return np.zeros(0, np.int8)
    grid = CageGrid.of(cage, int(cage.max()) + 1)
    middle = 2 * grid.column + 1 - grid.columns
    return np.where(middle < 0, LEFT, np.where(middle > 0, RIGHT, MIDDLE)).astype(np.int8)


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


class HungCables(NamedTuple):
    """Some cables with their ends in racks: those of a fabric, or the pieces of channels over panels.

    Attributes
    ----------
    choice, computed_um, route_um, outside
        Of each cable: what is ordered (-1: nothing is chosen), its length, what of it is in trays, and
        whether its far end is outside the project.
    """

    ends: CableEnds
    choice: Longs
    choices: tuple[Choice, ...]
    computed_um: Longs
    route_um: Longs
    outside: Bools

    @classmethod
    def of(cls, made: FabricCabling, seats: Seats, halves: Halves, room: RackRoom) -> "HungCables":
        """Of the cables of a fabric from device to device."""
        spans = made.spans
        ends = ends_in_racks(made, seats, halves, room)
        columns = made.choice, made.choices, spans.computed_um, spans.route_um
        return cls(ends, *columns, spans.state == State.EXTERNAL)

    @property
    def number(self) -> int:
        """Number of cables."""
        return len(self.choice)

    @property
    def ordered_um(self) -> Longs:
        """Ordered length of each cable; 0: nothing is chosen."""
        found: Longs = np.array([one.ordered_um for one in self.choices] + [0], np.int64)[self.choice]
        return found

    @property
    def stored_um(self) -> Longs:
        """Length of each cable that is ordered beyond the computed one."""
        known = (self.choice >= 0) & (self.computed_um >= 0)
        return np.where(known, np.maximum(self.ordered_um - self.computed_um, 0), 0)


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
    def of(cls, hung: Sequence[HungCables], room: RackRoom, at: ExcessAt) -> "RackSides":
        """Of some cables; ``at``: the end at which their excess is stored."""
        return cls(room, side_load(hung, room, at))

    @property
    def stored_um2(self) -> Longs:
        """Cross-section of the excess cable at each side of each rack, spread over all its units."""
        high = np.repeat(self.room.units * U_UM, 4)
        return np.rint(self.load.stored_nl * (UM_PER_M / high)).astype(np.int64)


def hung_cables(cabling: Cabling, catalog: Catalog) -> tuple[list[HungCables], RackRoom]:
    """Return all cables of a project as they run from device to device, and the racks."""
    positions = cabling.positions
    room = RackRoom.of(positions, catalog, cabling.depth)
    return [
        HungCables.of(made, seats, port_halves(made.fabric, catalog), room)
        for made, seats in zip(cabling.fabrics, positions.placed, strict=True)
    ], room


def side_load(hung: Sequence[HungCables], room: RackRoom, at: ExcessAt) -> SideLoad:
    """Return the load of the sides of all racks.

    Parameters
    ----------
    at
        Where excess cable is stored: near end, far end, or half at both.
    """
    racks, cells = len(room.units), int(room.first[-1])
    sizes = 3 * (cells,) + 3 * (4 * racks,) + 3 * (2 * racks,)
    found = SideLoad(*(np.zeros(size, np.int64) for size in sizes))
    for some in hung:
        found += _load_of(some, room, at)
    return found


def _load_of(made: HungCables, room: RackRoom, at: ExcessAt) -> SideLoad:
    ends = made.ends
    racks, cells = len(room.units), int(room.first[-1])
    sections = [choice.option.cable.diameter_mm for choice in made.choices]
    area = np.array([0 if d is None else section_um2(d) for d in sections] + [0], np.int64)
    unsized = np.array([d is None for d in sections] + [True], bool)
    choice = made.choice[ends.cable]
    own, lacks = area[choice], unsized[choice]
    first = room.cell(ends.rack, ends.side, ends.low)
    behind = room.cell(ends.rack, ends.side, ends.high) + 1
    excess = made.stored_um
    volume = (area[made.choice] * excess) // UM_PER_M
    unstored = np.where(((excess > 0) & unsized[made.choice]) | (made.choice < 0), 2 * made.number, 0)
    roles, place = EndRoles.of(ends, made.number), 4 * ends.rack + ends.side
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


def cables_in_racks(
    hung: Sequence[HungCables], room: RackRoom, racks: Sequence[Rack], at: ExcessAt
) -> InRacks:
    """Return the mass of the cables in each rack, by its number; racks without cables are left out.

    A cable that is within a rack counts there whole, one to outside the project not at all. Of others counts
    what runs in the rack; slack and tolerance are divided between both ends, and excess is where it is
    stored.
    """
    mass = np.zeros(len(racks))
    here = np.zeros(len(racks), bool)
    lacks: dict[int, set[str]] = {}
    for made in hung:
        ends = made.ends
        ordered_here = ~made.outside[ends.cable]
        here[ends.rack[ordered_here]] = True
        roles = EndRoles.of(ends, made.number)
        cables = [choice.option.cable for choice in made.choices]
        per_um = np.array([(cable.mass_kg_per_m or 0.0) / UM_PER_M for cable in cables] + [0.0])
        of_plug = np.array([cable.mass_kg_per_end or 0.0 for cable in cables] + [0.0])
        plugs = np.array([(min(cable.ends), max(cable.ends)) for cable in cables] + [(1, 1)], np.float64)
        outside = np.where(ends.within, 0, room.outside_um[ends.rack])
        known = np.bincount(ends.cable, ends.run_um + outside, made.number).astype(np.int64)
        known += np.maximum(made.route_um, 0)
        excess = made.stored_um
        rest = np.maximum(made.ordered_um - known - excess, 0)
        length = ends.run_um + roles.shared(rest[ends.cable], "both") + roles.shared(excess[ends.cable], at)
        choice = made.choice[ends.cable]
        near, far = plugs[choice].T
        inner = np.bincount(ends.cable, ends.within, made.number)[ends.cable]
        count = np.where(
            roles.is_far, far / np.maximum(roles.far + inner, 1), near / np.maximum(roles.near, 1)
        )
        count += np.where(ends.within, far / np.maximum(roles.far + inner, 1), 0.0)
        mass += np.bincount(ends.rack, length * per_um[choice] + count * of_plug[choice], len(racks))
        _add_lacking(lacks, made, ends.rack[ordered_here], choice[ordered_here])
    return {
        racks[index].number: Extra(
            mass_kg=round(float(mass[index]), 6), lacks_mass=tuple(sorted(lacks.get(index, ())))
        )
        for index in np.flatnonzero(here).tolist()
    }


def _add_lacking(lacks: dict[int, set[str]], made: HungCables, rack: Longs, choice: Longs) -> None:
    """Add the parts of unknown mass in each rack; an empty id is a cable that is not chosen."""
    parts = {
        number: some.option.cable.id
        for number, some in enumerate(made.choices)
        if some.option.cable.mass_kg_per_m is None or some.option.cable.mass_kg_per_end is None
    }
    unknown = np.ones(len(made.choices) + 1, bool)
    unknown[:-1] = [number in parts for number in range(len(made.choices))]
    some = unknown[choice]
    pairs = distinct(rack[some] * len(unknown) + choice[some] % len(unknown))
    for index, number in zip(*(column.tolist() for column in np.divmod(pairs, len(unknown))), strict=True):
        lacks.setdefault(index, set()).add(parts.get(number, ""))

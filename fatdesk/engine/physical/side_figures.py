"""Figures of the sides of racks: fill of side managers and of the top entry, and stored excess cable."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from fatdesk.core.arrays import Bools, Floats, Longs
from fatdesk.core.units import m_from_um
from fatdesk.engine.cabling.filling import UM2_PER_MM2
from fatdesk.engine.cabling.rack_sides import HALVES, SIDES, RackSides
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.floor.floor import Rack, rack_label
from fatdesk.engine.physical.placed import PhysicalFigure, Placed
from fatdesk.engine.rules.figures import Values

NO_DIAMETER = "the diameter of some cables is not known"
NO_MANAGER = "the cross-section of the side managers of its part is not known"
NO_ENTRY = "the cross-section of the top entry of its part is not known"


class SideUse(NamedTuple):
    """Use of one side of a rack at one unit.

    Attributes
    ----------
    cables
        That run past the unit.
    routed_mm2, stored_mm2
        Cross-section of those, and of the excess cable that is stored at the side.
    unknown
        Whether a cable of unknown diameter is there, so that both are lower bounds.
    manager_mm2
        Cross-section of the side manager; None: unknown.
    """

    side: int
    unit: int
    cables: int
    routed_mm2: float
    stored_mm2: float
    unknown: bool
    manager_mm2: float | None

    @property
    def fill(self) -> float | None:
        """Share of the manager that is filled; None: unknown."""
        whole = self.manager_mm2
        return None if whole is None else (self.routed_mm2 + self.stored_mm2) / whole

    @property
    def stored(self) -> float | None:
        """Share of the manager that the excess cable fills; None: unknown."""
        return None if self.manager_mm2 is None else self.stored_mm2 / self.manager_mm2


def uses_of(sides: RackSides, index: int, manager_mm2: float | None) -> list[list[SideUse]]:
    """Return the use of the four sides of a rack, each unit by unit from the lowest."""
    room, load = sides.room, sides.load
    units, first = int(room.units[index]), int(room.first[index])
    stored = sides.stored_um2[4 * index : 4 * index + 4] / UM2_PER_MM2
    found = []
    for side in range(4):
        here = slice(first + side * units, first + (side + 1) * units)
        bound = bool(load.unstored[4 * index + side])
        rows = zip(
            load.cables[here].tolist(),
            (load.area_um2[here] / UM2_PER_MM2).tolist(),
            load.unknown[here].tolist(),
            strict=True,
        )
        found.append(
            [
                SideUse(side, unit, cables, area, float(stored[side]), bound or unknown > 0, manager_mm2)
                for unit, (cables, area, unknown) in enumerate(rows, start=1)
            ]
        )
    return found


def worst_use(units: Sequence[SideUse]) -> SideUse:
    """Return the fullest unit of a side, the lowest of equals."""
    return max(units, key=lambda use: (use.routed_mm2, use.cables))


class _Fullest(NamedTuple):
    """The fullest side and unit of each rack that has cables."""

    rack: Longs
    side: Longs
    unit: Longs
    area_mm2: Floats
    stored_mm2: Floats
    unknown: Bools


def _fullest(placed: Placed) -> _Fullest:
    sides = placed.sides
    room, load = sides.room, sides.load
    racks = len(room.units)
    place = np.repeat(np.arange(4 * racks), np.repeat(room.units, 4))
    stored = sides.stored_um2
    area = load.area_um2 + stored[place]
    used = np.zeros(racks, bool)
    used[place[load.cables > 0] // 4] = True
    top = np.zeros(racks, np.int64)
    np.maximum.at(top, place // 4, area)
    largest = np.flatnonzero(area == top[place // 4])[::-1]
    cell = np.zeros(racks, np.int64)
    cell[place[largest] // 4] = largest
    unknown = np.zeros(racks, bool)
    unknown[place[load.unknown > 0] // 4] = True
    unknown |= load.unstored.reshape(-1, 4).any(axis=1)
    index = np.flatnonzero(used)
    at = cell[index]
    side = place[at] % 4
    unit = at - room.first[index] - side * room.units[index] + 1
    return _Fullest(
        index, side, unit, area[at] / UM2_PER_MM2, stored[place[at]] / UM2_PER_MM2, unknown[index]
    )


def _racks(placed: Placed, index: Longs) -> list[Rack]:
    return [placed.floor.racks[one] for one in index.tolist()]


def _managers(racks: Sequence[Rack], catalog: Catalog) -> Floats:
    """Cross-section of the side managers of each rack; NaN: unknown."""
    found = (catalog.rack(rack.part).manager_mm2 for rack in racks)
    return np.array([np.nan if one is None else one for one in found], np.float64)


def _side_fills(placed: Placed) -> Values:
    full = placed.kept(_fullest)
    racks = _racks(placed, full.rack)
    whole = _managers(racks, placed.catalog)

    def place(number: int) -> str:
        share = full.stored_mm2[number] / whole[number]
        stored = f", {share:.1%} of it by excess cable".replace("%", " %") if share > 0 else ""
        return f"{SIDES[full.side[number]]} at U{full.unit[number]}{stored}"

    missing = [
        NO_MANAGER if np.isnan(one) else NO_DIAMETER if bound else ""
        for one, bound in zip(whole.tolist(), full.unknown.tolist(), strict=True)
    ]
    return Values([rack_label(rack) for rack in racks], full.area_mm2 / whole, full.unknown, place, missing)


def _excess_fills(placed: Placed) -> Values:
    """The side of each rack that stores most."""
    full, sides = placed.kept(_fullest), placed.sides
    racks = _racks(placed, full.rack)
    whole = _managers(racks, placed.catalog)
    stored = (sides.stored_um2.reshape(-1, 4) / UM2_PER_MM2)[full.rack]
    lengths = sides.load.stored_um.reshape(-1, 4)[full.rack]
    side = stored.argmax(axis=1)
    bound = np.logical_or.reduce(sides.load.unstored.reshape(-1, 4)[full.rack] > 0, axis=1)
    missing = [
        NO_MANAGER if np.isnan(one) else NO_DIAMETER if lower else ""
        for one, lower in zip(whole.tolist(), bound.tolist(), strict=True)
    ]

    def place(number: int) -> str:
        length = m_from_um(int(lengths[number, side[number]]))
        return f"{SIDES[side[number]]}, {length:,.1f} m of cable"

    labels = [rack_label(rack) for rack in racks]
    return Values(labels, stored.max(axis=1, initial=0.0) / whole, bound, place, missing)


def _top_fills(placed: Placed) -> Values:
    """The racks that cables leave by their top; half of the opening is for each half."""
    load = placed.sides.load
    count = load.top_cables.reshape(-1, 2)
    index = np.flatnonzero(count.any(axis=1))
    racks = _racks(placed, index)
    entries = (placed.catalog.rack(rack.part).top_entry_mm2 for rack in racks)
    whole = np.array([np.nan if one is None else one for one in entries], np.float64)
    area = (load.top_um2.reshape(-1, 2) / UM2_PER_MM2)[index]
    half = area.argmax(axis=1)
    bound = np.logical_or.reduce(load.top_unknown.reshape(-1, 2)[index] > 0, axis=1)
    missing = [
        NO_ENTRY if np.isnan(one) else NO_DIAMETER if lower else ""
        for one, lower in zip(whole.tolist(), bound.tolist(), strict=True)
    ]
    amount = area.max(axis=1, initial=0.0) / (whole / 2)
    places = [f"{HALVES[one]} half" for one in half.tolist()]
    return Values([rack_label(rack) for rack in racks], amount, bound, places, missing)


FIGURES = (
    PhysicalFigure(
        "rack-side-fill",
        "rack",
        "Side manager fill",
        "%",
        "Circle areas of the cables that run past a unit, and of the excess cable stored there, over the"
        " cross-section of the side manager, at the fullest unit of the fullest side.",
        _side_fills,
        short="Side fill",
    ),
    PhysicalFigure(
        "rack-excess-fill",
        "rack",
        "Excess cable in side manager",
        "%",
        "Volume of the excess cable, ordered minus computed length, over that of the side manager that stores"
        " most of it.",
        _excess_fills,
        short="Excess",
    ),
    PhysicalFigure(
        "rack-top-fill",
        "rack",
        "Top entry fill",
        "%",
        "Circle areas of the cables that leave the rack by its top in one half, over half of the openings.",
        _top_fills,
        short="Top fill",
    ),
)
"""Figures of the sides of racks."""

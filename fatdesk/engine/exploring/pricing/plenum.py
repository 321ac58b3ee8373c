"""Tray fill of a candidate, and replacement of copper by optical cables where trays are overfull.

The paper leaves this open (section 7.4). Here a cable goes along its own row to a cross tray, over it, and
along the other row: over the first cross tray at or past the nearer end, or in the one case where none is
between the ends, over the one that makes the shorter way. Fill is the sum of the cables' cross sections over
width times depth of the tray. Segment by segment, the fullest first, copper that runs through it is replaced
by the cheapest optical cable that is thinner and long enough, in order of what a square millimetre costs,
until the segment fits. That is a heuristic: each step is the cheapest, the sum need not be.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Floats, Longs
from fatdesk.engine.exploring.pricing.grid import Figures
from fatdesk.engine.exploring.pricing.placement import Pieces


@dataclass(frozen=True, eq=False)
class Ways:
    """Routes of pieces between racks: row and span at both ends, cross tray and rows that it spans.

    Each is an array of integers by piece; a way of one row has two equal rows and no cross tray (-1).
    """

    row_a: Longs
    row_b: Longs
    a: Longs
    b: Longs
    cross: Longs
    """Place of the cross tray (a multiple of the distance between them), -1 for none."""

    def through_row(self, row: int, place: int) -> NDArray[np.bool_]:
        """Return which pieces run in a row between a place and the next."""
        turn = np.where(self.cross < 0, self.b, self.cross)
        found = np.zeros(len(self.a), bool)
        for rows, ends in ((self.row_a, self.a), (self.row_b, np.where(self.cross < 0, turn, self.b))):
            low, high = np.minimum(ends, turn), np.maximum(ends, turn)
            found |= (rows == row) & (low <= place) & (place < high)
        return found

    def over(self, cross: int, row: int) -> NDArray[np.bool_]:
        """Return which pieces cross at that place from a row to the next."""
        low, high = np.minimum(self.row_a, self.row_b), np.maximum(self.row_a, self.row_b)
        found: NDArray[np.bool_] = (self.cross == cross) & (low <= row) & (row < high)
        return found


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of tray: of a row from a place to the next, or of a cross tray from a row to the next."""

    across: bool
    row: int
    place: int


def ways_of(racks: Longs, room: Figures) -> Ways:
    """Routes between racks; the two of a pair differ (shape (2, n))."""
    per_row, every = room[0], room[1]
    row = racks // per_row
    step = racks % per_row
    place = np.where(row % 2 == 0, step, per_row - 1 - step)
    low, high = place.min(axis=0), place.max(axis=0)
    cross = -(-low // every) * every
    before, rest = low // every * every, place % every
    nearer = np.where(rest.sum(axis=0) <= every, before, before + every)
    cross = np.where(cross <= high, cross, nearer)
    return Ways(row[0], row[1], place[0], place[1], np.where(row[0] == row[1], -1, cross))


def loads(ways: Ways, area_mm2: Floats, rows: int, room: Figures) -> dict[Segment, float]:
    """Square millimetres of cable in each segment that has any."""
    per_row, every = room[0], room[1]
    last = -(-(per_row - 1) // every) * every
    along = np.zeros((rows, last + 2))
    turn = np.where(ways.cross < 0, ways.b, ways.cross)
    legs = [(ways.row_a, ways.a, turn)]
    legs.append((ways.row_b, np.where(ways.cross < 0, turn, ways.b), turn))
    for row, a, b in legs:
        np.add.at(along, (row, np.minimum(a, b)), area_mm2)
        np.add.at(along, (row, np.maximum(a, b)), -area_mm2)
    over = np.zeros((last // every + 1, rows + 1))
    some = ways.cross >= 0
    column = ways.cross[some] // every
    np.add.at(over, (column, np.minimum(ways.row_a, ways.row_b)[some]), area_mm2[some])
    np.add.at(over, (column, np.maximum(ways.row_a, ways.row_b)[some]), -area_mm2[some])
    found = {}
    for across, table in ((False, along.cumsum(axis=1)), (True, over.cumsum(axis=1))):
        for line, at in zip(*(axis.tolist() for axis in np.nonzero(table > 1e-6)), strict=True):
            segment = Segment(True, at, line * every) if across else Segment(False, line, at)
            found[segment] = float(table[line, at])
    return found


@dataclass(frozen=True, eq=False)
class Fit:
    """Pieces that become optical, and places that are still overfull.

    ``fill`` is that of the fullest segment afterwards, as a part of the whole cross section.
    """

    optical: NDArray[np.bool_]
    overfull: tuple[Segment, ...]
    fill: float


def fit(
    pieces: Pieces,
    area_mm2: Floats,
    thin_mm2: Floats,
    extra: Floats,
    rows: int,
    room: Figures,
    tray_mm2: float,
    fill_max: float,
) -> Fit:
    """Replace pieces until all trays fit, or nothing more can be replaced.

    Parameters
    ----------
    area_mm2, thin_mm2
        Cross section of each piece's cables, and of the optical ones that could be instead (NaN: none).
    extra
        What that costs more.
    tray_mm2, fill_max
        Width times depth of a tray, and the part of it that may be full.
    """
    between = np.flatnonzero(pieces.between)
    ways = ways_of(pieces.racks[:, between], room)
    area, saved = area_mm2[between].copy(), (area_mm2 - thin_mm2)[between]
    saved = np.where(saved > 0, saved, 0.0)  # also where it is NaN
    price = np.divide(extra[between], saved, out=np.full(len(between), np.inf), where=saved > 0)
    order = np.argsort(price, kind="stable")
    changed = np.zeros(len(between), bool)
    limit, stuck = tray_mm2 * fill_max + 1e-6, set[Segment]()
    while True:
        held = loads(ways, area, rows, room)
        full = [(-mm2, s.across, s.row, s.place) for s, mm2 in held.items() if mm2 > limit and s not in stuck]
        if not full:
            break
        mm2, across, row, place = min(full)
        through = ways.over(place, row) if across else ways.through_row(row, place)
        able = order[(through & ~changed & (saved > 0))[order]]
        need = int(np.searchsorted(np.cumsum(saved[able]), -mm2 - limit)) + 1
        if need > len(able):
            stuck.add(Segment(across, row, place))
        taken = able[:need]
        changed[taken] = True
        area[taken] -= saved[taken]
    optical = np.zeros(len(area_mm2), bool)
    optical[between[changed]] = True
    over = tuple(s for s, mm2 in held.items() if mm2 > limit)
    return Fit(optical, over, max(held.values(), default=0.0) / tray_mm2)

"""Fill of trays: cross-sections and masses of cables along each tray, and tray sizes that suffice.

The rule: fill = sum of pi / 4 d^2 over all cables in a cell, divided by width times depth. Sections are whole
square micrometres, masses whole milligrams a metre, so that sums do not depend on order.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Floats, Longs, distinct
from fatdesk.engine.cabling.laying import Cabling, FabricCabling
from fatdesk.engine.catalog.parts import Cable
from fatdesk.engine.floor.floor import Floor, Tray
from fatdesk.engine.trays.graph import TrayGraph, TrayLines, TrayNet
from fatdesk.engine.trays.routes import Legs, Runs

UM2_PER_MM2 = 1_000_000
MG_PER_KG = 1_000_000


@dataclass(frozen=True, eq=False)
class Cells:
    """Parts of trays between joints and racks: within one, the same cables run everywhere.

    ``piece`` is one of the tray net, ``low_um`` and ``high_um`` are where along its line.
    """

    piece: Longs
    low_um: Longs
    high_um: Longs
    key: Longs
    """Piece and beginning as one number, rising."""
    step: int

    def at(self, piece: Longs, um: Longs) -> Longs:
        """The cell that begins at a place of a piece, or holds it."""
        return np.searchsorted(self.key, piece * self.step + um, side="right") - 1

    def until(self, piece: Longs, um: Longs) -> Longs:
        """The first cell that begins at a place of a piece or behind it."""
        return np.searchsorted(self.key, piece * self.step + um, side="left")


@dataclass(frozen=True, eq=False)
class Load:
    """Load of each cell: cross-section, cables and mass of a metre, and of how many these are not known."""

    area_um2: Longs
    cables: Longs
    unknown: Longs
    mass_mg: Longs
    unweighed: Longs

    @property
    def columns(self) -> tuple[Longs, ...]:
        """All figures, in the order of the fields."""
        return self.area_um2, self.cables, self.unknown, self.mass_mg, self.unweighed

    def __add__(self, other: "Load") -> "Load":
        """Both together."""
        return Load(*(one + more for one, more in zip(self.columns, other.columns, strict=True)))

    def take(self, index: Longs) -> "Load":
        """Return the load of some cells."""
        return Load(*(column[index] for column in self.columns))


@dataclass(frozen=True, eq=False)
class Filling:
    """Cross section in use and cables of each cell, and each tray's worst fill.

    ``unknown`` counts the cables of unknown diameter in a cell: its fill is then a lower bound.
    """

    cells: Cells
    load: Load
    worst: dict[str, tuple[float, bool]]

    @property
    def area_mm2(self) -> NDArray[np.float64]:
        """Cross section in use."""
        return self.load.area_um2 / UM2_PER_MM2

    @property
    def cables(self) -> Longs:
        """Cables of each cell."""
        return self.load.cables

    @property
    def unknown(self) -> Longs:
        """Cables of unknown diameter of each cell."""
        return self.load.unknown


def fill_trays(cabling: Cabling, trays: Sequence[Tray]) -> Filling:
    """Fill every cell with the cables that run there (a splitter counts once, by its longest leg)."""
    cells = cells_of(cabling.graph)
    load = load_of(cabling.fabrics, cabling.runs, cells)
    return Filling(cells, load, worst_fills(load, cabling.graph.net.tray[cells.piece], trays))


def cells_of(graph: TrayGraph) -> Cells:
    """The net cut where racks connect to it."""
    net = graph.net
    every = np.arange(len(net.u))
    step = int(net.high_um.max(initial=0)) + 1
    pieces, places = zip(*((one.drop_piece, one.drop_at_um) for one in graph.attachments), strict=True)
    piece, at = (some[0] if len(some) == 1 else np.concatenate(some) for some in (pieces, places))
    inside = np.flatnonzero(piece >= 0)
    piece, at = piece[inside], at[inside]
    cut = (at > net.low_um[piece]) & (at < net.high_um[piece])
    key = distinct(np.concatenate([every * step + net.low_um, piece[cut] * step + at[cut]]))
    of, low = key // step, key % step
    high = np.append(low[1:], 0)
    last = np.append(of[1:] != of[:-1], True) if len(of) else np.zeros(0, bool)
    high = np.where(last, net.high_um[of], high[: len(of)])
    return Cells(of, low, high, key, step)


def load_of(fabrics: Sequence[FabricCabling], runs: Runs, cells: Cells) -> Load:
    """Return the load of each cell."""
    return Load(*cables_in(cells, runs, loads_of_pairs(fabrics, len(runs.a))))


def loads_of_pairs(fabrics: Sequence[FabricCabling], pairs: int) -> list[Longs]:
    """Return the figures of a load for the cables of each pair of racks."""
    columns = [np.zeros(pairs, np.int64) for _ in range(5)]
    for fabric in fabrics:
        laid = fabric.laid
        cables, here = [choice.option.cable for choice in laid.choices], laid.between
        pair, choice = laid.pair[here], laid.choice[here]
        figures = [_weights(cable) for cable in cables] + [NO_CABLE]
        # whole numbers below 2^53, which the floats of bincount hold exactly
        for number, of_choice in enumerate(np.array(figures, np.int64).T):
            columns[number] += np.bincount(pair, of_choice[choice], pairs).astype(np.int64)
    return columns


def cables_in(cells: Cells, runs: Runs, weights: Sequence[Longs]) -> list[Longs]:
    """Return the sum of the pairs in each cell, for some weights of the pairs, such as numbers of cables."""
    ends = Legs(*(np.concatenate(parts) for parts in zip(*runs.ends, strict=True)))
    first = cells.at(ends.piece, np.minimum(ends.begin_um, ends.end_um))
    behind = cells.until(ends.piece, np.maximum(ends.begin_um, ends.end_um))
    count = len(cells.piece)
    return [
        _spread(weight[ends.pair], first, behind, count) + whole[cells.piece]
        for weight, whole in zip(weights, runs.through(weights), strict=True)
    ]


NO_CABLE = (0, 1, 1, 0, 1)
"""Figures of a cable that nothing is chosen for."""


def _weights(cable: Cable) -> tuple[int, int, int, int, int]:
    """The figures of one cable in the order of the fields of a load."""
    diameter, mass = cable.diameter_mm, cable.mass_kg_per_m
    return (
        0 if diameter is None else section_um2(diameter),
        1,
        int(diameter is None),
        0 if mass is None else round(mass * MG_PER_KG),
        int(mass is None),
    )


def _spread(weight: Longs, first: Longs, behind: Longs, count: int) -> Longs:
    """Add weights to ranges of cells."""
    rises = np.bincount(first, weight, count + 1).astype(np.int64)
    falls = np.bincount(behind, weight, count + 1).astype(np.int64)
    result: Longs = np.cumsum(rises - falls)[:count]
    return result


def section_um2(diameter_mm: float) -> int:
    """Return the cross section of a cable in whole square micrometres."""
    return round(math.pi / 4 * diameter_mm * diameter_mm * UM2_PER_MM2)


def worst_fills(load: Load, tray: Longs, trays: Sequence[Tray]) -> dict[str, tuple[float, bool]]:
    """Each tray's worst fill, and whether it is a lower bound.

    Parameters
    ----------
    tray
        The index of each cell's tray.
    """
    hung = tray >= 0
    top = np.zeros(len(trays), np.int64)
    np.maximum.at(top, tray[hung], load.area_um2[hung])
    bound = np.bincount(tray[hung], load.unknown[hung] > 0, len(trays)) > 0
    return {
        some.id: (area / UM2_PER_MM2 / (some.width_mm * some.depth_mm), lower)
        for some, area, lower in zip(trays, top.tolist(), bound.tolist(), strict=True)
    }


Point = tuple[float, float]


def _points_mm(lines: TrayLines, line: Longs, along_um: Longs) -> tuple[Floats, Floats]:
    """Points of some lines by their distances from the start of their line."""
    dx, dy = lines.x2 - lines.x1, lines.y2 - lines.y1
    length = np.maximum(lines.along(np.arange(len(dx)), lines.x2, lines.y2), 1)
    share = along_um / length[line]
    return (lines.x1[line] + dx[line] * share) / 1e3, (lines.y1[line] + dy[line] * share) / 1e3


def cell_lines_mm(cells: Cells, net: TrayNet) -> tuple[Longs, Floats]:
    """Return the cells that are in trays, not between trays of two heights, and both ends of each, (k, 4)."""
    hung = np.flatnonzero(net.tray[cells.piece] >= 0)
    line = np.searchsorted(net.first, cells.piece[hung], side="right") - 1
    ends = (_points_mm(net.lines, line, um[hung]) for um in (cells.low_um, cells.high_um))
    return hung, np.column_stack([column for end in ends for column in end]).reshape(-1, 4)


class Stretch(NamedTuple):
    """A straight part of a tray, millimetres; ``fill``, or what else is shown, may be a lower ``bound``."""

    tray: str
    start: Point
    stop: Point
    fill: float
    cables: int
    bound: bool


class Measure(NamedTuple):
    """Figure that stretches show: cross-section of the cables in mm², or mass in kg/m, over a whole.

    ``whole`` is of each tray; NaN: its stretches are left out, as
    are those of which nothing is known.
    """

    by_mass: bool
    whole: Floats


def fill_measure(trays: Sequence[Tray]) -> Measure:
    """The fill of trays."""
    return Measure(False, np.array([tray.width_mm * tray.depth_mm for tray in trays], np.float64))


def stretches(
    filling: Filling, net: TrayNet, trays: Sequence[Tray], measure: Measure | None = None
) -> list[Stretch]:
    """All trays from start to stop, tray after tray; neighbours with the same cables in them are one.

    Parameters
    ----------
    net
        The net of these trays, of which the cells are.
    measure
        What they show; None: the fill.
    """
    by_mass, whole = measure or fill_measure(trays)
    cells, load, lines = filling.cells, filling.load, net.lines
    tray = net.tray[cells.piece]
    amount, missing = (load.mass_mg, load.unweighed) if by_mass else (load.area_um2, load.unknown)
    known = ~np.isnan(np.append(whole, np.nan)[tray]) & (measure is None or (amount > 0) | (missing == 0))
    hung = np.flatnonzero((tray >= 0) & known)
    if not len(hung):
        return []
    line = np.searchsorted(net.first, cells.piece[hung], side="right") - 1
    same = np.ones(len(hung), np.bool_)
    for values in (line, amount[hung], load.cables[hung], missing[hung]):
        same[1:] &= values[1:] == values[:-1]
    same[0] = False
    begin = np.flatnonzero(~same)
    end = np.append(begin[1:], len(hung)) - 1
    line, first, last = line[begin], hung[begin], hung[end]

    def points(along: Longs) -> list[Point]:
        x, y = _points_mm(lines, line, along)
        return list(zip(x.tolist(), y.tolist(), strict=True))

    of = lines.tray[line]
    shown = amount[first] / (MG_PER_KG if by_mass else UM2_PER_MM2) / whole[of]
    return [
        Stretch(trays[index].id, start, stop, value, cables, unknown > 0)
        for index, start, stop, value, cables, unknown in zip(
            of.tolist(),
            points(cells.low_um[first]),
            points(cells.high_um[last]),
            shown.tolist(),
            load.cables[first].tolist(),
            missing[first].tolist(),
            strict=True,
        )
    ]


WIDTHS_MM = (300.0, 450.0, 600.0, 750.0, 900.0)
DEPTHS_MM = (100.0, 125.0, 150.0)
"""Nominal inside widths and loading depths of metal trays by NEMA VE 1 in mm, from the default size on."""
SIZES_MM = tuple(
    sorted(
        ((width, depth) for width in WIDTHS_MM for depth in DEPTHS_MM),
        key=lambda size: (size[0] * size[1], size[0]),
    )
)
"""Width and depth by cross section; of equal ones the narrower first."""
USUAL_WIDTHS_MM = (100.0, 150.0, 200.0, *WIDTHS_MM)
"""The same with the narrower trays that are on sale, mesh trays above all."""
MOST_TIERS = 13
TIERS_MM = tuple((WIDTHS_MM[-1], tiers * DEPTHS_MM[-1]) for tiers in range(2, MOST_TIERS + 1))
"""Several trays of the largest size above each other, as one tray of their depth together."""


def with_size(floor: Floor, size_mm: tuple[float, float]) -> Floor:
    """The floor with all trays of that width and depth."""
    width, depth = size_mm
    trays = tuple(msgspec.structs.replace(tray, width_mm=width, depth_mm=depth) for tray in floor.trays)
    return msgspec.structs.replace(floor, trays=trays)


def least_size(floor: Floor, filling: Filling, fill_max: float) -> tuple[float, float]:
    """The smallest size that no tray fills beyond the limit, in tiers where no tray on sale is enough."""
    areas = {tray.id: tray.width_mm * tray.depth_mm for tray in floor.trays}
    needed = max((fill * areas[tray] for tray, (fill, _) in filling.worst.items()), default=0.0) / fill_max
    every = (*SIZES_MM, *TIERS_MM)
    return next((size for size in every if size[0] * size[1] >= needed), every[-1])


def tiers_of(tray: Tray) -> int:
    """Return how many trays of the largest size above each other a tray is; 1: a single one."""
    size = (tray.width_mm, tray.depth_mm)
    return TIERS_MM.index(size) + 2 if size in TIERS_MM else 1

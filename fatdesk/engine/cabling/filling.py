"""How full the trays are: cross sections of the cables in each cell against the tray's.

The rule: fill = sum of pi / 4 d^2 over all cables in a cell, divided by width times depth. Sections are whole
square micrometres, so that sums do not depend on order.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Longs, distinct
from fatdesk.engine.cabling.laying import Cabling, FabricCabling
from fatdesk.engine.cabling.routes import Legs, Runs
from fatdesk.engine.cabling.trays import TrayGraph
from fatdesk.engine.floor.floor import Tray

UM2_PER_MM2 = 1_000_000


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
    """What runs in each cell: cross section, cables, and those of unknown diameter."""

    area_um2: Longs
    cables: Longs
    unknown: Longs

    def __add__(self, other: "Load") -> "Load":
        """Both together."""
        return Load(self.area_um2 + other.area_um2, self.cables + other.cables, self.unknown + other.unknown)

    def take(self, index: Longs) -> "Load":
        """That of some cells."""
        return Load(self.area_um2[index], self.cables[index], self.unknown[index])


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
    """The net cut where racks hang on it."""
    net = graph.net
    every = np.arange(len(net.u))
    step = int(net.high_um.max(initial=0)) + 1
    inside = np.flatnonzero(graph.drop_piece >= 0)
    piece, at = graph.drop_piece[inside], graph.drop_at_um[inside]
    cut = (at > net.low_um[piece]) & (at < net.high_um[piece])
    key = distinct(np.concatenate([every * step + net.low_um, piece[cut] * step + at[cut]]))
    of, low = key // step, key % step
    high = np.append(low[1:], 0)
    last = np.append(of[1:] != of[:-1], True) if len(of) else np.zeros(0, bool)
    high = np.where(last, net.high_um[of], high[: len(of)])
    return Cells(of, low, high, key, step)


def load_of(fabrics: Sequence[FabricCabling], runs: Runs, cells: Cells) -> Load:
    """What runs in each cell."""
    pairs = len(runs.a)
    columns = [np.zeros(pairs, np.int64) for _ in range(3)]
    for fabric in fabrics:
        diameters = [choice.option.cable.diameter_mm for choice in fabric.choices]
        section = np.array([0 if d is None else _section_um2(d) for d in diameters] + [0], np.int64)
        missing = np.array([d is None for d in diameters] + [True])
        here = np.flatnonzero((fabric.spans.pair >= 0) & (fabric.spans.computed_um >= 0))
        pair, choice = fabric.spans.pair[here], fabric.choice[here]
        # whole numbers below 2^53, which the floats of bincount hold exactly
        columns[0] += np.bincount(pair, section[choice], pairs).astype(np.int64)
        columns[1] += np.bincount(pair, minlength=pairs)
        columns[2] += np.bincount(pair, missing[choice], pairs).astype(np.int64)
    ends = Legs(*(np.concatenate(parts) for parts in zip(*runs.ends, strict=True)))
    first = cells.at(ends.piece, np.minimum(ends.begin_um, ends.end_um))
    behind = cells.until(ends.piece, np.maximum(ends.begin_um, ends.end_um))
    count = len(cells.piece)
    return Load(
        *(
            _spread(column[ends.pair], first, behind, count) + whole[cells.piece]
            for column, whole in zip(columns, runs.through(columns), strict=True)
        )
    )


def _spread(weight: Longs, first: Longs, behind: Longs, count: int) -> Longs:
    """Add weights to ranges of cells."""
    rises = np.bincount(first, weight, count + 1).astype(np.int64)
    falls = np.bincount(behind, weight, count + 1).astype(np.int64)
    result: Longs = np.cumsum(rises - falls)[:count]
    return result


def _section_um2(diameter_mm: float) -> int:
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

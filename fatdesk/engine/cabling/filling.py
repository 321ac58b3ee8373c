"""How full the trays are: cross sections of the cables in each piece against the tray's.

The rule: fill = sum of pi / 4 d^2 over all cables in a piece, divided by width times depth.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fatdesk.engine.cabling.laying import Cabling
from fatdesk.engine.floor.floor import Tray


@dataclass(frozen=True, eq=False)
class Filling:
    """Cross section in use and cables of each piece of the tray graph, and each tray's worst fill.

    ``unknown`` counts the cables of unknown diameter in a piece: its fill is then a lower bound.
    """

    area_mm2: NDArray[np.float64]
    cables: NDArray[np.int64]
    unknown: NDArray[np.int64]
    worst: dict[str, tuple[float, bool]]


def fill_trays(cabling: Cabling, trays: Sequence[Tray]) -> Filling:
    """Fill every piece with the cables that run there (a splitter counts once, by its longest leg)."""
    runs, graph = cabling.runs, cabling.graph
    pairs = len(runs.a)
    area = np.zeros(pairs)
    cables = np.zeros(pairs, np.int64)
    unknown = np.zeros(pairs, np.int64)
    for fabric in cabling.fabrics:
        diameters = [choice.option.cable.diameter_mm for choice in fabric.choices]
        section = np.array([0.0 if d is None else math.pi / 4 * d * d for d in diameters] + [0.0])
        missing = np.array([d is None for d in diameters] + [True])
        here = np.flatnonzero((fabric.spans.pair >= 0) & (fabric.spans.computed_um >= 0))
        pair, choice = fabric.spans.pair[here], fabric.choice[here]
        area += np.bincount(pair, section[choice], pairs)
        cables += np.bincount(pair, minlength=pairs)
        unknown += np.bincount(pair, missing[choice], pairs).astype(np.int64)
    length = np.diff(runs.start)
    pieces = len(graph.u)
    piece_area = np.bincount(runs.pieces, np.repeat(area, length), pieces).astype(np.float64)
    piece_cables = np.bincount(runs.pieces, np.repeat(cables, length), pieces).astype(np.int64)
    piece_unknown = np.bincount(runs.pieces, np.repeat(unknown, length), pieces).astype(np.int64)
    worst: dict[str, tuple[float, bool]] = {}
    for number, tray in enumerate(trays):
        mine = graph.tray == number
        top = float(piece_area[mine].max(initial=0.0)) / (tray.width_mm * tray.depth_mm)
        worst[tray.id] = (top, bool(piece_unknown[mine].any()))
    return Filling(piece_area, piece_cables, piece_unknown, worst)

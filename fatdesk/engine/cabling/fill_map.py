"""How full the trays are from place to place: stretches of trays in which the same cables run."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from fatdesk.engine.cabling.filling import UM2_PER_MM2, Filling
from fatdesk.engine.cabling.trays import TrayNet
from fatdesk.engine.floor.floor import Tray

Point = tuple[float, float]


class Stretch(NamedTuple):
    """A straight part of a tray, millimetres; ``bound``: its fill is a lower bound."""

    tray: str
    start: Point
    stop: Point
    fill: float
    cables: int
    bound: bool


def stretches(filling: Filling, net: TrayNet, trays: Sequence[Tray]) -> list[Stretch]:
    """All trays from start to stop, tray after tray; neighbours with the same cables in them are one.

    Parameters
    ----------
    net
        The net of these trays, of which the cells are.
    """
    cells, load, lines = filling.cells, filling.load, net.lines
    hung = np.flatnonzero(net.tray[cells.piece] >= 0)
    if not len(hung):
        return []
    line = np.searchsorted(net.first, cells.piece[hung], side="right") - 1
    same = np.ones(len(hung), np.bool_)
    for values in (line, load.area_um2[hung], load.cables[hung], load.unknown[hung]):
        same[1:] &= values[1:] == values[:-1]
    same[0] = False
    begin = np.flatnonzero(~same)
    end = np.append(begin[1:], len(hung)) - 1
    line, first, last = line[begin], hung[begin], hung[end]
    dx, dy = lines.x2 - lines.x1, lines.y2 - lines.y1
    length = np.maximum(lines.along(np.arange(len(dx)), lines.x2, lines.y2), 1)

    def points(along: np.ndarray[tuple[int], np.dtype[np.int64]]) -> list[Point]:
        share = along / length[line]
        x, y = (lines.x1[line] + dx[line] * share) / 1e3, (lines.y1[line] + dy[line] * share) / 1e3
        return list(zip(x.tolist(), y.tolist(), strict=True))

    of = [trays[index] for index in lines.tray[line].tolist()]
    area = (load.area_um2[first] / UM2_PER_MM2).tolist()
    return [
        Stretch(tray.id, start, stop, mm2 / (tray.width_mm * tray.depth_mm), cables, unknown > 0)
        for tray, start, stop, mm2, cables, unknown in zip(
            of,
            points(cells.low_um[first]),
            points(cells.high_um[last]),
            area,
            load.cables[first].tolist(),
            load.unknown[first].tolist(),
            strict=True,
        )
    ]

"""The straight lines that trays consist of, and where they cross or touch."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from fatdesk.core.arrays import Floats, Longs
from fatdesk.core.units import um_from_mm
from fatdesk.engine.floor.floor import Tray

TOUCH_UM = 1_000
"""Trays that come as near as this join."""
EXACT_UM = 10**9
"""Products of coordinates up to this (1 km) are exact in 64 bits; beyond they are taken as floats."""


@dataclass(frozen=True, eq=False)
class TrayLines:
    """Straight pieces of trays, micrometres; ``tray`` is an index into the trays."""

    x1: Longs
    y1: Longs
    x2: Longs
    y2: Longs
    z: Longs
    tray: Longs

    @classmethod
    def of(cls, trays: Sequence[Tray]) -> "TrayLines":
        """The lines of all trays, one after the other."""
        rows = [
            (*map(um_from_mm, (*a, *b)), um_from_mm(tray.elevation_mm), index)
            for index, tray in enumerate(trays)
            for a, b in zip(tray.points_mm, tray.points_mm[1:], strict=False)
        ]
        columns = np.array(rows, np.int64).reshape(-1, 6).T
        return cls(*columns)

    def along(self, line: Longs, x: Longs, y: Longs) -> Longs:
        """How far points are from the start of their line."""
        dx, dy = np.abs(x - self.x1[line]), np.abs(y - self.y1[line])
        straight = (dx == 0) | (dy == 0)
        result: Longs = np.where(straight, dx + dy, np.rint(np.hypot(dx, dy)).astype(np.int64))
        return result


@dataclass(frozen=True, eq=False)
class Spots:
    """Points on lines."""

    line: Longs
    x: Longs
    y: Longs


def line_ends(lines: TrayLines) -> Spots:
    """Both ends of each line."""
    index = np.arange(len(lines.z), dtype=np.int64)
    return Spots(
        np.concatenate([index, index]),
        np.concatenate([lines.x1, lines.x2]),
        np.concatenate([lines.y1, lines.y2]),
    )


def crossings(lines: TrayLines) -> list[Spots]:
    """Where two lines cross, or an end of one touches the other: the same point on both."""
    n = len(lines.z)
    if n < 2:
        return []
    i, j = np.triu_indices(n, 1)
    x1, y1, x2, y2 = ends = np.stack([lines.x1, lines.y1, lines.x2, lines.y2])
    if np.abs(ends).max() > EXACT_UM:
        x1, y1, x2, y2 = ends.astype(np.float64)
    dxi, dyi, dxj, dyj = x2[i] - x1[i], y2[i] - y1[i], x2[j] - x1[j], y2[j] - y1[j]
    cross = (dxi * dyj - dyi * dxj).astype(np.float64)
    ex, ey = x1[j] - x1[i], y1[j] - y1[i]
    with np.errstate(divide="ignore", invalid="ignore"):
        s = (ex * dyj - ey * dxj) / cross
        t = (ex * dyi - ey * dxi) / cross
    meet = (cross != 0) & (s >= 0) & (s <= 1) & (t >= 0) & (t <= 1)
    x = np.rint(lines.x1[i] + np.where(meet, s, 0) * dxi).astype(np.int64)
    y = np.rint(lines.y1[i] + np.where(meet, s, 0) * dyi).astype(np.int64)
    found = [Spots(i[meet], x[meet], y[meet]), Spots(j[meet], x[meet], y[meet])]
    for a, b in ((i, j), (j, i)):
        for px, py in ((lines.x1[a], lines.y1[a]), (lines.x2[a], lines.y2[a])):
            _, _, distance = nearest(lines, b, px, py)
            touch = (distance <= TOUCH_UM) & ~meet
            found.append(Spots(b[touch], px[touch], py[touch]))
    return found


def nearest(
    lines: TrayLines,
    index: Longs,
    x: Longs,
    y: Longs,
    first: Floats | float = 0.0,
    last: Floats | float = 1.0,
) -> tuple[Longs, Longs, Longs]:
    """The nearest point between two parts of lines to points, and the Manhattan distance to it."""
    dx = (lines.x2[index] - lines.x1[index]).astype(np.float64)
    dy = (lines.y2[index] - lines.y1[index]).astype(np.float64)
    t = ((x - lines.x1[index]) * dx + (y - lines.y1[index]) * dy) / (dx**2 + dy**2).clip(min=1.0)
    t = t.clip(first, last)
    near_x = np.rint(lines.x1[index] + t * dx).astype(np.int64)
    near_y = np.rint(lines.y1[index] + t * dy).astype(np.int64)
    return near_x, near_y, np.abs(near_x - x) + np.abs(near_y - y)

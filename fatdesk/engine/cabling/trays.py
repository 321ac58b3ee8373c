"""The trays as a graph: joints where trays touch, and where cables drop into racks."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import RackPart
from fatdesk.engine.core.units import HALF_U_UM, um_from_mm
from fatdesk.engine.floor.floor import Rack, Tray

Longs = NDArray[np.int64]
Floats = NDArray[np.float64]
TOUCH_UM = 1_000
"""Trays that come as near as this join."""
EXACT_UM = 10**9
"""Products of coordinates up to this (1 km) are exact in 64 bits; beyond they are taken as floats."""


@dataclass(frozen=True, eq=False)
class TrayGraph:
    """Joints and pieces of trays between them.

    Attributes
    ----------
    u, v, length_um, tray : (e,) arrays
        The two joints of each piece, its length, and the tray that it is of (-1: a vertical way between
        trays that cross at different heights).
    joints
        How many joints there are.
    drop_joint : (r,) int64
        The joint where a rack's cables enter the trays; -1: no tray passes over the rack.
    drop_um, stub_um : (r,) int64
        From the top of the rack's highest unit up to the tray (negative: down to it), and from the rack's
        middle to the tray.
    """

    u: Longs
    v: Longs
    length_um: Longs
    tray: Longs
    joints: int
    drop_joint: Longs
    drop_um: Longs
    stub_um: Longs


def tray_graph(trays: Sequence[Tray], racks: Sequence[Rack], catalog: Catalog) -> TrayGraph:
    """Join trays where they touch, and racks to the nearest tray that passes over their footprint."""
    lines = _Lines.of(trays)
    spots = [_line_ends(lines), *_crossings(lines)]
    drop_line, x, y, stub = _drops(lines, racks, catalog)
    reached = drop_line >= 0
    spots.append(_Spots(drop_line[reached], x[reached], y[reached]))
    spot_line = np.concatenate([some.line for some in spots]).astype(np.int64)
    points = np.stack(
        [
            np.concatenate([some.x for some in spots]),
            np.concatenate([some.y for some in spots]),
            lines.z[spot_line] if len(spot_line) else np.zeros(0, np.int64),
        ],
        axis=1,
    ).astype(np.int64)
    joints, joint_of = (
        np.unique(points, axis=0, return_inverse=True) if len(points) else (points, np.zeros(0, np.int64))
    )
    joint_of = joint_of.reshape(-1)
    u, v, length, tray = _pieces(lines, spot_line, points, joint_of)
    up_u, up_v, up_length = _risers(joints)
    drop_joint = np.full(len(racks), -1, np.int64)
    drop_joint[reached] = joint_of[len(joint_of) - int(reached.sum()) :]
    parts = [catalog.rack(rack.part) for rack in racks]
    top = np.array([_top_um(part) for part in parts], np.int64)
    z = lines.z[np.maximum(drop_line, 0)] if len(lines.z) else np.zeros(len(racks), np.int64)
    return TrayGraph(
        u=np.concatenate([u, up_u]),
        v=np.concatenate([v, up_v]),
        length_um=np.concatenate([length, up_length]),
        tray=np.concatenate([tray, np.full(len(up_u), -1, np.int64)]),
        joints=len(joints),
        drop_joint=drop_joint,
        drop_um=z - top,
        stub_um=stub,
    )


def _top_um(part: RackPart) -> int:
    """From the floor to the upper edge of a rack's highest unit."""
    if part.first_u_mm is None:
        return um_from_mm(part.height_mm)
    return um_from_mm(part.first_u_mm) + 2 * HALF_U_UM * part.height_u


@dataclass(frozen=True, eq=False)
class _Lines:
    """Straight pieces of trays, micrometres; ``tray`` is an index into the trays."""

    x1: Longs
    y1: Longs
    x2: Longs
    y2: Longs
    z: Longs
    tray: Longs

    @classmethod
    def of(cls, trays: Sequence[Tray]) -> "_Lines":
        rows = [
            (*map(um_from_mm, (*a, *b)), um_from_mm(tray.elevation_mm), index)
            for index, tray in enumerate(trays)
            for a, b in zip(tray.points_mm, tray.points_mm[1:], strict=False)
        ]
        columns = np.array(rows, np.int64).reshape(-1, 6).T
        return cls(*columns)


@dataclass(frozen=True, eq=False)
class _Spots:
    """Points on lines that become joints."""

    line: Longs
    x: Longs
    y: Longs


def _line_ends(lines: _Lines) -> _Spots:
    index = np.arange(len(lines.z), dtype=np.int64)
    return _Spots(
        np.concatenate([index, index]),
        np.concatenate([lines.x1, lines.x2]),
        np.concatenate([lines.y1, lines.y2]),
    )


def _crossings(lines: _Lines) -> list[_Spots]:
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
    found = [_Spots(i[meet], x[meet], y[meet]), _Spots(j[meet], x[meet], y[meet])]
    for a, b in ((i, j), (j, i)):
        for px, py in ((lines.x1[a], lines.y1[a]), (lines.x2[a], lines.y2[a])):
            _, _, distance = _nearest(lines, b, px, py)
            touch = (distance <= TOUCH_UM) & ~meet
            found.append(_Spots(b[touch], px[touch], py[touch]))
    return found


def _nearest(
    lines: _Lines,
    index: Longs,
    x: Longs | int,
    y: Longs | int,
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


def _drops(lines: _Lines, racks: Sequence[Rack], catalog: Catalog) -> tuple[Longs, Longs, Longs, Longs]:
    """For each rack the line over it (-1: none), the point there, and the way from the rack's middle."""
    n, m = len(racks), len(lines.z)
    line = np.full(n, -1, np.int64)
    at_x, at_y, stub = np.zeros(n, np.int64), np.zeros(n, np.int64), np.zeros(n, np.int64)
    if not m:
        return line, at_x, at_y, stub
    for k, rack in enumerate(racks):
        part = catalog.rack(rack.part)
        half = um_from_mm(part.width_mm) // 2, um_from_mm(part.depth_mm) // 2
        centre = um_from_mm(rack.x_mm) + half[0], um_from_mm(rack.y_mm) + half[1]
        first, last = _over(lines, centre, half)
        over = np.flatnonzero(first <= last)
        if len(over):
            near = _nearest(lines, over, *centre, first[over], last[over])
            best = int(np.argmin(near[2]))
            line[k], at_x[k], at_y[k], stub[k] = over[best], near[0][best], near[1][best], near[2][best]
    return line, at_x, at_y, stub


def _over(lines: _Lines, centre: tuple[int, int], half: tuple[int, int]) -> tuple[Floats, Floats]:
    """From which part of each line to which it runs over a footprint; first > last: nowhere."""
    first, last = np.zeros(len(lines.z)), np.ones(len(lines.z))
    ways = ((lines.x1, lines.x2), (lines.y1, lines.y2))
    for (start, end), middle, reach in zip(ways, centre, half, strict=True):
        way, low, high = end - start, middle - reach - start, middle + reach - start
        with np.errstate(divide="ignore", invalid="ignore"):
            enters, leaves = np.sort([low / way, high / way], axis=0)
        across = way == 0
        beside = across & ((low > 0) | (high < 0))
        first = np.where(beside, 2.0, np.where(across, first, np.fmax(first, enters)))
        last = np.where(across, last, np.fmin(last, leaves))
    return first, last


def _pieces(
    lines: _Lines, spot_line: Longs, points: Longs, joint_of: Longs
) -> tuple[Longs, Longs, Longs, Longs]:
    """Cut each line at its joints."""
    along = np.abs(points[:, 0] - lines.x1[spot_line]) + np.abs(points[:, 1] - lines.y1[spot_line])
    order = np.lexsort((along, spot_line))
    a, b = order[:-1], order[1:]
    same = (spot_line[a] == spot_line[b]) & (joint_of[a] != joint_of[b])
    a, b = a[same], b[same]
    dx = np.abs(points[a, 0] - points[b, 0])
    dy = np.abs(points[a, 1] - points[b, 1])
    straight = (dx == 0) | (dy == 0)
    length = np.where(straight, dx + dy, np.rint(np.hypot(dx, dy)).astype(np.int64))
    return joint_of[a], joint_of[b], length, lines.tray[spot_line[a]]


def _risers(joints: Longs) -> tuple[Longs, Longs, Longs]:
    """Vertical ways where trays of different heights cross (joints are sorted by x, y, z)."""
    if len(joints) < 2:
        empty = np.zeros(0, np.int64)
        return empty, empty, empty
    above = (joints[:-1, 0] == joints[1:, 0]) & (joints[:-1, 1] == joints[1:, 1])
    lower = np.flatnonzero(above)
    return lower, lower + 1, joints[lower + 1, 2] - joints[lower, 2]

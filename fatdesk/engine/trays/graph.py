"""The trays as a graph: joints where trays touch, pieces between them, and where racks connect."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Floats, Longs
from fatdesk.core.units import HALF_U_UM, um_from_mm
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import RackPart
from fatdesk.engine.floor.floor import Front, Rack, Tray, footprint_mm

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
        """Return the distance of points from the start of their line."""
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
    """Return the points where two lines cross or touch, on both lines."""
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


NOWHERE = -1
AT_ONCE = 1_000_000
"""Number of pairs of a rack and a line that are computed together."""


@dataclass(frozen=True, eq=False)
class TrayNet:
    """Joints of trays and the pieces between them; it depends on no rack.

    Attributes
    ----------
    u, v, tray : (e,) int64
        The two joints of each piece, and the tray that it is of (-1: a vertical way between trays that
        cross at different heights). Pieces of a line are in order from its start, vertical ways behind.
    low_um, high_um : (e,) int64
        Where along its line a piece begins and ends: lengths add up wherever a line is cut.
    joints
        How many joints there are.
    first : (lines + 1,) int64
        Pieces of line i are ``first[i]`` to ``first[i + 1]``.
    lone : (lines,) int64
        A joint of each line, for those so short that they have no piece.
    stops : (s,) int64
        The joints of points that routes pass; NOWHERE where no tray is near.
    """

    lines: TrayLines
    u: Longs
    v: Longs
    tray: Longs
    low_um: Longs
    high_um: Longs
    joints: int
    first: Longs
    lone: Longs
    stops: Longs

    @property
    def length_um(self) -> Longs:
        """The length of each piece."""
        return self.high_um - self.low_um

    @cached_property
    def heading_um(self) -> tuple[Longs, Longs]:
        """From start to stop of the line of each piece, along x and y; 0 of vertical ways."""
        lines, count = self.lines, np.diff(self.first)
        along = (lines.x2 - lines.x1, lines.y2 - lines.y1)
        dx, dy = (np.zeros(len(self.u), np.int64) for _ in along)
        dx[: self.first[-1]], dy[: self.first[-1]] = (np.repeat(one, count) for one in along)
        return dx, dy


@dataclass(frozen=True, eq=False)
class Footprints:
    """Outlines of racks in the room, whatever hangs above them, in micrometres.

    Attributes
    ----------
    middle, half : (r, 2) int64
        The middle of each rack, and half of its width and depth as it is turned.
    top : (r,) int64
        From the floor to the upper edge of each rack's highest unit.
    """

    middle: Longs
    half: Longs
    top: Longs

    @classmethod
    def of(cls, racks: Sequence[Rack], catalog: Catalog) -> "Footprints":
        """The footprints of racks, in their order."""
        shapes: dict[tuple[str, Front], tuple[int, int, int]] = {}
        for rack in racks:
            if (rack.part, rack.front) not in shapes:
                part = catalog.rack(rack.part)
                wide, deep = footprint_mm(rack, part)
                shapes[rack.part, rack.front] = um_from_mm(wide) // 2, um_from_mm(deep) // 2, _top_um(part)
        shape = np.array([shapes[rack.part, rack.front] for rack in racks], np.int64).reshape(-1, 3)
        corner = np.array([(um_from_mm(rack.x_mm), um_from_mm(rack.y_mm)) for rack in racks], np.int64)
        return cls(corner.reshape(-1, 2) + shape[:, :2], shape[:, :2], shape[:, 2])

    def with_racks(self, index: Longs, some: "Footprints") -> "Footprints":
        """The footprints with those of these indices replaced."""
        middle, half, top = self.middle.copy(), self.half.copy(), self.top.copy()
        middle[index], half[index], top[index] = some.middle, some.half, some.top
        return Footprints(middle, half, top)


@dataclass(frozen=True, eq=False)
class TrayGraph:
    """The net, and where each of r racks connects to it.

    Attributes
    ----------
    drop_piece, drop_at_um : (r,) int64
        The piece where a rack's cables enter the trays (-1: none, but maybe a joint), and where on its line.
    drop_joint, drop_away_um : (r, 2) int64
        The joints at the piece's two ends (-1: no tray passes over the rack), and how far they are.
    drop_um, stub_um : (r,) int64
        From the top of the rack's highest unit up to the tray (negative: down to it), and from the rack's
        middle to the tray.
    others
        How racks connect where trays are avoided.
    of_kinds
        For each kind of routes, the first aside, which of ``others`` it is; -1: this one.
    """

    net: TrayNet
    footprints: Footprints
    drop_piece: Longs
    drop_at_um: Longs
    drop_joint: Longs
    drop_away_um: Longs
    drop_um: Longs
    stub_um: Longs
    avoid: tuple[int, ...] = ()
    others: "tuple[TrayGraph, ...]" = ()
    of_kinds: tuple[int, ...] = ()

    @property
    def attachments(self) -> "tuple[TrayGraph, ...]":
        """Connections to any tray, and those where trays are avoided."""
        return self, *self.others

    def of_kind(self, kind: int) -> "TrayGraph":
        """Return how racks connect for a kind of routes."""
        return self.attachments[self.of_kinds[kind - 1] + 1] if kind else self

    def with_racks(self, index: Longs, racks: Sequence[Rack], catalog: Catalog) -> "TrayGraph":
        """Connect some racks again: those of these indices, in their order."""
        footprints = Footprints.of(racks, catalog)
        others = tuple(one._with(index, footprints) for one in self.others)
        return replace(self._with(index, footprints), others=others)

    def _with(self, index: Longs, racks: Footprints) -> "TrayGraph":
        some = attach_racks(self.net, racks, self.avoid)
        columns: dict[str, Any] = {"footprints": self.footprints.with_racks(index, some.footprints)}
        for name in ATTACHED:
            columns[name] = getattr(self, name).copy()
            columns[name][index] = getattr(some, name)
        return replace(self, **columns)


ATTACHED = ("drop_piece", "drop_at_um", "drop_joint", "drop_away_um", "drop_um", "stub_um")
"""Columns of the connections of racks."""


def with_kinds(graph: TrayGraph, avoided: Sequence[tuple[int, ...]]) -> TrayGraph:
    """Connect racks for further kinds of routes, by the trays that each avoids."""
    distinct_sets = [trays for trays in dict.fromkeys(avoided) if trays]
    others = tuple(attach_racks(graph.net, graph.footprints, trays) for trays in distinct_sets)
    of_kinds = tuple(distinct_sets.index(trays) if trays else -1 for trays in avoided)
    return replace(graph, others=others, of_kinds=of_kinds)


def tray_graph(trays: Sequence[Tray], racks: Sequence[Rack], catalog: Catalog) -> TrayGraph:
    """Join trays where they touch, and racks to the nearest tray that passes over their footprint."""
    return attach_racks(tray_net(trays), Footprints.of(racks, catalog))


def tray_net(trays: Sequence[Tray], stops: Sequence[tuple[int, int]] = ()) -> TrayNet:
    """Join trays where they touch.

    Parameters
    ----------
    stops
        Points that routes pass: the nearest place of a tray becomes a joint, where one is near.
    """
    lines = TrayLines.of(trays)
    spots = [line_ends(lines), *crossings(lines)]
    before = sum(len(some.line) for some in spots)
    near, found = _near(lines, stops)
    spots.append(near)
    line = np.concatenate([some.line for some in spots]).astype(np.int64)
    x = np.concatenate([some.x for some in spots]).astype(np.int64)
    y = np.concatenate([some.y for some in spots]).astype(np.int64)
    points = np.stack([x, y, lines.z[line]], axis=1)
    joints, joint = (
        np.unique(points, axis=0, return_inverse=True) if len(points) else (points, np.zeros(0, np.int64))
    )
    joint = joint.reshape(-1)
    at = lines.along(line, x, y)
    order = np.lexsort((np.abs(x - lines.x1[line]) + np.abs(y - lines.y1[line]), at, line))
    a, b = order[:-1], order[1:]
    piece = (line[a] == line[b]) & (joint[a] != joint[b])
    a, b = a[piece], b[piece]
    up_u, up_v, up_um = _risers(joints)
    lone = np.zeros(len(lines.z), np.int64)
    lone[line] = joint
    of_stops = np.full(len(stops), NOWHERE, np.int64)
    of_stops[found] = joint[before:]
    return TrayNet(
        lines=lines,
        u=np.concatenate([joint[a], up_u]),
        v=np.concatenate([joint[b], up_v]),
        tray=np.concatenate([lines.tray[line[a]], np.full(len(up_u), NOWHERE, np.int64)]),
        low_um=np.concatenate([at[a], np.zeros(len(up_u), np.int64)]),
        high_um=np.concatenate([at[b], up_um]),
        joints=len(joints),
        first=np.searchsorted(line[a], np.arange(len(lines.z) + 1)),
        lone=lone,
        stops=of_stops,
    )


NEAR_UM = 500_000
"""Farthest that a stop may lie from its tray."""


def _near(lines: TrayLines, stops: Sequence[tuple[int, int]]) -> tuple[Spots, Longs]:
    """The nearest place of a line for each stop that has one near, and which stops these are."""
    points = np.array(stops, np.int64).reshape(-1, 2)
    none = np.zeros(0, np.int64)
    if not len(points) or not len(lines.z):
        return Spots(none, none, none), none
    x, y, distance = nearest(lines, np.arange(len(lines.z)), points[:, :1], points[:, 1:])
    line = np.argmin(distance, axis=1)
    at = np.flatnonzero(distance[np.arange(len(points)), line] <= NEAR_UM)
    return Spots(line[at], x[at, line[at]], y[at, line[at]]), at


def _risers(joints: Longs) -> tuple[Longs, Longs, Longs]:
    """Vertical ways where trays of different heights cross (joints are sorted by x, y, z)."""
    if len(joints) < 2:
        empty = np.zeros(0, np.int64)
        return empty, empty, empty
    above = (joints[:-1, 0] == joints[1:, 0]) & (joints[:-1, 1] == joints[1:, 1])
    lower = np.flatnonzero(above)
    return lower, lower + 1, joints[lower + 1, 2] - joints[lower, 2]


def attach_racks(net: TrayNet, racks: Footprints, avoid: tuple[int, ...] = ()) -> TrayGraph:
    """Connect racks to a net, but not to the trays of some indices."""
    count = len(racks.top)
    drops, stub = _drops(net.lines, racks, avoid)
    line = np.maximum(drops.line, 0)
    z = net.lines.z[line] if len(net.lines.z) else np.zeros(count, np.int64)
    reached = drops.line >= 0
    piece = np.full(count, NOWHERE, np.int64)
    at = np.zeros(count, np.int64)
    joint = np.full((count, 2), NOWHERE, np.int64)
    away = np.zeros((count, 2), np.int64)
    if reached.any():
        here = line[reached]
        at[reached] = net.lines.along(here, drops.x[reached], drops.y[reached])
        piece[reached] = _piece_at(net, here, at[reached])
        joint[reached] = net.lone[here][:, None]
    on = np.flatnonzero(piece >= 0)
    low, high = net.low_um[piece[on]], net.high_um[piece[on]]
    at[on] = np.clip(at[on], low, high)
    joint[on] = np.stack([net.u[piece[on]], net.v[piece[on]]], axis=1)
    away[on] = np.stack([at[on] - low, high - at[on]], axis=1)
    return TrayGraph(net, racks, piece, at, joint, away, z - racks.top, stub, avoid)


def _piece_at(net: TrayNet, line: Longs, at: Longs) -> Longs:
    """The piece of a line that holds a place on it, the later one at a joint; -1: the line has none."""
    first, last = net.first[line], net.first[line + 1] - 1
    count = int(net.first[-1])
    step = int(max(net.high_um[:count].max(initial=0), at.max(initial=0))) + 1
    key = np.repeat(np.arange(len(net.lone)), np.diff(net.first)) * step + net.low_um[:count]
    found = np.searchsorted(key, line * step + at, side="right") - 1
    return np.where(last < first, NOWHERE, np.clip(found, first, last))


def _top_um(part: RackPart) -> int:
    """From the floor to the upper edge of a rack's highest unit."""
    if part.first_u_mm is None:
        return um_from_mm(part.height_mm)
    return um_from_mm(part.first_u_mm) + 2 * HALF_U_UM * part.height_u


def _drops(lines: TrayLines, racks: Footprints, avoid: tuple[int, ...]) -> tuple[Spots, Longs]:
    """For each rack the line over it (-1: none) with the point there, and the way from the rack's middle."""
    n, m = len(racks.top), len(lines.z)
    line = np.full(n, NOWHERE, np.int64)
    at_x, at_y, stub = np.zeros(n, np.int64), np.zeros(n, np.int64), np.zeros(n, np.int64)
    if not m or not n:
        return Spots(line, at_x, at_y), stub
    centre, half = racks.middle, racks.half
    every = np.arange(m)
    out = np.isin(lines.tray, avoid)
    step = max(1, AT_ONCE // m)
    for start in range(0, n, step):
        here = slice(start, start + step)
        middle = centre[here]
        first, last = _over(lines, middle, half[here])
        first[:, out] = np.inf
        x, y, distance = nearest(lines, every, middle[:, :1], middle[:, 1:], first, last)
        distance = np.where(first <= last, distance, np.iinfo(np.int64).max)
        best = np.argmin(distance, axis=1)
        row = np.arange(len(best))
        reached = first[row, best] <= last[row, best]
        at = row[reached] + start
        best = best[reached]
        line[at], at_x[at], at_y[at] = best, x[row[reached], best], y[row[reached], best]
        stub[at] = distance[row[reached], best]
    return Spots(line, at_x, at_y), stub


def _over(lines: TrayLines, centre: Longs, half: Longs) -> tuple[Floats, Floats]:
    """From which part of each line to which it runs over each footprint; first > last: nowhere."""
    first: NDArray[np.float64] = np.zeros((len(centre), len(lines.z)))
    last = np.ones((len(centre), len(lines.z)))
    ways = ((lines.x1, lines.x2), (lines.y1, lines.y2))
    for axis, (start, end) in enumerate(ways):
        middle, reach = centre[:, axis : axis + 1], half[:, axis : axis + 1]
        way, low, high = end - start, middle - reach - start, middle + reach - start
        with np.errstate(divide="ignore", invalid="ignore"):
            one, other = low / way, high / way
            enters, leaves = np.minimum(one, other), np.maximum(one, other)
        across = way == 0
        beside = across & ((low > 0) | (high < 0))
        first = np.where(beside, 2.0, np.where(across, first, np.fmax(first, enters)))
        last = np.where(across, last, np.fmin(last, leaves))
    return first, last

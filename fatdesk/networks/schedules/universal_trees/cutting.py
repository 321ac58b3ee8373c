"""Divide a box with a network in it by planes, repeatedly, until each part has at most one host.

Source: Theorem 5 of the universal fat-trees paper. Each part is halved across its longest side, which in a
cube takes the three directions in turn; surfaces are the real ones.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Floats, Longs
from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import SILENT, Progress

NONE = -1
SAME_PLACE_M = 0.005
"""Nodes nearer to each other than this are parted by number."""
DEEPEST = 60
"""Levels, so that places of leaves are 64-bit numbers."""


@dataclass(frozen=True, eq=False)
class Parts:
    """A decomposition tree by planes: p parts, level by level, those with no node left out.

    Attributes
    ----------
    level, parent, low, high : (p,) int64
        Distance from the whole box; the part cut; its two halves, -1 where a half is empty or there are none.
    box : (p, 2, 3) float64
        Lowest and highest corner, metres.
    axis : (p,) int64
        Direction of the cut, 0 to 2 for x, y, z; -1: not cut, or parted by number where all is at one place.
    at_m : (p,) float64
        Position of the plane along that axis; nan without a plane.
    hosts : (p,) int64
    surface_m2 : (p,) float64
    crossing, crossing_links : (p,)
        Bandwidth and number of the links that leave a part through its surface.
    cut, cut_links : (p,)
        Those of the links that lead from one of its halves to the other.
    place : (n,) int64
        The leaf of each node among the 2^depth leaves of the complete tree; -1: outside the box.
    depth
        Levels of cuts.
    """

    level: Longs
    parent: Longs
    low: Longs
    high: Longs
    box: Floats
    axis: Longs
    at_m: Floats
    hosts: Longs
    surface_m2: Floats
    crossing: Floats
    crossing_links: Longs
    cut: Floats
    cut_links: Longs
    place: Longs
    depth: int

    @property
    def count(self) -> int:
        """Number of parts."""
        return len(self.level)

    @property
    def per_m2(self) -> Floats:
        """Bandwidth that each part asks for a square metre of its surface; 0 where it has none."""
        flat = self.surface_m2 <= 0
        return np.where(flat, 0.0, self.crossing / np.where(flat, 1.0, self.surface_m2))

    def largest(self, values: Floats) -> Floats:
        """The largest value of each level, parts that were not cut on higher levels included."""
        found = np.zeros(self.depth + 1)
        np.maximum.at(found, self.level, values)
        leaf = (self.low == NONE) & (self.high == NONE)
        at_leaf = np.zeros(self.depth + 1)
        np.maximum.at(at_leaf, self.level[leaf], values[leaf])
        return np.maximum(found, np.maximum.accumulate(at_leaf))


def cut_box(
    where_m: Floats,
    host: NDArray[np.bool_],
    ends: Longs,
    bandwidth: Floats,
    box: Floats,
    progress: Progress = SILENT,
) -> Parts:
    """Cut a box by planes.

    Parameters
    ----------
    where_m : (n, 3) float64
        Place of each node in metres; nan: outside.
    host : (n,) bool
        Nodes of which each part shall have one at most in the end.
    ends : (m, 2) int64
        Nodes of each link.
    bandwidth : (m,) float64
        Of each link, in any unit.
    box : (2, 3) float64
        Lowest and highest corner.

    Raises
    ------
    FatdeskError
        When a node lies outside the box or the box is too large for what is in it.
    """
    inside = ~np.isnan(where_m).any(axis=1)
    _check(where_m[inside], box)
    here = np.where(inside, 0, NONE)
    place = np.where(inside, 0, NONE)
    made = [_Level(0, np.array([NONE]), box[None])]
    made[0].count(here, host, ends, bandwidth, 0)
    first, depth = 0, 0
    while True:
        now = made[-1]
        going = now.hosts > 1
        if not going.any():
            break
        depth += 1
        if depth > DEEPEST:
            raise FatdeskError("decomposition: nodes are too close to each other for so large a room")
        progress.step(depth, DEEPEST, f"cutting level {depth}")
        side, moving = _sides(now, going, here, first, where_m)
        place[inside] *= 2
        place[moving] += side[moving]
        half = np.where(moving, 2 * (here - first) + side, NONE)
        known = np.unique(half[moving])
        next_first = first + len(now.parent)
        onward = here.copy()
        onward[moving] = next_first + np.searchsorted(known, half[moving])
        below = now.halves(known, first, next_first)
        a, b = here[ends[:, 0]], here[ends[:, 1]]
        parted = (a == b) & (a >= first) & (onward[ends[:, 0]] != onward[ends[:, 1]])
        now.cut += np.bincount(a[parted] - first, bandwidth[parted], len(now.parent))
        now.cut_links += np.bincount(a[parted] - first, minlength=len(now.parent))
        here, first = onward, next_first
        below.count(here, host, ends, bandwidth, first)
        made.append(below)
    return _joined(made, place, depth)


class _Level:
    """The parts of one level while they are made."""

    def __init__(self, level: int, parent: Longs, box: Floats) -> None:
        count = len(parent)
        self.level, self.parent, self.box = level, parent, box
        self.low, self.high = np.full(count, NONE), np.full(count, NONE)
        self.axis, self.at_m = np.full(count, NONE), np.full(count, np.nan)
        self.cut: Floats = np.zeros(count)
        self.cut_links: Longs = np.zeros(count, np.int64)
        self.hosts = np.zeros(count, np.int64)
        self.crossing, self.crossing_links = np.zeros(count), np.zeros(count, np.int64)

    def count(self, here: Longs, host: NDArray[np.bool_], ends: Longs, bandwidth: Floats, first: int) -> None:
        """Count hosts, and links with one end inside."""
        count = len(self.parent)
        self.hosts = np.bincount(here[host & (here >= first)] - first, minlength=count)
        apart = here[ends[:, 0]] != here[ends[:, 1]]
        for end in (0, 1):
            part = here[ends[:, end]]
            leaves = apart & (part >= first)
            self.crossing += np.bincount(part[leaves] - first, bandwidth[leaves], count)
            self.crossing_links += np.bincount(part[leaves] - first, minlength=count)

    def halves(self, known: Longs, first: int, next_first: int) -> "_Level":
        """The parts below: ``known`` are twice the parts of this level, plus one for upper halves."""
        part, side = known >> 1, known & 1
        box = self.box[part].copy()
        planar = self.axis[part] != NONE
        rows = np.arange(len(known))[planar]
        box[rows, 1 - side[planar], self.axis[part[planar]]] = self.at_m[part[planar]]
        number = next_first + np.arange(len(known))
        self.low[part[side == 0]] = number[side == 0]
        self.high[part[side == 1]] = number[side == 1]
        return _Level(self.level + 1, first + part, box)


def _check(where_m: Floats, box: Floats) -> None:
    if not (np.isfinite(box).all() and (box[1] >= box[0]).all()):
        raise FatdeskError(
            f"decomposition: the box {box.tolist()} is none, give its lowest and highest corner"
        )
    outside = ((where_m < box[0]) | (where_m > box[1])).any(axis=1)
    if outside.any():
        raise FatdeskError(
            f"decomposition: {int(outside.sum())} nodes are outside the box, the first at "
            f"{where_m[outside.argmax()].tolist()}: give a larger box"
        )


def _sides(
    now: _Level, going: NDArray[np.bool_], here: Longs, first: int, where_m: Floats
) -> tuple[Longs, NDArray[np.bool_]]:
    """Return the half of each node, 0 or 1, and which nodes are in any; adds the planes to the level."""
    moving = here >= first
    moving[moving] = going[here[moving] - first]
    node = np.flatnonzero(moving)
    part = here[node] - first
    count = len(now.parent)
    least, most = np.full((count, 3), np.inf), np.full((count, 3), -np.inf)
    np.minimum.at(least, part, where_m[node])
    np.maximum.at(most, part, where_m[node])
    planar = going & ((most - least).max(axis=1, initial=0.0) >= SAME_PLACE_M)
    axis = (now.box[:, 1] - now.box[:, 0]).round(9).argmax(axis=1)
    rows = np.arange(count)
    middle = now.box[rows, :, axis].mean(axis=1)
    now.axis[planar], now.at_m[planar] = axis[planar], middle[planar]
    side = np.zeros(len(here), np.int64)
    side[node] = where_m[node, axis[part]] >= middle[part]
    by_number = node[~planar[part]]
    if len(by_number):  # the first half of the nodes of each part by number
        own = here[by_number] - first
        order = np.argsort(own, kind="stable")
        size = np.bincount(own, minlength=count)
        rank = np.arange(len(own)) - (np.cumsum(size) - size)[own[order]]
        side[by_number[order]] = 2 * rank >= size[own[order]]
    return side, moving


def _joined(made: list[_Level], place: Longs, depth: int) -> Parts:
    box = np.concatenate([one.box for one in made])
    x, y, z = (box[:, 1] - box[:, 0]).T
    return Parts(
        level=np.concatenate([np.full(len(one.parent), one.level) for one in made]),
        parent=np.concatenate([one.parent for one in made]),
        low=np.concatenate([one.low for one in made]),
        high=np.concatenate([one.high for one in made]),
        box=box,
        axis=np.concatenate([one.axis for one in made]),
        at_m=np.concatenate([one.at_m for one in made]),
        hosts=np.concatenate([one.hosts for one in made]),
        surface_m2=2 * (x * y + y * z + z * x),
        crossing=np.concatenate([one.crossing for one in made]),
        crossing_links=np.concatenate([one.crossing_links for one in made]),
        cut=np.concatenate([one.cut for one in made]),
        cut_links=np.concatenate([one.cut_links for one in made]),
        place=place,
        depth=depth,
    )


@dataclass(frozen=True)
class Plane:
    """A plane across a part of the room.

    Attributes
    ----------
    level
        0 cuts the whole room.
    axis
        0: across x, 1: across y, 2: level with the floor.
    at_m
        Where on that axis.
    low_m, high_m
        Corners of the part that it cuts.
    area_m2
        Of the plane inside the part.
    gbps, links
        Bandwidth and number of the links that cross it.
    """

    level: int
    axis: int
    at_m: float
    low_m: tuple[float, float, float]
    high_m: tuple[float, float, float]
    area_m2: float
    gbps: float
    links: int

    @property
    def gbps_per_m2(self) -> float | None:
        """Bandwidth a square metre; None where the part has no breadth there."""
        return self.gbps / self.area_m2 if self.area_m2 > 0 else None


def planes(parts: Parts, levels: int) -> list[Plane]:
    """The planes of a number of levels, from the whole room on."""
    found = []
    for part in np.flatnonzero((parts.axis >= 0) & (parts.level < levels)).tolist():
        axis = int(parts.axis[part])
        low, high = parts.box[part]
        sides = np.delete(high - low, axis)
        found.append(
            Plane(
                int(parts.level[part]),
                axis,
                float(parts.at_m[part]),
                (float(low[0]), float(low[1]), float(low[2])),
                (float(high[0]), float(high[1]), float(high[2])),
                float(sides[0] * sides[1]),
                float(parts.cut[part]),
                int(parts.cut_links[part]),
            )
        )
    return found


def densest(found: list[Plane]) -> Plane | None:
    """The plane with the most bandwidth a square metre, the first of equals."""
    known = [plane for plane in found if plane.gbps_per_m2 is not None]
    return max(known, key=lambda plane: plane.gbps_per_m2 or 0.0, default=None)

"""Snapping of drawn points to guides."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from typing import NamedTuple

Point = tuple[float, float]


class Snap(NamedTuple):
    """A point, and the kind of guide it is on: ``rack``, ``tray``, ``angle``, ``tile``, or empty."""

    x: float
    y: float
    what: str = ""

    @property
    def point(self) -> Point:
        """The point alone."""
        return (self.x, self.y)


class Guides(NamedTuple):
    """Guides to snap to: points, straight lines, and corners of tiles (no size: none)."""

    points: tuple[Snap, ...] = ()
    lines: tuple[tuple[Point, Point], ...] = ()
    tile_mm: float = 0.0


def snapped(at: Point, guides: Guides, radius: float, last: Point | None = None) -> Snap:
    """The best candidate within a radius, or the point itself.

    Points come first, then crossings of a right angle (seen from the point before) with lines and points,
    then the nearest point of a line, then the right angle alone, then corners and edges of tiles.
    """
    for rank in _ranks(at, guides, last):
        near = [(_far(at, found.point), found) for found in rank]
        best = min(near, default=None)
        if best is not None and best[0] <= radius * radius:
            return best[1]
    return Snap(*at)


def candidates(at: Point, guides: Guides, last: Point | None = None) -> list[Snap]:
    """Every point that one could snap to."""
    return [found for rank in _ranks(at, guides, last) for found in rank]


def _ranks(at: Point, guides: Guides, last: Point | None) -> Iterator[list[Snap]]:
    yield list(guides.points)
    if last is not None:
        yield list(_angles(guides, last))
    yield [Snap(*nearest(line, at), "tray") for line in guides.lines]
    if last is not None:
        yield [Snap(at[0], last[1], "angle"), Snap(last[0], at[1], "angle")]
    if guides.tile_mm > 0:
        tile = guides.tile_mm
        x, y = round(at[0] / tile) * tile, round(at[1] / tile) * tile
        yield [Snap(x, y, "tile")]
        yield [Snap(x, at[1], "tile"), Snap(at[0], y, "tile")]


def _angles(guides: Guides, last: Point) -> Iterator[Snap]:
    """Points where lines along x and y through a point meet lines, or are level with points."""
    for line in guides.lines:
        (x1, y1), (x2, y2) = line
        for start, stop, there, across in ((y1, y2, last[1], True), (x1, x2, last[0], False)):
            if start != stop and min(start, stop) <= there <= max(start, stop):
                t = (there - start) / (stop - start)
                yield (
                    Snap(x1 + t * (x2 - x1), there, "tray")
                    if across
                    else Snap(there, y1 + t * (y2 - y1), "tray")
                )
    for x in {found.x for found in guides.points}:
        yield Snap(x, last[1], "angle")
    for y in {found.y for found in guides.points}:
        yield Snap(last[0], y, "angle")


def nearest(line: tuple[Point, Point], at: Point) -> Point:
    """The point of a straight line that is nearest to another.

    >>> nearest(((0.0, 0.0), (10.0, 0.0)), (4.0, 3.0))
    (4.0, 0.0)
    """
    (x1, y1), (x2, y2) = line
    dx, dy = x2 - x1, y2 - y1
    square = dx * dx + dy * dy
    t = 0.0 if not square else max(0.0, min(1.0, ((at[0] - x1) * dx + (at[1] - y1) * dy) / square))
    return (x1 + t * dx, y1 + t * dy)


def next_along(value: float, stops: Iterable[float], steps: int, otherwise: float) -> float:
    """The coordinate some stops further on; beyond the last stop by a fixed distance for each.

    >>> next_along(1.0, [0.0, 4.0, 9.0], 1, 5.0), next_along(9.0, [0.0, 4.0, 9.0], 2, 5.0)
    (4.0, 19.0)
    """
    found = sorted(set(stops))
    for _ in range(abs(steps)):
        number = bisect_right(found, value + 0.5) if steps > 0 else bisect_left(found, value - 0.5) - 1
        if 0 <= number < len(found):
            value = found[number]
        else:
            value += otherwise if steps > 0 else -otherwise
    return value


def _far(a: Point, b: Point) -> float:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2

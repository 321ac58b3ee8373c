"""The way of a cable through the trays as a line over the floor."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

Point = tuple[float, float]
Line = Sequence[Point]


def run_way(run: Sequence[str], trays: Mapping[str, Line], first: Point, last: Point) -> list[Point]:
    """From near one point to near another along trays named in order; nothing where a tray is not there."""
    if not run or any(name not in trays for name in run):
        return []
    ways = [trays[name] for name in run]
    here = nearest(ways[0], first)
    line = [here]
    for way, following in pairwise(ways):
        there = meeting(way, following)
        line += along(way, here, there)
        here = there
    return line + along(ways[-1], here, nearest(ways[-1], last))


def _on(a: Point, b: Point, p: Point) -> Point:
    """The point of a straight piece that is nearest to another."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    t = 0.0 if not square else max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square))
    return (a[0] + t * dx, a[1] + t * dy)


def _far(a: Point, b: Point) -> float:
    return float((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2)


def nearest(way: Line, p: Point) -> Point:
    """The point of a tray that is nearest to another.

    >>> nearest(((0.0, 0.0), (10.0, 0.0)), (4.0, 3.0))
    (4.0, 0.0)
    """
    return min((_on(a, b, p) for a, b in pairwise(way)), key=lambda found: _far(found, p))


def meeting(one: Line, other: Line) -> Point:
    """Where two trays touch or cross.

    >>> meeting(((0.0, 0.0), (10.0, 0.0)), ((5.0, -2.0), (5.0, 2.0)))
    (5.0, 0.0)
    """
    found = [cross for a in pairwise(one) for b in pairwise(other) if (cross := _crossing(a, b)) is not None]
    found += [nearest(one, point) for point in other] + list(one)
    return min(
        found,
        key=lambda point: round(_far(point, nearest(other, point)) + _far(point, nearest(one, point)), 3),
    )


def _crossing(one: tuple[Point, Point], other: tuple[Point, Point]) -> Point | None:
    (x1, y1), (x2, y2) = one
    (x3, y3), (x4, y4) = other
    area = (x2 - x1) * (y4 - y3) - (y2 - y1) * (x4 - x3)
    if not area:
        return None
    t = ((x3 - x1) * (y4 - y3) - (y3 - y1) * (x4 - x3)) / area
    u = ((x3 - x1) * (y2 - y1) - (y3 - y1) * (x2 - x1)) / area
    if not (-1e-9 <= t <= 1 + 1e-9 and -1e-9 <= u <= 1 + 1e-9):
        return None
    return (x1 + t * (x2 - x1), y1 + t * (y2 - y1))


def along(way: Line, start: Point, stop: Point) -> list[Point]:
    """The corners of a tray between two of its points, and the second point.

    >>> along(((0.0, 0.0), (5.0, 0.0), (5.0, 5.0)), (1.0, 0.0), (5.0, 2.0))
    [(5.0, 0.0), (5.0, 2.0)]
    """
    places = [_piece(way, start), _piece(way, stop)]
    if places[0] <= places[1]:
        corners = list(way[places[0] + 1 : places[1] + 1])
    else:
        corners = list(way[places[1] + 1 : places[0] + 1])[::-1]
    return [*corners, stop]


def _piece(way: Line, p: Point) -> int:
    pieces = list(pairwise(way))
    return min(range(len(pieces)), key=lambda i: _far(_on(*pieces[i], p), p))

"""Clouds around what changes in a drawing, as on revisions of drawings: scalloped outlines."""

from collections.abc import Sequence
from itertools import pairwise
from math import cos, pi, sin

POINTS = 6
"""Pieces of a scallop."""
Rect = tuple[float, float, float, float]
"""Left, top, width and height."""


def clouds(boxes: Sequence[Rect], room: float, scallop: float) -> list[Rect]:
    """Return clouds around some boxes as lines from point to point; those that would meet are one.

    Parameters
    ----------
    room, scallop
        Between a box and its cloud, and the length of a scallop, in the unit of the boxes.
    """
    return [line for box in merged([_wider(box, room) for box in boxes]) for line in _cloud(box, scallop)]


def merged(boxes: Sequence[Rect]) -> list[Rect]:
    """Return the rectangles that are left when each two that meet become one around both.

    >>> merged([(0, 0, 10, 10), (8, 0, 10, 10), (40, 0, 5, 5)])
    [(0, 0, 18, 10), (40, 0, 5, 5)]
    """
    found: list[Rect] = []
    for box in boxes:
        one = box
        while meeting := [other for other in found if _meet(one, other)]:
            found = [other for other in found if other not in meeting]
            one = _around([one, *meeting])
        found.append(one)
    return sorted(found)


def _wider(box: Rect, room: float) -> Rect:
    x, y, wide, high = box
    return x - room, y - room, wide + 2 * room, high + 2 * room


def _meet(one: Rect, other: Rect) -> bool:
    return all(one[n] <= other[n] + other[n + 2] and other[n] <= one[n] + one[n + 2] for n in (0, 1))


def _around(boxes: Sequence[Rect]) -> Rect:
    x, y = (min(box[n] for box in boxes) for n in (0, 1))
    right, lower = (max(box[n] + box[n + 2] for box in boxes) for n in (0, 1))
    return x, y, right - x, lower - y


def _cloud(box: Rect, scallop: float) -> list[Rect]:
    """The pieces of the scallops along the four sides, as lines from point to point."""
    x, y, wide, high = box
    corners = ((x, y), (x + wide, y), (x + wide, y + high), (x, y + high), (x, y))
    points = [corners[0]]
    for (x1, y1), (x2, y2) in pairwise(corners):
        count = max(1, round((abs(x2 - x1) + abs(y2 - y1)) / scallop))
        dx, dy = (x2 - x1) / count, (y2 - y1) / count
        for number in range(count):
            middle = x1 + dx * (number + 0.5), y1 + dy * (number + 0.5)
            for step in range(1, POINTS + 1):  # half an ellipse, outwards: the sides run clockwise
                turn = pi * step / POINTS
                along, out = -cos(turn) / 2, sin(turn) * 0.35
                points.append((middle[0] + dx * along + dy * out, middle[1] + dy * along - dx * out))
    return [(*a, *b) for a, b in pairwise(points)]

"""Links inside rows and columns of a grid, drawn as arcs that do not hide each other."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Longs = NDArray[np.int64]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
PIECES = 12
"""Straight lines of an arc."""
AWAY = 0.86
"""How much of the room between boxes arcs take."""


class Ends(NamedTuple):
    """What links end at: middle, half width and height, and which it is from the left and from the top."""

    x: Floats
    y: Floats
    half: Floats
    tall: Floats
    column: Longs
    row: Longs


def in_rows(a: Ends, b: Ends, room: float, most: int) -> tuple[Floats, Longs]:
    """Lines (p, 4) between boxes side by side, a left of b, and the link of each line.

    Neighbours are joined from side to side; others by arcs over the boxes, the farther the higher.

    Parameters
    ----------
    room
        Between the rows.
    most
        The greatest distance in places.
    """
    steps = b.column - a.column
    next_to = steps <= 1
    share = (steps - 1) / max(1, most - 1)
    out = a.half * (0.85 - 0.7 * share)
    into = b.half * (0.85 - 0.7 * share)
    high = room * AWAY * (0.25 + 0.75 * share)
    flat = np.stack([a.x + a.half, a.y, b.x - b.half, b.y], axis=1)
    arcs = _arcs(a.x + out, b.x - into, a.y - a.tall, high)
    return _together(flat, arcs, next_to)


def in_columns(a: Ends, b: Ends, room: float, most: int) -> tuple[Floats, Longs]:
    """Lines between boxes over each other, a above b; arcs go along the right side."""
    steps = b.row - a.row
    next_to = steps <= 1
    share = (steps - 1) / max(1, most - 1)
    out, into = a.tall * (0.8 - 0.7 * share), b.tall * (0.8 - 0.7 * share)
    far = room * AWAY * (0.25 + 0.75 * share)
    flat = np.stack([a.x, a.y + a.tall, b.x, b.y - b.tall], axis=1)
    turned = _arcs(a.y + out, b.y - into, -(a.x + a.half), far)
    arcs = np.stack([-turned[..., 1], turned[..., 0], -turned[..., 3], turned[..., 2]], axis=-1)
    return _together(flat, arcs, next_to)


def below(a: Ends, b: Ends, room: float, most: float) -> tuple[Floats, Longs]:
    """Arcs under the boxes, from grid to grid."""
    share = (b.x - a.x) / max(1.0, most)
    turned = _arcs(a.x, b.x, -(a.y + a.tall), room * AWAY * (0.3 + 0.7 * share))
    arcs = turned * np.array([1.0, -1.0, 1.0, -1.0])
    return _together(np.zeros((len(a.x), 4)), arcs, np.zeros(len(a.x), bool))


def _arcs(left: Floats, right: Floats, foot: Floats, high: Floats) -> Floats:
    """Half ellipses over two points of one height as (k, PIECES, 4)."""
    turn = np.linspace(0, np.pi, PIECES + 1)
    x = left[:, None] + (right - left)[:, None] * (0.5 - 0.5 * np.cos(turn))
    y = foot[:, None] - high[:, None] * np.sin(turn)
    return np.stack([x[:, :-1], y[:, :-1], x[:, 1:], y[:, 1:]], axis=-1)


def _together(flat: Floats, arcs: Floats, straight: Flags) -> tuple[Floats, Longs]:
    """One line of each straight link, all lines of the others."""
    number = np.arange(len(flat))
    lines = np.concatenate([flat[straight], arcs[~straight].reshape(-1, 4)])
    of = np.concatenate([number[straight], np.repeat(number[~straight], PIECES)])
    return lines, of

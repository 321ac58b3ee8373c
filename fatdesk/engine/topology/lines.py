"""Which of many lines are drawn in a frame: what is in view, no more than can be painted in time."""

import numpy as np

from fatdesk.core.arrays import Bools, Floats, Longs

MOST_BUNDLES = 2_000
MOST_PIECES = 8_000
"""Short lines that arcs are made of."""
MOST_PIXELS = 400_000
"""Of lines, their lengths times their widths."""
THICKEST = ((24, 4.0), (80, 2.0))
"""Of so many bundles the thickest has so many pixels more than one."""
MOST_CUT = 8_000
"""Of more lines near the window a part is cut at its edges, and the rest counted by it."""
SPREAD = 2_654_435_761
"""Spreads neighbours far apart, so that what is left out is left out everywhere alike."""


def clip(lines: Floats, width: float, height: float, margin: float = 8.0) -> tuple[Longs, Floats]:
    """The lines that cross a rectangle from (0, 0), and their pieces inside it (Liang and Barsky 1984).

    Parameters
    ----------
    lines : (k, 4)
        x and y of both ends.
    """
    low_x, high_x, low_y, high_y = -margin, width + margin, -margin, height + margin
    x1, y1, x2, y2 = lines.T
    near = (np.maximum(x1, x2) >= low_x) & (np.minimum(x1, x2) <= high_x)
    near &= (np.maximum(y1, y2) >= low_y) & (np.minimum(y1, y2) <= high_y)
    here = np.flatnonzero(near)
    start, step = lines[here, :2], lines[here, 2:] - lines[here, :2]
    enter, leave = np.zeros(len(here)), np.ones(len(here))
    with np.errstate(divide="ignore", invalid="ignore"):
        for axis, low, high in ((0, low_x, high_x), (1, low_y, high_y)):
            first = (low - start[:, axis]) / step[:, axis]
            second = (high - start[:, axis]) / step[:, axis]
            flat = step[:, axis] == 0
            enter = np.where(flat, enter, np.maximum(enter, np.minimum(first, second)))
            leave = np.where(flat, leave, np.minimum(leave, np.maximum(first, second)))
    seen = enter <= leave
    here, start, step = here[seen], start[seen], step[seen]
    enter, leave = enter[seen, None], leave[seen, None]
    return here, np.concatenate([start + step * enter, start + step * leave], axis=1)


def sample(near: Longs, of: Longs, first: Bools) -> Longs:
    """Some of very many lines, from everywhere alike, and all that go before others.

    Parameters
    ----------
    of
        For each line what it is a piece of; all pieces of a thing are taken, or none.
    first
        For each of these things whether it goes before others.
    """
    scattered = (of[near].astype(np.uint64) * np.uint64(SPREAD)) % np.uint64(2**32)
    found: Longs = near[(scattered < 2**32 * MOST_CUT / len(near)) | first[of[near]]]
    return found


def about(count: float) -> int:
    """A number of which only the first two figures are known.

    >>> about(61_440.0), about(87.0)
    (61000, 87)
    """
    step = int(10.0 ** max(0, len(str(round(count))) - 2))
    return round(count / step) * step


def widths(count: Longs) -> Floats:
    """How thick bundles are: one pixel for a link, two for two, five for sixteen and more.

    Of many bundles none is so thick that it hides the others.
    """
    most = next((most for few, most in THICKEST if len(count) <= few), 1.0)
    return 1 + np.minimum(most, np.log2(np.maximum(count, 1)))


def within_budget(
    lines: Floats, count: Longs, first: Bools, number: Longs, most: int = MOST_BUNDLES
) -> Longs:
    """Which of some lines are drawn, in the order in which they are: those that matter most come last.

    Parameters
    ----------
    first
        Lines that go before all others.
    number
        Something that tells bundles apart and stays while one pans.
    most
        How many lines.
    """
    scattered = (number.astype(np.uint64) * np.uint64(SPREAD)) % np.uint64(2**32)
    order = np.lexsort((scattered, -count, ~first))
    size = np.hypot(lines[:, 2] - lines[:, 0], lines[:, 3] - lines[:, 1]) * widths(count)
    fits = (np.cumsum(size[order]) <= MOST_PIXELS) | first[order]
    fits[most:] = False
    return order[fits][::-1]

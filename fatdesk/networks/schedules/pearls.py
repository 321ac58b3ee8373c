"""Divide two strings of black and white pearls by at most two cuts, half of each colour to each side.

Source: Lemma 6 of the universal fat-trees paper, on many pairs of strings at once. Pearls lie at whole
positions; a string is the pearls from one position up to another, and those at ``black`` are black.
"""

import numpy as np
from numpy.typing import NDArray

Longs = NDArray[np.int64]


def divide(black: Longs, strings: Longs) -> tuple[Longs, Longs]:
    """Two sets of at most two strings each.

    One set grows from the front of the long string; then pearl for pearl the short string takes the place
    of its end; then what it has of the long string moves on to that string's end. In the end it is the
    other half, and as each step changes the number of black pearls by one at most, some step has half of
    them. Odd numbers are split to within one.

    Parameters
    ----------
    black : (b,) int64
        Positions of all black pearls, rising.
    strings : (p, 4) int64
        For each pair: first and end of one string, first and end of the other; empty where they are equal.

    Returns
    -------
    (p, 4) int64, (p, 4) int64
        The two sets, as ``strings``; the first has the fewer pearls, and black pearls, of an odd number.

    Examples
    --------
    >>> one, other = divide(np.array([0, 1]), np.array([[0, 4, 0, 0]]))
    >>> one.tolist(), other.tolist()
    ([[1, 3, 0, 0]], [[0, 1, 3, 4]])
    """
    swap = strings[:, 1] - strings[:, 0] < strings[:, 3] - strings[:, 2]
    strings = np.where(swap[:, None], strings[:, [2, 3, 0, 1]], strings)
    length, short = strings[:, 1] - strings[:, 0], strings[:, 3] - strings[:, 2]
    half = (length + short) // 2
    wanted = _count(black, strings) // 2

    def excess(step: Longs) -> Longs:
        """Black pearls of the set at a step, less half of them all, rounded down."""
        one, _ = _at(strings, short, half, step)
        found: Longs = _count(black, one) - wanted
        return found

    low, high = np.zeros_like(length), length + 2 * short - half
    at_low, at_high = excess(low), excess(high)
    step = np.where(at_low == 0, low, high)
    looking = (at_low != 0) & (at_high != 0)
    while looking.any():
        middle = (low + high) // 2
        found = excess(middle)
        done = looking & (found == 0)
        step[done] = middle[done]
        looking &= ~done
        before = np.sign(found) == np.sign(at_low)
        low, high = np.where(before, middle, low), np.where(before, high, middle)
    return _at(strings, short, half, step)


def _at(strings: Longs, short: Longs, half: Longs, step: Longs) -> tuple[Longs, Longs]:
    """Both sets at a step: up to ``short`` the short string comes in, then the long one moves on."""
    first, end, other, last = strings.T
    coming = step < short
    taken, moved = np.minimum(step, short), np.maximum(step - short, 0)
    left, right = first + moved, first + moved + half - taken
    one = np.stack([left, right, other, other + taken], axis=1)
    rest = np.stack(
        [
            np.where(coming, right, first),
            np.where(coming, end, left),
            np.where(coming, other + taken, right),
            np.where(coming, last, end),
        ],
        axis=1,
    )
    return one, rest


def _count(black: Longs, strings: Longs) -> Longs:
    """Black pearls of each pair of strings."""
    at = np.searchsorted(black, strings)
    found: Longs = at[:, 1] - at[:, 0] + at[:, 3] - at[:, 2]
    return found

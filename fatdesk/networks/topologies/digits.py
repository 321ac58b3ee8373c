"""Numbers as digits in base k, the lowest first."""

from fatdesk.core.arrays import Longs


def digit(numbers: Longs, k: int, place: int) -> Longs:
    """Digit of each number at a place, the lowest being place 0.

    >>> import numpy as np
    >>> digit(np.array([0, 5, 7]), 2, 2).tolist()
    [0, 1, 1]
    """
    found: Longs = numbers // k**place % k
    return found


def with_digit(numbers: Longs, k: int, place: int, value: Longs | int) -> Longs:
    """Each number with another digit at a place.

    >>> import numpy as np
    >>> with_digit(np.array([0, 5]), 2, 1, 1).tolist()
    [2, 7]
    """
    changed: Longs = numbers + (value - digit(numbers, k, place)) * k**place
    return changed


def written(number: int, k: int, count: int) -> str:
    """A number with ``count`` digits, the highest first; with dots between where digits are long.

    >>> written(5, 2, 3), written(35, 16, 2), written(0, 3, 0)
    ('101', '2.3', '')
    """
    digits = [str(number // k**place % k) for place in reversed(range(count))]
    return ("." if k > 10 else "").join(digits)

"""The first few of many by several keys, without sorting all."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def smallest(keys: Sequence[NDArray[np.generic]], count: int) -> NDArray[np.int64]:
    """Indices of the ``count`` smallest by the first key, ties by the next, and so on, in order.

    What is equal in all keys stays in order of index.

    >>> smallest([np.array([2, 1, 2, 1]), np.array([0, 5, 1, 4])], 3).tolist()
    [3, 1, 0]
    """
    chosen: list[NDArray[np.int64]] = []
    left = np.arange(len(keys[0]), dtype=np.int64)
    wanted = count
    for key in keys:
        if len(left) <= wanted or wanted == 0:
            break
        values = key[left]
        edge = np.partition(values, wanted - 1)[wanted - 1]
        below = left[values < edge]
        chosen.append(below)
        wanted -= len(below)
        left = left[values == edge]
    found = np.sort(np.concatenate([*chosen, left[:wanted]]))
    order = np.lexsort([key[found] for key in reversed(keys)])
    return found[order]

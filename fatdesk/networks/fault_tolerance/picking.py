"""Compiled picking of some things of each kind, all choices equally likely."""

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.compiled import compiled
from fatdesk.networks.simulation.chance import GOLDEN, stream, unit

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]


@compiled
def pick(shares: Ints, start: Longs, sizes: Longs, order: Ints, seed: int) -> Ints:
    """Of kind k, ``order[sizes[k]:sizes[k + 1]]``, pick ``shares[i, k]`` things for combination i.

    The first steps of a shuffle (Durstenfeld, 1964), which is undone for the next combination.
    """
    found = np.empty(start[-1], np.int32)
    deck = order.copy()
    swapped = np.empty(len(order), np.int64)
    for number in range(len(shares)):
        state = stream(seed, number)
        at = start[number]
        for kind in range(shares.shape[1]):
            first, end = sizes[kind], sizes[kind + 1]
            wanted = shares[number, kind]
            for step in range(wanted):
                here = first + step
                other = here + int(unit(state) * (end - here))
                state += GOLDEN
                swapped[step] = other
                deck[here], deck[other] = deck[other], deck[here]
                found[at] = deck[here]
                at += 1
            for step in range(wanted - 1, -1, -1):
                here, other = first + step, swapped[step]
                deck[here], deck[other] = deck[other], deck[here]
    return found

"""Move messages of a schedule to the first cycle that has room for them."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.compiled import compiled

Longs = NDArray[np.int64]
Array = NDArray[Any]


@compiled
def pack(
    order: Longs, source: Longs, destination: Longs, slot: Longs, capacity: Longs, most: int, cycle: Longs
) -> int:
    """Put each message into the first cycle in which no channel of its way is full.

    Taken in the order of a schedule no message comes later than it was, because its own cycle holds only
    messages of that cycle when its turn comes.

    Parameters
    ----------
    order
        Messages by their cycle in a schedule.
    slot : (4 * size,) int64
        For channel 2 v (up from node v) and 2 v + 1 (down to it) its place among the channels that can be
        full, -1 for others.
    capacity : (s,) int64
        Of those channels.
    most
        Cycles that there is memory for.
    cycle : (m,) int64
        Filled with the new cycles.

    Returns
    -------
    int
        How many cycles there are now; 0 when ``most`` were not enough.
    """
    size = len(slot) // 4
    words = 1
    full = np.zeros((len(capacity), words), np.uint64)
    used = np.zeros((len(capacity), words * 64), np.int32)
    way = np.empty(128, np.int64)
    one, every = np.uint64(1), ~np.uint64(0)
    opened = 0
    for at in range(len(order)):
        message = order[at]
        up, down, steps = source[message] + size, destination[message] + size, 0
        while up != down:
            for channel in (2 * up, 2 * down + 1):
                if slot[channel] >= 0:
                    way[steps] = slot[channel]
                    steps += 1
            up //= 2
            down //= 2
        found = -1
        for word in range(words):
            taken = np.uint64(0)
            for step in range(steps):
                taken |= full[way[step], word]
            if taken != every:
                bit = 0
                while taken & one:
                    taken >>= one
                    bit += 1
                found = 64 * word + bit
                break
        if found < 0:
            if 128 * words > most:
                return 0
            found = 64 * words
            wider = np.zeros((len(capacity), 2 * words), np.uint64)
            wider[:, :words] = full
            more = np.zeros((len(capacity), 128 * words), np.int32)
            more[:, : 64 * words] = used
            full, used, words = wider, more, 2 * words
        for step in range(steps):
            channel = way[step]
            used[channel, found] += 1
            if used[channel, found] == capacity[channel]:
                full[channel, found // 64] |= one << np.uint64(found % 64)
        cycle[message] = found
        opened = max(opened, found + 1)
    return opened

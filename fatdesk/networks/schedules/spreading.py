"""Follow traffic to one destination, which parts evenly wherever a packet may take several channels."""

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.compiled import compiled

Ints = NDArray[np.int32]
Floats = NDArray[np.float64]


@compiled
def reach(start: Ints, channel: Ints, after: Ints, inflow: Floats, waits: Ints) -> Ints:
    """The states that packets can be in; ``waits`` is filled with how many channels lead into each."""
    seen = inflow > 0
    queue = np.empty(len(waits), np.int32)
    count = 0
    for state in np.flatnonzero(seen):
        queue[count] = state
        count += 1
    done = 0
    while done < count:
        state = queue[done]
        done += 1
        for at in range(start[state], start[state + 1]):
            then = after[channel[at]]
            if then >= 0:
                waits[then] += 1
                if not seen[then]:
                    seen[then] = True
                    queue[count] = then
                    count += 1
    return queue[:count]


@compiled
def spread(start: Ints, channel: Ints, after: Ints, inflow: Floats, load: Floats) -> int:
    """Add what flows to one destination to the load of each channel; a state that comes back, or -1.

    Parameters
    ----------
    start, channel
        From state s a packet may take ``channel[start[s]:start[s + 1]]``.
    after : (c,) int32
        The state behind a channel; -1: arrived.
    inflow : (states,) float64
        What sets out in each state; it is used up, and what has no way stays.
    load : (c,) float64
        Added to.
    """
    waits = np.zeros(len(start) - 1, np.int32)
    reached = reach(start, channel, after, inflow, waits)
    queue = reached[waits[reached] == 0]
    queue = np.append(queue, np.zeros(len(reached) - len(queue), np.int32))
    count = (waits[reached] == 0).sum()
    done = 0
    while done < count:
        state = queue[done]
        done += 1
        ways = start[state + 1] - start[state]
        if ways == 0:
            continue
        share = inflow[state] / ways
        inflow[state] = 0
        for at in range(start[state], start[state + 1]):
            taken = channel[at]
            load[taken] += share
            then = after[taken]
            if then >= 0:
                inflow[then] += share
                waits[then] -= 1
                if waits[then] == 0:
                    queue[count] = then
                    count += 1
    left = reached[waits[reached] > 0]
    return int(left[0]) if len(left) else -1

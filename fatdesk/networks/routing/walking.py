"""Compiled walks over all states that packets to one destination can be in."""

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.compiled import compiled

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Bools = NDArray[np.bool_]


@compiled
def follow(
    destination: int, start: Ints, channel: Ints, after: Ints, head: Ints, hosts: int
) -> tuple[Ints, Bools, Ints, int, int, int]:
    """Follow all packets to a destination.

    Returns
    -------
    queue, used, waits
        The states that they can be in, the channels that they can take, and how many of these lead into
        each state.
    lost, one_lost
        Sources without a way; the first of them or -1.
    stuck
        A channel by which a packet comes where it can go no further, or to another host; -1 if none.
    """
    states = len(start) - 1
    seen = np.zeros(states, np.bool_)
    used = np.zeros(len(after), np.bool_)
    waits = np.zeros(states, np.int32)
    queue = np.empty(states, np.int32)
    count = 0
    lost = 0
    one_lost = -1
    stuck = -1
    for host in range(hosts):
        if host != destination:
            seen[host] = True
            queue[count] = host
            count += 1
            if start[host] == start[host + 1]:
                lost += 1
                one_lost = host if one_lost < 0 else one_lost
    done = 0
    while done < count:
        state = queue[done]
        done += 1
        for at in range(start[state], start[state + 1]):
            taken = channel[at]
            used[taken] = True
            then = after[taken]
            if then < 0:
                if head[taken] != destination:
                    stuck = taken
                continue
            waits[then] += 1
            if start[then] == start[then + 1]:
                stuck = taken
            if not seen[then]:
                seen[then] = True
                queue[count] = then
                count += 1
    return queue[:count], used, waits, lost, one_lost, stuck


@compiled
def mark(
    used: Bools, start: Ints, channel: Ints, after: Ints, first_turn: Longs, rank: Ints, turns: Bools
) -> None:
    """Mark which channel is taken after which: that from c to d is turn ``first_turn[c] + rank[d]``."""
    for taken in range(len(after)):
        then = after[taken]
        if used[taken] and then >= 0:
            for at in range(start[then], start[then + 1]):
                turns[first_turn[taken] + rank[channel[at]]] = True


@compiled
def measure(reached: Ints, waits: Ints, start: Ints, channel: Ints, after: Ints) -> tuple[int, int]:
    """A state to which packets can come back, or -1; and the most channels of a path if there is none.

    ``reached`` and ``waits`` as from :func:`follow`; ``waits`` is used up.
    """
    length = np.zeros(len(start) - 1, np.int32)
    queue = np.empty(len(reached), np.int32)
    longest = 0
    count = 0
    for state in reached:
        if waits[state] == 0:
            queue[count] = state
            count += 1
    done = 0
    while done < count:
        state = queue[done]
        done += 1
        for at in range(start[state], start[state + 1]):
            longest = max(longest, length[state] + 1)
            then = after[channel[at]]
            if then >= 0:
                length[then] = max(length[then], length[state] + 1)
                waits[then] -= 1
                if waits[then] == 0:
                    queue[count] = then
                    count += 1
    for state in reached:
        if waits[state] > 0:
            return state, longest
    return -1, longest

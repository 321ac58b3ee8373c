"""A compiled walk over all states that packets to one destination can be in."""

import numpy as np
from numpy.typing import NDArray

from fatdesk.engine.core.compiled import compiled

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Bools = NDArray[np.bool_]


@compiled
def walk(
    destination: int,
    start: Ints,
    channel: Ints,
    after: Ints,
    head: Ints,
    hosts: int,
    first_turn: Longs,
    rank: Ints,
    turns: Bools,
) -> tuple[int, int, int, int, int]:
    """Follow every way to a destination, and mark in ``turns`` which channel is taken after which.

    The turn from channel c to d is number ``first_turn[c] + rank[d]``.

    Returns
    -------
    lost, one_lost
        Sources without a way; one of them or -1.
    stuck
        A channel by which a packet comes where it can go no further, or to another host; -1 if there is none.
    circle
        A state to which packets can come back again and again; -1 if there is none.
    longest
        The most channels of a path, unless there is such a circle.
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
                if one_lost < 0:
                    one_lost = host
    done = 0
    while done < count:
        state = queue[done]
        done += 1
        for at in range(start[state], start[state + 1]):
            taken = channel[at]
            used[taken] = True
            then = after[taken]
            if then < 0:
                if head[taken] != destination and stuck < 0:
                    stuck = taken
                continue
            waits[then] += 1
            if start[then] == start[then + 1] and stuck < 0:
                stuck = taken
            if not seen[then]:
                seen[then] = True
                queue[count] = then
                count += 1
    for taken in range(len(after)):
        then = after[taken]
        if used[taken] and then >= 0:
            for at in range(start[then], start[then + 1]):
                turns[first_turn[taken] + rank[channel[at]]] = True
    reached = count
    length = np.zeros(states, np.int32)
    longest = 0
    count = 0
    for at in range(reached):
        state = queue[at]
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
    circle = -1
    if count < reached:
        for state in range(states):
            if seen[state] and waits[state] > 0:
                circle = state
                break
    return lost, one_lost, stuck, circle, longest

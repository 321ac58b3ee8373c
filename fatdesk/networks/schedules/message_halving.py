"""Split messages in two again and again, evenly in every channel: matching string ends, then tracing.

Source: Theorem 1 of the universal fat-trees paper. All messages of a group turn down at one node and go
the same direction there, so that sources lie in one of its subtrees and destinations in the other.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Longs
from fatdesk.core.compiled import compiled

Array = NDArray[Any]
NONE = -1


@compiled
def match(order: Longs, low: int, high: int, leaf: Longs, mate: Longs, stack: Longs, gap: Longs) -> None:
    """Pair string ends within each leaf, then each two-leaf subtree, and so on upwards.

    ``order[low:high]`` are messages by rising leaf. The lowest common subtree of two leaves is the larger
    the larger their exclusive or is, so ends that are left over wait on a stack until the next leaf lies
    outside the subtree that they share.
    """
    held = 0
    last = 0
    for at in range(low, high):
        message = order[at]
        here = leaf[message]
        away = last ^ here
        last = here
        while held >= 2 and gap[held - 1] <= away:
            one, other = stack[held - 2], stack[held - 1]
            mate[one], mate[other] = other, one
            held -= 2
            if held:
                away = max(away, gap[held])
        stack[held] = message
        gap[held] = away
        held += 1
    while held >= 2:
        one, other = stack[held - 2], stack[held - 1]
        mate[one], mate[other] = other, one
        held -= 2
    if held:
        mate[stack[0]] = NONE


@compiled
def trace(order: Longs, low: int, high: int, source_mate: Longs, mate: Longs, half: Array) -> None:
    """Follow the strings from end to end, putting them alternately into the halves 0 and 1.

    It begins with the one whose source end has no mate, if any.
    """
    first = low
    for at in range(low, high):
        half[order[at]] = NONE
        if source_mate[order[at]] == NONE:
            first = at
    for step in range(low - 1, high):
        message = order[first] if step < low else order[step]
        while message != NONE and half[message] == NONE:
            half[message] = 0
            message = mate[message]
            if message == NONE:
                break
            half[message] = 1
            message = source_mate[message]


@compiled
def part(order: Longs, low: int, high: int, half: Array, kept: Longs) -> int:
    """Put half 0 before half 1, else in the same order; where half 1 begins."""
    into = low
    later = 0
    for at in range(low, high):
        message = order[at]
        if half[message] == 0:
            order[into] = message
            into += 1
        else:
            kept[later] = message
            later += 1
    for at in range(later):
        order[into + at] = kept[at]
    return into


@compiled
def split_groups(
    by_source: Longs,
    by_destination: Longs,
    source: Longs,
    destination: Longs,
    start: Longs,
    times: Longs,
    parts: Longs,
) -> int:
    """Split each group that many times; the largest number of parts of a group that hold a message.

    Parameters
    ----------
    by_source, by_destination : (m,) int64
        Messages, group by group, by rising leaf; they are put into another order.
    start : (g + 1,) int64
        Where each group begins in them.
    times : (g,) int64
        How often each group is split.
    parts : (m,) int64
        Filled with the number of the part of each message, from 0 in each group.
    """
    longest = 0
    for group in range(len(times)):
        longest = max(longest, start[group + 1] - start[group])
    count = len(source)
    source_mate, mate = np.empty(count, np.int64), np.empty(count, np.int64)
    half = np.empty(count, np.int8)
    stack, gap = np.empty(longest + 1, np.int64), np.empty(longest + 1, np.int64)
    todo = np.empty((128, 3), np.int64)
    most = 0
    for group in range(len(times)):
        if start[group] == start[group + 1]:
            continue
        number = 0
        todo[0, 0], todo[0, 1], todo[0, 2] = start[group], start[group + 1], times[group]
        waiting = 1
        while waiting:
            waiting -= 1
            low, high, left = todo[waiting, 0], todo[waiting, 1], todo[waiting, 2]
            if left == 0 or high - low == 1:
                for at in range(low, high):
                    parts[by_source[at]] = number
                number += 1
                continue
            match(by_source, low, high, source, source_mate, stack, gap)
            match(by_destination, low, high, destination, mate, stack, gap)
            trace(by_source, low, high, source_mate, mate, half)
            middle = part(by_source, low, high, half, stack)
            part(by_destination, low, high, half, stack)
            todo[waiting, 0], todo[waiting, 1], todo[waiting, 2] = middle, high, left - 1
            todo[waiting + 1, 0], todo[waiting + 1, 1], todo[waiting + 1, 2] = low, middle, left - 1
            waiting += 2
        most = max(most, number)
    return most

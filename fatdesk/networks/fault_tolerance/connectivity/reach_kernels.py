"""Compiled loops over sets of destinations: those that each switch reaches, and the pairs that are joined."""

import numpy as np

from fatdesk.core.arrays import Bools, Ints, Longs, Words
from fatdesk.core.compiled import hot


@hot
def spread(
    order: Ints,
    start: Ints,
    channel: Ints,
    head: Ints,
    usable: Bools,
    masks: Words,
    masked: Ints,
    alive: Words,
) -> bool:
    """Give each switch in turn what the switches after its channels lead to; whether that was more.

    Parameters
    ----------
    order
        Switches, from 0.
    start, channel
        Channels between switches by the switch that they leave.
    masks, masked
        What channel c may be taken for is ``masks[masked[c]]``; -1: for everything.
    alive : (switches, words)
        Sets of destinations, a bit each; changed in place.
    """
    words = alive.shape[1]
    changed = False
    for i in range(len(order)):
        v = order[i]
        for at in range(start[v], start[v + 1]):
            c = channel[at]
            if not usable[c]:
                continue
            w = head[c]
            m = masked[c]
            more = np.uint64(0)
            if m < 0:
                for k in range(words):
                    bits = alive[w, k] & ~alive[v, k]
                    alive[v, k] |= bits
                    more |= bits
            else:
                for k in range(words):
                    bits = masks[m, k] & alive[w, k] & ~alive[v, k]
                    alive[v, k] |= bits
                    more |= bits
            changed |= more != np.uint64(0)
    return changed


@hot
def by_steps_up(
    order: Ints,
    start: Ints,
    channel: Ints,
    head: Ints,
    up: Bools,
    steps: Words,
) -> None:
    """Destinations by how many steps up it takes from each switch to one that has them below.

    Parameters
    ----------
    order
        Switches, the highest first.
    steps : (most + 1, switches, words)
        ``steps[0]`` is given: what lies below; the others are empty and are filled.
    """
    most, _, words = steps.shape
    for i in range(len(order)):
        v = order[i]
        for at in range(start[v], start[v + 1]):
            c = channel[at]
            if up[c]:
                w = head[c]
                for j in range(1, most):
                    for k in range(words):
                        steps[j, v, k] |= steps[j - 1, w, k]
        for k in range(words):
            nearer = steps[0, v, k]
            for j in range(1, most):
                steps[j, v, k] &= ~nearer
                nearer |= steps[j, v, k]


@hot
def masks_up(channels: Ints, tail: Ints, head: Ints, steps: Words, masks: Words) -> None:
    """Return destinations of shortest paths up: ``masks[i]`` of ``channels[i]``; switches from 0."""
    most, _, words = steps.shape
    for i in range(len(channels)):
        v, w = tail[channels[i]], head[channels[i]]
        for j in range(1, most):
            for k in range(words):
                masks[i, k] |= steps[j, v, k] & steps[j - 1, w, k]


@hot
def rows_of(
    start: Ints,
    channel: Ints,
    head: Ints,
    usable: Bools,
    masks: Words,
    masked: Ints,
    alive: Words,
    rows: Words,
) -> None:
    """Add the reach of each group of hosts, by the channels of one of its hosts, to ``rows``."""
    words = alive.shape[1]
    for g in range(len(start) - 1):
        for at in range(start[g], start[g + 1]):
            c = channel[at]
            if not usable[c]:
                continue
            w, m = head[c], masked[c]
            for k in range(words):
                rows[g, k] |= alive[w, k] if m < 0 else masks[m, k] & alive[w, k]


@hot
def count_pairs(rows: Words, column: Ints, size: Longs, both: Longs) -> int:
    """Ordered pairs of different hosts of which the first leads to the second.

    Parameters
    ----------
    rows : (groups, words)
        What each group of hosts leads to.
    column : (groups,)
        The bit that says that a group is led to; -1: nothing leads to it.
    size : (groups,)
        Hosts of each group.
    both : (groups,)
        Filled: with how many others each host of a group is joined in both directions.
    """
    one = np.uint64(1)
    groups = len(column)
    total = 0
    for g in range(groups):
        for x in range(g, groups):
            there = column[x] >= 0 and (rows[g, column[x] >> 6] >> np.uint64(column[x] & 63)) & one != 0
            back = column[g] >= 0 and (rows[x, column[g] >> 6] >> np.uint64(column[g] & 63)) & one != 0
            if x == g:
                if there:
                    total += size[g] * (size[g] - 1)
                    both[g] += size[g] - 1
            else:
                total += size[g] * size[x] * (there + back)
                if there and back:
                    both[g] += size[x]
                    both[x] += size[g]
    return total


@hot
def shrink(
    queue: Ints,
    count: int,
    waiting: Bools,
    start: Ints,
    channel: Ints,
    before_start: Ints,
    before: Ints,
    tail: Ints,
    head: Ints,
    usable: Bools,
    masks: Words,
    masked: Ints,
    given: Words,
    alive: Words,
    room: Words,
    changed: Bools,
) -> None:
    """Work out again what some switches lead to, and all others that this changes.

    Parameters
    ----------
    queue, count, waiting
        Switches to begin with, in a ring of as many places as there are switches, how many, and which.
    before_start, before
        Channels between switches by the switch that they lead to.
    given : (switches, words)
        What each switch leads to without any channel.
    alive : (switches, words)
        Changed in place.
    room : (words,)
        Space for one set.
    changed : (switches,)
        Set where a switch leads to less than before.
    """
    places, words = len(queue), alive.shape[1]
    first = 0
    while count > 0:
        v = queue[first]
        first = (first + 1) % places
        count -= 1
        waiting[v] = False
        for k in range(words):
            room[k] = given[v, k]
        for at in range(start[v], start[v + 1]):
            c = channel[at]
            if usable[c]:
                w, m = head[c], masked[c]
                for k in range(words):
                    room[k] |= alive[w, k] if m < 0 else masks[m, k] & alive[w, k]
        less = np.uint64(0)
        for k in range(words):
            less |= room[k] ^ alive[v, k]
            alive[v, k] = room[k]
        if less != np.uint64(0):
            changed[v] = True
            for at in range(before_start[v], before_start[v + 1]):
                c = before[at]
                u = tail[c]
                if usable[c] and not waiting[u]:
                    waiting[u] = True
                    queue[(first + count) % places] = u
                    count += 1

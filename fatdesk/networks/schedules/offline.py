"""Off-line schedules of delivery cycles: Theorem 1 and Corollary 2 of the fat-trees paper.

Source: Theorem 1 of the universal fat-trees paper. All messages of a group turn down at one node and go
the same direction there, so that sources lie in one of its subtrees and destinations in the other.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Longs
from fatdesk.core.compiled import compiled
from fatdesk.core.progress import SILENT, Progress
from fatdesk.networks.schedules.capacitated_tree import FatTree, Load, load, meeting_nodes

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


@compiled
def pack(
    order: Longs, source: Longs, destination: Longs, slot: Longs, capacity: Longs, most: int, cycle: Longs
) -> int:
    """Put each message into the first cycle in which no channel of its path is full.

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


MOST_CELLS = 1 << 26
"""Counters of the packing, one a full channel and cycle; with more the schedule stays unpacked."""


@dataclass(frozen=True, eq=False)
class Schedule:
    """In which cycle each message is delivered.

    Attributes
    ----------
    cycle : (m,) int64
        From 0.
    cycles
        How many delivery cycles; 0 without messages.
    unpacked
        How many there were before messages were moved to earlier cycles with room.
    shared
        Whether lower levels use the cycles of the root's messages (Corollary 2), or have their own.
    lower_bound, bound
        No schedule has fewer cycles; this one is promised to have no more.
    load
        Load of every channel.
    """

    cycle: Longs
    cycles: int
    unpacked: int
    shared: bool
    lower_bound: int
    bound: int
    load: Load


def schedule(
    tree: FatTree, source: Longs, destination: Longs, *, packed: bool = True, progress: Progress = SILENT
) -> Schedule:
    """Deliver every message once, with no channel above its capacity in any cycle.

    Messages that turn down at one node are halved until every channel holds each part; nodes of a level,
    and both directions through a node, use the same cycles. Levels follow each other, or share their cycles
    where the parts of all levels fit into the channels together.

    Parameters
    ----------
    source, destination : (m,) int64
        Leaves of each message.
    packed
        Whether messages then move to the first cycle that has room, which the paper does not do; it never
        takes more cycles.

    Raises
    ------
    FatdeskError
        When a leaf is not in the tree.

    Examples
    --------
    >>> from fatdesk.networks.schedules.capacitated_tree import fat_tree
    >>> made = schedule(fat_tree(4, [1, 1, 1]), np.array([0, 1, 2]), np.array([3, 2, 3]))
    >>> made.cycle.tolist(), made.cycles, made.lower_bound, made.bound
    ([0, 1, 1], 2, 2, 4)
    """
    source, destination = np.asarray(source, np.int64), np.asarray(destination, np.int64)
    found = load(tree, source, destination)
    bound = promised(tree, found)
    lower = ceil(worst_ratio(tree, found))
    if not len(source) or bound == 1:
        cycles = min(len(source), 1)
        return Schedule(np.zeros(len(source), np.int64), cycles, cycles, True, cycles, cycles, found)
    cycle, shared = _by_levels(tree, source, destination, progress)
    unpacked = int(cycle.max()) + 1
    if packed and unpacked > lower:
        progress.step(tree.height, tree.height + 1, "packing the cycles")
        cycle = _packed(tree, source, destination, cycle, found)
    return Schedule(cycle, int(cycle.max()) + 1, unpacked, shared, lower, bound, found)


def worst_ratio(tree: FatTree, found: Load) -> Fraction:
    """The load factor of whole messages as an exact number."""
    if not found.worst:
        return Fraction(0)
    loads, capacity = (found.up, tree.up) if found.way == "up" else (found.down, tree.down)
    return Fraction(int(loads[found.worst]), int(capacity[found.worst]))


def promised(tree: FatTree, found: Load) -> int:
    """The cycles that Theorem 1 and Corollary 2 promise at most.

    1 for a load factor of at most 1; else lg n 2^ceil(lg lambda), and, with every loaded channel's capacity
    at least a lg n for some a > 1, 2 a / (a - 1) lambda where that is less.
    """
    factor = worst_ratio(tree, found)
    if factor <= 1:
        return 1
    bound = tree.lg * (1 << (ceil(factor) - 1).bit_length())
    least = min(
        int(capacity[loads > 0].min()) for loads, capacity in ((found.up, tree.up), (found.down, tree.down))
    )
    if least > tree.lg:
        bound = min(bound, max(1, floor(2 * Fraction(least, least - tree.lg) * factor)))
    return bound


def _by_levels(tree: FatTree, source: Longs, destination: Longs, progress: Progress) -> tuple[Longs, bool]:
    """The cycle of each message, and whether levels share them."""
    size = tree.size
    meeting = meeting_nodes(tree, source, destination)
    group = 2 * meeting + (source > destination)
    by_source = np.argsort(group * size + source, kind="stable")
    by_destination = np.argsort(group * size + destination, kind="stable")
    start = np.searchsorted(group[by_source], np.arange(2 * size + 1))
    times, together = _how_often(tree, source, destination, by_source, start)
    own = sum(
        1 << int(times[2 << level : 4 << level].max()) for level in range(tree.height) if _any(start, level)
    )
    shared = together is not None and 1 << together <= own
    if shared and together is not None:
        times = np.full_like(times, together)
    parts = np.zeros(len(source), np.int64)
    offset = 0
    for level in range(tree.height):
        progress.step(level, tree.height + 1, f"scheduling level {level}")
        low, high = 2 << level, 4 << level
        if not _any(start, level):
            continue
        a, b = int(start[low]), int(start[high])
        chosen = by_source[a:b]
        inside = np.empty(len(source), np.int64)
        inside[chosen] = np.arange(b - a)
        found = np.zeros(b - a, np.int64)
        most = split_groups(
            inside[chosen],
            inside[by_destination[a:b]],
            source[chosen],
            destination[chosen],
            start[low : high + 1] - a,
            times[low:high],
            found,
        )
        parts[chosen] = offset + found
        if not shared:
            offset += most
    return parts, shared


def _any(start: Longs, level: int) -> bool:
    """Whether messages turn down at nodes of a level; groups 2 v and 2 v + 1 are those of node v."""
    return bool(start[2 << level] < start[4 << level])


def _how_often(
    tree: FatTree, source: Longs, destination: Longs, by_source: Longs, start: Longs
) -> tuple[Longs, int | None]:
    """Return how often each group must be halved, alone and so that all share their cycles.

    A channel that a group loads by x holds ceil(x / 2^p) of each part after p halvings.
    """
    size = tree.size
    times = np.zeros(2 * size, np.int64)
    capacity = np.stack([tree.up, tree.down])
    capacity[:, 0] = 1
    loaded = []  # for each level the channels that its messages load, and by how much
    for level in range(tree.height):
        if not _any(start, level):
            continue
        chosen = by_source[start[2 << level] : start[4 << level]]
        found = load(tree, source[chosen], destination[chosen])
        loads = np.stack([found.up, found.down]).astype(np.int64)
        channels = np.flatnonzero(loads)
        loaded.append((channels, loads.ravel()[channels]))
        _, bits = np.frexp(np.maximum(-(-loads // capacity), 1) - 1.0)
        worst = _largest_beneath(bits.astype(np.int64))
        node = np.arange(1 << level, 2 << level)
        times[2 * node] = np.maximum(worst[0, 2 * node], worst[1, 2 * node + 1])
        times[2 * node + 1] = np.maximum(worst[0, 2 * node + 1], worst[1, 2 * node])

    def fits(halvings: int) -> bool:
        """Whether parts of all levels go through the channels together."""
        total = np.zeros(4 * size, np.int64)
        for channels, loads in loaded:
            total[channels] += -(-loads >> halvings)
        return bool((total <= capacity.ravel()).all())

    low, high = 0, len(source).bit_length() + 1
    if not fits(high):
        return times, None
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if fits(middle) else (middle + 1, high)
    return times, low


def _largest_beneath(need: Longs) -> Longs:
    """The largest of all that is at a node and below it."""
    found = need.copy()
    level = found.shape[1] // 4
    while level:
        below = found[:, 2 * level : 4 * level].reshape(2, -1, 2).max(axis=2)
        found[:, level : 2 * level] = np.maximum(found[:, level : 2 * level], below)
        level //= 2
    return found


def _packed(tree: FatTree, source: Longs, destination: Longs, cycle: Longs, found: Load) -> Longs:
    """The cycles with messages moved to earlier ones that have room; the same where memory is short."""
    channel_load = np.stack([found.up, found.down], axis=1).ravel()
    capacity = np.stack([tree.up, tree.down], axis=1).ravel()
    tight = np.flatnonzero(channel_load > capacity)
    slot = np.full(len(capacity), -1, np.int64)
    slot[tight] = np.arange(len(tight))
    order = np.argsort(cycle, kind="stable")
    moved = np.zeros_like(cycle)
    source, destination = np.ascontiguousarray(source), np.ascontiguousarray(destination)
    opened = pack(order, source, destination, slot, capacity[tight], MOST_CELLS // len(tight), moved)
    return moved if opened else cycle

"""On-line delivery without a schedule: full channels let some messages pass, the rest try again."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Longs
from fatdesk.core.compiled import compiled
from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import SILENT, Progress
from fatdesk.networks.schedules.capacitated_tree import FatTree, check_leaves

Array = NDArray[Any]


@compiled
def below(state: Array, count: int) -> int:
    """A random number from 0 to ``count`` - 1 (xorshift64*; the state changes)."""
    value = state[0]
    value ^= value >> np.uint64(12)
    value ^= value << np.uint64(25)
    value ^= value >> np.uint64(27)
    state[0] = value
    high = (value * np.uint64(0x2545F4914F6CDD1D)) >> np.uint64(32)
    return int((high * np.uint64(count)) >> np.uint64(32))


@compiled
def shuffle(order: Longs, count: int, state: Array) -> None:
    """Put the first ``count`` into a random order."""
    for at in range(count - 1, 0, -1):
        other = below(state, at + 1)
        order[at], order[other] = order[other], order[at]


@compiled
def set_out(waiting: Longs, begin: Longs, count_of: Longs, room: Longs, state: Array, alive: Longs) -> int:
    """Draw as many messages of each leaf as its channel holds, without touching the others; how many."""
    count = 0
    for leaf in range(len(begin)):
        for drawn in range(min(count_of[leaf], room[leaf])):
            here = begin[leaf] + drawn
            other = here + below(state, count_of[leaf] - drawn)
            waiting[here], waiting[other] = waiting[other], waiting[here]
            alive[count] = waiting[here]
            count += 1
    return count


@compiled
def forget(waiting: Longs, begin: Longs, count_of: Longs, room: Longs, cycle: Longs) -> None:
    """Take those that were delivered out of what waits; they are among the first of their leaf."""
    for leaf in range(len(begin)):
        for drawn in range(min(count_of[leaf], room[leaf]) - 1, -1, -1):
            here = begin[leaf] + drawn
            if cycle[waiting[here]] >= 0:
                count_of[leaf] -= 1
                waiting[here] = waiting[begin[leaf] + count_of[leaf]]


@compiled
def contend(
    waiting: Longs,
    begin: Longs,
    count_of: Longs,
    source: Longs,
    destination: Longs,
    up: Longs,
    down: Longs,
    state: Array,
    cycle: Longs,
    now: int,
) -> int:
    """Send all messages that wait; how many are delivered.

    At each channel as many as it holds go on, drawn at random from those that came so far; the others are
    lost for this cycle, with what they took of the channels before.

    Parameters
    ----------
    waiting : (m,) int64
        Messages by source: those of leaf i that wait are ``count_of[i]`` from ``begin[i]`` on. Their order
        changes.
    begin, count_of : (size,) int64
    up, down : (2 * size,) int64
        Capacities.
    cycle : (m,) int64
        Set to ``now`` for what is delivered.
    """
    size = len(up) // 2
    height = 0
    while 1 << height < size:
        height += 1
    alive = np.empty(len(waiting), np.int64)
    count = set_out(waiting, begin, count_of, up[size:], state, alive)
    used = np.zeros(2 * size, np.int64)
    for step in range(1, 2 * height):
        shuffle(alive, count, state)
        used[:] = 0
        gone_on = 0
        for at in range(count):
            message = alive[at]
            if step < height:  # up from the nodes of a level, for those that meet above it
                far, node = (destination[message] + size) >> step, (source[message] + size) >> step
                room = up[node]
            else:  # down to the nodes of a level, likewise
                level = 2 * height - 1 - step
                far, node = (source[message] + size) >> level, (destination[message] + size) >> level
                room = down[node]
            if far != node:
                used[node] += 1
                if used[node] > room:
                    continue
            alive[gone_on] = message
            gone_on += 1
        count = gone_on
    for at in range(count):
        cycle[alive[at]] = now
    forget(waiting, begin, count_of, up[size:], cycle)
    return count


@dataclass(frozen=True, eq=False)
class Delivery:
    """In which cycle each message came through.

    Attributes
    ----------
    cycle : (m,) int64
        From 0.
    cycles
        How many there were.
    sent
        How often messages set out in all; what is above their number was lost on the way.
    """

    cycle: Longs
    cycles: int
    sent: int


def deliver(
    tree: FatTree, source: Longs, destination: Longs, seed: int = 1, progress: Progress = SILENT
) -> Delivery:
    """Deliver all messages on line.

    At each channel ``cap`` messages drawn at random go on; lost ones set out again in the next cycle, as
    the paper's acknowledgments make them do. At least one arrives in every cycle.

    Parameters
    ----------
    source, destination : (m,) int64
        Leaves of each message.
    seed
        Equal seeds give equal deliveries.

    Raises
    ------
    FatdeskError
        When a leaf is not in the tree.

    Examples
    --------
    >>> from fatdesk.networks.schedules.capacitated_tree import fat_tree
    >>> made = deliver(fat_tree(4, [1, 1, 1]), np.array([0, 1, 2]), np.array([3, 3, 3]))
    >>> sorted(made.cycle.tolist()), made.cycles, made.sent
    ([0, 1, 2], 3, 6)
    """
    if seed < 0:
        raise FatdeskError(f"seed {seed} is negative, use 0 or more")
    source, destination = np.asarray(source, np.int64), np.asarray(destination, np.int64)
    check_leaves(tree, source, destination)
    state = np.random.SeedSequence(seed).generate_state(1, np.uint64) | np.uint64(1)
    cycle = np.where(source == destination, 0, -1)  # what stays on its leaf waits for nobody
    waiting = np.argsort(source, kind="stable")
    waiting = waiting[cycle[waiting] < 0]
    count_of = np.bincount(source[waiting], minlength=tree.size)
    begin = np.cumsum(count_of) - count_of
    left, sent, now = len(waiting), len(source) - len(waiting), 0
    while left:
        sent += left
        left -= contend(waiting, begin, count_of, source, destination, tree.up, tree.down, state, cycle, now)
        now += 1
        progress.step(len(source) - left, len(source), "delivering on line")
    now = max(now, min(1, len(source)))
    return Delivery(cycle, now, sent)

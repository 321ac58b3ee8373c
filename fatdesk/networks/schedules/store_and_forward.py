"""Time in which any network delivers messages: one message on a channel in each unit of time.

Each message has one path of a routing algorithm: of several that are drawn the one whose fullest channel has
fewest messages so far. Where several messages wait for a channel, the one with most channels still to go is
first. Queues have no limit, so no message ever waits for a place, and any routing algorithm will do.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Ints, Longs
from fatdesk.core.compiled import compiled
from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import SILENT, Progress
from fatdesk.networks.schedules.link_loads import RoutingTable
from fatdesk.networks.schedules.online import below

Array = NDArray[Any]


CANDIDATES = 8
"""Paths that are drawn for each message; the one with the least load on its fullest channel is chosen."""


@compiled
def draw(
    start: Ints, channel: Ints, after: Ints, source: int, load: Longs, state: Array, path: Longs, greedy: int
) -> int:
    """Fill in a path from a source; the number of its channels, or -1 where there is none.

    Parameters
    ----------
    greedy
        1: each step takes the channel with the least load so far; 0: each step is drawn at random.
    """
    here, used = source, 0
    while here >= 0:
        low, high = start[here], start[here + 1]
        if low == high or used == len(path):
            return -1
        best = channel[low + below(state, high - low)]
        if greedy:
            for at in range(low, high):
                if load[channel[at]] < load[best]:
                    best = channel[at]
        path[used] = best
        used += 1
        here = after[best]
    return used


@compiled
def walk(
    start: Ints,
    channel: Ints,
    after: Ints,
    sources: Longs,
    load: Longs,
    state: Array,
    length: Longs,
) -> Longs:
    """The channels of messages to one destination, one message after the other.

    Parameters
    ----------
    start, channel
        From state s a packet may take ``channel[start[s]:start[s + 1]]``.
    after : (c,) int32
        The state behind a channel; -1: arrived.
    sources : (m,) int64
        The state in which each message sets out.
    load : (c,) int64
        Messages on each channel so far; added to.
    state
        Of the random numbers; it changes.
    length : (m,) int64
        Filled with the channels of each path; -1: there is none.
    """
    path = np.empty(max(16, 8 * len(sources)), np.int64)
    tried, best = np.empty(len(start), np.int64), np.empty(len(start), np.int64)
    used = 0
    for message in range(len(sources)):
        least, count = -1, 0
        for candidate in range(CANDIDATES):
            steps = draw(start, channel, after, sources[message], load, state, tried, int(candidate == 0))
            if steps < 0:
                continue
            worst = 0
            for at in range(steps):
                worst = max(worst, load[tried[at]])
            if least < 0 or worst < least or (worst == least and steps < count):
                least, count = worst, steps
                best[:steps] = tried[:steps]
        length[message] = count if least >= 0 else -1
        if used + count > len(path):
            wider = np.empty(2 * (used + count), np.int64)
            wider[:used] = path[:used]
            path = wider
        for at in range(count):
            load[best[at]] += 1
            path[used] = best[at]
            used += 1
    return path[:used]


@compiled
def rounds(begin: Longs, path: Longs, channels: int) -> int:
    """Units of time until all messages have passed all channels of their paths.

    Parameters
    ----------
    begin : (m + 1,) int64
        Message i takes ``path[begin[i]:begin[i + 1]]``.
    """
    count = len(begin) - 1
    at = begin[:-1].copy()
    waiting, waits_for = np.empty(count, np.int64), np.empty(count, np.int64)
    left = 0
    for message in range(count):
        if at[message] < begin[message + 1]:
            waiting[left] = message
            left += 1
    first = np.full(channels, -1, np.int64)
    now = 0
    while left:
        for place in range(left):
            message = waiting[place]
            here = path[at[message]]
            before = first[here]
            if before < 0 or begin[message + 1] - at[message] > begin[before + 1] - at[before]:
                first[here] = message
        for place in range(left):
            waits_for[place] = path[at[waiting[place]]]
        for place in range(left):
            if first[waits_for[place]] == waiting[place]:
                at[waiting[place]] += 1
        kept = 0
        for place in range(left):
            first[waits_for[place]] = -1
            message = waiting[place]
            if at[message] < begin[message + 1]:
                waiting[kept] = message
                kept += 1
        left = kept
        now += 1
    return now


@dataclass(frozen=True, eq=False)
class Delivered:
    """Messages that a network delivers.

    Attributes
    ----------
    time
        Units of time in which one message passes each channel.
    congestion
        Most messages on a channel.
    longest
        Channels of the longest path; the time is not below both.
    """

    time: int
    congestion: int
    longest: int


def delivered(
    table: RoutingTable,
    source: Longs,
    destination: Longs,
    seed: int = 1,
    progress: Progress = SILENT,
) -> Delivered:
    """Deliver messages over a network by store and forward.

    Parameters
    ----------
    source, destination : (m,) int64
        Hosts of each message; what a host sends to itself crosses nothing.
    seed
        Of the paths that are drawn.

    Raises
    ------
    FatdeskError
        When the routing algorithm has no path for some message.

    Examples
    --------
    >>> from fatdesk.networks.routing import usual
    >>> from fatdesk.networks.topologies import network_of
    >>> net = network_of("star:N=4,E=1,Bl=1")
    >>> delivered(usual(net).routing_table(net), np.array([0, 1, 2]), np.array([3, 3, 0]))
    Delivered(time=3, congestion=2, longest=2)
    """
    after = np.asarray(table.after, np.int32)
    load = np.zeros(len(after), np.int64)
    state = np.random.SeedSequence(seed).generate_state(1, np.uint64) | np.uint64(1)
    order = np.argsort(destination, kind="stable")
    order = order[source[order] != destination[order]]
    if not len(order):
        return Delivered(0, 0, 0)
    goals, first = np.unique(destination[order], return_index=True)
    paths, lengths = [], []
    for number, (goal, some) in enumerate(zip(goals.tolist(), np.split(order, first[1:]), strict=True)):
        progress.step(number, len(goals), "choosing paths")
        onward = table.next_channels(goal)
        length = np.zeros(len(some), np.int64)
        path = walk(onward.start, onward.channel, after, source[some], load, state, length)
        if (length < 0).any():
            raise FatdeskError(
                f"there is no path for packets to host {goal}: use another routing algorithm, "
                "or repair the network"
            )
        paths.append(path)
        lengths.append(length)
    begin = np.append(0, np.cumsum(np.concatenate(lengths)))
    progress.step(len(goals), len(goals), "sending messages")
    time = rounds(begin, np.concatenate(paths), len(after))
    return Delivered(int(time), int(load.max()), int(np.diff(begin).max()))

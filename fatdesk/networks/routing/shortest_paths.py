"""Compiled searches for the paths to one destination: distances, and the channels that shorten them."""

import numpy as np

from fatdesk.core.arrays import Bools, Ints
from fatdesk.core.compiled import compiled

FAR = np.int32(1 << 30)
"""The distance of what cannot be reached."""


@compiled
def descend(
    destination: int, allowed: Bools, start: Ints, incoming: Ints, tail: Ints, hosts: int
) -> tuple[Ints, Ints]:
    """Fewest allowed channels from each node to a destination, and the nodes in the order of that.

    Hosts are ends only: no path leads through one. ``start`` and ``incoming`` are channels by head.
    """
    far = np.int32(1 << 30)
    nodes = len(start) - 1
    distance = np.full(nodes, far, np.int32)
    queue = np.empty(nodes, np.int32)
    distance[destination] = 0
    queue[0] = destination
    count = 1
    done = 0
    while done < count:
        node = queue[done]
        done += 1
        if node < hosts and node != destination:
            continue
        for at in range(start[node], start[node + 1]):
            channel = incoming[at]
            before = tail[channel]
            if allowed[channel] and distance[before] == far:
                distance[before] = distance[node] + 1
                queue[count] = before
                count += 1
    return distance, queue[:count]


@compiled
def climb(
    destination: int,
    first: Ints,
    queue: Ints,
    allowed: Bools,
    start: Ints,
    incoming: Ints,
    tail: Ints,
    hosts: int,
) -> Ints:
    """Least of ``first`` at the end of some allowed channels plus their number, from each node.

    Parameters
    ----------
    first
        What each node begins with; ``queue`` holds those that are not far, in the order of that.
    """
    far = np.int32(1 << 30)
    nodes = len(start) - 1
    least = first.copy()
    found = np.empty(nodes, np.int32)
    count = 0
    done = 0
    taken = 0
    while taken < len(queue) or done < count:
        if taken < len(queue) and (done == count or first[queue[taken]] <= least[found[done]]):
            node = queue[taken]
            taken += 1
            if least[node] < first[node]:
                continue
        else:
            node = found[done]
            done += 1
        if node < hosts and node != destination:
            continue
        for at in range(start[node], start[node + 1]):
            channel = incoming[at]
            before = tail[channel]
            if allowed[channel] and least[before] > least[node] + 1:
                if least[before] == far or least[before] == first[before]:
                    found[count] = before
                    count += 1
                least[before] = least[node] + 1
    return least


@compiled
def nearest(
    destination: int,
    down: Bools,
    below: Ints,
    up: Bools,
    above: Ints,
    start: Ints,
    outgoing: Ints,
    head: Ints,
    hosts: int,
) -> tuple[Ints, Ints]:
    """From nodes that can, channels down a shortest path; from others, channels up that lead there soonest.

    Parameters
    ----------
    below, above
        Distance down to the destination; channels up to a node where that is not far.
    """
    far = np.int32(1 << 30)
    nodes = len(start) - 1
    begin = np.zeros(nodes + 1, np.int32)
    channels = np.empty(len(outgoing), np.int32)
    count = 0
    for node in range(nodes):
        if node != destination:
            falls = below[node] != far
            for at in range(start[node], start[node + 1]):
                channel = outgoing[at]
                to = head[channel]
                if to < hosts and to != destination:
                    continue
                if falls:
                    good = down[channel] and below[to] + 1 == below[node]
                else:
                    good = up[channel] and above[node] != far and above[to] + 1 == above[node]
                if good:
                    channels[count] = channel
                    count += 1
        begin[node + 1] = count
    return begin, channels[:count].copy()


@compiled
def lawful(
    destination: int,
    down: Bools,
    below: Ints,
    up: Bools,
    left: Ints,
    start: Ints,
    outgoing: Ints,
    head: Ints,
    hosts: int,
) -> tuple[Ints, Ints]:
    """Channels of shortest paths first up, then down: state v may still go up at node v, state n + v not.

    Parameters
    ----------
    below, left
        Channels to the destination when only down is allowed; when up is as well.
    """
    far = np.int32(1 << 30)
    nodes = len(start) - 1
    begin = np.zeros(2 * nodes + 1, np.int32)
    channels = np.empty(2 * len(outgoing), np.int32)
    count = 0
    for state in range(2 * nodes):
        node = state % nodes
        rest = left[node] if state < nodes else below[node]
        if node != destination and rest != far:
            for at in range(start[node], start[node + 1]):
                channel = outgoing[at]
                to = head[channel]
                if to < hosts and to != destination:
                    continue
                good = down[channel] and below[to] + 1 == rest
                if state < nodes and up[channel] and left[to] + 1 == rest:
                    good = True
                if good:
                    channels[count] = channel
                    count += 1
        begin[state + 1] = count
    return begin, channels[:count].copy()


@compiled
def highest(
    destination: int,
    down: Bools,
    below: Ints,
    level: Ints,
    falling: Ints,
    start: Ints,
    outgoing: Ints,
    head: Ints,
    hosts: int,
) -> tuple[Ints, Ints]:
    """Channels up to the highest switches with a way down, then down: in state n + v no more up at v.

    Parameters
    ----------
    below
        Distance down to the destination.
    falling
        All nodes, those of higher levels first.
    """
    far = np.int32(1 << 30)
    nodes = len(start) - 1
    top = np.where(below != far, level, np.int32(-1))  # the highest level with a way down
    for node in falling:
        for at in range(start[node], start[node + 1]):
            channel = outgoing[at]
            if not down[channel]:
                top[node] = max(top[node], top[head[channel]])
    begin = np.zeros(2 * nodes + 1, np.int32)
    channels = np.empty(2 * len(outgoing), np.int32)
    count = 0
    for state in range(2 * nodes):
        node = state % nodes
        rises = state < nodes and top[node] > level[node]
        if node != destination and (rises or below[node] != far):
            for at in range(start[node], start[node + 1]):
                channel = outgoing[at]
                to = head[channel]
                if rises:
                    good = not down[channel] and top[to] == top[node]
                else:
                    good = (
                        (to >= hosts or to == destination) and down[channel] and below[to] + 1 == below[node]
                    )
                if good:
                    channels[count] = channel
                    count += 1
        begin[state + 1] = count
    return begin, channels[:count].copy()


@compiled
def prune(
    destination: int, start: Ints, channel: Ints, usable: Bools, head: Ints, after: Ints
) -> tuple[Ints, Ints]:
    """The usable channels of some paths from whose end the destination can still be reached."""
    states = len(start) - 1
    alive = np.zeros(states, np.bool_)
    changed = True
    while changed:
        changed = False
        for state in range(states - 1, -1, -1):
            if alive[state]:
                continue
            for at in range(start[state], start[state + 1]):
                taken = channel[at]
                if usable[taken] and (
                    head[taken] == destination or (after[taken] >= 0 and alive[after[taken]])
                ):
                    alive[state] = True
                    changed = True
                    break
    begin = np.zeros(states + 1, np.int32)
    kept = np.empty(len(channel), np.int32)
    count = 0
    for state in range(states):
        for at in range(start[state], start[state + 1]):
            taken = channel[at]
            if usable[taken] and (head[taken] == destination or (after[taken] >= 0 and alive[after[taken]])):
                kept[count] = taken
                count += 1
        begin[state + 1] = count
    return begin, kept[:count].copy()

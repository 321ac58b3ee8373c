"""The compiled walk that makes steps of the ways to one destination, each state after those it leads to."""

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.compiled import compiled

Ints = NDArray[np.int32]
Bools = NDArray[np.bool_]


@compiled
def trace(  # noqa: PLR0912, PLR0915  (one walk over arrays that calls would have to hand on)
    destination: int,
    own: Ints,
    start: Ints,
    channel: Ints,
    after: Ints,
    head: Ints,
    hosts: int,
    twin: Ints,
    twins: Ints,
    sure: Bools,
) -> tuple[Ints, Ints, Ints, Ints, Ints, Ints, bool]:
    """Steps of the ways to a destination.

    A step says: whoever is in this state reaches the destination if this group of channels has one that is
    left and the next state reaches it. State 0 is the destination. The last states are those of sources;
    sources with the same steps are one state.

    Parameters
    ----------
    own
        The channels that the destination takes at first to another host that is joined as it is.
    start, channel
        The ways.
    twin, twins
        The number of the group of all channels with one tail, head and state after them; how many they are.
    sure
        Groups that are never out as a whole, then channels that are never out.

    Returns
    -------
    step_start, group, onward
        Steps of state i, from 1: ``step_start[i - 1]`` to ``step_start[i]``. Group 0 is never out, 1 + t is
        group t, 1 + len(twins) + c channel c alone.
    order
        The scheme's state of each state, from 1; states of sources follow.
    weight
        How many hosts are in each state of sources.
    source
        The state of each host; 0 of the destination if it takes nothing at first.
    round_about
        Whether ways lead back to states: then steps are to be followed again until nothing changes.
    """
    states = len(start) - 1
    place = np.zeros(states, np.int32)
    at = start[:states].copy()
    order = np.empty(states, np.int32)
    stack = np.empty(states, np.int32)
    count = 0
    round_about = False
    for host in range(hosts):
        begin, end = start[host], start[host + 1]
        if host == destination:
            begin, end = 0, len(own)
        for i in range(begin, end):
            taken = own[i] if host == destination else channel[i]
            root = after[taken]
            if root < 0 or place[root] != 0:
                continue
            stack[0] = root
            place[root] = -1
            depth = 1
            while depth > 0:
                state = stack[depth - 1]
                if at[state] == start[state + 1]:
                    depth -= 1
                    order[count] = state
                    count += 1
                    place[state] = count
                    continue
                then = after[channel[at[state]]]
                at[state] += 1
                if then >= 0 and place[then] == 0:
                    place[then] = -1
                    stack[depth] = then
                    depth += 1
                elif then >= 0 and place[then] < 0:
                    round_about = True
    if round_about:
        _by_distance(destination, start, channel, after, head, order[:count], place)

    most = len(own) + start[hosts]
    for i in range(count):
        most += start[order[i] + 1] - start[order[i]]
    step_start = np.zeros(count + hosts + 1, np.int32)
    group = np.empty(most, np.int32)
    onward = np.empty(most, np.int32)
    seen = np.zeros(len(twins), np.int32)
    steps = 0
    for i in range(count):
        state = order[i]
        steps = _add(
            destination, channel, start[state], start[state + 1],
            after, head, place, twin, twins, sure, seen, group, onward, steps,
        )  # fmt: skip
        step_start[i + 1] = steps

    size = 4
    while size < 2 * hosts:
        size *= 2
    known = np.zeros(size, np.int32)
    weight = np.zeros(hosts, np.int32)
    source = np.zeros(hosts, np.int32)
    sources = 0
    for host in range(hosts):
        if host == destination:
            end = _add(
                destination, own, 0, len(own),
                after, head, place, twin, twins, sure, seen, group, onward, steps,
            )  # fmt: skip
            if end == steps:
                continue
        else:
            end = _add(
                destination, channel, start[host], start[host + 1],
                after, head, place, twin, twins, sure, seen, group, onward, steps,
            )  # fmt: skip
        key = 1
        for i in range(steps, end):
            key = (key ^ group[i] ^ (key >> 29)) * 0x2545F4914F6CDD1D
            key = (key ^ onward[i] ^ (key >> 29)) * 0x2545F4914F6CDD1D
        slot = (key ^ (key >> 32)) & (size - 1)
        while known[slot] != 0:
            other = known[slot] - 1
            low = step_start[other]
            same = step_start[other + 1] - low == end - steps
            for i in range(end - steps):
                if same and (group[low + i] != group[steps + i] or onward[low + i] != onward[steps + i]):
                    same = False
            if same:
                break
            slot = (slot + 1) % size
        if known[slot] == 0:
            steps = end
            sources += 1
            step_start[count + sources] = steps
            known[slot] = count + sources
        source[host] = known[slot]
        weight[known[slot] - 1 - count] += 1
    return (
        step_start[: count + sources + 1].copy(),
        group[:steps].copy(),
        onward[:steps].copy(),
        order[:count].copy(),
        weight[:sources].copy(),
        source,
        round_about,
    )


@compiled
def _by_distance(
    destination: int, start: Ints, channel: Ints, after: Ints, head: Ints, order: Ints, place: Ints
) -> None:
    """Put states in the order of their distance from the destination, so that few rounds are enough."""
    far = np.int32(len(order) + 1)
    distance = np.full(len(order) + 1, far, np.int32)
    changed = True
    while changed:
        changed = False
        for i in range(len(order)):
            state = order[i]
            for at in range(start[state], start[state + 1]):
                taken = channel[at]
                step = far
                if head[taken] == destination:
                    step = np.int32(1)
                elif after[taken] >= 0:
                    step = np.int32(distance[place[after[taken]]] + 1)
                if step < distance[i + 1]:
                    distance[i + 1] = step
                    changed = True
    before = np.zeros(far + 2, np.int32)
    for i in range(1, far):
        before[distance[i] + 1] += 1
    for i in range(1, far + 2):
        before[i] += before[i - 1]
    old = order.copy()
    for i in range(len(old)):
        rank = before[distance[i + 1]]
        before[distance[i + 1]] += 1
        order[rank] = old[i]
        place[old[i]] = rank + 1


@compiled
def _add(
    destination: int,
    channel: Ints,
    begin: int,
    end: int,
    after: Ints,
    head: Ints,
    place: Ints,
    twin: Ints,
    twins: Ints,
    sure: Bools,
    seen: Ints,
    group: Ints,
    onward: Ints,
    steps: int,
) -> int:
    """Write down the steps over some channels of one state, in the order of where they lead."""
    first = steps
    groups = len(twins)
    for at in range(begin, end):
        seen[twin[channel[at]]] += 1
    for at in range(begin, end):
        taken = channel[at]
        pair = twin[taken]
        if seen[pair] == 0:
            continue
        then = 0
        if head[taken] != destination:
            if after[taken] < 0:
                continue
            then = place[after[taken]]
        whole = seen[pair] == twins[pair]
        number = pair if whole else groups + taken
        if whole:
            seen[pair] = 0
        number = 0 if sure[number] else number + 1
        i = steps
        while i > first and (onward[i - 1], group[i - 1]) > (then, number):
            onward[i], group[i] = onward[i - 1], group[i - 1]
            i -= 1
        onward[i], group[i] = then, number
        steps += 1
    for at in range(begin, end):
        seen[twin[channel[at]]] = 0
    return steps

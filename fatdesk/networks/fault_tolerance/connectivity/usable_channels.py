"""Sets of bits: channels that lead to each host, destinations of each switch, pairs that are joined."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Bools, Ints, Longs, Words
from fatdesk.core.compiled import hot
from fatdesk.core.progress import Progress
from fatdesk.networks.network import Network
from fatdesk.networks.routing import fta
from fatdesk.networks.routing.algorithm import RoutingAlgorithm, RoutingTable
from fatdesk.networks.routing.levels import upward


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


WORD = 64
EVERYTHING = -1
"""Instead of the number of a mask."""


class Inner(NamedTuple):
    """The channels between switches by the switch that they leave; switches are numbered from 0."""

    start: Ints
    channel: Ints
    tail: Ints
    head: Ints
    """Of all channels; below 0 for hosts."""


@dataclass(frozen=True, eq=False, slots=True)
class Targets:
    """Hosts in classes: to those of one class the same channels lead, but for the last.

    Attributes
    ----------
    of : (hosts,)
        Class of each host.
    start, channel
        Channels into each host, by the switch that they come from; as many for each of a class.
    first
        A host of each class.
    """

    of: Ints
    start: Ints
    channel: Ints
    first: Ints

    @property
    def words(self) -> int:
        """Words of 64 bits that hold a bit for each class."""
        return (len(self.first) + WORD - 1) // WORD


@dataclass(frozen=True, eq=False, slots=True)
class AllowedChannels:
    """Destinations for which each channel may be used.

    Attributes
    ----------
    masks : (masks, words)
        Sets of classes of targets.
    masked : (c,)
        The mask of each channel; EVERYTHING.
    last : (c,) bool
        Whether a channel into a host is ever taken.
    down_first
        Whether paths lead up, then down, and masks matter on the path up only.
    """

    masks: Words
    masked: Ints
    last: Bools
    down_first: bool


def inner_channels(network: Network) -> Inner:
    """The channels between switches."""
    hosts = network.hosts
    tail, head = (np.ascontiguousarray(part) for part in (network.channels - hosts).T.astype(np.int32))
    some = np.flatnonzero((tail >= 0) & (head >= 0)).astype(np.int32)
    order = some[np.argsort(tail[some], kind="stable")]
    start = np.zeros(network.switch_count + 1, np.int32)
    np.cumsum(np.bincount(tail[order], minlength=network.switch_count), out=start[1:])
    return Inner(start, order, tail, head)


def allowed_channels(
    network: Network, algorithm: RoutingAlgorithm, whole: RoutingTable, targets: Targets, progress: Progress
) -> AllowedChannels:
    """The full paths of a routing algorithm as sets."""
    if algorithm.NAME == fta.NAME and _by_single_levels(network):
        return _up_and_down(network, targets)
    return _by_paths(network, whole, targets, progress)


def bits_of(classes: NDArray[np.integer], rows: NDArray[np.integer], shape: tuple[int, int]) -> Words:
    """Sets with a bit for each class in its row."""
    found = np.zeros(shape, np.uint64)
    bit = np.uint64(1) << (classes % WORD).astype(np.uint64)
    np.bitwise_or.at(found, (rows, classes // WORD), bit)
    return found


def _by_single_levels(network: Network) -> bool:
    """Whether every link leads from one level to the next."""
    level = network.level[network.ends]
    return bool((np.abs(level[:, 0] - level[:, 1]) == 1).all())


def _up_and_down(network: Network, targets: Targets) -> AllowedChannels:
    """FTA between neighbouring levels: channels down need no mask, for all paths down are shortest.

    A channel up is taken for what lies one step nearer to being below its head than to being below its tail.
    """
    inner, hosts, words = inner_channels(network), network.hosts, targets.words
    up = upward(network)
    level = network.level[hosts:]
    rising = np.argsort(level, kind="stable").astype(np.int32)
    most = int(level.max(initial=0)) + 1
    steps = np.zeros((most, network.switch_count, words), np.uint64)
    steps[0] |= delivered(network, targets, np.ones(len(up), np.bool_))
    free = np.full(len(up), EVERYTHING, np.int32)
    none = np.zeros((0, words), np.uint64)
    spread(rising, inner.start, inner.channel, inner.head, ~up, none, free, steps[0])
    by_steps_up(rising[::-1].copy(), inner.start, inner.channel, inner.head, up, steps)
    own = inner.channel[up[inner.channel]]
    from_hosts, above_hosts = _of_several(inner, targets, steps)
    masks = np.zeros((len(own), words), np.uint64)
    masks_up(own, inner.tail, inner.head, steps, masks)
    masked = free
    masked[own] = np.arange(len(own))
    for number, channels in enumerate(from_hosts, start=len(own)):
        masked[channels] = number
    return AllowedChannels(
        np.concatenate([masks, above_hosts]), masked, np.ones(len(up), np.bool_), down_first=True
    )


def _of_several(inner: Inner, targets: Targets, steps: Words) -> tuple[list[Ints], Words]:
    """Channels of hosts with several, and what each is taken for; a single one is taken for everything.

    Links lead in both directions, so hosts of a class have their channels into the network alike as well.
    """
    found: list[Words] = []
    channels: list[Ints] = []
    members = members_of(targets)
    for number, host in enumerate(targets.first.tolist()):
        begin, end = targets.start[host], targets.start[host + 1]
        if end - begin < 2:
            continue
        heads = inner.head[targets.channel[begin:end] ^ 1]
        taken = np.zeros((len(heads), steps.shape[2]), np.uint64)
        nearer = np.zeros(steps.shape[2], np.uint64)
        for some in steps:
            there = some[heads] & ~nearer
            taken |= there
            nearer |= np.bitwise_or.reduce(there, axis=0)
        found.append(taken)
        at = targets.start[members[number]][:, None] + np.arange(end - begin)
        channels += list((targets.channel[at] ^ 1).T)
    empty = np.zeros((0, steps.shape[2]), np.uint64)
    return channels, np.concatenate([*found, empty])


def members_of(targets: Targets) -> list[Ints]:
    """The hosts of each class."""
    order = np.argsort(targets.of, kind="stable").astype(np.int32)
    return np.split(order, np.searchsorted(targets.of[order], np.arange(1, len(targets.first))))


def delivered(network: Network, targets: Targets, last: Bools) -> Words:
    """The classes connected to each switch: (switches, words)."""
    first = targets.first
    count = np.diff(targets.start)[first]
    classes = np.repeat(np.arange(len(first)), count)
    at = np.repeat(targets.start[first], count) + (
        np.arange(len(classes)) - np.repeat(np.cumsum(count) - count, count)
    )
    channels = targets.channel[at]
    kept = last[channels]
    tail = network.channels[channels[kept], 0] - network.hosts
    return bits_of(classes[kept], tail, (network.switch_count, targets.words))


def _by_paths(network: Network, whole: RoutingTable, targets: Targets, progress: Progress) -> AllowedChannels:
    """Any routing algorithm whose states are nodes: its paths to a host of each class."""
    count, hosts = len(network.channels), network.hosts
    masks = np.zeros((count, targets.words), np.uint64)
    last = np.zeros(count, np.bool_)
    into = network.channels[:, 1] < hosts
    for number, members in enumerate(members_of(targets)):
        if number % 16 == 0:
            progress.step(number, len(targets.first), "paths of the routing algorithm")
        host = int(targets.first[number])
        taken = whole.next_channels(host).channel
        ends = into[taken]
        onward = taken[~ends]
        if len(members) > 1:  # a host's own paths out lead to the others of its class
            other = whole.next_channels(int(members[members != host][0])).channel
            onward = np.concatenate([onward, other[network.channels[other, 0] == host]])
        masks[onward, number // WORD] |= np.uint64(1) << np.uint64(number % WORD)
        begin, end = targets.start[host], targets.start[host + 1]
        kept = np.flatnonzero(np.isin(targets.channel[begin:end], taken[ends]))
        last[targets.channel[targets.start[members][:, None] + kept]] = True
    masked = np.where(into, EVERYTHING, np.arange(count)).astype(np.int32)
    own = np.flatnonzero(network.channels[:, 0] < hosts)
    if len(own):  # of hosts that are alike the masks have one number
        _, first, same = np.unique(masks[own], axis=0, return_index=True, return_inverse=True)
        masked[own] = own[first[same.reshape(-1)]]
    return AllowedChannels(masks, masked, last, down_first=False)

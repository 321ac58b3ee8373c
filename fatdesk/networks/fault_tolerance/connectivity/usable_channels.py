"""Channels that lead to each host, as sets of bits, for routing algorithms with fixed tables."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Bools, Ints, Words
from fatdesk.core.progress import Progress
from fatdesk.networks.network import Network
from fatdesk.networks.routing import fta
from fatdesk.networks.routing.algorithm import Forwarding, RoutingAlgorithm
from fatdesk.networks.routing.up_channels import upward

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
class LawfulWays:
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


def lawful_ways(
    network: Network, scheme: RoutingAlgorithm, whole: Forwarding, targets: Targets, progress: Progress
) -> LawfulWays:
    """The full paths of a routing algorithm as sets."""
    if scheme.NAME == fta.NAME and _by_single_levels(network):
        return _up_and_down(network, targets)
    return _by_ways(network, whole, targets, progress)


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


def _up_and_down(network: Network, targets: Targets) -> LawfulWays:
    """FTA between neighbouring levels: channels down need no mask, for all paths down are shortest.

    A channel up is taken for what lies one step nearer to being below its head than to being below its tail.
    """
    from fatdesk.networks.fault_tolerance.connectivity.reach_kernels import by_steps_up, masks_up, spread

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
    return LawfulWays(
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


def _by_ways(network: Network, whole: Forwarding, targets: Targets, progress: Progress) -> LawfulWays:
    """Any routing algorithm whose states are nodes: its paths to a host of each class."""
    count, hosts = len(network.channels), network.hosts
    masks = np.zeros((count, targets.words), np.uint64)
    last = np.zeros(count, np.bool_)
    into = network.channels[:, 1] < hosts
    for number, members in enumerate(members_of(targets)):
        if number % 16 == 0:
            progress.step(number, len(targets.first), "ways of the scheme")
        host = int(targets.first[number])
        taken = whole.ways(host).channel
        ends = into[taken]
        onward = taken[~ends]
        if len(members) > 1:  # a host's own paths out lead to the others of its class
            other = whole.ways(int(members[members != host][0])).channel
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
    return LawfulWays(masks, masked, last, down_first=False)

"""Hosts that are in the same situation: the same links in and out, and the same of them left."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fatdesk.networks.fault_tolerance.usable_channels import LawfulWays, Targets
from fatdesk.networks.network import Network

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Bools = NDArray[np.bool_]
NONE = -1


@dataclass(frozen=True, eq=False, slots=True)
class Groups:
    """Groups of hosts while some channels are out.

    Attributes
    ----------
    of : (hosts,)
        Group of each host.
    size : (g,)
        Hosts of each group.
    start, channel
        Channels by which a host of each group sends.
    column : (g,)
        The set that says who leads to a group: its class; from the number of classes on those of ``apart``;
        NONE where no channel into its hosts is left.
    apart
        Classes of hosts of which some ways in are out, so that fewer switches lead to them: class, and the
        switches that are left, from 0.
    """

    of: Longs
    size: Longs
    start: Ints
    channel: Ints
    column: Ints
    apart: tuple[tuple[int, tuple[int, ...]], ...]


class HostLinks:
    """The channels of hosts, and which hosts are alike while nothing is out."""

    def __init__(self, network: Network, targets: Targets, lawful: LawfulWays) -> None:
        self._targets = targets
        hosts = network.hosts
        tail, head = network.channels.T
        own = np.flatnonzero(tail < hosts)
        own = own[np.lexsort((own, lawful.masked[own], head[own], tail[own]))]
        self._out = _table(tail[own], own, hosts)
        self._into = _table(np.repeat(np.arange(hosts), np.diff(targets.start)), targets.channel, hosts)
        self._last = np.append(lawful.last, False)
        self._tail = np.append(tail - hosts, NONE)
        nothing = np.int32(-2)
        heads, masked = np.append(head, nothing), np.append(lawful.masked, nothing)
        told = np.concatenate([targets.of[:, None], heads[self._out], masked[self._out]], axis=1)
        _, kind = np.unique(told, axis=0, return_inverse=True)
        self._kind = kind.reshape(-1).astype(np.int64)

    def grouped(self, usable: Bools) -> Groups:
        """The groups while some channels are out."""
        works = np.append(usable, True)
        out, into = works[self._out], works[self._into]
        hurt = np.flatnonzero(~(out.all(axis=1) & into.all(axis=1)))
        group = self._kind.copy()
        if len(hurt):
            told = np.concatenate([self._kind[hurt, None], out[hurt], into[hurt]], axis=1)
            _, same = np.unique(told, axis=0, return_inverse=True)
            group[hurt] = int(self._kind.max()) + 1 + same.reshape(-1)
        _, first, of, size = np.unique(group, return_index=True, return_inverse=True, return_counts=True)
        column = self._targets.of[first].astype(np.int32)
        apart: dict[tuple[int, tuple[int, ...]], int] = {}
        for number in np.flatnonzero(np.isin(first, hurt)).tolist():
            column[number] = self._column(int(first[number]), works, apart)
        sends = self._out[first]
        listed = sends >= 0
        start = np.zeros(len(first) + 1, np.int32)
        np.cumsum(listed.sum(axis=1), out=start[1:])
        return Groups(of.reshape(-1), size, start, sends[listed], column, tuple(apart))

    def _column(self, host: int, works: Bools, apart: dict[tuple[int, tuple[int, ...]], int]) -> int:
        into = self._into[host]
        into = into[self._last[into]]
        every, left = set(self._tail[into].tolist()), set(self._tail[into[works[into]]].tolist())
        own = int(self._targets.of[host])
        if not left:
            return NONE
        if left == every:
            return own
        key = own, tuple(sorted(left))
        return len(self._targets.first) + apart.setdefault(key, len(apart))


def targets_of(network: Network, by_switch: bool) -> Targets:
    """Hosts in classes by the switches that they hang on; each by itself where the ways differ anyway."""
    hosts = network.hosts
    tail, head = network.channels.T
    into = np.flatnonzero(head < hosts)
    into = into[np.lexsort((into, tail[into], head[into]))]
    start = np.zeros(hosts + 1, np.int32)
    np.cumsum(np.bincount(head[into], minlength=hosts), out=start[1:])
    if by_switch:
        tails = np.append(tail, NONE)[_table(head[into], into, hosts)]
        _, first, of = np.unique(tails, axis=0, return_index=True, return_inverse=True)
        return Targets(of.reshape(-1).astype(np.int32), start, into.astype(np.int32), first.astype(np.int32))
    every = np.arange(hosts, dtype=np.int32)
    return Targets(every, start, into.astype(np.int32), every)


def _table(host: NDArray[np.integer], channel: NDArray[np.integer], hosts: int) -> Ints:
    """Channels as a row for each host, filled up with NONE; entries stand by host, rising."""
    count = np.bincount(host, minlength=hosts)
    found = np.full((hosts, max(1, int(count.max(initial=0)))), NONE, np.int32)
    found[host, np.arange(len(host)) - (np.cumsum(count) - count)[host]] = channel
    return found

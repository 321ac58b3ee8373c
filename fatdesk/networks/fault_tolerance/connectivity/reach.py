"""Hosts that are cut off when channels and nodes fail: prepared once for a network, then quick."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Bools, Ints, Longs, Words
from fatdesk.core.progress import SILENT, Progress
from fatdesk.networks.fault_tolerance.connectivity.usable_channels import (
    EVERYTHING,
    WORD,
    AllowedChannels,
    Inner,
    Targets,
    allowed_channels,
    bits_of,
    delivered,
    inner_channels,
)
from fatdesk.networks.fault_tolerance.impact import Left
from fatdesk.networks.network import Network
from fatdesk.networks.routing import minimal, updown
from fatdesk.networks.routing.algorithm import RoutingAlgorithm
from fatdesk.networks.routing.levels import leveled, upward

FEW = 256


class FewOut:
    """Reach of each switch of an intact network, updated for a few failures.

    Parameters
    ----------
    up
        Channels up where paths lead up, then down; None: masks alone say what a channel is taken for.
    given, down, alive : (switches, words)
        Classes connected to each switch, those it reaches going down only, and those by all paths.
    """

    def __init__(
        self,
        network: Network,
        inner: Inner,
        allowed: AllowedChannels,
        up: Bools | None,
        given: Words,
        down: Words,
        alive: Words,
    ) -> None:
        self._inner, self._allowed, self._up = inner, allowed, up
        self._given, self._down, self._alive = given, down, alive
        tail, head = network.channels.T
        self._switches = network.switch_count
        self._host = np.where(tail < network.hosts, tail, np.where(head < network.hosts, head, -1))
        self._count = np.bincount(self._host[self._host >= 0], minlength=network.hosts)
        order = inner.channel[np.argsort(inner.head[inner.channel], kind="stable")]
        self._channel = order
        self._start = np.zeros(self._switches + 1, np.int32)
        np.cumsum(np.bincount(inner.head[order], minlength=self._switches), out=self._start[1:])
        self._sends = np.zeros(self._switches, np.bool_)
        self._sends[inner.head[tail < network.hosts]] = True

    def cut(self, usable: Bools, out: Ints) -> Ints | None:
        """The hosts that are cut off from all others, while these reach each other.

        Parameters
        ----------
        usable : (c,) bool
            Which channels are not out.
        out
            Which are.

        Returns
        -------
        (h,) int32
            None where more than that changes: some host loses some of its paths, or some hosts each other.
        """
        own = self._host[out]
        hosts, lost = np.unique(own[own >= 0], return_counts=True)
        if (lost < self._count[hosts]).any():
            return None
        inner = out[own < 0]
        if len(inner) and self._less(usable, inner):
            return None
        return hosts.astype(np.int32)

    def _less(self, usable: Bools, out: Ints) -> bool:
        """Whether a switch to which hosts send leads to less than before."""
        tail = self._inner.tail
        if self._up is None:
            changed, _ = self._shrink(tail[out], usable, self._given, self._alive)
            return bool((changed & self._sends).any())
        rising = self._up[out]
        lower, down = self._shrink(tail[out[~rising]], usable & ~self._up, self._given, self._down)
        first = np.concatenate([tail[out[rising]], np.flatnonzero(lower)])
        changed, _ = self._shrink(first, usable & self._up, down, self._alive)
        return bool((changed & self._sends).any())

    def _shrink(
        self, first: NDArray[np.integer], usable: Bools, given: Words, before: Words
    ) -> tuple[Bools, Words]:
        """Return the switches with a smaller reach, and the new reach of all."""
        from fatdesk.networks.fault_tolerance.connectivity.usable_channels import shrink

        inner, alive = self._inner, before.copy()
        waiting, changed = np.zeros(self._switches, np.bool_), np.zeros(self._switches, np.bool_)
        some = np.unique(first)
        waiting[some] = True
        queue = np.zeros(self._switches, np.int32)
        queue[: len(some)] = some
        shrink(
            queue,
            len(some),
            waiting,
            inner.start,
            inner.channel,
            self._start,
            self._channel,
            inner.tail,
            inner.head,
            usable,
            self._allowed.masks,
            self._allowed.masked,
            given,
            alive,
            np.zeros(alive.shape[1], np.uint64),
            changed,
        )
        return changed, alive


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
        Classes of hosts of which some links in are out, so that fewer switches lead to them: class, and the
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

    def __init__(self, network: Network, targets: Targets, lawful: AllowedChannels) -> None:
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
        rows = np.concatenate([targets.of[:, None], heads[self._out], masked[self._out]], axis=1)
        _, kind = np.unique(rows, axis=0, return_inverse=True)
        self._kind = kind.reshape(-1).astype(np.int64)

    def grouped(self, usable: Bools) -> Groups:
        """The groups while some channels are out."""
        works = np.append(usable, True)
        out, into = works[self._out], works[self._into]
        hurt = np.flatnonzero(~(out.all(axis=1) & into.all(axis=1)))
        group = self._kind.copy()
        if len(hurt):
            rows = np.concatenate([self._kind[hurt, None], out[hurt], into[hurt]], axis=1)
            _, same = np.unique(rows, axis=0, return_inverse=True)
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
    """Hosts in classes by the switches that they connect to; each by itself where the paths differ anyway."""
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
    """Channels as a row for each host, filled up with NONE; entries are ordered by host, rising."""
    count = np.bincount(host, minlength=hosts)
    found = np.full((hosts, max(1, int(count.max(initial=0)))), NONE, np.int32)
    found[host, np.arange(len(host)) - (np.cumsum(count) - count)[host]] = channel
    return found


class Reach:
    """The remainder of a network under a routing algorithm.

    Hosts to which the same channels lead are one class, and each switch has the set of classes that it still
    leads to, a bit each. Routing algorithms whose paths stay as they are have for each channel the set of
    classes that it may be taken for; ``updown`` goes up, then down, by what is up once channels are out;
    ``minimal`` goes wherever the graph leads.

    Parameters
    ----------
    algorithm
        One that fits the network.

    Raises
    ------
    Cancelled
        When ``progress`` was asked to stop.

    Examples
    --------
    >>> from fatdesk.networks.topologies import network_of
    >>> from fatdesk.networks.routing import usual
    >>> tree = network_of("kary-tree:k=4,n=2")
    >>> reach = Reach(tree, usual(tree))
    >>> dead = np.zeros(tree.node_count, bool)
    >>> dead[16] = True
    >>> left = reach.left(np.ones(len(tree.channels), bool), dead)
    >>> left.hosts_lost, left.pairs_connected, left.pairs
    (4, 132, 240)
    """

    def __init__(self, network: Network, algorithm: RoutingAlgorithm, progress: Progress = SILENT) -> None:
        self.network, self.algorithm = network, algorithm
        self._direct = bool((network.ends < network.hosts).all(axis=1).any())
        again = algorithm.NAME in (minimal.NAME, updown.NAME)  # worked out again when channels are out
        whole = None if again else algorithm.routing_table(network)
        self._by_state = whole is not None and whole.states != network.node_count
        if self._direct or self._by_state:
            return
        level = network.level[network.hosts :]
        self._rising = np.argsort(level, kind="stable").astype(np.int32)
        self._falling = self._rising[::-1].copy()
        self._inner = inner_channels(network)
        count = len(network.channels)
        if whole is None:
            self._targets = targets_of(network, by_switch=True)
            none = np.zeros((0, self._targets.words), np.uint64)
            free = np.full(count, EVERYTHING, np.int32)
            self._allowed = AllowedChannels(
                none, free, np.ones(count, np.bool_), down_first=algorithm.NAME == updown.NAME
            )
        else:
            self._targets = targets_of(network, whole.by_switch)
            self._allowed = allowed_channels(network, algorithm, whole, self._targets, progress)
        self._leveled = leveled(network)
        self._up = upward(network) if self._leveled and self._allowed.down_first else None
        self._delivered = delivered(network, self._targets, self._allowed.last)
        self._hosts = HostLinks(network, self._targets, self._allowed)

    def left(self, usable: Bools, dead: Bools) -> Left:
        """Return the remainder of the network.

        Parameters
        ----------
        usable : (c,) bool
            Which channels are not out.
        dead : (nodes,) bool
            Nodes without which all of their channels are out, too.
        """
        network = self.network
        if dead.any():
            usable = usable & ~dead[network.channels].any(axis=1)
        if self._direct or self._by_state:
            return _left(self._host_by_host(usable), dead[: network.hosts])
        out = np.flatnonzero(~usable).astype(np.int32)
        if len(out) <= FEW and self._quick is not None:
            cut = self._quick.cut(usable, out)
            others = network.hosts - (0 if cut is None else len(cut))
            if cut is not None and others > 1:
                return Left(network.hosts, cut, others * (others - 1))
        return _left(self._by_groups(usable), dead[: network.hosts])

    @cached_property
    def _quick(self) -> FewOut | None:
        """Return a way to examine a few channels only; None where all must be examined again."""
        if self.algorithm.NAME == minimal.NAME or (self._allowed.down_first and self._up is None):
            return None
        every, none = np.ones(len(self.network.channels), np.bool_), np.zeros(self.network.hosts, np.bool_)
        whole = _left(self._by_groups(every), none)
        if whole.pairs_connected < whole.pairs:
            return None
        down = self._delivered.copy()
        if self._up is not None:
            self._spread(~self._up, self._allowed.masks, down)
        alive = self._delivered.copy()
        self._spread(every, self._allowed.masks, alive)
        return FewOut(self.network, self._inner, self._allowed, self._up, self._delivered, down, alive)

    def _host_by_host(self, usable: Bools) -> "_Joined":
        """Return connected pairs from paths of the routing algorithm.

        For hosts linked to each other, and for paths that depend on more than the switch where a packet is.
        """
        hosts = self.network.hosts
        routing_table = self.algorithm.routing_table(self.network, usable)
        leads = np.zeros((hosts, hosts), np.bool_)
        for host in range(hosts):
            leads[:, host] = np.diff(routing_table.next_channels(host).start[: hosts + 1]) > 0
            leads[host, host] = True
        from_host, to_host = np.nonzero(leads)
        rows = bits_of(to_host, from_host, (hosts, (hosts + WORD - 1) // WORD))
        every = np.arange(hosts)
        return _Joined(rows, every.astype(np.int32), np.ones(hosts, np.int64), every)

    def _by_groups(self, usable: Bools) -> "_Joined":
        groups, allowed = self._hosts.grouped(usable), self._allowed
        rows = self._rows(groups, usable, allowed.masks, self._delivered.copy())
        column = groups.column
        if groups.apart:
            number, switches = _listed(groups)
            own = np.array([of for of, _ in groups.apart], np.int64)
            shape = self.network.switch_count, (len(own) + WORD - 1) // WORD
            masks = _columns(allowed.masks, own)
            more = self._rows(groups, usable, masks, bits_of(number, switches, shape))
            words = rows.shape[1]
            later = column >= len(self._targets.first)
            column = np.where(later, column - len(self._targets.first) + words * WORD, column)
            rows = np.concatenate([rows, more], axis=1)
        return _Joined(rows, column.astype(np.int32), groups.size.astype(np.int64), groups.of)

    def _rows(self, groups: Groups, usable: Bools, masks: Words, alive: Words) -> Words:
        """Return the reach of each group of hosts, from the sets of some switches."""
        from fatdesk.networks.fault_tolerance.connectivity.usable_channels import rows_of

        self._spread(usable, masks, alive)
        rows = np.zeros((len(groups.size), alive.shape[1]), np.uint64)
        head = self._inner.head
        rows_of(groups.start, groups.channel, head, usable, masks, self._allowed.masked, alive, rows)
        return rows

    def _spread(self, usable: Bools, masks: Words, alive: Words) -> None:
        """From the switches at which sets begin to all that lead there."""
        from fatdesk.networks.fault_tolerance.connectivity.usable_channels import spread

        inner, masked = self._inner, self._allowed.masked
        if self.algorithm.NAME == minimal.NAME:
            alive[:] = _connected(inner.tail, inner.head, inner.channel[usable[inner.channel]], alive)
            return

        def go(order: Ints, allowed: Bools) -> bool:
            return spread(order, inner.start, inner.channel, inner.head, allowed, masks, masked, alive)

        if not self._allowed.down_first:
            while go(self._rising, usable) | go(self._falling, usable):
                pass
            return
        up = upward(self.network, usable) if self._up is None else self._up
        for order, allowed in ((self._rising, usable & ~up), (self._falling, usable & up)):
            while go(order, allowed) and not self._leveled:
                pass


class _Joined(NamedTuple):
    """Groups of hosts that reach each other."""

    rows: Words
    column: Ints
    size: Longs
    of: Longs


def _left(joined: _Joined, dead: Bools) -> Left:
    from fatdesk.networks.fault_tolerance.connectivity.usable_channels import count_pairs

    rows, column, size, of = joined
    both = np.zeros(len(size), np.int64)
    total = count_pairs(rows, column, size, both)
    hosts = len(of)
    partners = both[of]
    hub = int(np.argmax(np.where(dead, -1, partners)))
    own = of[hub]
    mutual = _has(rows[own], column) & _has_column(rows, column[own])
    cut_off = ~mutual[of] | dead
    cut_off[hub] = dead[hub] or partners[hub] == 0
    return Left(hosts, np.flatnonzero(cut_off).astype(np.int32), int(total))


def _has(row: Words, column: Ints) -> Bools:
    """Whether a set holds some bits."""
    held = row[column // WORD] >> (column % WORD).astype(np.uint64) & np.uint64(1)
    found: Bools = (column >= 0) & (held != 0)
    return found


def _has_column(rows: Words, column: int) -> Bools:
    """Return which of some sets contain a bit."""
    if column < 0:
        return np.zeros(len(rows), np.bool_)
    found: Bools = (rows[:, column // WORD] >> np.uint64(column % WORD) & np.uint64(1)) != 0
    return found


def _listed(groups: Groups) -> tuple[Longs, Longs]:
    """The switches from which sets apart begin: number of the set, and switch."""
    number = np.repeat(np.arange(len(groups.apart)), [len(left) for _, left in groups.apart])
    return number, np.array([switch for _, left in groups.apart for switch in left], np.int64)


def _columns(masks: Words, columns: Longs) -> Words:
    """Some bits of sets as sets of their own."""
    held = masks[:, columns // WORD] >> (columns % WORD).astype(np.uint64) & np.uint64(1)
    row, number = np.nonzero(held)
    return bits_of(number, row, (len(masks), (len(columns) + WORD - 1) // WORD))


def _connected(tail: Ints, head: Ints, channels: Ints, alive: Words) -> Words:
    """Return the reach of each switch over some channels, in any direction."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    count = len(alive)
    tail, head = tail[channels], head[channels]
    graph = coo_array((np.ones(len(tail), np.int8), (tail, head)), shape=(count, count)).tocsr()
    pieces, of = connected_components(graph, connection="strong")
    found = np.zeros((pieces, alive.shape[1]), np.uint64)
    np.bitwise_or.at(found, of, alive)
    between = np.unique(np.stack([of[tail], of[head]], axis=1)[of[tail] != of[head]], axis=0)
    while len(between):
        before = found.copy()
        np.bitwise_or.at(found, between[:, 0], found[between[:, 1]])
        if (before == found).all():
            break
    return found[of]

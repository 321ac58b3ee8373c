"""Judge fault combinations, all or a sample: pairs of hosts that stay connected under any routing."""

from collections.abc import Callable
from dataclasses import dataclass
from math import comb
from typing import NamedTuple, Protocol

import numpy as np

from fatdesk.core.arrays import Ints, Words
from fatdesk.core.progress import SILENT, Progress
from fatdesk.networks.fault_tolerance.connectivity.path_programs import Program, program_of
from fatdesk.networks.fault_tolerance.units import FaultUnits, usable_without
from fatdesk.networks.network import Network
from fatdesk.networks.routing import minimal, updown
from fatdesk.networks.routing.algorithm import (
    NextChannels,
    RoutingAlgorithm,
    RoutingTable,
    by_port,
    chosen,
    state_by_node,
)
from fatdesk.networks.routing.levels import leveled, upward


@dataclass(frozen=True, slots=True)
class Combinations:
    """Combinations of ``faults`` of ``elements`` elements, numbered; a block is some that follow each other.

    Attributes
    ----------
    count
        How many combinations.
    exhaustive
        Whether these are all, in lexicographic order; if not, they are drawn, each by itself.
    """

    elements: int
    faults: int
    count: int
    exhaustive: bool
    seed: int

    @classmethod
    def up_to(cls, most: int, elements: int, faults: int, seed: int) -> "Combinations":
        """All combinations if they are not more than ``most``, else that many at random.

        >>> Combinations.up_to(10, 5, 2, seed=1).exhaustive, Combinations.up_to(9, 5, 2, seed=1).count
        (True, 9)
        """
        every = comb(elements, faults)
        return cls(elements, faults, min(every, most), every <= most, seed)

    @property
    def blocks(self) -> int:
        """Number of blocks; the last may have fewer combinations."""
        from fatdesk.networks.fault_tolerance.connectivity.block_kernel import BLOCK

        return -(-self.count // BLOCK)

    def empty_block(self) -> Words:
        """Room for a block."""
        from fatdesk.networks.fault_tolerance.connectivity.block_kernel import WORDS

        return np.zeros((self.elements, WORDS), np.uint64)

    def fill(self, block: int, out: Words) -> int:
        """Make a block.

        Parameters
        ----------
        out : (things, WORDS) uint64
            Bit i of a row of words becomes 1 where the element fails in combination i of the block; bits
            beyond the last combination mean nothing.

        Returns
        -------
        many
            How many combinations the block has.
        """
        from fatdesk.networks.fault_tolerance.connectivity.block_kernel import BLOCK, draw, enumerate_from

        first = block * BLOCK
        many = min(BLOCK, self.count - first)
        if self.exhaustive:
            enumerate_from(out, unranked(first, self.elements, self.faults), many)
        else:
            draw(out, self.faults, many, self.seed, block)
        return many


def unranked(rank: int, elements: int, faults: int) -> Ints:
    """The combination of that number, from 0, in lexicographic order.

    >>> [unranked(rank, 4, 2).tolist() for rank in (0, 2, 3, 5)]
    [[0, 1], [0, 3], [1, 2], [2, 3]]
    """
    found = np.empty(faults, np.int32)
    after = -1
    for place in range(faults):
        rest = faults - place
        left = comb(elements - after - 1, rest) - rank  # how many from this one on do not come before
        low, high = after + 1, elements - rest
        while low < high:  # the last element from which on there are as many
            middle = (low + high + 1) // 2
            low, high = (middle, high) if comb(elements - middle, rest) >= left else (low, middle - 1)
        rank = comb(elements - low, rest) - left
        found[place] = after = low
    return found


def things_of(out: Words, i: int) -> Ints:
    """The elements that fail in combination i of a block, the lowest first."""
    return np.flatnonzero(out[:, i >> 6] >> np.uint64(i & 63) & np.uint64(1)).astype(np.int32)


def possible(network: Network, algorithm: RoutingAlgorithm, units: FaultUnits) -> RoutingTable | None:
    """Paths such that a pair is connected exactly when one of them has no channel that is out.

    Of routing algorithms whose tables stay these are the routing algorithm's own. ``minimal`` comes to use
    whatever joins two hosts; ``updown`` what goes up and then down. Where there are no levels, what is up
    depends on the failures: but as long as links fail in both directions at once, ``updown`` joins
    each connected component.

    Returns
    -------
    RoutingTable
        None where there are no such paths: ``updown`` without levels when links fail in one direction.
    """
    if algorithm.NAME == minimal.NAME:
        return _every_way(network)
    if algorithm.NAME != updown.NAME:
        return algorithm.routing_table(network)
    if leveled(network):
        return _up_then_down(network)
    return _every_way(network) if both_ways(network, units) else None


def enough(network: Network, units: FaultUnits) -> tuple[RoutingTable, FaultUnits]:
    """Paths and elements such that ``updown`` joins a pair when one of the paths has no channel that is out.

    For links that fail in one direction where there are no levels. Each component connected by links with
    both directions left has a root of its own, and ``updown`` joins all of it over that.
    """
    turned = np.stack([units.channel, units.channel ^ 1], axis=1).reshape(-1)
    return _every_way(network), FaultUnits(units.requested, 2 * units.start, turned, units.of)


def both_ways(network: Network, units: FaultUnits) -> bool:
    """Whether both directions of a link always fail together."""
    if network.one_way:
        return False
    owner = np.repeat(np.arange(units.count), np.diff(units.start))
    pairs = owner * len(network.channels) + units.channel
    turned = owner * len(network.channels) + (units.channel ^ 1)
    return bool(np.isin(turned, pairs).all())


def _every_way(network: Network) -> RoutingTable:
    """Any channel between switches, out of the source and into the destination."""
    outgoing = by_port(network)
    head = network.channels[:, 1]
    inside = head >= network.hosts

    def next_channels(destination: int) -> NextChannels:
        return chosen(destination, inside | (head == destination), outgoing)

    return RoutingTable(network, network.node_count, state_by_node(network), next_channels, by_switch=True)


def _up_then_down(network: Network) -> RoutingTable:
    """At node v in state v a packet may still go up, in state n + v only down."""
    start, channels = by_port(network)
    up = upward(network)
    head = network.channels[:, 1]
    inside = head >= network.hosts
    nodes = network.node_count

    def next_channels(destination: int) -> NextChannels:
        allowed = inside | (head == destination)
        allowed[channels[start[destination] : start[destination + 1]]] = False
        parts = [channels[kept[channels]] for kept in (allowed, allowed & ~up)]
        counts = [np.cumsum(np.append(0, kept[channels]))[start] for kept in (allowed, allowed & ~up)]
        both = np.concatenate([counts[0], counts[0][-1] + counts[1][1:]])
        return NextChannels(destination, both.astype(np.int32), np.concatenate(parts))

    onward = np.where(up, head, head + nodes)
    after = np.where(inside, onward, -1).astype(np.int32)
    return RoutingTable(network, 2 * nodes, after, next_channels, by_switch=True)


PIECE = 4_000_000
"""Words of 8 that are looked at at once, some 20 ms."""


class Judged(NamedTuple):
    """Results of a block.

    Attributes
    ----------
    good : (WORDS,) uint64
        Bit i is set when combination i is tolerated.
    missing
        Pairs without a path, over all combinations; not what it says unless it was requested.
    """

    good: Words
    missing: int


class Judge(Protocol):
    """Interface of a judge of blocks; each thread has its own."""

    @property
    def most_drawn(self) -> int:
        """Number of random combinations worth drawing where tolerated ones are looked for."""

    def judge(self, out: Words, many: int, counted: bool, check: Callable[[], None]) -> Judged:
        """Judge the first ``many`` combinations of a block; ``check`` is called often, and may raise."""


def judges(
    network: Network, algorithm: RoutingAlgorithm, units: FaultUnits, progress: Progress = SILENT
) -> Callable[[], Judge]:
    """Return a factory of judges for a network under a routing algorithm."""
    over = possible(network, algorithm, units)
    if over is not None:
        return _judges_by(over, units, progress)
    at_least = _judges_by(*enough(network, units), progress)
    return lambda: _OneByOne(network, algorithm, units, at_least())


def _judges_by(over: RoutingTable, units: FaultUnits, progress: Progress) -> Callable[[], Judge]:
    """Return a factory of judges by paths, of which combinations leave some."""
    program = program_of(over, units, progress)
    ends = np.cumsum(program.costs())
    cuts = np.searchsorted(ends, np.arange(PIECE, int(ends.max(initial=0)), PIECE)) + 1
    pieces = tuple(np.unique(np.concatenate([[0], cuts, [program.classes]])).tolist())
    return lambda: _ByProgram(program, pieces)


class _ByProgram:
    """All combinations at once."""

    most_drawn = 10_000_000

    def __init__(self, program: Program, pieces: tuple[int, ...]) -> None:
        from fatdesk.networks.fault_tolerance.connectivity.block_kernel import WORDS

        self._program, self._pieces = program, pieces
        lasts, sources = int(program.lasts.max(initial=0)), int(program.sources.max(initial=0))
        self._left = np.empty((program.groups + lasts, WORDS), np.uint64)
        self._reached = np.empty((int(np.diff(program.first_state).max(initial=0)) + 1, WORDS), np.uint64)
        self._apart = np.empty((lasts, WORDS, sources), np.uint64)
        self._now = np.empty((2, sources), np.uint64)

    def judge(self, out: Words, many: int, counted: bool, check: Callable[[], None]) -> Judged:
        from fatdesk.networks.fault_tolerance.connectivity.block_kernel import follow, look

        tried = first_bits(many)
        good = tried.copy()
        look(out, self._left, self._program)
        missing = 0
        for first, end in zip(self._pieces, self._pieces[1:], strict=False):
            check()
            missing += follow(
                self._left, self._reached, self._apart, self._now,
                self._program, first, end, counted, tried, good,
            )  # fmt: skip
            if not counted and not good.any():
                break
        return Judged(good, missing)


@dataclass(frozen=True, slots=True)
class _OneByOne:
    """One combination after the other; paths are worked out for those that are not certainly good."""

    network: Network
    algorithm: RoutingAlgorithm
    units: FaultUnits
    at_least: Judge
    most_drawn: int = 10_000

    def judge(self, out: Words, many: int, counted: bool, check: Callable[[], None]) -> Judged:
        good = self.at_least.judge(out, many, False, check).good
        missing = 0
        for i in set_bits(first_bits(many) & ~good):
            lost = self._lost(things_of(out, i), counted, check)
            missing += lost
            if not lost:
                good[i >> 6] |= np.uint64(1 << (i & 63))
        return Judged(good, missing)

    def _lost(self, elements: Ints, counted: bool, check: Callable[[], None]) -> int:
        hosts = self.network.hosts
        left = self.algorithm.routing_table(self.network, usable_without(self.network, self.units, elements))
        lost = 0
        for destination in range(hosts):
            check()
            closed = np.diff(left.next_channels(destination).start[: hosts + 1]) == 0
            closed[destination] = False
            lost += int(closed.sum())
            if lost and not counted:
                break
        return lost


def first_bits(many: int) -> Words:
    """Words of a block whose first ``many`` bits are set.

    >>> [int(word).bit_count() for word in first_bits(70)]
    [64, 6, 0, 0, 0, 0, 0, 0]
    """
    from fatdesk.networks.fault_tolerance.connectivity.block_kernel import WORDS

    return np.array([(1 << min(64, max(0, many - 64 * word))) - 1 for word in range(WORDS)], np.uint64)


def ones(words: Words) -> int:
    """Return the number of set bits."""
    return sum(int(word).bit_count() for word in words)


def set_bits(words: Words) -> list[int]:
    """The bits of a block that are set, the lowest first."""
    return np.flatnonzero(np.unpackbits(words.astype("<u8").view(np.uint8), bitorder="little")).tolist()

"""Whether pairs of hosts are connected in a block of combinations; for any scheme on any network."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.progress import SILENT, Progress
from fatdesk.networks.fault_tolerance.combinations import things_of
from fatdesk.networks.fault_tolerance.possible import enough, possible
from fatdesk.networks.fault_tolerance.program import Program, program_of
from fatdesk.networks.fault_tolerance.units import FaultUnits, usable_without
from fatdesk.networks.network import Network
from fatdesk.networks.routing.scheme import Forwarding, Scheme

Ints = NDArray[np.int32]
Words = NDArray[np.uint64]
PIECE = 4_000_000
"""Words of 8 that are looked at at once, some 20 ms."""


class Judged(NamedTuple):
    """What was found in a block.

    Attributes
    ----------
    good : (WORDS,) uint64
        Bit i is set when combination i is tolerated.
    missing
        Pairs without a way, over all combinations; not what it says unless it was asked for.
    """

    good: Words
    missing: int


class Judge(Protocol):
    """Who judges blocks, one after the other; for each thread another."""

    @property
    def most_drawn(self) -> int:
        """How many random combinations are worth the time where tolerated ones are looked for."""

    def judge(self, out: Words, many: int, counted: bool, check: Callable[[], None]) -> Judged:
        """Judge the first ``many`` combinations of a block; ``check`` is called often, and may raise."""


def judges(
    network: Network, scheme: Scheme, units: FaultUnits, progress: Progress = SILENT
) -> Callable[[], Judge]:
    """What makes judges for a network under a scheme."""
    over = possible(network, scheme, units)
    if over is not None:
        return _judges_by(over, units, progress)
    at_least = _judges_by(*enough(network, units), progress)
    return lambda: _Anew(network, scheme, units, at_least())


def _judges_by(over: Forwarding, units: FaultUnits, progress: Progress) -> Callable[[], Judge]:
    """What makes judges by ways of which combinations leave some."""
    program = program_of(over, units, progress)
    ends = np.cumsum(program.costs())
    cuts = np.searchsorted(ends, np.arange(PIECE, int(ends.max(initial=0)), PIECE)) + 1
    pieces = tuple(np.unique(np.concatenate([[0], cuts, [program.classes]])).tolist())
    return lambda: _ByProgram(program, pieces)


class _ByProgram:
    """All combinations at once."""

    most_drawn = 10_000_000

    def __init__(self, program: Program, pieces: tuple[int, ...]) -> None:
        from fatdesk.networks.fault_tolerance.block_kernel import WORDS

        self._program, self._pieces = program, pieces
        lasts, sources = int(program.lasts.max(initial=0)), int(program.sources.max(initial=0))
        self._left = np.empty((program.groups + lasts, WORDS), np.uint64)
        self._reached = np.empty((int(np.diff(program.first_state).max(initial=0)) + 1, WORDS), np.uint64)
        self._apart = np.empty((lasts, WORDS, sources), np.uint64)
        self._now = np.empty((2, sources), np.uint64)

    def judge(self, out: Words, many: int, counted: bool, check: Callable[[], None]) -> Judged:
        from fatdesk.networks.fault_tolerance.block_kernel import follow, look

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
class _Anew:
    """One combination after the other, with ways that are worked out for each that is not sure to be good."""

    network: Network
    scheme: Scheme
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

    def _lost(self, things: Ints, counted: bool, check: Callable[[], None]) -> int:
        hosts = self.network.hosts
        left = self.scheme.forwarding(self.network, usable_without(self.network, self.units, things))
        lost = 0
        for destination in range(hosts):
            check()
            closed = np.diff(left.ways(destination).start[: hosts + 1]) == 0
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
    from fatdesk.networks.fault_tolerance.block_kernel import WORDS

    return np.array([(1 << min(64, max(0, many - 64 * word))) - 1 for word in range(WORDS)], np.uint64)


def ones(words: Words) -> int:
    """How many bits are set."""
    return sum(int(word).bit_count() for word in words)


def set_bits(words: Words) -> list[int]:
    """The bits of a block that are set, the lowest first."""
    return np.flatnonzero(np.unpackbits(words.astype("<u8").view(np.uint8), bitorder="little")).tolist()

"""The channel dependency graph: which channel a packet that holds another may wait for."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fatdesk.networks.network import Network

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]


@dataclass(frozen=True, eq=False, slots=True)
class Dependencies:
    """Packets that hold channel c may wait for ``onto[start[c]:start[c + 1]]``, rising by port order."""

    start: Longs
    onto: Ints

    @property
    def count(self) -> int:
        """How many dependencies there are."""
        return len(self.onto)


class Turns:
    """All turns from a channel into a switch to one out of it, and which of them are taken.

    Attributes
    ----------
    first : (c,) int64
    rank : (c,) int32
        The turn from channel c to d is number ``first[c] + rank[d]``.
    taken : (turns,) bool
    """

    def __init__(self, network: Network) -> None:
        tail, head = network.channels[:, 0], network.channels[:, 1]
        start, self._outgoing = network.outgoing
        self._out_start = start[head]
        self._many = np.where(head < network.hosts, 0, np.diff(start)[head])
        self.rank = np.empty(len(tail), np.int32)
        self.rank[self._outgoing] = np.arange(len(tail)) - start[tail[self._outgoing]]
        self.first: Longs = np.concatenate([[0], np.cumsum(self._many, dtype=np.int64)])[:-1]
        self.taken = np.zeros(int(self._many.sum()), np.bool_)

    def dependencies(self) -> Dependencies:
        """The turns taken as a graph of channels."""
        count = len(self.first)
        number = np.flatnonzero(self.taken)
        channel = np.searchsorted(self.first + self._many, number, side="right")
        onto = self._outgoing[self._out_start[channel] + number - self.first[channel]]
        start = np.zeros(count + 1, np.int64)
        np.cumsum(np.bincount(channel, minlength=count), out=start[1:])
        return Dependencies(start, onto)


def cycle(dependencies: Dependencies) -> tuple[int, ...]:
    """The shortest cycle through the lowest channel that is in one; empty when there is none."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import breadth_first_order, connected_components

    count = len(dependencies.start) - 1
    if not dependencies.count:
        return ()
    ones = np.ones(dependencies.count, np.int8)
    graph = csr_array((ones, dependencies.onto, dependencies.start), shape=(count, count))
    _, label = connected_components(graph, directed=True, connection="strong")
    tied = np.flatnonzero(np.bincount(label)[label] > 1)
    if not len(tied):
        return ()
    first = int(tied[0])
    _, before = breadth_first_order(graph, first, directed=True)
    closing = [channel for channel in tied.tolist() if label[channel] == label[first]]
    back = [
        c for c in closing if first in dependencies.onto[dependencies.start[c] : dependencies.start[c + 1]]
    ]
    found = min((_trail(before, channel) for channel in back), key=lambda trail: (len(trail), trail))
    return tuple(found)


def _trail(before: Ints, channel: int) -> list[int]:
    trail = [channel]
    while before[trail[-1]] >= 0:
        trail.append(int(before[trail[-1]]))
    return trail[::-1]

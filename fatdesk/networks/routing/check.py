"""Whether a routing algorithm delivers every packet, and whether packets can block each other."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.progress import SILENT, Progress
from fatdesk.networks.network import Network
from fatdesk.networks.routing.scheme import Forwarding

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


@dataclass(frozen=True, eq=False, slots=True)
class Verdict:
    """What was found of a scheme over a network.

    Attributes
    ----------
    pairs, lost
        Ordered pairs of different hosts; those without a way.
    lost_pair
        The first pair without a way, source and destination.
    stuck
        A channel and a destination: a packet to that one that came by that one can go no further.
    circle
        A state and a destination: a packet to that one can come back to that state.
    longest
        Most links of a path; of networks without circles.
    cycle
        Channels that wait for each other in turn, the last for the first; empty when there are none. It is
        the shortest through the channel of lowest number that is in one.
    dependencies
        Which channel waits for which.
    """

    pairs: int
    lost: int
    lost_pair: tuple[int, int] | None
    stuck: tuple[int, int] | None
    circle: tuple[int, int] | None
    longest: int
    cycle: tuple[int, ...]
    dependencies: Dependencies

    @property
    def delivers(self) -> bool:
        """Whether every packet arrives, whatever it chooses on its way."""
        return self.lost == 0 and self.stuck is None and self.circle is None

    @property
    def deadlock_free(self) -> bool:
        """Whether no channels can wait for each other in a circle, with one virtual channel."""
        return not self.cycle


def check(forwarding: Forwarding, progress: Progress = SILENT) -> Verdict:
    """Follow all ways to all destinations.

    Free of deadlock means here that the channel dependency graph has no cycle (Dally and Seitz,
    Deadlock-Free Message Routing in Multiprocessor Interconnection Networks, 1987), over all channels that
    an adaptive choice may take.
    """
    from fatdesk.networks.routing.walking import follow, mark, measure

    network = forwarding.network
    turns = Turns(network)
    head = np.ascontiguousarray(network.channels[:, 1])
    lost, longest = 0, 0
    lost_pair = stuck_at = circle_at = None
    for destination in range(network.hosts):
        if destination % 64 == 0:
            progress.step(destination, network.hosts, "ways to hosts")
        ways = forwarding.ways(destination)
        queue, used, waits, missing, one, stuck = follow(
            destination, ways.start, ways.channel, forwarding.after, head, network.hosts
        )
        mark(used, ways.start, ways.channel, forwarding.after, turns.first, turns.rank, turns.taken)
        circle, most = measure(queue, waits, ways.start, ways.channel, forwarding.after)
        lost += missing
        longest = max(longest, most)
        if lost_pair is None and one >= 0:
            lost_pair = (one, destination)
        if stuck_at is None and stuck >= 0:
            stuck_at = (stuck, destination)
        if circle_at is None and circle >= 0:
            circle_at = (circle, destination)
    progress.step(network.hosts, network.hosts, "ways to hosts")
    dependencies = turns.dependencies()
    return Verdict(
        pairs=network.hosts * (network.hosts - 1),
        lost=lost,
        lost_pair=lost_pair,
        stuck=stuck_at,
        circle=circle_at,
        longest=longest,
        cycle=cycle(dependencies),
        dependencies=dependencies,
    )

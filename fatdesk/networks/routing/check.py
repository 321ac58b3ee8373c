"""Checks of routing algorithms: delivery of every packet, and freedom from deadlock."""

from dataclasses import dataclass

import numpy as np

from fatdesk.core.arrays import Bools, Ints, Longs
from fatdesk.core.compiled import compiled
from fatdesk.core.progress import SILENT, Progress
from fatdesk.networks.network import Network
from fatdesk.networks.routing.algorithm import RoutingTable


@compiled
def follow(
    destination: int, start: Ints, channel: Ints, after: Ints, head: Ints, hosts: int
) -> tuple[Ints, Bools, Ints, int, int, int]:
    """Follow all packets to a destination.

    Returns
    -------
    queue, used, waits
        The states that they can be in, the channels that they can take, and how many of these lead into
        each state.
    lost, one_lost
        Sources without a path; the first of them or -1.
    stuck
        A channel by which a packet comes where it can go no further, or to another host; -1 if none.
    """
    states = len(start) - 1
    seen = np.zeros(states, np.bool_)
    used = np.zeros(len(after), np.bool_)
    waits = np.zeros(states, np.int32)
    queue = np.empty(states, np.int32)
    count = 0
    lost = 0
    one_lost = -1
    stuck = -1
    for host in range(hosts):
        if host != destination:
            seen[host] = True
            queue[count] = host
            count += 1
            if start[host] == start[host + 1]:
                lost += 1
                one_lost = host if one_lost < 0 else one_lost
    done = 0
    while done < count:
        state = queue[done]
        done += 1
        for at in range(start[state], start[state + 1]):
            taken = channel[at]
            used[taken] = True
            then = after[taken]
            if then < 0:
                if head[taken] != destination:
                    stuck = taken
                continue
            waits[then] += 1
            if start[then] == start[then + 1]:
                stuck = taken
            if not seen[then]:
                seen[then] = True
                queue[count] = then
                count += 1
    return queue[:count], used, waits, lost, one_lost, stuck


@compiled
def mark(
    used: Bools, start: Ints, channel: Ints, after: Ints, first_turn: Longs, rank: Ints, turns: Bools
) -> None:
    """Mark which channel is taken after which: that from c to d is turn ``first_turn[c] + rank[d]``."""
    for taken in range(len(after)):
        then = after[taken]
        if used[taken] and then >= 0:
            for at in range(start[then], start[then + 1]):
                turns[first_turn[taken] + rank[channel[at]]] = True


@compiled
def measure(reached: Ints, waits: Ints, start: Ints, channel: Ints, after: Ints) -> tuple[int, int]:
    """A state to which packets can come back, or -1; and the most channels of a path if there is none.

    ``reached`` and ``waits`` as from :func:`follow`; ``waits`` is used up.
    """
    length = np.zeros(len(start) - 1, np.int32)
    queue = np.empty(len(reached), np.int32)
    longest = 0
    count = 0
    for state in reached:
        if waits[state] == 0:
            queue[count] = state
            count += 1
    done = 0
    while done < count:
        state = queue[done]
        done += 1
        for at in range(start[state], start[state + 1]):
            longest = max(longest, length[state] + 1)
            then = after[channel[at]]
            if then >= 0:
                length[then] = max(length[then], length[state] + 1)
                waits[then] -= 1
                if waits[then] == 0:
                    queue[count] = then
                    count += 1
    for state in reached:
        if waits[state] > 0:
            return state, longest
    return -1, longest


@dataclass(frozen=True, eq=False, slots=True)
class Dependencies:
    """Packets that hold channel c may wait for ``onto[start[c]:start[c + 1]]``, rising by port order."""

    start: Longs
    onto: Ints

    @property
    def count(self) -> int:
        """Number of dependencies."""
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
    """Verdict on a routing algorithm over a network.

    Attributes
    ----------
    pairs, lost
        Ordered pairs of different hosts; those without a path.
    lost_pair
        The first pair without a path, source and destination.
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


def check(routing_table: RoutingTable, progress: Progress = SILENT) -> Verdict:
    """Follow all paths to all destinations.

    Free of deadlock means here that the channel dependency graph has no cycle (Dally and Seitz,
    Deadlock-Free Message Routing in Multiprocessor Interconnection Networks, 1987), over all channels that
    an adaptive choice may take.
    """
    network = routing_table.network
    turns = Turns(network)
    head = np.ascontiguousarray(network.channels[:, 1])
    lost, longest = 0, 0
    lost_pair = stuck_at = circle_at = None
    for destination in range(network.hosts):
        if destination % 64 == 0:
            progress.step(destination, network.hosts, "paths to hosts")
        next_channels = routing_table.next_channels(destination)
        queue, used, waits, missing, one, stuck = follow(
            destination, next_channels.start, next_channels.channel, routing_table.after, head, network.hosts
        )
        mark(
            used,
            next_channels.start,
            next_channels.channel,
            routing_table.after,
            turns.first,
            turns.rank,
            turns.taken,
        )
        circle, most = measure(queue, waits, next_channels.start, next_channels.channel, routing_table.after)
        lost += missing
        longest = max(longest, most)
        if lost_pair is None and one >= 0:
            lost_pair = (one, destination)
        if stuck_at is None and stuck >= 0:
            stuck_at = (stuck, destination)
        if circle_at is None and circle >= 0:
            circle_at = (circle, destination)
    progress.step(network.hosts, network.hosts, "paths to hosts")
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

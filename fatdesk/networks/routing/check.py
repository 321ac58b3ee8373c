"""Whether a scheme brings every packet to its destination, and whether packets can block each other."""

from dataclasses import dataclass

import numpy as np

from fatdesk.core.progress import SILENT, Progress
from fatdesk.networks.routing.dependencies import Dependencies, Turns, cycle
from fatdesk.networks.routing.scheme import Forwarding


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

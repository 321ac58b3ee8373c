"""The paths that packets of a pair of hosts may take: how many there are, and the first of them."""

from collections.abc import Iterator

from fatdesk.core.errors import FatdeskError
from fatdesk.networks.network import Network
from fatdesk.networks.routing.algorithm import NextChannels, RoutingTable

Path = tuple[int, ...]
"""The channels of a path, from its source on."""


def path_count(routing_table: RoutingTable, next_channels: NextChannels, source: int) -> int:
    """Return the exact number of paths from a host to a destination.

    Raises
    ------
    FatdeskError
        When packets could go round in a circle.

    >>> from fatdesk.networks.topologies import network_of
    >>> from fatdesk.networks.routing import routing_algorithm
    >>> fta = routing_algorithm("fta").routing_table(network_of("kary-tree:k=4,n=3"))
    >>> path_count(fta, fta.next_channels(63), 0)
    16
    """
    goal = next_channels.destination
    if source == goal:
        return 1
    counts: dict[int, int | None] = {}
    pending = [source]
    while pending:
        state = pending[-1]
        if counts.get(state) is not None:
            pending.pop()
            continue
        onward = _onward(routing_table, next_channels, state)
        unknown = [then for then in onward if then is not None and counts.get(then) is None]
        if not unknown:
            counts[state] = sum(1 if then is None else counts[then] or 0 for then in onward)
            pending.pop()
            continue
        counts[state] = None
        if any(then in counts for then in unknown):
            raise FatdeskError(
                f"packets to host {goal} can go round in a circle: use another routing algorithm"
            )
        pending += unknown
    return counts[source] or 0


def paths(routing_table: RoutingTable, next_channels: NextChannels, source: int) -> Iterator[Path]:
    """The paths from a host to a destination in the algorithm's order, made as they are consumed."""
    goal = next_channels.destination
    if source == goal:
        yield ()
        return
    taken: list[int] = []
    open_channels = [iter(next_channels.onward(source).tolist())]
    while open_channels:
        channel = next(open_channels[-1], None)
        if channel is None:
            open_channels.pop()
            if taken:
                taken.pop()
            continue
        state = int(routing_table.after[channel])
        if state < 0:
            if routing_table.network.channels[channel, 1] == next_channels.destination:
                yield (*taken, channel)
        elif channel not in taken:
            taken.append(channel)
            open_channels.append(iter(next_channels.onward(state).tolist()))


def nodes_of(network: Network, path: Path) -> tuple[int, ...]:
    """The nodes along a path of at least one channel, both ends included."""
    nodes = network.channels[list(path)]
    return (int(nodes[0, 0]), *nodes[:, 1].tolist())


def _onward(routing_table: RoutingTable, next_channels: NextChannels, state: int) -> list[int | None]:
    """The states after each channel; None where that is the destination, hosts that are not left out."""
    found: list[int | None] = []
    for channel in next_channels.onward(state).tolist():
        then = int(routing_table.after[channel])
        if then >= 0:
            found.append(then)
        elif routing_table.network.channels[channel, 1] == next_channels.destination:
            found.append(None)
    return found

"""The paths that packets of a pair of hosts may take: how many there are, and the first of them."""

from collections.abc import Iterator

from fatdesk.core.errors import FatdeskError
from fatdesk.networks.network import Network
from fatdesk.networks.routing.algorithm import Forwarding, Ways

Path = tuple[int, ...]
"""The channels of a path, from its source on."""


def path_count(forwarding: Forwarding, ways: Ways, source: int) -> int:
    """Return the exact number of paths from a host to a destination.

    Raises
    ------
    FatdeskError
        When packets could go round in a circle.

    >>> from fatdesk.networks.topologies import network_of
    >>> from fatdesk.networks.routing import routing_algorithm
    >>> fta = routing_algorithm("fta").forwarding(network_of("kary-tree:k=4,n=3"))
    >>> path_count(fta, fta.ways(63), 0)
    16
    """
    if source == ways.destination:
        return 1
    counts: dict[int, int | None] = {}
    pending = [source]
    while pending:
        state = pending[-1]
        if counts.get(state) is not None:
            pending.pop()
            continue
        onward = _onward(forwarding, ways, state)
        unknown = [then for then in onward if then is not None and counts.get(then) is None]
        if not unknown:
            counts[state] = sum(1 if then is None else counts[then] or 0 for then in onward)
            pending.pop()
            continue
        counts[state] = None
        if any(then in counts for then in unknown):
            raise FatdeskError(
                f"packets to host {ways.destination} can go round in a circle: use another routing algorithm"
            )
        pending += unknown
    return counts[source] or 0


def paths(forwarding: Forwarding, ways: Ways, source: int) -> Iterator[Path]:
    """The paths from a host to a destination in the algorithm's order, made as they are consumed."""
    if source == ways.destination:
        yield ()
        return
    taken: list[int] = []
    open_ways = [iter(ways.onward(source).tolist())]
    while open_ways:
        channel = next(open_ways[-1], None)
        if channel is None:
            open_ways.pop()
            if taken:
                taken.pop()
            continue
        state = int(forwarding.after[channel])
        if state < 0:
            if forwarding.network.channels[channel, 1] == ways.destination:
                yield (*taken, channel)
        elif channel not in taken:
            taken.append(channel)
            open_ways.append(iter(ways.onward(state).tolist()))


def nodes_of(network: Network, path: Path) -> tuple[int, ...]:
    """The nodes along a path of at least one channel, both ends included."""
    nodes = network.channels[list(path)]
    return (int(nodes[0, 0]), *nodes[:, 1].tolist())


def _onward(forwarding: Forwarding, ways: Ways, state: int) -> list[int | None]:
    """The states after each channel; None where that is the destination, hosts that are not left out."""
    found: list[int | None] = []
    for channel in ways.onward(state).tolist():
        then = int(forwarding.after[channel])
        if then >= 0:
            found.append(then)
        elif forwarding.network.channels[channel, 1] == ways.destination:
            found.append(None)
    return found

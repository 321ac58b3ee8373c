"""The paths that packets of a pair of hosts may take: how many there are, and the first of them."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.core.errors import FatdeskError
from fatdesk.networks.measures.path_counts import PathCounts, Walks, count_walks
from fatdesk.networks.network import Network
from fatdesk.networks.routing.algorithm import NextChannels, RoutingTable

Path = tuple[int, ...]
"""The channels of a path, from its source on."""


class Hop(NamedTuple):
    """A link of a path: the nodes at both ends and the ports there.

    Ports are numbered as the network has them; those of one-way networks are an output and an input.
    """

    link: int
    tail: int
    out_port: int
    head: int
    in_port: int


def path_counts(routing_table: RoutingTable, next_channels: NextChannels, source: int) -> PathCounts | None:
    """Return the exact numbers of paths from a host to a destination; None where there is no path.

    Sequences of switches are counted once each, also where parallel links lead to different choices later on:
    the states that one sequence of switches can lead to are followed together.

    Raises
    ------
    FatdeskError
        When packets could go round in a circle.

    >>> from fatdesk.networks.topologies import network_of
    >>> from fatdesk.networks.routing import routing_algorithm
    >>> table = routing_algorithm("ruft").routing_table(network_of("ft-ruft-222:k=2,n=3"))
    >>> path_counts(table, table.next_channels(7), 0)
    PathCounts(by_switches=4, by_channels=16, shortest=4, longest=4)
    """
    if source == next_channels.destination:
        return PathCounts(1, 1, 0, 0)
    channels = _count(*_taken(routing_table, next_channels, source), next_channels.destination)
    if not channels.count:
        return None
    switches = _count(*_by_switches(routing_table, next_channels, source), next_channels.destination)
    return PathCounts(switches.count, channels.count, channels.shortest, channels.longest)


def path_count(routing_table: RoutingTable, next_channels: NextChannels, source: int) -> int:
    """Return the exact number of paths from a host to a destination, by their channels.

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
    found = path_counts(routing_table, next_channels, source)
    return 0 if found is None else found.by_channels


def disjoint_between_switches(
    routing_table: RoutingTable, next_channels: NextChannels, source: int
) -> int | None:
    """Return the most paths from a host to a destination of which no two share a link between switches.

    By maximum flow (Menger's theorem), with each direction of a link by itself; links of hosts may be shared.
    None where a path has no link between switches. All but one of that number of links may fail.

    >>> from fatdesk.networks.topologies import network_of
    >>> from fatdesk.networks.routing import routing_algorithm
    >>> table = routing_algorithm("ruft").routing_table(network_of("ft-ruft-222:k=2,n=3"))
    >>> disjoint_between_switches(table, table.next_channels(7), 0)
    8
    """
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import maximum_flow

    network = routing_table.network
    tail, head, channel = _channels_taken(routing_table, next_channels, source)
    of_host = np.any(network.channels[channel] < network.hosts, axis=1)
    endless = len(channel) + 1
    sink = routing_table.states
    entry = sink + 1 + channel  # several states may lead to a channel: it is a node, and an edge from it
    once = np.unique(channel, return_index=True)[1]
    rows = np.concatenate([tail, entry[once]])
    columns = np.concatenate([entry, head[once]])
    room = np.concatenate([np.full(len(tail), endless), np.where(of_host[once], endless, 1)])
    size = sink + 1 + len(network.channels)
    graph = coo_array((room.astype(np.int32), (rows, columns)), shape=(size, size)).tocsr()
    flow = int(maximum_flow(graph, source, sink).flow_value)
    return flow if flow < endless else None


def hops(network: Network, path: Path) -> tuple[Hop, ...]:
    """Return the links along a path with the ports that it leaves and enters by.

    >>> from fatdesk.networks.topologies import network_of
    >>> hops(network_of("star:N=4"), (2, 7))
    (Hop(link=1, tail=1, out_port=0, head=4, in_port=1), Hop(link=3, tail=4, out_port=3, head=3, in_port=0))
    """
    found = []
    for channel in path:
        tail, head = network.channels[channel].tolist()
        link, side = (channel, 0) if network.one_way else divmod(channel, 2)
        ports = network.ports[link].tolist()
        found.append(Hop(link, tail, ports[side], head, ports[1 - side]))
    return tuple(found)


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


def _taken(
    routing_table: RoutingTable, next_channels: NextChannels, source: int
) -> tuple[Longs, Longs, int, int]:
    """The channels that a packet may take as edges between states, source and sink; the sink is one more."""
    tails, heads, _ = _channels_taken(routing_table, next_channels, source)
    return tails, heads, source, routing_table.states


def _channels_taken(
    routing_table: RoutingTable, next_channels: NextChannels, source: int
) -> tuple[Longs, Longs, Longs]:
    """The state before each channel that a packet may take, the state after it, and the channel."""
    sink = routing_table.states
    goal = next_channels.destination
    head, after, start = routing_table.network.channels[:, 1], routing_table.after, next_channels.start
    seen = np.zeros(sink + 1, np.bool_)
    seen[[source, sink]] = True
    front = np.array([source], np.int64)
    tails, heads, channels = [front[:0]], [front[:0]], [front[:0]]
    while len(front):
        number = start[front + 1] - start[front]
        before = np.cumsum(number) - number
        channel = next_channels.channel[
            np.arange(int(number.sum())) + np.repeat(start[front] - before, number)
        ]
        then = np.where(after[channel] >= 0, after[channel], np.where(head[channel] == goal, sink, -1))
        kept = then >= 0
        tails.append(np.repeat(front, number)[kept])
        heads.append(then[kept].astype(np.int64))
        channels.append(channel[kept].astype(np.int64))
        reached = np.unique(heads[-1])
        front = reached[~seen[reached]]
        seen[front] = True
    return np.concatenate(tails), np.concatenate(heads), np.concatenate(channels)


def _by_switches(
    routing_table: RoutingTable, next_channels: NextChannels, source: int
) -> tuple[Longs, Longs, int, int]:
    """Edges between sets of states, each the states after one sequence of switches; source and sink."""
    head, after, goal = routing_table.network.channels[:, 1], routing_table.after, next_channels.destination
    number: dict[tuple[int, ...], int] = {(): 0, (source,): 1}  # no state: the packet has arrived
    pending: list[tuple[int, ...]] = [(source,)]
    tails, heads = [], []
    while pending:
        states = pending.pop()
        onward: dict[int, set[int]] = {}
        for state in states:
            for channel in next_channels.onward(state).tolist():
                then, node = int(after[channel]), int(head[channel])
                if then >= 0:
                    onward.setdefault(node, set()).add(then)
                elif node == goal:
                    onward.setdefault(node, set())
        for following in onward.values():
            key = tuple(sorted(following))
            if key not in number:
                number[key] = len(number)
                pending.append(key)
            tails.append(number[states])
            heads.append(number[key])
    return np.array(tails, np.int64), np.array(heads, np.int64), 1, 0


def _count(tails: Longs, heads: Longs, source: int, sink: int, goal: int) -> Walks:
    found = count_walks(tails, heads, source, sink)
    if found is None:
        raise FatdeskError(f"packets to host {goal} can go round in a circle: use another routing algorithm")
    return found

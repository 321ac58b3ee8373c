"""Numbers of paths between two hosts, by the switches that they pass and by their channels."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Longs
from fatdesk.networks.network import Network


@dataclass(frozen=True, slots=True)
class PathCounts:
    """Numbers of paths from one host to another, exact.

    Attributes
    ----------
    by_switches
        Different sequences of switches.
    by_channels
        Different sequences of channels: parallel links, and several links of a host, count one by one.
    shortest, longest
        Links of the shortest and of the longest of these paths, those of the hosts included.
    """

    by_switches: int
    by_channels: int
    shortest: int
    longest: int


@dataclass(frozen=True, slots=True)
class Walks:
    """Walks through a graph without circles: how many, and the edges of the shortest and the longest."""

    count: int
    shortest: int
    longest: int


def count_walks(tails: Longs, heads: Longs, source: int, sink: int) -> Walks | None:
    """Count the walks from one node to another along edges; None where a walk can go round in a circle.

    Every edge must be reachable from ``source``. Nodes are finished in waves, each when all edges into it
    have been added up.

    >>> count_walks(np.array([0, 0, 0, 1, 2]), np.array([1, 2, 2, 3, 3]), 0, 3)
    Walks(count=3, shortest=2, longest=2)
    """
    nodes = int(max(tails.max(initial=0), heads.max(initial=0), source, sink)) + 1
    order = np.argsort(tails, kind="stable")
    onto = heads[order]
    start = np.searchsorted(tails[order], np.arange(nodes + 1))
    missing = np.bincount(heads, minlength=nodes)
    counts: NDArray[np.object_] = np.zeros(nodes, object)
    counts[source] = 1
    shortest = np.full(nodes, nodes, np.int64)
    longest = np.full(nodes, -1, np.int64)
    shortest[source] = longest[source] = 0
    ready = np.array([source], np.int64) if missing[source] == 0 else np.zeros(0, np.int64)
    finished = 0
    while len(ready):
        finished += len(ready)
        number = start[ready + 1] - start[ready]
        near = np.repeat(ready, number)
        far = onto[_places(start[ready], number)]
        np.add.at(counts, far, counts[near])
        np.minimum.at(shortest, far, shortest[near] + 1)
        np.maximum.at(longest, far, longest[near] + 1)
        np.subtract.at(missing, far, 1)
        reached = np.unique(far)
        ready = reached[missing[reached] == 0]
    if finished < len(np.union1d(heads, [source])):
        return None
    return Walks(int(counts[sink]), int(shortest[sink]), int(longest[sink]))


def shortest_path_counts(network: Network, source: int, target: int) -> PathCounts | None:
    """Return the distance between two hosts and the number of shortest paths; None where there is no path.

    Hosts pass nothing on.

    >>> from fatdesk.networks.topologies import network_of
    >>> shortest_path_counts(network_of("ft-ruft-222:k=2,n=3"), 0, 7)
    PathCounts(by_switches=4, by_channels=16, shortest=4, longest=4)
    """
    if source == target:
        return PathCounts(1, 1, 0, 0)
    hosts = network.hosts
    channels = network.channels.astype(np.int64)
    start, incoming = network.incoming
    distance = np.full(network.node_count, -1, np.int64)
    distance[target] = 0
    front = np.array([target], np.int64)
    steps = 0
    while len(front) and distance[source] < 0:
        steps += 1
        number = start[front + 1] - start[front]
        before = np.unique(channels[incoming[_places(start[front], number)], 0])
        front = before[(distance[before] < 0) & ((before >= hosts) | (before == source))]
        distance[front] = steps
    if distance[source] < 0:
        return None
    tails, heads = _onward(network, distance, source, steps)
    by_channels = count_walks(tails, heads, source, target)
    pairs = np.unique(np.stack([tails, heads], axis=1), axis=0)
    by_switches = count_walks(pairs[:, 0], pairs[:, 1], source, target)
    assert by_channels is not None
    assert by_switches is not None
    return PathCounts(by_switches.count, by_channels.count, steps, steps)


def _onward(network: Network, distance: Longs, source: int, steps: int) -> tuple[Longs, Longs]:
    """Channels of all shortest paths from a host, by distances to the target."""
    start, outgoing = network.outgoing
    channels = network.channels.astype(np.int64)
    front = np.array([source], np.int64)
    taken = []
    for left in range(steps - 1, -1, -1):
        found = outgoing[_places(start[front], start[front + 1] - start[front])]
        found = found[distance[channels[found, 1]] == left]
        taken.append(found)
        front = np.unique(channels[found, 1])
    all_taken = np.concatenate(taken)
    return channels[all_taken, 0], channels[all_taken, 1]


def _places(begin: NDArray[np.integer], number: NDArray[np.integer]) -> Longs:
    """Return ``begin[i]``, ``begin[i]`` + 1 and so on, ``number[i]`` of them, for one i after the other."""
    before = np.cumsum(number) - number
    places: Longs = np.arange(int(number.sum()), dtype=np.int64) + np.repeat(begin - before, number)
    return places

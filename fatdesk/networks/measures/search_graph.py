"""A network as searches between hosts see it: classes of sources, switches, classes of targets."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fatdesk.networks.measures.host_classes import HostClasses, host_classes
from fatdesk.networks.network import Network

Longs = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class SearchGraph:
    """Nodes: switches, then classes of hosts by their ways in, then by their ways out; hosts pass nothing on.

    Attributes
    ----------
    sources, targets
        The classes; source class c is node ``first_source`` + c, target class c ``first_target`` + c.
    tails, heads, ways : (e,)
        Nodes that are joined, and over how many links one packet may go.
    capacity : (e,)
        Links that this stands for, those of all hosts of a class together.
    selves : (s, 3)
        Class as source, class as target, and hosts that are in both, by source.
    """

    sources: HostClasses
    targets: HostClasses
    first_source: int
    first_target: int
    nodes: int
    tails: Longs
    heads: Longs
    ways: Longs
    capacity: Longs
    selves: Longs


def search_graph(network: Network) -> SearchGraph:
    """Gather hosts that are alike and parallel links."""
    hosts, switches = network.hosts, network.switch_count
    tail, head = network.channels.astype(np.int64).T
    out, into = tail < hosts, head < hosts
    sources = host_classes(tail[out], head[out], hosts)
    targets = host_classes(head[into], tail[into], hosts)
    first_target = switches + len(sources.count)
    nodes = first_target + len(targets.count)
    inner = ~out & ~into
    keys, links = np.unique((tail[inner] - hosts) * nodes + head[inner] - hosts, return_counts=True)
    beyond = sources.at - hosts
    straight = sources.at < hosts  # to another host
    beyond[straight] = first_target + targets.of[sources.at[straight]]
    keys_in, place = np.unique((switches + sources.joined) * nodes + beyond, return_inverse=True)
    ways_in = np.bincount(place.reshape(-1), sources.by).astype(np.int64)
    from_switch = targets.at >= hosts
    joined = targets.joined[from_switch]
    pairs = [
        (keys // nodes, keys % nodes, links, links),
        (keys_in // nodes, keys_in % nodes, ways_in, ways_in * sources.count[keys_in // nodes - switches]),
        (
            targets.at[from_switch] - hosts,
            first_target + joined,
            targets.by[from_switch],
            targets.by[from_switch] * targets.count[joined],
        ),
    ]
    tails, heads, ways, capacity = (np.concatenate(parts) for parts in zip(*pairs, strict=True))
    both, count = np.unique(sources.of * len(targets.count) + targets.of, return_counts=True)
    return SearchGraph(
        sources,
        targets,
        switches,
        first_target,
        nodes,
        tails,
        heads,
        ways,
        capacity,
        np.stack([both // len(targets.count), both % len(targets.count), count], axis=1),
    )

"""All ways that packets of a pair of hosts may take under a forwarding scheme, as links to draw."""

from dataclasses import dataclass

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.networks.network import Network
from fatdesk.networks.routing.algorithm import RoutingAlgorithm
from fatdesk.networks.routing.paths import nodes_of, path_count, paths


@dataclass(frozen=True, eq=False)
class SchemeWays:
    """The ways of one pair.

    Attributes
    ----------
    scheme
        Its name.
    title
        What it does, in words.
    nodes, hops
        The first way in the scheme's order: its nodes, and the link from each to the next.
    links, others
        Links and nodes of all ways.
    count
        How many ways there are; 1: packets have no choice.
    """

    scheme: str
    title: str
    nodes: tuple[int, ...]
    hops: tuple[Longs, ...]
    links: Longs
    others: Longs
    count: int

    @property
    def deterministic(self) -> bool:
        """Whether packets have no choice."""
        return self.count == 1


def scheme_ways(
    scheme: RoutingAlgorithm, network: Network, source: int, destination: int
) -> SchemeWays | None:
    """The ways from one host to another; None where there is none.

    Raises
    ------
    FatdeskError
        When packets could go round in a circle.

    >>> from fatdesk.networks.topologies import network_of
    >>> from fatdesk.networks.routing import routing_algorithm
    >>> found = scheme_ways(routing_algorithm("fta"), network_of("kary-tree:k=2,n=3"), 0, 7)
    >>> found.count, len(found.hops), len(found.links)
    (4, 6, 14)
    """
    if source == destination:
        alone = np.zeros(0, np.int64)
        return SchemeWays(scheme.NAME, scheme.TITLE, (source,), (), alone, np.array([source]), 1)
    forwarding = scheme.forwarding(network)
    ways = forwarding.ways(destination)
    count = path_count(forwarding, ways, source)
    first = next(paths(forwarding, ways, source), None)
    if first is None or not count:
        return None
    head = network.channels[:, 1]
    seen, pending, taken = {source}, [source], set()
    while pending:
        for channel in ways.onward(pending.pop()).tolist():
            then = int(forwarding.after[channel])
            if then < 0 and head[channel] != destination:
                continue
            taken.add(channel)
            if then >= 0 and then not in seen:
                seen.add(then)
                pending.append(then)
    channels = np.array(sorted(taken), np.int64)
    ways_of = 1 if network.one_way else 2
    return SchemeWays(
        scheme=scheme.NAME,
        title=scheme.TITLE,
        nodes=nodes_of(network, first),
        hops=tuple(np.array([channel // ways_of], np.int64) for channel in first),
        links=np.unique(channels // ways_of),
        others=np.unique(network.channels[channels]).astype(np.int64),
        count=count,
    )

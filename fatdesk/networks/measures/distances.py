"""How far hosts are from one another, exactly: pairs by their number of links."""

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.progress import SILENT, Progress
from fatdesk.networks.measures.kernels import CHUNK, search_chunk
from fatdesk.networks.measures.search_graph import search_graph
from fatdesk.networks.network import Network

Longs = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Distances:
    """Ordered pairs of hosts by distance, a host and itself included.

    Attributes
    ----------
    pairs
        How many pairs are 0, 1, 2, ... links apart.
    apart
        How many pairs have no way from the one to the other.
    """

    pairs: tuple[int, ...]
    apart: int

    @property
    def diameter(self) -> int | None:
        """Most links between two hosts; None where some cannot reach others."""
        return None if self.apart else len(self.pairs) - 1

    @property
    def average(self) -> Fraction | None:
        """Links between two hosts on average; None where some cannot reach others."""
        if self.apart:
            return None
        return Fraction(sum(d * count for d, count in enumerate(self.pairs)), sum(self.pairs))


def distances(network: Network, progress: Progress = SILENT, *, sources: Longs | None = None) -> Distances:
    """Distances between all hosts over shortest ways; hosts pass nothing on.

    Hosts that hang on the same switches are searched for once, 64 of such classes in a machine word.

    Parameters
    ----------
    sources
        Hosts to start from; None: all. Where all hosts are alike, one of them has the pairs of all
        divided by the number of hosts.

    Raises
    ------
    Cancelled
        When ``progress`` was asked to stop.
    """
    hosts, graph = network.hosts, search_graph(network)
    nodes, first_target = graph.nodes, graph.first_target
    order = np.argsort(graph.heads, kind="stable")
    into = np.searchsorted(graph.heads[order], np.arange(nodes + 1)), graph.tails[order]
    source_of, target_of = graph.sources.of, graph.targets.of
    target_weights = graph.targets.count
    chosen = np.arange(hosts) if sources is None else sources
    weights = np.bincount(source_of[chosen], minlength=len(graph.sources.count))
    classes = np.flatnonzero(weights)
    place = np.zeros(len(weights), np.int64)
    place[classes] = np.arange(len(classes))
    count = len(target_weights)
    both, both_hosts = np.unique(source_of[chosen] * count + target_of[chosen], return_counts=True)
    selves = np.stack([place[both // count], both % count, both_hosts], axis=1)
    pairs = np.zeros(nodes + 2, np.int64)

    def search(begin: int) -> Longs:
        some = classes[begin : begin + CHUNK]
        low, high = np.searchsorted(selves[:, 0], (begin, begin + CHUNK))
        own = selves[low:high] - np.array([begin, 0, 0])
        found = np.zeros(nodes + 2, np.int64)
        search_chunk(
            *into, graph.first_source + some, weights[some], first_target, target_weights, own, found
        )
        return found

    begins = range(0, len(classes), CHUNK)
    with ThreadPoolExecutor(min(len(begins) or 1, os.cpu_count() or 1, 4)) as threads:
        searches = [threads.submit(search, begin) for begin in begins]
        try:
            for done, one in enumerate(searches):
                progress.step(done, len(searches), "distances between hosts")
                pairs += one.result()
        finally:
            for one in searches:
                one.cancel()
    progress.step(1, 1, "distances between hosts")
    pairs[0] = len(chosen)  # a host is with itself, also where its switch could not send back
    longest = int(np.flatnonzero(pairs)[-1])
    return Distances(tuple(pairs[: longest + 1].tolist()), len(chosen) * hosts - int(pairs.sum()))

"""How far hosts are from one another, exactly: pairs by their number of links."""

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from fatdesk.engine.core.progress import SILENT, Progress
from fatdesk.engine.network.kernels import CHUNK, search_chunk
from fatdesk.engine.network.network import Network

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
    hosts = network.hosts
    tail, head = network.channels.astype(np.int64).T
    from_host, to_host = tail < hosts, head < hosts
    source_of, source_count = _classes(tail[from_host], head[from_host], hosts)
    target_of, target_count = _classes(head[to_host], tail[to_host], hosts)
    # Nodes of the search: switches, then classes of sources, then classes of targets.
    first_source = network.switch_count
    first_target = first_source + source_count
    tails = np.where(from_host, first_source + source_of[np.minimum(tail, hosts - 1)], tail - hosts)
    heads = np.where(to_host, first_target + target_of[np.minimum(head, hosts - 1)], head - hosts)
    nodes = first_target + target_count
    keys = np.unique(heads * nodes + tails)
    start = np.searchsorted(keys, np.arange(nodes + 1) * nodes)
    chosen = np.arange(hosts) if sources is None else sources
    weights = np.bincount(source_of[chosen], minlength=source_count)
    target_weights = np.bincount(target_of, minlength=target_count)
    both, both_hosts = np.unique(source_of[chosen] * target_count + target_of[chosen], return_counts=True)
    classes = np.flatnonzero(weights)
    place = np.zeros(source_count, np.int64)
    place[classes] = np.arange(len(classes))
    selves = np.stack([place[both // target_count], both % target_count, both_hosts], axis=1)
    pairs = np.zeros(nodes + 2, np.int64)
    into = start, keys % nodes

    def search(begin: int) -> Longs:
        some = classes[begin : begin + CHUNK]
        low, high = np.searchsorted(selves[:, 0], (begin, begin + CHUNK))
        own = selves[low:high] - np.array([begin, 0, 0])
        found = np.zeros(nodes + 2, np.int64)
        search_chunk(*into, first_source + some, weights[some], first_target, target_weights, own, found)
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


def _classes(host: Longs, beyond: Longs, hosts: int) -> tuple[Longs, int]:
    """Class of each host by the set of nodes that it is joined with, and the number of classes."""
    most = int(beyond.max(initial=0)) + 1
    keys = np.unique(host * most + beyond)
    host, beyond = keys // most, keys % most
    count = np.bincount(host, minlength=hosts)
    widest = int(count.max(initial=0))
    table = np.full((hosts, max(widest, 1)), -1, np.int64)
    table[host, np.arange(len(host)) - (np.cumsum(count) - count)[host]] = beyond
    if widest <= 1:
        kinds, of = np.unique(table[:, 0], return_inverse=True)
    else:
        kinds, of = np.unique(table, axis=0, return_inverse=True)
    return of.reshape(-1).astype(np.int64), len(kinds)

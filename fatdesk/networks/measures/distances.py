"""Distances between hosts and their numbers of pairs, and paths that share no link."""

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.core.compiled import compiled
from fatdesk.core.progress import SILENT, Progress
from fatdesk.networks.measures.reduced_networks import search_graph
from fatdesk.networks.network import Network

WORDS = 8
"""Words of 64 searches that run side by side: a line of the processor's cache for each node."""
CHUNK = 64 * WORDS


@compiled
def _bits(word: np.uint64) -> int:
    """Bits that are set in a word."""
    word = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return int((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


@compiled
def search_chunk(  # noqa: PLR0912, PLR0915 (one loop over words that calls would have to hand on)
    start: Longs,
    tails: Longs,
    sources: Longs,
    weights: Longs,
    first_target: int,
    target_weights: Longs,
    selves: Longs,
    pairs: Longs,
) -> None:
    """Breadth-first search from up to CHUNK sources at once, a bit for each.

    Parameters
    ----------
    start, tails
        Channels by head: those into node v come from ``tails[start[v]:start[v + 1]]``.
    sources, weights : (s,)
        Nodes to start from, and how many hosts each represents.
    first_target, target_weights
        Targets are the nodes from ``first_target`` on; how many hosts each represents.
    selves : (c, 3)
        Place in ``sources``, number of a target, and hosts that are in both.
    pairs : (levels,)
        Number of pairs of hosts at each distance, added to; a pair too far for it is left out.
    """
    nodes = len(start) - 1
    one = np.uint64(1)
    zero = np.uint64(0)
    full = np.zeros(WORDS, np.uint64)
    seen = np.zeros((nodes, WORDS), np.uint64)
    front = np.zeros((nodes, WORDS), np.uint64)
    following = np.zeros((nodes, WORDS), np.uint64)
    active = np.zeros(nodes, np.bool_)
    done = np.zeros(nodes, np.bool_)
    alike = True
    for s in range(len(sources)):
        bit = one << np.uint64(s % 64)
        full[s // 64] |= bit
        seen[sources[s], s // 64] |= bit
        front[sources[s], s // 64] |= bit
        active[sources[s]] = True
        alike = alike and weights[s] == weights[0]
    new = np.zeros(WORDS, np.uint64)
    for depth in range(1, len(pairs)):
        found_any = False
        for v in range(nodes):
            if done[v]:
                for w in range(WORDS):
                    following[v, w] = zero
                continue
            new[:] = zero
            for i in range(start[v], start[v + 1]):
                u = tails[i]
                if active[u]:
                    for w in range(WORDS):
                        new[w] |= front[u, w]
            all_seen = True
            count = 0
            for w in range(WORDS):
                got = new[w] & ~seen[v, w]
                following[v, w] = got
                seen[v, w] |= got
                all_seen = all_seen and seen[v, w] == full[w]
                if got != zero:
                    found_any = True
                    if v >= first_target:
                        if alike:
                            count += _bits(got) * weights[0]
                        else:
                            for s in range(64 * w, min(64 * w + 64, len(sources))):
                                if got >> np.uint64(s % 64) & one:
                                    count += weights[s]
            if v >= first_target:
                pairs[depth] += count * target_weights[v - first_target]
            done[v] = all_seen
        for c in range(len(selves)):
            s, target, hosts = selves[c]
            if following[first_target + target, s // 64] >> np.uint64(s % 64) & one:
                pairs[depth] -= hosts
        if not found_any:
            break
        front, following = following, front
        for v in range(nodes):
            active[v] = False
            for w in range(WORDS):
                if front[v, w] != zero:
                    active[v] = True


@dataclass(frozen=True, slots=True)
class Distances:
    """Ordered pairs of hosts by distance, a host and itself included.

    Attributes
    ----------
    pairs
        How many pairs are 0, 1, 2, ... links apart.
    apart
        How many pairs have no path from the one to the other.
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
    """Distances between all hosts over shortest paths; hosts pass nothing on.

    Hosts that connect to the same switches are searched for once, 64 of such classes in a machine word.

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


def disjoint_paths(network: Network, source: int, target: int) -> int:
    """Return the most paths from a host to another that share no link in the same direction.

    By maximum flow (Menger's theorem).

    >>> from fatdesk.networks.topologies import network_of
    >>> disjoint_paths(network_of("ft-ruft-222:k=2,n=3"), 0, 7)
    2

    Raises
    ------
    ValueError
        When one is no host, or both are the same.
    """
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import maximum_flow

    hosts = network.hosts
    if source == target or not (0 <= source < hosts and 0 <= target < hosts):
        raise ValueError(f"{source} and {target} are not two of the hosts 0 to {hosts - 1}")
    tail, head = network.channels.T
    kept = ((tail >= hosts) | (tail == source)) & ((head >= hosts) | (head == target))
    size = network.node_count
    ones = np.ones(int(kept.sum()), np.int32)
    graph = coo_array((ones, (tail[kept], head[kept])), shape=(size, size)).tocsr()
    return int(maximum_flow(graph, source, target).flow_value)

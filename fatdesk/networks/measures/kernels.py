"""Loops over networks that numpy cannot say, compiled by numba."""

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.compiled import compiled

Longs = NDArray[np.int64]

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
        Nodes to start from, and how many hosts each stands for.
    first_target, target_weights
        Targets are the nodes from ``first_target`` on; how many hosts each stands for.
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

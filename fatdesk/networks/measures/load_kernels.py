"""Loads of links under uniform traffic over shortest ways, compiled."""

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.compiled import compiled

Longs = NDArray[np.int64]
Floats = NDArray[np.float64]


@compiled
def even_load(  # noqa: PLR0912 (one search there and back)
    start: Longs,
    heads: Longs,
    ways: Longs,
    first: int,
    last: int,
    first_source: int,
    counts: Longs,
    first_target: int,
    target_counts: Longs,
    selves: Longs,
    load: Floats,
) -> bool:
    """Add the load that source classes ``first`` to ``last`` - 1 bring to pairs of nodes; whether all arrive.

    Parameters
    ----------
    start, heads, ways
        Nodes that node v leads to from ``start[v]`` on, and over how many links.
    first_source, counts, first_target, target_counts
        Source class c is node ``first_source`` + c and stands for ``counts[c]`` hosts; targets alike.
    selves : (s, 3)
        Class as source, as target, hosts in both, for the classes from ``first`` to ``last`` - 1 only.
    load : (pairs,)
        Added to: 1 for each host and each other one, split evenly over all shortest ways.
    """
    nodes = len(start) - 1
    depth = np.empty(nodes, np.int64)
    found_ways = np.empty(nodes, np.float64)
    carried = np.empty(nodes, np.float64)
    order = np.empty(nodes, np.int64)
    for c in range(first, last):
        source = first_source + c
        depth[:] = -1
        found_ways[:] = 0.0
        carried[:] = 0.0
        depth[source] = 0
        found_ways[source] = 1.0
        order[0] = source
        found = 1
        at = 0
        while at < found:
            v = order[at]
            at += 1
            for i in range(start[v], start[v + 1]):
                u = heads[i]
                if depth[u] < 0:
                    depth[u] = depth[v] + 1
                    order[found] = u
                    found += 1
                if depth[u] == depth[v] + 1:
                    found_ways[u] += found_ways[v] * ways[i]
        for t in range(len(target_counts)):
            carried[first_target + t] = counts[c] * target_counts[t]
        for s in range(len(selves)):
            if selves[s, 0] == c:
                carried[first_target + selves[s, 1]] -= selves[s, 2]
        for t in range(first_target, first_target + len(target_counts)):
            if carried[t] > 0.0 and depth[t] < 0:
                return False
        for at in range(found - 1, -1, -1):
            v = order[at]
            for i in range(start[v], start[v + 1]):
                u = heads[i]
                if depth[u] == depth[v] + 1 and carried[u] > 0.0:
                    part = carried[u] * found_ways[v] * ways[i] / found_ways[u]
                    load[i] += part
                    carried[v] += part
    return True

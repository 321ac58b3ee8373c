"""Loads of links under uniform traffic over shortest ways, compiled."""

import numpy as np
from numpy.typing import NDArray

from fatdesk.engine.core.compiled import compiled

Longs = NDArray[np.int64]
Floats = NDArray[np.float64]


@compiled
def even_load(
    start: Longs, heads: Longs, links: Floats, first: int, last: int, hosts: int, targets: int, load: Floats
) -> bool:
    """Add the load that hosts ``first`` to ``last`` - 1 bring to pairs of joined nodes; whether all arrive.

    Parameters
    ----------
    start, heads, links
        Nodes that node v leads to from ``start[v]`` on, and by how many links.
    targets
        Host h as a target is node ``targets`` + h.
    load : (pairs,)
        Added to: 1 for each other host as target, split evenly over all shortest ways.
    """
    nodes = len(start) - 1
    depth = np.empty(nodes, np.int64)
    ways = np.empty(nodes, np.float64)
    carried = np.empty(nodes, np.float64)
    order = np.empty(nodes, np.int64)
    for source in range(first, last):
        depth[:] = -1
        ways[:] = 0.0
        carried[:] = 0.0
        depth[source] = 0
        ways[source] = 1.0
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
                    ways[u] += ways[v] * links[i]
        for target in range(targets, targets + hosts):
            if target != targets + source:
                if depth[target] < 0:
                    return False
                carried[target] = 1.0
        for at in range(found - 1, -1, -1):
            v = order[at]
            for i in range(start[v], start[v + 1]):
                u = heads[i]
                if depth[u] == depth[v] + 1 and carried[u] > 0.0:
                    part = carried[u] * ways[v] * links[i] / ways[u]
                    load[i] += part
                    carried[v] += part
    return True

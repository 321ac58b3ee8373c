"""What no balanced cut can go below, proved by traffic that the network can carry."""

from math import ceil

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array

from fatdesk.core.progress import Progress
from fatdesk.networks.measures.host_classes import host_classes
from fatdesk.networks.measures.load_kernels import even_load
from fatdesk.networks.measures.search_graph import search_graph
from fatdesk.networks.network import Network

Longs = NDArray[np.int64]
MOST_CELLS = 20_000_000
MOST_WORK = 1_000_000_000
ROUNDING = 1e-9


def by_upward_traffic(network: Network) -> int:
    """A bound where every host can send alike to all switches at the top; 0 where that is not so.

    Let each host send 1 / load upwards, evenly over links, so that no link carries more than 1. However
    switches lie, every host of one side sends to those of the other the share that they are of the top:
    with halves of a and b hosts a (1 - x) + b x links at least are cut.
    """
    level, hosts = network.level, network.hosts
    low, high = network.ends.astype(np.int64).T
    up = level[high] == level[low] + 1
    top = int(level.max(initial=0))
    low, high = low[up], high[up]
    ways = np.bincount(low, minlength=network.node_count)
    if top == 0 or not ways[level < top].all():
        return 0
    flow = np.where(np.arange(network.node_count) < hosts, 1.0, 0.0)
    most = 0.0
    for step in range(top):
        here = level[low] == step
        each = flow[low[here]] / ways[low[here]]
        most = max(most, float(each.max()))
        np.add.at(flow, high[here], each)
    if not _all_alike(network, low, high, ways):
        return 0
    return ceil((hosts // 2) / most * (1 - ROUNDING))


def _all_alike(network: Network, low: Longs, high: Longs, ways: Longs) -> bool:
    """Whether evenly split traffic of any host comes to every top switch in the same share."""
    level = network.level
    top = int(level.max())
    counts = np.bincount(level)
    if counts[top] ** 2 > MOST_CELLS:
        return False
    number = np.zeros(network.node_count, np.int64)
    for step in range(top + 1):
        number[level == step] = np.arange(counts[step])
    share = np.eye(counts[top])
    for step in range(top - 1, -1, -1):
        here = level[low] == step
        rows, columns, parts = number[low[here]], number[high[here]], 1.0 / ways[low[here]]
        if step == 0:  # hosts that are alike once
            alike = host_classes(low[here], high[here], network.hosts)
            counts[0] = len(alike.count)
            rows, columns = alike.joined, number[alike.at]
            parts = alike.by / np.bincount(rows, alike.by)[rows]
        if counts[step] * counts[top] > MOST_CELLS:
            return False
        shape = int(counts[step]), int(counts[step + 1])
        share = coo_array((parts, (rows, columns)), shape=shape).tocsr() @ share
    return bool(np.ptp(share, axis=0).max(initial=0.0) < ROUNDING)


def by_uniform_traffic(network: Network, progress: Progress) -> int:
    """A bound by traffic of every host to every other, split evenly over shortest ways; 0: too large.

    What goes from one half to the other must fit through the links that are cut, each of which bears the
    most loaded one's load at most.
    """
    hosts, graph = network.hosts, search_graph(network)
    classes = len(graph.sources.count)
    if hosts < 2 or classes * len(graph.heads) > MOST_WORK:
        return 0
    order = np.argsort(graph.tails, kind="stable")
    start = np.searchsorted(graph.tails[order], np.arange(graph.nodes + 1))
    heads, ways = graph.heads[order], graph.ways[order]
    load = np.zeros(len(heads))
    for first in range(0, classes, 64):
        progress.step(first, classes, "bisection: load of uniform traffic")
        last = min(classes, first + 64)
        low, high = np.searchsorted(graph.selves[:, 0], (first, last))
        arrived = even_load(
            start,
            heads,
            ways,
            first,
            last,
            graph.first_source,
            graph.sources.count,
            graph.first_target,
            graph.targets.count,
            graph.selves[low:high],
            load,
        )
        if not arrived:
            return 0
    progress.step(1, 1, "bisection: load of uniform traffic")
    most = float((load / graph.capacity[order]).max())
    across = (hosts // 2) * (hosts - hosts // 2) * (2 if network.one_way else 1)
    return ceil(across / most * (1 - ROUNDING))

"""What no balanced cut can go below, proved by traffic that the network can carry."""

from math import ceil

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array

from fatdesk.engine.core.progress import Progress
from fatdesk.engine.network.load_kernels import even_load
from fatdesk.engine.network.network import Network

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
    number = np.zeros(network.node_count, np.int64)
    for step in range(top + 1):
        number[level == step] = np.arange(counts[step])
    share = np.eye(counts[top])
    for step in range(top - 1, -1, -1):
        here = level[low] == step
        rows, columns = number[low[here]], number[high[here]]
        if step == 0 and bool((ways[: network.hosts] == 1).all()):
            share = share[np.unique(columns)]
            break
        if counts[step] * counts[top] > MOST_CELLS:
            return False
        shape = int(counts[step]), int(counts[step + 1])
        matrix = coo_array((1.0 / ways[low[here]], (rows, columns)), shape=shape)
        share = matrix.tocsr() @ share
    return bool(np.ptp(share, axis=0).max(initial=0.0) < ROUNDING)


def by_uniform_traffic(network: Network, progress: Progress) -> int:
    """A bound by traffic of every host to every other, split evenly over shortest ways; 0: too large.

    What goes from one half to the other must fit through the links that are cut, each of which bears the
    most loaded one's load at most.
    """
    hosts = network.hosts
    size = network.node_count + hosts  # a host is a source, and once more a target
    tail, head = network.channels.astype(np.int64).T
    if hosts < 2 or hosts * len(tail) > MOST_WORK:
        return 0
    head = np.where(head < hosts, head + network.node_count, head)
    pairs, links = np.unique(tail * size + head, return_counts=True)
    tails, heads = pairs // size, pairs % size
    start = np.searchsorted(tails, np.arange(size + 1))
    load, weights = np.zeros(len(heads)), links.astype(np.float64)
    for first in range(0, hosts, 256):
        progress.step(first, hosts, "bisection: load of uniform traffic")
        last = min(hosts, first + 256)
        if not even_load(start, heads, weights, first, last, hosts, network.node_count, load):
            return 0
    progress.step(1, 1, "bisection: load of uniform traffic")
    most = float((load / links).max())
    across = (hosts // 2) * (hosts - hosts // 2) * (2 if network.one_way else 1)
    return ceil(across / most * (1 - ROUNDING))

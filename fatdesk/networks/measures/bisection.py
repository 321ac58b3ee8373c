"""Bisection of any network: exact where it can be, else what it is at least and at most."""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Literal

import numpy as np

from fatdesk.core.arrays import Floats, Longs
from fatdesk.core.compiled import compiled
from fatdesk.core.progress import SILENT, Progress
from fatdesk.networks.measures.reduced_networks import host_classes, search_graph
from fatdesk.networks.network import Network


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
        Source class c is node ``first_source`` + c and represents ``counts[c]`` hosts; targets alike.
    selves : (s, 3)
        Class as source, as target, hosts in both, for the classes from ``first`` to ``last`` - 1 only.
    load : (pairs,)
        Added to: 1 for each host and each other one, split evenly over all shortest paths.
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
    from scipy.sparse import coo_array

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
    """A bound by traffic of every host to every other, split evenly over shortest paths; 0: too large.

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


Known = Literal["closed form", "every cut tried", "cut found that is proved least", "between bounds"]


@dataclass(frozen=True, slots=True)
class Bisection:
    """Links cut at least where the nodes are parted in two with half of the hosts each.

    Of an odd number of hosts one side has one more. A link counts once, whatever its direction; links of
    hosts may be cut too.

    Attributes
    ----------
    least, most
        No cut has fewer links than ``least``; a cut of ``most`` links is known.
    known
        How: by a closed form of the family, by trying all cuts, by a cut that meets the proved bound, or
        only that it lies between both figures.
    """

    least: Fraction
    most: Fraction
    known: Known

    @property
    def exact(self) -> bool:
        """Whether both figures are the same."""
        return self.least == self.most


def bisection(network: Network, progress: Progress = SILENT) -> Bisection:
    """The bisection of a network.

    Small ones are tried in full. Of others cuts are searched by number, by the slowest direction of
    diffusion and at random, each refined by moving nodes (Fiduccia and Mattheyses, 1982); the lower bound
    is the larger of what traffic to the top and uniform traffic over shortest paths prove.

    Raises
    ------
    FatdeskError
        When hosts are linked with each other.
    Cancelled
        When ``progress`` was asked to stop.
    """
    # Compiled loops are loaded where they are needed.
    from fatdesk.networks.measures.cut_search import best_of_all, can_try_all, good_cut
    from fatdesk.networks.measures.reduced_networks import cut_problem

    problem = cut_problem(network)
    if can_try_all(problem):
        links = Fraction(best_of_all(problem, progress))
        return Bisection(links, links, "every cut tried")
    most, _ = good_cut(network, problem, progress)
    least = by_upward_traffic(network)
    if least < most:
        least = max(least, by_uniform_traffic(network, progress))
    known: Known = "cut found that is proved least" if least == most else "between bounds"
    return Bisection(Fraction(least), Fraction(most), known)

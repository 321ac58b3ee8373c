"""The switches of a fabric as a tree in which every host hangs once, as schedulers of jobs want it."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Longs
from fatdesk.engine.fabric.fabric import Fabric, NodeKind


@dataclass(frozen=True)
class Branch:
    """A switch with hosts, or a made-up one above others.

    Attributes
    ----------
    switch
        A node of the fabric: the switch itself; of a made-up one the first switch below it.
    level
        0 for a switch with hosts; else the level up to which links join what is below.
    hosts
        Nodes that hang here, in order; of a made-up one none.
    below
        Numbers of the branches under it.
    rate_gbps
        The fastest link to a host, or between the switches below.
    """

    switch: int
    level: int
    hosts: tuple[int, ...]
    below: tuple[int, ...]
    rate_gbps: float


def switch_tree(fabric: Fabric) -> list[Branch]:
    """The branches, each after those below it; the last is the root (none without hosts).

    A host hangs on the switch of its first port. Switches that links up to some level join hang
    together below one made-up branch: a branch a pod, and one root a fabric.
    """
    leaf, rate = _first_switch(fabric)
    branches = []
    for switch in np.unique(leaf[leaf >= 0]).tolist():
        hosts = np.flatnonzero(leaf == switch)
        branches.append(Branch(switch, 0, tuple(hosts.tolist()), (), float(rate[hosts].max())))
    top = list(range(len(branches)))
    highest = int(fabric.level.max(initial=0))
    for level in range(1, highest + 1):
        if len(top) > 1:
            joined, fastest = _joined(fabric, level)
            groups: dict[int, list[int]] = {}
            for number in top:
                groups.setdefault(int(joined[branches[number].switch]), []).append(number)
            if len(groups) < len(top):
                top = _above(branches, groups.values(), level, fastest)
    if len(top) > 1:  # nothing joins them but the hosts
        _above(branches, [top], highest + 1, max(branches[number].rate_gbps for number in top))
    return branches


def _above(branches: list[Branch], groups: Iterable[list[int]], level: int, rate: float) -> list[int]:
    """One branch more above each group of several; what stands alone stays as it is."""
    top = []
    for group in groups:
        if len(group) == 1:
            top += group
            continue
        top.append(len(branches))
        branches.append(Branch(branches[group[0]].switch, level, (), tuple(group), rate))
    return top


def _first_switch(fabric: Fabric) -> tuple[Longs, NDArray[np.float64]]:
    """The switch at the first port of each node that is a host, -1 elsewhere; and the rate of that link."""
    leaf, rate = np.full(fabric.node_count, -1, np.int64), np.zeros(fabric.node_count)
    kinds = fabric.kind[fabric.ends]
    links = np.flatnonzero((kinds[:, 0] == NodeKind.SWITCH) & (kinds[:, 1] == NodeKind.HOST))
    links = links[np.argsort(-fabric.ports[links, 1], kind="stable")]  # the first port is written last
    leaf[fabric.ends[links, 1]] = fabric.ends[links, 0]
    rate[fabric.ends[links, 1]] = fabric.rate_gbps[links]
    return leaf, rate


def _joined(fabric: Fabric, level: int) -> tuple[Longs, float]:
    """The part of the network of each switch when only links up to a level are there, and the fastest."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    between = (fabric.kind[fabric.ends] == NodeKind.SWITCH).all(axis=1)
    between &= (fabric.level[fabric.ends] <= level).all(axis=1)
    a, b = fabric.ends[between].T
    count = fabric.node_count
    graph = coo_array((np.ones(len(a), np.int8), (a, b)), shape=(count, count))
    _, labels = connected_components(graph, directed=False)
    return labels.astype(np.int64), float(fabric.rate_gbps[between].max(initial=0.0))

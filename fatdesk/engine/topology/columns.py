"""The order of a network from left to right: blocks of hosts with their edge switches, and pods of them."""

from dataclasses import dataclass

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.engine.fabric.fabric import Fabric, NodeKind

NONE = -1


@dataclass(frozen=True, eq=False)
class Columns:
    """A column is a block: hosts, and above them the edge switches that serve them.

    Attributes
    ----------
    count, levels
        How many columns and levels of switches there are.
    of_node : (n,) int64
        Column of each host and edge switch, from the left; NONE for all others.
    pods
        For each level from 2 to the last but one, the pod of each column: a component that is connected
        without the levels above. Pods are numbered from the left and their columns are neighbours.
    pod_of_node : (n,) int64
        The pod of a switch between edge and core, among those of its level; NONE for all others.
    """

    count: int
    levels: int
    of_node: Longs
    pods: tuple[Longs, ...]
    pod_of_node: Longs


def columns_of(fabric: Fabric) -> Columns:
    """Put the blocks of a network in order: pods together, within them as they are numbered."""
    switches = fabric.nodes(NodeKind.SWITCH)
    levels = int(fabric.level[switches].max(initial=1))
    keys = _keys(fabric)
    here = keys >= 0
    found, number = np.unique(keys[here], return_inverse=True)
    of_node = np.full(fabric.node_count, NONE, np.int64)
    of_node[here] = number
    pods, of_switch = [], []
    for level in range(2, levels):
        columns, nodes = _pods(fabric, of_node, len(found), level)
        pods.append(columns)
        of_switch.append(nodes)
    rank = np.arange(len(found))
    if pods:
        rank[np.lexsort((rank.copy(), *pods))] = np.arange(len(found))
    placed = np.argsort(rank)
    of_node[here] = rank[number]
    pod_of_node = np.full(fabric.node_count, NONE, np.int64)
    ordered = []
    for level, (columns, nodes) in enumerate(zip(pods, of_switch, strict=True), start=2):
        ordered.append(columns[placed])
        middle = (fabric.kind == NodeKind.SWITCH) & (fabric.level == level)
        pod_of_node[middle] = nodes[middle]
    return Columns(len(found), levels, of_node, tuple(ordered), pod_of_node)


def _keys(fabric: Fabric) -> Longs:
    """Return a key that nodes of one column share: their block, else the first edge switch of a host."""
    kind, keys = fabric.kind, fabric.block.astype(np.int64)
    edges = np.flatnonzero((kind == NodeKind.SWITCH) & (fabric.level == 1))
    keys[(kind != NodeKind.HOST) & ~((kind == NodeKind.SWITCH) & (fabric.level == 1))] = NONE
    alone = edges[keys[edges] < 0]
    first = int(keys.max(initial=-1)) + 1
    keys[alone] = first + np.arange(len(alone))
    loose = (kind == NodeKind.HOST) & (keys < 0)
    if loose.any():
        to_host = kind[fabric.ends[:, 1]] == NodeKind.HOST
        switch, host = fabric.ends[to_host][::-1].T
        hung = loose[host] & (keys[switch] >= 0)
        keys[host[hung]] = keys[switch[hung]]
        keys[(kind == NodeKind.HOST) & (keys < 0)] = first + len(alone)
    return keys


def _pods(fabric: Fabric, column: Longs, count: int, level: int) -> tuple[Longs, Longs]:
    """Pods of the columns, and of all nodes, when only levels up to one are there."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    switch = (fabric.kind == NodeKind.SWITCH) & (fabric.level <= level)
    place = np.where(column >= 0, column, count + np.arange(fabric.node_count))
    inside = switch[fabric.ends].all(axis=1)
    a, b = place[fabric.ends[inside]].T
    size = count + fabric.node_count
    graph = coo_array((np.ones(len(a), np.int8), (a, b)), shape=(size, size))
    _, part = connected_components(graph, directed=False)
    firsts = np.unique(part[:count], return_index=True)[1]
    in_order = part[np.sort(firsts)]
    number = np.full(int(part.max(initial=0)) + 1, NONE, np.int64)
    number[in_order] = np.arange(len(in_order))
    return number[part[:count]], number[part[place]]

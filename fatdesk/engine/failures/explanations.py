"""What explains a loss, in a few words."""

import numpy as np

from fatdesk.engine.failures.placed import Placed
from fatdesk.networks.fault_tolerance.impact import Element, Left

NAMED = 4
"""So many switches are named, of more only how many there are is said."""


def remark(placed: Placed, element: Element, left: Left) -> str:
    """What explains a loss; empty where its figures say it all."""
    if element.boards:
        (node, _), *_ = element.boards
        tree = placed.trees[int(placed.fabric.part[node])]
        others = tree.boards - 1 if tree else 0
        return f"{others} other {'board joins' if others == 1 else 'boards join'} its cards"
    if element.kind == "power feed" and not len(element.nodes):
        return "no rack hangs on it alone"
    if element.kind == "tray":
        return "cables are cut, not laid anew"
    if element.kind == "switch":
        return _of_switch(placed, int(element.nodes[0]), left)
    return _holds(placed, element)


def _of_switch(placed: Placed, node: int, left: Left) -> str:
    network = placed.network
    ends = network.ends[placed.links_of_node.at(node)]
    own = np.unique(ends[ends < network.hosts])
    if not len(own) or not left.hosts_lost:
        return ""
    return "only its own hosts" if np.isin(left.cut, own).all() else "hosts of other switches, too"


def _holds(placed: Placed, element: Element) -> str:
    """The switches among dead nodes, level by level, the highest first."""
    network = placed.network
    switches = element.nodes[element.nodes >= network.hosts]
    told = []
    for level in sorted(set(network.level[switches].tolist()), reverse=True):
        some = switches[network.level[switches] == level]
        if len(some) <= NAMED:
            told.append(", ".join(placed.names[node] for node in some.tolist()))
        else:
            every = int((network.level[network.hosts :] == level).sum())
            told.append(f"{len(some)} of the {every} switches of level {level}")
    return "holds " + " and ".join(told) if told else ""

"""Who is connected when channels are out, told by networkx, one combination and one pair after the other."""

from functools import cache

import networkx as nx
import numpy as np

from fatdesk.engine.faults.asked import FaultsAsked
from fatdesk.engine.faults.block_kernel import WORDS
from fatdesk.engine.faults.judging import judges
from fatdesk.engine.faults.units import fault_units, usable_without
from fatdesk.engine.forwarding.upward import leveled, upward
from tests.engine.forwarding.samples import graph, pairs

ASKED = [
    FaultsAsked(among=among, whole=whole) for among in ("network", "ends", "all") for whole in (False, True)
] + [FaultsAsked(among="switches")]


def connected(net, scheme, usable):
    """The ordered pairs of hosts that have a way."""
    if scheme.NAME == "minimal":
        found = {pair for pair in pairs(net) if _joined(graph(net, *pair, usable), *pair)}
    elif scheme.NAME == "updown" and leveled(net):
        found = {(a, b) for a, b in pairs(net) if _joined(_floors(net, a, b, usable), (a, 0), (b, 1))}
    elif scheme.NAME == "updown":
        found = _told(net, scheme, usable)
    else:
        found = set()
        for destination in range(net.hosts):
            left = nx.DiGraph()
            left.add_nodes_from([*range(net.hosts), destination])
            for a, b, channel in _arcs(net, scheme, destination):
                if usable[channel]:
                    left.add_edge(a, b)
            found |= {(a, destination) for a in nx.ancestors(left, destination) if a < net.hosts}
    return found


def told_by_the_scheme(net, scheme, usable):
    """The same by the ways that the scheme itself gives without these channels."""
    return _told(net, scheme, usable)


def tolerated(net, scheme, units, things):
    """Whether a combination leaves every pair connected."""
    usable = usable_without(net, units, np.array(things, np.int32))
    return len(connected(net, scheme, usable)) == net.hosts * (net.hosts - 1)


def block_of(units, combinations):
    """Some combinations as a block."""
    out = np.zeros((units.count, WORDS), np.uint64)
    for i, things in enumerate(combinations):
        out[list(things), i >> 6] |= np.uint64(1 << (i & 63))
    return out


def judged(net, scheme, units, combinations):
    """Which of some combinations are tolerated, and the pairs without a way over all of them."""
    judge = judges(net, scheme, units)()
    found = judge.judge(block_of(units, combinations), len(combinations), True, lambda: None)
    return [bool(int(found.good[i >> 6]) >> (i & 63) & 1) for i in range(len(combinations))], found.missing


@cache
def _arcs(net, scheme, destination):
    over = scheme.forwarding(net)
    ways = over.ways(destination)
    assert over.states == net.node_count
    return [
        (node, int(net.channels[channel, 1]), int(channel))
        for node in range(net.node_count)
        for channel in ways.onward(node)
    ]


def _floors(net, source, destination, usable):
    """Going up stays on floor 0, going down leads to floor 1."""
    up = upward(net)
    found = nx.DiGraph()
    for a, b, channel in graph(net, source, destination, usable).edges(keys=True):
        if up[channel]:
            found.add_edge((a, 0), (b, 0))
        else:
            found.add_edge((a, 0), (b, 1))
            found.add_edge((a, 1), (b, 1))
    return found


def _joined(found, a, b):
    return a in found and b in found and nx.has_path(found, a, b)


def _told(net, scheme, usable):
    over = scheme.forwarding(net, usable)
    ways = [over.ways(destination) for destination in range(net.hosts)]
    return {(a, b) for a, b in pairs(net) if len(ways[b].onward(a))}


def units_of(net, **asked):
    """Things that fail."""
    return fault_units(net, FaultsAsked(**asked))

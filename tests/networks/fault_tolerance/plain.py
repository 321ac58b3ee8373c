"""Who is connected when channels are out, told by networkx, one combination and one pair after the other."""

from functools import cache

import networkx as nx
import numpy as np

from fatdesk.networks.fault_tolerance.connectivity.block_kernel import WORDS
from fatdesk.networks.fault_tolerance.connectivity.judging import judges
from fatdesk.networks.fault_tolerance.study import FaultParameters
from fatdesk.networks.fault_tolerance.units import fault_units, usable_without
from fatdesk.networks.routing.levels import leveled, upward
from tests.networks.routing.samples import pairs

ASKED = [
    FaultParameters(among=among, whole=whole)
    for among in ("network", "ends", "all")
    for whole in (False, True)
] + [FaultParameters(among="switches")]


def connected(net, scheme, usable):
    """The ordered pairs of hosts that have a way."""
    if scheme.NAME == "updown" and not leveled(net):
        return _stated(net, scheme, usable)
    arcs = {"minimal": _joining, "updown": _up_then_down}.get(scheme.NAME, _own)
    found = set()
    for destination in range(net.hosts):
        left = nx.DiGraph([(a, b) for a, b, channel in arcs(net, scheme, destination) if usable[channel]])
        if destination in left:
            found |= {(a, destination) for a in nx.ancestors(left, destination) if a in range(net.hosts)}
    return found


def told_by_the_scheme(net, scheme, usable):
    """The same by the ways that the scheme itself gives without these channels."""
    return _stated(net, scheme, usable)


def tolerated(net, scheme, units, elements):
    """Whether a combination leaves every pair connected."""
    usable = usable_without(net, units, np.array(elements, np.int32))
    return len(connected(net, scheme, usable)) == net.hosts * (net.hosts - 1)


def block_of(units, combinations):
    """Some combinations as a block."""
    out = np.zeros((units.count, WORDS), np.uint64)
    for i, elements in enumerate(combinations):
        out[list(elements), i >> 6] |= np.uint64(1 << (i & 63))
    return out


def judged(net, scheme, units, combinations):
    """Which of some combinations are tolerated, and the pairs without a way over all of them."""
    judge = judges(net, scheme, units)()
    found = judge.judge(block_of(units, combinations), len(combinations), True, lambda: None)
    return [bool(int(found.good[i >> 6]) >> (i & 63) & 1) for i in range(len(combinations))], found.missing


@cache
def _own(net, scheme, destination):
    """The scheme's own ways, from state to state; the destination is the end of those into it."""
    over = scheme.routing_table(net)
    ways = over.next_channels(destination)

    def then(channel):
        into = net.channels[channel, 1] == destination
        return destination if into else int(over.after[channel])

    return [
        (state, then(channel), int(channel)) for state in range(over.states) for channel in ways.onward(state)
    ]


@cache
def _joining(net, _, destination):
    """Whatever joins a host with the destination; no way leads through another host."""
    return [
        (a, b, channel)
        for channel, (a, b) in enumerate(net.channels.tolist())
        if (b >= net.hosts or b == destination) and a != destination
    ]


@cache
def _up_then_down(net, _, destination):
    """Going up stays on the ground, going down leads to the floor below, and one ends on either."""
    up = upward(net)
    found = []
    for a, b, channel in _joining(net, None, destination):
        lower = b if b == destination else (b, "down")
        found.append((a, b if up[channel] else lower, channel))
        if not up[channel]:
            found.append(((a, "down"), lower, channel))
    return found


def _stated(net, scheme, usable):
    over = scheme.routing_table(net, usable)
    ways = [over.next_channels(destination) for destination in range(net.hosts)]
    return {(a, b) for a, b in pairs(net) if len(ways[b].onward(a))}


def units_of(net, **requested):
    """Things that fail."""
    return fault_units(net, FaultParameters(**requested))

"""Loads under a scheme against paths that networkx finds."""

from dataclasses import dataclass

import networkx as nx
import numpy as np
import pytest

from fatdesk.core.errors import FatdeskError
from fatdesk.networks.schedules.link_loads import channel_loads
from fatdesk.networks.topologies import network_of
from fatdesk.networks.traffic import pattern
from fatdesk.networks.traffic.traffic import Requested


@dataclass
class Choices:
    start: np.ndarray
    channel: np.ndarray


class Shortest:
    """Every channel that leads nearer to the destination, by distances of networkx."""

    def __init__(self, net):
        self.net, self.states = net, net.node_count
        head = net.channels[:, 1]
        self.after = np.where(head < net.hosts, -1, head).astype(np.int32)
        self.graph = nx.DiGraph(net.channels.tolist())
        self.reverse = self.graph.reverse()

    def next_channels(self, goal):
        far = nx.single_source_shortest_path_length(self.reverse, goal)
        rows = [[] for _ in range(self.states)]
        for channel, (a, b) in enumerate(self.net.channels.tolist()):
            if a != goal and (b == goal or b >= self.net.hosts) and far[b] < far[a]:
                rows[a].append(channel)
        start = np.cumsum([0, *map(len, rows)])
        return Choices(start.astype(np.int32), np.array([c for row in rows for c in row], np.int32))


def by_hand(scheme, net, source, destination, weight):
    """Shares pushed along every path, one by one."""
    load = np.zeros(len(net.channels))

    def push(node, goal, ways, share):
        onward = ways.channel[ways.start[node] : ways.start[node + 1]].tolist()
        for channel in onward:
            load[channel] += share / len(onward)
            if net.channels[channel, 1] != goal:
                push(int(net.channels[channel, 1]), goal, ways, share / len(onward))

    for s, d, w in zip(source.tolist(), destination.tolist(), weight.tolist(), strict=True):
        if s != d:
            push(s, d, scheme.next_channels(d), w)
    return load


@pytest.mark.parametrize("spec", ["hyperx:S=3-3,K=1-1,T=2", "kary-tree:k=2,n=3", "ruft:k=2,n=3"])
@pytest.mark.parametrize("name", ["uniform", "tornado"])
def test_loads_are_the_shares_of_all_paths(spec, name):
    net = network_of(spec)
    scheme = Shortest(net)
    flows = pattern(name).rates(Requested(net.hosts))
    found = channel_loads(scheme, flows.source, flows.destination, flows.weight)
    assert found.load == pytest.approx(by_hand(scheme, net, flows.source, flows.destination, flows.weight))
    assert found.factor == found.load.max() == found.load[found.worst]


def test_two_neighbours_in_a_hyperx():
    """One link between two switches of two hosts each: complement sends 2 over it, each way."""
    net = network_of("hyperx:S=2,K=1,T=2")
    flows = pattern("complement").rates(Requested(4))
    found = channel_loads(Shortest(net), flows.source, flows.destination, flows.weight)
    between = (net.channels >= 4).all(axis=1)
    assert found.load[between].tolist() == [2, 2]
    assert found.factor == 2


class Lost:
    states, after = 3, np.array([2, 2], np.int32)

    def __init__(self, start, channel):
        self.choices = Choices(np.array(start, np.int32), np.array(channel, np.int32))

    def next_channels(self, goal):
        return self.choices


def test_ways_that_end_or_go_round_are_told():
    flow = np.array([0]), np.array([1]), np.ones(1)
    with pytest.raises(FatdeskError, match="there is no path for packets to host 1"):
        channel_loads(Lost([0, 1, 1, 1], [0]), *flow)
    with pytest.raises(FatdeskError, match="packets to host 1 circulate"):
        channel_loads(Lost([0, 1, 1, 2], [0, 1]), *flow)
    nothing = channel_loads(Lost([0, 0, 0, 0], []), np.array([1]), np.array([1]), np.ones(1))
    assert (nothing.factor, nothing.worst) == (0, -1)

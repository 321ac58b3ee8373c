"""Small networks of every family, some drawn by hand or at random, and independent pictures of them."""

import os

import networkx as nx
import numpy as np
from hypothesis import strategies as st

from fatdesk.networks.network import network
from fatdesk.networks.routing import ROUTING_ALGORITHMS
from fatdesk.networks.routing.paths import paths
from fatdesk.networks.topologies import network_of

TREES = ["kary-tree:k=2,n=1", "kary-tree:k=2,n=3", "kary-tree:k=3,n=2", "kary-tree:k=4,n=2"]
WIDE_TREES = [
    "clos:k=3,n=1",
    "clos:k=2,n=2",
    "clos:k=2,n=3",
    "egft:M=3-2,C=1-2,K=1-2",
    "egft:M=2-2-2,C=1-3-2,K=1-1-2",
    "egft:M=2-2-2,C=1-3-1,K=1-1-2",
    "two-level:N=11,PE=8,PC=7,Bl=1",
    "universal:n=8,w=4",
    "star:N=4",
]
RUFT = ["ruft:k=2,n=3", "ruft:k=3,n=2", "ruft:k=3,n=1"]
RUFT_DOUBLED = [
    "ruft-pl:k=2,n=2",
    "ft-ruft-212:k=2,n=3",
    "ft-ruft-212:k=4,n=2",
    "ft-ruft-212:k=3,n=2",
    "ft-ruft-222:k=2,n=2",
]
MIKANT = ["mikant:k=2,n=2", "mikant:k=2,n=3", "mikant:k=3,n=2"]
OTHERS = ["hyperx:S=3-3,K=1-1,T=1", "hyperx:S=2-3,K=2-1,T=2", "star:N=5,E=2"]
SPECS = [*TREES, *WIDE_TREES, *RUFT, *RUFT_DOUBLED, *MIKANT, *OTHERS]
NETWORKS = {spec: network_of(spec) for spec in SPECS}
BY_NIGHT = {
    *("kary-tree:k=2,n=1", "kary-tree:k=4,n=2", "clos:k=2,n=2", "egft:M=3-2,C=1-2,K=1-2"),
    *("ruft:k=3,n=2", "ft-ruft-212:k=4,n=2", "mikant:k=2,n=2"),
}
"""Further sizes of a family, with which its algorithms are tested in the long form only."""
FITTING = [
    (spec, scheme)
    for spec in SPECS
    for scheme in ROUTING_ALGORITHMS
    if not scheme.refusal(NETWORKS[spec]) and (spec not in BY_NIGHT or os.environ.get("FATDESK_LONG") == "1")
]
"""Networks with each algorithm that routes them."""


def case_id(value):
    return getattr(value, "NAME", value)


def by_hand(hosts, links, level=None):
    """A two-way network; switches without levels are all of level 1, ports are numbered as links come."""
    nodes = max(max(link) for link in links) + 1
    if level is None:
        level = [0] * hosts + [1] * (nodes - hosts)
    used = [0] * nodes
    ports = []
    for a, b in links:
        ports.append((used[a], used[b]))
        used[a] += 1
        used[b] += 1
    return network(hosts, np.array(level), np.array(links), np.array(ports))


def ring(count):
    """A ring of switches with a host each."""
    to_hosts = [(i, count + i) for i in range(count)]
    return by_hand(count, to_hosts + [(count + i, count + (i + 1) % count) for i in range(count)])


@st.composite
def connected(draw):
    """A network of a random tree of switches with random links beside it, and hosts with one or two links."""
    hosts = draw(st.integers(2, 5))
    switches = draw(st.integers(1, 7))
    links = [(hosts + draw(st.integers(0, i - 1)), hosts + i) for i in range(1, switches)]
    some = st.integers(0, switches - 1)
    for a, b in draw(st.lists(st.tuples(some, some), max_size=8)):
        if a != b:
            links.append((hosts + a, hosts + b))
    for host in range(hosts):
        links += [(host, hosts + to) for to in draw(st.lists(some, min_size=1, max_size=2))]
    return by_hand(hosts, links)


def graph(net, source, destination, usable=None):
    """The channels of a pair as networkx has them: no other host is in it; keys of edges are channels."""
    found = nx.MultiDiGraph()
    found.add_nodes_from([source, destination])
    for number, (a, b) in enumerate(net.channels.tolist()):
        inner = all(v >= net.hosts or v in (source, destination) for v in (a, b))
        if inner and (usable is None or usable[number]):
            found.add_edge(a, b, key=number)
    return found


def pairs(net):
    return [(a, b) for b in range(net.hosts) for a in range(net.hosts) if a != b]


def all_paths(over):
    """Paths of each pair."""
    found = {}
    for destination in range(over.network.hosts):
        ways = over.next_channels(destination)
        for source in range(over.network.hosts):
            if source != destination:
                found[source, destination] = list(paths(over, ways, source))
    return found

"""Networks as binary trees against the components that networkx finds, and against known capacities."""

import networkx as nx
import numpy as np
import pytest

from fatdesk.networks.network import network
from fatdesk.networks.schedules.capacitated_tree import UNLIMITED, NoTree, load, tree_of
from fatdesk.networks.schedules.offline import schedule
from fatdesk.networks.schedules.universal_trees.universal import universal
from fatdesk.networks.topologies import network_of

TREES = [
    "kary-tree:k=4,n=3",
    "kary-tree:k=3,n=3",
    "kary-tree:k=5,n=1",
    "egft:M=16-4,C=1-8,K=1-2",
    "two-level:N=60,PE=36,PC=36,Bl=1",
    "universal:n=32,w=16",
]


@pytest.mark.parametrize("spec", TREES)
def test_channels_are_the_links_out_of_connected_pieces(spec):
    net = network_of(spec)
    made = tree_of(net)
    graph = nx.MultiGraph()
    graph.add_nodes_from(range(net.node_count))
    graph.add_edges_from(net.ends.tolist())
    wanted = set()
    for level in range(int(net.level.max())):
        lower = graph.subgraph(np.flatnonzero(net.level <= level).tolist())
        for piece in nx.connected_components(lower):
            hosts = [node for node in piece if node < net.hosts]
            links = sum((a in piece) != (b in piece) for a, b in graph.edges())
            if hosts:
                wanted.add((level, min(hosts), len(hosts), links))
    found = zip(*(x.tolist() for x in (made.level, made.first_host, made.hosts, made.links)), strict=True)
    assert set(found) == wanted
    assert len(made.node) == len(wanted)


@pytest.mark.parametrize("spec", TREES)
def test_hosts_lie_under_the_channels_of_their_subtrees(spec):
    net = network_of(spec)
    made = tree_of(net)
    assert len(set(made.leaf.tolist())) == net.hosts
    for node, hosts in zip(made.node.tolist(), made.hosts.tolist(), strict=True):
        shift = made.tree.height - node.bit_length() + 1
        assert ((made.leaf + made.tree.size) >> shift == node).sum() == hosts
    real = np.zeros(2 * made.tree.size, bool)
    real[made.node] = True
    assert (made.tree.up[~real] == UNLIMITED).all()
    assert (made.tree.up[made.node] <= made.links).all()
    # every link is a part of one channel, and of as many links as each has
    assert len(made.channel) == net.link_count
    assert np.bincount(made.channel, minlength=2 * made.tree.size)[made.node].tolist() == made.links.tolist()


def test_a_universal_network_is_the_universal_fat_tree():
    made, wanted = tree_of(network_of("universal:n=64,w=16")), universal(64, 16).tree
    assert made.leaf.tolist() == list(range(64))
    assert made.tree.up[2:].tolist() == wanted.up[2:].tolist()
    assert made.tree.down[2:].tolist() == wanted.down[2:].tolist()


@pytest.mark.parametrize("k", [2, 3, 4])
def test_a_k_ary_tree_passes_any_permutation_in_one_cycle(k):
    made = tree_of(network_of(f"kary-tree:k={k},n=3"))
    to = np.random.default_rng(1).permutation(k**3)
    found = schedule(made.tree, made.leaf, made.leaf[to])
    assert (found.cycles, found.load.factor) == (1, 1)


def test_what_crosses_a_two_level_tree():
    """Four edge switches of 15 hosts, 18 links up: 15 to 15 others are 15 / 18."""
    made = tree_of(network_of("two-level:N=60,PE=36,PC=36,Bl=1"))
    edge = made.level == 1
    assert edge.sum() == 4
    per_edge, links = int(made.hosts[edge].max()), int(made.links[edge].min())
    hosts = np.arange(60)
    found = load(made.tree, made.leaf, made.leaf[(hosts + per_edge) % 60])
    assert found.up[made.node[edge]].max() / links == pytest.approx(per_edge / links)
    assert not made.unequal


def star(switches, links):
    """Two or three switches in a row, two hosts each."""
    hosts = 2 * switches
    ends = [(h, hosts + h // 2) for h in range(hosts)]
    ends += [(hosts + s, hosts + s + 1) for s in range(switches - 1) for _ in range(links)]
    level = [0] * hosts + [1] * switches
    return network(hosts, np.array(level), np.array(ends), np.zeros((len(ends), 2), int))


def test_two_linked_switches_are_a_tree():
    made = tree_of(star(2, 3))
    assert made.tree.up[2:].tolist() == [3, 3, 1, 1, 1, 1]
    assert (load(made.tree, made.leaf[:2], made.leaf[2:]).factor, made.unequal) == (1, False)
    assert made.channel.tolist() == [4, 5, 6, 7, 2, 2, 2]


def test_a_host_on_two_rails_has_both_links():
    """Two hosts, each on both of two switches."""
    ends = np.array([(0, 2), (0, 3), (1, 2), (1, 3)])
    made = tree_of(network(2, np.array([0, 0, 1, 1]), ends, np.zeros((4, 2), int)))
    assert made.tree.up[2:].tolist() == [2, 2]


def test_hosts_on_different_levels():
    """A host on a core switch beside an edge switch with two hosts."""
    ends = np.array([(0, 3), (1, 3), (2, 4), (3, 4)])
    made = tree_of(network(3, np.array([0, 0, 0, 1, 2]), ends, np.zeros((4, 2), int)))
    assert made.tree.height == 2
    found = load(made.tree, made.leaf[[0, 1]], made.leaf[[2, 2]])
    assert found.factor == 2


def test_unequal_bundles_are_told():
    ends = np.array([(0, 2), (1, 3), (2, 4), (2, 4), (3, 4), (2, 5), (3, 5), (3, 5)])
    made = tree_of(network(2, np.array([0, 0, 1, 1, 2, 2]), ends, np.zeros((8, 2), int)))
    assert made.unequal
    assert made.links[made.level == 1].tolist() == [3, 3]


@pytest.mark.parametrize(
    ("spec", "stated"),
    [
        ("hyperx:S=3-3,K=1-1,T=2", "switch 0 and switch 3 of one level are linked"),
        ("ruft:k=2,n=2", "its links lead in one direction only"),
    ],
)
def test_what_is_no_tree_is_told(spec, stated):
    with pytest.raises(NoTree, match=stated):
        tree_of(network_of(spec))


def test_tops_that_reach_only_some_parts_are_told():
    """Three edge switches in a chain of two cores: neither core reaches all."""
    ends = np.array([(0, 3), (1, 4), (2, 5), (3, 6), (4, 6), (4, 7), (5, 7)])
    net = network(3, np.array([0, 0, 0, 1, 1, 1, 2, 2]), ends, np.zeros((7, 2), int))
    with pytest.raises(NoTree, match=r"switch 3 of level 2 has no link to the part of 1 hosts with host 2"):
        tree_of(net)
    with pytest.raises(NoTree, match="switch 0 and switch 1 of one level"):
        tree_of(star(3, 1))
    with pytest.raises(NoTree, match="not all joined"):
        tree_of(network(2, np.array([0, 0, 1, 1]), np.array([(0, 2), (1, 3)]), np.zeros((2, 2), int)))

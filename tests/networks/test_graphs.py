"""Networks to and from graphs and files: the same arrays again, and errors with their line."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.core.errors import FatdeskError
from fatdesk.networks.graph_files import read_graph
from fatdesk.networks.measures.distances import distances
from fatdesk.networks.network import Network
from fatdesk.networks.routing import fitting
from fatdesk.networks.routing.check import check
from fatdesk.networks.topologies import canonical, named_network, network_of

SPECS = (
    "star:N=8,E=1,Bl=1",
    "kary-tree:k=2,n=3",
    "mikant:k=3,n=3",
    "ruft:k=2,n=3",
    "ft-ruft-222:k=2,n=3",
    "egft:M=4-4,C=1-2,K=1-2",
    "hyperx:S=4-4,K=1-1,T=4",
)


def same(a, b):
    assert a.hosts == b.hosts
    assert a.one_way == b.one_way
    for name in ("level", "ends", "ports", "lane"):
        assert sorted_links(a, name) == sorted_links(b, name), name


def sorted_links(net, name):
    """The array, with links in an order that does not depend on how a graph lists them."""
    if name == "level":
        return net.level.tolist()
    order = np.lexsort((*net.ports.T, *net.ends.T))
    return getattr(net, name)[order].tolist()


@pytest.mark.parametrize("spec", SPECS)
def test_a_graph_gives_the_same_network_again(spec):
    net = network_of(spec)
    same(Network.from_networkx(net.to_networkx()), net)


@pytest.mark.parametrize("spec", SPECS)
def test_graphml_of_networkx_gives_the_same_network_again(spec, tmp_path):
    net = network_of(spec)
    nx.write_graphml(net.to_networkx(), tmp_path / "net.graphml")
    same(network_of(f"file:{tmp_path / 'net.graphml'}"), net)


@given(st.integers(2, 7), st.integers(1, 3), st.integers(0, 1000))
def test_distances_are_those_of_networkx(switches, hosts, seed):
    graph = nx.random_labeled_tree(switches, seed=seed)
    kinds = dict.fromkeys(graph, "switch")
    for number in range(switches * hosts):
        graph.add_edge(f"h{number}", number % switches)
        kinds[f"h{number}"] = "host"
    nx.set_node_attributes(graph, kinds, "kind")
    net = Network.from_networkx(graph)
    found = distances(net)
    named = [name for name, kind in kinds.items() if kind == "host"]
    length = dict(nx.all_pairs_shortest_path_length(graph))
    every = [length[a][b] for a in named for b in named]
    assert found.diameter == max(every)
    assert found.average == pytest.approx(sum(every) / len(every))


def test_nodes_with_one_neighbour_are_hosts_where_none_has_a_kind(tmp_path):
    (tmp_path / "ring.txt").write_text("# a ring\ns1 s2\ns2,s3\ns3 s1\nh1 s1\nh2 s2\nh2 s2\nh3 s3\n")
    net = read_graph(tmp_path / "ring.txt")
    assert net.names == ("h1", "h2", "h3", "s1", "s2", "s3")
    assert (net.hosts, net.link_count, net.level.tolist()) == (3, 7, [0, 0, 0, 1, 1, 1])
    assert check(fitting("updown", net).routing_table(net)).delivers


def test_ports_of_an_edge_list_are_kept(tmp_path):
    (tmp_path / "n.edges").write_text("leaf h1 7 0\nleaf h2 3 0\n")
    net = read_graph(tmp_path / "n.edges")
    assert net.ports.tolist() == [[0, 7], [0, 3]]  # hosts stand at end 0


def test_a_directed_graph_whose_edges_all_have_a_reverse_is_two_way():
    graph = nx.star_graph(3).to_directed()
    assert not Network.from_networkx(graph).one_way
    assert Network.from_networkx(graph).link_count == 3
    assert Network.from_networkx(nx.DiGraph([("a", "s"), ("s", "b")])).one_way


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("n.edges", "a b\nc\n", "n.edges:2: 'c' is no link"),
        ("n.edges", "a b x y\n", "n.edges:1: 'a b x y' is no link"),
        ("n.edges", "a b\nb c\nc c\n", "n.edges:2: node c: is linked with itself"),
        ("n.edges", "a b\nb c\nc a\n", "n.edges: there is no host"),
        ("n.edges", "h s\nx y\ny z\nz x\n", "n.edges:2: node x: cannot be reached"),
        ("n.graphml", "<graphml>\n<graph>", "n.graphml:2: no element found"),
        ("n.graphml", "<!DOCTYPE x>\n<graphml/>", "n.graphml: declares a document type"),
        ("n.graphml", "<svg/>", "n.graphml: "),
    ],
)
def test_errors_name_the_line(tmp_path, name, text, said):
    (tmp_path / name).write_text(text)
    with pytest.raises(FatdeskError, match=f"{tmp_path}/{said}".replace("(", r"\(")):
        read_graph(tmp_path / name)


def test_a_node_of_unknown_kind_is_named_with_its_line(tmp_path):
    graph = nx.star_graph(2)
    nx.set_node_attributes(graph, {0: "switch", 1: "host", 2: "router"}, "kind")
    nx.write_graphml(graph, tmp_path / "n.graphml")
    lines = (tmp_path / "n.graphml").read_text().splitlines()
    at = next(number for number, line in enumerate(lines, 1) if 'node id="2"' in line)
    with pytest.raises(FatdeskError, match=f"n.graphml:{at}: node 2: has the kind 'router'"):
        read_graph(tmp_path / "n.graphml")


def test_a_missing_file_is_told_when_it_is_read(tmp_path):
    spec = canonical(f" file:{tmp_path}/none.graphml ")
    assert spec == f"file:{tmp_path}/none.graphml"
    assert named_network(spec).closed is None
    with pytest.raises(FatdeskError, match="No such file"):
        network_of(spec)
    with pytest.raises(FatdeskError, match="names no file"):
        canonical("file:")

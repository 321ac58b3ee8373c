"""Networks to and from graphs and files: the same arrays again, and errors with their line."""

from contextlib import suppress

import networkx as nx
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fatdesk.core.errors import FatdeskError, InputError
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


OPEN, SHUT = "<graph edgedefault='undirected'>\n", "</graph></graphml>"
KINDS = '<graphml><key id="k" for="node" attr.name="kind" attr.type="string"/>\n'
LEVELS = '<graphml><key id="l" for="node" attr.name="level" attr.type="int"/>\n'
LOOP = "<graph edgedefault='undirected'>\n<node id='a'/>\n<edge source='a' target='a'/></graph></graphml>"


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("n.edges", "a b\nc\n", "2: link: 'c' is not a link, write two"),
        ("n.edges", "a b 1\n", "1: link: 'a b 1' is not a link, write two"),
        ("n.edges", "h s 1 2\na b x y\n", "2: port: 'x' is not the number of a port, write a whole number"),
        ("n.edges", "a b\nb c\nc c\n", "3: link: node c is linked with itself, remove"),
        ("n.edges", "a b\nb c\nc a\n", "1: kind: there is no host, set kind = host"),
        ("n.edges", "", "1: kind: there is no host, set kind = host"),
        ("n.edges", "h s\nx y\ny z\nz x\n", "2: link: node x cannot be reached from any host, link it"),
        ("n.edges", b"h s\nh\xff s\n", "2: file: is not text in UTF-8, name"),
        ("n.graphml", "<graphml>\n<graph>", "2: file: is not XML from here on (no element found), repair"),
        ("n.graphml", "<x>\n<!DOCTYPE x>\n<graphml/>", "2: file: declares a document type, save"),
        ("n.graphml", "<svg/>", "1: file: is not GraphML that can be read"),
        ("n.graphml", "<?xml version='1.0' encoding='none'?><a/>", "1: file: "),
        (
            "n.graphml",
            f"<?xml version='1.0' encoding='{'n' * 3000}'?><a/>",
            "1: file: its encoding cannot be read",
        ),
        ("n.graphml", f"<graphml>{LOOP}", "3: link: node a is linked with itself, remove"),
        (
            "n.graphml",
            f"{KINDS}{OPEN}<node id='a'><data key='q'>1</data></node>{SHUT}",
            "3: q: there is no key 'q', declare it or",
        ),
        (
            "n.graphml",
            f"{KINDS}{OPEN}<node id='a'><data key=' q&#10;r'>1</data></node>{SHUT}",
            "3: q r: there is no key ' q\\nr', declare it or",
        ),
        (
            "n.graphml",
            f"{LEVELS}{OPEN}<node id='a'>\n<data key='l'>x</data></node>{SHUT}",
            "4: level: 'x' is not a whole number, correct it",
        ),
        (
            "n.graphml",
            f"{KINDS}{OPEN}<node id='a'><data key='k'>host</data></node>\n<node id='b'/>{SHUT}",
            "4: kind: node b has no kind but other nodes have one, set",
        ),
    ],
)
def test_errors_state_line_and_field(tmp_path, name, text, message):
    data = text if isinstance(text, bytes) else text.encode()
    (tmp_path / name).write_bytes(data)
    with pytest.raises(InputError) as found:
        read_graph(tmp_path / name)
    assert str(found.value).startswith(f"{tmp_path / name}:{message}")


@pytest.mark.parametrize("suffix", ["graphml", "edges"])
@given(data=st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_is_no_graph_is_refused_with_its_place(tmp_path, suffix, data):
    (tmp_path / f"n.{suffix}").write_bytes(data)
    with suppress(InputError):
        read_graph(tmp_path / f"n.{suffix}")


def test_a_key_without_a_type_is_text_and_no_warning_is_shown(tmp_path):
    nodes = "<node id='a'><data key='k'>host</data></node><node id='b'><data key='k'>switch</data></node>"
    keys = '<graphml><key id="k" for="node" attr.name="kind"/>\n'
    (tmp_path / "n.graphml").write_text(f"{keys}{OPEN}{nodes}<edge source='a' target='b'/>{SHUT}")
    assert read_graph(tmp_path / "n.graphml").names == ("a", "b")


def test_a_node_of_unknown_kind_is_named_with_its_line(tmp_path):
    graph = nx.star_graph(2)
    nx.set_node_attributes(graph, {0: "switch", 1: "host", 2: "router"}, "kind")
    nx.write_graphml(graph, tmp_path / "n.graphml")
    lines = (tmp_path / "n.graphml").read_text().splitlines()
    at = next(number for number, line in enumerate(lines, 1) if 'node id="2"' in line)
    with pytest.raises(InputError, match=f"n.graphml:{at}: kind: node 2 has the kind 'router', set"):
        read_graph(tmp_path / "n.graphml")


def test_a_missing_file_is_told_when_it_is_read(tmp_path):
    spec = canonical(f" file:{tmp_path}/none.graphml ")
    assert spec == f"file:{tmp_path}/none.graphml"
    assert named_network(spec).closed is None
    with pytest.raises(FatdeskError, match="No such file"):
        network_of(spec)
    with pytest.raises(FatdeskError, match="names no file"):
        canonical("file:")

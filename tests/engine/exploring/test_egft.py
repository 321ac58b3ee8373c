"""Formulas of extended generalized fat-trees against trees built switch by switch."""

from fractions import Fraction

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.engine.exploring.egft import Egft

TREES = st.integers(1, 3).flatmap(
    lambda levels: st.builds(
        lambda M, C, K: Egft(tuple(M), (1, *C), (1, *K)),
        st.lists(st.integers(1, 3), min_size=levels, max_size=levels),
        st.lists(st.integers(1, 3), min_size=levels - 1, max_size=levels - 1),
        st.lists(st.integers(1, 3), min_size=levels - 1, max_size=levels - 1),
    )
)


def built(tree):
    """The tree as a multigraph, by the recursive definition; top switches take uplinks in turn."""
    graph = nx.MultiGraph()

    def grow(level, name):
        if level == 0:
            graph.add_node(("host", name), host=True)
            return [("host", name)]
        parts = [grow(level - 1, (*name, m)) for m in range(tree.M[level - 1])]
        tops = [(level, c, *name) for c in range(tree.C[level - 1])]
        for tops_below in parts:
            turn = 0
            for top in tops:
                for _ in range(tree.K[level - 1]):
                    graph.add_edge(top, tops_below[turn % len(tops_below)])
                    turn += 1
        return tops

    grow(tree.levels, ())
    return graph


@given(TREES)
def test_counts_are_those_of_the_graph(tree):
    graph = built(tree)
    hosts = [node for node, host in graph.nodes(data="host") if host]
    assert tree.ports == len(hosts)
    assert tree.switches == graph.number_of_nodes() - len(hosts)
    assert tree.links == graph.number_of_edges()
    degrees = [degree for node, degree in graph.degree() if node not in set(hosts)]
    assert tree.radix == max(degrees)
    assert nx.is_connected(graph)
    lengths = dict(nx.all_pairs_shortest_path_length(graph))
    assert max(lengths[a][b] for a in hosts for b in hosts) <= tree.hops


@given(TREES)
def test_ratio_is_hosts_over_uplinks_of_each_level(tree):
    ports, worst = 1, Fraction(1)
    for M, C, K in zip(tree.M, tree.C, tree.K, strict=True):
        worst = max(worst, Fraction(ports, C * K))
        ports *= M
    assert tree.ratio == worst
    assert tree.bisection == Fraction(tree.ports) / 2 / worst


def test_what_is_no_tree_is_refused():
    for M, C, K in (((), (), ()), ((2, 2), (1,), (1, 1)), ((2, 2), (2, 1), (1, 1)), ((2, 0), (1, 1), (1, 1))):
        with pytest.raises(ValueError, match="C and K"):
            Egft(M, C, K)

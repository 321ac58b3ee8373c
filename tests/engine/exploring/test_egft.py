"""Formulas of extended generalized fat-trees against trees built switch by switch."""

from fractions import Fraction
from itertools import islice

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.engine.exploring.egft import ALL, Egft, Rules, recursion
from tests.engine.exploring.test_egft_search import every_tree

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


def count(*what):
    return sum(1 for _ in recursion(*what))


@st.composite
def small(draw):
    R = draw(st.integers(2, 7))
    return draw(st.integers(1, 24)), R, draw(st.integers(1, R))


@given(small())
def test_without_rules_it_finds_every_tree_once(case):
    found = [(tree.M, tree.C, tree.K) for tree in recursion(*case, levels=3)]
    assert len(set(found)) == len(found)
    assert set(found) == set(every_tree(*case, levels=3))


@pytest.mark.parametrize(
    ("N", "R", "T"), [(1024, 48, 32), (1024, 144, 16), (1024, 144, 32), (2048, 144, 16), (2048, 144, 32)]
)
def test_all_rules_leave_one(N, R, T):
    assert count(N, R, T, ALL) == 1


def test_as_many_edge_switches_and_a_like_share_of_ports_are_as_many_trees():
    assert count(1024, 48, 16, ALL) == count(2048, 48, 32, ALL)


@pytest.mark.parametrize(
    ("N", "R", "T", "left"),
    [
        (1024, 48, 32, 16),
        (1024, 144, 16, 128),
        (1024, 144, 32, 112),
        (2048, 144, 16, 128),
        (2048, 144, 32, 112),
    ],
)
def test_joining_all_leaves_one_for_each_uplink(N, R, T, left):
    assert count(N, R, T, Rules(join_all=True, widest_last=True)) == left == R - T


def test_each_rule_leaves_out_some_and_adds_none():
    whole = list(recursion(40, 8, 4))
    for rule in (
        Rules(widest_last=True),
        Rules(no_better=True),
        Rules(join_all=True),
        Rules(all_uplinks=True),
    ):
        kept = list(recursion(40, 8, 4, rule))
        assert set(kept) < set(whole)
    assert set(recursion(40, 8, 4, ALL)) < set(whole)


def test_it_begins_at_once_where_it_would_never_end():
    assert len(list(islice(recursion(1024, 48, 16), 1000))) == 1000

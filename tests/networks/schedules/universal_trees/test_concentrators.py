"""Partial concentrators against scipy's and networkx's matchings, and all subsets of inputs one by one."""

from itertools import combinations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array
from scipy.sparse.csgraph import maximum_bipartite_matching

from fatdesk.networks.schedules.universal_trees.concentrators import (
    INPUT_DEGREE,
    OUTPUT_DEGREE,
    concentrator,
    failure_at_most,
    largest_guarantee,
    stage,
)

SIZES = [(3, 2), (7, 5), (9, 8), (12, 8), (16, 11), (18, 12), (30, 20), (41, 40), (300, 200), (999, 666)]


def graph_of(made):
    found = nx.Graph()
    found.add_nodes_from(("in", i) for i in range(made.inputs))
    for i in range(made.inputs):
        found.add_edges_from(
            (("in", i), ("out", o)) for o in made.output[made.start[i] : made.start[i + 1]].tolist()
        )
    return found


def matched_by_scipy(made, some):
    rows = np.repeat(np.arange(made.inputs), np.diff(made.start))
    joined = csr_array((np.ones(len(rows)), (rows, made.output)), (made.inputs, made.outputs))
    return int((maximum_bipartite_matching(joined[some], perm_type="column") >= 0).sum())


@pytest.mark.parametrize(("r", "s"), SIZES)
def test_degrees_are_those_of_pippenger(r, s):
    made = stage(r, s)
    assert np.diff(made.start).max() <= INPUT_DEGREE
    assert np.bincount(made.output, minlength=s).max() <= OUTPUT_DEGREE
    assert made.guarantee >= 3 * s // 4
    for i in range(r):
        row = made.output[made.start[i] : made.start[i + 1]].tolist()
        assert row == sorted(set(row))


@pytest.mark.parametrize(("r", "s"), [(3, 2), (7, 5), (10, 7), (12, 8), (12, 10)])
def test_all_subsets_by_hopcroft_and_karp(r, s):
    made = stage(r, s)
    graph = graph_of(made)

    def holds(k):
        return all(
            len(nx.bipartite.hopcroft_karp_matching(graph.subgraph([*some, *(("out", o) for o in range(s))]),
                                                    some)) == 2 * k
            for some in combinations([("in", i) for i in range(r)], k)
        )  # fmt: skip

    assert holds(made.guarantee)
    assert made.exhaustive
    assert made.guarantee == s or not holds(made.guarantee + 1)


@pytest.mark.parametrize(("r", "s"), [(30, 20), (300, 200), (999, 666), (999, 900)])
def test_samples_by_scipy(r, s):
    made = stage(r, s)
    random = np.random.default_rng(5)
    assert made.guarantee == 3 * s // 4
    for _ in range(20):
        assert matched_by_scipy(made, random.permutation(r)[: made.guarantee]) == made.guarantee


@given(st.integers(1, 60), st.integers(1, 60), st.integers(0, 2**32 - 1))
def test_as_many_as_possible_get_through_a_stage(r, s, seed):
    random = np.random.default_rng(seed)
    if s >= r:
        return
    made = concentrator(r, s)
    some = random.permutation(r)[: random.integers(0, r + 1)]
    found = made.connect(some)
    assert found[0].tolist() == some.tolist()
    for number, one in enumerate(made.stages):
        before, after = found[number], found[number + 1]
        alive = before[before >= 0]
        through = after[after >= 0]
        assert len(set(through.tolist())) == len(through) == matched_by_scipy(one, alive)
        for a, b in zip(before.tolist(), after.tolist(), strict=True):
            assert b < 0 or b in one.output[one.start[a] : one.start[a + 1]].tolist()
    if len(some) <= made.guarantee:
        assert (found[-1] >= 0).all()


def test_earlier_messages_have_precedence():
    made = concentrator(9, 4)
    assert (made.connect(np.array([8, 1, 5, 3, 0, 2]))[-1] >= 0).tolist() == [True] * 4 + [False] * 2


def test_a_graph_that_is_none_is_found_out():
    """Two inputs that share their one output can never both get through."""
    start, output = np.array([0, 1, 2, 4]), np.array([0, 0, 0, 1])
    assert largest_guarantee(3, 2, start, output) == 1


def test_graphs_dealt_at_random_rarely_fail_at_any_size():
    assert all(failure_at_most(r, -(-2 * r // 3)) < 5e-6 for r in [*range(6, 200), *range(200, 1500, 13)])
    assert failure_at_most(6, 4) > 0


def test_the_same_seed_gives_the_same_graph():
    one = stage(30, 20, 3)
    stage.cache_clear()
    assert stage(30, 20, 3).output.tolist() == one.output.tolist() != stage(30, 20, 4).output.tolist()


@pytest.mark.parametrize(("r", "s"), [(30, 19), (30, 30), (30, 40)])
def test_sizes_that_are_none_are_refused(r, s):
    with pytest.raises(ValueError, match="two thirds"):
        stage(r, s)

"""The paper's search with its rules: the facts of its Table 3 that can be pinned (spec 2)."""

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.engine.exploring.egft_rules import ALL, Rules, recursion
from tests.engine.exploring.test_egft_search import every_tree


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

"""The front of trees against every tree there is, found by the plainest recursion."""

from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.engine.exploring.egft_search import TreeQuery, tree_front


def every_tree(N, R, T, levels):
    """All (M, C, K) whose switches have the ports, and whose last level is only as wide as it must be.

    Written from the constraints of the paper (equations 4 and 5), not from its recursion: uplinks are
    counted when the next level is chosen.
    """
    found = []

    def more(M, C, K):
        left = -(-N // prod(M))
        if left == 1:
            found.append((M, C, K))
            return
        if len(M) == levels:
            return
        free = C[-1] * (R - M[-1] * K[-1])
        for m in range(2, min(left, R) + 1):
            for c in range(1, free + 1):
                for k in range(1, min(R // m, free // c) + 1):
                    if c * k > free or m * k > R:
                        continue
                    more((*M, m), (*C, c), (*K, k))

    if T <= R:
        more((T,), (1,), (1,))
    return found


def figures(tree, R, price, bundle):
    """(ratio, hops, switches, cables, cost) from the formulas of the specification, level by level.

    Cables of hosts are left out: a tree with spare host ports has no more of them than one without.
    """
    M, C, K = tree
    switches = cables = 0
    cost = 0.0
    ratio = 1.0
    for level in range(len(M)):
        above = prod(M[level + 1 :])
        switches += C[level] * above
        cables += C[level] * M[level] * above if level else 0
        cost += above * (C[level] * price + (C[level] * M[level] * bundle[K[level]] if level else 0))
        ratio = max(ratio, prod(M[: level + 1]) / (C[level] * M[level] * K[level]))
    return ratio, 2 * len(M), switches, cables, cost


def pareto(points):
    """Those that no other is as good as in everything."""
    front = []
    for point in sorted(set(points)):  # what beats a point comes before it
        if not any(all(a <= b for a, b in zip(other, point, strict=True)) for other in front):
            front.append(point)
    return front


def prices(R):
    return (0.0, 47.5, *(57.5 * -(-k // 4) for k in range(2, R + 1)))


def check(N, R, T, levels, price):
    bundle = prices(R)
    wish = TreeQuery(N, R, T, levels=levels, switch_price=price, bundle_price=bundle)
    trees = tree_front(wish).trees
    got = [figures((tree.M, tree.C, tree.K), R, price, bundle) for tree in trees]
    wanted = pareto(figures(tree, R, price, bundle) for tree in every_tree(N, R, T, levels))
    assert sorted(got) == wanted
    for tree in trees:
        assert tree.ports >= N
        assert tree.radix <= R
        between = tree.cables - tree.ports
        assert (float(tree.ratio), tree.hops, tree.switches, between) == figures(
            (tree.M, tree.C, tree.K), R, price, bundle
        )[:4]


@st.composite
def small(draw):
    R = draw(st.integers(2, 7))
    T = draw(st.integers(1, R))
    return draw(st.integers(1, 24)), R, T, draw(st.integers(1, 4)), draw(st.sampled_from((0.0, 40.0, 4000.0)))


@given(small())
def test_front_is_that_of_all_trees(case):
    check(*case)


@pytest.mark.parametrize(
    ("N", "R", "T"),
    [(60, 12, 8), *(pytest.param(*case, marks=pytest.mark.slow) for case in ((33, 9, 3), (96, 12, 9)))],
)
def test_front_of_larger_ones(N, R, T):
    check(N, R, T, 4, 500.0 * R)


@pytest.mark.slow
@pytest.mark.parametrize("R", range(2, 17))
def test_front_up_to_96_hosts_and_16_ports(R):
    for N in (7, 30, 64, 95, 96):
        for T in range(1, R + 1):
            edges = 30 if R < 9 else 14 if R < 13 else 10  # beyond, every tree is too many
            if edges * T >= N:
                check(N, R, T, 4, 500.0 * R)


@given(small(), st.integers(1, 3), st.integers(1, 3), st.integers(1, 40), st.floats(1, 6))
def test_limits_leave_the_front_of_what_meets_them(case, lag, plugs, switches, ratio):
    N, R, T, levels, price = case
    bundle = prices(R)
    limits = {"lag": lag, "plugs": plugs, "switches": switches, "ratio": ratio}

    def meets(tree):
        M, C, K = tree
        uplinks = all(C[i + 1] * -(-K[i + 1] // 4) <= plugs * C[i] for i in range(len(M) - 1))
        return uplinks and all(k % lag == 0 for k in K[1:])

    wish = TreeQuery(N, R, T, levels=levels, switch_price=price, bundle_price=bundle, **limits)
    got = [figures((tree.M, tree.C, tree.K), R, price, bundle) for tree in tree_front(wish).trees]
    all_of_them = [figures(tree, R, price, bundle) for tree in every_tree(N, R, T, levels) if meets(tree)]
    wanted = pareto(point for point in all_of_them if point[2] <= switches and point[0] <= ratio)
    assert sorted(got) == wanted


def test_trees_of_the_front_are_distinct_and_in_order():
    trees = tree_front(TreeQuery(1024, 48, 16, switch_price=1.0)).trees
    assert len(set(trees)) == len(trees)
    assert [tree.levels for tree in trees] == sorted(tree.levels for tree in trees)

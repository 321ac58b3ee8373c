"""Lemma 3: wires in a box, each point of the grid used by one wire at most."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.networks.schedules.universal_trees.bit_serial import box_size
from tests.networks.schedules.universal_trees.node_box import coloured, wired


@given(st.integers(1, 90), st.integers(1, 10), st.integers(0, 2**32 - 1))
def test_wires_are_disjoint_and_inside(count, fold, seed):
    fold = min(fold, int(np.ceil(np.sqrt(count))))
    permutation = np.random.default_rng(seed).permutation(count)
    box = wired(permutation, fold)
    used = set()
    ends = {}
    for wire, points in enumerate(box.wires):
        assert (np.abs(np.diff(points, axis=0)).sum(axis=1) <= 1).all()
        assert (points >= 0).all()
        assert (points < box.size).all()
        own = set(map(tuple, points.tolist()))
        assert not used & own
        used |= own
        ends[wire] = tuple(points[0]), tuple(points[-1])
    starts, finishes = zip(*(ends[wire] for wire in range(count)), strict=True)
    assert {z for *_, z in (*starts, *finishes)} == {0}
    by_output = {int(permutation[wire]): finishes[wire] for wire in range(count)}
    other = wired(np.arange(count), fold)
    assert [tuple(points[0]) for points in other.wires] == list(starts)
    assert [tuple(points[-1]) for points in other.wires] == [by_output[k] for k in range(count)]


@pytest.mark.parametrize("m", [16, 100, 1000, 10**6])
def test_sides_are_those_of_lemma_3(m):
    root = np.ceil(np.sqrt(m))
    for fold in {1, 2, int(root) // 2, int(root)}:
        x, y, z = box_size(m, fold)
        assert x == y == 3 * fold * root
        assert z <= 4 * root / fold + 6


@given(st.integers(1, 8), st.integers(0, 60), st.integers(0, 2**32 - 1))
def test_edges_of_one_node_have_different_colours(nodes, edges, seed):
    random = np.random.default_rng(seed)
    row, column = random.integers(0, nodes, (2, edges))
    degree = max(1, *np.bincount(row, minlength=1), *np.bincount(column, minlength=1))
    found = coloured(row, column, int(degree))
    assert (found >= 0).all()
    for ends in (row, column):
        assert len(set(zip(ends.tolist(), found.tolist(), strict=True))) == edges

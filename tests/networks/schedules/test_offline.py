"""The promises of Theorem 1 and Corollary 2, on any tree and any messages."""

from fractions import Fraction
from math import ceil

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.core.errors import Cancelled
from fatdesk.networks.schedules.capacitated_tree import fat_tree, load
from fatdesk.networks.schedules.offline import schedule, split_groups
from tests.networks.schedules.trees import loaded_trees, loads


def factor(tree, source, destination):
    """The load factor, exactly, from messages walked one by one."""
    walked = loads(tree, source, destination)
    return max(
        Fraction(int(walked[way][node]), int(getattr(tree, way)[node]))
        for way in ("up", "down")
        for node in range(1, 2 * tree.size)
    )


def check_delivered(tree, source, destination, made):
    """Every message once, in a cycle that there is, and no channel above its capacity."""
    assert made.cycle.shape == source.shape
    assert sorted(set(made.cycle.tolist())) == list(range(made.cycles))
    for cycle in range(made.cycles):
        chosen = made.cycle == cycle
        walked = loads(tree, source[chosen], destination[chosen])
        assert (walked["up"][1:] <= tree.up[1:]).all()
        assert (walked["down"][1:] <= tree.down[1:]).all()


@pytest.mark.parametrize("packed", [False, True])
@given(case=loaded_trees())
def test_theorem_1(packed, case):
    tree, source, destination = case
    made = schedule(tree, source, destination, packed=packed)
    check_delivered(tree, source, destination, made)
    found = factor(tree, source, destination)
    assert made.cycles >= made.lower_bound == (max(1, ceil(found)) if len(source) else 0)
    assert made.cycles <= made.unpacked <= max(1, made.bound)
    if found <= 1:
        assert made.cycles == min(1, len(source))
    else:
        height = max(1, tree.size.bit_length() - 1)
        power = next(p for p in range(64) if found <= 2**p)
        assert made.bound <= height * 2**power <= 2 * found * height


@given(case=loaded_trees(low=7, high=30), packed=st.booleans())
def test_corollary_2(case, packed):
    """Capacities of at least 7 against lg n of at most 6."""
    tree, source, destination = case
    made = schedule(tree, source, destination, packed=packed)
    check_delivered(tree, source, destination, made)
    a = Fraction(int(min(tree.up[1:].min(), tree.down[1:].min())), max(1, tree.height))
    assert made.cycles <= max(1, 2 * a / (a - 1) * factor(tree, source, destination))


@given(st.data())
def test_a_split_is_even_in_every_channel(data):
    """All from the left half to the right one, halved three times: each channel within one each time."""
    tree = fat_tree(32, [1] * 6)
    count = data.draw(st.integers(1, 200))
    random = np.random.default_rng(data.draw(st.integers(0, 2**32 - 1)))
    source, destination = random.integers(0, 16, count), random.integers(16, 32, count)
    parts = {}
    for times in (0, 1, 2):
        found = np.zeros(count, np.int64)
        orders = np.argsort(source, kind="stable"), np.argsort(destination, kind="stable")
        most = split_groups(*orders, source, destination, np.array([0, count]), np.array([times]), found)
        assert sorted(set(found.tolist())) == list(range(most))
        parts[times] = found
    for coarse, fine in ((0, 1), (1, 2)):
        for number in range(parts[coarse].max() + 1):
            whole = np.flatnonzero(parts[coarse] == number)
            pieces = sorted(set(parts[fine][whole].tolist()))
            assert len(pieces) <= 2
            one = whole[parts[fine][whole] == pieces[0]]
            rest = whole[parts[fine][whole] != pieces[0]]
            first, other = (
                loads(tree, source[one], destination[one]),
                loads(tree, source[rest], destination[rest]),
            )
            for way in ("up", "down"):
                assert np.abs(first[way] - other[way]).max() <= 1


def test_a_permutation_on_a_full_tree_is_one_cycle():
    tree = fat_tree(64, [64, 32, 16, 8, 4, 2, 1])
    made = schedule(tree, np.arange(64), np.random.default_rng(1).permutation(64))
    assert (made.cycles, made.bound) == (1, 1)


def test_the_same_leaf_sends_one_at_a_time():
    made = schedule(fat_tree(8, [8, 4, 2, 1]), np.zeros(7, np.int64), np.arange(1, 8))
    assert made.cycles == made.lower_bound == 7
    assert sorted(made.cycle.tolist()) == list(range(7))


def test_equal_input_gives_equal_cycles():
    tree = fat_tree(16, [4, 3, 2, 2, 1])
    source, destination = np.random.default_rng(3).integers(0, 16, (2, 400))
    one, two = (schedule(tree, source, destination) for _ in range(2))
    assert (one.cycle == two.cycle).all()


def test_it_can_be_cancelled():
    class Stop:
        def step(self, done, total, text):
            raise Cancelled

    with pytest.raises(Cancelled):
        schedule(fat_tree(4, [1, 1, 1]), np.array([0, 0]), np.array([1, 1]), progress=Stop())


@pytest.mark.slow
def test_a_large_set_of_messages():
    """100,000 messages on 1,024 leaves; loads by the quick way, which test_load.py proves."""
    tree = fat_tree(1000, [60, 50, 40, 32, 25, 20, 16, 8, 4, 2, 1])
    source, destination = np.random.default_rng(4).integers(0, 1000, (2, 100_000))
    made = schedule(tree, source, destination)
    for cycle in range(made.cycles):
        chosen = made.cycle == cycle
        assert load(tree, source[chosen], destination[chosen]).factor <= 1
    assert made.cycles <= made.unpacked <= made.bound

"""Delivery on line: what may pass, what is left, and what is even."""

from math import ceil

import numpy as np
import pytest
from hypothesis import given

from fatdesk.core.errors import Cancelled, FatdeskError
from fatdesk.networks.schedules.capacitated_tree import fat_tree, load
from fatdesk.networks.schedules.online import below, deliver
from tests.networks.schedules.trees import loaded_trees, loads


@given(loaded_trees(most=100, most_leaves=16))
def test_everything_arrives_once_and_no_channel_carries_more_than_it_holds(case):
    tree, source, destination = case
    made = deliver(tree, source, destination)
    assert sorted(set(made.cycle.tolist())) == list(range(made.cycles))
    assert made.cycles >= ceil(load(tree, source, destination).factor)
    for cycle in range(made.cycles):
        chosen = made.cycle == cycle
        walked = loads(tree, source[chosen], destination[chosen])
        assert (walked["up"][1:] <= tree.up[1:]).all()
        assert (walked["down"][1:] <= tree.down[1:]).all()
    if len(source):
        left = [int((made.cycle >= cycle).sum()) for cycle in range(made.cycles)]
        assert made.sent == sum(left)


@given(loaded_trees(most_leaves=16, low=300, high=301))
def test_what_is_a_one_cycle_set_arrives_at_once(case):
    tree, source, destination = case  # at most 300 messages
    assert deliver(tree, source, destination).cycles == min(1, len(source))


def test_one_full_channel_works_to_its_last_place():
    """Only the channel above leaf 0 is full: 3 a cycle, 10 messages, 4 cycles."""
    made = deliver(fat_tree(8, [99, 99, 99, 3]), np.zeros(10, np.int64), np.array([1, 2, 3, 4, 5] * 2))
    assert np.bincount(made.cycle).tolist() == [3, 3, 3, 1]


def test_a_full_channel_is_fair():
    """Four senders, one place: each is first in a quarter of 4,000 runs, within five deviations."""
    tree = fat_tree(8, [9, 9, 9, 1])
    source, destination = np.arange(4), np.full(4, 7)
    first = [int(deliver(tree, source, destination, seed).cycle.argmin()) for seed in range(4000)]
    counts = np.bincount(first, minlength=4)
    assert np.abs(counts - 1000).max() < 5 * np.sqrt(4000 * 0.25 * 0.75)


def test_random_numbers_fill_their_range_evenly():
    state = np.array([88172645463325252], np.uint64)
    counts = np.bincount([below(state, 10) for _ in range(20_000)], minlength=10)
    assert len(counts) == 10
    assert ((counts - 2000) ** 2 / 2000).sum() < 33.7  # chi squared, 9 degrees, 1 in 10,000


def test_seeds():
    tree = fat_tree(16, [8, 4, 2, 1, 1])
    source, destination = np.random.default_rng(3).integers(0, 16, (2, 200))
    one, two, other = (deliver(tree, source, destination, seed).cycle for seed in (5, 5, 6))
    assert (one == two).all()
    assert (one != other).any()
    with pytest.raises(FatdeskError, match="seed -1"):
        deliver(tree, source, destination, -1)


def test_it_can_be_cancelled():
    class Stop:
        def step(self, done, total, text):
            raise Cancelled

    with pytest.raises(Cancelled):
        deliver(fat_tree(4, [1, 1, 1]), np.array([0, 0]), np.array([1, 1]), progress=Stop())

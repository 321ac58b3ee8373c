"""Load of channels against messages walked one by one."""

import numpy as np
import pytest
from hypothesis import given

from fatdesk.core.errors import FatdeskError
from fatdesk.networks.schedules.capacitated_tree import FatTree, fat_tree, load
from tests.networks.schedules.trees import loaded_trees, loads


@given(loaded_trees())
def test_loads_are_those_of_the_messages_one_by_one(case):
    tree, source, destination = case
    found, walked = load(tree, source, destination), loads(tree, source, destination)
    assert (found.up == walked["up"]).all()
    assert (found.down == walked["down"]).all()
    factors = {
        (way, node): walked[way][node] / getattr(tree, way)[node]
        for way in ("up", "down")
        for node in range(1, 2 * tree.size)
    }
    assert found.factor == max(factors.values())
    assert not found.factor or factors[found.way, found.worst] == found.factor


def test_weights_count_as_many_messages():
    tree = fat_tree(8, [8, 4, 2, 1])
    source, destination, weight = np.array([0, 3, 5, 5]), np.array([7, 2, 1, 5]), np.array([2, 1, 3, 9])
    plain = load(tree, np.repeat(source, weight), np.repeat(destination, weight))
    found = load(tree, source, destination, weight)
    assert (found.up == plain.up).all()
    assert (found.down == plain.down).all()


def test_the_outside_channel_is_level_0_and_carries_nothing_between_leaves():
    tree = fat_tree(4, [1, 9, 9])
    found = load(tree, np.array([0, 1]), np.array([2, 3]))
    assert found.up[1] == found.down[1] == 0
    assert (found.factor, found.worst, found.way) == (2 / 9, 2, "up")


def test_bad_input_is_told():
    with pytest.raises(FatdeskError, match="message 1: destination 4 is not a leaf, use 0 to 3"):
        load(fat_tree(4, [1, 1, 1]), np.array([0, 0]), np.array([1, 4]))
    with pytest.raises(FatdeskError, match="4 leaves need 3"):
        fat_tree(4, [1, 1])
    with pytest.raises(FatdeskError, match="channel up at node 3 has capacity 0"):
        FatTree(2, np.array([0, 1, 1, 0]), np.ones(4, np.int64))

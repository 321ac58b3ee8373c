"""Compiled loops: indices of hot ones count from the start only, and hints change nothing."""

import numpy as np
import pytest

from fatdesk.core.compiled import compiled, hot, prefetch


@compiled
def read(array, index):
    return array[index]


@hot
def read_hot(array, index):
    return array[index]


@hot
def shift_hot(array, by):
    for i in range(len(array) - by):
        prefetch(array, i + by)
        array[i] = array[i + by]
    for i in range(by):
        array[len(array) - 1 - i] -= 1


@pytest.mark.parametrize("dtype", [np.int8, np.int32, np.int64, np.uint64, np.float64])
@pytest.mark.parametrize("index", [0, 3, np.int32(2), np.uint64(1)])
def test_hot_loops_read_what_others_do(dtype, index):
    array = np.arange(10, 14, dtype=dtype)
    assert read_hot(array, index) == read(array, index) == array[index]


def test_hot_loops_do_not_count_from_the_end():
    whole = np.arange(5)
    behind_first = whole[1:]
    assert read(behind_first, -1) == 4
    assert read_hot(behind_first, -1) == 0, "the element in front of the view"


@pytest.mark.parametrize("by", [0, 1, 7])
def test_hot_loops_write_what_python_does(by):
    found, expected = (np.arange(20, dtype=np.int32) ** 2 for _ in range(2))
    shift_hot(found, by)
    shift_hot.__wrapped__(expected, by)  # without numba, where the hint does nothing
    assert found.tolist() == expected.tolist()

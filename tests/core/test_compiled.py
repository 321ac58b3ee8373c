"""Compiled loops: indices of hot ones count from the start only, and hints change nothing."""

import importlib
import os
import sys

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


LAYOUT = """
from typing import NamedTuple

STEP = {step}

class Pair(NamedTuple):
    {first}: int
    {last}: int
"""
SMALL = """
from fatdesk.core.compiled import inlined

@inlined
def twice(number):
    return number * {by}
"""
LOOP = """
from fatdesk.core.compiled import compiled
from layout_of_loop import STEP, Pair
from small_of_loop import twice

@compiled
def figure(pair: Pair):
    return twice(pair.first) + STEP
"""


@pytest.fixture
def figure(tmp_path, monkeypatch):
    """The figure of a compiled loop whose constant, small function and layout other modules have.

    Files keep their size, and their time is set back: only what they say has changed.
    """
    monkeypatch.syspath_prepend(str(tmp_path))

    def call(step=5, by=2, first="first", last="other"):
        texts = {
            "layout_of_loop": LAYOUT.format(step=step, first=first, last=last),
            "small_of_loop": SMALL.format(by=by),
            "loop_of_others": LOOP,
        }
        for name, text in texts.items():
            (tmp_path / f"{name}.py").write_text(text)
            os.utime(tmp_path / f"{name}.py", (1e9, 1e9))
        for name in texts:
            monkeypatch.delitem(sys.modules, name, raising=False)
        importlib.invalidate_caches()
        module = importlib.import_module("loop_of_others")
        value = module.figure(module.Pair(10, 20))
        return value, sum(module.figure.stats.cache_hits.values())

    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    yield call
    for name in ("layout_of_loop", "small_of_loop", "loop_of_others"):
        sys.modules.pop(name, None)


def test_machine_code_is_used_again_until_something_in_it_changes(figure):
    assert figure() == (25, 0)
    assert figure() == (25, 1)
    assert figure(step=6) == (26, 0)
    assert figure(by=3) == (35, 0)
    assert figure(first="other", last="first") == (45, 0)
    assert figure(first="other", last="first") == (45, 1)

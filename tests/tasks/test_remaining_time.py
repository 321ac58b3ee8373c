"""Remaining time against work whose length is known."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.tasks.running import SOONEST_S, RemainingTime


class Clock:
    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


@given(st.integers(2, 10_000), st.floats(0.001, 100.0))
def test_even_work_is_told_exactly_once_it_is_told(total, piece_s):
    clock = Clock()
    pace = RemainingTime(clock)
    for done in range(0, total, max(1, total // 50)):
        pace.step(done, total)
        left = pace.left_s
        assert pace.fraction == done / total
        if left is None:
            assert done * piece_s < SOONEST_S or done < max(1, 0.02 * total)
        else:
            assert left == pytest.approx((total - done) * piece_s)
        clock.now += piece_s * max(1, total // 50)


def test_it_runs_down_between_two_steps_and_never_below_nothing():
    clock = Clock()
    pace = RemainingTime(clock)
    pace.step(0, 4)
    clock.now += 4
    pace.step(2, 4)
    assert pace.left_s == pytest.approx(4)
    clock.now += 1
    assert pace.left_s == pytest.approx(3)
    clock.now += 10
    assert pace.left_s == 0


def test_a_new_step_is_not_judged_by_the_one_before():
    clock = Clock()
    pace = RemainingTime(clock)
    pace.step(0, 10)
    clock.now += 9
    pace.step(9, 10)
    assert pace.left_s == pytest.approx(1)
    pace.step(0, 500)
    assert pace.left_s is None
    assert pace.fraction == 0
    pace.step(0, 0)
    assert pace.fraction is None

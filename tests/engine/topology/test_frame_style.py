"""Which lines are drawn: cut at the window, within budgets, the important ones always."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.engine.topology.drawing import Bundles
from fatdesk.engine.topology.frame_style import (
    MOST_BUNDLES,
    MOST_CUT,
    MOST_PIXELS,
    clip,
    sample,
    widths,
    within_budget,
)

PLACE = st.integers(-400, 700)


def sampled(line, width, height, margin=8.0):
    """Points of a line inside the window, found one by one."""
    share = np.linspace(0, 1, 4001)[:, None]
    points = np.array(line[:2]) + share * (np.array(line[2:]) - np.array(line[:2]))
    inside = (points >= -margin).all(axis=1) & (points[:, 0] <= width + margin)
    return points[inside & (points[:, 1] <= height + margin)]


@given(st.tuples(PLACE, PLACE, PLACE, PLACE))
def test_a_line_is_cut_where_it_leaves_the_window(line):
    here, pieces = clip(np.array([line], float), 300, 200)
    points = sampled(line, 300, 200)
    if not len(points):
        assert not len(here) or np.hypot(*(pieces[0, 2:] - pieces[0, :2])) < 2
        return
    assert len(here) == 1
    step = np.hypot(line[2] - line[0], line[3] - line[1]) / 4000 + 1e-6
    assert np.hypot(*(pieces[0, :2] - points[0])) <= step
    assert np.hypot(*(pieces[0, 2:] - points[-1])) <= step


def test_budgets_hold_and_what_matters_is_kept():
    rng = np.random.default_rng(3)
    lines = rng.random((30_000, 4)) * 900
    count = rng.integers(1, 40, len(lines))
    first = np.zeros(len(lines), bool)
    first[rng.integers(0, len(lines), 50)] = True
    kept = within_budget(lines, count, first, np.arange(len(lines)))
    assert len(kept) <= MOST_BUNDLES
    assert set(np.flatnonzero(first).tolist()) <= set(kept.tolist())
    size = np.hypot(lines[:, 2] - lines[:, 0], lines[:, 3] - lines[:, 1]) * widths(count)
    assert size[kept].sum() <= MOST_PIXELS + size[first].sum()
    assert first[kept[-50:]].all() or first[kept].sum() == len(np.unique(np.flatnonzero(first)))
    assert kept.tolist() == within_budget(lines, count, first, np.arange(len(lines))).tolist()


def test_what_is_left_out_is_left_out_everywhere_alike():
    x = np.arange(20_000) % 1000
    lines = np.stack([x, 0 * x, x, 0 * x + 100], axis=1).astype(float)
    kept = within_budget(lines, np.ones(len(x), np.int64), x < 0, np.arange(len(x)))
    parts = np.histogram(x[kept], bins=10)[0]
    assert len(kept) == MOST_BUNDLES
    assert parts.min() > 0.7 * parts.max()


def test_of_very_many_lines_a_part_stands_for_all():
    near = np.arange(200_000)
    first = near % 50_000 == 17
    some = sample(near, near, first)
    assert 0.9 * MOST_CUT < len(some) < 1.1 * MOST_CUT
    assert set(near[first].tolist()) <= set(some.tolist())
    parts = np.histogram(some, bins=20)[0]
    assert parts.min() > 0.8 * parts.max()


@given(st.booleans(), st.integers(0, 2**32 - 1))
def test_lines_near_a_window_are_those_whose_bounds_touch_it(alike, seed):
    """Lines from row to row, whose heights are all alike, and lines of any heights."""
    random = np.random.default_rng(seed)
    ends = random.integers(0, 20, (30, 4)).astype(float)
    if alike:
        ends[:, 1], ends[:, 3] = 4.0, 9.0
    none = np.zeros(0, np.int64)
    bundles = Bundles(none, none, none, ends, none, none, none)
    left, right = np.sort(random.integers(-3, 23, 2)).tolist()
    top, bottom = np.sort(random.integers(-3, 23, 2)).tolist()
    expected = [
        number
        for number, (x1, y1, x2, y2) in enumerate(ends.tolist())
        if max(x1, x2) >= left and min(x1, x2) <= right and max(y1, y2) >= top and min(y1, y2) <= bottom
    ]
    assert bundles.near(left, right, top, bottom).tolist() == expected

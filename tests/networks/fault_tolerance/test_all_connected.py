"""The probability that all stay connected against the sum over all combinations, and closed forms."""

from functools import partial
from itertools import product
from math import prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.core.errors import Cancelled
from fatdesk.networks.fault_tolerance import all_connected as module
from fatdesk.networks.fault_tolerance.all_connected import all_connected


def judge_by(cuts):
    """All is well as long as no cut is out as a whole."""

    def judge(elements, start, place, progress):
        element = elements[place]
        progress.step(0, 1, "")
        found = np.ones(len(start) - 1, np.bool_)
        for i in range(len(found)):
            out = set(element[start[i] : start[i + 1]].tolist())
            assert len(out) == start[i + 1] - start[i]
            found[i] = not any(cut <= out for cut in cuts)
        return found

    return lambda elements: partial(judge, elements)


def connected(failed, judge_among, samples, seed, progress, fatal=()):
    known = np.isin(np.arange(len(failed)), fatal)
    return all_connected(failed, known, judge_among, samples, seed, progress)


def lost(failed, cuts) -> float:
    """The sum over all combinations."""
    total = 0.0
    for out in product((False, True), repeat=len(failed)):
        if any(all(out[i] for i in cut) for cut in cuts):
            total += prod(p if one else 1 - p for p, one in zip(failed, out, strict=True))
    return total


CUTS = st.lists(st.frozensets(st.integers(0, 8), min_size=1, max_size=4), max_size=6)
FAILED = st.lists(st.sampled_from([0.0, 1e-6, 0.02, 0.3, 0.8, 1.0]) | st.floats(0, 1), min_size=9, max_size=9)


class Silent:
    def step(self, done, total, text):
        pass


@given(FAILED, CUTS)
def test_few_things_exactly(failed, cuts):
    found = connected(np.array(failed), judge_by(cuts), 100, 1, Silent())
    assert found.exact
    assert found.low == found.lost == found.high == pytest.approx(lost(failed, cuts), rel=1e-9, abs=1e-15)


@given(FAILED, CUTS, st.integers(0, 99))
def test_many_things_within_the_interval(failed, cuts, seed):
    """With room for 40 combinations alone; the interval is missed with a chance of 5 %, so it is doubled."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "MOST_TRIED", 40)
        found = connected(np.array(failed), judge_by(cuts), 2000, seed, Silent())
    wide = found.high - found.low
    assert found.low - wide - 1e-12 <= lost(failed, cuts) <= found.high + wide + 1e-12
    assert found.low <= found.lost <= found.high
    assert found.alone <= found.lost + 1e-15


def test_the_interval_holds_the_truth_nineteen_times_in_twenty():
    """400 seeds: more than 32 misses have a chance below 0.2 % at 5 % each (binomial)."""
    failed, cuts = np.linspace(0.05, 0.4, 9), [{0, 1, 2}, {4, 5, 7}, {6, 8, 3}, {1, 8, 5}]
    truth = lost(failed.tolist(), cuts)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "MOST_TRIED", 40)
        many = [connected(failed, judge_by(cuts), 100, seed, Silent()) for seed in range(400)]
    assert not any(one.exact for one in many)
    missed = sum(not one.low <= truth <= one.high for one in many)
    assert missed <= 32
    assert np.mean([one.lost for one in many]) == pytest.approx(truth, rel=0.02)


def test_series_and_parallel():
    """All of some in a row: 1 - product of those up; pairs side by side: 1 - product of (1 - p^2)."""
    row = connected(np.full(500, 1e-4), judge_by([{i} for i in range(500)]), 100, 1, Silent())
    assert row.exact
    assert row.lost == row.alone == pytest.approx(1 - (1 - 1e-4) ** 500, rel=1e-12)
    pairs = connected(np.full(60, 1e-3), judge_by([{2 * i, 2 * i + 1} for i in range(30)]), 2000, 1, Silent())
    truth = 1 - (1 - 1e-6) ** 30
    assert pairs.alone == 0
    assert pairs.low <= truth <= pairs.high
    assert pairs.lost == pytest.approx(truth, rel=0.01)  # two out of 60 exactly, more sampled


def test_what_is_known_to_be_fatal_need_not_be_judged():
    """The same as when it is found; what is known is never asked for."""

    def never(elements):
        assert not (elements < 5).any()
        return judge_by([{5, 6}])(elements)

    failed = np.linspace(0.01, 0.2, 9)
    found = connected(failed, never, 100, 1, Silent(), fatal=range(5))
    assert found.exact
    assert found.lost == pytest.approx(lost(failed.tolist(), [{0}, {1}, {2}, {3}, {4}, {5, 6}]), rel=1e-12)


def test_more_is_drawn_where_more_hangs_on_it():
    """The interval is at most 1 % of what is lost; nothing more is drawn than is needed, or allowed."""
    cuts = [{0}, *({i, i + 1} for i in range(5, 30))]
    found = [connected(np.full(40, share), judge_by(cuts), 100_000, 1, Silent()) for share in (1e-4, 0.02)]
    assert 100 <= found[0].drawn < 1_000 < found[1].drawn < 100_000
    assert all((one.high - one.low) / 2 <= 0.01 * one.lost for one in found)
    assert connected(np.full(40, 0.02), judge_by(cuts), 200, 1, Silent()).drawn == 200


def test_tiny_probabilities_are_not_lost_in_rounding():
    found = connected(np.full(30, 1e-12), judge_by([{0, 1}]), 100, 1, Silent())
    assert found.lost == pytest.approx(1e-24, rel=1e-6)


def test_what_is_apart_when_nothing_fails_stays_apart():
    found = connected(np.full(30, 0.1), judge_by([set()]), 100, 1, Silent())
    assert (found.probability, found.low, found.exact) == (0.0, 1.0, True)


def test_the_same_seed_gives_the_same():
    failed, judge = np.full(40, 0.2), judge_by([{0, 1, 2}, {5, 6, 7}])
    assert connected(failed, judge, 500, 3, Silent()) == connected(failed, judge, 500, 3, Silent())


def test_it_can_be_stopped():
    class Stops:
        def step(self, done, total, text):
            raise Cancelled

    with pytest.raises(Cancelled):
        connected(np.full(40, 0.2), judge_by([{0, 1, 2}]), 500, 3, Stops())

"""Numbers of failures against the sum over all combinations, and drawn combinations against their shares."""

from itertools import product
from math import prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.networks.fault_tolerance.all_connected import FailedCounts

SHARES = st.sampled_from([0.0, 1e-9, 0.01, 0.2, 0.5, 0.93, 1.0])


def likely(failed, out) -> float:
    return prod(p if one else 1 - p for p, one in zip(failed, out, strict=True))


@given(st.lists(SHARES | st.floats(0, 1), min_size=1, max_size=9))
def test_distribution_is_the_sum_over_all_combinations(failed):
    wanted = [0.0] * (len(failed) + 1)
    for out in product((False, True), repeat=len(failed)):
        wanted[sum(out)] += likely(failed, out)
    found = FailedCounts(np.array(failed)).distribution
    assert found == pytest.approx(wanted, rel=1e-9, abs=1e-300)


def test_small_probabilities_are_as_exact():
    """Of n things alike, k fail with C(n, k) p^k (1 - p)^(n - k)."""
    found = FailedCounts(np.full(1000, 1e-9)).distribution
    assert found[3] == pytest.approx(1000 * 999 * 998 / 6 * 1e-27, rel=1e-5)


def test_many_things_alike_are_quick_and_add_up():
    some = FailedCounts(np.concatenate([np.full(40_000, 0.001), np.full(20_000, 0.002)]))
    assert some.most < 300
    assert some.distribution.sum() == pytest.approx(1, abs=1e-9)  # logarithms of factorials
    mean = (some.distribution * np.arange(len(some.distribution))).sum()
    assert mean == pytest.approx(80, rel=1e-9)


@pytest.mark.parametrize("least", [0, 1, 3])
def test_combinations_come_as_likely_as_they_are(least):
    """Each combination within five deviations of its share of 200,000."""
    failed, count = [0.1, 0.4, 0.4, 0.03, 0.4, 0.1], 200_000
    start, element = FailedCounts(np.array(failed)).drawn(least, count, np.random.default_rng(5))
    assert (np.diff(start) >= least).all()
    number = np.zeros(count, np.int64)
    np.add.at(number, np.repeat(np.arange(count), np.diff(start)), 1 << element.astype(np.int64))
    found = np.bincount(number, minlength=64)
    shares = {
        sum(1 << i for i, one in enumerate(out) if one): likely(failed, out)
        for out in product((False, True), repeat=6)
        if sum(out) >= least
    }
    total = sum(shares.values())
    for which in range(64):
        share = shares.get(which, 0.0) / total
        assert abs(found[which] - count * share) <= 5 * (count * share * (1 - share)) ** 0.5


def test_the_same_seed_gives_the_same():
    some = FailedCounts(np.linspace(0.001, 0.2, 50))
    one, two = (some.drawn(2, 100, np.random.default_rng(7)) for _ in range(2))
    assert all((a == b).all() for a, b in zip(one, two, strict=True))
    other = some.drawn(2, 100, np.random.default_rng(8))
    assert len(one[1]) != len(other[1]) or (one[1] != other[1]).any()


def test_a_thing_is_in_a_combination_once():
    start, element = FailedCounts(np.full(30, 0.6)).drawn(2, 500, np.random.default_rng(1))
    for i in range(500):
        here = element[start[i] : start[i + 1]]
        assert len(set(here.tolist())) == len(here)
        assert ((here >= 0) & (here < 30)).all()

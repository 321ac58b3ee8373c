"""Intervals against SciPy, and how often they hold the true mean; quantiles of histograms."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from fatdesk.networks.simulation.engines.counts import BINS, bin_edges, quantile
from fatdesk.networks.simulation.engines.packet_kernel import bin_of
from fatdesk.networks.simulation.point import grouped, half_width


@pytest.mark.parametrize("count", [2, 5, 20, 100])
def test_equal_weights_give_students_interval(count):
    values = np.random.default_rng(count).normal(7, 2, count)
    low, high = stats.t.interval(0.95, count - 1, values.mean(), stats.sem(values))
    assert half_width(values, np.full(count, 1.0)) == pytest.approx((high - low) / 2, rel=1e-12)
    assert half_width(values * 50, np.full(count, 50)) == pytest.approx((high - low) / 2, rel=1e-12)


def test_a_ratio_is_as_wide_as_the_jackknife_says():
    random = np.random.default_rng(1)
    weights = random.poisson(400, 200)
    sums = np.array([random.exponential(100, weight).sum() for weight in weights])
    left_out = (sums.sum() - sums) / (weights.sum() - weights)
    error = np.sqrt(199 / 200 * ((left_out - left_out.mean()) ** 2).sum())
    assert half_width(sums, weights) == pytest.approx(error * stats.t.ppf(0.975, 199), rel=0.01)


def test_nothing_can_be_told_from_one():
    assert half_width(np.array([3.0]), np.array([1.0])) is None
    assert half_width(np.array([3.0, 0.0]), np.array([1, 0])) is None
    assert half_width(np.zeros(4), np.zeros(4)) is None


def test_groups_are_equal_and_the_last():
    rows = np.arange(2 * 47).reshape(47, 2)
    groups = grouped(rows, 20)
    assert groups.shape == (20, 2)
    assert groups.sum() == rows[7:].sum()
    assert (grouped(rows[:3], 20) == rows[:3]).all()


@pytest.mark.parametrize("memory", [0.0, 0.9])
def test_intervals_hold_the_mean_as_often_as_they_say(memory):
    """Batches of a series that remembers, of 100 values each: long beside what it remembers (10)."""
    random = np.random.default_rng(5)
    runs, length = 800, 2000
    noise = random.normal(0, 1, (runs, length))
    series = np.empty_like(noise)
    now = random.normal(0, 1 / np.sqrt(1 - memory**2), runs)  # begins as it goes on
    for at in range(length):
        now = memory * now + noise[:, at]
        series[:, at] = now
    batches = series.reshape(runs, 20, -1).sum(axis=2)
    widths = [half_width(row, np.full(20, length / 20)) for row in batches]
    held = np.mean(np.abs(series.mean(axis=1)) <= widths)
    assert 0.92 <= held <= 0.97


@given(
    st.lists(st.integers(0, 1 << 20), min_size=1, max_size=200), st.sampled_from([0.01, 0.25, 0.5, 0.99, 1.0])
)
def test_quantiles_of_bins_are_those_of_numpy_rounded_up_to_a_bin(latencies, share):
    """The 99th percentile never exceeds the highest latency."""
    bins = np.bincount([bin_of(one) for one in latencies], minlength=BINS)
    exact = float(np.quantile(latencies, share, method="inverted_cdf"))
    found = quantile(bins, share, max(latencies))
    assert exact <= found <= max(latencies)
    width = np.diff(bin_edges())[bin_of(int(exact))]
    assert found < exact + width

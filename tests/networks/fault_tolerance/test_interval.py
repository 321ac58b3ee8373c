"""Exact intervals of shares against what SciPy says."""

import pytest
from scipy.stats import binomtest

from fatdesk.networks.fault_tolerance.results import binomial_interval


@pytest.mark.parametrize(
    ("tolerated", "combinations"),
    [(0, 1), (1, 1), (0, 50), (50, 50), (3, 50), (999_000, 1_000_000), (1, 10**9)],
)
def test_clopper_and_pearson(tolerated, combinations):
    known = binomtest(tolerated, combinations).proportion_ci(0.95, method="exact")
    assert binomial_interval(tolerated, combinations) == pytest.approx((known.low, known.high), rel=1e-9)


@pytest.mark.parametrize(("tolerated", "combinations"), [(-1, 3), (4, 3), (0, 0)])
def test_what_is_no_share(tolerated, combinations):
    with pytest.raises(ValueError, match="is not a share"):
        binomial_interval(tolerated, combinations)

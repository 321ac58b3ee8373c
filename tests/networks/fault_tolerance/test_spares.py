"""Spares against Poisson's distribution summed by hand, and against the smallest number by search."""

from fractions import Fraction
from math import exp, factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.networks.fault_tolerance.reliability import spares


def more_than(count: int, mean: float) -> float:
    """The probability of more than so many, by the plain sum of the others."""
    return 1 - exp(-mean) * float(sum(Fraction(mean) ** n / factorial(n) for n in range(count + 1)))


@given(
    st.floats(0.01, 200),
    st.floats(1, 300),
    st.sampled_from([0.5, 0.8, 0.9, 0.95, 0.99, 0.999]),
)
def test_it_is_the_smallest_number_that_lasts(per_year, days, confidence):
    mean = per_year * days / 365
    found = spares(per_year, days, confidence)
    assert more_than(found, mean) <= 1 - confidence + 1e-12
    assert found == 0 or more_than(found - 1, mean) > 1 - confidence - 1e-12


@pytest.mark.parametrize(
    ("mean", "confidence", "wanted"),
    [
        (0.05, 0.95, 0),  # 1 - exp(-0.05) = 0.0488
        (0.052, 0.95, 1),  # 1 - exp(-0.052) = 0.0507
        (1.0, 0.95, 3),  # tables of Poisson's distribution: P(N <= 2) = 0.9197, P(N <= 3) = 0.9810
        (10.0, 0.95, 15),  # P(N <= 14) = 0.9165, P(N <= 15) = 0.9513
        (10.0, 0.999, 21),  # P(N <= 20) = 0.9984, P(N <= 21) = 0.9993
    ],
)
def test_known_figures(mean, confidence, wanted):
    assert spares(mean * 365 / 30, 30, confidence) == wanted


def test_many_failures():
    assert spares(1e6, 365, 0.999999) == pytest.approx(1e6 + 4.7534 * 1e3, abs=10)  # nearly normal


def test_nothing_fails():
    assert spares(0.0, 30, 0.999) == 0

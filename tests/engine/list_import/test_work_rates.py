"""Rates of installation from ticked cables, against planted rates, scipy and counts by hand."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from scipy.optimize import curve_fit
from scipy.stats import t

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.bill.rules import BillRules
from fatdesk.engine.list_import.work_rates import fit_rates
from fatdesk.engine.wiring.wiring_list import CableRow, End, Length
from tests.patience import few

RULES = BillRules()
LENGTH = Length(
    route_um=1, vertical_um=1, side_um=1, slack_um=1, tolerance_um=1, computed_um=1, ordered_um=1_000_000
)


def cables(phase, in_rack, between, status="laid"):
    """Cables of a phase, in a rack and between two racks."""
    here, there = (End(device="d", model="m", row=0, rack=n, rack_label=f"A{n}") for n in (1, 2))
    made = CableRow(
        id=f"{phase}-{status}", fabric="f", part="p", kind="DAC", bundle="", links=(), a=here, b=here,
        length=LENGTH, run=(), reason="", cost=None, status=status, phase=phase,
    )  # fmt: skip
    return [made] * in_rack + [replace(made, b=there)] * between


def test_planted_rates_are_found():
    """25 cables an hour in a rack, 10 between racks; planned cables, and unknown words, do not count."""
    rows = cables("1", 100, 50) + cables("2", 25, 80) + cables("2", 40, 40, "planned")
    rows += cables("2", 3, 4, "abgenommen")
    found = fit_rates(rows, {"1": 100 / 25 + 50 / 10, "2": 25 / 25 + 80 / 10}, RULES)
    assert [(one.in_rack, one.between) for one in found.shifts] == [(100, 50), (25, 80)]
    assert (found.in_rack.fitted, found.between.fitted) == (pytest.approx(25), pytest.approx(10))
    assert (found.in_rack.suggested, found.between.suggested, found.scaled) == (25, 10, False)
    assert (found.in_rack.ticks, found.between.ticks) == (125, 130)
    assert (found.in_rack.low, found.in_rack.high) == (None, None), "two shifts leave nothing to judge by"
    assert found.others == {"abgenommen": 7}


@settings(max_examples=few(20))
@given(st.integers(0, 10**6), st.integers(3, 9))
def test_fit_and_intervals_are_those_of_scipy(seed, shifts):
    chance = np.random.default_rng(seed)
    counts = chance.integers(5, 60, (shifts, 2))
    hours = counts @ [1 / 18, 1 / 7] * chance.uniform(0.9, 1.1, shifts)
    rows = [row for n, (inside, between) in enumerate(counts) for row in cables(str(n), inside, between)]
    found = fit_rates(rows, {str(n): float(spent) for n, spent in enumerate(hours)}, RULES)
    each, cov = curve_fit(lambda x, a, b: a * x[0] + b * x[1], counts.T, hours, p0=(0.1, 0.1))
    if found.scaled:
        assert (each <= 1e-9).any() or np.linalg.matrix_rank(counts) < 2
        return
    half = t.ppf(0.975, shifts - 2) * np.sqrt(np.diag(cov))
    for rate, hour, width in zip((found.in_rack, found.between), each, half, strict=True):
        assert rate.fitted == pytest.approx(1 / hour, rel=1e-4)
        assert rate.low == pytest.approx(1 / (hour + width), rel=1e-3)
        assert (rate.high is None) == (hour <= width) or abs(hour - width) < 1e-6


def test_one_shift_scales_both_rates():
    """Twice the hours of the present rates: 20 and 8 cables an hour become 10 and 4."""
    found = fit_rates(cables("1", 40, 16), {None: 8.0}, RULES)
    assert found.scaled
    assert (found.in_rack.fitted, found.between.fitted) == (pytest.approx(10), pytest.approx(4))
    alone = fit_rates(cables("1", 0, 16), {"1": 4.0}, RULES)
    assert (alone.scaled, alone.between.fitted) == (False, pytest.approx(4))
    assert (alone.in_rack.fitted, alone.in_rack.suggested, alone.in_rack.ticks) == (None, 20, 0)


@pytest.mark.parametrize(
    ("hours", "said"),
    [
        ({}, "a fit needs hours"),
        ({"2": 3.0}, r"phase 2: no cable is ticked, .*\(ticked by phase: 1: 10\)"),
        ({"1": 0.0}, "phase 1: 0 hours, give the hours"),
        ({"1": float("nan")}, "phase 1: nan hours"),
        ({None: 1.0, "1": 1.0}, "not both"),
    ],
)
def test_what_is_missing_is_named(hours, said):
    with pytest.raises(FatdeskError, match=said):
        fit_rates(cables("1", 4, 6) + cables("2", 3, 3, "planned"), hours, RULES)

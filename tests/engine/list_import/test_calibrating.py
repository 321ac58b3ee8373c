"""Slack and tolerance from measured lengths, against scipy, planted values and plain counting."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import nnls
from scipy.stats import linregress, t

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.list_import.calibrating import calibrate, held_line
from fatdesk.engine.wiring.wiring_list import CableRow, End, Length

RULES = CablingRules(slack_m=0.3, tolerance=0.05)
END = End(device="d", model="m")


def row(number, way_m, measured_m, ordered_m=None, computed=True):
    route = round(way_m * 1e6)
    length = Length(
        route_um=route - 2,
        vertical_um=1,
        side_um=1,
        slack_um=300_000,
        tolerance_um=round(0.05 * route),
        computed_um=route + 300_000 + round(0.05 * route) if computed else None,
        ordered_um=None if ordered_m is None else round(ordered_m * 1e6),
    )
    return CableRow(
        id=f"c{number}", fabric="f", part="p", kind="DAC", bundle="", links=(), a=END, b=END, length=length,
        run=(), reason="", cost=None, measured_m=measured_m,
    )  # fmt: skip


def rows_of(ways, measured, ordered=None):
    return [row(n, way, some, ordered) for n, (way, some) in enumerate(zip(ways, measured, strict=True))]


def test_planted_rules_are_found_under_noise_and_gross_errors():
    chance = np.random.default_rng(7)
    ways = np.round(chance.uniform(1, 30, 400), 6)
    measured = 0.42 + 1.035 * ways + chance.normal(0, 0.05, 400)
    wrong = chance.choice(400, 40, replace=False)
    measured[wrong] += chance.choice([-1, 1], 40) * chance.uniform(3, 20, 40)
    measured = np.maximum(np.round(measured, 3), 0.01)
    found = calibrate(rows_of(ways, measured), RULES)
    assert {n for n, point in enumerate(found.points) if point.aside} == set(wrong.tolist())
    assert found.slack_m == pytest.approx(0.42, abs=0.02)
    assert found.tolerance == pytest.approx(0.035, abs=0.002)
    assert abs(found.slack_m - 0.42) <= 2 * found.slack_ci_m
    assert abs(found.tolerance - 0.035) <= 2 * found.tolerance_ci


def test_the_fit_and_its_intervals_are_those_of_scipy():
    chance = np.random.default_rng(3)
    ways = np.round(chance.uniform(1, 30, 60), 6)
    measured = np.round(0.5 + 1.04 * ways + chance.normal(0, 0.03, 60), 6)
    found = calibrate(rows_of(ways, measured), RULES)
    assert found.aside == 0
    line = linregress(ways, measured - ways)
    times = t.ppf(0.975, 58)
    assert found.tolerance == pytest.approx(line.slope, rel=1e-9)
    assert found.slack_m == pytest.approx(line.intercept, rel=1e-9)
    assert found.tolerance_ci == pytest.approx(times * line.stderr, rel=1e-9)
    assert found.slack_ci_m == pytest.approx(times * line.intercept_stderr, rel=1e-9)


@given(
    st.lists(st.tuples(st.integers(1, 40_000), st.integers(-3000, 3000)), min_size=3, max_size=12).filter(
        lambda points: len({x for x, _ in points}) > 1
    )
)
def test_amounts_held_at_nothing_are_those_of_scipy(points):
    x = np.array([x for x, _ in points]) / 1000
    y = np.array([y for _, y in points]) / 1000
    slack, tolerance, _ = held_line(x, y)
    best, _ = nnls(np.stack([np.ones_like(x), x], axis=1), y)
    assert np.sum((y - slack - tolerance * x) ** 2) == pytest.approx(
        np.sum((y - best[0] - best[1] * x) ** 2), rel=1e-6, abs=1e-9
    )


@given(
    st.lists(st.tuples(st.integers(100, 40_000), st.integers(-500, 5000)), min_size=3, max_size=30),
    st.sampled_from([0.5, 0.9, 0.95, 1.0]),
)
def test_the_suggestion_covers_its_share_and_a_centimetre_less_does_not(points, share):
    ways = [x / 1000 for x, _ in points]
    measured = [(x + y) / 1000 if x + y > 0 else 0.001 for x, y in points]
    found = calibrate(rows_of(ways, measured), RULES, share)

    def long_enough(slack):
        new = zip(ways, measured, strict=True)
        return sum(some <= way * (1 + found.suggested_tolerance) + slack + 1e-9 for way, some in new)

    assert found.covered == long_enough(found.suggested_slack_m)
    assert found.covered >= share * len(points)
    if found.suggested_slack_m > 0:
        assert long_enough(found.suggested_slack_m - 0.0101) < share * len(points)


def test_what_is_too_long_is_counted():
    # by the rules now 0.3 + 1.05 * way: 2.4, 4.5, 10.8
    found = calibrate(rows_of([2, 4, 10], [2.3, 4.6, 11.5], ordered=5), RULES)
    assert (found.too_long_computed, found.too_long_ordered) == (2, 1)
    assert [point.computed_m for point in found.points] == pytest.approx([2.4, 4.5, 10.8])


def test_ways_that_are_all_alike_tell_slack_alone():
    found = calibrate(rows_of([3, 3, 3, 3], [3.5, 3.6, 3.4, 3.5]), RULES)
    assert (found.slack_m, found.tolerance) == (pytest.approx(0.5), 0.0)
    assert (found.slack_ci_m, found.tolerance_ci) == (None, None)


def test_too_few_and_unknown_ways_and_senseless_shares_are_refused():
    measured = rows_of([1, 2], [1.5, 2.5])
    with pytest.raises(FatdeskError, match="at least 3 cables with a route, there are 2"):
        calibrate(measured, RULES)
    with pytest.raises(FatdeskError, match="at least 3 cables with a route"):
        calibrate([*measured, row(9, 3, 3.5, computed=False), row(10, 3, None)], RULES)
    with pytest.raises(FatdeskError, match="share"):
        calibrate(rows_of([1, 2, 3], [2, 3, 4]), RULES, 1.5)
    with pytest.raises(FatdeskError, match="correct those that are wrong"):
        calibrate(rows_of([1, 2, 3], [2000, 3000, 4500]), RULES)

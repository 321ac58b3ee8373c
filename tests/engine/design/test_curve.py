"""The cost curve and lower bound of the two-level design paper's section 6.1 and Figure 2."""

from fractions import Fraction
from statistics import median

import pytest

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.design.curve import CurvePoint, curve, per_port_bound
from tests.engine.design.search_samples import PAPER, changed, wanted, with_parts

REQUIREMENTS, FABRIC = wanted(60, families=("two-level",), edge=("ib-36",), core=("ib-36",))
POINTS = {point.hosts: point for point in curve(REQUIREMENTS, FABRIC, PAPER, 2, 160)}
PER_PORT = Fraction(11000, 36)


def cost(point: CurvePoint) -> Fraction:
    assert point.cost is not None
    return Fraction(point.cost.amount)


def test_a_full_network_of_648_hosts() -> None:
    assert per_port_bound(648, PER_PORT) == 594_000
    assert per_port_bound(648, Fraction(306)) == 594_864  # the paper rounds to 306 a port
    assert per_port_bound(648, Fraction(152, 36)) == 8208  # watts; the paper has 8,204 with 4.22 W a port
    assert per_port_bound(648, Fraction(1, 36)) == 54  # rack units
    [full] = curve(REQUIREMENTS, FABRIC, PAPER, 648, 648)
    assert cost(full) == full.lower_bound == 594_000 + 80 * 1296


def test_a_star_up_to_36_hosts() -> None:
    assert {hosts for hosts, point in POINTS.items() if point.family == "star"} == set(range(2, 37))
    assert all(POINTS[n].lower_bound is None for n in range(2, 37))
    assert cost(POINTS[36]) == 11_000 + 36 * 80


def test_a_staircase_that_rises_every_18_hosts() -> None:
    jumps = [n for n in range(38, 161) if cost(POINTS[n]) - cost(POINTS[n - 1]) > 80]
    assert jumps == [55, 73, 91, 109, 127, 145]
    assert all(cost(POINTS[n]) - cost(POINTS[n - 1]) == 80 for n in range(38, 161) if n not in jumps)


def test_the_bound_is_met_at_72_and_108_and_kept_everywhere() -> None:
    met = {n for n in range(37, 161) if cost(POINTS[n]) == POINTS[n].lower_bound}
    assert met == {72, 108}


def test_median_gap() -> None:
    gaps = [cost(POINTS[n]) / POINTS[n].lower_bound - 1 for n in range(37, 161)]
    assert round(float(median(gaps)), 3) == 0.117
    dearer = [3 * n * (306 - PER_PORT) for n in range(37, 161)]
    bounds = [POINTS[n].lower_bound + more for n, more in zip(range(37, 161), dearer, strict=True)]
    rounded = [cost(POINTS[n]) / bound - 1 for n, bound in zip(range(37, 161), bounds, strict=True)]
    assert round(float(median(rounded)), 3) == 0.116


def test_unknown_prices_give_no_bound_and_too_many_hosts_no_design() -> None:
    unpriced = with_parts(PAPER, [changed(PAPER["ib-36"], price=None)])
    [point] = curve(REQUIREMENTS, FABRIC, unpriced, 60, 60)
    assert point.cost is not None
    assert (point.cost.at_least, point.lower_bound) == (True, None)
    assert curve(REQUIREMENTS, FABRIC, PAPER, 649, 649) == [CurvePoint(649)]


def test_an_empty_range() -> None:
    with pytest.raises(FatdeskError, match="give A:B"):
        curve(REQUIREMENTS, FABRIC, PAPER, 5, 4)

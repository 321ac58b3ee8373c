"""The cost curve and lower bound of the two-level design paper's section 6.1 and Figure 2."""

from fractions import Fraction
from statistics import median

import pytest

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.design.curve import CurvePoint, curve, per_port_bound
from fatdesk.engine.drawing.charts.cost_charts import DUE, cost_chart
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


def test_core_switches_are_due_where_the_ports_of_those_before_are_used_up() -> None:
    """Closed form: 36-port switches in E edges need C = ceil(18 / B) cores with B = min(18, 36 div E)."""
    due = {n: point.due for n, point in POINTS.items() if point.due}
    cores = {edges: -(-18 // min(18, 36 // edges)) for edges in range(3, 10)}
    first = {edges: 18 * (edges - 1) + 1 for edges in cores}
    assert due == {37: "another level of switches"} | {
        first[edges]: f"{cores[edges]} core switches in place of {cores[edges - 1]}"
        for edges in range(4, 10)
        if cores[edges] > cores[edges - 1]
    }
    for hosts in range(37, 160):
        lacking = [n for n in due if n > hosts]
        assert POINTS[hosts].hosts_possible + 1 == (lacking[0] if lacking else 163), (
            "9 edge switches are the last"
        )


def test_the_chart_marks_where_switches_are_due() -> None:
    [marked] = [one for one in cost_chart(list(POINTS.values())).series if one.name == DUE]
    assert marked.x.tolist() == [n for n, point in POINTS.items() if point.due]
    assert marked.y.tolist() == [float(cost(POINTS[int(n)])) for n in marked.x]
    rows = cost_chart(list(POINTS.values())).csv().decode().splitlines()
    assert [row.rsplit(",", 1)[1] for row in rows if row.startswith(DUE)] == list(marked.notes)

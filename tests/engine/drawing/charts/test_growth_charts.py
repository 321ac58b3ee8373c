"""Purchases and hosts over the growth steps, read from the picture that is printed."""

import dataclasses
from decimal import Decimal

import numpy as np

from fatdesk.core.money import Money
from fatdesk.engine.drawing.charts.chart_page import chart_page
from fatdesk.engine.drawing.charts.growth_charts import NOTE, PlannedCosts, growth_charts
from fatdesk.engine.drawing.svg import svg

PLANS = (
    PlannedCosts("Grow in place", [Money(Decimal(100), "USD", 0), Money(Decimal(50), "USD", 3)]),
    PlannedCosts("Rebuild", [Money(Decimal(300), "USD", 0)]),
)


def test_costs_add_up_and_what_follows_an_unknown_price_is_a_lower_bound() -> None:
    cost, hosts = growth_charts(PLANS, (60, 80, 120))
    in_place, rebuild = cost.series
    assert (in_place.y.tolist(), rebuild.y.tolist()) == ([0, 100, 150], [0, 300])
    assert in_place.at_least is not None
    assert in_place.at_least.tolist() == [False, False, True]
    assert (cost.note, hosts.note) == (NOTE, "")
    assert [series.y.tolist() for series in hosts.series] == [[60, 80, 120]]
    assert cost.up.low == 0, "purchases begin at nothing"


def test_each_lower_bound_has_an_arrow_of_two_lines() -> None:
    cost, _ = growth_charts(PLANS, (60, 80, 120))
    bare = dataclasses.replace(
        cost,
        series=tuple(
            dataclasses.replace(one, at_least=np.zeros(len(one.x), np.bool_)) for one in cost.series
        ),
    )
    lines = [svg(chart_page(one)).count(b"<path") for one in (cost, bare)]
    assert lines[0] - lines[1] == 2

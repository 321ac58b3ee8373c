"""Charts of candidates against the candidates themselves, their fronts by comparing all with all."""

from xml.etree import ElementTree

import numpy as np
import pytest

from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.charts import Axis, Chart, Series
from fatdesk.engine.design.requirements_file import parse_requirements
from fatdesk.engine.drawing.charts import catalog_points
from fatdesk.engine.drawing.charts.candidate_points import (
    FRONT,
    NAMES,
    SERIES,
    Points,
    curves_chart,
    measures,
    points_chart,
)
from fatdesk.engine.drawing.charts.chart_page import chart_page
from fatdesk.engine.drawing.svg import svg
from fatdesk.engine.exploring.explore import explore


@pytest.fixture(scope="module")
def points():
    text = (
        b"hosts: [{name: servers, part: server-10gbe, count: 96}]\nfabrics: [{name: pod}]\n"
        b"explore: {radix: [24, 48], terminals: [8, 16], levels: 3}\n"
    )
    catalog = load_shipped([])
    found = explore(parse_requirements(text, "r.yaml", catalog), catalog)
    return Points.of(found.candidates, 96, found.ports)


def quantity(name):
    return next(one for one in measures("USD") if one.name == name)


def front(pairs):
    """Those that no other equals or beats in both: more bisection, less cost."""
    distinct = sorted(set(pairs))
    return [
        (x, y)
        for x, y in distinct
        if not any(other != (x, y) and other[0] >= x and other[1] <= y for other in distinct)
    ]


def pairs_of(candidates):
    return [(float(one.bisection), float(one.cost.amount)) for one in candidates]


def test_points_are_the_candidates_and_the_line_is_their_front(points):
    chart = points_chart(points, quantity("bisection"), quantity("cost"), points.fits)
    *families, line = chart.series
    drawn = sorted(pair for one in families for pair in zip(one.x.tolist(), one.y.tolist(), strict=True))
    assert drawn == sorted(pairs_of(points.candidates))
    assert line.name == FRONT
    assert list(zip(line.x.tolist(), line.y.tolist(), strict=True)) == front(pairs_of(points.candidates))
    assert chart.across.low <= min(x for x, _ in drawn) <= max(x for x, _ in drawn) <= chart.across.high


@pytest.mark.parametrize("by_switches", [False, True])
def test_curves_are_the_fronts_of_equal_switches(points, by_switches):
    chart = curves_chart(points, quantity("bisection"), quantity("cost"), by_switches=by_switches)
    wanted = {}
    for one in points.candidates:
        name = f"R = {one.radix}, T = {one.terminals}"
        if one.family == "hyperx":
            name = f"HyperX, S = {one.switches}, {name}" if by_switches else f"HyperX, {name}"
        else:
            name = f"Tree, {name}"
        wanted.setdefault(name, []).append(one)
    drawn = {one.name: list(zip(one.x.tolist(), one.y.tolist(), strict=True)) for one in chart.series}
    assert drawn == {name: front(pairs_of(some)) for name, some in wanted.items()}
    assert len({one.number for one in chart.series}) == len(chart.series)


def test_figures_of_cables_are_quantities(points):
    assert {"skus", "excess", "wasted"} <= set(NAMES)
    for name, value in (
        ("skus", lambda bill: bill.skus),
        ("excess", lambda bill: bill.excess_um / bill.count / 1e6),
        ("wasted", lambda bill: bill.wasted_lanes),
    ):
        mine = [value(one.bill) for one in points.candidates]
        np.testing.assert_allclose(points.figures[name], mine)


def test_a_family_has_one_colour_in_both_plots():
    shared = set(SERIES) & set(catalog_points.SERIES)
    assert len(shared) == 4
    assert all(SERIES.index(name) == catalog_points.SERIES.index(name) for name in shared)


def test_no_candidates_are_an_empty_chart():
    none = Points.of([], 8, 8)
    assert curves_chart(none, quantity("bisection"), quantity("cost")).series == ()
    assert points_chart(none, quantity("bisection"), quantity("cost"), none.fits).series == ()


def test_a_page_has_room_for_the_names_of_many_curves():
    few, many = (
        chart_page(
            Chart(
                "t",
                Axis("x"),
                Axis("y"),
                tuple(
                    Series(number, f"R = {number}", np.array([0.5]), np.array([0.5])) for number in range(n)
                ),
            )
        )
        for n in (6, 90)
    )
    assert many.height - few.height >= 90 / 3 * 5 - 10 * 5
    heights = [sum("R = " in text for text in texts(page)) for page in (few, many)]
    assert heights == [6, 90]


def texts(page):
    """The texts of a page."""
    return [text for text in ElementTree.fromstring(svg(page)).itertext() if text.strip()]

"""Plots of studies: every point at its place, everything told apart in black on white, words that fit."""

from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

import pytest

from fatdesk.engine.charts import CIRCLE, INKS, State, mark_of
from fatdesk.engine.drawing.charts.chart_page import MARKER, ink_of
from fatdesk.engine.drawing.charts.simulation_charts import (
    GBPS,
    accepted_chart,
    in_gbps,
    latency_chart,
    study_page,
)
from fatdesk.engine.drawing.display import Box, Page, Polyline, Text
from fatdesk.engine.drawing.palette import LIGHT, PRINT
from fatdesk.networks.simulation.link_rate import LinkRate
from fatdesk.networks.simulation.point import Latency, Point
from fatdesk.networks.simulation.reference_studies import READY_MADE, published_of
from fatdesk.networks.simulation.results import MeasuredCurve, StudyResult
from fatdesk.networks.simulation.study import SimulationStudy
from fatdesk.networks.study import StudyNetwork
from tests.engine.plan_samples import study_result
from tests.networks.simulation.made_up import curve, measured_on, point


def texts(page: Page) -> list[str]:
    return [item.text for item in page.items if isinstance(item, Text)]


def markers(page: Page) -> list[tuple[float, float]]:
    """Middles of markers of the first network, which are round."""
    found = []
    for item in page.items:
        if isinstance(item, Polyline) and item.closed and len(item.points) == len(CIRCLE.strokes[0]):
            xs, ys = zip(*item.points, strict=True)
            found.append(((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2))
    return found


def tick(page: Page, label: str, nth: int) -> Text:
    return [item for item in page.items if isinstance(item, Text) and item.text == label][nth]


def result_of(*curves: MeasuredCurve | None) -> StudyResult:
    networks = tuple(
        StudyNetwork(name=f"net {n}", spec="kary-tree:k=4,n=3", scheme=("fta", "destro")[n % 2])
        for n in range(len(curves))
    )
    return StudyResult(SimulationStudy(name="s", networks=networks), curves)


def test_points_stand_where_the_axes_say() -> None:
    """Against the labels of ticks: a point lies between them as its value does."""
    page = study_page(result_of(curve(0.1, 0.2, 0.4, highest=0.9)))
    left, right = markers(page)[1:4], markers(page)[4:7]  # the first is in the key
    zero, most = tick(page, "0.0", 1), tick(page, "0.4", 1)
    for load, (x, _) in zip((0.1, 0.2, 0.4), right, strict=True):
        assert x == pytest.approx(zero.x + (most.x - zero.x) * load / 0.4, abs=0.01)
    latencies = [some.latency.mean for some in curve(0.1, 0.2, 0.4, highest=0.9).points]
    low, high = tick(page, "0", 0), tick(page, "150", 0)
    for latency, (_, y) in zip(latencies, left, strict=True):
        assert latency is not None
        assert y == pytest.approx(low.y - 0.85 + (high.y - low.y) * latency / 150, abs=0.01)


def test_networks_are_told_apart_without_colour() -> None:
    marks = [mark_of(number) for number in range(50)]
    assert {ink_of(mark, PRINT) for mark in marks} == {PRINT.text}
    assert len({(mark.hollow, mark.marker, mark.dash) for mark in marks}) == 50
    assert all(one.dash != other.dash for one, other in pairwise(marks))
    assert [ink_of(mark, LIGHT) for mark in marks[:5]] == list(INKS)


def test_latencies_beyond_saturation_are_cut_off_and_that_is_said() -> None:
    far = curve(0.02, 0.5, 0.9, highest=0.4)
    page = study_page(result_of(far))
    assert any("beyond 1,500 cycles are not shown." in text for text in texts(page))
    frames = [item for item in page.items if isinstance(item, Box) and item.pen is not None]
    for item in page.items:
        if isinstance(item, Polyline):
            assert all(y > frames[0].y - 3 * MARKER for _, y in item.points)
    near = study_page(result_of(curve(0.02, 0.3, highest=0.4)))
    assert not any("not shown" in text for text in texts(near))


def test_what_was_measured_stands_below() -> None:
    words = " ".join(texts(study_page(study_result())))
    for expected in (
        "Loads, both",
        "Traffic: uniform.",
        "Packets of 128 bytes (flits of 1), cut-through, buffers of 2 packets, late binding",
        "Warm-up until settled, then 100,000 cycles",
        "Not measured: Loads, both none.",
        "fta · 64 hosts",
        "Latency, cycles",
        "Offered, flits per cycle and host",
    ):
        assert expected in words, expected


def test_published_throughput_stands_beside() -> None:
    ready = READY_MADE[0]
    curves = tuple(curve(0.02, 0.5, 0.9) for _ in ready.study.networks)
    page = study_page(StudyResult(ready.study, curves), published_of(ready.study))
    words = " ".join(texts(page))
    assert "throughput as published" in words
    assert len(markers(page)) == 3 + 2 + 2  # in both plots (one latency is far beyond), key, published
    assert "published" not in " ".join(texts(study_page(StudyResult(ready.study, curves))))


@pytest.mark.parametrize(
    "result",
    [
        result_of(),
        result_of(None, None),
        result_of(MeasuredCurve(measured_on(), ())),
        result_of(curve(0.5)),
        result_of(MeasuredCurve(measured_on(), (replace(point(0.5), latency=Latency(), accepted=0.0),))),
        result_of(*(curve(0.1, 0.2) for _ in range(64))),
        study_result("<img src=x> " + "W" * 45),
    ],
)
def test_any_study_is_drawn_within_its_page(result: StudyResult) -> None:
    page = study_page(result)
    for item in page.items:
        if isinstance(item, Text):
            left, upper, right, lower = item.bounds
            assert min(left, upper) >= -0.01, item
            assert right <= page.width + 0.01, item
            assert lower <= page.height + 0.01, item
    said = "Nothing is measured yet" in texts(page)
    assert said == (result.points == 0)


def test_the_verdict_is_stated_with_the_settings() -> None:
    page = study_page(replace(result_of(curve(0.1, highest=0.9)), verdict="Host links limit this traffic."))
    assert any("Host links limit this traffic." in text for text in texts(page))


def test_axes_in_gbps_and_microseconds() -> None:
    """On 400 Gb/s a flit of 64 B takes 1.28 ns; shapes stay, axes scale."""
    points = curve(0.1, 0.2, 0.4, highest=0.9).points
    shown = [_Drawn(0, "net", points)]
    rated = [in_gbps(shown[0], LinkRate(400, 64))]
    flits, gbps = accepted_chart(shown).series[0], accepted_chart(rated, units=GBPS).series[0]
    assert gbps.x.tolist() == pytest.approx((400 * flits.x).tolist())
    assert gbps.y.tolist() == pytest.approx((400 * flits.y).tolist())
    cycles, us = latency_chart(shown).series[0], latency_chart(rated, units=GBPS).series[0]
    assert us.y.tolist() == pytest.approx((cycles.y * 1.28 / 1000).tolist())
    assert latency_chart(rated, units=GBPS).up.unit == "µs from generation"


class _Drawn(NamedTuple):
    """A network as charts take it."""

    number: int
    name: str
    points: tuple[Point, ...]
    chart_state: State = ""
    share: float | None = None

"""Plots of fault studies: rows at their places, the paper's figures beside, what is missing in words."""

import msgspec
import pytest

from fatdesk.engine.charts import INKS
from fatdesk.engine.drawing.charts.fault_charts import fault_page, fault_settings_text
from fatdesk.engine.drawing.display import Lines, Page, Polyline, Text
from fatdesk.networks.fault_tolerance.reference_studies import PublishedAlways
from fatdesk.networks.fault_tolerance.results import FaultStudyResult, MeasuredFaults
from fatdesk.networks.fault_tolerance.sampled.throughput import DegradationParameters
from fatdesk.networks.fault_tolerance.study import FaultParameters, FaultStudy
from fatdesk.networks.simulation.link_rate import LinkRate
from fatdesk.networks.study import StudyNetwork
from tests.engine.drawing.charts.test_simulation_charts import markers, texts, tick
from tests.engine.plan_samples import fault_results
from tests.networks.fault_tolerance.made_up import degradation, tolerance


def result_of(*networks: MeasuredFaults | None, **study: object) -> FaultStudyResult:
    requested = tuple(StudyNetwork(name=f"net {n}", spec="kary-tree:k=4,n=3") for n in range(len(networks)))
    return FaultStudyResult(FaultStudy(name="s", networks=requested, **study), networks)


def test_rows_stand_where_the_axes_say() -> None:
    """Against the labels of ticks: 10 faults lie in the middle of 1 and 100 on a logarithmic axis."""
    page = fault_page(result_of(tolerance(1, 10, 100)))
    left, right = markers(page)[1:4], markers(page)[4:7]  # the first is in the key
    one = tick(page, "1", 0)
    hundreds = [item for item in page.items if isinstance(item, Text) and item.text == "100"]
    hundred = max(hundreds, key=lambda item: (item.y, item.x))  # below the right axis
    assert left[1][0] == pytest.approx((left[0][0] + left[2][0]) / 2, abs=0.01)
    assert left[0][0] == pytest.approx(one.x, abs=0.01)
    assert right[2][0] == pytest.approx(hundred.x, abs=0.01)
    low, high = tick(page, "0", 0), tick(page, "80", 0)
    for share, (_, y) in zip((1.0, 0.9, 0.9), left, strict=True):
        assert y == pytest.approx(low.y - 0.85 + (high.y - low.y) * share / 0.8, abs=0.01)


def test_random_rows_have_an_interval_and_whole_ones_none() -> None:
    def hairs(page: Page) -> int:
        blue = [item for item in page.items if isinstance(item, Lines) and item.pen.colour == INKS[0]]
        return sum(x1 == x2 for item in blue for x1, _, x2, _ in item.segments)

    assert hairs(fault_page(result_of(tolerance(1, 2)))) == 0
    assert hairs(fault_page(result_of(tolerance(1, 5, 20)))) == 2


def test_throughput_and_its_share_of_that_without_faults() -> None:
    page = fault_page(
        result_of(degradation(0, 100, 200), degradation(100), degradation=DegradationParameters())
    )
    words = texts(page)
    assert "Mean throughput, flits per cycle and host" in words
    assert "Throughput kept, %" in words
    assert len(markers(page)) == 1 + 3 + 3, "key, throughput, and percent of the first network alone"
    only = texts(fault_page(result_of(degradation(100), degradation=DegradationParameters())))
    assert "Throughput kept, %" not in only


def test_throughput_in_gbps_where_the_rate_of_links_is_given() -> None:
    result = result_of(degradation(0, 100), degradation=DegradationParameters())
    rate = LinkRate(400, 64)
    plain, rated = fault_page(result), fault_page(result, rates={0: rate})
    assert "Mean throughput, Gb/s per host" in texts(rated)
    assert "Mean throughput, flits per cycle and host" not in texts(rated)
    shown = [markers(page)[1:3] for page in (plain, rated)]  # the first is in the key
    assert [x for x, _ in shown[0]] == pytest.approx([x for x, _ in shown[1]]), "of the same failures"
    both = result_of(degradation(0), degradation(0), degradation=DegradationParameters())
    unknown = fault_page(both, rates={0: rate})
    assert "Mean throughput, flits per cycle and host" in texts(unknown), "one network has no rate"


def test_what_is_always_tolerated_stands_in_the_key_or_in_a_table() -> None:
    published = (PublishedAlways("net 0", 3, "paper"),)
    words = texts(fault_page(result_of(tolerance(1, 5), None), published))
    assert "net 0 · fta · 64 hosts · 3 always (paper 3)" in words
    assert "net 1" in words
    assert any("Not measured: net 1." in text for text in words)
    words = texts(fault_page(result_of(tolerance(), None, counts=()), published))
    for word in ("Always tolerated", "Published", "Proof", "minimum cut", "not measured"):
        assert word in words
    assert words.count("3") == 2, "ours, and the paper's"
    assert "Nothing is measured yet" in texts(fault_page(result_of(None)))


def test_what_cuts_a_network_is_named() -> None:
    words = " ".join(texts(fault_page(fault_results("n")[0])))
    assert "n fta is cut by n 0; n 2; n 5; n 9." in words


def test_all_that_was_asked_is_told() -> None:
    study = FaultStudy(name="s", faults=FaultParameters(among="all", whole=True), combinations=500, seed=7)
    stated = fault_settings_text(study)
    assert "links of all kinds, whole cables" in stated
    assert "at most 500, beyond that this number at random (seed 7)" in stated
    slower = msgspec.structs.replace(study, degradation=DegradationParameters(samples=20, load=0.5))
    assert "Mean over 20 random combinations" in fault_settings_text(slower)
    assert "uniform, 0.5 flits per cycle and host" in fault_settings_text(slower)


def test_everything_stays_on_the_page() -> None:
    for result in fault_results():
        page = fault_page(result)
        for item in page.items:
            if isinstance(item, Polyline):
                assert all(-0.01 <= x <= page.width and -0.01 <= y <= page.height for x, y in item.points)
            elif isinstance(item, Text):
                assert 0 <= item.y <= page.height

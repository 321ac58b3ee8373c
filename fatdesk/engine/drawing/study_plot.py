"""What a simulation study measured, as a picture: latency over accepted, accepted over offered traffic."""

from collections.abc import Sequence
from typing import NamedTuple

from fatdesk.engine.charts.chart import State
from fatdesk.engine.drawing.curve_plot import HEIGHT, WIDTH, Around, draw_plots, picture, plot_of
from fatdesk.engine.drawing.display import Bounds, Page
from fatdesk.engine.drawing.palette import LIGHT, Palette
from fatdesk.engine.drawing.sketch import Sketch
from fatdesk.engine.drawing.study_charts import accepted_chart, latency_chart
from fatdesk.engine.drawing.study_words import asked_words, measured_words, network_words
from fatdesk.networks.simulation.point import Point
from fatdesk.networks.simulation.reference_studies import Published
from fatdesk.networks.simulation.results import StudyResult


class _Network(NamedTuple):
    """A network with all of its points."""

    number: int
    name: str
    points: Sequence[Point]
    chart_state: State = ""
    share: float | None = None


def study_page(
    result: StudyResult,
    published: Sequence[Published] = (),
    palette: Palette = LIGHT,
    size: tuple[float, float] = (WIDTH, HEIGHT),
) -> Page:
    """A picture by itself."""
    return picture(
        result.study.name, lambda sketch, bounds: draw_study(sketch, bounds, result, published), palette, size
    )


def draw_study(
    sketch: Sketch, bounds: Bounds, result: StudyResult, published: Sequence[Published] = ()
) -> None:
    """Title, both charts, key and caption within some bounds.

    Parameters
    ----------
    published
        Throughputs of a paper, as marks at the right of the second chart.
    """
    shown = [
        _Network(number, network.name, curve.points)
        for number, (network, curve) in enumerate(zip(result.study.networks, result.curves, strict=True))
        if curve is not None and curve.points
    ]
    charts = latency_chart(shown), accepted_chart(shown, published)
    words = [asked_words(result.study), *measured_words(result)]
    words += [chart.note for chart in charts if chart.note]
    if charts[1].edge_marks:
        words.append("Marks at the right of the plot: throughput as published.")
    keys = list(enumerate(network_words(result)))
    plots = [plot_of(sketch, chart) for chart in charts] if shown else ()
    draw_plots(sketch, bounds, Around(result.study.name, words, keys), plots)

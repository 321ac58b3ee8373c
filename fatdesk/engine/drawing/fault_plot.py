"""What a fault study measured, as a picture: shares and pairs over faults, or throughput over faults."""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from fatdesk.engine.charts.chart import State
from fatdesk.engine.drawing.curve_plot import (
    HEIGHT,
    LINE_STEP,
    SIZE,
    WIDTH,
    Around,
    Plot,
    draw_plots,
    picture,
    plot_of,
)
from fatdesk.engine.drawing.display import Bounds, Page
from fatdesk.engine.drawing.fault_charts import Figure, fault_chart
from fatdesk.engine.drawing.fault_words import THINGS, asked_of_faults, fault_keys, measured_of_faults
from fatdesk.engine.drawing.palette import LIGHT, Palette
from fatdesk.engine.drawing.sketch import Sketch
from fatdesk.networks.fault_tolerance.outcomes import DegradationPoint, ToleranceRow
from fatdesk.networks.fault_tolerance.reference_studies import PublishedAlways
from fatdesk.networks.fault_tolerance.results import FaultStudyResult

ROW_STEP = 5.2


class _Network(NamedTuple):
    """A network with all of its points."""

    number: int
    name: str
    points: Sequence[ToleranceRow | DegradationPoint]
    chart_state: State = ""
    share: float | None = None


def fault_page(
    result: FaultStudyResult,
    published: tuple[PublishedAlways, ...] = (),
    palette: Palette = LIGHT,
    size: tuple[float, float] = (WIDTH, HEIGHT),
) -> Page:
    """A picture by itself."""
    return picture(
        result.study.name,
        lambda sketch, bounds: draw_faults(sketch, bounds, result, published),
        palette,
        size,
    )


def draw_faults(
    sketch: Sketch, bounds: Bounds, result: FaultStudyResult, published: tuple[PublishedAlways, ...] = ()
) -> None:
    """Title, plots or a table, key and caption within some bounds.

    Parameters
    ----------
    published
        How many faults a paper says are always tolerated.
    """
    shown = [
        _Network(number, network.name, found.rows or found.points)
        for number, (network, found) in enumerate(zip(result.study.networks, result.networks, strict=True))
        if found is not None and found.counts
    ]
    words = [asked_of_faults(result.study), *measured_of_faults(result)]
    keys = list(enumerate(fault_keys(result, published)))
    plots: Sequence[Plot] = ()
    if shown:
        things = THINGS[result.study.faults.among]
        figures: tuple[Figure, ...] = ("tolerated", "connected")
        if result.study.degradation:
            figures = ("throughput", "share")
        charts = [fault_chart(shown, figure, things) for figure in figures]
        if not any(np.isfinite(series.y).any() for series in charts[1].series):
            del charts[1]
        plots = [plot_of(sketch, chart) for chart in charts]
    elif any(found is not None and found.always for found in result.networks):
        plots, keys = [partial(_always_table, sketch, result=result, published=published)], []
    draw_plots(sketch, bounds, Around(result.study.name, words, keys), plots)


def _always_table(
    sketch: Sketch, bounds: Bounds, *, result: FaultStudyResult, published: tuple[PublishedAlways, ...]
) -> None:
    """Each network with the most faults of which every combination is tolerated."""
    left, upper, right, lower = bounds
    wide = right - left
    told = {one.network: one.faults for one in published}
    head = ["Network", "Hosts", "Always tolerated", "Published", "How it is known"]
    if not told:
        head[3] = ""
    rows = [head]
    for network, found in zip(result.study.networks, result.networks, strict=True):
        always = None if found is None else found.always
        rows.append(
            [
                network.name,
                "" if found is None else f"{found.on.hosts:,}",
                "" if always is None else f"{always.faults:,}",
                f"{told[network.name]:,}" if network.name in told else "",
                "not measured" if always is None else always.proof,
            ]
        )
    step = min(ROW_STEP, (lower - upper) / len(rows))
    size = min(SIZE, SIZE * step / LINE_STEP)
    for number, row in enumerate(rows):
        y = upper + (number + 0.8) * step
        for share, width, cell in zip(
            (0.0, 0.35, 0.45, 0.62, 0.75), (0.28, 0.1, 0.17, 0.13, 0.25), row, strict=True
        ):
            sketch.text(left + share * wide, y, cell, size, bold=number == 0, within=width * wide)

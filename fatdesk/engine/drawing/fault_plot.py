"""What a fault study measured, as a picture: shares and pairs over faults, or throughput over faults."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np

from fatdesk.engine.drawing.axis import Axis, Reals
from fatdesk.engine.drawing.curve_plot import (
    HEIGHT,
    LINE_STEP,
    SIZE,
    WIDTH,
    Around,
    Frame,
    Mark,
    Plot,
    Span,
    around,
    draw_plots,
    mark_of,
    picture,
)
from fatdesk.engine.drawing.display import Bounds, Page
from fatdesk.engine.drawing.display import Point as Place
from fatdesk.engine.drawing.fault_words import THINGS, asked_of_faults, fault_keys, measured_of_faults
from fatdesk.engine.drawing.palette import LIGHT, Palette
from fatdesk.engine.drawing.sketch import Sketch
from fatdesk.networks.fault_tolerance.results import FaultStudyResult, MeasuredFaults
from fatdesk.networks.fault_tolerance.studies import PublishedAlways
from fatdesk.networks.fault_tolerance.tolerated import ToleranceRow

ROW_STEP = 5.2
EDGE = 0.025
UNIT = "flits a cycle and host"


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
        (mark_of(number, sketch.palette), found)
        for number, found in enumerate(result.networks)
        if found is not None and found.counts
    ]
    words = [asked_of_faults(result.study), *measured_of_faults(result)]
    keys = [
        (mark_of(number, sketch.palette), told) for number, told in enumerate(fault_keys(result, published))
    ]
    plots: Sequence[Plot] = ()
    if shown:
        plots = (
            _throughput_plots(sketch, result, shown)
            if result.study.degradation
            else _plots(sketch, result, shown)
        )
    elif any(found is not None and found.always for found in result.networks):
        plots, keys = [partial(_always_table, sketch, result=result, published=published)], []
    draw_plots(sketch, bounds, Around(result.study.name, words, keys), plots)


Shown = Sequence[tuple[Mark, MeasuredFaults]]


class _Curve(NamedTuple):
    """A network in a plot: its values and the ends of their intervals."""

    mark: Mark
    points: Sequence[Place]
    spans: Sequence[Span | None]


def _plot(sketch: Sketch, bounds: Bounds, *, across: Axis, up: Axis, curves: Sequence[_Curve]) -> None:
    frame = Frame(sketch, bounds, across, up)
    for curve in curves:
        frame.draw(curve.mark, curve.points, curve.spans)


def _plots(sketch: Sketch, result: FaultStudyResult, shown: Shown) -> Sequence[Plot]:
    counts = np.array([count for _, found in shown for count in found.counts], np.float64)
    things = "switches" if result.study.faults.among == "switches" else "links"
    across = Axis(f"Failed {things} at once", log=True, whole=True).over(counts)
    tolerated = [
        _Curve(
            mark,
            [(row.faults, 100 * row.share) for row in found.rows],
            [_interval(row) for row in found.rows],
        )
        for mark, found in shown
    ]
    pairs = [
        _Curve(
            mark, [(row.faults, 100 * row.pairs_connected) for row in found.rows], [None] * len(found.rows)
        )
        for mark, found in shown
    ]
    every = np.array([y for curve in pairs for _, y in curve.points])
    connected = Axis("Pairs connected", unit="%").over(every)
    return [
        partial(
            _plot, sketch, across=across, up=Axis("Combinations tolerated", 0, 100, "%"), curves=tolerated
        ),
        partial(
            _plot,
            sketch,
            across=across,
            up=replace(connected, low=max(connected.low, 0.0), high=min(connected.high, 100.0)),
            curves=pairs,
        ),
    ]


def _interval(row: ToleranceRow) -> Span | None:
    if row.exhaustive:
        return None
    from fatdesk.networks.fault_tolerance.interval import binomial_interval

    low, high = binomial_interval(row.tolerated, row.combinations)
    return 100 * low, 100 * high


def _throughput_plots(sketch: Sketch, result: FaultStudyResult, shown: Shown) -> Sequence[Plot]:
    counts = np.array([count for _, found in shown for count in found.counts], np.float64)
    across = Axis(f"Failed {THINGS[result.study.faults.among]} at once").over(counts)
    if across.low == 0:
        across = replace(across, low=-EDGE * across.high)  # markers at 0 stand clear of the frame
    curves = [
        _Curve(
            mark,
            [(point.faults, point.throughput) for point in found.points],
            [around(point.throughput, point.ci95) for point in found.points],
        )
        for mark, found in shown
    ]
    plots = [
        partial(
            _plot,
            sketch,
            across=across,
            up=Axis("Throughput", unit=UNIT).over(_reached(curves)),
            curves=curves,
        )
    ]
    shares = [share for curve in curves if (share := _of_whole(curve)) is not None]
    if shares:
        left = Axis("Of that without faults", unit="%").over(_reached(shares))
        plots.append(partial(_plot, sketch, across=across, up=left, curves=shares))
    return plots


def _reached(curves: Sequence[_Curve]) -> Reals:
    """All values with the ends of their intervals."""
    ends = [end for curve in curves for span in curve.spans if span is not None for end in span]
    return np.array([y for curve in curves for _, y in curve.points] + ends)


def _of_whole(curve: _Curve) -> _Curve | None:
    """The same in percent of what is reached without faults; None where that was not measured."""
    first, whole = curve.points[0]
    if first != 0 or whole <= 0:
        return None
    factor = 100 / whole
    return _Curve(
        curve.mark,
        [(x, factor * y) for x, y in curve.points],
        [span and (factor * span[0], factor * span[1]) for span in curve.spans],
    )


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

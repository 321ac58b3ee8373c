"""What a simulation study measured, as a picture: latency over accepted, accepted over offered traffic."""

import math
from collections.abc import Iterable, Sequence
from functools import partial

import numpy as np

from fatdesk.engine.drawing.axis import Axis, Reals
from fatdesk.engine.drawing.curve_plot import (
    ASIDE,
    HAIR,
    HEIGHT,
    LINE,
    WIDTH,
    Around,
    Frame,
    Mark,
    around,
    draw_marker,
    draw_plots,
    mark_of,
    picture,
)
from fatdesk.engine.drawing.display import Bounds, Page, Pen
from fatdesk.engine.drawing.palette import LIGHT, Palette
from fatdesk.engine.drawing.sketch import Sketch
from fatdesk.engine.drawing.study_words import asked_words, measured_words, network_words
from fatdesk.networks.simulation.results import MeasuredCurve, StudyResult
from fatdesk.networks.simulation.studies import Published

UNIT = "flits a cycle and host"
MOST_OVER_BASE = 6.0
"""Latencies up to so many times the lowest are shown: above, they grow with how long one measures."""


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
    """Title, both plots, key and caption within some bounds.

    Parameters
    ----------
    published
        Throughputs of a paper, as marks at the right of the second plot.
    """
    palette = sketch.palette
    shown = [
        (mark_of(number, palette), curve, network.name)
        for number, (network, curve) in enumerate(zip(result.study.networks, result.curves, strict=True))
        if curve is not None and curve.points
    ]
    words = [asked_words(result.study), *measured_words(result)]
    top = _most_latency(shown_curve for _, shown_curve, _ in shown)
    if top is not None and _reaches_beyond(result, top):
        words.append(f"Latencies beyond {top:,.0f} cycles are not shown.")
    published = [one for one in published if any(one.network == name for _, _, name in shown)]
    if published:
        words.append("Marks at the right of the plot: throughput as published.")
    keys = [(mark_of(number, palette), words) for number, words in enumerate(network_words(result))]
    plots = [
        partial(_latency_plot, sketch, shown=shown, top=top),
        partial(_accepted_plot, sketch, shown=shown, published=published),
    ]
    draw_plots(sketch, bounds, Around(result.study.name, words, keys), plots if shown else ())


Shown = Sequence[tuple[Mark, MeasuredCurve, str]]


def _latency_plot(sketch: Sketch, bounds: Bounds, *, shown: Shown, top: float | None) -> None:
    accepted = Axis("Accepted", unit=UNIT).over(_accepted(shown))
    frame = Frame(sketch, bounds, accepted, Axis("Latency", 0.0, top or 1.0, "cycles"))
    for mark, curve, _ in shown:
        known = [point for point in curve.points if point.latency.mean is not None]
        means = [(point.accepted, point.latency.mean or 0.0) for point in known]
        frame.draw(mark, means, [around(point.latency.mean or 0.0, point.latency.ci95) for point in known])


def _accepted_plot(sketch: Sketch, bounds: Bounds, *, shown: Shown, published: Sequence[Published]) -> None:
    loads = np.array([load for _, curve, _ in shown for load in curve.loads])
    told = np.array([one.throughput for one in published])
    offered = Axis("Offered", unit=UNIT).over(loads)
    accepted = Axis("Accepted", unit=UNIT).over(np.concatenate([_accepted(shown), told]))
    if published:
        bounds = (bounds[0], bounds[1], bounds[2] - ASIDE, bounds[3])
    frame = Frame(sketch, bounds, offered, accepted)
    end = min(offered.high, accepted.high)
    sketch.line(*frame.place(0.0, 0.0), *frame.place(end, end), sketch.pen(HAIR, sketch.palette.text2))
    for mark, curve, _ in shown:
        values = [(point.offered, point.accepted) for point in curve.points]
        frame.draw(mark, values, [around(point.accepted, point.accepted_ci95) for point in curve.points])
    marks = {name: mark for mark, _, name in shown}
    right = frame.bounds[2]
    for one in published:
        mark, y = marks[one.network], frame.place(0.0, one.throughput)[1]
        sketch.line(right, y, right + 3.0, y, Pen(colour=mark.ink, width=LINE))
        draw_marker(sketch, (right + 4.5, y), mark)


def _accepted(shown: Shown) -> Reals:
    return np.array([point.accepted for _, curve, _ in shown for point in curve.points])


def _latencies(curve: MeasuredCurve) -> list[float]:
    return [point.latency.mean for point in curve.points if point.latency.mean is not None]


def _most_latency(curves: Iterable[MeasuredCurve]) -> float | None:
    """Where the axis of latencies ends: over all of them, or at MOST_OVER_BASE times the lowest; round."""
    every = [latency for curve in curves for latency in _latencies(curve)]
    if not every:
        return None
    most = min(max(every) * 1.05, min(every) * MOST_OVER_BASE)
    step = 10.0 ** math.floor(math.log10(max(most, 1e-9))) / 2
    return math.ceil(most / step) * step


def _reaches_beyond(result: StudyResult, top: float) -> bool:
    return any(latency > top for curve in result.curves if curve for latency in _latencies(curve))

"""What a simulation study measured, as a picture: latency over accepted, accepted over offered traffic.

Networks are told apart by marker and dash, so that black on white will do; colours come on top of that.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from fatdesk.engine.drawing.axis import Axis, Reals
from fatdesk.engine.drawing.display import Bounds, Page, Pen, Point
from fatdesk.engine.drawing.palette import LIGHT, PRINT, Palette
from fatdesk.engine.drawing.sketch import Sketch
from fatdesk.engine.drawing.study_words import asked_words, measured_words, network_words
from fatdesk.engine.drawing.text_width import text_width
from fatdesk.engine.sim.results import MeasuredCurve, StudyResult
from fatdesk.engine.sim.studies import Published

WIDTH, HEIGHT = 240.0, 128.0
UNIT = "flits a cycle and host"
MOST_OVER_BASE = 6.0
"""Latencies up to so many times the lowest are shown: above, they grow with how long one measures."""

INKS = ("#0B62A8", "#B3261E", "#1D7655", "#7A4FB5", "#A05A00", "#00778A", "#B0418A", "#4C5565")
DASHES: tuple[tuple[float, ...], ...] = ((), (2.4, 1.0), (0.7, 0.8), (2.4, 0.8, 0.6, 0.8))
"""In mm."""
SIZE, TITLE, SMALL = 2.8, 4.2, 2.4
MARKER = 1.15
ASIDE = 7.0
"""Room for what was published, at the right of a plot."""
LINE, HAIR = 0.35, 0.13
KEY_STEP, LINE_STEP = 5.0, 3.6

_ROUND = tuple((math.cos(turn * math.pi / 8), math.sin(turn * math.pi / 8)) for turn in range(16))
SHAPES: tuple[tuple[Point, ...], ...] = (
    _ROUND,
    ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
    ((0.0, -1.2), (1.1, 0.8), (-1.1, 0.8)),
    ((0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)),
    ((0.0, 1.2), (1.1, -0.8), (-1.1, -0.8)),
)
"""Markers around their middle, in units of MARKER; the first five networks have filled ones, others open."""


class Mark(NamedTuple):
    """How a network is drawn."""

    ink: str
    fill: str
    shape: tuple[Point, ...]
    dash: tuple[float, ...]


def mark_of(number: int, palette: Palette) -> Mark:
    """How the network of that number in a study is drawn; forty are told apart."""
    ink = palette.text if palette == PRINT else INKS[number % len(INKS)]
    filled = number // len(SHAPES) % 2 == 0
    dash = DASHES[(number + number // (4 * len(SHAPES))) % len(DASHES)]
    return Mark(ink, ink if filled else palette.ground, SHAPES[number % len(SHAPES)], dash)


def study_page(
    result: StudyResult,
    published: Sequence[Published] = (),
    palette: Palette = LIGHT,
    size: tuple[float, float] = (WIDTH, HEIGHT),
) -> Page:
    """A picture by itself."""
    width, height = size
    sketch = Sketch(width, height, palette)
    sketch.box((0.0, 0.0, width, height), fill=palette.ground)
    draw_study(sketch, (4.0, 4.0, width - 4.0, height - 4.0), result, published)
    return sketch.page(result.study.name)


def draw_study(
    sketch: Sketch, bounds: Bounds, result: StudyResult, published: Sequence[Published] = ()
) -> None:
    """Title, both plots, key and caption within some bounds.

    Parameters
    ----------
    published
        Throughputs of a paper, as marks at the right of the second plot.
    """
    left, upper, right, lower = bounds
    width, palette = right - left, sketch.palette
    shown = [
        (mark_of(number, palette), curve, network.name)
        for number, (network, curve) in enumerate(zip(result.study.networks, result.curves, strict=True))
        if curve is not None and curve.points
    ]
    sketch.text(left, upper + 3.6, result.study.name, TITLE, bold=True, within=width)
    words = [asked_words(result.study), *measured_words(result)]
    top = _most_latency(shown_curve for _, shown_curve, _ in shown)
    if top is not None and _reaches_beyond(result, top):
        words.append(f"Latencies beyond {top:,.0f} cycles are not shown.")
    published = [one for one in published if any(one.network == name for _, _, name in shown)]
    if published:
        words.append("Marks at the right of the plot: throughput as published.")
    lines = list(_wrapped("  ".join(words), width, SMALL))
    for number, line in enumerate(reversed(lines)):
        sketch.text(left, lower - 1.0 - number * LINE_STEP, line, SMALL, colour=palette.text2, within=width)
    lower -= len(lines) * LINE_STEP + 2.0
    keys = [(mark_of(number, palette), words) for number, words in enumerate(network_words(result))]
    lower = _draw_keys(sketch, (left, upper, right, lower), keys)
    if not shown:
        middle = (upper + lower) / 2
        sketch.text((left + right) / 2, middle, "Nothing is measured yet", 4.0, anchor="middle")
        return
    half = (width - 8.0) / 2
    _latency_plot(sketch, (left, upper + 7.0, left + half, lower), shown, top)
    _accepted_plot(sketch, (right - half, upper + 7.0, right, lower), shown, published)


Shown = Sequence[tuple[Mark, MeasuredCurve, str]]


class _Frame:
    """A plot: two axes with ticks and grid, and where values are on the page."""

    def __init__(self, sketch: Sketch, bounds: Bounds, across: Axis, up: Axis) -> None:
        self.sketch, self.across, self.up = sketch, across, up
        left, upper, right, lower = bounds
        self.bounds = (left + 14.0, upper, right, lower - 9.0)
        self._draw_axes(left)

    def place(self, x: float, y: float) -> Point:
        """Where a pair of values is."""
        left, upper, right, lower = self.bounds
        share_x, share_y = self.across.shares(np.array([x])), self.up.shares(np.array([y]))
        return (
            round(left + float(share_x[0]) * (right - left), 3),
            round(lower - float(share_y[0]) * (lower - upper), 3),
        )

    def _draw_axes(self, outer: float) -> None:
        sketch, (left, upper, right, lower) = self.sketch, self.bounds
        palette = sketch.palette
        grid, frame = sketch.pen(HAIR, palette.faint), sketch.pen(0.2, palette.text2)
        most_x, most_y = int((right - left) / 13), int((lower - upper) / 9)
        for value in self.across.ticks(most_x):
            x = self.place(value, self.up.low)[0]
            sketch.line(x, upper, x, lower, grid)
            sketch.text(x, lower + 3.4, self.across.label(value, most_x), SMALL, anchor="middle", within=13.0)
        for value in self.up.ticks(most_y):
            y = self.place(self.across.low, value)[1]
            sketch.line(left, y, right, y, grid)
            sketch.text(left - 1.2, y + 0.85, self.up.label(value, most_y), SMALL, anchor="end", within=9.0)
        sketch.box((left, upper, right, lower), pen=frame)
        words = (self.across.words, self.up.words)
        sketch.text((left + right) / 2, lower + 7.6, words[0], SIZE, anchor="middle", within=right - left)
        middle = (upper + lower) / 2
        sketch.text(outer + 2.6, middle, words[1], SIZE, anchor="middle", within=lower - upper, turned=True)

    def draw(self, mark: Mark, points: Sequence[Point], widths: Sequence[float | None]) -> None:
        """A curve over its values; ``widths`` are halves of intervals upwards."""
        pen = Pen(colour=mark.ink, width=LINE, dash=mark.dash)
        hair = Pen(colour=mark.ink, width=HAIR)
        for run in _up_to(points, self.up.high):
            self.sketch.polyline([self.place(*point) for point in run], pen)
        for (x, y), width in zip(points, widths, strict=True):
            if y > self.up.high:
                continue
            if width is not None:
                ends = self.place(x, min(y + width, self.up.high)), self.place(x, max(y - width, self.up.low))
                self.sketch.line(*ends[0], *ends[1], hair)
            draw_marker(self.sketch, self.place(x, y), mark)


def draw_marker(sketch: Sketch, at: Point, mark: Mark) -> None:
    """The marker of a network around a point."""
    outline = [(round(at[0] + x * MARKER, 3), round(at[1] + y * MARKER, 3)) for x, y in mark.shape]
    sketch.polyline(outline, Pen(colour=mark.ink, width=0.25), mark.fill, closed=True)


def _latency_plot(sketch: Sketch, bounds: Bounds, shown: Shown, top: float | None) -> None:
    accepted = Axis("Accepted", unit=UNIT).over(_accepted(shown))
    frame = _Frame(sketch, bounds, accepted, Axis("Latency", 0.0, top or 1.0, "cycles"))
    for mark, curve, _ in shown:
        known = [point for point in curve.points if point.latency.mean is not None]
        means = [(point.accepted, point.latency.mean or 0.0) for point in known]
        frame.draw(mark, means, [point.latency.ci95 for point in known])


def _accepted_plot(sketch: Sketch, bounds: Bounds, shown: Shown, published: Sequence[Published]) -> None:
    loads = np.array([load for _, curve, _ in shown for load in curve.loads])
    told = np.array([one.throughput for one in published])
    offered = Axis("Offered", unit=UNIT).over(loads)
    accepted = Axis("Accepted", unit=UNIT).over(np.concatenate([_accepted(shown), told]))
    if published:
        bounds = (bounds[0], bounds[1], bounds[2] - ASIDE, bounds[3])
    frame = _Frame(sketch, bounds, offered, accepted)
    end = min(offered.high, accepted.high)
    sketch.line(*frame.place(0.0, 0.0), *frame.place(end, end), sketch.pen(HAIR, sketch.palette.text2))
    for mark, curve, _ in shown:
        values = [(point.offered, point.accepted) for point in curve.points]
        frame.draw(mark, values, [point.accepted_ci95 for point in curve.points])
    marks = {name: mark for mark, _, name in shown}
    right = frame.bounds[2]
    for one in published:
        mark, y = marks[one.network], frame.place(0.0, one.throughput)[1]
        sketch.line(right, y, right + 3.0, y, Pen(colour=mark.ink, width=LINE))
        draw_marker(sketch, (right + 4.5, y), mark)


def _draw_keys(sketch: Sketch, bounds: Bounds, keys: Sequence[tuple[Mark, str]]) -> float:
    """Marker, line and words of each network in as many columns as there is room for; where they begin."""
    left, _, right, lower = bounds
    if not keys:
        return lower
    widest = min(max(text_width(words, SIZE) for _, words in keys) + 15.0, right - left)
    columns = max(1, min(len(keys), int((right - left) / widest)))
    rows = -(-len(keys) // columns)
    upper = lower - rows * KEY_STEP
    wide = (right - left) / columns
    for number, (mark, words) in enumerate(keys):
        x, y = left + number % columns * wide, upper + (number // columns + 0.5) * KEY_STEP
        sketch.polyline([(x, y), (x + 9.0, y)], Pen(colour=mark.ink, width=LINE, dash=mark.dash))
        draw_marker(sketch, (x + 4.5, y), mark)
        sketch.text(x + 11.0, y + 1.0, words, SIZE, within=wide - 13.0)
    return upper - 2.0


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


def _up_to(points: Sequence[Point], top: float) -> Iterator[list[Point]]:
    """The pieces of a curve that are not above a value."""
    run: list[Point] = []
    for number, point in enumerate(points):
        before = points[number - 1] if number else None
        if before is not None and (before[1] > top) != (point[1] > top):
            share = (top - before[1]) / (point[1] - before[1])
            crossing = (before[0] + share * (point[0] - before[0]), top)
            if point[1] > top:
                yield [*run, crossing]
                run = []
            else:
                run = [crossing]
        if point[1] <= top:
            run.append(point)
    if len(run) > 1:
        yield run


def _wrapped(text: str, width: float, size: float) -> Iterator[str]:
    """Lines of words that are no wider."""
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}".strip() if word else line
        if line and text_width(longer, size) > width:
            yield line
            line = word
        else:
            line = longer
    if line:
        yield line

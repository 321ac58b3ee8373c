"""Curves of several networks as plots beside each other, with title, key and caption.

Networks are told apart by marker and dash, so that black on white will do; colours come on top of that.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from fatdesk.engine.drawing.axis import Axis
from fatdesk.engine.drawing.display import Bounds, Page, Pen, Point
from fatdesk.engine.drawing.palette import LIGHT, PRINT, Palette
from fatdesk.engine.drawing.sketch import Sketch
from fatdesk.engine.drawing.text_width import text_width

WIDTH, HEIGHT = 240.0, 128.0
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


class Around(NamedTuple):
    """What stands around plots.

    Attributes
    ----------
    words
        Sentences of the caption.
    keys
        Each network: how it is drawn, and what it is called.
    """

    title: str
    words: Sequence[str]
    keys: Sequence[tuple[Mark, str]]


Plot = Callable[[Bounds], None]
Span = tuple[float, float]
"""The lower and the upper end of an interval."""


def picture(
    title: str,
    draw: Callable[[Sketch, Bounds], None],
    palette: Palette = LIGHT,
    size: tuple[float, float] = (WIDTH, HEIGHT),
) -> Page:
    """A picture by itself."""
    width, height = size
    sketch = Sketch(width, height, palette)
    sketch.box((0.0, 0.0, width, height), fill=palette.ground)
    draw(sketch, (4.0, 4.0, width - 4.0, height - 4.0))
    return sketch.page(title)


def draw_plots(sketch: Sketch, bounds: Bounds, around: Around, plots: Sequence[Plot]) -> None:
    """Title, plots beside each other, key and caption within some bounds; without plots it says so."""
    left, upper, right, lower = bounds
    width, palette = right - left, sketch.palette
    sketch.text(left, upper + 3.6, around.title, TITLE, bold=True, within=width)
    lines = list(_wrapped("  ".join(around.words), width, SMALL))
    for number, line in enumerate(reversed(lines)):
        sketch.text(left, lower - 1.0 - number * LINE_STEP, line, SMALL, colour=palette.text2, within=width)
    lower -= len(lines) * LINE_STEP + 2.0
    lower = _draw_keys(sketch, (left, upper, right, lower), around.keys)
    if not plots:
        middle = (upper + lower) / 2
        sketch.text((left + right) / 2, middle, "Nothing is measured yet", 4.0, anchor="middle")
        return
    wide = (width - 8.0 * (len(plots) - 1)) / len(plots)
    for number, plot in enumerate(plots):
        first = left + number * (wide + 8.0)
        plot((first, upper + 7.0, first + wide, lower))


class Frame:
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
        for value, text in self.across.labelled(most_x):
            x = self.place(value, self.up.low)[0]
            sketch.line(x, upper, x, lower, grid)
            sketch.text(x, lower + 3.4, text, SMALL, anchor="middle", within=13.0)
        for value, text in self.up.labelled(most_y):
            y = self.place(self.across.low, value)[1]
            sketch.line(left, y, right, y, grid)
            sketch.text(left - 1.2, y + 0.85, text, SMALL, anchor="end", within=9.0)
        sketch.box((left, upper, right, lower), pen=frame)
        words = (self.across.words, self.up.words)
        sketch.text((left + right) / 2, lower + 7.6, words[0], SIZE, anchor="middle", within=right - left)
        middle = (upper + lower) / 2
        sketch.text(outer + 2.6, middle, words[1], SIZE, anchor="middle", within=lower - upper, turned=True)

    def draw(self, mark: Mark, points: Sequence[Point], spans: Sequence[Span | None]) -> None:
        """A curve over its values, with the ends of their intervals upwards."""
        pen = Pen(colour=mark.ink, width=LINE, dash=mark.dash)
        hair = Pen(colour=mark.ink, width=HAIR)
        for run in _up_to(points, self.up.high):
            self.sketch.polyline([self.place(*point) for point in run], pen)
        for (x, y), span in zip(points, spans, strict=True):
            if y > self.up.high:
                continue
            if span is not None:
                ends = self.place(x, min(span[1], self.up.high)), self.place(x, max(span[0], self.up.low))
                self.sketch.line(*ends[0], *ends[1], hair)
            draw_marker(self.sketch, self.place(x, y), mark)


def around(value: float, half: float | None) -> Span | None:
    """An interval of so much to both sides; None where that is not known."""
    return None if half is None else (value - half, value + half)


def draw_marker(sketch: Sketch, at: Point, mark: Mark) -> None:
    """The marker of a network around a point."""
    outline = [(round(at[0] + x * MARKER, 3), round(at[1] + y * MARKER, 3)) for x, y in mark.shape]
    sketch.polyline(outline, Pen(colour=mark.ink, width=0.25), mark.fill, closed=True)


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

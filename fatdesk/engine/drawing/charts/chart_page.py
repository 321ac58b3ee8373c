"""Charts next to each other on one page, with title, key and caption.

Series are marked by marker and dash, so that black on white is enough; colours come on top of that.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import isfinite
from typing import NamedTuple

import numpy as np

from fatdesk.core.arrays import Floats
from fatdesk.core.units import ceil_div
from fatdesk.engine.charts import DARK_INKS, INKS, UPWARDS, Chart, Guide, Mark, Series, mark_of
from fatdesk.engine.drawing import font_sizes
from fatdesk.engine.drawing.display import Bounds, Page, Pen, Point
from fatdesk.engine.drawing.palette import LIGHT, PRINT, Palette, contrast
from fatdesk.engine.drawing.sketch import Sketch
from fatdesk.engine.drawing.text_width import text_width, wrapped

WIDTH, HEIGHT = 240.0, 128.0
DASH_MM = 0.35
"""The unit of dashes."""
MARKER = 1.15
ASIDE = 7.0
"""Room for marks at the right edge of a chart."""
LINE, HAIR = 0.35, 0.13
KEY_STEP, LINE_STEP = 5.0, 3.6
KEYS_ABREAST, KEY_ROWS = 3, 10
"""Names in a row of the key of a chart by itself, and rows for which its page has room."""


def ink_of(mark: Mark, palette: Palette) -> str:
    """The colour of a series on a page; black on printed pages."""
    if palette == PRINT:
        return palette.text
    dark = contrast(palette.ground, "#FFFFFF") > contrast(palette.ground, "#000000")
    return (DARK_INKS if dark else INKS)[mark.ink]


def pen_of(mark: Mark, palette: Palette) -> Pen:
    """The line of a series on a page."""
    return Pen(colour=ink_of(mark, palette), width=LINE, dash=tuple(length * DASH_MM for length in mark.dash))


class Around(NamedTuple):
    """Texts around plots: title, caption and key.

    Attributes
    ----------
    words
        Sentences of the caption.
    keys
        Each series: its number, and what it is called.
    """

    title: str
    words: Sequence[str]
    keys: Sequence[tuple[int, str]]


Plot = Callable[[Bounds], None]


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


def chart_page(chart: Chart, palette: Palette = LIGHT) -> Page:
    """A chart by itself, with a key of its series; the page is higher where these are many."""
    keys = [(series.number, series.name) for series in chart.series]
    more = max(0, ceil_div(len(keys), KEYS_ABREAST) - KEY_ROWS) * KEY_STEP
    around = Around(chart.title, [chart.note] if chart.note else [], keys)
    return picture(
        chart.title,
        lambda sketch, bounds: draw_plots(sketch, bounds, around, [plot_of(sketch, chart)]),
        palette,
        (WIDTH * 0.7, HEIGHT + more),
    )


def charts_page(title: str, charts: Sequence[Chart], palette: Palette = LIGHT) -> Page:
    """Charts of the same series next to each other with one key; several have their titles."""
    keys = {series.number: series.name for chart in charts for series in chart.series}
    notes = [chart.note for chart in charts if chart.note]
    around = Around(title, notes, sorted(keys.items()))
    size = (WIDTH * max(0.7, 0.5 * len(charts)), HEIGHT)

    def draw(sketch: Sketch, bounds: Bounds) -> None:
        plots = [plot_of(sketch, chart) for chart in charts]
        if len(charts) > 1:
            plots = [partial(_titled, sketch, *pair) for pair in zip(charts, plots, strict=True)]
        draw_plots(sketch, bounds, around, plots)

    return picture(title, draw, palette, size)


def _titled(sketch: Sketch, chart: Chart, plot: Plot, bounds: Bounds) -> None:
    left, upper, right, lower = bounds
    sketch.text(left + 14.0, upper, chart.title, font_sizes.TEXT, bold=True, within=right - left - 14.0)
    plot((left, upper + 2.5, right, lower))


def draw_plots(sketch: Sketch, bounds: Bounds, around: Around, plots: Sequence[Plot]) -> None:
    """Title, plots next to each other, key and caption within some bounds; without plots it says so."""
    left, upper, right, lower = bounds
    width, palette = right - left, sketch.palette
    sketch.text(left, upper + 3.6, around.title, font_sizes.PLOT_TITLE, bold=True, within=width)
    lines = list(wrapped("  ".join(around.words), width, font_sizes.NOTE))
    for number, line in enumerate(reversed(lines)):
        sketch.text(
            left, lower - 1.0 - number * LINE_STEP, line, font_sizes.NOTE, colour=palette.text2, within=width
        )
    lower -= len(lines) * LINE_STEP + 2.0
    lower = _draw_keys(sketch, (left, upper, right, lower), around.keys)
    if not plots:
        middle = (upper + lower) / 2
        sketch.text(
            (left + right) / 2, middle, "Nothing is measured yet", font_sizes.HEADING, anchor="middle"
        )
        return
    wide = (width - 8.0 * (len(plots) - 1)) / len(plots)
    for number, plot in enumerate(plots):
        first = left + number * (wide + 8.0)
        plot((first, upper + 7.0, first + wide, lower))


class Frame:
    """A chart on a page: axes with ticks and grid, and the place of each value."""

    def __init__(self, sketch: Sketch, bounds: Bounds, chart: Chart) -> None:
        self.sketch, self.chart = sketch, chart
        self.across, self.up = chart.across, chart.up
        left, upper, right, lower = bounds
        self.bounds = (left + 14.0, upper, right - (ASIDE if chart.edge_marks else 0.0), lower - 9.0)
        self._draw_axes(left)

    def place(self, x: float, y: float) -> Point:
        """Position of a pair of values."""
        (px, py), *_ = self._places(np.array([x]), np.array([y]))
        return px, py

    def _places(self, x: Floats, y: Floats) -> list[Point]:
        left, upper, right, lower = self.bounds
        across = left + self.across.shares(x) * (right - left)
        up = lower - self.up.shares(y) * (lower - upper)
        return list(zip(np.round(across, 3).tolist(), np.round(up, 3).tolist(), strict=True))

    def _draw_axes(self, outer: float) -> None:
        sketch, (left, upper, right, lower) = self.sketch, self.bounds
        palette = sketch.palette
        grid, frame = sketch.pen(HAIR, palette.faint), sketch.pen(0.2, palette.text2)
        most_x, most_y = int((right - left) / 13), int((lower - upper) / 9)
        for value, text in self.across.labelled(most_x):
            x = self.place(value, self.up.low)[0]
            sketch.line(x, upper, x, lower, grid)
            sketch.text(x, lower + 3.4, text, font_sizes.NOTE, anchor="middle", within=13.0)
        for value, text in self.up.labelled(most_y):
            y = self.place(self.across.low, value)[1]
            sketch.line(left, y, right, y, grid)
            sketch.text(left - 1.2, y + 0.85, text, font_sizes.NOTE, anchor="end", within=9.0)
        sketch.box((left, upper, right, lower), pen=frame)
        words = (self.across.words, self.up.words)
        sketch.text(
            (left + right) / 2, lower + 7.6, words[0], font_sizes.TEXT, anchor="middle", within=right - left
        )
        middle = (upper + lower) / 2
        sketch.text(
            outer + 2.6, middle, words[1], font_sizes.TEXT, anchor="middle", within=lower - upper, turned=True
        )

    def draw_guide(self, guide: Guide) -> None:
        """Draw a guide from end to end, an infinite end on the frame; its text is at its upper end."""
        sketch, palette = self.sketch, self.sketch.palette
        own = None if guide.number is None else mark_of(guide.number)
        colour = palette.text2 if own is None else ink_of(own, palette)
        dash = {"solid": (), "dash": (1.6, 0.8), "dot": (0.2, 0.7)}[guide.dash]
        (x1, y1), (x2, y2) = (self._inside(*end) for end in (guide.start, guide.stop))
        sketch.line(x1, y1, x2, y2, Pen(colour=colour, width=HAIR * 1.5, dash=dash))
        if guide.text and own is not None:
            sketch.text(x2, min(y1, y2) - 0.8, guide.text, font_sizes.NOTE, colour=colour, anchor="middle")

    def _inside(self, x: float, y: float) -> Point:
        ends = self.across.low, self.across.high, self.up.low, self.up.high
        return self.place(min(max(x, ends[0]), ends[1]), min(max(y, ends[2]), ends[3]))

    def draw_series(self, series: Series) -> None:
        """Draw a series as far as it is below the top of the upward axis."""
        mark, sketch, top = mark_of(series.number), self.sketch, self.up.high
        known = np.isfinite(self.across.shares(series.x)) & np.isfinite(self.up.shares(series.y))
        x, y = series.x[known], series.y[known]
        points = list(zip(x.tolist(), y.tolist(), strict=True))
        if series.line:
            for run in _up_to(points, top):
                sketch.polyline([self.place(*point) for point in run], pen_of(mark, sketch.palette))
        hair = Pen(colour=ink_of(mark, sketch.palette), width=HAIR)
        spans: list[tuple[float, float]] = [(float("nan"),) * 2] * len(points)
        if series.low is not None and series.high is not None:
            spans = list(zip(series.low[known].tolist(), series.high[known].tolist(), strict=True))
        bounds = np.zeros(len(points), np.bool_) if series.at_least is None else series.at_least[known]
        for (one, value), (low, high), at_least in zip(points, spans, bounds.tolist(), strict=True):
            if value > top:
                continue
            if at_least and series.markers:
                draw_arrow(sketch, self.place(one, value), hair)
            if isfinite(low) and isfinite(high):
                sketch.line(*self._inside(one, high), *self._inside(one, low), hair)
            if series.markers:
                draw_marker(sketch, self.place(one, value), mark)

    def draw_edge_marks(self) -> None:
        """Draw marks of published figures at the right edge."""
        right, palette = self.bounds[2], self.sketch.palette
        for one in self.chart.edge_marks:
            mark, y = mark_of(one.number), self.place(self.across.low, one.y)[1]
            self.sketch.line(right, y, right + 3.0, y, Pen(colour=ink_of(mark, palette), width=LINE))
            draw_marker(self.sketch, (right + 4.5, y), mark)


def plot_of(sketch: Sketch, chart: Chart) -> Plot:
    """A chart to be drawn within bounds."""
    return partial(_draw_chart, sketch, chart)


def _draw_chart(sketch: Sketch, chart: Chart, bounds: Bounds) -> None:
    frame = Frame(sketch, bounds, chart)
    for guide in chart.guides:
        frame.draw_guide(guide)
    for series in chart.series:
        frame.draw_series(series)
    frame.draw_edge_marks()


def draw_marker(sketch: Sketch, at: Point, mark: Mark) -> None:
    """The marker of a series around a point."""
    palette, shape = sketch.palette, mark.shape
    ink = ink_of(mark, palette)
    for stroke in shape.strokes:
        outline = [(round(at[0] + x * MARKER, 3), round(at[1] + y * MARKER, 3)) for x, y in stroke]
        if shape.closed:
            fill = palette.ground if mark.hollow else ink
            sketch.polyline(outline, Pen(colour=ink, width=0.25), fill, closed=True)
        else:
            sketch.polyline(outline, Pen(colour=ink, width=0.45))


def draw_arrow(sketch: Sketch, at: Point, pen: Pen) -> None:
    """The arrow above the marker of a lower bound."""
    for stroke in UPWARDS.strokes:
        line = [(round(at[0] + x * MARKER, 3), round(at[1] + y * MARKER, 3)) for x, y in stroke]
        sketch.polyline(line, pen)


def _draw_keys(sketch: Sketch, bounds: Bounds, keys: Sequence[tuple[int, str]]) -> float:
    """Marker, line and words of each network in as many columns as there is room for; where they begin."""
    left, _, right, lower = bounds
    if not keys:
        return lower
    widest = min(max(text_width(words, font_sizes.TEXT) for _, words in keys) + 15.0, right - left)
    columns = max(1, min(len(keys), int((right - left) / widest)))
    rows = -(-len(keys) // columns)
    upper = lower - rows * KEY_STEP
    wide = (right - left) / columns
    for number, (series, words) in enumerate(keys):
        mark = mark_of(series)
        x, y = left + number % columns * wide, upper + (number // columns + 0.5) * KEY_STEP
        sketch.polyline([(x, y), (x + 9.0, y)], pen_of(mark, sketch.palette))
        draw_marker(sketch, (x + 4.5, y), mark)
        sketch.text(x + 11.0, y + 1.0, words, font_sizes.TEXT, within=wide - 13.0)
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

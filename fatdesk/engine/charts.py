"""A chart as a value: axes with round ticks, series with markers and dashes, guides and cuts.

It is independent of where it is painted. After five series the markers repeat hollow, after ten with another
dash, so that fifty series look different in grey, too. The colours are those of the design tokens, which
differ for all four kinds of colour vision.
"""

import csv
import io
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import isnan
from typing import Literal, NamedTuple

import numpy as np

from fatdesk.core.arrays import Bools, Floats
from fatdesk.core.formats.cell import guarded

GAP = 0.05
"""Share of a range that is left free at both ends."""
STEPS = (1.0, 2.0, 5.0, 10.0)
LOWER_BOUND = "lower bound"
SCALES = ((2e9, 1e9, "billion"), (2e6, 1e6, "million"), (2e3, 1e3, "thousand"))
"""Values from which on labels have a larger unit."""


@dataclass(frozen=True)
class Axis:
    """Visible range of an axis.

    Attributes
    ----------
    unit
        What follows the title, perhaps behind ``thousand``; empty: a plain number.
    whole
        Whether there are only whole values, so that there are no ticks between them; the axis need not begin
        at 0.
    counts
        Whether values are counts, without ticks between whole numbers.
    scaled
        Whether large values may be shown in thousands and so on.
    """

    title: str
    low: float = 0.0
    high: float = 1.0
    unit: str = ""
    log: bool = False
    whole: bool = False
    counts: bool = False
    scaled: bool = False

    @property
    def ends(self) -> tuple[float, float]:
        """Both ends as they are laid out: logarithms on a logarithmic axis."""
        return (math.log10(self.low), math.log10(self.high)) if self.log else (self.low, self.high)

    def shares(self, values: Floats) -> Floats:
        """Return the positions of values between both ends, 0 to 1; NaN stays NaN."""
        low, high = self.ends
        with np.errstate(divide="ignore", invalid="ignore"):
            laid = np.log10(np.where(values > 0, values, np.nan)) if self.log else values
        return (laid - low) / (high - low)

    def value(self, share: float) -> float:
        """The value at a share of the path."""
        low, high = self.ends
        found = low + share * (high - low)
        return float(10**found) if self.log else found

    def moved(self, shares: float) -> "Axis":
        """The same length of values, further on by a share of it."""
        return replace(self, low=self.value(shares), high=self.value(1 + shares))

    def zoomed(self, factor: float, at: float) -> "Axis":
        """Larger by a factor, with the place at a share fixed."""
        return replace(self, low=self.value(at - at / factor), high=self.value(at + (1 - at) / factor))

    def between(self, low: float, high: float) -> "Axis":
        """The part between two shares of the path."""
        return replace(self, low=self.value(low), high=self.value(high))

    def reading(self, value: float) -> str:
        """A value as text, as exact as a pixel of the axis is.

        >>> Axis("x", 0, 2).reading(0.12345), Axis("x", 0, 4e6, scaled=True).reading(1234567.0)
        ('0.123', '1.235')
        """
        span = abs(self.value(min(1.0, self._share(value) + 0.001)) - value) / self.scale[0]
        decimals = max(0, min(12, math.ceil(-math.log10(span)))) if span > 0 else 0
        return f"{value / self.scale[0] + 0.0:,.{decimals}f}"

    def _share(self, value: float) -> float:
        return float(self.shares(np.array([value]))[0])

    def over(self, values: Floats) -> "Axis":
        """The range of values, with some room at both ends; a straight one from 0 where that is near."""
        known = values[np.isfinite(values) & ((values > 0) | (not self.log))]
        if not len(known):
            return replace(self, low=1.0 if self.log else 0.0, high=10.0 if self.log else 1.0)
        low, high = float(known.min()), float(known.max())
        if self.log:
            room = (high / low) ** GAP if high > low else 2.0
            return replace(self, low=low / room, high=high * room)
        room = (high - low) * GAP or max(1.0, abs(high) * GAP)
        if 0 <= low <= 0.5 * high and not self.whole:
            return replace(self, low=0.0, high=high + room)
        return replace(self, low=low - room, high=high + room)

    # Ticks

    def ticks(self, most: int) -> list[float]:
        """Round values in range, about as many at most.

        >>> Axis("x", 0, 95).ticks(6), Axis("x", 300, 9000, log=True).ticks(6)
        ([0.0, 20.0, 40.0, 60.0, 80.0], [500.0, 1000.0, 2000.0, 5000.0])
        """
        if self._has_log_ticks(most):
            return self._log_ticks(most)
        step = self._step(most)
        first, last = math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9)
        return [float(number * step) for number in range(first, last + 1)]

    def _has_log_ticks(self, most: int) -> bool:
        """Whether ticks are powers of ten and parts of them, not even steps."""
        return self.log and self.high / self.low > 4 and len(self._log_ticks(most)) > 1

    def _step(self, most: int) -> float:
        wanted = (self.high - self.low) / max(1, most)
        size = 10.0 ** math.floor(math.log10(wanted)) if wanted > 0 else 1.0
        step = next(size * one for one in STEPS if size * one >= wanted * (1 - 1e-9))
        return max(1.0, step) if self.whole or self.counts else step

    def _log_ticks(self, most: int) -> list[float]:
        low, high = (math.floor(end) for end in self.ends)
        for parts in ((1, 2, 5), (1,)):
            found = [float(part * 10.0**power) for power in range(low, high + 1) for part in parts]
            inside = [value for value in found if self.low <= value <= self.high]
            if len(inside) <= most:
                return inside
        return inside[:: math.ceil(len(inside) / max(1, most))]

    @property
    def scale(self) -> tuple[float, str]:
        """Divisor of the labels, and its name."""
        if self.scaled:
            for least, scale, name in SCALES:
                if max(abs(self.low), abs(self.high)) >= least:
                    return scale, name
        return 1.0, ""

    def labelled(self, most: int) -> list[tuple[float, str]]:
        """Return the ticks with their labels, which differ from each other and give each tick's exact value.

        >>> Axis("Cost", 0.4, 2.43).labelled(5)
        [(0.5, '0.5'), (1.0, '1.0'), (1.5, '1.5'), (2.0, '2.0')]
        """
        ticks = self.ticks(most)
        shown = [tick / self.scale[0] for tick in ticks]
        if self._has_log_ticks(most):
            return list(zip(ticks, (f"{value:,.10g}" for value in shown), strict=True))
        step = self._step(most) / self.scale[0]
        decimals = max(0, -math.floor(math.log10(step) + 1e-9)) if step > 0 else 0
        # steps are 1, 2 or 5 times a power of ten, so these decimals are all there are; "-0.0" is 0
        texts = [f"{value + 0.0:,.{decimals}f}" for value in shown]
        return list(zip(ticks, texts, strict=True))

    @property
    def words(self) -> str:
        """The title with its unit.

        >>> Axis("Cost", 0, 9e5, "USD", scaled=True).words
        'Cost, thousand USD'
        """
        stated = " ".join(word for word in (self.scale[1], self.unit) if word)
        return f"{self.title}, {stated}" if stated else self.title


State = Literal["", "running", "stale"]


@dataclass(frozen=True, eq=False)
class Series:
    """Values over values, from the left.

    Attributes
    ----------
    number
        Decides marker, dash and colour (:func:`.marks.mark_of`).
    x, y : (n,)
        Values; nan where there is none.
    low, high : (n,)
        Ends of intervals around y; nan where there is none.
    state
        ``running`` while points arrive, ``stale`` when they were measured on something else.
    share
        The part of a running series that is done, 0 to 1.
    line, markers
        What is painted of it.
    at_least : (n,)
        Whether the values are lower bounds, which have an arrow upwards; None: none is.
    notes
        A text for each point in the list of points; empty: none has one.
    """

    number: int
    name: str
    x: Floats
    y: Floats
    low: Floats | None = None
    high: Floats | None = None
    state: State = ""
    share: float | None = None
    line: bool = True
    markers: bool = True
    at_least: Bools | None = None
    notes: tuple[str, ...] = ()

    def note(self, point: int) -> str:
        """Return what the list of points says of one."""
        known = [LOWER_BOUND] if self.at_least is not None and self.at_least[point] else []
        return "; ".join(known + [text for text in self.notes[point : point + 1] if text])


@dataclass(frozen=True)
class Guide:
    """A thin straight line that helps to read a chart.

    Attributes
    ----------
    start, stop
        Both ends as values; an infinite one lies on the frame.
    text
        What it means; empty: nothing is written.
    number
        The series that it belongs to; None: it has the colour of secondary text.
    dash
        ``dot``, ``dash`` or ``solid``.
    """

    start: tuple[float, float]
    stop: tuple[float, float]
    text: str = ""
    number: int | None = None
    dash: Literal["dot", "dash", "solid"] = "dash"


@dataclass(frozen=True)
class EdgeMark:
    """A marker of a series at the right edge, at a value of the upward axis: a published figure."""

    number: int
    y: float


@dataclass(frozen=True, eq=False)
class Chart:
    """Axes over everything that is shown, and what is painted between them.

    Attributes
    ----------
    across, up
        The axes with their full ranges; points beyond them are cut off.
    note
        What a reader must know of the cut; empty: nothing is cut.
    """

    title: str
    across: Axis
    up: Axis
    series: tuple[Series, ...] = ()
    guides: tuple[Guide, ...] = ()
    edge_marks: tuple[EdgeMark, ...] = ()
    note: str = ""

    def csv(self) -> bytes:
        r"""Return all points as CSV: a row for each, with the name of its series, and with notes if any.

        >>> two = Series(0, "a", np.array([1.0, 2.0]), np.array([3.0, 4.5]))
        >>> print(*Chart("t", Axis("x"), Axis("y"), (two,)).csv().decode().splitlines(), sep="\n")
        series,x,y,y low,y high
        a,1,3,,
        a,2,4.5,,
        """
        out = io.StringIO()
        rows = csv.writer(out, lineterminator="\r\n")
        ends = (f"{self.up.title} low", f"{self.up.title} high")
        noted = any(one.note(point) for one in self.series for point in range(len(one.x)))
        head = ("series", self.across.words, self.up.words, *ends, *(("note",) if noted else ()))
        rows.writerow(map(guarded, head))
        for one in self.series:
            none = np.full(len(one.x), np.nan)
            low, high = (none if end is None else end for end in (one.low, one.high))
            for point, row in enumerate(np.stack([one.x, one.y, low, high], axis=1).tolist()):
                figures = ("" if isnan(value) else f"{value:.10g}" for value in row)
                note = (guarded(one.note(point)),) if noted else ()
                rows.writerow([guarded(one.name), *figures, *note])
        return out.getvalue().encode("utf-8", "replace")


def whole_range(series: Sequence[Series]) -> Floats:
    """Return all values of the upward axis with the ends of their intervals, for :meth:`.Axis.over`."""
    parts = [part for one in series for part in (one.y, one.low, one.high) if part is not None]
    return np.concatenate(parts) if parts else np.empty(0)


Point = tuple[float, float]
INKS = ("#215ADB", "#8E310B", "#06A070", "#863382", "#B88400")
"""Colours on a light ground, with a contrast of 3:1; they differ for all four kinds of colour vision."""
DARK_INKS = ("#3B78EF", "#FE571D", "#92FDDD", "#BC5DA0", "#FFE992")
"""Colours on a dark ground."""
DASHES: tuple[tuple[float, ...], ...] = ((), (6, 3), (2, 2), (12, 4), (8, 3, 2, 3))
"""Dash and gap lengths, in units of the line's width; the first is solid."""


class Shape(NamedTuple):
    """The outline of a marker around (0, 0), for a radius of 1 and y downwards.

    Attributes
    ----------
    strokes
        Polylines.
    closed
        Whether they are outlines that can be filled.
    """

    strokes: tuple[tuple[Point, ...], ...]
    closed: bool = True


def _corners(radius: float, *degrees: float) -> tuple[tuple[Point, ...], ...]:
    turns = [math.radians(one) for one in degrees]
    return (tuple((round(math.cos(a) * radius, 6), round(-math.sin(a) * radius, 6)) for a in turns),)


CIRCLE = Shape(_corners(1.0, *range(0, 360, 15)))
DIAMOND = Shape(_corners(1.25, 0, 90, 180, 270))
SQUARE = Shape(_corners(1.25, 45, 135, 225, 315))
CROSS = Shape((((-0.85, -0.85), (0.85, 0.85)), ((-0.85, 0.85), (0.85, -0.85))), closed=False)
PLUS = Shape((((-1.02, 0.0), (1.02, 0.0)), ((0.0, -1.02), (0.0, 1.02))), closed=False)
TRIANGLE = Shape(_corners(1.25, 90, 210, 330))
UPWARDS = Shape((((0.0, -1.4), (0.0, -3.2)), ((-0.7, -2.4), (0.0, -3.2), (0.7, -2.4))), closed=False)
"""The arrow above the marker of a lower bound."""
SHAPES = {"circle": CIRCLE, "diamond": DIAMOND, "square": SQUARE, "cross": CROSS, "triangle": TRIANGLE}
"""Markers by name, in the order of series."""
MARKERS = tuple(SHAPES)


class Mark(NamedTuple):
    """Marker, dash pattern and colour of a series.

    Attributes
    ----------
    ink
        Its place in the list of colours.
    hollow
        Whether markers are filled with the ground; a cross is upright instead.
    """

    ink: int
    marker: str
    hollow: bool
    dash: tuple[float, ...]

    @property
    def shape(self) -> Shape:
        """The outline of its marker."""
        return PLUS if self.hollow and self.marker == "cross" else SHAPES[self.marker]


def mark_of(number: int) -> Mark:
    """Return how the series of a number is painted.

    >>> mark_of(0).marker, mark_of(5).marker, mark_of(5).hollow
    ('circle', 'circle', True)
    """
    count = len(MARKERS)
    return Mark(
        ink=number % count,
        marker=MARKERS[number % count],
        hollow=number // count % 2 == 1,
        dash=DASHES[(number + number // (2 * count)) % len(DASHES)],
    )

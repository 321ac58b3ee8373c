"""A chart as a value: axes, series, guides and cuts, independent of where it is painted."""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan
from typing import Literal

import numpy as np

from fatdesk.core.arrays import Floats
from fatdesk.core.cell import guarded
from fatdesk.engine.charts.axis import Axis

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
        r"""Return all points as CSV: a row for each, with the name of its series.

        >>> two = Series(0, "a", np.array([1.0, 2.0]), np.array([3.0, 4.5]))
        >>> print(*Chart("t", Axis("x"), Axis("y"), (two,)).csv().decode().splitlines(), sep="\n")
        series,x,y,y low,y high
        a,1,3,,
        a,2,4.5,,
        """
        out = io.StringIO()
        rows = csv.writer(out, lineterminator="\r\n")
        ends = (f"{self.up.title} low", f"{self.up.title} high")
        rows.writerow(map(guarded, ("series", self.across.words, self.up.words, *ends)))
        for one in self.series:
            none = np.full(len(one.x), np.nan)
            low, high = (none if end is None else end for end in (one.low, one.high))
            for row in np.stack([one.x, one.y, low, high], axis=1).tolist():
                figures = ("" if isnan(value) else f"{value:.10g}" for value in row)
                rows.writerow([guarded(one.name), *figures])
        return out.getvalue().encode("utf-8", "replace")


def whole_range(series: Sequence[Series]) -> Floats:
    """Return all values of the upward axis with the ends of their intervals, for :meth:`.Axis.over`."""
    parts = [part for one in series for part in (one.y, one.low, one.high) if part is not None]
    return np.concatenate(parts) if parts else np.empty(0)

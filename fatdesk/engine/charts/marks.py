"""Markers, dash patterns and colours of series by their number.

After five series the markers repeat hollow, after ten with another dash, so that fifty series look
different in grey, too. The colours are those of the design tokens, which differ for all four kinds of
colour vision.
"""

import math
from typing import NamedTuple

Point = tuple[float, float]
INKS = ("#215ADB", "#8E310B", "#06A070", "#863382", "#C08A02")
"""Colours on a light ground."""
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

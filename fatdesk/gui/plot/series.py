"""Looks of series: a colour and a marker each, told apart by any eyes and in grey; stamped from pictures."""

import math
from functools import lru_cache
from typing import Literal

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap, QPolygonF

from fatdesk.engine.charts.axis import Reals
from fatdesk.engine.drawing.palette import mixed
from fatdesk.gui.theme.theme import Theme

Marker = Literal["circle", "diamond", "square", "cross", "triangle"]
MARKERS: tuple[Marker, ...] = ("circle", "diamond", "square", "cross", "triangle")
BACK = {"light": 0.4, "dark": 0.8}
"""So much of the ground is in the colour of points that step back, as light mixes."""
DASHES: tuple[tuple[float, ...], ...] = ((), (6, 3), (2, 2), (12, 4), (8, 3, 2, 3))
"""The pattern of the line of each series, in widths of the line; the first is solid."""
FAR = 1 << 20
"""More pixels than any place is away."""
TURNS: dict[Marker, tuple[float, ...]] = {
    "diamond": (0, 90, 180, 270),
    "square": (45, 135, 225, 315),
    "triangle": (90, 210, 330),
}
"""Where the corners of a marker are, in degrees."""


def series_colour(theme: Theme, number: int, *, back: bool = False) -> QColor:
    """The colour of a series, or what it is where it steps back."""
    colours = theme.tokens.series
    colour = colours[number % len(colours)]
    return QColor(mixed(colour, theme.tokens.base, BACK[theme.mode]) if back else colour)


def series_pen(number: int, colour: QColor, width: float = 2.0) -> QPen:
    """The line of a series in its pattern."""
    pen = QPen(colour, width)
    dash = DASHES[number % len(DASHES)]
    if dash:
        pen.setDashPattern(list(dash))
    return pen


def draw_markers(
    painter: QPainter,
    x: Reals,
    y: Reals,
    number: int,
    colour: QColor,
    radius: float,
    ground: QColor | None = None,
) -> None:
    """The points of one series, those that share a pixel once.

    After the last colour the series begin again; given the ground, their markers are hollow from then on.
    """
    if not len(x):
        return
    ratio = float(painter.device().devicePixelRatioF())
    inside = ground.name() if ground is not None and number >= len(MARKERS) else colour.name()
    stamp = _stamp(MARKERS[number % len(MARKERS)], colour.name(), inside, radius, ratio)
    half = stamp.width() / ratio / 2
    left, top = (np.round(values - half).astype(np.int64) + FAR for values in (x, y))
    left, top = np.divmod(np.unique(left * (2 * FAR) + top), 2 * FAR)
    draw = painter.drawPixmap
    for a, b in zip((left - FAR).tolist(), (top - FAR).tolist(), strict=True):
        draw(a, b, stamp)


@lru_cache(maxsize=64)
def _stamp(marker: Marker, colour: str, inside: str, radius: float, ratio: float) -> QPixmap:
    """The picture of one marker; one of another colour inside has an edge."""
    side = 2 * math.ceil(radius * 1.3 + 1)
    made = QPixmap(round(side * ratio), round(side * ratio))
    made.setDevicePixelRatio(ratio)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    middle = QPointF(side / 2, side / 2)
    if marker == "cross":
        painter.setPen(QPen(QColor(colour), max(1.5, radius * 0.5)))
        upright = inside != colour
        steps = (
            ((radius * 1.2, 0.0), (0.0, radius * 1.2)) if upright else ((radius, -radius), (radius, radius))
        )
        for across, up in steps:
            step = QPointF(across, up)
            painter.drawLine(middle - step * 0.85, middle + step * 0.85)
    else:
        painter.setPen(Qt.PenStyle.NoPen if inside == colour else QPen(QColor(colour), 1.5))
        painter.setBrush(QColor(inside))
        if marker == "circle":
            painter.drawEllipse(middle, radius, radius)
        else:
            angles = [math.radians(turn) for turn in TURNS[marker]]
            far = radius * 1.25
            painter.drawPolygon(
                QPolygonF([middle + QPointF(math.cos(a), -math.sin(a)) * far for a in angles])
            )
    painter.end()
    return made

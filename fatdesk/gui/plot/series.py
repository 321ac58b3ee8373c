"""Looks of series: a colour and a marker each, told apart by any eyes and in grey; drawn in batches."""

from typing import Literal

import numpy as np
from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from fatdesk.engine.drawing.palette import mixed
from fatdesk.gui.plot.axis import Reals
from fatdesk.gui.theme.theme import Theme

Marker = Literal["circle", "diamond", "square", "cross", "triangle"]
MARKERS: tuple[Marker, ...] = ("circle", "diamond", "square", "cross", "triangle")
LIGHT = ("#215ADB", "#8E310B", "#06A070", "#863382", "#C08A02")
DARK = ("#3B78EF", "#FE571D", "#92FDDD", "#BC5DA0", "#FFE992")
BACK = 0.4
"""So much of the ground is in the colour of points that step back."""


def series_colour(theme: Theme, number: int, *, back: bool = False) -> QColor:
    """The colour of a series, or what it is where it steps back."""
    colours = DARK if theme.mode == "dark" else LIGHT
    colour = colours[number % len(colours)]
    return QColor(mixed(colour, theme.tokens.base, BACK) if back else colour)


def draw_markers(
    painter: QPainter, x: Reals, y: Reals, number: int, colour: QColor, radius: float, *, fine: bool = True
) -> None:
    """The points of one series, those that share a pixel once.

    Circles, diamonds and squares are points of a wide pen: one call for all of them.
    """
    if not len(x):
        return
    spots = np.unique(np.column_stack([np.round(x * 2), np.round(y * 2)]), axis=0) / 2
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, fine)
    marker = MARKERS[number % len(MARKERS)]
    if marker in ("cross", "triangle"):
        _draw_lines(painter, spots, marker, colour, radius)
        return
    side = radius * (2.0 if marker == "circle" else 1.7)
    cap = Qt.PenCapStyle.RoundCap if marker == "circle" else Qt.PenCapStyle.SquareCap
    painter.setPen(QPen(colour, side, Qt.PenStyle.SolidLine, cap))
    if marker == "diamond":
        turned = spots @ np.array([[1.0, -1.0], [1.0, 1.0]]) / np.sqrt(2)
        painter.save()
        painter.rotate(45)
        painter.drawPoints([QPointF(a, b) for a, b in turned.tolist()])
        painter.restore()
    else:
        painter.drawPoints([QPointF(a, b) for a, b in spots.tolist()])


def _draw_lines(painter: QPainter, spots: Reals, marker: Marker, colour: QColor, radius: float) -> None:
    if marker == "cross":
        ways: tuple[tuple[float, float, float, float], ...] = ((-1, -1, 1, 1), (-1, 1, 1, -1))
    else:
        ways = ((-1, 0.8, 1, 0.8), (1, 0.8, 0, -1), (0, -1, -1, 0.8))
    painter.setPen(QPen(colour, max(1.5, radius * 0.6)))
    for ax, ay, bx, by in ways:
        painter.drawLines(
            [
                QLineF(x + ax * radius, y + ay * radius, x + bx * radius, y + by * radius)
                for x, y in spots.tolist()
            ]
        )

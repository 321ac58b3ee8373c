"""Items of pyqtgraph for series, and their markers in tables and legends: colour, marker, dash pattern."""

import math
from functools import lru_cache
from typing import Any

import numpy as np
import pyqtgraph as pg  # imported with the first chart, not at start
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from fatdesk.core.arrays import Bools, Floats
from fatdesk.engine.charts import UPWARDS, mark_of
from fatdesk.engine.drawing.palette import mixed
from fatdesk.gui.theme.theme import Theme

BACK = {"light": 0.4, "dark": 0.8}
"""Fraction of the background in the colour of faint series, mixed in linear light."""
FAR = 1 << 20
"""Limit of pixel positions."""
MARKER, CAP = 4.2, 6.0
"""Radius of markers and half width of interval caps, in pixels."""
ROOM = max(-y for stroke in UPWARDS.strokes for _, y in stroke)
"""Height of the arrow of a lower bound in radii of its marker; pyqtgraph cuts what exceeds a symbol."""
LEAST_BAR = 3.0
"""Minimum half height of drawn intervals in pixels; smaller ones are hidden by their markers."""


def series_colour(theme: Theme, number: int, *, back: bool = False) -> QColor:
    """Return the colour of a series, faint with ``back``."""
    colour = theme.tokens.series[mark_of(number).ink]
    return QColor(mixed(colour, theme.tokens.base, BACK[theme.mode]) if back else colour)


def series_pen(number: int, colour: QColor, width: float = 2.0) -> QPen:
    """Return the pen of a series with its dash pattern."""
    pen = QPen(colour, width)
    dash = mark_of(number).dash
    if dash:
        pen.setDashPattern(list(dash))
    return pen


@lru_cache(maxsize=64)
def marker_path(marker: str, upright: bool) -> QPainterPath:
    """Return the outline of a marker of unit size, as a symbol for pyqtgraph."""
    path = QPainterPath()
    shape = mark_of(0)._replace(marker=marker, hollow=upright).shape
    for stroke in shape.strokes:
        path.addPolygon(QPolygonF([QPointF(x / 2, y / 2) for x, y in stroke]))
        if shape.closed:
            path.closeSubpath()
    return path


def marker_item(x: Floats, y: Floats, number: int, colour: QColor, radius: float, ground: QColor) -> Any:
    """Return the markers of a series as an item; x and y in axis coordinates."""
    mark = mark_of(number)
    known = np.isfinite(x) & np.isfinite(y)
    crossed = mark.marker == "cross"
    edge = _cosmetic(QPen(colour, max(1.5, radius * 0.5) if crossed else 1.5))
    inside = ground if mark.hollow else colour
    return pg.ScatterPlotItem(
        x=x[known],
        y=y[known],
        symbol=marker_path(mark.marker, mark.hollow),
        size=2 * radius,
        pen=edge if crossed or mark.hollow else QPen(Qt.PenStyle.NoPen),
        brush=QBrush() if crossed else QBrush(inside),
        pxMode=True,
    )


def at_least_item(x: Floats, y: Floats, at_least: Bools, colour: QColor, radius: float) -> Any:
    """Return the arrows above markers of lower bounds as an item; x and y in axis coordinates."""
    shown = at_least & np.isfinite(x) & np.isfinite(y)
    arrow = QPainterPath()
    for stroke in UPWARDS.strokes:
        arrow.addPolygon(QPolygonF([QPointF(x / (2 * ROOM), y / (2 * ROOM)) for x, y in stroke]))
    pen = _cosmetic(QPen(colour, 1.2))
    return pg.ScatterPlotItem(
        x=x[shown], y=y[shown], symbol=arrow, size=2 * ROOM * radius, pen=pen, brush=QBrush(), pxMode=True
    )


def _cosmetic(pen: QPen) -> QPen:
    """Return the pen with a width in pixels, independent of the scale."""
    found = QPen(pen)
    found.setCosmetic(True)
    return found


def line_item(x: Floats, y: Floats, pen: QPen, *, gaps: bool = False) -> Any:
    """Return a line through points; missing points are bridged, or leave gaps."""
    pen = _cosmetic(pen)
    if gaps:
        return pg.PlotCurveItem(x=x, y=y, pen=pen, connect="finite", antialias=True)
    known = np.isfinite(x) & np.isfinite(y)
    return pg.PlotCurveItem(x=x[known], y=y[known], pen=pen, antialias=True)


def interval_items(x: Floats, low: Floats, high: Floats, colour: QColor, cap: float) -> list[Any]:
    """Return vertical lines from low to high with caps."""
    known = np.isfinite(x) & np.isfinite(low) & np.isfinite(high)
    if not known.any():
        return []
    pen = _cosmetic(QPen(colour, 1))
    ends = np.stack([low[known], high[known]], axis=1).ravel()
    bars = pg.PlotCurveItem(x=np.repeat(x[known], 2), y=ends, pen=pen, connect="pairs", antialias=False)
    bar = QPainterPath(QPointF(-0.5, 0.0))
    bar.lineTo(0.5, 0.0)
    caps = pg.ScatterPlotItem(
        x=np.repeat(x[known], 2),
        y=ends,
        symbol=bar,
        size=cap,
        pen=pen,
        brush=QBrush(),
        pxMode=True,
    )
    return [bars, caps]


def draw_markers(
    painter: QPainter,
    x: Floats,
    y: Floats,
    number: int,
    colour: QColor,
    radius: float,
    ground: QColor | None = None,
) -> None:
    """Draw markers at pixel positions, once per pixel, for legends and tables.

    Without a background colour markers are filled.
    """
    if not len(x):
        return
    ratio = float(painter.device().devicePixelRatioF())
    mark = mark_of(number)
    hollow = mark.hollow and ground is not None
    inside = ground.name() if hollow and ground is not None else colour.name()
    stamp = _stamp(mark.marker, hollow, colour.name(), inside, radius, ratio)
    half = stamp.width() / ratio / 2
    left, top = (np.round(values - half).astype(np.int64) + FAR for values in (x, y))
    left, top = np.divmod(np.unique(left * (2 * FAR) + top), 2 * FAR)
    draw = painter.drawPixmap
    for a, b in zip((left - FAR).tolist(), (top - FAR).tolist(), strict=True):
        draw(a, b, stamp)


@lru_cache(maxsize=64)
def _stamp(marker: str, hollow: bool, colour: str, inside: str, radius: float, ratio: float) -> QPixmap:
    """Return the pixmap of a marker."""
    side = 2 * math.ceil(radius * 1.3 + 1)
    made = QPixmap(round(side * ratio), round(side * ratio))
    made.setDevicePixelRatio(ratio)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(side / 2, side / 2)
    crossed = marker == "cross"
    edge = max(1.5, radius * 0.5) if crossed else 1.5
    painter.scale(2 * radius, 2 * radius)
    pen = QPen(QColor(colour), edge)
    pen.setCosmetic(True)
    painter.setPen(pen if crossed or hollow else Qt.PenStyle.NoPen)
    painter.setBrush(Qt.BrushStyle.NoBrush if crossed else QColor(inside))
    painter.drawPath(marker_path(marker, hollow))
    painter.end()
    return made

"""Curves over the number of faults, on a logarithmic axis where shares are drawn."""

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QWidget

from fatdesk.engine.drawing.axis import Axis
from fatdesk.gui.desk import Desk
from fatdesk.gui.faults.curves import TITLES, FaultCurve, Figure, Reals
from fatdesk.gui.faults.text import point_words
from fatdesk.gui.plot.curves_plot import CurvesPlot
from fatdesk.gui.plot.series import series_colour

CAP = 6.0
LEAST_HIGH = 2.0
"""Intervals of fewer pixels are hidden by their markers."""


class FaultPlot(CurvesPlot[FaultCurve]):
    """One figure of all networks of a study."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        self.figure: Figure = "tolerated"
        self.things = "links"
        super().__init__(desk, "Curves over faults", parent)

    def look_at(self, curves: tuple[FaultCurve, ...], figure: Figure, things: str, title: str) -> None:
        """Show other curves, or another figure of the same; ``things`` are what fails."""
        if figure != self.figure:
            self.is_moved = False
        self.figure, self.things, self.title = figure, things, title
        self.show_curves(curves)

    def values_of(self, curve: FaultCurve) -> tuple[Reals, Reals, Reals]:
        """Faults, the figure; intervals are drawn here, because they are not even."""
        value, _, _ = curve.values(self.figure)
        return curve.faults, value, np.full(len(value), np.nan)

    def words_of(self, curve: FaultCurve, point: int) -> str:
        """Faults, the figure, its interval."""
        return point_words(curve, point)

    def _whole(self) -> tuple[Axis, Axis]:
        slower = self.figure == "throughput"
        every = [curve.faults for curve in self.curves if len(curve.points)]
        faults = np.concatenate(every) if every else np.empty(0)
        words = f"Failed {self.things} at once"
        across = Axis(words if slower else f"{words} (log scale)", log=not slower)
        if slower:
            across = across.over(np.concatenate([faults, [0.0]]))
            values = [curve.values(self.figure)[0] for curve in self.curves if len(curve.points)]
            up = Axis(TITLES[self.figure]).over(np.concatenate([*values, [0.0]]))
            return across, up
        return across.over(faults), Axis(TITLES[self.figure], low=0.0, high=104.0)

    def draw(self, painter: QPainter) -> None:
        """Curves, and the intervals of what was drawn at random."""
        super().draw(painter)
        cap = self.theme.px(CAP) / 2
        for curve in self.curves:
            _, low, high = curve.values(self.figure)
            x, top = self.places(curve.faults, high)
            _, bottom = self.places(curve.faults, low)
            painter.setPen(QPen(series_colour(self.theme, curve.number, back=self._back(curve)), 1))
            for a, b, c in zip(x.tolist(), top.tolist(), bottom.tolist(), strict=True):
                if c - b > LEAST_HIGH:
                    painter.drawLine(QPointF(a, b), QPointF(a, c))
                    for end in (b, c):
                        painter.drawLine(QPointF(a - cap, end), QPointF(a + cap, end))

"""A small curve of the best cost over time, with the lower bound under it."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from fatdesk.gui.theme.theme import Theme

HEIGHT = 72
LEAST_S = 2.0
"""The time axis is at least so long, so that the first points are not a wall."""


class CostCurve(QWidget):
    """Steps through the points, each a time in seconds and the best cost from then on."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.points: list[tuple[float, float]] = []
        self.bound: float | None = None
        self.now_s = 0.0
        self.setFixedHeight(theme.px(HEIGHT))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_points(
        self, points: Sequence[tuple[float, float]], bound: float | None, now_s: float, words: str
    ) -> None:
        """Draw these up to now; ``words`` say the same to who cannot see them."""
        self.points, self.bound, self.now_s = list(points), bound, now_s
        self.setAccessibleName(words)
        self.update()

    def line(self, area: QRectF) -> QPolygonF:
        """The curve in pixels."""
        found = QPolygonF()
        for number, (seconds, cost) in enumerate(self.points):
            if number:
                found.append(QPointF(self._x(area, seconds), self._y(area, self.points[number - 1][1])))
            found.append(QPointF(self._x(area, seconds), self._y(area, cost)))
        if self.points:
            found.append(QPointF(self._x(area, self.now_s), self._y(area, self.points[-1][1])))
        return found

    def paintEvent(self, event: QPaintEvent) -> None:
        """The axis, the bound, the curve."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        px, colour = self._theme.px, self._theme.colour
        area = QRectF(self.rect()).adjusted(px(1), px(4), -px(1), -px(4))
        painter.setPen(QPen(colour("line2"), px(1)))
        painter.drawLine(area.bottomLeft(), area.bottomRight())
        if self.bound is not None:
            painter.setPen(QPen(colour("text3"), px(1), Qt.PenStyle.DashLine))
            y = self._y(area, self.bound)
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
        if self.points:
            painter.setPen(QPen(colour("text"), px(2)))
            painter.drawPolyline(self.line(area))
        painter.end()

    def _x(self, area: QRectF, seconds: float) -> float:
        return area.left() + area.width() * min(1.0, seconds / max(self.now_s, LEAST_S))

    def _y(self, area: QRectF, cost: float) -> float:
        costs = [cost for _, cost in self.points]
        low = min(costs if self.bound is None else [*costs, self.bound])
        high = max(costs)
        return area.bottom() - area.height() * ((cost - low) / (high - low) if high > low else 0.5)

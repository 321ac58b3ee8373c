"""The key of plots of curves: marker, line and name of each network, in as many lines as it takes."""

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from fatdesk.gui.charts.curves_view import Shown
from fatdesk.gui.charts.series import draw_markers, series_colour, series_pen
from fatdesk.gui.desk import Desk
from fatdesk.gui.widgets.plain_text import tip

LINE, SWATCH, GAP, SIDE = 26, 30, 22, 40
MOST_LINES = 3
LONGEST = 170


class ChartKey(QWidget):
    """Names of curves; ``chosen`` carries the number of one that was clicked, and whether it adds."""

    chosen = Signal(int, bool)

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._theme = desk.theme
        self._curves: tuple[Shown, ...] = ()
        self._selected: frozenset[int] = frozenset()
        self._alone = False
        self._places: list[tuple[float, int, float]] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Key of the plots")
        desk.theme.changed.connect(self._lay)
        self._lay()

    def show_curves(self, curves: Sequence[Shown]) -> None:
        """Name other curves."""
        self._curves = tuple(curves)
        self.setAccessibleDescription(", ".join(curve.name for curve in curves))
        self._lay()

    def show_selected(self, numbers: frozenset[int], *, alone: bool) -> None:
        """Names of what is selected are strong; the others step back where they shall."""
        self._selected, self._alone = numbers, alone and bool(numbers)
        self._lay()

    def sizeHint(self) -> QSize:
        """As high as the lines."""
        return QSize(self._theme.px(200), self.minimumHeight())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the lines anew."""
        super().resizeEvent(event)
        self._lay()

    def _lay(self) -> None:
        """Where each name begins: x, line, width."""
        px = self._theme.px
        letters = QFontMetricsF(self._theme.strong(12))
        x, line, self._places = float(px(SIDE)), 0, []
        for curve in self._curves:
            name = min(letters.horizontalAdvance(curve.name), float(px(LONGEST)))
            wide = px(SWATCH + 8) + name
            if x + wide > self.width() - px(8) and x > px(SIDE):
                x, line = float(px(SIDE)), line + 1
            self._places.append((x, line, wide))
            x += wide + px(GAP)
        lines = min(line + 1, MOST_LINES) if self._curves else 0
        self.setFixedHeight(px(LINE) * lines + (px(4) if lines else 0))
        self.update()

    def _at(self, at: QPointF) -> int | None:
        line = int(at.y() // self._theme.px(LINE))
        for number, (x, own, wide) in enumerate(self._places):
            if own == line and x - 4 <= at.x() <= x + wide + 4:
                return number
        return None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Select a network by its name."""
        found = self._at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and found is not None:
            more = event.modifiers() & (
                Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
            )
            self.chosen.emit(self._curves[found].number, bool(more))

    def event(self, event: QEvent) -> bool:
        """The whole name, where there is no room for it."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            found = self._at(QPointF(event.pos()))
            if found is not None:
                QToolTip.showText(event.globalPos(), tip(self._curves[found].name), self)
                return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """A piece of line with its marker, and the name."""
        theme, px = self._theme, self._theme.px
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.colour("base"))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for curve, (x, line, wide) in zip(self._curves, self._places, strict=True):
            if line >= MOST_LINES:
                break
            chosen = curve.number in self._selected
            back = curve.state == "stale" or (self._alone and not chosen)
            y = px(LINE) * line + px(LINE) / 2
            colour = series_colour(theme, curve.number, back=back)
            painter.setPen(series_pen(curve.number, colour))
            painter.drawLine(QPointF(x, y), QPointF(x + px(SWATCH), y))
            middle = np.array([x + px(SWATCH) / 2])
            draw_markers(painter, middle, np.array([y]), curve.number, colour, px(4), theme.colour("base"))
            painter.setFont(theme.strong(12) if chosen else theme.font(12))
            painter.setPen(theme.colour("text3" if back else "text"))
            letters = QFontMetricsF(painter.font())
            name = letters.elidedText(curve.name, Qt.TextElideMode.ElideRight, wide - px(SWATCH + 8) + 1)
            painter.drawText(QPointF(x + px(SWATCH + 8), y + px(4)), name)
        painter.end()

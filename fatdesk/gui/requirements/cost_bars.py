"""What each candidate costs, as bars of edge switches, core switches and what lies between."""

from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from fatdesk.engine.design.shares import CostShares
from fatdesk.gui.desk import Desk

ROW, MOST = 23, 8


class Bar(NamedTuple):
    """One candidate: its rank, its shares, its cost in words."""

    rank: int
    shares: CostShares
    cost: str


class CostBars(QWidget):
    """Bars of the first candidates on one scale, the taken one marked."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._theme = desk.theme
        self.bars: list[Bar] = []
        self.taken = 0
        self.cables = "cables"
        self.setAccessibleName("What each candidate costs")
        desk.theme.changed.connect(self.update)

    def show_bars(self, bars: Sequence[Bar], taken: int, cables: str) -> None:
        """Show other candidates; ``cables`` says at what price cables count."""
        self.bars, self.taken, self.cables = list(bars), taken, cables
        told = ", ".join(f"{bar.rank}: {bar.cost}" for bar in self.bars)
        self.setAccessibleDescription(f"Cost by rank: {told}")
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """As high as its bars."""
        px = self._theme.px
        return QSize(px(420), px(48 + ROW * min(MOST, max(1, len(self.bars)))))

    def _shown(self) -> list[Bar]:
        """The first, and the one taken in any case, as many as there is room for."""
        room = max(1, min(MOST, (self.height() - self._theme.px(48)) // self._theme.px(ROW)))
        first = self.bars[:room]
        taken = [bar for bar in self.bars[room:] if bar.rank == self.taken]
        return first if not taken else [*first[: room - 1], *taken]

    def paintEvent(self, event: QPaintEvent) -> None:
        """Title, bars, key."""
        theme, px = self._theme, self._theme.px
        drawing = theme.tokens.drawing
        colours = (drawing.edge.stroke, drawing.core.stroke, theme.tokens.warn_fill)
        painter = QPainter(self)
        painter.setFont(theme.strong(12))
        painter.setPen(theme.colour("text"))
        painter.drawText(QRectF(0, 0, self.width(), px(18)), "What each candidate costs")
        shown = self._shown()
        most = max((sum(bar.shares, Decimal(0)) for bar in shown), default=Decimal(0))
        left, words = px(34), px(104)
        wide = max(px(20), self.width() - left - words)
        y = float(px(24))
        for bar in shown:
            chosen = bar.rank == self.taken
            painter.setFont(theme.strong(12) if chosen else theme.font(12))
            painter.setPen(theme.colour("accent_text" if chosen else "text2"))
            place = QRectF(0, y, left - px(10), px(ROW))
            painter.drawText(
                place, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), str(bar.rank)
            )
            x = float(left)
            for share, colour in zip(bar.shares, colours, strict=True):
                if share <= 0 or not most:
                    continue
                length = float(share / most) * wide
                painter.fillRect(QRectF(x, y + px(5), max(1.0, length - 1), px(ROW - 10)), QColor(colour))
                x += length
            painter.setPen(theme.colour("text"))
            place = QRectF(x + px(8), y, px(140), px(ROW))
            painter.drawText(place, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), bar.cost)
            y += px(ROW)
        painter.setFont(theme.font(11))
        x = float(left)
        for words_of, colour in zip(("edge", "core", self.cables), colours, strict=True):
            painter.fillRect(QRectF(x, y + px(8), px(9), px(9)), QColor(colour))
            painter.setPen(theme.colour("text2"))
            painter.drawText(
                QRectF(x + px(14), y, px(260), px(24)), int(Qt.AlignmentFlag.AlignVCenter), words_of
            )
            x += px(14) + painter.fontMetrics().horizontalAdvance(words_of) + px(18)
        painter.end()

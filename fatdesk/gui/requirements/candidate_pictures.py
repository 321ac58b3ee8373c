"""Pictures of candidates: the cost of each as a bar of its parts, and its switches as a small drawing."""

from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from PySide6.QtCore import QLineF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from fatdesk.engine.design.candidate import Candidate
from fatdesk.engine.design.remarks import CostShares
from fatdesk.gui.desk import Desk
from fatdesk.gui.widgets.numbers import counted

MOST_EDGES, MOST_CORES = 40, 32


class Sketch(QWidget):
    """Of large networks the first switches, with a word on how many there are."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._theme = desk.theme
        self.candidate: Candidate | None = None
        self.setAccessibleName("Drawing of the candidate")
        desk.theme.changed.connect(self.update)

    def show_candidate(self, candidate: Candidate | None) -> None:
        """Draw another."""
        self.candidate = candidate
        self.setAccessibleDescription(self.words())
        self.update()

    def sizeHint(self) -> QSize:
        """A little wider than high."""
        return QSize(self._theme.px(420), self._theme.px(170))

    def _counts(self) -> tuple[int, int]:
        design = self.candidate.design if self.candidate is not None else None
        if design is None:
            return 0, 0
        each = max(1, design.number("planes", 1)) * max(1, design.number("rails", 1))
        edge = design.part("edge")
        edges = edge.count if edge is not None else design.number("E") * each
        return edges, sum(use.count for use in design.above)

    def words(self) -> str:
        """Describe what is drawn and what is left out."""
        if self.candidate is None:
            return ""
        edges, cores = self._counts()
        hosts, down = self.candidate.hosts, self.candidate.design.number("P_En")
        stated = counted(edges, "edge switch")
        if down:
            stated += (
                f", up to {counted(down, 'host')} each" if edges > 1 else f" for {counted(hosts, 'host')}"
            )
        if edges > MOST_EDGES or cores > MOST_CORES:
            stated += f" · drawn: {min(edges, MOST_EDGES)} of {edges:,}"
            if cores:
                stated += f", above {min(cores, MOST_CORES)} of {cores:,}"
        return stated

    def paintEvent(self, event: QPaintEvent) -> None:
        """Links first, switches over them, hosts below."""
        if self.candidate is None:
            return
        theme, px = self._theme, self._theme.px
        drawing = theme.tokens.drawing
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edges, cores = self._counts()
        top, low = px(12), self.height() - px(46)
        above = self._places(min(cores, MOST_CORES), top)
        below = self._places(min(edges, MOST_EDGES), low)
        painter.setPen(QPen(theme.colour("line2"), 1))
        painter.drawLines([QLineF(a.center(), b.center()) for a in above for b in below])
        for boxes, role in ((above, drawing.core), (below, drawing.edge)):
            painter.setPen(QPen(QColor(role.stroke), 1.2))
            painter.setBrush(QColor(role.fill))
            painter.drawRects(boxes)
        painter.setPen(QPen(QColor(drawing.host.stroke), 1))
        painter.setBrush(QColor(drawing.host.fill))
        for box in below:
            painter.drawLine(QLineF(box.center().x(), box.bottom(), box.center().x(), box.bottom() + px(7)))
            painter.drawRect(QRectF(box.left(), box.bottom() + px(7), box.width(), px(6)))
        painter.setPen(theme.colour("text2"))
        painter.setFont(theme.font(11))
        place = QRectF(0, self.height() - px(20), self.width(), px(18))
        painter.drawText(place, int(Qt.AlignmentFlag.AlignCenter), self.words())
        painter.end()

    def _places(self, count: int, y: float) -> list[QRectF]:
        if not count:
            return []
        px, step = self._theme.px, self.width() / count
        wide = min(float(px(16)), step * 0.72)
        return [QRectF(step * (n + 0.5) - wide / 2, y, wide, px(11)) for n in range(count)]


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
        self.setAccessibleName("Cost of each candidate")
        desk.theme.changed.connect(self.update)

    def show_bars(self, bars: Sequence[Bar], taken: int, cables: str) -> None:
        """Show other candidates; ``cables`` says at what price cables count."""
        self.bars, self.taken, self.cables = list(bars), taken, cables
        stated = ", ".join(f"{bar.rank}: {bar.cost}" for bar in self.bars)
        self.setAccessibleDescription(f"Cost by rank: {stated}")
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
        painter.drawText(QRectF(0, 0, self.width(), px(18)), "Cost of each candidate")
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

"""What the first page is made of: cards to click, with an icon or the likeness of a network."""

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QEnterEvent,
    QFocusEvent,
    QFont,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QHBoxLayout, QWidget

from fatdesk.gui.desk import Desk
from fatdesk.gui.theme.icons import picture
from fatdesk.gui.theme.theme import Theme

MOST_EDGE, MOST_CORE = 14, 10
"""So many switches a row of a likeness has at most."""


class Card(QWidget):
    """Something to click, or to run with Enter or space: a title and lines under it."""

    clicked = Signal()

    def __init__(self, desk: Desk, title: str, lines: tuple[str, ...], high: int) -> None:
        super().__init__()
        self.theme = desk.theme
        self.title, self.lines = title, lines
        self.is_over = False
        self.setAccessibleName(title)
        self.setAccessibleDescription(". ".join(lines))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFixedHeight(desk.theme.px(high))

    def sizeHint(self) -> QSize:
        """As high as it is, wide enough for its words."""
        return QSize(self.theme.px(440), self.height())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click."""
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.clicked.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter or space do the same."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.clicked.emit()
        else:
            super().keyPressEvent(event)

    def enterEvent(self, event: QEnterEvent) -> None:
        """The pointer is over it."""
        self.is_over = True
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        """The pointer is gone."""
        self.is_over = False
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the ring."""
        self.update()

    def line(self, painter: QPainter, space: QRectF, text: str, font: QFont, token: str) -> None:
        """A line of words, shortened in its middle where there is no room."""
        painter.setFont(font)
        painter.setPen(self.theme.colour(token))
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideMiddle, round(space.width()))
        painter.drawText(space, int(Qt.AlignmentFlag.AlignVCenter), shown)


class ActionCard(Card):
    """One thing to do, with its icon and its keys; the ``first`` stands out."""

    def __init__(
        self, desk: Desk, title: str, text: str, icon: str, keys: str = "", *, first: bool = False
    ) -> None:
        super().__init__(desk, title, (text,), 62)
        self._icon, self._keys, self._first = icon, keys, first

    def paintEvent(self, event: QPaintEvent) -> None:
        """Box, icon, words, keys."""
        theme, px = self.theme, self.theme.px
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = "hover" if self.is_over else "accent_tint2" if self._first else "base"
        strong = self._first or self.hasFocus()
        painter.setPen(QPen(theme.colour("accent" if strong else "line2"), 2 if strong else 1))
        painter.setBrush(theme.colour(ground))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), px(6), px(6))
        tone = "accent_text" if self._first else "text2"
        painter.drawPixmap(px(16), (self.height() - px(26)) // 2, picture(theme, self._icon, tone, px(26)))
        left, right = px(58), self.width() - px(16)
        painter.setFont(theme.font(12))
        keys = painter.fontMetrics().horizontalAdvance(self._keys)
        space = QRectF(left, 0, right - left, self.height())
        painter.setPen(theme.colour("text3"))
        painter.drawText(space, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), self._keys)
        room = right - left - keys - px(12)
        self.line(painter, QRectF(left, px(10), room, px(20)), self.title, theme.strong(14), "text")
        self.line(painter, QRectF(left, px(32), room, px(18)), self.lines[0], theme.font(12), "text2")
        painter.end()


class ProjectCard(Card):
    """A project with the likeness of its network; ``tag`` is what is wrong with it in two words."""

    def __init__(
        self, desk: Desk, title: str, lines: tuple[str, str], switches: tuple[int, int], tag: str = ""
    ) -> None:
        super().__init__(desk, title, lines, 72)
        self.switches, self.tag = switches, tag
        self._held = 0

    def hold(self, *widgets: QWidget) -> None:
        """Put something to click at its right end."""
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(0)
        line.addStretch(1)
        for widget in widgets:
            line.addWidget(widget)
        self._held = sum(widget.sizeHint().width() for widget in widgets)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Likeness, name, two lines; a hairline under it."""
        theme, px = self.theme, self.theme.px
        painter = QPainter(self)
        if self.is_over:
            painter.fillRect(self.rect(), theme.colour("hover"))
        painter.fillRect(0, self.height() - 1, self.width(), 1, theme.colour("line"))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame = QRectF(px(8), px(8), px(96), px(56))
        painter.setPen(QPen(theme.colour("line"), 1))
        painter.setBrush(theme.colour("base"))
        painter.drawRoundedRect(frame, px(4), px(4))
        draw_likeness(painter, theme, frame.adjusted(px(7), px(8), -px(7), -px(8)), *self.switches)
        left, room = frame.right() + px(14), self.width() - self._held - frame.right() - px(22)
        title = QRectF(left, px(6), room, px(20))
        self.line(painter, title, self.title, theme.strong(14), "text2" if self.tag else "text")
        if self.tag:
            at = left + painter.fontMetrics().horizontalAdvance(self.title) + px(10)
            painter.setFont(theme.strong(12))
            wide = painter.fontMetrics().horizontalAdvance(self.tag) + px(14)
            plate = QRectF(at, px(7), wide, px(19))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("warn_tint"))
            painter.drawRoundedRect(plate, px(3), px(3))
            painter.setPen(theme.colour("warn"))
            painter.drawText(plate, int(Qt.AlignmentFlag.AlignCenter), self.tag)
        self.line(painter, QRectF(left, px(27), room, px(18)), self.lines[0], theme.font(12), "text2")
        self.line(painter, QRectF(left, px(46), room, px(18)), self.lines[1], theme.font(12), "text3")
        if self.hasFocus():
            painter.setPen(QPen(theme.colour("accent"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -2), px(4), px(4))
        painter.end()


def draw_likeness(painter: QPainter, theme: Theme, space: QRectF, edges: int, cores: int) -> None:
    """Core switches over edge switches, each joined with each; of many only some."""
    px, drawing = theme.px, theme.tokens.drawing
    edges, cores = min(edges, MOST_EDGE), min(cores, MOST_CORE)
    if not edges:
        return

    def row(count: int, y: float) -> list[QPointF]:
        step = space.width() / count
        return [QPointF(space.left() + step * (i + 0.5), y) for i in range(count)]

    high = row(cores, space.top() + px(3)) if cores else []
    low = row(edges, space.bottom() - px(3))
    painter.setPen(QPen(theme.colour("line2"), 1))
    for a in high:
        for b in low:
            painter.drawLine(a, b)
    painter.setPen(Qt.PenStyle.NoPen)
    for spots, colour in ((high, drawing.core.stroke), (low, drawing.edge.stroke)):
        for spot in spots:
            wide = min(float(px(12)), space.width() / len(spots) * 0.7)
            painter.setBrush(QColor(colour))
            painter.drawRect(QRectF(spot.x() - wide / 2, spot.y() - px(3), wide, px(6)))

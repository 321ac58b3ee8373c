"""The first page: open, design from requirements, examples, and what was open lately."""

from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QEnterEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from fatdesk.gui.desk import Desk
from fatdesk.gui.plain import label
from fatdesk.gui.recent import Recent, forget, read_recent
from fatdesk.gui.theme.icons import mark, picture

EXAMPLES = (
    ("blades-224", "224 blades, non-blocking", "Enclosures with a switch each, one core level", 14, 8),
    ("nodes-60", "60 hosts, two levels", "The smallest complete example, cables at one price", 4, 2),
    ("nodes-396", "396 hosts in 11 racks", "A room of two rows with trays and reserved space", 22, 18),
    ("gpu-63", "63 GPU hosts, 8 rails", "Rails, twin-port transceivers, optical cables only", 16, 8),
)
"""File, title, what it shows, and switches of its thumbnail."""


class Card(QWidget):
    """Something to click, with an icon or a small network, a title and a line under it."""

    clicked = Signal()

    def __init__(
        self, desk: Desk, title: str, text: str, note: str = "", icon: str = "", first: bool = False
    ) -> None:
        super().__init__()
        self._theme = desk.theme
        self.title, self.text, self.note, self.icon, self.first = title, text, note, icon, first
        self.switches = (0, 0)
        self._over = False
        self.setAccessibleName(title)
        self.setAccessibleDescription(text)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFixedHeight(desk.theme.px(66))

    def sizeHint(self) -> QSize:  # noqa: N802
        """As high as it is, wide enough for its words."""
        return QSize(self._theme.px(470), self._theme.px(66))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """A click."""
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.clicked.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Enter or space do the same."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.clicked.emit()
        else:
            super().keyPressEvent(event)

    def enterEvent(self, event: QEnterEvent) -> None:  # noqa: N802
        """The pointer is over it."""
        self._over = True
        self.update()

    def leaveEvent(self, event: object) -> None:  # noqa: N802
        """The pointer is gone."""
        self._over = False
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """Show the ring."""
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Box, picture, words."""
        theme, px = self._theme, self._theme.px
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        ground = "hover" if self._over else "accent_tint2" if self.first else "base"
        strong = self.first or self.hasFocus()
        painter.setPen(QPen(theme.colour("accent" if strong else "line2"), 2 if strong else 1))
        painter.setBrush(theme.colour(ground))
        painter.drawRoundedRect(box, px(6), px(6))
        if self.icon:
            painter.drawPixmap(
                px(16),
                (self.height() - px(26)) // 2,
                picture(theme, self.icon, "accent_text" if self.first else "text2", px(26)),
            )
            left = px(58)
        else:
            self._network(painter, QRectF(px(12), px(11), px(74), px(44)))
            left = px(100)
        right = self.width() - px(16)
        painter.setPen(theme.colour("text"))
        painter.setFont(theme.strong(14))
        painter.drawText(QRectF(left, px(11), right - left, px(20)), self.title)
        painter.setPen(theme.colour("text2"))
        painter.setFont(theme.font(12))
        metrics = painter.fontMetrics()
        room = right - left - (metrics.horizontalAdvance(self.note) + px(12) if self.note else 0)
        text = metrics.elidedText(self.text, Qt.TextElideMode.ElideMiddle, room)
        painter.drawText(QRectF(left, px(34), room, px(20)), text)
        painter.setPen(theme.colour("text3"))
        painter.drawText(
            QRectF(left, 0, right - left, self.height()),
            int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            if self.icon
            else int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop),
            self.note if self.icon else "",
        )
        painter.end()

    def _network(self, painter: QPainter, space: QRectF) -> None:
        """Core switches over edge switches."""
        px, drawing = self._theme.px, self._theme.tokens.drawing
        edges, cores = (min(count, limit) for count, limit in zip(self.switches, (14, 10), strict=True))
        if not edges:
            return

        def places(count: int, y: float) -> list[QPointF]:
            step = space.width() / count
            return [QPointF(space.left() + step * (i + 0.5), y) for i in range(count)]

        high, low = places(max(1, cores), space.top() + px(5)), places(edges, space.bottom() - px(5))
        painter.setPen(QPen(self._theme.colour("line2"), 1))
        for a in high if cores else []:
            for b in low:
                painter.drawLine(a, b)
        painter.setPen(Qt.PenStyle.NoPen)
        for spots, colour in ((high if cores else [], drawing.core.stroke), (low, drawing.edge.stroke)):
            for spot in spots:
                wide = min(float(px(12)), space.width() / len(spots) * 0.7)
                painter.setBrush(QColor(colour))
                painter.drawRect(QRectF(spot.x() - wide / 2, spot.y() - px(3), wide, px(6)))


class Welcome(QWidget):
    """Cards at the left, recent projects and examples at the right."""

    open_asked = Signal()
    design_asked = Signal()
    example_asked = Signal(str)
    recent_asked = Signal(Path)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        px = desk.theme.px
        self.setProperty("role", "base")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        outer = QHBoxLayout(self)
        outer.setContentsMargins(px(48), px(72), px(48), px(32))
        outer.setSpacing(px(64))
        outer.addStretch(1)
        left = QVBoxLayout()
        left.setSpacing(px(12))
        head = QHBoxLayout()
        head.setSpacing(px(14))
        self._mark = label()
        head.addWidget(self._mark)
        names = QVBoxLayout()
        names.setSpacing(0)
        self._name = label("fatdesk")
        self._what = label("Cluster networks, from requirements to labelled cables", "text2")
        names.addWidget(self._name)
        names.addWidget(self._what)
        head.addLayout(names)
        head.addStretch(1)
        left.addLayout(head)
        left.addSpacing(px(18))
        self.design = Card(
            desk,
            "Design a network",
            "From a requirements file: searched, placed, priced",
            "Ctrl+N",
            "design",
            first=True,
        )
        self.open_card = Card(
            desk, "Open a project", "A .fatdesk file, or drop it anywhere in this window", "Ctrl+O", "open"
        )
        self.design.clicked.connect(self.design_asked)
        self.open_card.clicked.connect(self.open_asked)
        for card in (self.design, self.open_card):
            card.setFixedWidth(px(440))
            left.addWidget(card)
        left.addStretch(1)
        self._promise = label(
            "Works offline. Opening a file never changes it and never runs anything in it.", "text2"
        )
        left.addWidget(self._promise)
        outer.addLayout(left)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setMinimumWidth(px(480))
        self._scroll.setMaximumWidth(px(740))
        outer.addWidget(self._scroll, 8)
        outer.addStretch(1)
        self.recent: list[Card] = []
        self.examples: list[Card] = []
        desk.theme.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Read the list of recent projects again."""
        theme, px = self._desk.theme, self._desk.theme.px
        self._mark.setPixmap(mark(theme, px(44)))
        self._name.setFont(theme.strong(28))
        self._what.setFont(theme.font(14))
        page = QWidget()
        page.setProperty("role", "base")
        column = QVBoxLayout(page)
        column.setContentsMargins(px(2), px(2), px(14), px(2))
        column.setSpacing(px(8))
        self.recent = []
        found = read_recent()
        if found:
            column.addWidget(self._heading("Recent"))
        for entry in found:
            self._add_recent(column, entry)
        if found:
            column.addSpacing(px(14))
        column.addWidget(self._heading("Examples, open as copies"))
        self.examples = []
        for name, title, text, edge, core in EXAMPLES:
            card = Card(self._desk, title, text)
            card.switches = (edge, core)
            card.clicked.connect(lambda name=name: self.example_asked.emit(name))
            self.examples.append(card)
            column.addWidget(card)
        column.addStretch(1)
        self._scroll.setWidget(page)

    def _heading(self, text: str) -> QWidget:
        made = label(text)
        made.setFont(self._desk.theme.strong())
        return made

    def _add_recent(self, column: QVBoxLayout, entry: Recent) -> None:
        path = Path(entry.path)
        text = (
            "Not found: the file has moved or its disk is not connected"
            if entry.missing
            else f"{entry.told}  ·  {path.parent}"
        )
        card = Card(self._desk, path.stem, text)
        card.switches = (entry.edge, entry.core)
        self.recent.append(card)
        line = QHBoxLayout()
        line.addWidget(card, 1)
        if entry.missing:
            remove = QPushButton("Remove")
            remove.setProperty("kind", "link")
            remove.clicked.connect(lambda: self._forget(entry.path))
            line.addWidget(remove)
            card.setCursor(Qt.CursorShape.ArrowCursor)
        else:
            card.clicked.connect(lambda: self.recent_asked.emit(path))
        column.addLayout(line)

    def _forget(self, path: str) -> None:
        problem = forget(path)
        if problem:
            self._desk.session.said.emit(problem)
        self.refresh()

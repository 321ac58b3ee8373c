"""The welcome page: open, design, examples, recent projects, recovery copies."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QEnterEvent,
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from fatdesk.gui.desk import Desk
from fatdesk.gui.files.recent import Recent, forget, forget_all, read_recent
from fatdesk.gui.files.recovery import time_text
from fatdesk.gui.menus.actions import BY_ID
from fatdesk.gui.theme.icons import mark, picture
from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.widgets.accessible import Role, give_role
from fatdesk.gui.widgets.numbers import day_text, to_read
from fatdesk.gui.widgets.plain_text import home_path, label
from fatdesk.project.files.folders import is_any_copy

if TYPE_CHECKING:
    from fatdesk.project.files.recovery import Found


MOST_EDGE, MOST_CORE = 14, 10
"""Maximum number of switches in a row of a thumbnail."""


class Card(QWidget):
    """A clickable card with a title and lines of text, also activated by Enter and Space."""

    clicked = Signal()

    def __init__(self, desk: Desk, title: str, lines: tuple[str, ...], high: int) -> None:
        super().__init__()
        self.theme = desk.theme
        self.title, self.lines = title, lines
        self.is_over = False
        give_role(self, Role.Button)
        self.setAccessibleName(title)
        self.setAccessibleDescription(". ".join(lines))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFixedHeight(desk.theme.px(high))

    def sizeHint(self) -> QSize:
        """Return the fixed height, and a width for the texts."""
        return QSize(self.theme.px(440), self.height())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Activate the card by a click."""
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.clicked.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Activate the card by Enter or Space."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.clicked.emit()
        else:
            super().keyPressEvent(event)

    def enterEvent(self, event: QEnterEvent) -> None:
        """Highlight the card."""
        self.is_over = True
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        """Remove the highlight."""
        self.is_over = False
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the focus ring."""
        self.update()

    def line(self, painter: QPainter, space: QRectF, text: str, font: QFont, token: str) -> None:
        """Paint a line of text, shortened in the middle if too long."""
        painter.setFont(font)
        painter.setPen(self.theme.colour(token))
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideMiddle, round(space.width()))
        painter.drawText(space, int(Qt.AlignmentFlag.AlignVCenter), shown)


class ActionCard(Card):
    """A card for an action, with icon and shortcut; the ``first`` is highlighted."""

    def __init__(
        self, desk: Desk, title: str, text: str, icon: str, keys: str = "", *, first: bool = False
    ) -> None:
        super().__init__(desk, title, (text,), 62)
        self._icon, self._keys, self._first = icon, keys, first

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint box, icon, texts and shortcut."""
        theme, px = self.theme, self.theme.px
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = "hover" if self.is_over else "accent_tint2" if self._first else "base"
        strong = self._first or self.hasFocus()
        painter.setPen(QPen(theme.colour("accent" if strong else "line2"), 2 if self.hasFocus() else 1))
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


BETWEEN = " · "
"""Between the figures of a project."""


class ProjectCard(Card):
    """A card for a project, with a thumbnail of its network; ``tag`` is a short status."""

    def __init__(
        self, desk: Desk, title: str, lines: tuple[str, str], switches: tuple[int, int], tag: str = ""
    ) -> None:
        super().__init__(desk, title, lines, 72)
        self.switches, self.tag = switches, tag
        self._held = 0

    def hold(self, *widgets: QWidget) -> None:
        """Add buttons at the right end."""
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(0)
        line.addStretch(1)
        for widget in widgets:
            line.addWidget(widget)
        self._held = sum(widget.sizeHint().width() for widget in widgets)

    def stated_in(self, room: float) -> str:
        """The first line within a width in pixels: a long one leaves out figures before the cost."""
        metrics, parts = QFontMetricsF(self.theme.font(12)), to_read(self.lines[0]).split(BETWEEN)
        while len(parts) > 2 and metrics.horizontalAdvance(BETWEEN.join(parts)) > room:
            del parts[-2]
        return BETWEEN.join(parts)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint thumbnail, name and two lines, with a divider below."""
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
        draw_thumbnail(painter, theme, frame.adjusted(px(7), px(8), -px(7), -px(8)), *self.switches)
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
        stated = self.stated_in(room)
        self.line(painter, QRectF(left, px(27), room, px(18)), stated, theme.font(12), "text2")
        self.line(painter, QRectF(left, px(46), room, px(18)), self.lines[1], theme.font(12), "text3")
        if self.hasFocus():
            painter.setPen(QPen(theme.colour("accent"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -2), px(4), px(4))
        painter.end()


def draw_thumbnail(painter: QPainter, theme: Theme, space: QRectF, edges: int, cores: int) -> None:
    """Draw a thumbnail of a two-level network, with at most ``MOST`` switches in a row."""
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


EXAMPLES = (
    (
        "nodes-60",
        "60 hosts, two levels",
        "4 edge and 2 core switches, bundles of 9",
        "The smallest complete example, cables at one price",
        (4, 2),
    ),
    (
        "nodes-396",
        "396 hosts in 11 racks",
        "22 edge and 18 core switches, 792 cables",
        "A room of two rows with trays and reserved space",
        (22, 18),
    ),
    (
        "blades-224",
        "224 blades, non-blocking",
        "14 edge and 8 core switches, 224 cables",
        "Enclosures with a switch in each, one core level",
        (14, 8),
    ),
    (
        "gpu-63",
        "63 GPU hosts, 8 rails",
        "16 edge and 8 core switches, 1,020 cables",
        "Rails, twin-port transceivers, optical cables only",
        (16, 8),
    ),
)
"""File, title, size, description, and numbers of switches in the thumbnail."""


class Welcome(QWidget):
    """Actions at the left, recent projects and examples at the right."""

    open_asked = Signal()
    catalog_asked = Signal()
    check_asked = Signal()
    design_asked = Signal()
    example_asked = Signal(str)
    reference_asked = Signal()
    adopt_asked = Signal()
    recent_asked = Signal(Path)
    find_asked = Signal(object)
    recovery_asked = Signal(object)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.setObjectName("welcome")
        px = desk.theme.px
        self.setProperty("role", "base")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        outer = QHBoxLayout(self)
        outer.setContentsMargins(px(48), px(72), px(48), px(32))
        outer.setSpacing(px(64))
        outer.addStretch(1)
        outer.addLayout(self._what_to_do())
        self._scroll = QScrollArea()
        self._scroll.setAccessibleName("Projects")
        self._scroll.setWidgetResizable(True)
        self._scroll.setMinimumWidth(px(480))
        self._scroll.setMaximumWidth(px(740))
        outer.addWidget(self._scroll, 8)
        outer.addStretch(1)
        self.recent: list[ProjectCard] = []
        self.recovery: list[ActionCard] = []
        self.examples: list[ProjectCard] = []
        self._is_shown = False
        desk.theme.changed.connect(self._look)
        self.refresh()

    def _what_to_do(self) -> QVBoxLayout:
        """Return the left side: title and actions."""
        px, desk = self._desk.theme.px, self._desk
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
        self.design = ActionCard(
            desk,
            "Design a network",
            "From hosts to a placed and priced network",
            "design",
            BY_ID["design"].shortcut,
            first=True,
        )
        self.open_card = ActionCard(
            desk,
            "Open a project",
            "Open a project or requirements file, or drop it here",
            "open",
            BY_ID["open"].shortcut,
        )
        self.design.clicked.connect(self.design_asked)
        self.catalog = ActionCard(
            desk,
            "Browse the catalog",
            "Shipped parts and your own folders",
            "catalog",
            BY_ID["show-catalog"].shortcut,
        )
        self.reference = ActionCard(
            desk,
            "New from reference",
            "Published clusters and reference architectures",
            "topology",
            BY_ID["new-from-reference"].shortcut,
        )
        self.reference.clicked.connect(self.reference_asked)
        self.adopt = ActionCard(
            desk,
            "New from an existing fabric",
            "ibnetdiscover, LLDP, tables, DOT or GraphML as a project",
            "asbuilt",
            BY_ID["adopt"].shortcut,
        )
        self.adopt.clicked.connect(self.adopt_asked)
        self.check = ActionCard(
            desk,
            "Check an installed fabric",
            "ibnetdiscover, LLDP or CSV against a plan",
            "asbuilt",
            BY_ID["show-asbuilt"].shortcut,
        )
        self.check.clicked.connect(self.check_asked)
        self.open_card.clicked.connect(self.open_asked)
        self.catalog.clicked.connect(self.catalog_asked)
        for card in (self.design, self.reference, self.adopt, self.open_card, self.catalog, self.check):
            card.setFixedWidth(px(440))
            left.addWidget(card)
        left.addStretch(1)
        self._promise = label("Works offline. Opening a file never changes it or runs code from it.", "text2")
        self._promise.setWordWrap(True)
        self._shield = label()
        foot = QHBoxLayout()
        foot.setSpacing(px(8))
        foot.addWidget(self._shield)
        foot.addWidget(self._promise, 1)
        left.addLayout(foot)
        return left

    def refresh(self) -> None:
        """Update the list of recent projects."""
        theme, px = self._desk.theme, self._desk.theme.px
        self._mark.setPixmap(mark(theme, px(44)))
        self._name.setFont(theme.strong(28))
        self._what.setFont(theme.font(14))
        page = QWidget()
        page.setProperty("role", "base")
        column = QVBoxLayout(page)
        column.setContentsMargins(px(2), px(2), px(14), px(2))
        column.setSpacing(0)
        self._shield.setPixmap(picture(theme, "shield", "text2", px(16)))
        self._add_copies(column)
        self.recent = []
        found = read_recent()
        if found:
            clear = self._link("Clear list", self._clear)
            column.addWidget(self._heading("Recent", clear))
        for entry in found:
            self._add_recent(column, entry)
        if found:
            column.addSpacing(px(22))
        column.addWidget(self._heading("Examples", label("open as copies", "text2"), adjacent=True))
        self.examples = []
        for name, title, figures, text, switches in EXAMPLES:
            card = ProjectCard(self._desk, title, (figures, text), switches)
            card.clicked.connect(partial(self.example_asked.emit, name))
            self.examples.append(card)
            column.addWidget(card)
        column.addStretch(1)
        self._scroll.setWidget(page)

    def _look(self) -> None:
        """Update the cards to the theme; the window updates them when it shows this page again."""
        if self.isVisible():
            self.refresh()

    def paintEvent(self, event: QPaintEvent) -> None:
        """After the first paint, look for recovery copies."""
        super().paintEvent(event)
        if not self._is_shown:
            self._is_shown = True
            QTimer.singleShot(0, self, self._find_copies)

    def _find_copies(self) -> None:
        if len(self._copies()) != len(self.recovery):
            self.refresh()

    def _add_copies(self, column: QVBoxLayout) -> None:
        """Add the recovery copies of projects that were not closed properly."""
        self.recovery = []
        left = self._copies() if self._is_shown else []
        if left:
            column.addWidget(self._heading("Not closed properly"))
        for found in left:
            kept = f"Copy of unsaved changes made {time_text(found)}"
            text, note = (kept, "Recover…") if found.project else ("The copy is damaged", "Show…")
            card = ActionCard(self._desk, found.name, text, "undo", note)
            card.setObjectName("recovery-card")
            card.clicked.connect(partial(self.recovery_asked.emit, found))
            self.recovery.append(card)
            column.addWidget(card)
            column.addSpacing(self._desk.theme.px(8))
        if left:
            column.addSpacing(self._desk.theme.px(14))

    def _copies(self) -> "list[Found]":
        if not is_any_copy():
            return []
        from fatdesk.project.files.recovery import left_behind

        return left_behind()

    def _heading(self, text: str, more: QWidget | None = None, *, adjacent: bool = False) -> QWidget:
        """Return a heading with a widget next to it, or at the right end of the line."""
        px = self._desk.theme.px
        made = QWidget()
        line = QHBoxLayout(made)
        line.setContentsMargins(0, 0, px(8), px(6))
        line.setSpacing(px(10))
        words = label(text)
        words.setFont(self._desk.theme.strong())
        line.addWidget(words)
        if not adjacent:
            line.addStretch(1)
        if more is not None:
            line.addWidget(more)
        if adjacent:
            line.addStretch(1)
        return made

    def _link(self, text: str, run: Callable[[], object]) -> QPushButton:
        made = QPushButton(text)
        made.setProperty("kind", "link")
        made.clicked.connect(run)
        return made

    def _add_recent(self, column: QVBoxLayout, entry: Recent) -> None:
        path = Path(entry.path)
        place = home_path(path.parent) + (f" · {day}" if (day := day_text(entry.opened)) else "")
        lines, tag = (entry.stated, place), ""
        if entry.missing:
            lines, tag = ("File not found; moved, or disk not connected", place), "not found"
        card = ProjectCard(self._desk, path.stem, lines, (entry.edge, entry.core), tag)
        self.recent.append(card)
        if entry.missing:
            find = partial(self.find_asked.emit, entry)
            card.clicked.connect(find)
            card.hold(self._link("Locate…", find), self._link("Remove", partial(self._forget, entry.path)))
        else:
            card.clicked.connect(partial(self.recent_asked.emit, path))
        column.addWidget(card)

    def _forget(self, path: str) -> None:
        self._changed(forget(path))

    def _clear(self) -> None:
        self._changed(forget_all())

    def _changed(self, problem: str) -> None:
        """Update the list, and report why it could not be saved."""
        if problem:
            self._desk.session.said.emit(problem)
        QTimer.singleShot(0, self, self.refresh)  # deferred, because it deletes the clicked card

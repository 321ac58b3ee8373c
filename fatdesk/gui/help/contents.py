"""Contents of the documentation as a tree, and what a search over all pages finds as a list."""

from collections.abc import Callable

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeWidget,
    QTreeWidgetItem,
)

from fatdesk.core.documentation import Documentation, Match, Place
from fatdesk.gui.theme.icons import picture
from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.widgets.plain_text import tip

PLACE = Qt.ItemDataRole.UserRole + 1
FOUND = Qt.ItemDataRole.UserRole + 2
DEEPEST = 2
"""Level of the headings that are listed below a page."""
LINES = 3
MOST = 200
"""Largest number of matches that are listed."""
Index = QModelIndex | QPersistentModelIndex


class Contents(QTreeWidget):
    """Chapters, their pages, and the sections of these; ``chosen`` carries the place of a line."""

    chosen = Signal(Place)

    def __init__(self, theme: Theme, docs: Documentation) -> None:
        super().__init__()
        self.setObjectName("help-contents")
        self.setAccessibleName("Contents")
        self.setProperty("kind", "tree")
        self.setHeaderLabel("Page")  # for screen readers
        self.setHeaderHidden(True)
        self.setUniformRowHeights(True)
        self.setItemDelegate(LineDelegate(theme, self))
        self.setIndentation(theme.px(14))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self._theme = theme
        self._lines: dict[Place, QTreeWidgetItem] = {}
        for chapter, pages in docs.chapters:
            parent = self.invisibleRootItem()
            if chapter:
                parent = self._line(parent, chapter, None)
            for page in pages:
                own = self._line(parent, page.title, Place(page.name))
                for heading in page.headings[1:]:
                    if heading.level <= DEEPEST:
                        self._line(own, heading.text, Place(page.name, heading.anchor))
        self.itemClicked.connect(lambda item, _: self._choose(item))
        self.itemActivated.connect(lambda item, _: self._choose(item))
        theme.changed.connect(self.viewport().update)

    def _line(self, parent: QTreeWidgetItem, text: str, place: Place | None) -> QTreeWidgetItem:
        made = QTreeWidgetItem(parent, [text])
        made.setData(0, Qt.ItemDataRole.ToolTipRole, tip(text))
        if place is not None:
            made.setData(0, PLACE, str(place))
            self._lines[place] = made
        return made

    def _choose(self, item: QTreeWidgetItem) -> None:
        text = item.data(0, PLACE)
        if text:
            self.chosen.emit(Place.of(text))
        else:
            item.setExpanded(not item.isExpanded())

    def drawBranches(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """Paint the arrow of a line that has others below it."""
        px = self._theme.px
        if self.selectionModel().isSelected(index):
            painter.fillRect(rect, self._theme.colour("accent_tint"))
            painter.fillRect(0, rect.top(), px(3), rect.height(), self._theme.colour("accent"))
        if index.model().hasChildren(index):
            name = "down" if self.isExpanded(index) else "right"
            arrow = picture(self._theme, name, "text2", px(12))
            painter.drawPixmap(rect.right() - px(12), rect.center().y() - px(5), arrow)

    def mark(self, place: Place) -> None:
        """Select the line of a place, or of its page, and open what is around it."""
        item = self._lines.get(place) or self._lines.get(Place(place.page))
        if item is None or item is self.currentItem():
            return
        parent = item.parent()
        while parent is not None:
            parent.setExpanded(True)
            parent = parent.parent()
        self.setCurrentItem(item)
        self.scrollToItem(item)


class LineDelegate(QStyledItemDelegate):
    """Paints a line of the contents."""

    def __init__(self, theme: Theme, parent: QTreeWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the height of the rows of tables."""
        return QSize(super().sizeHint(option, index).width(), self._theme.row)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the text, cut to the width; chapters are semi-bold."""
        theme, px, rect = self._theme, self._theme.px, option.rect
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, theme.colour("accent_tint"))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, theme.colour("hover"))
        painter.setFont(theme.font() if index.data(PLACE) else theme.strong())
        painter.setPen(theme.colour("text"))
        inside = rect.adjusted(px(2), 0, -px(6), 0)
        text = painter.fontMetrics().elidedText(index.data(), Qt.TextElideMode.ElideRight, inside.width())
        painter.drawText(inside, int(Qt.AlignmentFlag.AlignVCenter), text)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(theme.colour("accent"))
            painter.drawRect(rect.adjusted(0, 0, -1, -1))
        painter.restore()


class Matches(QListWidget):
    """Sections that a search found: page and section, below it the text around; ``chosen`` as above."""

    chosen = Signal(Place)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("help-matches")
        self.setAccessibleName("Sections with the words")
        self.setProperty("role", "panel")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setItemDelegate(MatchDelegate(theme, self))
        self.itemClicked.connect(self._choose)
        self.itemActivated.connect(self._choose)
        theme.changed.connect(self.viewport().update)

    def show_matches(self, found: list[Match]) -> None:
        """List what was found."""
        self.clear()
        for match in found[:MOST]:
            title = ": ".join(filter(None, (match.title, match.heading)))
            item = QListWidgetItem(f"{title}. {match.excerpt}", self)
            item.setData(PLACE, str(match.place))
            item.setData(FOUND, (title, match.excerpt))
        if found:
            self.setCurrentRow(0)

    def _choose(self, item: QListWidgetItem) -> None:
        self.chosen.emit(Place.of(item.data(PLACE)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open with Enter."""
        item = self.currentItem()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and item is not None:
            self._choose(item)
        else:
            super().keyPressEvent(event)


def two_lines(text: str, width: Callable[[str], float], room: float) -> tuple[str, str]:
    """Return the words that fit into a line, and the others.

    >>> two_lines("one two three four", len, 8)
    ('one two', 'three four')
    >>> two_lines("indivisible", len, 8)
    ('indivisible', '')
    """
    words = text.split()
    first = next((n for n in range(len(words), 1, -1) if width(" ".join(words[:n])) <= room), 1)
    return " ".join(words[:first]), " ".join(words[first:])


class MatchDelegate(QStyledItemDelegate):
    """Paints a match: its title, below it the text around in a lighter colour, cut to the width."""

    def __init__(self, theme: Theme, parent: QListWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the height of a title line and of up to two lines of text."""
        line = self._theme.text_px(17)
        return QSize(0, LINES * line + self._theme.px(14))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one match."""
        theme, px = self._theme, self._theme.px
        title, excerpt = index.data(FOUND)
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        painter.save()
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, theme.colour("accent_tint"))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, theme.colour("hover"))
        line = theme.text_px(17)
        inside = rect.adjusted(px(10), px(5), -px(8), -px(5))
        painter.setFont(theme.strong())
        painter.setPen(theme.colour("text"))
        metrics = painter.fontMetrics()
        shown = metrics.elidedText(title, Qt.TextElideMode.ElideRight, inside.width())
        painter.drawText(
            inside.adjusted(0, 0, 0, line - inside.height()), Qt.AlignmentFlag.AlignVCenter, shown
        )
        painter.setFont(theme.font(12))
        painter.setPen(theme.colour("text2"))
        metrics = painter.fontMetrics()
        for number, text in enumerate(two_lines(excerpt, metrics.horizontalAdvance, inside.width())):
            place = QRect(inside.left(), inside.top() + (number + 1) * line, inside.width(), line)
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, inside.width())
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, shown)
        painter.setPen(theme.colour("line"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        painter.restore()

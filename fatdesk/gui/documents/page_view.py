"""Pages as printed, drawn by the painter of PDF files: one with zoom and pan, and a list of thumbnails."""

from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QFontMetrics,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from fatdesk.engine.drawing.display import Leaf, Page
from fatdesk.gui.desk import Desk
from fatdesk.gui.views.canvas import STEP
from fatdesk.gui.widgets.accessible import Role, give_role
from fatdesk.gui.widgets.focus import RINGED
from fatdesk.paper.painter import UNITS, PagePainter

PX_PER_MM = 96 / 25.4
"""Pixels per millimetre at 100 % on a 96 dpi screen."""

LEAST, MOST = 0.02, 12.0
MARGIN = 16.0


def draw_page(painter: QPainter, page: Page, origin: QPointF, scale: float) -> None:
    """Draw a page with its top left corner at a point, with ``scale`` pixels per millimetre."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setClipRect(QRectF(origin.x(), origin.y(), page.width * scale, page.height * scale))
    painter.translate(origin)
    painter.scale(scale / UNITS, scale / UNITS)
    PagePainter(painter).draw(page)
    painter.restore()


class PageView(QAbstractScrollArea):
    """Shows a page: wheel to zoom, drag to pan, F to fit, W to fit the width, Page Up and Down to turn.

    Signals: ``scaled`` carries the zoom factor, ``turned`` the number of pages to turn by.
    """

    scaled = Signal(float)
    turned = Signal(int)

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.theme = desk.theme
        self.page: Page | None = None
        self.words = ""
        self.scale = PX_PER_MM
        self.origin = QPointF(0, 0)
        self._fitting: str = "page"
        self._pan: QPointF | None = None
        give_role(self, Role.Document)
        self.setAccessibleName("Page")
        self.setProperty(RINGED, True)
        self.setFrameShape(QAbstractScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumWidth(desk.theme.px(240))

    def show_page(self, page: Page) -> None:
        """Show a page; the zoom is kept if the paper size is the same."""
        other = self.page is None or (page.width, page.height) != (self.page.width, self.page.height)
        self.page, self.words = page, ""
        self.viewport().setAccessibleName(page.title)
        if other and not self._fitting:
            self._fitting = "page"
        self._refit()
        self.viewport().update()

    def show_words(self, words: str) -> None:
        """Show a text instead of a page."""
        self.page, self.words = None, words
        self.viewport().update()

    def fit(self) -> None:
        """Zoom to the whole page."""
        self._fitting = "page"
        self._refit()

    def fit_width(self) -> None:
        """Zoom to the width of the page."""
        self._fitting = "width"
        self._refit()
        self.origin.setY(self.theme.px(MARGIN))
        self.viewport().update()

    def _refit(self) -> None:
        if self.page is None or not self._fitting:
            return
        margin = self.theme.px(MARGIN)
        wide, high = self.viewport().width() - 2 * margin, self.viewport().height() - 2 * margin
        across = wide / self.page.width
        scale = across if self._fitting == "width" else min(across, high / self.page.height)
        self.scale = max(LEAST, min(MOST, scale / PX_PER_MM)) * PX_PER_MM
        left = (self.viewport().width() - self.page.width * self.scale) / 2
        top = (self.viewport().height() - self.page.height * self.scale) / 2
        self.origin = QPointF(left, top if self._fitting == "page" else min(top, margin))
        self._tell()

    def zoom(self, factor: float, at: QPointF | None = None) -> None:
        """Zoom by a factor around a point."""
        if self.page is None:
            return
        self._fitting = ""
        spot = at or QPointF(self.viewport().width() / 2, self.viewport().height() / 2)
        scale = max(LEAST, min(MOST, self.scale / PX_PER_MM * factor)) * PX_PER_MM
        self.origin = spot - (spot - self.origin) * (scale / self.scale)
        self.scale = scale
        self._tell()

    def _tell(self) -> None:
        self.scaled.emit(self.scale / PX_PER_MM)
        self.viewport().update()

    # Events

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the page, or the text."""
        painter = QPainter(self.viewport())
        theme, space = self.theme, self.viewport().rect()
        painter.fillRect(space, theme.colour("app"))
        if self.page is not None:
            draw_page(painter, self.page, self.origin, self.scale)
            edge = QRectF(self.origin.x(), self.origin.y(), *self._size()).adjusted(-0.5, -0.5, 0.5, 0.5)
            painter.setPen(theme.colour("line2"))
            painter.drawRect(edge)
        elif self.words:
            painter.setPen(theme.colour("text2"))
            painter.setFont(theme.font(14))
            centred = int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap)
            painter.drawText(space.adjusted(40, 0, -40, 0), centred, self.words)
        painter.end()

    def _size(self) -> tuple[float, float]:
        assert self.page is not None
        return self.page.width * self.scale, self.page.height * self.scale

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the page again unless the user has zoomed."""
        super().resizeEvent(event)
        self._refit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom at the pointer."""
        self.zoom(STEP ** (event.angleDelta().y() / 120), event.position())
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Start panning."""
        self._pan = event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pan."""
        if self._pan is not None and event.buttons() and self.page is not None:
            self._fitting = ""
            self.origin += event.position() - self._pan
            self._pan = event.position()
            self.viewport().update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Stop panning."""
        self._pan = None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle the keys for turning, zooming and fitting."""
        key = event.key()
        turns = {
            Qt.Key.Key_PageDown: 1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1, Qt.Key.Key_Space: 1,
            Qt.Key.Key_PageUp: -1, Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1,
            Qt.Key.Key_Home: -1_000_000, Qt.Key.Key_End: 1_000_000,
        }  # fmt: skip
        if key in turns:
            self.turned.emit(turns[Qt.Key(key)])
        elif key == Qt.Key.Key_F:
            self.fit()
        elif key == Qt.Key.Key_W:
            self.fit_width()
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom(STEP)
        elif key == Qt.Key.Key_Minus:
            self.zoom(1 / STEP)
        else:
            super().keyPressEvent(event)


Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
BOX = 56.0
"""Size of thumbnails in pixels."""


class PageModel(QAbstractListModel):
    """List model of the pages whose names match the search."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.leaves: list[Leaf] = []
        self.shown: list[int] = []
        self.wanted = ""

    def show(self, leaves: list[Leaf], wanted: str) -> None:
        """Show pages; if they extend the previous ones, only append."""
        words = wanted.lower().split()
        found = [
            number
            for number, leaf in enumerate(leaves)
            if not words or all(word in leaf.title.lower() for word in words)
        ]
        before = len(self.shown)
        if leaves is self.leaves and wanted == self.wanted and found[:before] == self.shown:
            if len(found) > before:
                self.beginInsertRows(ROOT, before, len(found) - 1)
                self.shown = found
                self.endInsertRows()
            return
        self.beginResetModel()
        self.leaves, self.wanted, self.shown = leaves, wanted, found
        self.endResetModel()

    def rowCount(self, parent: Index = ROOT) -> int:
        """Return the number of matching pages."""
        return 0 if parent.isValid() else len(self.shown)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return number and name of a page."""
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        number = self.shown[index.row()]
        return f"{number + 1}  {self.leaves[number].title}"


class PageRow(QStyledItemDelegate):
    """Paints thumbnail, number and name of a page."""

    def __init__(self, desk: Desk, parent: "PageList") -> None:
        super().__init__(parent)
        self._theme, self._list = desk.theme, parent

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the height of a row."""
        return QSize(0, self._theme.px(BOX + 14))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint a row; request a missing thumbnail."""
        theme, rect = self._theme, option.rect
        px = theme.px
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        number = self._list.pages.shown[index.row()]
        painter.save()
        painter.fillRect(rect, theme.colour("accent_tint" if chosen else "panel"))
        if chosen:
            painter.fillRect(rect.left(), rect.top(), px(3), rect.height(), theme.colour("accent"))
        box = QRectF(rect.left() + px(10), rect.top() + px(7), px(BOX), px(BOX))
        picture = self._list.picture(number)
        if picture is not None:
            size = picture.deviceIndependentSize()
            left = box.center().x() - size.width() / 2
            top = box.center().y() - size.height() / 2
            painter.drawPixmap(QPointF(left, top), picture)
            painter.setPen(theme.colour("line2"))
            painter.drawRect(QRectF(left - 0.5, top - 0.5, size.width() + 1, size.height() + 1))
        left = box.right() + px(10)
        wide = rect.right() - px(6) - left
        painter.setFont(theme.strong())
        painter.setPen(theme.colour("text"))
        line = QRectF(left, rect.top() + px(8), wide, px(18))
        middle = int(Qt.AlignmentFlag.AlignVCenter)
        leaf = self._list.pages.leaves[number]
        group, words = "", leaf.title
        if leaf.group and leaf.title.startswith(f"{leaf.group}, "):
            group, words = leaf.group, leaf.title[len(leaf.group) + 2 :]
        text = str(number + 1)
        painter.drawText(line, middle, text)
        line.setLeft(left + QFontMetrics(theme.strong()).horizontalAdvance(text) + px(8))
        painter.setFont(theme.font(12))
        painter.setPen(theme.colour("text2"))
        small = QFontMetrics(theme.font(12))
        end = Qt.TextElideMode.ElideRight
        painter.drawText(line, middle, small.elidedText(group, end, int(line.width())))
        wrapped = int(Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap)
        painter.drawText(QRectF(left, rect.top() + px(26), wide, px(36)), wrapped, words)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.colour("accent"), 2))
            painter.drawRect(rect.adjusted(1, 1, -1, -1))
        painter.restore()


class PageList(QListView):
    """List of pages; ``turned_to`` carries the number of the chosen page, from 0."""

    turned_to = Signal(int)

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.theme = desk.theme
        self.pages = PageModel(self)
        self.setModel(self.pages)
        self.setItemDelegate(PageRow(desk, self))
        self.setAccessibleName("Pages")
        self.setProperty("kind", "pages")
        self.setUniformItemSizes(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._pictures: dict[int, QPixmap] = {}
        self._asked: list[int] = []
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._draw_one)
        self._telling = True
        self._complete = True
        self.selectionModel().currentChanged.connect(self._tell)

    def show_pages(self, leaves: list[Leaf], wanted: str, complete: bool = True) -> None:
        """Show the matching pages; thumbnails are drawn once all pages are known."""
        self._complete = complete
        if complete and self._asked:
            self._timer.start()
        if leaves is not self.pages.leaves:
            self.forget()
        self._telling = False
        self.pages.show(leaves, wanted)
        self._telling = True

    def forget(self) -> None:
        """Discard the thumbnails."""
        self._pictures.clear()
        self._asked.clear()
        self._timer.stop()

    def mark(self, number: int) -> None:
        """Highlight the current page."""
        self._telling = False
        if number in self.pages.shown:
            index = self.pages.index(self.pages.shown.index(number))
            self.setCurrentIndex(index)
            self.scrollTo(index)
        else:
            self.clearSelection()
        self._telling = True

    def picture(self, number: int) -> QPixmap | None:
        """Return the thumbnail of a page, or request it."""
        found = self._pictures.get(number)
        if found is None and number not in self._asked:
            self._asked.append(number)
            if self._complete:
                self._timer.start()
        return found

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop drawing thumbnails while hidden."""
        self._asked.clear()
        self._timer.stop()

    def _draw_one(self) -> None:
        """Draw one thumbnail, the latest request first, since it is visible."""
        if not self._asked:
            self._timer.stop()
            return
        number = self._asked.pop()
        if number >= len(self.pages.leaves):
            return
        page = self.pages.leaves[number].draw()
        scale = self.theme.px(BOX) / max(page.width, page.height)
        ratio = self.devicePixelRatioF()
        picture = QPixmap(
            round(page.width * scale * ratio) or 1,
            round(page.height * scale * ratio) or 1,
        )
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.white)
        painter = QPainter(picture)
        draw_page(painter, page, QPointF(0, 0), scale)
        painter.end()
        self._pictures[number] = picture
        self.viewport().update()

    def _tell(self, index: Index) -> None:
        if self._telling and index.isValid():
            self.turned_to.emit(self.pages.shown[index.row()])

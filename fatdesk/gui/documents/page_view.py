"""Preview of a page as printed, drawn by the painter of PDF files, with zoom and pan."""

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractScrollArea

from fatdesk.engine.drawing.display import Page
from fatdesk.gui.canvas.canvas import STEP
from fatdesk.gui.desk import Desk
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
        self.setAccessibleName("Page")
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

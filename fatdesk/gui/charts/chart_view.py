"""Interactive chart: pyqtgraph paints the series; axes and markers are the same as on paper."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pyqtgraph as pg  # imported with the first chart, not at start
from PySide6.QtCore import QBuffer, QByteArray, QEvent, QIODevice, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QFontMetricsF,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPen,
    QPixmap,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QGraphicsView, QMenu, QPushButton, QToolTip, QWidget

from fatdesk.core.arrays import Floats
from fatdesk.core.errors import FatdeskError
from fatdesk.engine.charts import Axis, Chart
from fatdesk.engine.drawing.charts.chart_page import chart_page
from fatdesk.engine.drawing.svg import svg
from fatdesk.gui.desk import Desk
from fatdesk.gui.files.exporting import ask_name
from fatdesk.gui.widgets.accessible import Role, give_role
from fatdesk.gui.widgets.numbers import to_read
from fatdesk.gui.widgets.plain_text import menu_text, tip
from fatdesk.project.files.saver import save_bytes

pg.setConfigOptions(antialias=True, exitCleanup=False)
STEP = 1.2
MORE = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
TICK_X, TICK_Y = 90, 46
"""Approximate minimum distance of ticks in pixels."""
SMALL_TICKS, SMALL_TICK_X, SMALL_TICK_Y = 4, 56, 26
"""Ticks that a small chart tries to have on each axis, and their minimum distances in pixels."""
LEAST_LEFT, WORDS_LEFT = 64, 34
"""Minimum width left of the plot area, and what the title of the upward axis takes of it, in pixels."""
FINEST = 1e-9
"""Minimum range of an axis relative to its values, so that tick labels remain distinct."""
LEAST_BOX = 8
"""Minimum size of a zoom rectangle in pixels."""


class ChartView(pg.GraphicsView):  # type: ignore[misc]  # pyqtgraph has no types
    """A chart with pan and zoom.

    The wheel zooms at the pointer, Space or the middle button pans; at the ticks of an axis the wheel zooms,
    and the left button pans, along this axis only. Dragging with the right button zooms into
    a rectangle; dragging with the left button selects by a rectangle, or zooms if nothing can be selected. A
    button resets the zoom, as does a double click on the background.

    Subclasses add pyqtgraph items (`fill`), paint over them (`draw`, `draw_over`) and describe points.
    ``banded`` carries the selection rectangle in pixels and whether it extends the selection.
    """

    banded = Signal(QRectF, bool)
    ranged = Signal()
    selects = True
    """Whether dragging with the left button selects; if not, it zooms."""
    indent = 14
    """Left edge of the title in pixels."""

    def __init__(self, desk: Desk, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent, useOpenGL=False, background=None)
        self.desk, self.theme = desk, desk.theme
        self.across, self.upward = Axis("x"), Axis("y")
        self.title = ""
        self._empty = ""
        self.band: QRectF | None = None
        self.cross: QPointF | None = None
        """Position of the crosshair in pixels."""
        self._press: QPointF | None = None
        self._box_from: QPointF | None = None
        self._more = False
        self._pan: QPointF | None = None
        self._along = 1.0, 1.0
        """Share of a pan along x and y: 0 where the ticks of the other axis are dragged."""
        self._space = False
        self._full: Callable[[], tuple[Axis, Axis]] = lambda: (self.across, self.upward)
        self.is_moved = False
        """Whether the user has zoomed or panned, so that new points do not change the view."""
        self._subject: object = None
        self._left_of: tuple[Axis, int, float] | None = None
        self._left_px = 0.0
        self._log: dict[int, bool] = {}
        """Axes set to logarithmic or linear by the user: 0 is x, 1 is y."""
        self._ground = pg.ViewBox(enableMenu=False, enableMouse=False, defaultPadding=0)
        self._ground.setBorder(None)
        self._items: list[Any] = []
        self.scene().addItem(self._ground)
        self.setCacheMode(self.CacheModeFlag(0))
        self.setViewportUpdateMode(self.ViewportUpdateMode.FullViewportUpdate)
        self.reset = QPushButton("Reset zoom", self.viewport())
        self.reset.setObjectName("reset-zoom")
        self.reset.setProperty("kind", "link")
        self.reset.setToolTip(tip("Zoom to all data (double click, or F)"))
        self.reset.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.reset.setCursor(Qt.CursorShape.ArrowCursor)
        self.reset.clicked.connect(lambda _=False: self.fit())
        self.reset.hide()
        give_role(self, Role.Chart)
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(desk.theme.px(320), desk.theme.px(200))
        self.viewport().setMouseTracking(True)
        self._is_outdated = False
        """Whether the theme has changed while the chart was hidden."""
        desk.theme.changed.connect(self._follow_theme)

    def close(self) -> bool:
        """Close as a plain widget; the method of pyqtgraph destroys the scene and crashes."""
        return QGraphicsView.close(self)

    def sizeHint(self) -> QSize:
        """Return a large size, to fill the available space."""
        return QSize(self.theme.px(480), self.theme.px(320))

    # Items of pyqtgraph

    def fill(self, add: Callable[[Any], None]) -> None:
        """Add items in the coordinates of :meth:`laid`, in painting order."""

    def refill(self) -> None:
        """Recreate the items, for other values or another theme."""
        for item in self._items:  # ViewBox.addedItems lacks those whose bounds are ignored
            self._ground.removeItem(item)
        self._items = []

        def add(item: Any) -> None:
            self._items.append(item)
            item.setZValue(len(self._items))
            self._ground.addItem(item, ignoreBounds=True)

        if not self.empty:
            self.fill(add)
        self.viewport().update()

    def _follow_theme(self) -> None:
        """Recreate the items in the colours of another theme; those of a hidden chart when it is shown."""
        self._is_outdated = not self.isVisible()
        if not self._is_outdated:
            self.refill()

    def showEvent(self, event: QShowEvent) -> None:
        """Follow a theme that has changed while the chart was hidden."""
        super().showEvent(event)
        if self._is_outdated:
            self._follow_theme()

    def laid(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        """Return values in axis coordinates: logarithms on logarithmic axes."""
        return _laid(self.across, x), _laid(self.upward, y)

    def _range(self) -> None:
        """Set the range of the axes in pyqtgraph."""
        area = self.area
        self._ground.setGeometry(area)
        for ends, which in ((self.across.ends, "xRange"), (self.upward.ends, "yRange")):
            if ends[1] > ends[0]:
                self._ground.setRange(**{which: ends}, padding=0, disableAutoRange=True)

    # Overridden by subclasses

    def draw(self, painter: QPainter) -> None:
        """Paint inside the axes, clipped to them."""

    def draw_over(self, painter: QPainter) -> None:
        """Paint marks and labels on top."""

    @property
    def shown_title(self) -> str:
        """The title as it is painted: with an ellipsis where it is longer than its room."""
        px = self.theme.px
        right = self.reset.x() if self.is_moved and not self.empty else self.viewport().width()
        room = right - px(self.indent) - px(8)
        return QFontMetricsF(self.theme.strong(13)).elidedText(
            to_read(self.title), Qt.TextElideMode.ElideRight, max(room, 0)
        )

    def head_height(self) -> int:
        """Return the height of the title in pixels."""
        return self.theme.px(34)

    def key_height(self) -> int:
        """Return the height of the legend in pixels."""
        return 0

    def draw_key(self, painter: QPainter, space: QRectF) -> None:
        """Paint the legend."""

    def words_at(self, at: QPointF) -> str:
        """Return the tooltip at a pixel, or an empty text."""
        return ""

    def pressed(self, at: QPointF, more: bool) -> bool:
        """Handle a click; return True if it hit an item, so that no selection rectangle starts."""
        return False

    # Pixels and values

    @property
    def area(self) -> QRectF:
        """The rectangle of the plot area in pixels."""
        left, above, port = self._left(), self.head_height(), self.viewport().rect()
        return QRectF(left, above, max(10.0, port.width() - left - self.theme.px(20)), self._high)

    @property
    def _high(self) -> float:
        """The height of the plot area in pixels."""
        below = self.theme.px(52) + self.key_height()
        return max(10.0, float(self.viewport().height() - self.head_height() - below))

    def _left(self) -> float:
        """Return the width left of the plot area: that of the widest tick and of the title of the axis."""
        px, shown = self.theme.px, (self.upward, self.upward_ticks, self.theme.px(100))
        if shown != self._left_of:
            letters = QFontMetricsF(self.theme.font(11))
            texts = [to_read(text) for _, text in self.upward.labelled(self.upward_ticks)]
            widest = max((letters.horizontalAdvance(text) for text in texts), default=0.0)
            self._left_of, self._left_px = shown, max(float(px(LEAST_LEFT)), widest + px(WORDS_LEFT))
        return self._left_px

    def places(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        """Return values as pixel positions."""
        area = self.area
        return (
            area.left() + self.across.shares(x) * area.width(),
            area.bottom() - self.upward.shares(y) * area.height(),
        )

    def values_at(self, at: QPointF) -> tuple[float, float]:
        """Return the values at a pixel."""
        area = self.area
        return (
            self.across.value((at.x() - area.left()) / area.width()),
            self.upward.value((area.bottom() - at.y()) / area.height()),
        )

    # Zoom

    def show_axes(self, full: Callable[[], tuple[Axis, Axis]]) -> None:
        """Set the axes; ``full`` returns the axes over all data."""
        self._full = full
        self.fit()

    def belong_to(self, subject: object) -> None:
        """Set the subject of the chart; the zoom is reset when it changes."""
        if subject != self._subject:
            self._subject, self.is_moved = subject, False

    def fit(self) -> None:
        """Zoom to all data, also as points arrive."""
        was = self.across.log, self.upward.log
        self.across, self.upward = self._full()
        if was != (self.across.log, self.upward.log):
            self.refill()
        self._changed(moved=False)

    def zoom_to(self, box: QRectF) -> None:
        """Zoom to a rectangle in pixels."""
        area = self.area
        found = box.intersected(area)
        if found.width() < LEAST_BOX or found.height() < LEAST_BOX:
            return
        left, right = ((edge - area.left()) / area.width() for edge in (found.left(), found.right()))
        low, high = ((area.bottom() - edge) / area.height() for edge in (found.bottom(), found.top()))
        axes = self.across.between(left, right), self.upward.between(low, high)
        if all(_has_distinct_ticks(axis) for axis in axes):
            self.across, self.upward = axes
            self._changed(moved=True)

    def zoom(self, factor: float, at: QPointF | None = None) -> None:
        """Zoom by a factor around a point; at the ticks or the title of an axis, only along this axis.

        An empty chart stays as it is: what arrives later would be out of view.
        """
        area = self.area
        middle = area.center() if at is None else _nearest(area, at)
        along_x, along_y = self._axes_at(middle if at is None else at)
        across = (middle.x() - area.left()) / area.width()
        up = (area.bottom() - middle.y()) / area.height()
        axes = (
            self.across.zoomed(factor, across) if along_x else self.across,
            self.upward.zoomed(factor, up) if along_y else self.upward,
        )
        if not self.empty and (factor <= 1 or all(_has_distinct_ticks(axis) for axis in axes)):
            self.across, self.upward = axes
            self._changed(moved=True)

    def _axes_at(self, at: QPointF) -> tuple[bool, bool]:
        """Return whether x and y follow the mouse at a pixel: one of them at its ticks, else both."""
        area = self.area
        is_below, is_left = at.y() > area.bottom(), at.x() < area.left()
        return (True, True) if is_below == is_left else (is_below, is_left)

    def move_by(self, step: QPointF) -> None:
        """Pan by pixels."""
        if self.empty:
            return
        area = self.area
        self.across = self.across.moved(-step.x() / area.width())
        self.upward = self.upward.moved(step.y() / area.height())
        self._changed(moved=True)

    def _changed(self, *, moved: bool) -> None:
        self.is_moved = moved
        self._range()
        self._offer_reset()
        self.ranged.emit()
        self.viewport().update()

    def _offer_reset(self) -> None:
        self.reset.setVisible(self.is_moved and not self.empty)
        if self.is_moved:
            size = self.reset.sizeHint()
            right = self.viewport().width() - self.theme.px(10)
            self.reset.setGeometry(right - size.width(), self.theme.px(6), size.width(), size.height())

    # Painting

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        """Paint background, title, grid and ticks, or the message of an empty chart."""
        theme, area = self.theme, self.area
        painter.fillRect(self.viewport().rect(), theme.colour("base"))
        painter.setFont(theme.strong(13))
        painter.setPen(theme.colour("text"))
        painter.drawText(QPointF(theme.px(self.indent), theme.px(22)), self.shown_title)
        self._ground.setVisible(not self.empty)
        if self.empty:
            painter.setPen(theme.colour("text2"))
            painter.setFont(theme.font(14))
            flags = int(Qt.AlignmentFlag.AlignCenter) | int(Qt.TextFlag.TextWordWrap)
            painter.drawText(area.adjusted(20, 0, -20, 0), flags, self.empty)
        else:
            self._draw_grid(painter)

    def drawForeground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        """Paint the layers of subclasses, selection rectangle, crosshair and legend."""
        if self.empty:
            self._draw_ring(painter)
            return
        theme, area = self.theme, self.area
        painter.save()
        painter.setClipRect(area.adjusted(-1, -1, 1, 1))
        self.draw(painter)
        if self.band is not None:
            painter.setPen(QPen(theme.colour("accent"), 1, Qt.PenStyle.DashLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.band)
        painter.restore()
        self._draw_cross(painter)
        painter.save()
        self.draw_over(painter)
        painter.restore()
        below = QRectF(
            area.left(), area.bottom() + theme.px(46), area.width() + theme.px(10), self.key_height()
        )
        self.draw_key(painter, below)
        self._draw_ring(painter)

    def _draw_ring(self, painter: QPainter) -> None:
        """Paint the ring of the keyboard focus."""
        if self.hasFocus() and not self._is_pictured:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            painter.setPen(QPen(self.theme.colour("accent"), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.viewport().rect().adjusted(0, 0, -1, -1))

    def _draw_cross(self, painter: QPainter) -> None:
        """Paint the crosshair with its values on both axes."""
        at, area, theme = self.cross, self.area, self.theme
        if at is None or not area.contains(at) or self._is_pictured:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(QPen(theme.colour("text3"), 1, Qt.PenStyle.DotLine))
        painter.drawLine(QPointF(area.left(), at.y()), QPointF(area.right(), at.y()))
        painter.drawLine(QPointF(at.x(), area.top()), QPointF(at.x(), area.bottom()))
        painter.setFont(theme.font(11))
        letters = QFontMetricsF(painter.font())
        x, y = self.values_at(at)
        for axis, value, across in ((self.across, x, True), (self.upward, y, False)):
            text = to_read(axis.reading(value))
            wide, high = letters.horizontalAdvance(text) + theme.px(8), float(theme.px(17))
            left = at.x() - wide / 2 if across else area.left() - wide - theme.px(2)
            top = area.bottom() + theme.px(3) if across else at.y() - high / 2
            plate = QRectF(max(0.0, left), top, wide, high)
            painter.fillRect(plate, theme.colour("text2"))
            painter.setPen(theme.colour("base"))
            painter.drawText(plate, int(Qt.AlignmentFlag.AlignCenter), text)

    @property
    def empty(self) -> str:
        """The message of an empty chart, also for screen readers; empty: it shows values."""
        return self._empty

    @empty.setter
    def empty(self, text: str) -> None:
        if text.strip() or self.accessibleDescription() == self._empty:
            self.setAccessibleDescription(text.strip())
        self._empty = text

    @property
    def upward_ticks(self) -> int:
        """Number of ticks that the upward axis has room for."""
        high, px = self._high, self.theme.px
        return max(2, int(high / px(TICK_Y)), min(SMALL_TICKS, int(high / px(SMALL_TICK_Y))))

    @property
    def ticks_across(self) -> list[tuple[float, str]]:
        """Ticks and labels of the x axis; narrow plots have closer ones if labels stay apart."""
        px, wide, letters = self.theme.px, self.area.width(), QFontMetricsF(self.theme.font(11))
        usual = max(2, int(wide / px(TICK_X)))
        for most in range(min(SMALL_TICKS, int(wide / px(SMALL_TICK_X))), usual, -1):
            found = self.across.labelled(most)
            texts = [letters.horizontalAdvance(to_read(text)) for _, text in found]
            if sum(texts) + px(12) * len(texts) <= wide:
                return found
        return self.across.labelled(usual)

    def _draw_grid(self, painter: QPainter) -> None:
        theme, area, px = self.theme, self.area, self.theme.px
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setFont(theme.font(11))
        letters = QFontMetricsF(painter.font())
        across, up = self.ticks_across, self.upward.labelled(self.upward_ticks)
        xs, _ = self.places(np.array([tick for tick, _ in across]), np.full(len(across), self.upward.low))
        _, ys = self.places(np.full(len(up), self.across.low), np.array([tick for tick, _ in up]))
        for text, x in zip((to_read(words) for _, words in across), xs.tolist(), strict=True):
            painter.setPen(theme.colour("line"))
            painter.drawLine(QPointF(round(x), area.top()), QPointF(round(x), area.bottom()))
            painter.setPen(theme.colour("text2"))
            painter.drawText(QPointF(x - letters.horizontalAdvance(text) / 2, area.bottom() + px(17)), text)
        for text, y in zip((to_read(words) for _, words in up), ys.tolist(), strict=True):
            painter.setPen(theme.colour("line"))
            painter.drawLine(QPointF(area.left(), round(y)), QPointF(area.right(), round(y)))
            painter.setPen(theme.colour("text2"))
            painter.drawText(QPointF(area.left() - px(8) - letters.horizontalAdvance(text), y + px(4)), text)
        painter.setPen(QPen(theme.colour("text3"), 1))
        painter.drawLine(area.bottomLeft(), area.bottomRight())
        painter.setFont(theme.font(12))
        painter.setPen(theme.colour("text2"))
        painter.drawText(
            QRectF(area.left(), area.bottom() + px(22), area.width(), px(20)),
            int(Qt.AlignmentFlag.AlignCenter),
            self.across.words,
        )
        top, bottom = px(32), area.bottom() + px(40)  # clear of the title
        letters = QFontMetricsF(painter.font())
        words = cut_words(self.upward, letters, bottom - top)
        half = letters.horizontalAdvance(words) / 2
        painter.save()
        painter.translate(px(14), min(max(area.center().y(), top + half), bottom - half))
        painter.rotate(-90)
        painter.drawText(
            QRectF(-half - px(2), -px(10), 2 * half + px(4), px(20)), int(Qt.AlignmentFlag.AlignCenter), words
        )
        painter.restore()

    # Events

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        """Move the reset button to the right edge."""
        super().resizeEvent(event)
        if event is None:  # called by pyqtgraph in its constructor
            return
        self._range()
        self._offer_reset()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Zoom to all data."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._press = None
            self.fit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom at the pointer."""
        self.zoom(STEP ** (event.angleDelta().y() / 120), event.position())
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Start panning, select a point, or start a rectangle."""
        at = event.position()
        along = self._axes_at(at)
        self._along = 1.0, 1.0
        if event.button() == Qt.MouseButton.MiddleButton or self._space:
            self._pan = at
        elif event.button() == Qt.MouseButton.LeftButton and not all(along) and not self.empty:
            self._pan, self._along = at, (float(along[0]), float(along[1]))
        elif event.button() == Qt.MouseButton.RightButton:
            self._box_from = at
        elif event.button() == Qt.MouseButton.LeftButton:
            self._more = bool(event.modifiers() & MORE)
            if not self.pressed(at, self._more) and self.area.contains(at):
                self._press = at
            elif not self.selects and self.area.contains(at):
                self._box_from = at

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pan, extend the rectangle, or highlight the item under the pointer."""
        at = event.position()
        began = self._press if self._press is not None else self._box_from
        if self._pan is not None:
            step, self._pan = at - self._pan, at
            self.move_by(QPointF(step.x() * self._along[0], step.y() * self._along[1]))
        elif began is not None:
            if self.band is not None or (at - began).manhattanLength() >= 4:
                self.band = QRectF(began, at).normalized()
                self.viewport().update()
        else:
            self.cross = at if self.area.contains(at) else None
            self.viewport().update()
            self.hovered(at)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Finish panning or the rectangle."""
        band, zooming, more = self.band, self._box_from is not None, self._more
        self.band = self._press = self._pan = self._box_from = None
        if self.cross is not None:  # it stayed where the pointer was pressed
            self.cross = event.position() if self.area.contains(event.position()) else None
            self.viewport().update()
        if band is None:
            return
        if zooming:
            self._boxed = event.button() == Qt.MouseButton.RightButton
            self.zoom_to(band)
        else:
            self.banded.emit(band, more)
        self.viewport().update()

    _boxed = False
    """Whether the right button has drawn a rectangle, so that no menu opens."""

    def leaveEvent(self, event: QEvent) -> None:
        """Hide the crosshair."""
        self.cross = None
        self.viewport().update()
        super().leaveEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the ring."""
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the ring."""
        super().focusOutEvent(event)
        self.viewport().update()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu, unless the right button has just drawn a rectangle."""
        if self._boxed and event.reason() == QContextMenuEvent.Reason.Mouse:
            self._boxed = False
        elif not self.empty:
            menu = self.make_menu()
            menu.exec(event.globalPos())
            menu.deleteLater()
        event.accept()

    def values(self) -> Chart | None:
        """Return the chart for files and the clipboard, or None if empty."""
        return None

    def make_menu(self) -> QMenu:
        """Return the menu of the chart."""
        menu = QMenu(self)
        menu.addAction(menu_text("Reset zoom")).triggered.connect(lambda _=False: self.fit())
        chart = self.values()
        if chart is None or not chart.series:
            return menu
        menu.addSeparator()
        for number, (axis, word) in enumerate(((self.across, "x"), (self.upward, "y"))):
            row = menu.addAction(menu_text(f"Logarithmic {word} axis"))
            row.setCheckable(True)
            row.setChecked(axis.log)
            row.setEnabled(axis.log or _has_positive(chart, number))
            row.triggered.connect(lambda on, number=number: self.set_log(number, on))
        menu.addSeparator()
        menu.addAction(menu_text("Copy picture")).triggered.connect(lambda _=False: self.copy_picture())
        menu.addAction(menu_text("Copy values")).triggered.connect(lambda _=False: self.copy_values())
        for kind, what in (("svg", "view as SVG"), ("png", "view as PNG"), ("csv", "values as CSV")):
            row = menu.addAction(menu_text(f"Save {what}\u2026"))
            row.triggered.connect(lambda _=False, kind=kind: self.save(kind))
        return menu

    def set_log(self, number: int, on: bool) -> None:
        """Set an axis (0: x, 1: y) to logarithmic or linear."""
        self._log[number] = on
        self.fit()

    def _logged(self, axis: Axis, number: int) -> Axis:
        """Return an axis with the scale chosen by the user."""
        wanted = self._log.get(number, axis.log)
        chart = None if wanted == axis.log else self.values()
        if chart is None:
            return axis
        every = [one.x if number == 0 else one.y for one in chart.series]
        known = np.concatenate(every) if every else np.empty(0)
        return replace(axis, log=wanted, whole=False).over(known[known <= axis.high])

    _is_pictured = False
    """Whether a picture is taken: without crosshair, ring and button."""

    def _picture(self) -> QPixmap:
        """Return the view without what belongs to pointer and keys."""
        has_button = self.reset.isVisible()
        self._is_pictured = True
        self.reset.hide()
        try:
            made: QPixmap = self.grab()
            return made
        finally:
            self._is_pictured = False
            self.reset.setVisible(has_button)

    def copy_picture(self) -> None:
        """Copy the view as a picture."""
        QGuiApplication.clipboard().setPixmap(self._picture())
        self.desk.session.said.emit("Copied the chart as a picture.")

    def copy_values(self) -> None:
        """Copy the values as CSV."""
        chart = self.values()
        if chart is not None:
            QGuiApplication.clipboard().setText(chart.csv().decode())
            self.desk.session.said.emit("Copied the values of the chart.")

    @property
    def has_values(self) -> bool:
        """Whether anything is drawn that can be saved."""
        chart = self.values()
        return chart is not None and bool(chart.series)

    @property
    def file_stem(self) -> str:
        """The title as the stem of a file name."""
        return "".join(sign if sign.isalnum() else "-" for sign in self.title.lower())

    def as_file(self, kind: str) -> bytes:
        """Return the view as ``svg`` or ``png``, or all values as ``csv``."""
        chart = self.values()
        if kind == "png":
            held, made = QByteArray(), QBuffer()
            made.setBuffer(held)
            made.open(QIODevice.OpenModeFlag.WriteOnly)
            self._picture().save(made, "PNG")
            made.close()
            return bytes(held.data())
        assert chart is not None, "there are values"
        if kind == "csv":
            return chart.csv()
        return svg(chart_page(replace(chart, across=self.across, up=self.upward)))

    def save(self, kind: str) -> None:
        """Ask for a file and save the view or its values."""
        start = self.desk.folder / f"{self.file_stem}.{kind}"
        path = ask_name(self.window(), "Save chart", start, f"{kind.upper()} (*.{kind})", [f".{kind}"])
        if path is None:
            return
        self.desk.keep_folder(path.parent)
        try:
            save_bytes(path, self.as_file(kind))
        except FatdeskError as error:
            self.desk.session.said.emit(f"{path.name} could not be saved: {error}")
        else:
            self.desk.session.said.emit(f"Wrote {path}.")

    def hovered(self, at: QPointF) -> None:
        """Handle a pointer move."""

    def viewportEvent(self, event: QEvent) -> bool:
        """Show the tooltip."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            at = QPointF(event.pos())
            words = self.words_at(at) if self.area.contains(at) and not self.empty else ""
            if at.y() < self.theme.px(34) and self.shown_title != self.title:
                words = self.title
            if words:
                QToolTip.showText(event.globalPos(), tip(words), self.viewport())
            else:
                QToolTip.hideText()
            return True
        return bool(super().viewportEvent(event))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle keys: Space pans, F fits, + and - zoom, Esc cancels the rectangle."""
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space = True
        elif event.key() == Qt.Key.Key_F:
            self.fit()
        elif event.key() in (Qt.Key.Key_Plus, Qt.Key.Key_Minus):
            self.zoom(STEP if event.key() == Qt.Key.Key_Plus else 1 / STEP)
        elif event.key() == Qt.Key.Key_Escape and self.band is not None:
            self.band = self._press = self._box_from = None
            self.viewport().update()
        else:
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """End panning by Space."""
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space = False
        else:
            super().keyReleaseEvent(event)


def _nearest(area: QRectF, at: QPointF) -> QPointF:
    """Return the pixel of an area that is nearest to a pixel."""
    x = min(max(at.x(), area.left()), area.right())
    return QPointF(x, min(max(at.y(), area.top()), area.bottom()))


def _laid(axis: Axis, values: Floats) -> Floats:
    if not axis.log:
        return values
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.log10(np.where(values > 0, values, np.nan))


def _has_positive(chart: Chart, number: int) -> bool:
    """Return whether an axis can be logarithmic: it has values, all positive."""
    every = [one.x if number == 0 else one.y for one in chart.series]
    known = np.concatenate(every)
    known = known[np.isfinite(known)]
    return bool(len(known)) and bool((known > 0).all())


def cut_words(axis: Axis, letters: QFontMetricsF, width: float) -> str:
    """Return the title and unit of an axis for a width; the title is cut first, so that the unit stays."""
    unit = axis.words[len(axis.title) :]
    title = letters.elidedText(
        axis.title, Qt.TextElideMode.ElideRight, width - letters.horizontalAdvance(unit)
    )
    return letters.elidedText(f"{title}{unit}", Qt.TextElideMode.ElideRight, width)


def _has_distinct_ticks(axis: Axis) -> bool:
    low, high = axis.ends
    return high - low > FINEST * max(abs(low), abs(high))

"""The ground of a plot: axes, ticks, grid; panning, zooming, a band over what shall be selected, hovering."""

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QPushButton, QToolTip, QWidget

from fatdesk.engine.drawing.axis import Axis, Reals
from fatdesk.gui.desk import Desk
from fatdesk.gui.widgets.plain_text import tip

STEP = 1.2
MORE = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
TICK_X, TICK_Y = 90, 46
"""Pixels between ticks, at least about."""
FINEST = 1e-9
"""No axis is zoomed to a range below this part of its values: ticks could not be told apart."""


class Plot(QAbstractScrollArea):
    """The wheel zooms at the pointer, Space or the middle button moves, dragging draws a band.

    While the view is zoomed or moved a button resets it; a double click on the ground does so, too.

    Subclasses paint what lies on the ground (`draw`), and say what is at a point. ``banded`` carries
    the band in pixels and whether it adds to what is selected.
    """

    banded = Signal(QRectF, bool)
    ranged = Signal()

    def __init__(self, desk: Desk, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk, self.theme = desk, desk.theme
        self.across, self.upward = Axis("x"), Axis("y")
        self.title = ""
        self.empty = ""
        self.band: QRectF | None = None
        self._press: QPointF | None = None
        self._more = False
        self._pan: QPointF | None = None
        self._space = False
        self._full: Callable[[], tuple[Axis, Axis]] = lambda: (self.across, self.upward)
        self.is_moved = False
        """Whether the user has zoomed or moved the view, so that new points do not change it."""
        self._subject: object = None
        self.reset = QPushButton("Reset zoom", self.viewport())
        self.reset.setProperty("kind", "link")
        self.reset.setToolTip(tip("Show everything (double click, or F)"))
        self.reset.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.reset.setCursor(Qt.CursorShape.ArrowCursor)
        self.reset.clicked.connect(lambda _=False: self.fit())
        self.reset.hide()
        self.setAccessibleName(name)
        self.setFrameShape(QAbstractScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(desk.theme.px(320), desk.theme.px(200))
        self.viewport().setMouseTracking(True)
        desk.theme.changed.connect(self.viewport().update)

    # What subclasses tell

    def draw(self, painter: QPainter) -> None:
        """Paint what lies inside the axes, which is clipped to them."""

    def draw_over(self, painter: QPainter) -> None:
        """Paint marks and plates over it."""

    def head_height(self) -> int:
        """Room for the title above the axes."""
        return self.theme.px(34)

    def key_height(self) -> int:
        """Room for a key below the axes."""
        return 0

    def draw_key(self, painter: QPainter, space: QRectF) -> None:
        """Paint the key."""

    def words_at(self, at: QPointF) -> str:
        """What a tooltip says of a point; empty: nothing."""
        return ""

    def pressed(self, at: QPointF, more: bool) -> bool:
        """A click; whether something was there, so that no band begins."""
        return False

    # Between pixels and values

    @property
    def area(self) -> QRectF:
        """The rectangle between the axes, in pixels."""
        px, port = self.theme.px, self.viewport().rect()
        above, below = self.head_height(), px(52) + self.key_height()
        return QRectF(
            px(64), above, max(10.0, port.width() - px(84)), max(10.0, port.height() - above - below)
        )

    def places(self, x: Reals, y: Reals) -> tuple[Reals, Reals]:
        """Values as pixels."""
        area = self.area
        return (
            area.left() + self.across.shares(x) * area.width(),
            area.bottom() - self.upward.shares(y) * area.height(),
        )

    def values(self, at: QPointF) -> tuple[float, float]:
        """A pixel as values."""
        area = self.area
        return (
            self.across.value((at.x() - area.left()) / area.width()),
            self.upward.value((area.bottom() - at.y()) / area.height()),
        )

    # Looking

    def show_axes(self, full: Callable[[], tuple[Axis, Axis]]) -> None:
        """Take other axes; ``full`` gives them over everything."""
        self._full = full
        self.fit()

    def belong_to(self, subject: object) -> None:
        """Name what the plot shows from now on; the zoom into another subject is given up."""
        if subject != self._subject:
            self._subject, self.is_moved = subject, False

    def fit(self) -> None:
        """Show everything, and go on to do so as points arrive."""
        self.across, self.upward = self._full()
        self._changed(moved=False)

    def zoom(self, factor: float, at: QPointF | None = None) -> None:
        """Larger or smaller, with a point that stays where it is."""
        area = self.area
        middle = at if at is not None and area.contains(at) else area.center()
        across = (middle.x() - area.left()) / area.width()
        up = (area.bottom() - middle.y()) / area.height()
        axes = self.across.zoomed(factor, across), self.upward.zoomed(factor, up)
        if factor <= 1 or all(_can_be_told(axis) for axis in axes):
            self.across, self.upward = axes
            self._changed(moved=True)

    def move_by(self, step: QPointF) -> None:
        """Move the view by pixels."""
        area = self.area
        self.across = self.across.moved(-step.x() / area.width())
        self.upward = self.upward.moved(step.y() / area.height())
        self._changed(moved=True)

    def _changed(self, *, moved: bool) -> None:
        self.is_moved = moved
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

    def paintEvent(self, event: QPaintEvent) -> None:
        """Ground, grid, content, axes, key."""
        theme, area = self.theme, self.area
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), theme.colour("base"))
        painter.setFont(theme.strong(13))
        painter.setPen(theme.colour("text"))
        painter.drawText(QPointF(theme.px(14), theme.px(22)), self.title)
        if self.empty:
            painter.setPen(theme.colour("text2"))
            painter.setFont(theme.font(14))
            flags = int(Qt.AlignmentFlag.AlignCenter) | int(Qt.TextFlag.TextWordWrap)
            painter.drawText(area.adjusted(20, 0, -20, 0), flags, self.empty)
            painter.end()
            return
        self._draw_grid(painter)
        painter.save()
        painter.setClipRect(area.adjusted(-1, -1, 1, 1))
        self.draw(painter)
        if self.band is not None:
            painter.setPen(QPen(theme.colour("accent"), 1, Qt.PenStyle.DashLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.band)
        painter.restore()
        self.draw_over(painter)
        below = QRectF(
            area.left(), area.bottom() + theme.px(46), area.width() + theme.px(10), self.key_height()
        )
        self.draw_key(painter, below)
        if self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            painter.setPen(QPen(theme.colour("accent"), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.viewport().rect().adjusted(0, 0, -1, -1))
        painter.end()

    def _draw_grid(self, painter: QPainter) -> None:
        theme, area, px = self.theme, self.area, self.theme.px
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        across = self.across.labelled(max(2, int(area.width() / px(TICK_X))))
        up = self.upward.labelled(max(2, int(area.height() / px(TICK_Y))))
        xs, _ = self.places(np.array([tick for tick, _ in across]), np.full(len(across), self.upward.low))
        _, ys = self.places(np.full(len(up), self.across.low), np.array([tick for tick, _ in up]))
        painter.setFont(theme.font(11))
        letters = QFontMetricsF(painter.font())
        for (_, text), x in zip(across, xs.tolist(), strict=True):
            painter.setPen(theme.colour("line"))
            painter.drawLine(QPointF(round(x), area.top()), QPointF(round(x), area.bottom()))
            painter.setPen(theme.colour("text2"))
            painter.drawText(QPointF(x - letters.horizontalAdvance(text) / 2, area.bottom() + px(17)), text)
        for (_, text), y in zip(up, ys.tolist(), strict=True):
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
        painter.save()
        painter.translate(px(16), area.center().y())
        painter.rotate(-90)
        painter.drawText(
            QRectF(-area.height() / 2 - px(40), -px(10), area.height() + px(80), px(20)),
            int(Qt.AlignmentFlag.AlignCenter),
            self.upward.words,
        )
        painter.restore()

    # Events

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The button stays at the right."""
        super().resizeEvent(event)
        self._offer_reset()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Show everything."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._press = None
            self.fit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom at the pointer."""
        self.zoom(STEP ** (event.angleDelta().y() / 120), event.position())
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the ground, a point, or begin a band."""
        at = event.position()
        if event.button() == Qt.MouseButton.MiddleButton or self._space:
            self._pan = at
        elif event.button() == Qt.MouseButton.LeftButton:
            self._more = bool(event.modifiers() & MORE)
            if not self.pressed(at, self._more) and self.area.contains(at):
                self._press = at

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move, draw the band, or show what is under the pointer."""
        at = event.position()
        if self._pan is not None:
            step, self._pan = at - self._pan, at
            self.move_by(step)
        elif self._press is not None:
            if self.band is not None or (at - self._press).manhattanLength() >= 4:
                self.band = QRectF(self._press, at).normalized()
                self.viewport().update()
        else:
            self.hovered(at)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End moving or the band."""
        band, self.band, self._press, self._pan = self.band, None, None, None
        if band is not None:
            self.banded.emit(band, self._more)
            self.viewport().update()

    def hovered(self, at: QPointF) -> None:
        """The pointer is over a point."""

    def viewportEvent(self, event: QEvent) -> bool:
        """The tooltip, once the pointer rests."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            at = QPointF(event.pos())
            words = self.words_at(at) if self.area.contains(at) and not self.empty else ""
            if words:
                QToolTip.showText(event.globalPos(), tip(words), self.viewport())
            else:
                QToolTip.hideText()
            return True
        return super().viewportEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space moves, F fits, + and - zoom, Esc leaves the band."""
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space = True
        elif event.key() == Qt.Key.Key_F:
            self.fit()
        elif event.key() in (Qt.Key.Key_Plus, Qt.Key.Key_Minus):
            self.zoom(STEP if event.key() == Qt.Key.Key_Plus else 1 / STEP)
        elif event.key() == Qt.Key.Key_Escape and self.band is not None:
            self.band = self._press = None
            self.viewport().update()
        else:
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Space is up again."""
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space = False
        else:
            super().keyReleaseEvent(event)


def _can_be_told(axis: Axis) -> bool:
    low, high = axis.ends
    return high - low > FINEST * max(abs(low), abs(high))

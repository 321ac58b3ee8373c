"""A drawing: points in pixels, the mouse and keys over it, and what it shows."""

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from fatdesk.gui.views.canvas import Canvas
from tests.gui import hands
from tests.gui.pages.page import LEFT, NONE
from tests.gui.pages.workspace import WorkspacePage
from tests.gui.recorder import recorded

NO_BUTTON = Qt.MouseButton.NoButton


class DrawingPage(WorkspacePage):
    """A workspace with a drawing in the middle."""

    @property
    def _canvas(self):
        return self.find(Canvas, "drawing")

    @property
    def _port(self):
        return self._canvas.viewport()

    # What is drawn, and where

    @property
    def scene(self):
        """What the drawing shows, in units of the room or of the racks."""
        return self._canvas.scene

    @property
    def scale(self):
        return self._canvas.scale

    @property
    def origin(self):
        return QPointF(self._canvas.origin)

    def look(self, scale=None, origin=None):
        """Look at another part, or at another scale, without a frame between."""
        if scale is not None:
            self._canvas.scale = scale
        if origin is not None:
            self._canvas.origin = origin

    def look_at(self, box):
        """Bring a box of the drawing into the middle; where it is then, in pixels."""
        self._canvas.origin = QRectF(self.room).center() - box.center() * self.scale
        return self.rect_px(box)

    def zoom(self, factor):
        self._canvas.zoom(factor)

    @property
    def room(self):
        """The visible part in pixels."""
        return self._port.rect()

    def at(self, x, y):
        """The pixel of a point."""
        return self._canvas.to_px(x, y).toPoint()

    def to_px(self, x, y):
        return self._canvas.to_px(x, y)

    def from_px(self, at):
        return self._canvas.from_px(QPointF(at))

    def rect_px(self, box):
        return self._canvas.rect_px(box)

    def px(self, length):
        """A length of the design in pixels of this screen."""
        return self._canvas.theme.px(length)

    def colour(self, token):
        return self._canvas.theme.colour(token)

    @property
    def image(self):
        """What is on the screen."""
        return self._port.grab().toImage()

    def repaint(self):
        self._port.repaint()

    def drawn(self, layer=None):
        """The calls with which a layer draws, or the whole drawing."""
        canvas = self._canvas
        return recorded(canvas.draw if layer is None else lambda painter: layer(canvas, painter))

    @property
    def differences(self):
        """The differences of what is installed that it marks."""
        return self._canvas.differences

    @property
    def cursor(self):
        """The shape of the pointer."""
        return self._port.cursor().shape()

    # What is in hand

    @property
    def has_pointer(self):
        """Whether the pointer is in hand, and no tool."""
        return self._canvas.tool is self._canvas.pointer

    @property
    def hand(self):
        """The state of the tool in hand: its points, its trial, the lines of its card."""
        return self._canvas.tool

    @property
    def dragged(self):
        """The state of the drag; None: nothing is dragged."""
        return self._canvas.drag

    # Hands

    def focus(self):
        self._canvas.setFocus()

    def key(self, key, keys=NONE):
        QTest.keyClick(self._canvas, key, keys)

    def hold_key(self, key):
        QTest.keyPress(self._canvas, key)

    def release_key(self, key):
        QTest.keyRelease(self._canvas, key)

    def move(self, at, keys=NONE, buttons=LEFT):
        """Move with a button and keys held."""
        hands.move(self._canvas, at, keys, buttons)

    def hover(self, at, keys=NONE):
        """Move with no button held."""
        self.move(at, keys, NO_BUTTON)

    def leave(self):
        """Move the pointer out of the drawing."""
        QApplication.sendEvent(self._canvas, QEvent(QEvent.Type.Leave))

    def press(self, at, keys=NONE, button=LEFT):
        QTest.mousePress(self._port, button, keys, at)

    def let_go(self, at, keys=NONE, button=LEFT):
        QTest.mouseRelease(self._port, button, keys, at)

    def tap(self, at, keys=NONE):
        """Click without a move before."""
        QTest.mouseClick(self._port, LEFT, keys, at)

    def click_on(self, at, keys=NONE):
        """Move there and click."""
        self.hover(at, keys)
        self.tap(at, keys)

    def double_click(self, at, keys=NONE):
        """The second of two quick clicks."""
        QTest.mouseDClick(self._port, LEFT, keys, at)

    def drag(self, start, stop, keys=NONE, release=True):
        """Press, move in some steps, let go."""
        self.press(start)
        for step in range(1, 7):
            self.move((QPointF(start) + (QPointF(stop) - QPointF(start)) * step / 6).toPoint(), keys)
        if release:
            self.let_go(stop)

    def wheel(self, event):
        QApplication.sendEvent(self._port, event)

    def to_screen(self, at):
        """The place on the screen of a pixel of the drawing."""
        return self._port.mapToGlobal(at)

"""A ring around areas that get the keyboard focus and show nothing of it themselves."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QAbstractItemView, QScrollArea, QWidget
from shiboken6 import isValid

RINGED = "focus-ring"
"""Property of other areas that need the ring."""


class FocusRing(QWidget):
    """Covers an area, is transparent but for its edge, and goes with the focus."""

    def __init__(self, around: QWidget) -> None:
        super().__init__(around)
        self._around = around
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setGeometry(around.rect())
        around.installEventFilter(self)
        if isinstance(around, QAbstractItemView):
            around.selectionModel().currentChanged.connect(self._leave)
        self.show()
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the size of the area; go when the focus leaves it, or a cell shows it."""
        if event.type() == QEvent.Type.Resize:
            self.setGeometry(self._around.rect())
        elif event.type() == QEvent.Type.FocusOut:
            self._leave()
        return False

    def _leave(self, *_: object) -> None:
        if not isValid(self._around):  # it is being deleted, and the ring with it
            return
        self._around.removeEventFilter(self)
        self.hide()
        self.deleteLater()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ring."""
        painter = QPainter(self)
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Accent), 2))
        painter.drawRect(self.rect().adjusted(1, 1, -1, -1))
        painter.end()


def show_focus(now: QWidget) -> None:
    """Put a ring around a focused area that needs one, unless the mouse brought the focus."""
    if QGuiApplication.mouseButtons() == Qt.MouseButton.NoButton and _needs_ring(now):
        FocusRing(now)


def _needs_ring(now: QWidget) -> bool:
    if isinstance(now, QAbstractItemView):  # else its current cell has one
        return not now.currentIndex().isValid()
    return isinstance(now, QScrollArea) or bool(now.property(RINGED))

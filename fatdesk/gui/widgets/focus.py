"""Keyboard focus: its ring, where Tab and controls that disappear move it, what its keys may do."""

from collections.abc import Callable, Iterator
from functools import cmp_to_key

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QApplication,
    QLineEdit,
    QPlainTextEdit,
    QScrollArea,
    QWidget,
)
from shiboken6 import isValid

STEPS = (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo)


class Focus(QObject):
    """Keeps the keyboard focus of a window where the user expects it.

    When the focused control is hidden or disabled, also while a dialog is open, Qt moves the focus to the
    next control in the tab order; that may be the Undo button, which Space then presses. This class moves it
    to a list or drawing of the same panel, or else to the current view. A text field with an empty history
    leaves Undo and Redo to the window.

    Only the events of the control that has the focus are looked at: those of a window are many.

    Parameters
    ----------
    view
        Returns the widget of the current view that gets the focus by default.
    passed_over
        Returns the panels that never get the focus automatically.
    before_key
        Called before a key is compared with the shortcuts.
    """

    def __init__(
        self,
        window: QWidget,
        view: Callable[[], QWidget | None],
        passed_over: Callable[[], list[QWidget]],
        before_key: Callable[[], object],
    ) -> None:
        super().__init__(window)
        self._window, self._view, self._passed_over = window, view, passed_over
        self._before_key = before_key
        self._last: QWidget | None = None
        self._panels: list[QWidget] = []
        """Ancestors of the focused control, innermost first; kept after the control is removed."""
        self._watched: QWidget | None = None
        """Receiver of the keys: the control with the focus, or without one the window itself."""
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._changed)

    def _changed(self, old: QWidget | None, now: QWidget | None) -> None:
        if not isValid(self._window):
            return
        if now is not None:
            show_focus(now)
        active, last = self._window.isActiveWindow(), self._last
        if active and last is not None and _is_gone(last) and (old is last or self._is_elsewhere(now)):
            self._last = now
            target = self._target()
            if target is not None:
                if target is not now:
                    target.setFocus()  # calls this slot again
                    return
            elif now is not None and any(panel.isAncestorOf(now) for panel in self._passed_over()):
                now.clearFocus()
                return
        inside = now is not None and now.window() is self._window
        self._watch(now if inside else self._window if now is None else None)
        if inside or active:  # the control with the focus is remembered while another window is active
            self._last = now if inside else None
            self._panels = [] if now is None or not inside else _around(now, self._window)

    def _is_elsewhere(self, now: QWidget | None) -> bool:
        """Whether Qt went on to another panel that never gets the focus automatically."""
        others = (panel for panel in self._passed_over() if panel not in self._panels)
        return now is not None and any(panel.isAncestorOf(now) for panel in others)

    def _target(self) -> QWidget | None:
        passed_over = self._passed_over()
        for panel in self._panels:
            if not isValid(panel) or any(one is panel or panel.isAncestorOf(one) for one in passed_over):
                break
            if panel.isVisible() and (found := _list_or_drawing(panel)) is not None:
                return found
        front = self._view()
        return None if front is None or not front.isVisible() or not front.isEnabled() else front

    # Keys

    def _watch(self, now: QWidget | None) -> None:
        if self._watched is not None and isValid(self._watched):
            self._watched.removeEventFilter(self)
        self._watched = now
        if now is not None:
            now.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let a field handle Undo and Redo only while it has changes to undo or redo."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            self._before_key()
            for redo, step in enumerate(STEPS if isinstance(watched, QLineEdit | QPlainTextEdit) else ()):
                if event.matches(step) and not _has_step(watched, redo=bool(redo)):
                    event.ignore()
                    return True
        return super().eventFilter(watched, event)


def tab_neighbour(window: QWidget, now: QWidget | None, *, forward: bool) -> QWidget | None:
    """Return the control that Tab goes to from another in a window; None where Tab does not reach that one.

    Qt goes from control to control as they were created, and most panels and views are created when needed.
    """
    stops = list(_tab_stops(window))
    if now not in stops:
        return None
    return stops[(stops.index(now) + (1 if forward else -1)) % len(stops)]


def _tab_stops(around: QWidget) -> Iterator[QWidget]:
    """Yield the controls that Tab reaches in a widget as they are read: row by row, each from the left."""
    for one in sorted(_shown_inside(around), key=cmp_to_key(_by_reading)):
        reached = QGuiApplication.styleHints().tabFocusBehavior() == Qt.TabFocusBehavior.TabFocusAllControls
        policy = Qt.FocusPolicy.TabFocus if reached else Qt.FocusPolicy.StrongFocus
        if one.isEnabled() and one.focusPolicy() & policy == policy and one.focusProxy() is None:
            yield one
        yield from _tab_stops(one)


def _shown_inside(around: QWidget) -> list[QWidget]:
    inside = around.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
    return [one for one in inside if one.isVisible() and not one.isWindow()]


def _by_reading(first: QWidget, second: QWidget) -> int:
    """Compare two widgets of the same parent: negative where the first is read first."""
    one, other = first.geometry(), second.geometry()
    if one.bottom() < other.top():
        return -1
    return 1 if other.bottom() < one.top() else one.left() - other.left()


def _is_gone(old: QWidget) -> bool:
    """Whether a control was removed, hidden or disabled."""
    return not isValid(old) or not old.isVisible() or not old.isEnabled()


def _has_step(field: QObject, *, redo: bool) -> bool:
    if isinstance(field, QLineEdit):
        return field.isRedoAvailable() if redo else field.isUndoAvailable()
    if isinstance(field, QPlainTextEdit):
        return field.document().isRedoAvailable() if redo else field.document().isUndoAvailable()
    return False


def _around(widget: QWidget, window: QWidget) -> list[QWidget]:
    """Return the ancestors of a widget below the window, innermost first."""
    found = []
    around = widget.parentWidget()
    while around is not None and around is not window:
        found.append(around)
        around = around.parentWidget()
    return found


def _list_or_drawing(panel: QWidget) -> QWidget | None:
    """Return the first list, table or drawing in a panel that accepts the focus."""
    inside = [panel, *panel.findChildren(QAbstractScrollArea)]
    return next((one for one in inside if _accepts_focus(one)), None)


def _accepts_focus(widget: QWidget) -> bool:
    suitable = isinstance(widget, QAbstractItemView) or (
        isinstance(widget, QAbstractScrollArea) and not isinstance(widget, QScrollArea | QPlainTextEdit)
    )
    return suitable and widget.isVisible() and widget.isEnabled() and bool(widget.focusPolicy().value & 1)


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

"""Where the keys go when the control that has them is gone, and whom Ctrl+Z in a field is for."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QKeyEvent, QKeySequence
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
    """Keeps the keys of one window where the user expects them.

    Qt gives them to the next control in the tab order when the one that has them is hidden or disabled; that
    may be Undo, which Space then presses. Here they go to a list or drawing of the same panel, else to the
    view in front. A field whose own history is empty leaves Undo and Redo to the window.

    Parameters
    ----------
    view
        Returns what has the keys of the view in front at first.
    passed_over
        Returns the panels that never get the keys by themselves.
    """

    def __init__(
        self, window: QWidget, view: Callable[[], QWidget | None], passed_over: Callable[[], list[QWidget]]
    ) -> None:
        super().__init__(window)
        self._window, self._view, self._passed_over = window, view, passed_over
        self._last: QWidget | None = None
        self._panels: list[QWidget] = []
        """Around the control with the keys, from the inside outwards; still known when it is gone."""
        self._field: QWidget | None = None
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._changed)

    def _changed(self, old: QWidget | None, now: QWidget | None) -> None:
        if not isValid(self._window):
            return
        last, self._last = self._last, now
        if old is not None and old is last and _is_gone(old) and self._window.isActiveWindow():
            target = self._target()
            if target is not None:
                if target is not now:
                    target.setFocus()  # which comes back here
                    return
            elif now is not None and any(panel.isAncestorOf(now) for panel in self._passed_over()):
                now.clearFocus()
                return
        inside = now is not None and now.window() is self._window
        self._watch(now if inside else None)
        self._panels = [] if now is None or not inside else _around(now, self._window)
        if not inside:
            self._last = None

    def _target(self) -> QWidget | None:
        passed_over = self._passed_over()
        for panel in self._panels:
            if not isValid(panel) or any(one is panel or panel.isAncestorOf(one) for one in passed_over):
                break
            if panel.isVisible() and (found := _list_or_drawing(panel)) is not None:
                return found
        front = self._view()
        return None if front is None or not front.isVisible() or not front.isEnabled() else front

    # Undo in fields

    def _watch(self, now: QWidget | None) -> None:
        if self._field is not None and isValid(self._field):
            self._field.removeEventFilter(self)
        self._field = now if isinstance(now, QLineEdit | QPlainTextEdit) else None
        if self._field is not None:
            self._field.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let a field claim Undo and Redo only while it has something to undo or redo."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            for redo, step in enumerate(STEPS):
                if event.matches(step) and not _has_step(watched, redo=bool(redo)):
                    event.ignore()
                    return True
        return super().eventFilter(watched, event)


def _is_gone(old: QWidget) -> bool:
    """Whether a control lost the keys because it is removed, hidden or disabled."""
    return not isValid(old) or not old.isVisible() or not old.isEnabled()


def _has_step(field: QObject, *, redo: bool) -> bool:
    if isinstance(field, QLineEdit):
        return field.isRedoAvailable() if redo else field.isUndoAvailable()
    if isinstance(field, QPlainTextEdit):
        return field.document().isRedoAvailable() if redo else field.document().isUndoAvailable()
    return False


def _around(widget: QWidget, window: QWidget) -> list[QWidget]:
    """The widgets around one, inside a window, from the inside outwards."""
    found = []
    around = widget.parentWidget()
    while around is not None and around is not window:
        found.append(around)
        around = around.parentWidget()
    return found


def _list_or_drawing(panel: QWidget) -> QWidget | None:
    """The first list, table or drawing in a panel that can have the keys."""
    inside = [panel, *panel.findChildren(QAbstractScrollArea)]
    return next((one for one in inside if _can_have_keys(one)), None)


def _can_have_keys(widget: QWidget) -> bool:
    takes = isinstance(widget, QAbstractItemView) or (
        isinstance(widget, QAbstractScrollArea) and not isinstance(widget, QScrollArea | QPlainTextEdit)
    )
    return takes and widget.isVisible() and widget.isEnabled() and bool(widget.focusPolicy().value & 1)

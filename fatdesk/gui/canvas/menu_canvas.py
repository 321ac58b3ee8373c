"""A drawing that asks for a menu of what is under the pointer, with the right button or the menu key."""

from typing import Any

from PySide6.QtCore import QPoint, QPointF, QRectF, Signal
from PySide6.QtGui import QContextMenuEvent

from fatdesk.gui.canvas.canvas import Canvas


class MenuCanvas(Canvas):
    """``menu_asked`` tells the thing the menu is about (or None), and where on the screen it is wanted.

    The thing is selected first, unless it is one of several that are selected already.
    """

    menu_asked = Signal(object, QPoint)
    tool: Any = None
    """What is in hand; None: the pointer."""

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of what is there; not while something is drawn or dragged."""
        event.accept()
        if not self.session.is_open or self.tool is not None or self.drag or self.band:
            return
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        at = self._middle_chosen() if by_key else QPointF(event.pos())
        now = self.session.selection
        if by_key:
            thing = now[0] if now else None
        else:
            spot = self.from_px(at)
            thing = self.thing_at(spot.x(), spot.y())
            if thing is not None and thing not in now:
                self.session.select([thing])
        self.menu_asked.emit(thing, self.viewport().mapToGlobal(at.toPoint()))

    def _middle_chosen(self) -> QPointF:
        """The middle of what is on view of the selection, in pixels."""
        room, chosen = QRectF(self.viewport().rect()), self.chosen_rect()
        shown = QRectF() if chosen is None else self.rect_px(chosen).intersected(room)
        return room.center() if shown.isEmpty() else shown.center()

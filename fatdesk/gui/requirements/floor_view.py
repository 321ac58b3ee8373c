"""Preview of the placed floor: zoom and pan only."""

from PySide6.QtGui import QResizeEvent

from fatdesk.gui.desk import Desk
from fatdesk.gui.floor.canvas import FloorCanvas
from fatdesk.gui.session.session import Session

LOW = 340
"""A lower drawing goes without its legend, in pixels."""


class FloorLook(FloorCanvas):
    """The drawing of the floor over a session of its own."""

    editable = False

    def __init__(self, desk: Desk, session: Session) -> None:
        super().__init__(desk._replace(session=session))
        session.opened.connect(self._opened)

    def _opened(self) -> None:
        self._fitted = False
        if self.session.is_open:
            self.take()
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Without room for both, the floor comes before its legend."""
        self.with_legend = self.viewport().height() >= self.theme.px(LOW)
        self.foot = FloorCanvas.foot if self.with_legend else 0
        super().resizeEvent(event)

"""Floor and racks to be looked at: every difference is marked, nothing is moved."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent

from fatdesk.engine.asbuilt.difference import Difference
from fatdesk.gui.canvas.canvas import Drag
from fatdesk.gui.desk import Desk
from fatdesk.gui.racks.canvas import RacksCanvas
from fatdesk.gui.ref import Ref
from fatdesk.gui.requirements.floor_view import FloorLook

DELETE = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)


class FloorMarks(FloorLook):
    """The floor with the differences that ``shown`` tells."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, desk.session)
        self.shown: Sequence[Difference] = ()

    @property
    def differences(self) -> Sequence[Difference]:
        """All that the filter leaves."""
        return self.shown

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """A second click is another click."""
        self.mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Nothing is taken away here."""
        if event.key() not in DELETE:
            super().keyPressEvent(event)


class RacksMarks(RacksCanvas):
    """The racks with the differences that ``shown`` tells."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.shown: Sequence[Difference] = ()

    @property
    def differences(self) -> Sequence[Difference]:
        """All that the filter leaves."""
        return self.shown

    def can_drag(self, thing: Ref) -> bool:
        """Nothing can."""
        return False

    def take_hold(self, thing: Ref, x: float, y: float) -> Drag | None:
        """Nothing is taken hold of."""
        return None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Nothing is taken away here."""
        if event.key() not in DELETE:
            super().keyPressEvent(event)

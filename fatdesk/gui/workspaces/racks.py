"""Front views of all racks; devices are dragged between units and racks."""

from PySide6.QtWidgets import QWidget

from fatdesk.gui.desk import Desk
from fatdesk.gui.plain import label
from fatdesk.gui.session import Thing
from fatdesk.gui.workspaces.racks_canvas import RacksCanvas
from fatdesk.gui.workspaces.workspace import Workspace
from fatdesk.gui.zoom_box import ZoomBox


class RacksView(Workspace):
    """The elevations with their tool bar."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.canvas = RacksCanvas(desk)
        hint = "Drag a device to other units. Alt and arrows move it too."
        self.bar.addWidget(label(hint, "text2"))
        self.bar.addStretch(1)
        self.bar.addWidget(ZoomBox(self.canvas, lambda scale: f"{scale * 16:.0f} px/U"))
        self.column.addWidget(self.canvas, 1)
        self.focus_first = self.canvas

    def refresh(self) -> None:
        """Draw the present project."""
        self.canvas.take()

    def follow(self, things: tuple[Thing, ...]) -> None:
        """Draw what is selected."""
        self.canvas.viewport().update()

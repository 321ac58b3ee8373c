"""The room from above: racks, trays with their fill, the runs of selected cables; racks are dragged."""

from PySide6.QtWidgets import QWidget

from fatdesk.gui.desk import Desk
from fatdesk.gui.plain import label
from fatdesk.gui.session import Thing
from fatdesk.gui.workspaces.floor_canvas import FloorCanvas
from fatdesk.gui.workspaces.workspace import Workspace
from fatdesk.gui.zoom_box import ZoomBox


class FloorView(Workspace):
    """The floor with its tool bar."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.canvas = FloorCanvas(desk)
        self.bar.addWidget(label("Drag a rack to another place. Alt and arrows move it too.", "text2"))
        self.bar.addStretch(1)
        self.bar.addWidget(ZoomBox(self.canvas, lambda scale: f"{scale * 1000:,.0f} px/m"))
        self.column.addWidget(self.canvas, 1)
        self.focus_first = self.canvas

    def refresh(self) -> None:
        """Draw the present project."""
        self.canvas.take()

    def follow(self, things: tuple[Thing, ...]) -> None:
        """Draw what is selected."""
        self.canvas.viewport().update()

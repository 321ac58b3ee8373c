"""Move the view with the left button."""

from PySide6.QtCore import QPointF, Qt

from fatdesk.gui.floor.tools.tool import Tool


class PanTool(Tool):
    """The hand."""

    name = "pan"
    hint = "Drag moves the view."
    cursor = Qt.CursorShape.OpenHandCursor

    def press(self, at: QPointF) -> None:
        """Take the floor."""
        self.canvas.pan_from(at)

    def double(self, at: QPointF) -> None:
        """Nothing more than a press."""
        self.canvas.pan_from(at)

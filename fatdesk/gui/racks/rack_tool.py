"""What every tool is to the elevations."""

from PySide6.QtCore import QPointF

from fatdesk.engine.floor.floor import Device
from fatdesk.gui.canvas.canvas import MenuCanvas
from fatdesk.gui.canvas.tool import Tool
from fatdesk.gui.racks.look import Look
from fatdesk.gui.racks.scene import Scene


class RackToolCanvas(MenuCanvas):
    """The rack elevations as tools see them: what is drawn, and which tool is in hand."""

    scene: Scene
    look: Look

    @property
    def waiting(self) -> list[Device]:
        """Devices that the networks need and that are in no rack."""
        raise NotImplementedError


class RackTool(Tool[RackToolCanvas]):
    """A tool of the rack elevations."""

    def spot(self, at: QPointF) -> tuple[int, int] | None:
        """The rack and unit at a pixel."""
        spot, scene = self.canvas.from_px(at), self.canvas.scene
        number = next((n for n, box in scene.boxes.items() if box.left() <= spot.x() <= box.right()), None)
        return None if number is None else (number, scene.unit_at(number, spot.y()))

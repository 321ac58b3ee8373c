"""What every tool is to the elevations."""

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent, QPainter

from fatdesk.engine.floor.floor import Device
from fatdesk.gui.canvas.menu_canvas import MenuCanvas
from fatdesk.gui.racks.look import Look
from fatdesk.gui.racks.scene import Scene
from fatdesk.gui.session.session import Trial


class RackToolCanvas(MenuCanvas):
    """The rack elevations as tools see them: what is drawn, and which tool is in hand."""

    scene: Scene
    look: Look
    tool: "RackTool | None"

    @property
    def waiting(self) -> list[Device]:
        """Devices that the networks need and that are in no rack."""
        raise NotImplementedError


class RackTool:
    """Nothing in particular; what a tool does not need it leaves as it is here."""

    name = ""
    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, canvas: RackToolCanvas) -> None:
        self.canvas = canvas
        self.trial: Trial | None = None

    def begin(self) -> None:
        """It is in hand now."""

    def leave(self) -> None:
        """What was begun is dropped."""

    @property
    def begun(self) -> bool:
        """Whether Esc drops something before it puts the tool away."""
        return False

    def floor_changed(self) -> None:
        """The project is another now."""

    def press(self, at: QPointF) -> None:
        """The left button goes down."""

    def move(self, at: QPointF) -> None:
        """The pointer moves."""

    def release(self) -> None:
        """The left button goes up."""

    def key(self, event: QKeyEvent) -> bool:
        """A key; whether it was for the tool."""
        return False

    def draw(self, painter: QPainter) -> None:
        """What it is about to do."""

    def spot(self, at: QPointF) -> tuple[int, int] | None:
        """The rack and unit at a pixel."""
        spot, scene = self.canvas.from_px(at), self.canvas.scene
        number = next((n for n, box in scene.boxes.items() if box.left() <= spot.x() <= box.right()), None)
        return None if number is None else (number, scene.unit_at(number, spot.y()))

    def tell(self, trial: Trial | None) -> None:
        """Take over what would come of it, and let the status line tell it."""
        before, self.trial = self.trial, trial
        if trial is not None or before is not None:
            self.canvas.session.trying.emit(trial)
        self.canvas.viewport().update()

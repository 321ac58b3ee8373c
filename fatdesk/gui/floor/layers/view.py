"""The interface of the canvas to the layers of the floor."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtWidgets import QWidget

from fatdesk.core.memo import Memo
from fatdesk.engine.cabling.filling import Filling, Stretch
from fatdesk.engine.drawing.floor_picture import TrunkStretch
from fatdesk.engine.floor.floor import Tray
from fatdesk.gui.floor.heat import Heat
from fatdesk.gui.floor.scene import Options, Scene
from fatdesk.gui.floor.tray_colours import TrayScale
from fatdesk.gui.session.session import Session
from fatdesk.gui.theme.theme import Theme


class Plate(NamedTuple):
    """A number on a tray and its box; ``outside``: outside the tray, because a cable is shown in it."""

    tray: str
    box: QRectF
    text: str
    colour: str
    fill: float
    outside: bool


class View(Protocol):
    """The project, the look, and where millimetres are on the screen."""

    session: Session
    theme: Theme
    scene: Scene
    options: Options
    scale: float
    origin: QPointF
    memo: Memo[str]

    @property
    def heat(self) -> Heat | None:
        """The heat map of racks, where they are coloured by one."""

    @property
    def lifted(self) -> frozenset[int]:
        """Numbers of the racks that are being dragged."""

    @property
    def trays(self) -> Sequence[Tray]:
        """The trays, as they would be where something is dragged."""

    @property
    def stretches(self) -> list[Stretch]:
        """The fill of the trays from place to place, or that after a drop."""

    @property
    def trunks(self) -> Sequence[TrunkStretch]:
        """The trunks between panels, where they are shown."""

    @property
    def tray_scale(self) -> TrayScale:
        """The figure that colours trays, and its value at the limit."""

    @property
    def filling(self) -> Filling:
        """The cables in the trays, or those after a drop."""

    @property
    def plates(self) -> list[Plate]:
        """The numbers on the trays."""

    def to_px(self, x: float, y: float) -> QPointF:
        """A point of the floor in pixels."""

    def rect_px(self, rect: QRectF) -> QRectF:
        """A rectangle of the floor in pixels."""

    def viewport(self) -> QWidget:
        """The widget that is painted on."""

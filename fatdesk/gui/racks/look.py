"""Colours of devices in the elevations: by role, with a stripe that tells blocks apart."""

from PySide6.QtGui import QColor

from fatdesk.engine.drawing.palette import RoleColours
from fatdesk.engine.floor.floor import Device
from fatdesk.gui.racks.scene import Scene
from fatdesk.gui.session.session import Session
from fatdesk.gui.theme.theme import Theme

STRIPES = ("ACC", "AOC", "SPL", "FIB", "DAC")
"""Cable kinds whose colours mark spread blocks, one after the other."""


class Look:
    """What a device of one project looks like."""

    def __init__(self, session: Session, theme: Theme, scene: Scene) -> None:
        self.session, self.theme, self.scene = session, theme, scene

    def is_host(self, device: Device) -> bool:
        """A host, or an enclosure of them."""
        return not self.session.subjects.level(device).level

    def role(self, device: Device) -> RoleColours:
        """Fill, stroke and text of its role."""
        level, drawing = self.session.subjects.level(device), self.theme.tokens.drawing
        return drawing.role(level.level, level.levels) if level.level else drawing.host

    def stripe(self, device: Device) -> QColor:
        """Of spread blocks a colour each, of whole ones two greys in turn; of switches their role."""
        number, drawing = self.scene.block_of(device), self.theme.tokens.drawing
        if number is not None and number in self.scene.spread:
            return QColor(self.block_colour(number))
        if not self.is_host(device):
            return QColor(self.role(device).stroke)
        return (
            self.theme.colour("line2") if number is not None and number % 2 else QColor(drawing.host.stroke)
        )

    def block_colour(self, block: int) -> str:
        """The colour of a spread block."""
        kinds = self.theme.tokens.drawing.kinds
        return kinds[STRIPES[self.scene.spread.index(block) % len(STRIPES)]]

    def note(self, device: Device) -> str:
        """What stands at the right of its name."""
        if device.inside:
            return f"{len(device.inside)} inside"
        number = self.scene.block_of(device)
        if number is not None and self.is_host(device) and number in self.scene.spread:
            return self.scene.names.get(number, "")
        return device.part

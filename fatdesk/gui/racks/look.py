"""Colours of devices in the elevations: by role, with a stripe that tells blocks apart."""

from collections import Counter

from PySide6.QtGui import QColor

from fatdesk.engine.drawing.rack_picture import DeviceBox, device_colours
from fatdesk.gui.racks.scene import Scene
from fatdesk.gui.theme.theme import Theme

STRIPES = ("ACC", "AOC", "SPL", "FIB", "DAC")
"""Cable kinds whose colours mark spread blocks, one after the other."""


class Look:
    """What a device of one project looks like."""

    def __init__(self, theme: Theme, scene: Scene) -> None:
        self.theme, self.scene = theme, scene
        self._stripes: dict[int, int] = {}
        """The stripe of each spread block; a block keeps it while it is spread."""

    def stripe(self, some: DeviceBox) -> QColor:
        """Of spread blocks a colour each, of whole ones two greys in turn; of switches their role."""
        number, drawing = self.scene.block_of(some.device), self.theme.tokens.drawing
        if number is not None and number in self.scene.spread:
            return QColor(self.block_colour(number))
        if some.level.level or number is None or not number % 2:
            return QColor(device_colours(drawing, some.level).stroke)
        return self.theme.colour("line2")

    def block_colour(self, block: int) -> str:
        """The colour of a spread block."""
        self._deal()
        return self.theme.tokens.drawing.kinds[STRIPES[self._stripes[block]]]

    def _deal(self) -> None:
        """Give each new spread block the stripe that the fewest others have; the rest keep theirs."""
        spread = self.scene.spread
        if self._stripes.keys() == set(spread):
            return
        self._stripes = {block: number for block, number in self._stripes.items() if block in spread}
        for block in spread:
            if block not in self._stripes:
                taken = Counter(self._stripes.values())
                self._stripes[block] = min(range(len(STRIPES)), key=lambda number: (taken[number], number))

    def note(self, some: DeviceBox) -> str:
        """The text at the right of its name."""
        if some.device.inside:
            return f"{len(some.device.inside)} inside"
        number = self.scene.block_of(some.device)
        if number is not None and not some.level.level and number in self.scene.spread:
            return self.scene.names.get(number, "")
        return some.part

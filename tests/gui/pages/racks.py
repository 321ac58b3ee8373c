"""The workspace Racks: the elevations."""

from PySide6.QtCore import QPoint, QPointF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox

from fatdesk.engine.floor.floor import rack_label
from fatdesk.gui.racks.elevations import legend_box, outlines
from fatdesk.gui.racks.scene import UNIT
from tests.gui.pages.drawing import DrawingPage
from tests.gui.pages.page import NONE


class RacksPage(DrawingPage):
    """Racks by their labels, devices by their ids, units from 1."""

    def __init__(self, window):
        super().__init__(window, "racks")

    # Places

    def number_of(self, label):
        """The number of a rack in the project."""
        racks = self.widget.session.project.floor.racks
        return next(rack.number for rack in racks if rack_label(rack) == label)

    def units(self, label, u, height=1):
        """The pixels of some units of a rack."""
        return self.rect_px(self.scene.units(self.number_of(label), u, height))

    def unit(self, label, u):
        """The pixel in the middle of a unit."""
        return self.units(label, u).center().toPoint()

    def spot(self, device):
        """The pixel in the middle of a device."""
        return self.rect_px(self.scene.devices[device][2]).center().toPoint()

    @property
    def devices_with_ports(self):
        """The devices that are drawn with their ports."""
        return [one.id for one, _ in self._canvas.ports.drawn]

    def port(self, device, number):
        """The pixel of a port of a device that is drawn with its ports."""
        shown = next(some for one, some in self._canvas.ports.drawn if one.id == device)
        at = next(n for n, port in enumerate(shown.ports.ports) if port.text == number)
        x, y, wide, high = shown.squares[at].tolist()
        return QPoint(round(x + wide / 2), round(y + high / 2))

    def port_tip(self, at):
        """The tooltip of a pixel with a port."""
        return self._canvas.ports.tip(QPointF(at))

    @property
    def racks(self):
        """The numbers of the racks that are drawn."""
        return set(self.scene.racks)

    @property
    def unit_px(self):
        """The height of a unit in pixels."""
        return self.scale * UNIT

    def show_largest(self):
        self.look(scale=self._canvas.most)

    def block_colours(self):
        """The colours of the blocks whose racks are not together."""
        return {block: self._canvas.look.block_colour(block) for block in self.scene.spread}

    def outlines(self, devices):
        """The outlines around runs of some devices."""
        return outlines(self._canvas, frozenset(devices))

    @property
    def legend(self):
        """Where the legend is, in pixels."""
        return legend_box(self._canvas)

    # Side managers

    def show_rear_ports(self):
        """Show the ports at the rear of racks."""
        self.click("rear")

    def strips(self, label):
        """The strips of the side managers of a rack as they are drawn."""
        return self._canvas.strips(self.number_of(label))

    def head(self, label):
        """The pixel in the middle of the name over a rack."""
        box = self.rect_px(self.scene.boxes[self.number_of(label)])
        return QPoint(round(box.left()) + 12, round(box.top()) - 38)

    def head_tip(self, label):
        """The tooltip of the name and figures over a rack."""
        box = self.rect_px(self.scene.boxes[self.number_of(label)])
        return self._canvas.head_tip(QPointF(box.center().x(), box.top() - 20))

    def strip_tip(self, label):
        """The tooltip of the left side manager of a rack."""
        box = self.rect_px(self.scene.boxes[self.number_of(label)])
        return self._canvas.strip_tip(QPointF(box.left() - 2, box.center().y()))

    # Tool bar

    @property
    def hint(self):
        return self.text("hint")

    def show_empty(self):
        """Show racks without devices, or hide them."""
        self.click("empty-racks")

    @property
    def unplaced(self):
        """The devices that are in no rack."""
        return self._canvas.waiting

    @property
    def _choices(self):
        return self.find(QComboBox, "waiting")

    @property
    def offers_devices(self):
        """Whether there is a list of devices to place."""
        return self._choices.isVisible()

    @property
    def choices(self):
        """The devices to place as texts."""
        return [self._choices.itemText(n) for n in range(self._choices.count())]

    def start_choosing(self, number):
        """Put the keyboard into the list of devices to place, at one of them."""
        self._choices.setFocus()
        self._choices.setCurrentIndex(number)

    def key_in_choices(self, key, keys=NONE):
        QTest.keyClick(self._choices, key, keys)

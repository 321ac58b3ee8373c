"""The workspace Floor: the room with racks and trays, its tools, the optimiser."""

from time import monotonic

from PySide6.QtGui import QFontMetricsF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLabel, QPushButton, QWidget

from fatdesk.engine.floor.floor import rack_label
from fatdesk.gui.floor.layers.grid import ruler_words
from fatdesk.gui.floor.layers.ground import aisle_plates, row_names, zone_plates
from fatdesk.gui.floor.layers.marks import finding_at
from fatdesk.gui.floor.layers.routes import line_width
from fatdesk.gui.floor.layers.trays import Plates, end_plates, shown_runs, tray_plates
from fatdesk.gui.floor.optimising import OptimiseCard
from fatdesk.project.document.ref import RACK
from tests.gui.pages.drawing import DrawingPage
from tests.gui.pages.page import Page
from tests.patience import PATIENCE_S


class FloorPage(DrawingPage):
    """Racks by their labels; places in millimetres of the room."""

    def __init__(self, window):
        super().__init__(window, "floor")

    # Racks

    def _number(self, label):
        return next(rack.number for rack in self.scene.racks.values() if rack_label(rack) == label)

    def rack(self, label):
        """The reference of a rack."""
        return RACK(self._number(label))

    def label(self, number):
        """The label that a rack has where it is now."""
        return rack_label(self.scene.racks[number])

    def box(self, label):
        """The outline of a rack in millimetres."""
        return self.scene.boxes[self._number(label)]

    def centre(self, label):
        """The pixel in the middle of a rack."""
        return self.rect_px(self.box(label)).center().toPoint()

    def low(self, label):
        """A pixel of a rack that no tray runs over."""
        box = self.box(label)
        return self.at(box.center().x(), box.bottom() - 60)

    def drag_rack(self, label, to, **more):
        """Drag a rack by a spot that no tray runs over: onto a rack, or to a pixel."""
        start = self.low(label)
        self.drag(start, self.low(to) if isinstance(to, str) else to, **more)

    def zone_name_at(self, name):
        """The box of the name of a zone, in pixels."""
        metrics = QFontMetricsF(self._canvas.theme.font(11))
        return next(box for zone, box in zone_plates(self._canvas, metrics) if zone.name == name)

    @property
    def lifted(self):
        """The numbers of the racks that a drag takes along."""
        return self._canvas.lifted

    def tip(self, label):
        """The lines of the tooltip of a rack."""
        return self._canvas.lines_at(self.box(label).center())

    def ruler(self, axis):
        """The words of a ruler with their pixels."""
        return list(ruler_words(self._canvas, axis))

    # Trunks

    @property
    def trunks(self):
        """The stretches of trunks that are drawn."""
        return self._canvas.trunks

    def trunk_width(self, stretch):
        """The width of a stretch of trunks in pixels."""
        return line_width(self._canvas, stretch)

    def elements(self, x, y):
        """What is at a point of the room, in the order in which clicks select it."""
        return self._canvas.elements_at(x, y)

    # Trays, aisles, rows

    def rest(self):
        """Let the pointer rest until the figures of the tray that is drawn have arrived."""
        self.hand.try_now()
        end = monotonic() + PATIENCE_S
        while self.hand.is_waiting:
            assert monotonic() < end
            QTest.qWait(5)

    @property
    def filling(self):
        """How full the trays are, with what a drag would change."""
        return self._canvas.filling

    @property
    def stretches(self):
        """The pieces of trays with their fill, as they are drawn."""
        return self._canvas.stretches

    @property
    def tray_plates(self):
        """The plates with the numbers on trays, worked out now."""
        return tray_plates(self._canvas)

    @property
    def plates(self):
        """The plates with the numbers on trays that are drawn."""
        return self._canvas.plates

    def forget_plates(self):
        """Draw the next frame without what is kept of plates."""
        self._canvas.kept_plates = Plates()

    @property
    def runs(self):
        """The lines of the runs of cables that are drawn, in millimetres."""
        return list(shown_runs(self._canvas).values())

    @property
    def end_plates(self):
        """The names of both ends of the selected cable with their boxes, in pixels."""
        return end_plates(self._canvas)

    def finding_at(self, at):
        """The elements of the mark of a finding at a pixel; None: there is no mark."""
        return finding_at(self._canvas, at)

    @property
    def aisle_plates(self):
        """The plates with the widths of aisles, in pixels, by the aisles."""
        return {aisle: plate for aisle, (_, plate) in aisle_plates(self._canvas).items()}

    @property
    def row_names(self):
        """The names of rows, in pixels, by the rows."""
        return row_names(self._canvas)

    @property
    def aisles(self):
        """The aisles between rows, from the top."""
        return self.scene.picture.aisles

    @property
    def legend(self):
        """Where the legend is, in pixels."""
        return self._canvas.legend

    # Tool bar

    def take_tool(self, name):
        """Take a tool in hand by a click on its button."""
        self.click(f"tool-{name}")

    @property
    def tools_in_use(self):
        """The tools whose buttons are pressed."""
        return [name for name, button in self.widget.tools.items() if button.isChecked()]

    @property
    def hint_is_whole(self):
        """Whether all words of the hint of the tool in hand are in the drawing."""
        strip = self.find(QWidget, "tool-strip")
        words = self._named(strip, QLabel, "hint")
        inside = strip.geometry().right() < strip.parentWidget().width()
        room = words.height() >= words.heightForWidth(words.width())
        return inside and room and words.width() >= words.minimumSizeHint().width()

    @property
    def hint_at(self):
        """Where the hint of the tool in hand is, in pixels."""
        return self.find(QWidget, "tool-strip").geometry()

    @property
    def tile_choices(self):
        """The entries of the menu of tile sizes."""
        return self.widget.tile.menu().actions()

    @property
    def tile_mm(self):
        return self._canvas.options.tile_mm

    def stop_snapping(self):
        self.widget.set_snap(False)

    def colour_by(self, name):
        """Colour the racks by a figure; what the drawing shows of it then."""
        combo = self.find(QComboBox, "colour-by")
        combo.setCurrentIndex(combo.findData(name))
        return self._canvas.heat

    def colours_around(self, x_mm, y_mm, half_px=5):
        """The colours of the pixels around a place of the room."""
        at, image = self.at(x_mm, y_mm), self._canvas.viewport().grab().toImage()
        ratio = image.devicePixelRatio()
        spots = range(-half_px, half_px + 1)
        return {
            image.pixelColor(round((at.x() + dx) * ratio), round((at.y() + dy) * ratio)).name()
            for dx in spots
            for dy in spots
        }

    def show_layer(self, name, on):
        """Tick a layer in its menu, or clear it."""
        menu = self.find(QWidget, "layers").menu()
        action = next(action for action in menu.actions() if action.objectName() == f"layer-{name}")
        if action.isChecked() != on:
            action.trigger()

    # Optimiser

    def ask_to_optimise(self):
        self.click("optimise")

    @property
    def optimiser(self):
        return OptimiserCard(self.widget)

    @property
    def search(self):
        """The task of the search; None: there is none."""
        return self.widget.optimising.task

    @property
    def can_optimise(self):
        return self.widget.optimising.possible


class OptimiserCard(Page):
    """The card of the optimiser: how long to search, the best so far, what to do with it."""

    NAME = "optimise-card"

    def __init__(self, inside):
        self.widget = self._named(inside, OptimiseCard, self.NAME)

    def value(self, name):
        """A figure of the card: ``start``, ``now``, ``bound``."""
        return self.text(f"figure-{name}")

    @property
    def words(self):
        return self.text("search-text")

    @property
    def asks_time(self):
        return self.find(QComboBox, "search-time").isVisible()

    def choose_time(self, seconds):
        """Search for some seconds: the first choice is given that meaning."""
        combo = self.find(QComboBox, "search-time")
        combo.setItemData(0, seconds)
        combo.setCurrentIndex(0)

    def offers(self, name):
        """Whether there is a button: ``start``, ``stop``, ``apply``, ``close``."""
        return self.find(QPushButton, f"search-{name}").isVisible()

    def press(self, name):
        assert self.offers(name)
        self.click(f"search-{name}")

    @property
    def place(self):
        """Where it is in the drawing, in pixels."""
        return self.widget.geometry()

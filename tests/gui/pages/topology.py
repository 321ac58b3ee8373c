"""The workspace Topology: the drawing of a network, search, colours, paths, and networks that are added."""

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QLineEdit, QPushButton, QWidget

from fatdesk.gui.tables import Table
from fatdesk.gui.topology.canvas import TopologyCanvas
from fatdesk.gui.topology.hypercube_dialog import HypercubePlot
from fatdesk.gui.topology.picking import nearest, tooltip_of
from fatdesk.gui.widgets.plain_text import ElidedLabel
from tests.gui.accessibility.clipping import lines_cut
from tests.gui.hands import choose_at
from tests.gui.pages.network_card import NetworkCardPage
from tests.gui.pages.page import LEFT, NONE, Page, control
from tests.gui.pages.workspace import WorkspacePage


class PathPage(Page):
    """The card of the path between two devices."""

    NAME = "path-card"

    first = control(QLineEdit, "path-from")
    last = control(QLineEdit, "path-to")
    algorithm = control(QComboBox, "path-algorithm")
    cables_button = control(QPushButton, "path-cables")

    @property
    def says(self):
        """The sentence below the fields."""
        return self.text("path-text")

    @property
    def hops(self):
        """What is written in the list of hops, in view."""
        return [
            one.text() for one in self.find(QWidget, "path-hops").findChildren(QLabel) if not one.isHidden()
        ]

    @property
    def box(self):
        """The rectangle of the card in the drawing, in pixels."""
        return QRectF(self.widget.geometry())

    @property
    def shows_all(self):
        """Whether the card is as high as what is in it."""
        QApplication.processEvents()
        return self.widget.height() >= self.widget.sizeHint().height()

    @property
    def texts_cut(self):
        """Texts of the card that are not shown whole."""
        QApplication.processEvents()
        shown = [one for one in self.widget.findChildren(QLabel) if one.isVisible()]
        return [
            one.text() for one in shown if lines_cut(one) or (isinstance(one, ElidedLabel) and one.is_cut)
        ]

    @property
    def algorithms(self):
        """The routing algorithms that are offered, as they are called in files."""
        return [self.algorithm.itemData(n) for n in range(self.algorithm.count())]

    def choose_algorithm(self, name):
        choose_at(self.algorithm, self.algorithm.findData(name))

    def ask(self, first, last):
        """Type both ends, and Enter."""
        for field, text in ((self.first, first), (self.last, last)):
            field.setFocus()
            field.selectAll()
            QTest.keyClicks(field, text)
        QTest.keyClick(self.last, Qt.Key.Key_Return)

    def select_cables(self):
        self.click("path-cables")


class HypercubePage(Page):
    """The dialog that compares topologies with the hypercube."""

    NAME = "hypercube"

    k = control(QLineEdit, "hypercube-k")
    low = control(QLineEdit, "hypercube-n-from")
    high = control(QLineEdit, "hypercube-n-to")
    cost = control(QComboBox, "hypercube-cost")
    plot = control(HypercubePlot, "hypercube-plot")

    def __init__(self, topology):
        super().__init__(topology.widget.findChild(QWidget, self.NAME))

    @property
    def state(self):
        return self.text("hypercube-state")

    @property
    def rows(self):
        """The points of the table."""
        return self.find(Table, "table-hypercube").rows.rows

    @property
    def lines(self):
        """The names and values of the curves."""
        return {series.name: series.y.tolist() for series in self.plot.chart.series}

    def close(self):
        self.click("close")


class TopologyPage(WorkspacePage):
    """The network with its tool bar and cards."""

    drawing = control(TopologyCanvas, "drawing")
    network = control(QComboBox, "network")
    colour = control(QComboBox, "colour")
    finder = control(QLineEdit, "find")

    def __init__(self, window, *, show=True):
        super().__init__(window, "topology", show=show)

    # The drawing

    @property
    def says_what_to_do(self):
        """Whether the sentence of an empty drawing is seen."""
        return self.find(QWidget, "next-step").isVisible()

    @property
    def layers(self):
        """The names of layers at the left edge."""
        return self.drawing.layers.heads

    @property
    def map(self):
        """The overview map."""
        return self.drawing.map

    @property
    def back(self):
        """The button that leads back to the selection."""
        return self.drawing.back

    def click_map(self, across, down):
        """Click at shares of the overview map."""
        size = self.map.size()
        at = QPoint(round(size.width() * across), round(size.height() * down))
        QTest.mouseClick(self.map, LEFT, NONE, at)

    def settle(self):
        """Paint, so that what is at the edges follows."""
        self.drawing.viewport().repaint()
        QApplication.processEvents()

    @property
    def scene(self):
        """What is drawn: network, names, emphasis, paths."""
        return self.drawing.scene

    @property
    def frame(self):
        """What is on the screen: boxes, strands, hosts, labels, in pixels; None: nothing yet."""
        return self.drawing.frame()

    def box(self, name):
        """The middle of the box of a switch, as it is drawn."""
        scene = self.scene
        slot = scene.drawing.layout.slot_of_node[scene.names.index(name)]
        wanted = scene.drawing.layout.slot_box[slot]
        box = next(b for b in self.frame.boxes if b.what in ("box", "frame") and b.number == wanted)
        return QPoint(round(box.x + box.width / 2), round(box.y + box.height / 2))

    def node_box(self, node):
        """The rectangle of a node of the network, in pixels."""
        return self.drawing.rect_px(self.drawing.place_of(node))

    def host(self, name):
        """The middle of a host."""
        seen = self.frame
        number = seen.host_nodes.tolist().index(self.scene.names.index(name))
        x, y, wide, high = seen.hosts[number]
        return QPoint(round(x + wide / 2), round(y + high / 2))

    def port(self, device, number):
        """The middle of a port in the box of a switch."""
        node = self.scene.names.index(device)
        some = next(ports for ports in self.frame.ports if ports.node == node)
        x, y, wide, high = some.squares[some.texts.index(number)].tolist()
        return QPoint(round(x + wide / 2), round(y + high / 2))

    def look_closely(self, device):
        """Bring a switch to the middle at the largest scale."""
        self.drawing.show_node(self.scene.names.index(device))
        self.drawing.zoom(self.drawing.most / self.drawing.scale)

    def strand(self, low, high):
        """A pixel on the bundle between two switches where nothing else is nearer."""
        lines = self.frame.strands.lines
        for number, (x1, y1, x2, y2) in enumerate(lines.tolist()):
            for share in (0.3, 0.4, 0.55, 0.6, 0.7):
                at = QPointF(x1 + (x2 - x1) * share, y1 + (y2 - y1) * share)
                spot = self.drawing.spot(at)
                if spot is not None and set(spot.names) == {low, high}:
                    assert nearest(lines, at.x(), at.y(), 5.0) is not None, number
                    assert self.scene.is_there
                    return at.toPoint()
        raise AssertionError(f"no line between {low} and {high}")

    def tip(self, at):
        """What the tooltip says at a pixel of the drawing."""
        return tooltip_of(self.scene, self.drawing.spot(QPointF(at)))

    def click_at(self, at, keys=NONE):
        QTest.mouseClick(self.drawing.viewport(), LEFT, keys, at)

    def double_click_at(self, at):
        QTest.mouseDClick(self.drawing.viewport(), LEFT, NONE, at)

    def key(self, key, keys=NONE):
        """Press a key on the drawing."""
        QTest.keyClick(self.drawing, key, keys)

    def run_at(self, at, text):
        """Run an entry of the menu of a pixel."""
        menu = self.drawing.menu_at(QPointF(at))
        next(action for action in menu.actions() if action.text() == text).trigger()
        menu.deleteLater()

    # The bar

    @property
    def hits(self):
        """What is said of what was found."""
        return self.text("hits")

    @property
    def colourings(self):
        """The titles of the ways of colouring."""
        return [self.colour.itemText(n) for n in range(self.colour.count())]

    def colour_entry(self, name):
        """A way of colouring in the list, by its name: with its text, and whether it can be chosen."""
        return self.colour.model().item(self.colour.findData(name))

    def colour_by(self, name):
        self.colour.setCurrentIndex(self.colour.findData(name))

    @property
    def colouring(self):
        """How the links are coloured now."""
        return self.colour.currentData()

    def choose_network(self, number):
        choose_at(self.network, number)

    @property
    def scale_label(self):
        """The label of the scale."""
        return self.find(QLabel, "scale")

    # Cards

    @property
    def path(self):
        return PathPage(self.widget)

    @property
    def holds_card(self):
        """Whether the drawing holds the whole card that adds a network."""
        QApplication.processEvents()
        card = self.card.widget
        shows_all = card.height() >= card.sizeHint().height()
        return shows_all and self.drawing.viewport().rect().contains(card.geometry())

    @property
    def card(self):
        """The card that adds a network."""
        return NetworkCardPage(self.widget)

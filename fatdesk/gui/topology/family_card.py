"""The card of a family of networks: a small picture, what it is, when to use it, its paper."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from fatdesk.core.memo import Memo
from fatdesk.engine.topology.frame import View
from fatdesk.engine.topology.frames import Looking
from fatdesk.engine.topology.reference_drawing import studied
from fatdesk.gui.desk import Desk
from fatdesk.gui.topology.painting import Painting
from fatdesk.gui.widgets.plain_text import label
from fatdesk.networks.cards import TOPOLOGY_CARDS, Card
from fatdesk.networks.topologies import network_of

WIDE, HIGH, EDGE = 250, 150, 6
AROUND = 24.0
"""Room around the layout for what is wider than its place, in the units of drawings."""
FROM_FILE = Card(
    "Any network as a graph: GraphML, or a list of links.",
    "Use it for a network that another program wrote, or one of no known family.",
)


class FamilyCard(QWidget):
    """Card for those who do not know the name of a family."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        px = desk.theme.px
        self._theme = desk.theme
        self.setObjectName("family-card")
        self.setFixedWidth(px(WIDE))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(px(8))
        self.picture = FamilyPicture(desk)
        self.what, self.use, self.paper = label(""), label(""), label("", "text3")
        column.addWidget(self.picture)
        for name, text in (("what", self.what), ("use", self.use), ("paper", self.paper)):
            text.setObjectName(f"family-{name}")
            text.setWordWrap(True)
            column.addWidget(text)
        column.addStretch(1)
        desk.theme.changed.connect(self._fonts)
        self._fonts()

    def _fonts(self) -> None:
        for text in (self.what, self.use, self.paper):
            text.setFont(self._theme.font(12))

    def show_family(self, name: str, spec: str) -> None:
        """Show a topology by its name; empty: a graph in a file. ``spec`` is what the picture shows."""
        card = TOPOLOGY_CARDS.get(name, FROM_FILE)
        self.what.setText(card.what)
        self.use.setText(card.use)
        self.paper.setText(f"Paper: {card.paper}." if card.paper else "")
        self.paper.setVisible(bool(card.paper))
        for text in (self.what, self.use, self.paper):
            text.setFixedHeight(text.heightForWidth(self.width()))  # all of it, whatever is next to it
        self.picture.show_spec(spec)


class FamilyPicture(QWidget):
    """A small network of a family, as Topology draws it."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._theme = desk.theme
        self._painting = Painting(desk.theme)
        self._memo = Memo[str](most=16)
        self._looking: Looking | None = None
        self.setObjectName("family-picture")
        self.setAccessibleName("Picture of the family")
        self.setFixedSize(QSize(desk.theme.px(WIDE), desk.theme.px(HIGH)))

    def show_spec(self, spec: str) -> None:
        """Draw a network; an empty spec draws nothing."""
        self._looking = self._memo.keep(spec, (), lambda: _looking(spec)) if spec else None
        self.setVisible(self._looking is not None)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The whole network, as large as fits."""
        looking = self._looking
        if looking is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), self._theme.colour("canvas"))
        edge = self._theme.px(EDGE)
        left, top, right, bottom = looking.drawing.layout.extent
        left, top, right, bottom = left - AROUND, top - AROUND, right + AROUND, bottom + AROUND
        wide, high = self.width() - 2 * edge, self.height() - 2 * edge
        scale = min(wide / max(right - left, 1.0), high / max(bottom - top, 1.0))
        x = edge + (wide - (right - left) * scale) / 2 - left * scale
        y = edge + (high - (bottom - top) * scale) / 2 - top * scale
        painter.setClipRect(self.rect(), Qt.ClipOperation.IntersectClip)
        frame = looking.frame(View(scale, x, y, float(self.width()), float(self.height())))
        frame.labels.clear()  # names of rows and counts have no room in a small picture
        frame.pills.clear()
        self._painting.paint(painter, frame, looking.colours)
        painter.end()


def _looking(spec: str) -> Looking:
    made = studied("family", spec, network_of(spec))
    return Looking(made.drawing(), made.colouring(made.modes[0]))

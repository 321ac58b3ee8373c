"""The page of As-built without a report: how to get one, and the buttons to load it."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontDatabase, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QGridLayout, QPushButton, QWidget

from fatdesk.gui.desk import Desk
from fatdesk.gui.theme.icons import ON_ACCENT, icon
from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.widgets.empty_page import EmptyPage
from fatdesk.gui.widgets.plain_text import label

WORDS = (
    "Load what the installed fabric reports and see which cables differ from the plan. "
    "The plan is never changed by it."
)
WIDEST = 640
SOURCES = (
    ("ibnetdiscover", "InfiniBand: ibnetdiscover > fabric.txt", True),
    ("LLDP table", "Ethernet: lldpcli show neighbors -f keyvalue > lldp.txt", True),
    ("CSV", "Columns: node, port, remote node, remote port", False),
)


class NothingDiscovered(EmptyPage):
    """Page without a report; ``load_asked`` and ``paste_asked`` signal its buttons."""

    load_asked = Signal()
    paste_asked = Signal()

    def __init__(self, desk: Desk) -> None:
        self.load, self.paste = QPushButton("Load discovered fabric…"), QPushButton("Paste text")
        super().__init__(
            desk.theme,
            "Nothing discovered yet",
            WORDS,
            (self.load, self.paste),
            widest=WIDEST,
            picture=_Picture(desk.theme),
            below=(_sources(desk.theme), label("or drop a file here", "text2")),
        )
        self.load.clicked.connect(lambda _=False: self.load_asked.emit())
        self.load.setIcon(icon(desk.theme, "open", desk.theme.px(16), ON_ACCENT))
        self.load.setObjectName("load-report")
        self.paste.setObjectName("paste-report")
        self.paste.clicked.connect(lambda _=False: self.paste_asked.emit())


def _sources(theme: Theme) -> QFrame:
    """Return the commands that give a report."""
    px = theme.px
    box = QFrame()
    box.setProperty("role", "card")
    grid = QGridLayout(box)
    grid.setContentsMargins(px(16), px(10), px(16), px(10))
    grid.setHorizontalSpacing(px(44))
    grid.setVerticalSpacing(px(6))
    for number, (name, words, command) in enumerate(SOURCES):
        what, how = label(name), label(words, "text2")
        what.setFont(theme.strong(13))
        how.setFont(_typed(theme) if command else theme.font(12))
        how.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        grid.addWidget(what, number, 0)
        grid.addWidget(how, number, 1)
    return box


def _typed(theme: Theme) -> QFont:
    """The font of what is typed into a terminal."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    font.setPixelSize(theme.px(12))
    return font


class _Picture(QWidget):
    """A small network in a dashed frame."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setFixedSize(QSize(theme.px(298), theme.px(134)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Two switches above four."""
        theme, px = self._theme, self._theme.px
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.colour("accent"), px(2), Qt.PenStyle.DashLine))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), px(8), px(8))
        high, wide = px(24), px(52)
        tops = [QPointF(px(x), px(32)) for x in (108, 190)]
        feet = [QPointF(px(x), px(104)) for x in (34, 110, 188, 264)]
        painter.setPen(QPen(theme.colour("line2"), 1.5))
        for top in tops:
            for foot in feet:
                painter.drawLine(top + QPointF(0, high / 2), foot - QPointF(0, high / 2))
        painter.setPen(QPen(theme.colour("text3"), 1.5))
        painter.setBrush(theme.colour("base"))
        for middle in (*tops, *feet):
            box = QRectF(middle.x() - wide / 2, middle.y() - high / 2, wide, high)
            painter.drawRoundedRect(box, px(3), px(3))
        painter.end()

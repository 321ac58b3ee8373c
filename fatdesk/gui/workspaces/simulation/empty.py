"""What stands in the place of plots and table while there is nothing to show."""

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from fatdesk.gui.desk import Desk
from fatdesk.gui.plain import label

WIDE, HIGH = 300, 150
KNEES = (0.42, 0.55, 0.82)
"""Where the curves of the drawing rise, as shares of its width."""
TITLE = "Nothing simulated yet"
WORDS = (
    "Packets over a network: how long they take at each load, and how much the network accepts at most. "
    "A study puts networks side by side under the same traffic."
)


class Sketch(QWidget):
    """Axes and some curves, quietly."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._theme = desk.theme
        self.setFixedSize(desk.theme.px(WIDE), desk.theme.px(HIGH))
        desk.theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The drawing."""
        theme, px = self._theme, self._theme.px
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(px(10), px(8), self.width() - px(20), self.height() - px(18))
        painter.setPen(QPen(theme.colour("line2"), 1.5))
        painter.drawLine(area.bottomLeft(), area.bottomRight())
        painter.drawLine(area.bottomLeft(), area.topLeft())
        for knee in KNEES:
            path = QPainterPath(QPointF(area.left(), area.bottom() - 0.12 * area.height()))
            x = area.left() + knee * area.width()
            path.cubicTo(
                QPointF(x - 10, area.bottom() - 0.12 * area.height()),
                QPointF(x, area.bottom() - 0.3 * area.height()),
                QPointF(x + 6, area.top()),
            )
            painter.setPen(QPen(theme.colour("text3"), 1.5))
            painter.drawPath(path)
        painter.end()


class EmptyPage(QWidget):
    """What the view is for, and what to do next: ``new_asked``, ``ready_asked``."""

    new_asked = Signal()
    ready_asked = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        px = desk.theme.px
        self.setProperty("role", "base")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        column = QVBoxLayout(self)
        column.setSpacing(px(12))
        column.addStretch(2)
        column.addWidget(Sketch(desk), 0, Qt.AlignmentFlag.AlignHCenter)
        title, words = label(TITLE), label(WORDS, "text2")
        title.setFont(desk.theme.strong(20))
        words.setFont(desk.theme.font(14))
        words.setWordWrap(True)
        words.setFixedWidth(px(560))
        words.setFixedHeight(words.heightForWidth(px(560)))
        for made in (title, words):
            made.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            column.addWidget(made, 0, Qt.AlignmentFlag.AlignHCenter)
        self.new, self.ready = QPushButton("New study"), QPushButton("Ready-made studies…")
        self.new.setProperty("kind", "primary")
        self.new.clicked.connect(lambda _=False: self.new_asked.emit())
        self.ready.clicked.connect(lambda _=False: self.ready_asked.emit())
        row = QHBoxLayout()
        row.setSpacing(px(8))
        row.addStretch(1)
        row.addWidget(self.new)
        row.addWidget(self.ready)
        row.addStretch(1)
        column.addLayout(row)
        column.addStretch(3)

"""What stands in the place of curves while the project has no fault study."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from fatdesk.gui.desk import Desk
from fatdesk.gui.plain import label

TITLE = "No fault study yet"
WORDS = (
    "A study lets more and more links or switches fail, and shows which share of all combinations a network "
    "tolerates, which pairs stay connected, or how much slower it gets. Several networks stand side by side."
)
WIDEST = 420


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
        column.setContentsMargins(px(20), px(12), px(20), px(12))
        column.setSpacing(px(12))
        column.addStretch(2)
        title, words = label(TITLE), label(WORDS, "text2")
        title.setFont(desk.theme.strong(18))
        words.setFont(desk.theme.font(13))
        words.setWordWrap(True)
        words.setMaximumWidth(px(WIDEST))
        title.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        words.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(title)
        line = QHBoxLayout()
        line.addStretch(1)
        line.addWidget(words, 8)
        line.addStretch(1)
        column.addLayout(line)
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

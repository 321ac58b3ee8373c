"""What stands in the place of curves while there is no study: what one is for, and how it is begun."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from fatdesk.gui.desk import Desk
from fatdesk.gui.plain import label


class EmptyPage(QWidget):
    """What the view is for, and what to do next: ``new_asked``, ``ready_asked``; a picture may stand above.

    Words are broken into lines of at most ``widest`` pixels.
    """

    new_asked = Signal()
    ready_asked = Signal()

    def __init__(
        self, desk: Desk, title: str, words: str, widest: int, picture: QWidget | None = None
    ) -> None:
        super().__init__()
        px = desk.theme.px
        self.setProperty("role", "base")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        column = QVBoxLayout(self)
        column.setContentsMargins(px(20), px(12), px(20), px(12))
        column.setSpacing(px(12))
        column.addStretch(2)
        if picture is not None:
            column.addWidget(picture, 0, Qt.AlignmentFlag.AlignHCenter)
        head, text = label(title), label(words, "text2")
        head.setFont(desk.theme.strong(20))
        text.setFont(desk.theme.font(14))
        text.setWordWrap(True)
        text.setMaximumWidth(px(widest))
        head.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        text.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(head)
        line = QHBoxLayout()
        line.addStretch(1)
        line.addWidget(text, 8)
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

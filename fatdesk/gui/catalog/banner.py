"""The banner over a catalog whose files other programs changed: read them again, or keep what is here."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout

from fatdesk.gui.desk import Desk
from fatdesk.gui.libraries.folder_place import FEW
from fatdesk.gui.widgets.numbers import counted
from fatdesk.gui.widgets.plain_text import ElidedLabel


class ChangedBanner(QFrame):
    """Asks which shall count; nothing is overwritten before that is said."""

    read_again = Signal()
    keep_mine = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        px = desk.theme.px
        self.setProperty("role", "banner-warn")
        row = QHBoxLayout(self)
        row.setContentsMargins(px(16), px(8), px(16), px(8))
        words = QVBoxLayout()
        words.setSpacing(px(2))
        self.title, self.text = ElidedLabel("", "warn"), ElidedLabel("", "text2")
        self.title.setFont(desk.theme.strong())
        words.addWidget(self.title)
        words.addWidget(self.text)
        row.addLayout(words, 1)
        self.read, self.keep = QPushButton("Read again"), QPushButton("Keep mine")
        self.read.clicked.connect(self.read_again)
        self.keep.clicked.connect(self.keep_mine)
        row.addWidget(self.read)
        row.addWidget(self.keep)
        self.hide()

    def tell(self, names: list[str], mine: set[str]) -> None:
        """Name the files, and which of them are changed here too; none: all is settled."""
        self.setVisible(bool(names))
        if not names:
            return
        more = f" and {len(names) - FEW} more" if len(names) > FEW else ""
        self.title.setText(f"{counted(len(names), 'file')} changed on disk: {', '.join(names[:FEW])}{more}")
        both = sorted(mine & set(names))
        self.text.setText(
            f"{', '.join(both[:FEW])} changed here too. Read again takes what is on disk, and can be undone."
            if both
            else "Read again takes what is on disk, as one step that can be undone."
        )

"""What stands in the place of curves while there is no study: what one is for, and how it is begun."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from fatdesk.gui.controls.empty_page import EmptyPage
from fatdesk.gui.desk import Desk


class NoStudy(EmptyPage):
    """What the view is for, and what to do next: ``new_asked``, ``ready_asked``."""

    new_asked = Signal()
    ready_asked = Signal()

    def __init__(
        self, desk: Desk, title: str, words: str, widest: int, picture: QWidget | None = None
    ) -> None:
        self.new, self.ready = QPushButton("New study"), QPushButton("Ready-made studies…")
        super().__init__(desk, title, words, (self.new, self.ready), widest=widest, picture=picture)
        self.new.clicked.connect(lambda _=False: self.new_asked.emit())
        self.ready.clicked.connect(lambda _=False: self.ready_asked.emit())

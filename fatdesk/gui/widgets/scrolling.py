"""Page that scrolls up and down where the window is too low for it."""

from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget


class ScrolledPage(QScrollArea):
    """A scroll area without a frame; ``column`` lays out its contents from top to bottom."""

    def __init__(self) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        page = QWidget()
        page.setProperty("role", "base")
        self.column = QVBoxLayout(page)
        self.setWidget(page)

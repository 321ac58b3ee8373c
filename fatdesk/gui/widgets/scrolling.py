"""Page that scrolls up and down where the window is too low for it."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QVBoxLayout, QWidget


class ScrolledPage(QScrollArea):
    """A scroll area without a frame; ``column`` lays out its contents from top to bottom."""

    def __init__(self) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        page = self.page = QWidget()
        page.setProperty("role", "base")
        self.column = QVBoxLayout(page)
        self.setWidget(page)


class LowPage(ScrolledPage):
    """A page that scrolls up and down only, never narrower than its contents need."""

    def __init__(self) -> None:
        super().__init__()
        self.page.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def minimumSizeHint(self) -> QSize:
        """Return the width of the contents, and the height of a few lines."""
        return QSize(self.page.minimumSizeHint().width(), super().minimumSizeHint().height())

"""Layouts for narrow and low windows: a page that scrolls, groups one above the other."""

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

BESIDE, BELOW = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom


class WrappedPair(QWidget):
    """A pair of widgets of which the second moves below the first where both do not fit into one line.

    Parameters
    ----------
    least
        Width in pixels that the first needs; its size hint if left out.
    """

    def __init__(self, first: QWidget, second: QWidget, spacing: int, least: int | None = None) -> None:
        super().__init__()
        self._first, self._second, self._least = first, second, least
        self._line = QBoxLayout(BESIDE, self)
        self._line.setContentsMargins(0, 0, 0, 0)
        self._line.setSpacing(spacing)
        self._line.addWidget(first, 1)
        self._line.addWidget(second, 0, Qt.AlignmentFlag.AlignLeft)

    @property
    def is_wrapped(self) -> bool:
        """Whether the second widget is below the first."""
        return self._line.direction() == BELOW

    def arrange(self) -> None:
        """Place the widgets by the present width and contents."""
        first = self._first.sizeHint().width() if self._least is None else self._least
        needed = first + self._line.spacing() + self._second.sizeHint().width()
        self._line.setDirection(BESIDE if needed <= self.width() else BELOW)

    def event(self, event: QEvent) -> bool:
        """Place the widgets again when one of them shows or hides contents."""
        handled = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self.arrange()
        return handled

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the widgets by the new width."""
        super().resizeEvent(event)
        self.arrange()


class ScrolledPage(QScrollArea):
    """A scroll area without a frame; ``column`` lays out its contents from top to bottom."""

    def __init__(self) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        page = self.page = self._make_page()
        page.setProperty("role", "base")
        self.column = QVBoxLayout(page)
        self.setWidget(page)

    def _make_page(self) -> QWidget:
        return QWidget()


class LowContents(QWidget):
    """Contents that shrink to their least height before they scroll."""

    def heightForWidth(self, width: int) -> int:
        """Return the least height; Qt asks for it where texts wrap, and scrolls what is lower."""
        layout = self.layout()
        return -1 if layout is None else layout.minimumHeightForWidth(width)


class LowPage(ScrolledPage):
    """A page that scrolls up and down only, never narrower than its contents need."""

    def __init__(self) -> None:
        super().__init__()
        self.page.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def _make_page(self) -> QWidget:
        return LowContents()

    def minimumSizeHint(self) -> QSize:
        """Return the width of the contents, and the height of a few lines."""
        return QSize(self.page.minimumSizeHint().width(), super().minimumSizeHint().height())


def fit_contents(dialog: QWidget) -> None:
    """Make a dialog at least as large as its contents, with wrapped texts at their full height.

    Qt chooses the size before the fonts of the screen are known, and gives a wrapped text less than it needs.
    """
    layout = dialog.layout()
    if layout is None:
        return
    layout.activate()
    wide = max(dialog.width(), layout.totalSizeHint().width())
    high = layout.totalHeightForWidth(wide) if layout.hasHeightForWidth() else layout.totalSizeHint().height()
    dialog.resize(wide, max(dialog.height(), high))

"""Files that are dragged over the window and dropped: the card says what will happen."""

from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from tests.gui.pages.page import LEFT, NONE, Page

COPY = Qt.DropAction.CopyAction


def carrying(*paths, text=""):
    """What the pointer carries: files, or words."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    if text:
        data.setText(text)
    return data


def over(window, data):
    """Files come over the window and move on: whether a drop would be taken."""
    QApplication.sendEvent(window, QDragEnterEvent(QPoint(200, 200), COPY, data, LEFT, NONE))
    move = QDragMoveEvent(QPoint(210, 200), COPY, data, LEFT, NONE)
    move.ignore()
    QApplication.sendEvent(window, move)
    return move.isAccepted()


def drop(window, data):
    """Let files go over the window."""
    event = QDropEvent(QPointF(210, 200), COPY, data, LEFT, NONE, QEvent.Type.Drop)
    QApplication.sendEvent(window, event)


def leave(window):
    """Files are taken away again."""
    QApplication.sendEvent(window, QDragLeaveEvent())


class DropCard(Page):
    """What the window says of files over it."""

    NAME = "drop-card"

    def __init__(self, window):
        direct = Qt.FindChildOption.FindDirectChildrenOnly  # a workspace may have a card of its own
        super().__init__(window.findChild(QWidget, self.NAME, direct))

    @property
    def texts(self):
        """The title and what is below it."""
        return self.text("drop-title"), self.text("drop-text")

    @property
    def is_whole(self):
        """Whether no line of its text is cut."""
        text = self.find(QLabel, "drop-text")
        return text.height() >= text.heightForWidth(text.width())


def stated(window):
    """What the card of the window says."""
    return DropCard(window).texts

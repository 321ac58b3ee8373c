"""The ring of areas with the focus goes with them."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from fatdesk.gui.widgets.focus_ring import FocusRing


class Area(QScrollArea):
    """A class of our own, which is no longer valid while its base class is deleted."""


def test_an_area_that_is_deleted_with_the_focus_takes_its_ring_along(qtbot, qapp):
    """It loses the focus while it is deleted: an error there would end the program."""
    window = QWidget()
    page = QWidget(window)
    area = Area()
    QVBoxLayout(page).addWidget(area)
    window.show()
    area.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(area.hasFocus)
    gone = []
    FocusRing(area).destroyed.connect(lambda: gone.append(1))
    page.deleteLater()
    qapp.sendPostedEvents(None, 52)  # DeferredDelete
    assert gone == [1]
    window.close()

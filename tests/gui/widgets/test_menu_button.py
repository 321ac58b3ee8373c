"""Menus whose items are checked one after the other."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from fatdesk.gui.widgets.menu_button import TickMenu

LEFT = Qt.MouseButton.LeftButton


def test_the_click_that_opens_a_menu_checks_nothing_in_it(qtbot, monkeypatch):
    menu = TickMenu()
    qtbot.addWidget(menu)
    boxes = [menu.addAction(name) for name in ("Part", "Needed", "Spares")]
    for box in boxes:
        box.setCheckable(True)
    menu.popup(QCursor.pos())
    middle = menu.actionGeometry(boxes[1]).center()
    menu.move(QCursor.pos() - middle)  # as a menu that is too long to open below its button
    QTest.mouseRelease(menu, LEFT, pos=menu.mapFromGlobal(QCursor.pos()))
    assert not boxes[1].isChecked()
    closing = []
    monkeypatch.setattr(QMenu, "mouseReleaseEvent", lambda *_: closing.append(True))
    QTest.mouseClick(menu, LEFT, pos=middle)
    assert boxes[1].isChecked()
    assert not closing, "Qt closes the menu at the release of an item"

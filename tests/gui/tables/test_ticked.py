"""Boxes to tick: painted without words, which copies and screen readers have."""

from PySide6.QtCore import QRect
from PySide6.QtGui import QGuiApplication

from fatdesk.gui.tables import Column
from fatdesk.gui.tables.ticked import TickedTable
from tests.gui.pages.table import TablePage


def test_boxes_are_painted_without_words_that_copies_have(window, qtbot):
    table = TickedTable(window.desk, (Column("Name", 100, str),), "ticks", "Take")
    qtbot.addWidget(table)
    table.show_items(["one", "two"], [True, True])
    table.resize(300, 200)
    table.show()
    qtbot.waitExposed(table)
    page = TablePage.of(table)
    page.click(1)
    assert table.taken == [0]
    place = table.visualRect(table.model().index(0, 0))
    beside = QRect(place.left() + 30, place.top() + 1, place.width() - 34, place.height() - 3)
    picture = table.viewport().grab(beside).toImage()
    colours = {picture.pixel(x, y) for x in range(picture.width()) for y in range(picture.height())}
    assert len(colours) == 1
    table.clearSelection()
    table.copy()
    assert QGuiApplication.clipboard().text().splitlines() == ["Take\tName", "yes\tone", "no\ttwo"]

"""Rows of an inspector page: columns that are aligned, and names that are shown in full."""

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QLabel, QStyle, QStyleOptionButton

from fatdesk.gui.views.property_page import Page
from fatdesk.gui.widgets.plain_text import ElidedLabel

AT_1280 = 293
"""Width of a page in the inspector of a window of 1280 pixels."""


def test_fields_lists_and_values_end_at_the_same_edges(desk, qtbot):
    page = Page(desk.desk, lambda: None)
    qtbot.addWidget(page)
    grid = page.section("Figures")
    page.field(grid, "Seed", "4", lambda _: True)
    page.choice(grid, "Pattern", [("Uniform", 1), ("Random", 2)], 1, lambda _: True)
    page.value(grid, "Height", "1", "U")
    page.value(grid, "Price", "USD 11,000,000,000.00")  # wider than the columns of figure and unit
    page.field(page.section("Traffic"), "Messages per host", "4", lambda _: True, "B")
    page.end()
    page.resize(AT_1280, 300)
    page.show()
    QApplication.processEvents()
    field, choice = page.fields["Seed"].geometry(), page.fields["Pattern"].geometry()
    texts = {one.text(): one for one in page.findChildren(QLabel)}
    assert choice.right() == texts["USD 11,000,000,000.00"].geometry().right()
    assert texts["1"].geometry().right() == field.right()
    name = texts["Messages per host"]
    assert page.fields["Messages per host"].geometry().right() == field.right()
    assert isinstance(name, ElidedLabel)
    assert name.fontMetrics().horizontalAdvance(name.text()) <= name.width()


def test_letters_of_links_begin_where_those_of_rows_do(desk, qtbot):
    page = Page(desk.desk, lambda: None)
    qtbot.addWidget(page)
    page.value(page.section("Figures"), "Height", "1", "U")
    page.button("Measure all figures", lambda: None)
    page.end()
    page.resize(AT_1280, 300)
    page.show()
    QApplication.processEvents()
    link = page.fields["Measure all figures"]
    option = QStyleOptionButton()
    link.initStyleOption(option)
    letters = link.style().subElementRect(QStyle.SubElement.SE_PushButtonContents, option, link)
    name = next(one for one in page.findChildren(QLabel) if one.text() == "Height")
    assert link.mapTo(page, letters.topLeft()).x() == name.mapTo(page, QPoint()).x()

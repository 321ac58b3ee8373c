"""The workspace Cables: the wiring list."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QToolButton, QWidget

from fatdesk.gui.lists.cable_filter import Chips
from tests.gui.pages.lists import ListPage


class CablesPage(ListPage):
    """A filter with chips, groups of cables, figures of those that are shown."""

    TABLE = "wiring list"

    def __init__(self, window):
        super().__init__(window, "cables")

    # Filter

    def filter(self, text):
        """Type into the filter, and Enter."""
        field = self.find(QLineEdit, "filter")
        field.setFocus()
        field.selectAll()
        QTest.keyClicks(field, text)
        QTest.keyClick(field, Qt.Key.Key_Return)

    def type_filter(self, text):
        """Put another text into the filter, without Enter."""
        field = self.find(QLineEdit, "filter")
        field.setFocus()
        field.selectAll()
        QTest.keyClick(field, Qt.Key.Key_Delete)
        QTest.keyClicks(field, text)

    @property
    def filter_text(self):
        """What is left in the filter."""
        return self.find(QLineEdit, "filter").text()

    @property
    def count(self):
        """How many cables are shown, as the bar says it."""
        return self.text("count")

    @property
    def can_clear(self):
        """Whether there is something to clear."""
        return self.find(QWidget, "clear").isVisible()

    def clear_filter(self):
        """Take all conditions away, where there are any."""
        if self.can_clear:
            self.click("clear")
        assert not self.can_clear

    @property
    def _chips(self):
        return [chip for chip in self.find(Chips, "chips").buttons if not chip.isHidden()]

    @property
    def chips(self):
        """The texts of the conditions below the filter."""
        return [chip.text() for chip in self._chips]

    @property
    def conditions(self):
        """The fields of the conditions below the filter."""
        return [term.field for term in self.find(Chips, "chips").terms]

    @property
    def shows_chips(self):
        return self.find(Chips, "chips").isVisible()

    def remove_condition(self, number):
        self._chips[number].click()

    @property
    def chip_places(self):
        """Where in the workspace the chips are, and the width of their texts."""
        chips = [chip for chip in self.widget.findChildren(QToolButton, "chip") if chip.isVisible()]
        places = [chip.rect().translated(chip.mapTo(self.widget, chip.rect().topLeft())) for chip in chips]
        return [
            (place, chip.fontMetrics().horizontalAdvance(chip.text()))
            for place, chip in zip(places, chips, strict=True)
        ]

    # Menu of a cell

    def menu(self, line, column):
        """The entries of the menu of a cell by their texts."""
        return {
            some.text(): some for some in self.widget.cell_menu(line, self.table.column(column)).actions()
        }

    def set_status(self, status):
        """Give the selected cables a status by the menu of a cell."""
        line = self.table.selected_lines[0]
        menu = self.widget.cell_menu(line, self.table.column("Status"))
        submenu = next(some.menu() for some in menu.actions() if some.text() == "Status")
        next(some for some in submenu.actions() if some.text() == status).trigger()

    def label_number(self, cable):
        """The number on the label of a cable."""
        return self.widget.wiring.numbers[cable]

    def least_width(self, name):
        """The width that a control needs."""
        return self.find(QWidget, name).minimumSizeHint().width()

"""The dialog with universal fat-trees of the volumes of networks."""

from PySide6.QtWidgets import QComboBox, QLineEdit, QToolButton, QWidget

from fatdesk.gui.tables.table import Table
from tests.gui.hands import choose_at
from tests.gui.pages.page import Page


class UniversalPage(Page):
    """The fields, the table and the chart of the dialog."""

    NAME = "universal-fat-trees"

    def __init__(self, schedule):
        super().__init__(schedule.widget.findChild(QWidget, self.NAME))

    @property
    def state(self):
        return self.find(QWidget, "universal-state").text()

    @property
    def task(self):
        """The background task that measures; none: nothing is measured."""
        return self.widget.task

    @property
    def is_measuring(self):
        return self.task is not None

    @property
    def outcomes(self):
        """The rows of the table."""
        return list(self.find(Table, "table-universal").rows.rows)

    @property
    def curves(self):
        """The points of the chart by the names of the curves."""
        return {curve.name: list(curve.points) for curve in self.find(QWidget, "slow-down").curves}

    def choose_pattern(self, name):
        traffic = self.find(QComboBox, "universal-traffic")
        choose_at(traffic, traffic.findData(name))

    def type(self, name, text):
        """Replace what is in a field."""
        self.find(QLineEdit, f"universal-{name}").setText(text)

    def run(self):
        self.click("universal-run")

    def cells(self, title):
        """The texts of a column of the table, hidden or not, from the first row on."""
        table = self.find(Table, "table-universal")
        column = next(one for one in table.rows.columns if one.title == title)
        return [column.text(row) for row in table.rows.rows]

    @property
    def columns(self):
        """The titles of the columns in view, from left to right."""
        table = self.find(Table, "table-universal")
        return [table.title_of(number) for number in table.shown_columns()]

    @property
    def scrolls_sideways(self):
        """Whether the table is wider than its place."""
        return self.find(Table, "table-universal").horizontalScrollBar().maximum() > 0

    @property
    def column_menu(self):
        """The entries of the menu of columns by their texts, as it comes up."""
        menu = self.find(QToolButton, "universal-columns").menu()
        menu.aboutToShow.emit()
        return {entry.text(): entry for entry in menu.actions()}

    def resize(self, width, height):
        self.widget.resize(width, height)

    def open_sizes(self):
        """Open the dialog with volume and components over the number of hosts."""
        self.click("universal-sizes")
        return SizesPage(self.widget)

    def close(self):
        self.click("close")


class SizesPage(Page):
    """Volume and components of universal fat-trees over the number of hosts."""

    NAME = "universal-sizes-dialog"

    @property
    def scrolls_sideways(self):
        """Whether the table is wider than its place."""
        return self.find(Table, "table-sizes").horizontalScrollBar().maximum() > 0

    @property
    def is_measuring(self):
        return self.widget.task is not None

    @property
    def rows(self):
        return list(self.find(Table, "table-sizes").rows.rows)

    @property
    def curves(self):
        """The points of the chart by the names of the curves."""
        return {curve.name: list(curve.points) for curve in self.find(QWidget, "sizes-chart").curves}

    def build(self, low, high):
        self.find(QLineEdit, "sizes-from").setText(str(low))
        self.find(QLineEdit, "sizes-to").setText(str(high))
        self.click("sizes-run")

    def close(self):
        self.click("close")


class LevelsPage(Page):
    """The levels of the room of a network on view in Schedule."""

    NAME = "room-levels"

    def __init__(self, schedule):
        schedule.button("field-Levels of the room…").click()
        super().__init__(schedule.widget)

    @property
    def texts(self):
        """The rows as they are shown, hidden columns too, by the titles of the columns."""
        rows = self.find(Table, "table-levels").rows
        return [{one.title: one.text(row) for one in rows.columns} for row in rows.rows]

    @property
    def curves(self):
        """The points of the chart by the names of the curves."""
        return {curve.name: list(curve.points) for curve in self.find(QWidget, "levels-chart").curves}

    def close(self):
        self.click("close")

"""The dialog with universal fat-trees of the volumes of networks."""

from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget

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

    def close(self):
        self.click("close")

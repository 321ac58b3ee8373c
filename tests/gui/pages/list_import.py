"""The dialogs of lists that come back: the report of changes, and the calibration of slack and tolerance."""

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QDialog, QLineEdit

from fatdesk.gui.imports.calibration import CalibrationPlot
from tests.gui.pages.page import LEFT, NONE, Page, until
from tests.gui.pages.table import TablePage


def shows(window, name):
    """Whether a dialog of that name is open."""
    found = window.findChild(QDialog, name)
    return found is not None and found.isVisible()


class ListReport(Page):
    """Changes to apply, findings below them; waits until the list is read."""

    NAME = "list-report"

    def __init__(self, window):
        until(lambda: shows(window, self.NAME))
        super().__init__(window)

    @property
    def head(self):
        return self.text("head")

    @property
    def files(self):
        """The files with their kinds, and what may be begun of change orders."""
        return self.text("files")

    @property
    def detail(self):
        """The whole text of the selected row."""
        return self.text("detail")

    @property
    def changes(self):
        return TablePage(self.widget, "changes")

    @property
    def findings(self):
        return TablePage(self.widget, "findings")

    @property
    def apply_text(self):
        """What the button to apply says."""
        return self.button("accept").text()

    @property
    def can_apply(self):
        return self.button("accept").isEnabled()

    def apply(self):
        self.click("accept")

    def select_all(self):
        self.click("select-all")

    def select_none(self):
        self.click("select-none")

    def cancel(self):
        QTest.keyClick(self.widget, Qt.Key.Key_Escape)


class CalibrationPage(Page):
    """Measured lengths as points, rules as lines, the table of cables below."""

    NAME = "calibration"

    @property
    def head(self):
        return self.text("head")

    def figure(self, line, column):
        """A figure of the table of rules: line 1 to 3, column 1 or 2."""
        return self.text(f"figure-{line}-{column}")

    @property
    def found(self):
        """What the calibration found."""
        return self.widget.found

    @property
    def table(self):
        return TablePage(self.widget, "measured cables")

    @property
    def _plot(self):
        return self.find(CalibrationPlot, "plot")

    def place_of(self, number):
        """The pixel of a measured point, from what the plot draws."""
        point = self.found.points[number]
        x, y = self._plot.places(np.array([point.way_m]), np.array([point.measured_m - point.way_m]))
        return QPointF(x[0], y[0])

    def point_at(self, place):
        return self._plot.point_at(place)

    def tip_at(self, place):
        return self._plot.words_at(place)

    def click_point(self, place):
        QTest.mouseClick(self._plot.viewport(), LEFT, NONE, place.toPoint())

    @property
    def marked(self):
        """The numbers of the points with a ring."""
        return self._plot.chosen

    def choose_share(self, number):
        """Choose how many of the cables the rules shall cover, by its place in the list."""
        combo = self.find(QComboBox, "share")
        combo.setCurrentIndex(number)
        combo.activated.emit(number)

    def set_rules(self):
        self.click("accept")


class WorkHoursPage(Page):
    """Hours by phase, and the rates of installation that explain them."""

    NAME = "work-hours"

    def type_hours(self, phase, text):
        """Type the hours of a phase; None: of all ticked cables."""
        field = self.find(QLineEdit, f"hours-{phase or ''}")
        field.setFocus()
        field.selectAll()
        QTest.keyClicks(field, text)

    def rate(self, line):
        """The cells of a rate: 1 in a rack, 2 between racks."""
        return [self.text(f"rate-{line}-{at}") for at in range(1, 6)]

    @property
    def remark(self):
        return self.text("work-remark")

    @property
    def error(self):
        return self.text("work-error")

    @property
    def can_set(self):
        return self.button("accept").isEnabled()

    def set_rates(self):
        self.click("accept")

"""The workspace Faults: studies, a fatal combination, losses of elements."""

import pyqtgraph as pg
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QToolButton, QWidget

from fatdesk.gui.tables.table import Table
from tests.gui.hands import choose_at
from tests.gui.pages.banner import BannerPage
from tests.gui.pages.page import Page, control
from tests.gui.pages.studies import StudiesPage


class FatalPage(Page):
    """A fatal combination in its network."""

    NAME = "fatal"

    @property
    def title(self):
        return self.text("fatal-title")

    @property
    def words(self):
        return self.text("fatal-words")

    @property
    def description(self):
        """What screen readers say of the drawing."""
        return self.find(QWidget, "fatal-drawing").accessibleDescription()

    @property
    def witness(self):
        """What is drawn."""
        return self.find(QWidget, "fatal-drawing").witness

    def choose(self, number):
        """Choose a combination by its place in the list."""
        choose_at(self.find(QComboBox, "fatal-which"), number)


class LossesPage(Page):
    """The loss of each element of a fabric."""

    NAME = "losses"

    table = control(Table, "table-losses")

    @property
    def note(self):
        """How many elements were tried."""
        return self.widget.note

    @property
    def task(self):
        """The task that works them out; None: none runs."""
        return self.widget.task

    @property
    def rows(self):
        """All rows, those that are filtered out too."""
        return self.table.rows.rows

    @property
    def shown(self):
        """The rows in view."""
        return self.table.rows.shown()

    @property
    def banner(self):
        return BannerPage(self.widget, "losses-banner")

    def wait(self, qtbot):
        """Wait until they are worked out."""
        qtbot.waitUntil(lambda: self.task is None)

    def ungroup(self):
        self.click("ungroup")

    def calculate(self):
        self.click("calculate-losses")

    def show_reliability(self):
        self.click("reliability")

    def choose_kind(self, kind):
        combo = self.find(QComboBox, "losses-kind")
        choose_at(combo, combo.findData(kind))

    def choose_count(self, count):
        """Choose how many elements are lost at once."""
        choose_at(self.find(QComboBox, "losses-count"), count - 1)


class FaultsPage(StudiesPage):
    """Tolerance of networks, and losses of a fabric."""

    chart = control(QWidget, "chart")
    whole_button = control(QToolButton, "whole")
    looks_button = control(QToolButton, "looks")

    def __init__(self, window, *, show=True):
        super().__init__(window, "faults", show=show)

    @property
    def fatal(self):
        return FatalPage(self.widget)

    @property
    def losses(self):
        return LossesPage(self.widget)

    def resize_window(self, width, height):
        """Resize the window, and let the project tree go or come."""
        self.widget.window().resize(width, height)
        QApplication.processEvents()

    @property
    def room_of_names(self):
        """Pixels that the longest name of a network leaves free in its column, below zero if it is cut."""
        metrics = QFontMetrics(self.widget.theme.strong())
        names = [self.table.rows.cell(line, 0).shown for line in range(self.table.rows.rowCount())]
        margins_and_mark = 34
        return self.table.columnWidth(0) - max(map(metrics.horizontalAdvance, names)) - margins_and_mark

    @property
    def offer(self):
        """The sentence over the empty table of losses."""
        return self.find(QWidget, "next-step").accessibleName()

    @property
    def figure(self):
        """The figure that is shown; None: the table."""
        return self.body.figure

    @property
    def note(self):
        """What is said of a ready-made study."""
        return self.find(QLabel, "study-note").text()

    @property
    def drawn_values(self):
        """Values of the markers that are drawn, one array for each series."""
        items = self.chart.scene().items()
        return [item.getData()[1] for item in items if isinstance(item, pg.ScatterPlotItem)]

    def let_fail(self, number):
        """Choose what may fail, by its place in the menu."""
        self.find(QToolButton, "among").menu().actions()[number].trigger()

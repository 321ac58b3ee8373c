"""The workspace Schedule: traffic, load by class of channel, delivery cycles, messages, figures."""

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QPushButton, QWidget

from fatdesk.gui.tables.table import Table
from tests.gui.hands import choose_at
from tests.gui.pages.banner import BannerPage, StripPage
from tests.gui.pages.page import control
from tests.gui.pages.workspace import WorkspacePage


class SchedulePage(WorkspacePage):
    """Traffic on a network of the project."""

    traffic = control(QComboBox, "traffic")
    each = control(QLineEdit, "messages-per-host")
    seed = control(QLineEdit, "seed")
    run_button = control(QPushButton, "run")
    export_button = control(QPushButton, "export")
    classes = control(Table, "table-classes")
    channels = control(Table, "table-channels")
    cycles = control(Table, "table-cycles")
    messages = control(Table, "table-messages")

    def __init__(self, window, *, show=True):
        super().__init__(window, "schedule", show=show)

    # The fields

    @property
    def patterns(self):
        """The names of the patterns that are offered; None: a file."""
        return [self.traffic.itemData(n) for n in range(self.traffic.count())]

    @property
    def pattern(self):
        """The pattern that is chosen."""
        return self.traffic.currentData()

    def choose_pattern(self, name):
        """Choose a pattern by its name, or a file by none."""
        choose_at(self.traffic, self.traffic.findData(name))

    def choose_file(self):
        """Ask for a file of flows."""
        choose_at(self.traffic, self.traffic.count() - 1)

    @property
    def requested(self):
        """The traffic that the fields ask for; None: something is missing or wrong."""
        return self.find(QWidget, "traffic-form").requested

    @property
    def network(self):
        """The name of the network that is looked at."""
        return self.find(QWidget, "traffic-form").name

    # Runs

    def run(self):
        self.click("run")

    @property
    def task(self):
        """The task that measures; None: none runs."""
        return self.widget.task

    def wait(self, qtbot):
        """Wait until it is measured."""
        qtbot.waitUntil(lambda: self.task is None)

    @property
    def strip(self):
        return StripPage(self.widget, "run-strip")

    @property
    def stale(self):
        """The banner of results of an earlier state."""
        return BannerPage(self.widget, "stale-banner")

    @property
    def wrong(self):
        """The banner of a failure."""
        return BannerPage(self.widget, "wrong-banner")

    def export(self):
        self.click("export")

    # What is shown

    @property
    def is_empty(self):
        """Whether it says that nothing was calculated yet."""
        return self.find(QLabel, "empty-title").isVisible()

    @property
    def empty_words(self):
        return self.text("empty-words")

    @property
    def cycle(self):
        """The cycle that is looked at, from 0; None: all messages."""
        return self.widget.cycle

    def head(self, name):
        """What is said over a table: ``classes``, ``channels``, ``cycles``, ``messages``."""
        return self.text(f"head-{name}")

    @property
    def figures(self):
        """Every figure that is shown, by its name."""
        return self.find(QWidget, "figures").shown

    @property
    def figure_words(self):
        """All that is written beside the tables."""
        return " ".join(label.text() for label in self.find(QWidget, "figures").findChildren(QLabel))

    @property
    def tables(self):
        return self.classes, self.channels, self.cycles, self.messages


class CutsPage(WorkspacePage):
    """The floor, as far as cuts of the room are drawn on it."""

    layer = control(QAction, "layer-cuts")

    def __init__(self, window):
        super().__init__(window, "floor")

    @property
    def task(self):
        """The task that works out the cuts; None: none runs."""
        return self.widget.cutting.task

    def picture(self):
        """A picture of the whole workspace."""
        return self.widget.grab().toImage()

    def drawn(self):
        """A picture of the drawing."""
        return self.drawing.viewport().grab().toImage()

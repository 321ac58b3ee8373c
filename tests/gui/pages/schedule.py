"""The workspace Schedule: studies, load by class of channel, delivery cycles, messages, figures."""

from msgspec.structs import replace
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel, QToolButton, QWidget

from fatdesk.gui.floor.layers.cuts import cut_legend, cut_plates
from fatdesk.gui.floor.layers.ground import aisle_plates
from fatdesk.gui.tables.table import Table
from tests.gui.pages.page import control
from tests.gui.pages.studies import StudiesPage
from tests.gui.pages.workspace import WorkspacePage


class SchedulePage(StudiesPage):
    """Schedule studies, and the tables of the network on view."""

    classes = control(Table, "table-classes")
    channels = control(Table, "table-channels")
    cycles = control(Table, "table-cycles")
    messages = control(Table, "table-messages")
    export_button = control(QToolButton, "export")

    def __init__(self, window, *, show=True):
        super().__init__(window, "schedule", show=show)

    # The study

    def change(self, **values):
        """Change values of the study on view, and return whether that was done."""
        return self.session.do(self.widget.kind.change(replace(self.study, **values)))

    @property
    def result(self):
        """The result of the network on view; None: there is none."""
        return self.widget.found

    @property
    def words(self):
        """What is said instead of the tables; empty: the tables are on view."""
        place = self.find(QLabel, "empty-words")
        return place.text() if place.isVisible() else ""

    # What is shown

    @property
    def cycle(self):
        """The cycle that is looked at, from 0; None: all messages."""
        return self.body.result.cycle

    def head(self, name):
        """What is said over a table: ``classes``, ``channels``, ``cycles``, ``messages``."""
        return self.text(f"head-{name}")

    @property
    def figures(self):
        """Every figure that is shown, by its name."""
        return self.find(QWidget, "figures").shown

    @property
    def figure_words(self):
        """All that is written next to the tables."""
        return " ".join(label.text() for label in self.find(QWidget, "figures").findChildren(QLabel))

    @property
    def tables(self):
        return self.table, self.classes, self.channels, self.cycles, self.messages

    # Files

    @property
    def export_entries(self):
        """The kinds of files that can be exported now, as the menu names them."""
        return [one.text() for one in self.export_button.menu().actions() if one.isEnabled()]

    def export_schedule(self):
        """Export the schedule of the network on view."""
        self.export_button.menu().actions()[0].trigger()


class CutsPage(WorkspacePage):
    """The floor, as far as cuts of the room are drawn on it."""

    layer = control(QAction, "layer-cuts")

    def __init__(self, window):
        super().__init__(window, "floor")

    @property
    def task(self):
        """The task that works out the cuts; None: none runs."""
        return self.widget.cutting.task

    @property
    def labels(self):
        """The boxes and texts at the lines; boxes of the legend, fills of trays and widths of aisles."""
        canvas = self.drawing
        aisles = [box for _, box in aisle_plates(canvas).values()]
        others = [cut_legend(canvas).box, *aisles, *(plate.box for plate in canvas.plates)]
        return cut_plates(canvas), others

    def picture(self):
        """A picture of the whole workspace."""
        return self.widget.grab().toImage()

    def drawn(self):
        """A picture of the drawing."""
        return self.drawing.viewport().grab().toImage()

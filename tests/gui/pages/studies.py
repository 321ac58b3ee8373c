"""A workspace of studies: its bar, banner, fields, networks and runs."""

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QToolButton, QWidget

from fatdesk.gui.tables.table import Table
from fatdesk.networks.verdict import Verdict
from tests.gui.pages.banner import BannerPage, StripPage
from tests.gui.pages.inspector import Inspector
from tests.gui.pages.network_card import NetworkCardPage
from tests.gui.pages.page import control
from tests.gui.pages.workspace import WorkspacePage


class StudyPanelPage(Inspector):
    """The fields of the study on view, or of its selected network."""

    NAME = "study-panel"


class StudiesPage(WorkspacePage):
    """What simulation and fault studies have in common."""

    run_button = control(QPushButton, "run")
    stop_button = control(QPushButton, "stop")
    table = control(Table, "table-networks")
    body = control(QWidget, "study-body")
    empty_page = control(QWidget, "no-study")

    # The study

    @property
    def fields_have_focus(self):
        """Whether the keyboard is in the fields of the study."""
        now = QApplication.focusWidget()
        return now is not None and self.find(QWidget, "study-panel").isAncestorOf(now)

    @property
    def name(self):
        """The name of the study on view."""
        return self.widget.name

    @property
    def study(self):
        """The study on view as the project has it."""
        return self.widget.study

    def add_study(self, study):
        """Put a study into the project, and look at it."""
        self.widget.add_study(study)

    def show_study(self, name):
        self.widget.show_study(name)

    def new_study(self):
        self.widget.new_study()

    def take_ready(self, number):
        """Take a ready-made study by its number."""
        self.widget.take_ready(number)

    def remove_study(self):
        self.widget.remove_study()

    def click_new_study(self):
        """The button of the page without a study."""
        self.click("new-study")

    @property
    def study_menu(self):
        """The entries of the menu of studies, as it comes up."""
        return self._menu("study")

    @property
    def study_button(self):
        """The button of the menu of studies, and the menu."""
        button = self.find(QToolButton, "study")
        return button, button.menu()

    @property
    def ready_menu(self):
        """The entries of ready-made studies."""
        return self.find(QToolButton, "study").ready_menu.actions()

    def _menu(self, name):
        menu = self.find(QToolButton, name).menu()
        menu.aboutToShow.emit()
        return menu.actions()

    # Its networks

    @property
    def network_menu(self):
        """The entries of the menu of networks, as it comes up."""
        return self._menu("add-network")

    def type_network(self):
        """Bring up the card of a network."""
        self.network_menu[-1].trigger()

    @property
    def card(self):
        return NetworkCardPage(self.widget)

    @property
    def panel(self):
        return StudyPanelPage(self.widget)

    def cell(self, line, column):
        """The text of a cell of the table of networks, by the id of its column."""
        number = [one.id for one in self.table.rows.columns].index(column)
        return self.table.rows.cell(line, number).text

    def is_hidden(self, column):
        """Whether a column of the table of networks is hidden, by its id."""
        return self.table.isColumnHidden([one.id for one in self.table.rows.columns].index(column))

    # The verdict

    @property
    def verdict(self):
        """The sentence over the plots."""
        return self.text("verdict-text")

    def state_verdict(self, text):
        """Show a sentence, as for results."""
        self.widget.verdict.show_verdict(Verdict("fabric", text), can_show=True)

    @property
    def verdict_is_whole(self):
        """Whether no line of the sentence is cut."""
        text = self.find(QLabel, "verdict-text")
        return text.height() >= text.heightForWidth(text.width())

    @property
    def offers_topology(self):
        """Whether Topology can show what the verdict names."""
        return not self.find(QPushButton, "verdict-topology").isHidden()

    def show_in_topology(self):
        """Show in Topology what the verdict names."""
        self.click("verdict-topology")

    @property
    def offers_gbps(self):
        """Whether Gb/s and µs can be shown."""
        return self.find(QToolButton, "units").isEnabled()

    def show_gbps(self):
        """The switch between flits and cycles, and Gb/s and µs."""
        self.click("units")

    # The line over the plots

    @property
    def state(self):
        """What the line says of the networks that were measured."""
        return self.text("study-state")

    @property
    def says_state(self):
        """Whether the line has the verdict and how many networks were measured, and nothing else."""
        return self.find(QWidget, "verdict").isVisible()

    def say_state(self):
        """Bring the line up to date, as arriving results do."""
        self.widget.say_state()

    def show_banner(self, words, action):
        """Bring up the banner with a message and the text of its button."""
        self.banner.widget.say(words, action)

    @property
    def height_over_plots(self):
        return self.find(QWidget, "over-plots").height()

    @property
    def places_below_the_line(self):
        """Where plots, table and fields are in the workspace, as far as they are visible."""
        parts = (self.body, *self.body.drawn, self.table, self.panel.widget)
        return [self.place_of(part) for part in parts if part.isVisible()]

    @property
    def curves(self):
        """What is known of each network of the study."""
        return self.body.curves

    @property
    def states(self):
        return [curve.state for curve in self.curves]

    @property
    def selected(self):
        """The numbers of the selected networks."""
        return set(self.body.selected)

    @property
    def is_alone(self):
        """Whether the networks that are not selected step back."""
        return self.body.alone

    def look(self, number):
        """Choose what is shown, by its place in the menu of looks."""
        self.find(QToolButton, "looks").menu().actions()[number].trigger()

    def place_of(self, part):
        """Where in the workspace a control is."""
        return part.mapTo(self.widget, QPoint())

    # Runs

    def run(self):
        self.click("run")

    def stop(self):
        """Stop a run by the button."""
        self.click("stop")

    def wait(self, qtbot):
        """Wait until nothing runs."""
        qtbot.waitUntil(lambda: not self.is_running)

    @property
    def is_running(self):
        return self.widget.runner.is_running

    def at_progress(self, see):
        """Call something at each progress of a run."""
        self.widget.runner.moved.connect(see)

    @property
    def task(self):
        """The task of the run."""
        return self.widget.runner.task

    @property
    def banner(self):
        return BannerPage(self.widget, "study-banner")

    @property
    def strip(self):
        return StripPage(self.widget, "run-strip")

    @property
    def failure(self):
        """Why the last run failed; empty: it did not."""
        return self.banner.widget.wrong

    # Files

    def export(self):
        """Choose every kind of file from the menu."""
        for entry in self.find(QToolButton, "export").menu().actions():
            entry.trigger()

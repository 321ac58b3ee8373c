"""The workspace Simulation."""

from PySide6.QtWidgets import QPushButton, QWidget

from tests.gui.hands import choose_at
from tests.gui.pages.page import control
from tests.gui.pages.studies import StudiesPage


class SimulationPage(StudiesPage):
    """Latency and accepted traffic of networks."""

    latency = control(QWidget, "latency-chart")
    accepted = control(QWidget, "accepted-chart")
    saturation_button = control(QPushButton, "find-saturation")

    def __init__(self, window, *, show=True):
        super().__init__(window, "simulation", show=show)

    @property
    def load(self):
        """The load that is looked at."""
        return self.body.load_now

    @property
    def loads_offered(self):
        """The loads that can be looked at, the one by default first."""
        combo = self.find(QWidget, "load")
        return [combo.itemText(line) for line in range(combo.count())]

    def choose_load(self, load):
        combo = self.find(QWidget, "load")
        choose_at(combo, combo.findData(load))

    def find_saturation(self):
        self.click("find-saturation")

    def show_links(self):
        """Colour the links in Topology by what they carried."""
        self.click("links-in-topology")

    def duplicate(self):
        self.click("duplicate")

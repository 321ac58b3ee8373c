"""The workspace As-built: the punch list, the floor and the racks with marks."""

from PySide6.QtWidgets import QLabel, QWidget

from fatdesk.gui.as_built.punch import StageChoice
from fatdesk.gui.as_built.view import FloorMarks
from fatdesk.gui.floor.layers.marks import difference_badges
from fatdesk.gui.topology.canvas import TopologyCanvas
from fatdesk.gui.widgets.menu_button import ChoiceButton
from tests.gui.pages.dropping import carrying, drop, over
from tests.gui.pages.table import TablePage
from tests.gui.pages.workspace import WorkspacePage


def topology_emphasis(window):
    """The links and devices that the topology lights up, and leaves out."""
    return WorkspacePage(window, "topology").widget.findChild(TopologyCanvas).scene.emphasis()


class AsBuiltPage(WorkspacePage):
    """A report of what is installed, compared with the plan."""

    def __init__(self, window):
        super().__init__(window, "asbuilt")

    # What is loaded

    def load(self, path):
        self.widget.load(path)

    def paste(self):
        """The button on the page without a report."""
        self.click("paste-report")

    def accepts(self, *paths):
        """Whether files that are dragged over the workspace may be dropped there."""
        return over(self.widget, carrying(*paths))

    def drop(self, *paths):
        """Drag files over the workspace, and let them go there."""
        assert self.accepts(*paths)
        drop(self.widget, carrying(*paths))

    @property
    def is_empty(self):
        """Whether the page without a report is on view."""
        empty, shown = (self.find(QWidget, name).isVisible() for name in ("nothing-discovered", "comparison"))
        assert empty != shown
        return empty

    @property
    def empty_texts(self):
        return {found.text() for found in self.find(QWidget, "nothing-discovered").findChildren(QLabel)}

    @property
    def built(self):
        """The report against the plan."""
        return self.widget.built

    # Message

    @property
    def message(self):
        """Why a report could not be loaded."""
        return self.text("banner-text")

    @property
    def shows_message(self):
        return self.find(QWidget, "banner").isVisible()

    def close_message(self):
        self.click("banner-close")

    # Bar and punch list

    @property
    def figures(self):
        return self.text("figures")

    @property
    def notes(self):
        """What is said below the punch list, line by line."""
        return self.widget.notes.text()

    @property
    def table(self):
        return TablePage(self.widget, "punch list")

    @property
    def rows(self):
        """The punch list as texts."""
        return self.table.texts

    def show_kind(self, title):
        """Show the differences of a kind alone."""
        picks = self.find(ChoiceButton, "kinds").picks
        next(action for action in picks if action.text() == title).trigger()

    @property
    def marked(self):
        """The differences that the floor marks."""
        return self.find(FloorMarks, "drawing-floor").differences

    @property
    def badges(self):
        """The texts and boxes of the badges on the floor, and the boxes of the fills of trays."""
        canvas = self.find(FloorMarks, "drawing-floor")
        badges = difference_badges(canvas, canvas.differences)
        return [(badge.text, badge.box) for badge in badges], [plate.box for plate in canvas.plates]

    def show_port_names(self, built):
        """Show the columns of names of ports as a report has them."""
        self.table.widget.show_names(built)

    # Growth stage

    @property
    def compared_with(self):
        """The text of the button with the stages; empty where it is hidden."""
        button = self.find(StageChoice, "stages")
        return button.text() if button.isVisible() else ""

    @property
    def stage_choices(self):
        """The entries of its menu; those of a step by its title."""
        menu = self._stage_menu()
        return {
            action.text(): [one.text() for one in action.menu().actions()] if action.menu() else None
            for action in menu.actions()
        }

    def compare_with(self, *titles):
        """Choose an entry of the menu, or of one below it."""
        menu = self._stage_menu()
        for title in titles:
            action = next(one for one in menu.actions() if one.text() == title)
            menu = action.menu()
        action.trigger()

    def _stage_menu(self):
        menu = self.find(StageChoice, "stages").choices
        menu.aboutToShow.emit()
        return menu

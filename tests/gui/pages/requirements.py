"""The workspace Requirements."""

from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget

from fatdesk.gui.tables.table import Table
from tests.gui.pages.page import Page, control
from tests.gui.pages.wizard import DesignPages
from tests.gui.pages.workspace import WorkspacePage


class GrowthPage(Page):
    """The dialog with plans for growth."""

    NAME = "growth-dialog"

    def __init__(self, requirements):
        super().__init__(requirements.widget)

    @property
    def is_planning(self):
        return self.widget.task is not None

    @property
    def state(self):
        return self.text("growth-state")

    @property
    def field_in_focus(self):
        """The field that has the keys."""
        return self.widget.focusWidget()

    def type_in(self, **values):
        """Type into fields by name."""
        for name, value in values.items():
            self.find(QLineEdit, name.replace("_", "-")).setText(str(value))

    def plan(self, qtbot):
        """Press Plan and wait for the answer."""
        self.click("plan-growth")
        qtbot.waitUntil(lambda: not self.is_planning)

    @property
    def plans(self):
        """The plans of the table."""
        return list(self.find(Table, "table-growth-plans").rows.rows)

    @property
    def stages(self):
        """The lines below the table: stage, what, number, place."""
        return [tuple(row) for row in self.find(Table, "table-growth-stages").rows.rows]

    def choose(self, number):
        self.find(Table, "table-growth-plans").selectRow(number)

    def close(self):
        self.click("close")


class RequirementsPage(DesignPages, WorkspacePage):
    """The pages of the wizard for the open project, and what a change comes to."""

    redesign_button = control(QPushButton, "redesign")
    revert_button = control(QPushButton, "revert")

    def __init__(self, window, *, show=True):
        super().__init__(window, "requirements", show=show)

    @property
    def is_touched(self):
        """Whether something differs from the project."""
        return self.widget.touched

    @property
    def changed_parts(self):
        """Parts with other figures than when the networks were designed."""
        return self.widget.changed_parts

    @property
    def command(self):
        """The change that Redesign makes; None: there is none."""
        return self.widget.command

    @property
    def draft_words(self):
        """The requirements in sentences."""
        return self.text("restated")

    @property
    def words(self):
        """What the change comes to."""
        return self.text("redesign-text")

    @property
    def losses(self):
        """What the redesign changes of what was decided by hand."""
        return self.text("redesign-losses")

    @property
    def shows_losses(self):
        return self.find(QWidget, "redesign-losses").isVisible()

    def redesign(self):
        self.click("redesign")

    def revert(self):
        self.click("revert")

    def save_requirements(self):
        self.click("save-requirements")

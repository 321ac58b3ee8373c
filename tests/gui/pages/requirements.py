"""The workspace Requirements."""

from PySide6.QtWidgets import QPushButton, QWidget

from tests.gui.pages.page import control
from tests.gui.pages.wizard import DesignPages
from tests.gui.pages.workspace import WorkspacePage


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
    def command(self):
        """The change that Redesign makes; None: there is none."""
        return self.widget.command

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

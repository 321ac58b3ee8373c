"""The top of the window."""

from tests.gui.pages.page import Page


class Header(Page):
    """The name of the project, whether it is saved, and some buttons."""

    NAME = "header"

    @property
    def title(self):
        return self.text("file-name")

    @property
    def state(self):
        """Whether the project is saved, and when it was."""
        return self.text("file-state")

    def tip(self, action):
        """The tooltip of the button of an action."""
        return self.button(action).toolTip()

"""The rail at the left edge, with a button for each workspace."""

from PySide6.QtWidgets import QAbstractButton

from tests.gui.pages.page import Page


class Rail(Page):
    """Buttons by the names of their workspaces."""

    NAME = "rail"

    @property
    def offered(self):
        """The workspaces that can be shown now."""
        found = self.widget.findChildren(QAbstractButton)
        names = [button.objectName() for button in found if button.isEnabled()]
        return [name.removeprefix("show-") for name in names if name.startswith("show-")]

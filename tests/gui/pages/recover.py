"""The dialog *Recover*: copies of unsaved changes, the selected one described."""

from fatdesk.gui.dialogs.recover_dialog import FloorPreview
from tests.gui.pages.page import Page
from tests.gui.pages.table import TablePage


class Recover(Page):
    """The dialog, opened by its action."""

    NAME = "recover"

    def __init__(self, window):
        window.actions_by_id["recover"].trigger()
        super().__init__(window)

    @property
    def _table(self):
        return TablePage(self.widget, "copies of unsaved changes")

    @property
    def copies(self):
        """Project and reason of each copy."""
        return [(row.name, row.reason) for row in self._table.rows]

    def choose(self, line):
        self._table.click(line)

    @property
    def about(self):
        """What is said of the selected copy."""
        return self.text("about-copy")

    def open(self):
        self.click("open-copy")

    @property
    def can_open(self):
        return self.button("open-copy").isEnabled()

    def delete(self):
        self.click("delete-copy")

    @property
    def floor(self):
        """The picture of the floor of the selected copy."""
        return self.find(FloorPreview, "floor-of-copy").grab().toImage()

"""A workspace that is a list: one table under a bar, with figures at its foot."""

from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QLabel, QWidget

from fatdesk.gui.tables.columns import ColumnsButton
from fatdesk.gui.tables.table import Foot, Table
from fatdesk.gui.widgets.menu_button import ChoiceButton
from tests.gui.pages.page import Page
from tests.gui.pages.table import TablePage
from tests.gui.pages.workspace import WorkspacePage


class ListPage(WorkspacePage):
    """The table, its groups and columns, and the foot."""

    TABLE = ""

    @property
    def table(self):
        return TablePage(self.widget, self.TABLE)

    @property
    def rows(self):
        """The rows on view, in their order."""
        return self.table.rows

    @property
    def foot(self):
        """The figures of the foot by their names."""
        return self.find(Foot, "foot").stated()

    @property
    def foot_selected(self):
        """What the foot says of the selected rows."""
        return self.text("foot-selected")

    @property
    def foot_texts(self):
        """The texts of the foot on view: each with its width, and the width that it needs."""
        labels = [some for some in self.find(Foot, "foot").findChildren(QLabel) if some.isVisible()]
        return [(some.text(), some.width(), some.sizeHint().width()) for some in labels if some.text()]

    def group_by(self, title):
        """Choose a grouping from the menu by its title."""
        picks = self.find(ChoiceButton, "group").picks
        next(action for action in picks if action.text() == title).trigger()

    def _column(self, title):
        return [column.title for column in self.table.widget.rows.columns].index(title)

    def width_of(self, title):
        """The width of a column in pixels."""
        return self.table.widget.columnWidth(self._column(title))

    def room_for(self, text):
        """The width of a text in the table."""
        return self.table.widget.fontMetrics().horizontalAdvance(text)

    def resize(self, title, width):
        """Give a column a width, as a user does."""
        self.table.widget.setColumnWidth(self._column(title), width)

    def tick_column(self, column):
        """Show a hidden column, or hide one, by the menu of columns."""
        self.find(ColumnsButton, "columns").boxes[column].trigger()

    def reset_columns(self):
        self.find(ColumnsButton, "columns").ticks.actions()[-1].trigger()

    def copy(self):
        self.click("copy")

    def import_list(self):
        self.click("import-list")

    def place(self, name):
        """Where in the workspace a control is; nothing: it is hidden."""
        control = self.find(QWidget, name)
        return QRect(control.mapTo(self.widget, QPoint()), control.size()) if control.isVisible() else QRect()

    @property
    def size(self):
        """The rectangle of the workspace."""
        return self.widget.rect()

    def refresh(self):
        """Bring the list up to date now."""
        self.widget.bring_up_to_date()


class HostPortsPage(Page):
    """The dialog with the ports of all groups of hosts."""

    NAME = "host-ports"

    @property
    def table(self):
        return TablePage.of(self.find(Table, "view-host-ports"))

    def close(self):
        self.click("close")

"""A workspace: its tool bar, and what it performs."""

from PySide6.QtWidgets import QToolButton

from fatdesk.gui.tables.table import Table
from tests.gui.pages.page import Page


class TableViewPage(Page):
    """The tables with the content of a drawing, one in front."""

    NAME = "table-view"

    @property
    def tables(self):
        return [self.find(Table, f"view-{name}") for name in self.names]

    @property
    def names(self):
        """The names of its tables, from the left."""
        tabs = (button.objectName() for button in self.widget.findChildren(QToolButton))
        return [name.removeprefix("show-") for name in tabs if name.startswith("show-")]

    @property
    def table(self):
        """The table in front."""
        return next(table for table in self.tables if not table.isHidden())

    def show(self, name):
        """Bring a table to the front by a click on its tab."""
        self.click(f"show-{name}")


class WorkspacePage(Page):
    """The workspace of a name; it comes to the front unless it is only looked at."""

    def __init__(self, window, name, *, show=True):
        self.NAME = f"workspace-{name}"
        if show and window.workspace_name != name:
            window.show_workspace(name)
        super().__init__(window)
        self.window = window

    @property
    def session(self):
        """The session of the window: what is open, and what is selected."""
        return self.widget.session

    def can(self, action):
        """Whether an action of the menus is available here now."""
        return self.widget.can(action)

    def perform(self, action):
        """Perform an action of the menus."""
        self.widget.perform(action)

    def refresh(self):
        """Bring it up to date, as a change of the project does."""
        self.widget.refresh()

    def copy(self):
        """What Copy of the menu does here."""
        self.widget.copy()

    @property
    def drawing(self):
        """The drawing in view."""
        return self.widget.drawing

    @property
    def table_view(self):
        """The tables in place of the drawing."""
        return TableViewPage(self.widget)

    @property
    def shows_table_view(self):
        return self.widget.shows_table_view

    def toggle_table_view(self):
        self.widget.toggle_table_view()

    def tool(self, name):
        """The button of a tool in the tool bar."""
        return self.button(f"tool-{name}")

    def tool_tip(self, name):
        """What is said of a tool."""
        return self.tool(name).toolTip()

    @property
    def tool_in_hand(self):
        """The tool whose button is pressed."""
        tools = [name for name in self.tools if self.tool(name).isChecked()]
        assert len(tools) == 1, tools
        return tools[0]

    @property
    def tools(self):
        """The names of the tools in the tool bar."""
        names = (button.objectName() for button in self.widget.findChildren(QToolButton))
        return [name.removeprefix("tool-") for name in names if name.startswith("tool-")]


def workspace_of(window):
    """The name of the workspace on view."""
    return window.workspace.objectName().removeprefix("workspace-")


def front_of(window):
    """What fills the window: ``welcome``, ``panes`` with the workspaces, or ``wizard``."""
    return window.pages.currentWidget().objectName()

"""A workspace: its tool bar, and what it performs."""

from PySide6.QtWidgets import QToolButton

from tests.gui.pages.page import Page


class WorkspacePage(Page):
    """The workspace of a name."""

    def __init__(self, window, name):
        self.NAME = f"workspace-{name}"
        window.show_workspace(name)
        super().__init__(window)

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

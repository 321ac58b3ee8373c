"""The documentation in the window: pages, contents, search, and the page of each pane."""

from fatdesk.gui.help.places import HelpDesk

__all__ = ["HelpDesk"]

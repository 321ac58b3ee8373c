"""The explorer: candidates as points and as a table, pinned ones side by side, and a project made of one."""

from fatdesk.gui.explorer.view import ExplorerView

__all__ = ["ExplorerView"]

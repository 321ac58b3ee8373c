"""The Explorer workspace: candidate networks as plot and table, comparison of pinned ones, new projects."""

from fatdesk.gui.explorer.view import ExplorerView

__all__ = ["ExplorerView"]

"""The workspace As-built: what the installed fabric reports, against the plan."""

from fatdesk.gui.workspaces.asbuilt.view import AsBuiltView

__all__ = ["AsBuiltView"]

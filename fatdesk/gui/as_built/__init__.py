"""The workspace As-built: what the installed fabric reports, against the plan."""

from fatdesk.gui.as_built.view import AsBuiltView

__all__ = ["AsBuiltView"]

"""The workspace As-built: the report of an installed fabric against the plan."""

from fatdesk.gui.as_built.view import AsBuiltView

__all__ = ["AsBuiltView"]

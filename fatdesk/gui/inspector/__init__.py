"""The inspector: the selected elements, with every decided value as an editable field."""

from fatdesk.gui.inspector.frame import Inspector

__all__ = ["Inspector"]

"""The inspector: what is selected, with every decided value as a field that can be typed into."""

from fatdesk.gui.inspector.frame import Inspector

__all__ = ["Inspector"]

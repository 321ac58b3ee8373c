"""The Racks workspace: front views of all racks; devices and reserved units are dragged."""

from fatdesk.gui.racks.view import RacksView

__all__ = ["RacksView"]

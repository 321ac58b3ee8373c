"""Front views of all racks; devices and reserved units are dragged between units and racks."""

from fatdesk.gui.racks.view import RacksView

__all__ = ["RacksView"]

"""The room from above: racks, trays, columns; drawn, moved and measured with tools."""

from fatdesk.gui.floor.view import FloorView

__all__ = ["FloorView"]

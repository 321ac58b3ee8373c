"""The Floor workspace: racks, trays and obstacles from above; drawn, moved and measured with tools."""

from fatdesk.gui.floor.view import FloorView

__all__ = ["FloorView"]

"""The room from above: racks, trays, columns; drawn, moved and measured with tools."""

from fatdesk.gui.workspaces.floor.view import FloorView

__all__ = ["FloorView"]

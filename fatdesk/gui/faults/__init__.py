"""What breaks, what it cuts, and what is lost with each thing of the room."""

from fatdesk.gui.faults.view import FaultsView

__all__ = ["FaultsView"]

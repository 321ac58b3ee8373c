"""The Faults workspace: tolerated failures, fatal combinations, impact of losing each element."""

from fatdesk.gui.faults.view import FaultsView

__all__ = ["FaultsView"]

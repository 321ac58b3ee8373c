"""Failures: what a network tolerates, fatal combinations, and the impact of losing each element."""

from fatdesk.gui.faults.view import FaultsView

__all__ = ["FaultsView"]

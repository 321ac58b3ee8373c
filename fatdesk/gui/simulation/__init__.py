"""Packets over networks: curves of latency and accepted traffic side by side, run from here."""

from fatdesk.gui.simulation.view import SimulationView

__all__ = ["SimulationView"]

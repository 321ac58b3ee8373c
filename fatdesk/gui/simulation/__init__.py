"""The Simulation workspace: latency and accepted traffic of networks side by side."""

from fatdesk.gui.simulation.view import SimulationView

__all__ = ["SimulationView"]

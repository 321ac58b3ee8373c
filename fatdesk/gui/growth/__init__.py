"""The Growth workspace: steps in which the project is to grow, policies side by side, purchases."""

from fatdesk.gui.growth.view import GrowthView

__all__ = ["GrowthView"]

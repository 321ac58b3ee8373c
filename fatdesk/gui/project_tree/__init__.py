"""The project as a tree at the left of the window: hosts, fabrics, room, documents."""

from fatdesk.gui.project_tree.panel import ProjectTree

__all__ = ["ProjectTree"]

"""The project tree at the left of the window: hosts, fabrics, studies, room, documents."""

from fatdesk.gui.project_tree.panel import ProjectTree

__all__ = ["ProjectTree"]

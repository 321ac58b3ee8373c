"""The network in layers; bundles drawn once, boxes that open, ways between hosts."""

from fatdesk.gui.topology.view import TopologyView

__all__ = ["TopologyView"]

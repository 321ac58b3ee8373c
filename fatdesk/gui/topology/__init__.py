"""The Topology workspace: networks in layers, with bundles, opened switches, and paths between hosts."""

from fatdesk.gui.topology.view import TopologyView

__all__ = ["TopologyView"]

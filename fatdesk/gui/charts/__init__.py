"""Interactive charts on pyqtgraph: axes, curves, legend, pan and zoom, export."""

"""Placement of devices: blocks that stay together, their racks, their units, and furnished rooms."""

"""Drawings and printed sheets as display lists in millimetres: floor, racks, networks, charts, labels."""

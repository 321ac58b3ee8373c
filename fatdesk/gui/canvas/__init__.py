"""Drawings that can be panned, zoomed, picked in and dragged in."""

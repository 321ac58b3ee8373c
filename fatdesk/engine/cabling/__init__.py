"""Cables: their runs through the trays, lengths, kinds, and the wiring list."""

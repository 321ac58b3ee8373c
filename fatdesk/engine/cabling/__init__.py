"""Cables: routes through the trays, lengths, choice of parts, and the wiring list."""

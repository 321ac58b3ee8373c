"""Wiring diagrams, port maps and tables of switches."""

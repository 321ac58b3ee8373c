"""Identifiers of racks, ports and cables, as on labels: printed and parsed by one template."""

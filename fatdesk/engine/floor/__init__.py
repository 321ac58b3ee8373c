"""The room: rows, racks, trays, and placement of devices."""

"""The room: rows, racks, trays, and what stands where."""

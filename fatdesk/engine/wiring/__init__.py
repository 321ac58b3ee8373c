"""The wiring list as arrays and rows, ports of devices, and identifiers of both ends."""

"""The network as arrays: nodes, ports, links, and their names."""

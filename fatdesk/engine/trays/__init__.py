"""The trays as a graph, the shortest routes through them, and rules of these."""

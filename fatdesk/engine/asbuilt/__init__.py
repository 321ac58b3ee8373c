"""Comparison of an installed fabric with the plan: differences, and the fewest moves to correct them."""

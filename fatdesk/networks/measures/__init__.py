"""Measures of any network: distances, bisection, disjoint paths, counts."""

"""Optimiser of placement: lower cable cost within the placement rules."""

"""Recipes of networks, one file each."""

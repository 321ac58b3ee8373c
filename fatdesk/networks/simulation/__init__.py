"""Packets over a network: engines, runs, sweeps, and what was measured."""

"""Pairs of hosts that stay connected when elements fail: compiled programs and sets of bits."""

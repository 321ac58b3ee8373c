"""Which pairs of hosts stay connected when elements fail: compiled programs and sets of bits."""

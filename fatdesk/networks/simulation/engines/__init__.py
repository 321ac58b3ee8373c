"""The two engines, packet by packet and flit by flit, with their tables, counters and random packets."""

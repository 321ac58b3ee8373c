"""Random numbers that depend only on a seed and on what they are for, not on the order in which they are asked for.

The mixing function is the finaliser of SplitMix64 (Steele, Lea and Flood, Fast splittable pseudorandom number
generators, 2014); a stream counts up by its constant.
"""

import numpy as np

from fatdesk.engine.core.compiled import compiled

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_A = np.uint64(0xBF58476D1CE4E5B9)
MIX_B = np.uint64(0x94D049BB133111EB)
S30, S27, S31, S11 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(11)
UNIT = 1.0 / (1 << 53)


@compiled
def mixed(value: np.uint64) -> np.uint64:
    """A number of 64 bits that looks random."""
    value = (value ^ (value >> S30)) * MIX_A
    value = (value ^ (value >> S27)) * MIX_B
    return value ^ (value >> S31)


@compiled
def first_of_equals(seed: np.uint64, node: int, cycle: int, ports: int) -> int:
    """With which of its outputs a node begins in a cycle, where several have the same room."""
    key = mixed(seed + np.uint64(node) * GOLDEN)
    return int(mixed(key + np.uint64(cycle) * GOLDEN) % np.uint64(ports))


@compiled
def stream(seed: int, host: int) -> np.uint64:
    """The beginning of a host's stream."""
    return mixed(mixed(np.uint64(seed) * GOLDEN + np.uint64(1)) ^ (np.uint64(host) + np.uint64(1)) * MIX_A)


@compiled
def unit(state: np.uint64) -> float:
    """A number in [0, 1) from the state of a stream, which then goes on by GOLDEN."""
    return (mixed(state) >> S11) * UNIT

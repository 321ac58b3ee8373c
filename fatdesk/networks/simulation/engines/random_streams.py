"""Random numbers that depend on a seed and on what they are for, not on the order in which they are drawn.

The mixing function is the finaliser of SplitMix64 (Steele, Lea and Flood, Fast splittable pseudorandom number
generators, 2014); a stream counts up by its constant.
"""

import numpy as np

from fatdesk.core.compiled import inlined

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_A = np.uint64(0xBF58476D1CE4E5B9)
MIX_B = np.uint64(0x94D049BB133111EB)
S30, S27, S31 = np.uint64(30), np.uint64(27), np.uint64(31)
S11, S40 = np.uint64(11), np.uint64(40)
UNIT = 1.0 / (1 << 53)


@inlined
def mixed(value: np.uint64) -> np.uint64:
    """A number of 64 bits that looks random."""
    value = (value ^ (value >> S30)) * MIX_A
    value = (value ^ (value >> S27)) * MIX_B
    return value ^ (value >> S31)


@inlined
def cycle_key(seed: np.uint64, cycle: int) -> np.uint64:
    """Return the key of the random numbers of a cycle."""
    return seed * MIX_B + np.uint64(cycle) * GOLDEN


@inlined
def lot(key: np.uint64, channel: int) -> int:
    """The lot of a channel in a cycle, 0 to 2^24 - 1: of channels with the same room the lowest is first."""
    return int(mixed(key + np.uint64(channel) * MIX_A) >> S40)


@inlined
def stream(seed: int, host: int) -> np.uint64:
    """The beginning of a host's stream."""
    return mixed(mixed(np.uint64(seed) * GOLDEN + np.uint64(1)) ^ (np.uint64(host) + np.uint64(1)) * MIX_A)


@inlined
def unit(state: np.uint64) -> float:
    """A number in [0, 1) from the state of a stream, which then goes on by GOLDEN."""
    return (mixed(state) >> S11) * UNIT

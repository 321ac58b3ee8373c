"""Bit reversal: to the host whose number has its bits in reverse order."""

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.networks.traffic.traffic import Draws, Requested, Traffic, address_bits, fixed_draws, permutation

NAME = "bit-reversal"
SUMMARY = "Of 2^n hosts each sends to the one whose number has its bits in reverse order."
RANDOM = False


def destinations(hosts: int) -> Longs:
    """The destination of each host.

    >>> destinations(8).tolist()
    [0, 4, 2, 6, 1, 5, 3, 7]
    """
    bits = address_bits(hosts, NAME)
    source, found = np.arange(hosts), np.zeros(hosts, np.int64)
    for bit in range(bits):
        found |= (source >> bit & 1) << (bits - 1 - bit)
    return found


def rates(requested: Requested) -> Traffic:
    """Each host sends all to its destination."""
    return permutation(destinations(requested.hosts), 1)


def messages(requested: Requested) -> Traffic:
    """Each host sends its messages to its destination."""
    return permutation(destinations(requested.hosts), requested.per_host)


def draws(requested: Requested) -> Draws:
    """Each host sends every packet to its destination."""
    return fixed_draws(destinations(requested.hosts), requested.itself)

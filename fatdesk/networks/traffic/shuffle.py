"""Perfect shuffle: to the host whose number has its bits rotated left by one."""

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.networks.traffic.traffic import Draws, Requested, Traffic, address_bits, fixed_draws, permutation

NAME = "shuffle"
SUMMARY = "Of 2^n hosts each sends to the one whose number has its bits rotated left by one."
RANDOM = False


def destinations(hosts: int) -> Longs:
    """The destination of each host.

    >>> destinations(8).tolist()
    [0, 2, 4, 6, 1, 3, 5, 7]
    """
    bits = address_bits(hosts, NAME)
    source = np.arange(hosts)
    return (source << 1 | source >> max(bits - 1, 0)) & (hosts - 1)


def rates(requested: Requested) -> Traffic:
    """Each host sends all to its destination."""
    return permutation(destinations(requested.hosts), 1)


def messages(requested: Requested) -> Traffic:
    """Each host sends its messages to its destination."""
    return permutation(destinations(requested.hosts), requested.per_host)


def draws(requested: Requested) -> Draws:
    """Each host sends every packet to its destination."""
    return fixed_draws(destinations(requested.hosts), requested.itself)

"""Complement: to the host whose number has all bits inverted."""

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.networks.traffic.traffic import Draws, Requested, Traffic, address_bits, fixed_draws, permutation

NAME = "complement"
SUMMARY = "Of 2^n hosts each sends to the one whose number has all bits inverted, all across the middle."
RANDOM = False


def destinations(hosts: int) -> Longs:
    """The destination of each host.

    >>> destinations(8).tolist()
    [7, 6, 5, 4, 3, 2, 1, 0]
    """
    address_bits(hosts, NAME)
    return np.arange(hosts)[::-1]


def rates(requested: Requested) -> Traffic:
    """Each host sends all to its destination."""
    return permutation(destinations(requested.hosts), 1)


def messages(requested: Requested) -> Traffic:
    """Each host sends its messages to its destination."""
    return permutation(destinations(requested.hosts), requested.per_host)


def draws(requested: Requested) -> Draws:
    """Each host sends every packet to its destination."""
    return fixed_draws(destinations(requested.hosts), requested.itself)

"""Tornado: to the host almost half way round, the worst case of rings."""

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.networks.traffic.traffic import Draws, Requested, Traffic, fixed_draws, permutation

NAME = "tornado"
SUMMARY = "Each host sends to the one almost half way round: the worst case of rings."
RANDOM = False


def destinations(hosts: int) -> Longs:
    """The destination of each host.

    >>> destinations(8).tolist()
    [3, 4, 5, 6, 7, 0, 1, 2]
    """
    return (np.arange(hosts) + (hosts + 1) // 2 - 1) % hosts


def rates(requested: Requested) -> Traffic:
    """Each host sends all to its destination."""
    return permutation(destinations(requested.hosts), 1)


def messages(requested: Requested) -> Traffic:
    """Each host sends its messages to its destination."""
    return permutation(destinations(requested.hosts), requested.per_host)


def draws(requested: Requested) -> Draws:
    """Each host sends every packet to its destination."""
    return fixed_draws(destinations(requested.hosts), requested.itself)

"""Complement: to the host whose number has all bits inverted."""

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.networks.traffic.traffic import Asked, Draws, Traffic, address_bits, fixed_draws, permutation

NAME = "complement"
RANDOM = False


def destinations(hosts: int) -> Longs:
    """The destination of each host.

    >>> destinations(8).tolist()
    [7, 6, 5, 4, 3, 2, 1, 0]
    """
    address_bits(hosts, NAME)
    return np.arange(hosts)[::-1]


def rates(asked: Asked) -> Traffic:
    """Each host sends all to its destination."""
    return permutation(destinations(asked.hosts), 1)


def messages(asked: Asked) -> Traffic:
    """Each host sends its messages to its destination."""
    return permutation(destinations(asked.hosts), asked.per_host)


def draws(asked: Asked) -> Draws:
    """Each host sends every packet to its destination."""
    return fixed_draws(destinations(asked.hosts), asked.itself)

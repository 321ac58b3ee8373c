"""Transpose: hosts as a square matrix, each sends to its mirror image in the diagonal."""

from math import isqrt

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.core.errors import FatdeskError
from fatdesk.networks.traffic.traffic import Draws, Requested, Traffic, fixed_draws, permutation

NAME = "transpose"
SUMMARY = "Hosts form a square; each sends to its mirror image in the diagonal."
RANDOM = False


def destinations(hosts: int) -> Longs:
    """The destination of each host.

    With four to the power m hosts this swaps the upper and lower half of the bits of a number.

    >>> destinations(9).tolist()
    [0, 3, 6, 1, 4, 7, 2, 5, 8]
    """
    side = isqrt(hosts)
    if side * side != hosts:
        raise FatdeskError(
            f"traffic {NAME}: needs a square number of hosts, {hosts:,} is none: "
            f"use {side**2:,} or {(side + 1) ** 2:,} hosts, or another pattern"
        )
    return np.arange(hosts).reshape(side, side).T.ravel()


def rates(requested: Requested) -> Traffic:
    """Each host sends all to its destination."""
    return permutation(destinations(requested.hosts), 1)


def messages(requested: Requested) -> Traffic:
    """Each host sends its messages to its destination."""
    return permutation(destinations(requested.hosts), requested.per_host)


def draws(requested: Requested) -> Draws:
    """Each host sends every packet to its destination."""
    return fixed_draws(destinations(requested.hosts), requested.itself)

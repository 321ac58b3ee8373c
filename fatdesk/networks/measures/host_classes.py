"""Hosts that are alike, because equally many links join them with the same switches."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Longs = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class HostClasses:
    """Classes of hosts.

    Attributes
    ----------
    of : (hosts,)
        Class of each host.
    count : (c,)
        Hosts of a class.
    start, at, by
        Each host of class c is joined with nodes ``at[start[c]:start[c + 1]]``, by ``by`` links.
    """

    of: Longs
    count: Longs
    start: Longs
    at: Longs
    by: Longs

    @property
    def joined(self) -> Longs:
        """Class of each entry of ``at``."""
        return np.repeat(np.arange(len(self.count)), np.diff(self.start))


def host_classes(host: Longs, node: Longs, hosts: int) -> HostClasses:
    """Classes by the links between ``host`` and ``node``, one entry a link.

    >>> found = host_classes(np.array([0, 1, 1, 2]), np.array([7, 7, 8, 7]), 3)
    >>> found.of.tolist(), found.at.tolist()
    ([0, 1, 0], [7, 7, 8])
    """
    most = int(node.max(initial=0)) + 1
    joined, by = np.unique(host * most + node, return_counts=True)
    host, node = joined // most, joined % most
    ways = np.bincount(host, minlength=hosts)
    widest = max(1, int(ways.max(initial=0)))
    table = np.zeros((hosts, 2 * widest), np.int64)
    place = np.arange(len(host)) - (np.cumsum(ways) - ways)[host]
    table[host, 2 * place], table[host, 2 * place + 1] = node + 1, by
    if widest == 1:  # one number a host sorts faster than rows
        size = int(by.max(initial=0)) + 1
        keys, of, count = np.unique(table @ np.array([size, 1]), return_inverse=True, return_counts=True)
        kinds: Longs = np.stack([keys // size, keys % size], axis=1)
    else:
        kinds, of, count = np.unique(table, axis=0, return_inverse=True, return_counts=True)
    used = kinds[:, ::2] > 0
    return HostClasses(
        of=of.reshape(-1).astype(np.int64),
        count=count.astype(np.int64),
        start=np.concatenate([[0], np.cumsum(used.sum(axis=1))]).astype(np.int64),
        at=kinds[:, ::2][used] - 1,
        by=kinds[:, 1::2][used],
    )
